"""The compiled and the Python collector of rows give the same pages."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from dehusk import Limits, Page, parse
from dehusk.page import collect
from dehusk.page.rows import OutsideHandler, PythonRows, Rows
from html_strategies import any_html

needs_compiled = pytest.mark.skipif(Rows is PythonRows, reason="dehusk was installed without a compiler")
PAGES = sorted(Path(__file__).parents[1].glob("pages/*/page.html"))


def with_python_rows(html: str, limits: Limits | None = None) -> Page:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(collect, "Rows", PythonRows)
        return parse(html, limits=limits)


def assert_same(ours: Page, theirs: Page) -> None:
    for field in fields(Page):
        mine, other = getattr(ours, field.name), getattr(theirs, field.name)
        if isinstance(mine, np.ndarray):
            assert mine.dtype == other.dtype, field.name
            assert np.array_equal(mine, other), field.name
        elif isinstance(mine, Page):
            assert_same(mine, other)
        else:
            assert mine == other, field.name


@needs_compiled
@given(any_html)
def test_compiled_rows_on_any_document(html: str) -> None:
    assert_same(parse(html), with_python_rows(html))


@needs_compiled
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_compiled_rows_on_whole_pages(page: Path) -> None:
    html = page.read_text("utf-8")
    assert_same(parse(html), with_python_rows(html))


@needs_compiled
@pytest.mark.parametrize(
    ("html", "limits"),
    [
        ("<p>a" * 3000, Limits(nodes=1000)),
        ("<div>" * 600 + "deep" + "</div>" * 600 + "after", Limits()),
        ("<div>" * 60 + "deep" + "</div>" * 60 + "after", Limits(depth=7)),
        ("".join(f"<x-{number}>t" for number in range(70_000)), Limits()),
        ("<svg><title>no</title></svg><title>yes</title><p>a<!-- c -->b<script>s</script>c", Limits()),
        ("<body hidden style='display:none'><p style=display:none>a", Limits()),
        ("</body></html>late<p>later</p></body>", Limits()),
    ],
    ids=["nodes", "parser's depth", "depth", "tag numbers", "svg title", "hidden body", "after the body"],
)
def test_compiled_rows_at_the_limits(html: str, limits: Limits) -> None:
    assert_same(parse(html, limits=limits), with_python_rows(html, limits))


@pytest.mark.parametrize("make", [PythonRows, pytest.param(Rows, marks=needs_compiled)])
def test_errors_of_callbacks_come_through(make: type[PythonRows]) -> None:
    def fail(*_: object) -> bool:
        raise RuntimeError("stop")

    rows = make({"body": 1}, frozenset(["script"]), 9, OutsideHandler(fail, fail, fail), fail)
    with pytest.raises(RuntimeError, match="stop"):
        rows.start_element("html", ())
    with pytest.raises(RuntimeError, match="stop"):
        rows.end_element("html")
    with pytest.raises(RuntimeError, match="stop"):
        rows.characters("text")


@needs_compiled
def test_compiled_rows_refuse_what_is_no_event() -> None:
    outside = OutsideHandler(lambda *_: False, lambda *_: False, lambda *_: None)
    rows = Rows({"body": 1}, frozenset(), 9, outside, lambda rows: rows + 10)
    with pytest.raises(TypeError, match="tuple of attributes"):
        rows.start_element("p", ["class"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="takes text"):
        rows.characters(b"bytes")  # type: ignore[arg-type]
    rows.start_element("body", ())
    for _ in range(5):
        rows.end_element("p")
    assert len(rows.columns()) == 5


@pytest.mark.parametrize("make", [PythonRows, Rows], ids=["python", "compiled"])
def test_what_follows_the_end_of_html_belongs_to_the_body(make: type[PythonRows]) -> None:
    """The parser sends such text if tables are nested as deep as it goes."""
    html = "<p>a</p>" + "<div>" * 2 + "<table><td>" * 127 + "</tr> "
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(collect, "Rows", make)
        page = parse(html)
    assert page.end[0] == len(page)
    assert page.parent.min() == page.parent[0] == -1
    assert (page.parent[1:] >= 0).all()
