"""Work grows in proportion to the page. Calls, items and characters are counted, not time."""

from __future__ import annotations

import re
import sys
import unicodedata
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import pytest

from core_forms import core_module
from dehusk import extract, parse
from dehusk.content import atoms, corpus_measures, decorations, tree_nodes
from dehusk.content.atoms import find_atoms
from dehusk.content.metadata import jsonld, title
from dehusk.content.page_blocks import block_spans
from dehusk.content.text_changes import TextChange, apply_changes, text_changes
from dehusk.content.tree_nodes import LineBreak, Link, StyledText
from dehusk.output import markdown_writer
from dehusk.page import parser
from html_strategies import Everything

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType

    from dehusk import Page
    from dehusk.content.tree_nodes import InlineNode

SMALL, LARGE = 200, 1_600
"""Units of a page: eight times as many."""
QUADRATIC = 16
"""Work that grows more than this is not linear: quadratic work grows 64 times."""


def is_argument(frame: FrameType, value: object) -> bool:
    """Whether a function was called with this object."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    return any(frame.f_locals.get(name) is value for name in names)


def work(action: Callable[[], object]) -> int:
    """Calls of Python and C functions, and the characters of new strings that Python functions return."""
    total = 0

    def count(frame: FrameType, event: str, returned: object) -> None:
        nonlocal total
        total += 1
        if event == "return" and isinstance(returned, str) and not is_argument(frame, returned):
            total += len(returned)

    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
    return total


def growth(make: Callable[[int], str], action: Callable[[str], Callable[[], object]]) -> float:
    action(make(20))()  # loads and caches
    small, large = (work(action(make(units))) for units in (SMALL, LARGE))
    return large / small


PAGES: dict[str, Callable[[int], str]] = {
    "title of many parts": lambda units: f"<title>{'tea - leaf | ' * units}</title><h1>Tea</h1><p>Steep it.",
    "title and site names": lambda units: (
        "".join(f"<meta property=og:site_name content='leaf {n}'>" for n in range(units))
        + f"<title>{'tea leaf | ' * units}</title><p>Steep it."
    ),
    "title and headings": lambda units: (
        f"<title>{'tea leaf | ' * units}</title>" + "".join(f"<h1>Tea {n}</h1>" for n in range(units))
    ),
    "line breaks": lambda units: "<p>" + "a<br>" * units,
    "links": lambda units: "<p>" + "b <a href=/x>a</a>! " * units,
    "emphasis": lambda units: "<p>" + "<em>a</em> <b>b</b> " * units,
    "ruby": lambda units: "<p>" + "<ruby>a<rt>b</ruby>" * units,
    "code": lambda units: "<p>" + "<code>a</code>" * units,
    "formulas": lambda units: "<p>" + "<math alttext=x></math> a " * units,
    "footnotes": lambda units: "".join(
        f"<p>w<sup><a href=#n{n} id=r{n}>{n}</a></sup><p id=n{n}>note <a href=#r{n}>b</a>" for n in range(units)
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_metadata(name: str) -> None:
    assert growth(PAGES[name], lambda html: lambda: extract(html, method="arias").metadata) < QUADRATIC


@pytest.mark.parametrize("writer", ["text", "markdown", "html", "xml", "json"])
@pytest.mark.parametrize("name", PAGES)
def test_output(name: str, writer: str) -> None:
    assert growth(PAGES[name], lambda html: lambda: extract(html, method="arias").to(writer)) < QUADRATIC


DECORATED: dict[str, Callable[[int], str]] = {
    "nested callouts": lambda units: "<div class='admonition note'>" * units + "<p>Steep it.",
    "callouts": lambda units: "<div class='admonition note'><p>Note<p>Steep it.</div>" * units,
    "nested captions": lambda units: "<figure><img src=/a.png alt=a><figcaption>" * units + "<p>Steep it.",
    "captions": lambda units: "<figure><img src=/a.png alt=a><figcaption>Tea</figcaption></figure><p>Tea.</p>" * units,
    "nested listings": lambda units: "<div class=highlight><pre>" * units + "steep()",
    "labels beside listings": lambda units: "<p>Tea.<div>" + "<button>Copy</button><pre>steep()</pre>" * units,
    "gutters": lambda units: "<p>Tea.<pre>" + "<span class=lineno>1</span>steep()\n" * units,
    "nested gutters": lambda units: "<p>Tea.<pre>" + "<span class=lineno>1" * units,
    "heading anchors": lambda units: "<h2>Tea" + "<a href='#t' class=headerlink>¶</a>" * units,
    "nested anchors": lambda units: "<h2>Tea" + "<span class=anchor>#" * units,
    "bare notes": lambda units: "".join(
        f"<p>Tea<sup>{n % 999}</sup><p><sup>{n % 999}</sup> Note." for n in range(units)
    ),
    "nested notes": lambda units: "<p>Tea<sup>1</sup>" + "<div id=fn1><sup>1</sup> Note." * units,
}


@pytest.mark.parametrize("name", DECORATED)
def test_decorations_callouts_captions_and_notes(name: str) -> None:
    everything = Everything()
    assert growth(DECORATED[name], lambda html: lambda: extract(html, method=everything).markdown) < QUADRATIC


@pytest.mark.parametrize("unit", ["<math><mrow><mi>x", "<mtext>x", "<mi>x", "<mrow><mi>x</mi>", "<msqrt>"])
def test_nested_formulas(unit: str) -> None:
    """Formulas in formulas, and text that would be escaped again at each level."""
    small, large = (work(lambda: extract(f"<p>Tea <math>{unit * units}").text) for units in (20, 160))  # noqa: B023
    assert large / small < QUADRATIC
    text = extract(f"<p>Tea <math>{unit * 160}x").text
    assert len(text) < 20 * len(unit) * 160 + 1000
    assert "x" in text


def test_formulas_of_one_wrapper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them looked for the source in all others."""
    roots: list[int] = []
    tex_source = atoms._tex_source

    def count(page: Page, root: int, math: int) -> str:
        roots.append(root)
        return tex_source(page, root, math)

    monkeypatch.setattr(atoms, "_tex_source", count)
    unit = "<math><annotation encoding=tex>x</annotation></math>"
    page = parse(f"<p>Tea <span class=katex>{unit * LARGE}</span>")
    assert [atom.text for atom in find_atoms(page, page.chars > 0).found] == ["$x$"]
    assert len(roots) == 1


