"""Extractor and extract: what they take, and what each wrong argument is told."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pytest

import dehusk
from dehusk import (
    ArgumentError,
    Drawing,
    Extractor,
    Layout,
    Limits,
    ModelError,
    Source,
    SourceError,
    UnknownMethod,
    extract,
    extract_many,
    parse,
)
from dehusk._core.html_parser import HtmlParser
from dehusk.methods.learned import Grain

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk import Page, Selection

HTML = "<title>Tea</title><p>Steep the tea for three minutes, then drink it."
TEXT = "Steep the tea for three minutes, then drink it."


class Short:
    """A method that has a parameter ``favor`` of its own."""

    name: ClassVar[str] = "short"
    description: ClassVar[str] = "for tests"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, favor: str = "none") -> None:
        self.favor = favor

    def select(self, page: Page) -> Selection:
        return dehusk.Selection.of_leaves(page, np.ones(len(page), dtype=np.bool_))


class Unused:
    """A method that must not be asked to select."""

    name: ClassVar[str] = "unused"
    description: ClassVar[str] = "for tests"
    needs: ClassVar[frozenset[str]] = frozenset({"layout"})

    def select(self, page: Page) -> Selection:
        raise AssertionError(f"the method was run on {page!r}")


# ---- inputs ------------------------------------------------------------------------------------------


def test_every_kind_of_page(tmp_path: Path) -> None:
    path = tmp_path / "tea.html"
    path.write_text(HTML)
    data = HTML.encode()
    for page in (HTML, data, bytearray(data), memoryview(data), path, Source.of(data), parse(HTML)):
        assert extract(page).text == TEXT
    assert extract(path, url="https://example.org/").url == "https://example.org/"


def test_a_file_that_cannot_be_read_raises(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"missing.html: no such file \(check the path"):
        extract(tmp_path / "missing.html")


def test_an_extractor_is_extract_with_its_arguments_given_once() -> None:
    extractor = Extractor(method="arias", hidden="keep", limits=Limits(bytes=30))
    one, two = extractor.extract(HTML, url="https://t.example/"), extractor.extract(HTML)
    again = extract(HTML, method="arias", hidden="keep", limits=Limits(bytes=30))
    assert (one.text, one.status, one.url) == (again.text, "truncated", "https://t.example/")
    assert (two.text, two.reason, two.url) == (again.text, "cut: the page after 30 bytes", None)


def test_a_limit_cuts_text_and_bytes_alike() -> None:
    for page in (HTML, HTML.encode()):
        extraction = extract(page, limits=Limits(bytes=30))
        assert (extraction.status, extraction.reason.count("the page after 30 bytes")) == ("truncated", 1)
        assert extraction.source == page[:30]


def test_settings_are_checked_without_extracting_or_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_others: object) -> None:
        raise AssertionError("a page was made")

    monkeypatch.setattr("dehusk.extractor.parse", refuse)
    monkeypatch.setattr("dehusk.extractor.draw", refuse)
    Extractor(method=Unused(), drawing=Drawing())
    Extractor(method="gce").extract_many([HTML])


def test_an_extractor_pickles_as_its_arguments() -> None:
    extractor = Extractor(favor="recall", limits=Limits(bytes=1000))
    pickled = pickle.dumps(extractor)
    assert len(pickled) < 1000
    again = pickle.loads(pickled)  # noqa: S301
    assert repr(again) == repr(extractor) == (
        "Extractor(method='grain', favor='recall', limits=Limits(bytes=1000, nodes=1000000, depth=500, seconds=30.0))"
    )  # fmt: skip
    assert again.extract(HTML).text == TEXT


def test_drawing_uses_the_source_as_it_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Source] = []

    def draw(source: Source, *_arguments: object, **_others: object) -> Page:
        drawn.append(source)
        return parse(source.html)

    monkeypatch.setattr("dehusk.extractor.draw", draw)
    source = Source.of(HTML.encode())
    assert extract(source, drawing=Drawing()).text == TEXT
    assert drawn[0] is source


# ---- favor and model ---------------------------------------------------------------------------------


def test_favor_is_for_methods_that_have_such_a_parameter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dehusk.methods.registry.method_class", {"short": Short, "grain": Grain}.__getitem__)
    assert Extractor(method="short", favor="recall").method.favor == "recall"  # type: ignore[attr-defined]
    assert Extractor(method="grain:favor=recall").method.favor == "recall"  # type: ignore[attr-defined]
    with pytest.raises(ArgumentError, match="method 'short' has no parameter model; its parameters: favor"):
        Extractor(method="short", model="mine.npz")


def test_the_default_method_takes_its_parameters_by_name_as_well() -> None:
    assert extract(HTML, method="grain", favor="precision").text == TEXT
    with pytest.raises(ArgumentError, match="favor: given twice, in 'grain:favor=recall' and by keyword"):
        extract(HTML, method="grain:favor=recall", favor="precision")


# ---- wrong arguments ---------------------------------------------------------------------------------


def layout_of(rows: int) -> Layout:
    return Layout.of_boxes(np.zeros((rows, 4)))


WRONG: dict[str, tuple[dict[str, Any], type[dehusk.DehuskError], str]] = {
    "limits": ({"limits": 5}, ArgumentError, r"limits must be Limits, such as dehusk.Limits\(seconds=5\), not 5"),
    "hidden": ({"hidden": "bogus"}, ArgumentError, "hidden must be 'drop' or 'keep', not 'bogus'"),
    "hidden type": ({"hidden": ["drop"]}, ArgumentError, "hidden must be 'drop' or 'keep', not"),
    "drawing": ({"drawing": True}, ArgumentError, r"drawing must be a Drawing, such as dehusk.Drawing\(scripts=True\)"),
    "method": ({"method": "cetd"}, UnknownMethod, "unknown method 'cetd'; known: accb, alarte, arias"),
    "method type": ({"method": 5}, ArgumentError, "method must be a name or a Method object, not 5"),
    "method class": ({"method": Short}, ArgumentError, "method must be a name or a Method object"),
    "parameter": ({"method": "arias:c3=1"}, ArgumentError, "its parameters: c1, c2, "),
    "favor": ({"favor": "speed"}, ArgumentError, "favor must be one of precision, recall, not 'speed'"),
    "favor type": ({"favor": True}, ArgumentError, "favor must be one of precision, recall, not True"),
    "favor range": ({"favor": 50}, ArgumentError, "favor must be between 0.1 and 10, not 50"),
    "favor of another": ({"favor": "recall", "method": "arias"}, ArgumentError, "'arias' has no parameter favor"),
    "favor of an object": (
        {"favor": "recall", "method": Short()},
        ArgumentError,
        r"favor cannot be changed in a method object: give them to its class, or name the method \('short'\)",
    ),
    "model": ({"model": "no-such.npz"}, ModelError, "no-such.npz: cannot be read as a model"),
    "model type": ({"model": 5}, ArgumentError, "model must be the path of a model file, not 5"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_settings(name: str) -> None:
    arguments, kind, message = WRONG[name]
    calls: list[Callable[[], object]] = [
        lambda: Extractor(**arguments),
        lambda: extract(HTML, **arguments),
        lambda: extract_many([HTML], **arguments),
    ]
    for call in calls:
        with pytest.raises(kind, match=message):
            call()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"url": 5}, "url must be text such as 'https://example.org/', not 5"),
        ({"headers": [("a", "b")]}, "headers must map names to values, both text, such as"),
        ({"headers": "text/html"}, "headers must map names to values, both text, such as"),
        ({"layout": 5}, "layout must be a dehusk.Layout, not int"),
        ({"layout": layout_of(2)}, "the layout has 2 rows, the page 3: it is not the layout of this page"),
    ],
)
def test_wrong_arguments_of_a_page(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        extract(HTML, **arguments)


def test_a_layout_and_a_drawing_exclude_each_other() -> None:
    with pytest.raises(ArgumentError, match="layout and drawing exclude each other"):
        extract(HTML, layout=layout_of(3), drawing=Drawing())


@pytest.mark.parametrize("wrong", [None, 5, [HTML], (HTML, "https://example.org/")])
def test_what_is_no_page(wrong: object) -> None:
    with pytest.raises(ArgumentError, match="a page is text, bytes, a Path or a Source, not"):
        extract(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "arguments",
    [
        {"url": "https://example.org/"},
        {"headers": {"Content-Type": "text/html"}},
        {"hidden": "keep"},
        {"hidden": "drop"},
        {"limits": Limits()},
        {"drawing": Drawing()},
    ],
    ids=lambda arguments: "".join(arguments),
)
def test_what_cannot_apply_to_a_page_that_is_made_already(arguments: dict[str, Any]) -> None:
    message = (
        f"{''.join(arguments)} cannot apply to a Page, which is made already: give it to dehusk.parse, dehusk.draw"
    )
    with pytest.raises(ArgumentError, match=message):
        extract(parse(HTML), **arguments)


def test_a_page_without_the_layout_that_a_method_needs() -> None:
    with pytest.raises(ArgumentError, match=r"gce needs a page that was drawn: dehusk.draw\(dehusk.read\(NAME\)\)"):
        extract(parse(HTML), method="gce")
    assert extract(parse(HTML), method="gce", layout=layout_of(3)).method == "gce"


@pytest.mark.parametrize("window", [5, "1920x1080", (1920,), (0, 600), (1920.0, 1080.0), None])
def test_wrong_windows(window: object) -> None:
    with pytest.raises(ArgumentError, match="window must be a width and a height between 16 and 10000, not"):
        Drawing(window=window)  # type: ignore[arg-type]


@pytest.mark.parametrize("limits", [{"bytes": 0}, {"bytes": 1.5}, {"seconds": "5"}, {"seconds": -1}, {"nodes": True}])
def test_wrong_limits(limits: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match=f"limit '{next(iter(limits))}' must be"):
        Limits(**limits)


def test_the_name_of_a_page_is_no_page() -> None:
    for name in ("page.html", "https://example.org/"):
        extraction = extract(name)
        assert extraction.status == "unreadable"
        assert extraction.reason == "this is the name of a page, not a page: dehusk.read(NAME) reads it"


@pytest.mark.parametrize("name", [5, None, b"page.html"])
def test_what_cannot_be_read(name: object) -> None:
    with pytest.raises(ArgumentError, match="read takes a path, a URL or '-', not"):
        dehusk.read(name)  # type: ignore[arg-type]


def test_wrong_arguments_of_parse_and_make_method() -> None:
    with pytest.raises(ArgumentError, match="limits must be Limits"):
        dehusk.parse(HTML, limits=5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="url must be text"):
        dehusk.parse(HTML, url=5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="model must be the path of a model file, not 5"):
        dehusk.make_method("grain:model=5")


def test_wrong_arguments_of_draw() -> None:
    source = Source.of(HTML)
    with pytest.raises(ArgumentError, match=r"draw takes a Source, not str: dehusk.Source.of makes one"):
        dehusk.draw(HTML)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="drawing must be a Drawing"):
        dehusk.draw(source, {"scripts": True})  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="hidden must be 'drop' or 'keep', not 'bogus'"):
        dehusk.draw(source, hidden="bogus")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="limits must be Limits"):
        dehusk.draw(source, limits=5)  # type: ignore[arg-type]


def test_a_page_that_does_not_fit_into_memory_has_a_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse_small_pages(document: bytes) -> HtmlParser:
        if document:
            raise MemoryError
        return HtmlParser(document)

    monkeypatch.setattr("dehusk.page.parser.HtmlParser", parse_small_pages)
    extraction = extract("<p>Tea", url="https://example.org/")
    assert (extraction.status, extraction.reason) == ("failed", "there was not enough memory for this page")
    assert extraction.url == "https://example.org/"


def test_headers_of_text_say_what_kind_of_document_it_is() -> None:
    assert extract("a < b\n\nc", headers={"Content-Type": "text/plain"}).text == "a < b\nc"
    assert extract('{"tea": 1}', headers={"Content-Type": "application/json"}).status == "unreadable"


def test_what_was_parsed_in_time_is_not_lost() -> None:
    extraction = extract("<p>word</p>" * 20_000, limits=Limits(seconds=1e-9))
    assert extraction.status == "truncated"
    assert "cut: the page after 5e-10 seconds of parsing" in extraction.reason
    assert "all text is kept" in extraction.reason
    assert 0 < extraction.text.count("word") < 20_000