class CountingText(str):
    """Counts the characters of the texts that are made by adding to it."""

    __slots__ = ()
    characters = 0

    def __add__(self, other: str) -> CountingText:
        return self._counted(str.__add__(self, other))

    def __radd__(self, other: str) -> CountingText:
        return self._counted(str.__add__(other, self))

    def _counted(self, text: str) -> CountingText:
        CountingText.characters += len(text)
        return CountingText(text)


@pytest.mark.parametrize(
    "unit",
    [["a", LineBreak()], ["a", Link("/x", ["b"])], ["a", StyledText("em", ["b"])], ["a", StyledText("ruby", ["b"])]],
    ids=["line breaks", "links", "emphasis", "ruby"],
)
def test_a_line_of_markdown_is_not_copied_for_each_of_its_parts(
    unit: list[InlineNode], monkeypatch: pytest.MonkeyPatch
) -> None:
    inline = core_module("markdown_inline", "uncompiled")
    monkeypatch.setattr(inline.markdown_text, "escaped", lambda text, _: CountingText(text))
    monkeypatch.setattr(CountingText, "characters", 0)
    line = inline.MarkdownInline(tree_nodes, None).write(unit * LARGE)
    assert CountingText.characters < 10 * len(line)


class CountingList(list[TextChange]):
    """Counts the items that are read from it."""

    reads = 0

    @overload
    def __getitem__(self, place: SupportsIndex) -> TextChange: ...
    @overload
    def __getitem__(self, place: slice) -> list[TextChange]: ...
    def __getitem__(self, place: SupportsIndex | slice) -> TextChange | list[TextChange]:
        found = super().__getitem__(place)
        self.reads += 1 if isinstance(found, TextChange) else len(found)
        return found


def test_changes_of_text_are_found_without_reading_the_others() -> None:
    page = parse("<p>He said <q>yes</q>." * LARGE)
    keep = page.chars > 0
    changes = CountingList(text_changes(page, keep, find_atoms(page, keep))[0])
    first, stop, _ = block_spans(page, keep)
    for start, end in zip(page.offset[first].tolist(), page.offset[stop].tolist(), strict=True):
        assert "“yes”" in apply_changes(page.text, start, end, changes)
    assert changes.reads < 50 * LARGE


def test_a_script_of_tex_is_searched_up_to_the_next_script() -> None:
    """The repeats of the expression have an upper bound, and its text ends at the next tag of a script."""
    assert parser.with_formulas("<script type=math/tex>x</script>").startswith("<math")
    unbounded = [item for item in _repeats(_parser.parse(parser._TEX_SCRIPT.pattern)) if item is _constants.MAXREPEAT]
    assert not unbounded
    text = re.compile(parser._TEX_SCRIPT.pattern.rpartition("</script")[0], re.IGNORECASE)
    found = text.match("<script type=math/tex>" * LARGE)
    assert found is not None
    assert found.end() == len("<script type=math/tex>")


def _repeats(pattern: Iterable[tuple[Any, Any]]) -> list[Any]:
    """The upper bounds of all repeats of a parsed expression."""
    found = []
    for operator, argument in pattern:
        if operator in {_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT}:
            found += [argument[1], *_repeats(argument[2])]
        elif operator is _constants.SUBPATTERN:
            found += _repeats(argument[3])
        elif operator is _constants.BRANCH:
            found += [each for branch in argument[1] for each in _repeats(branch)]
    return found


def test_blank_lines_of_code_are_searched_once_for_a_fence() -> None:
    """The search for backticks at each line ends with the line: it went on over all blank lines after it."""
    assert [found.start() for found in markdown_writer._FENCE.finditer("\t\n" * SMALL + "  ```")] == [2 * SMALL]
    assert extract("<pre>\t\n\n  ````</pre>", method=Everything()).markdown.startswith("`````\n")


def test_a_run_of_full_stops_is_searched_from_its_first_one_only() -> None:
    """Whether white space follows was looked for again from each of them."""
    stops = re.compile(corpus_measures._SENTENCE_END.pattern.partition("(?=")[0])
    assert [found.span() for found in stops.finditer("." * SMALL + "x")] == [(0, SMALL)]
    assert not any(stops.match("." * SMALL + "x", place) for place in range(1, SMALL))


def test_the_first_digit_makes_a_text_line_numbers() -> None:
    """It could be each of them: text after many was reached once for each."""
    before = re.compile(decorations._NUMBERS.pattern.partition(r"\d")[0])
    found = before.match(" .1:2")
    assert found is not None
    assert found.end() == 2


def test_accents_of_a_title_are_not_sorted(monkeypatch: pytest.MonkeyPatch) -> None:
    """To sort the accents of one letter takes quadratic time, and some letters decompose into eighteen."""
    sizes: list[int] = []
    normalize = unicodedata.normalize

    def count(form: Literal["NFKD"], text: str) -> str:
        sizes.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", count)
    title._without_accents.cache_clear()
    assert title.normalize_title("Té" + "\u0300\u0327" * LARGE + "\ufdfa" * SMALL)[:2] == "te"
    assert max(sizes) == 1


def test_blank_lines_after_a_value_of_json_are_matched_in_one_way() -> None:
    """Each of them could be the one after which a comma is missing."""
    before = jsonld._MISSING_COMMA.pattern.partition(r"(?=\"")[0]
    assert jsonld.json_values('{"a": 1 \n\n"b": 2}') == []
    assert jsonld.json_values('{"a": "1" \n\n"b": 2}') == [{"a": "1", "b": 2}]
    assert re.search(before, '"' + "\n" * SMALL)
    assert not re.search(before + r"\s", '"' + "\n" * SMALL)
