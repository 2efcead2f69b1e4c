"""The parser's tree is bounded by the size of the document."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from turbohtml.saxparse import SaxHandler, sax_parse

from dehusk import extract, parse
from dehusk._core.markup_scan import scan_markup
from dehusk.page import parser_memory
from dehusk.page.parser_memory import bound_parser_memory

if TYPE_CHECKING:
    from collections.abc import Callable

FORMATTING = ("b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u")
DOCUMENTS: dict[str, Callable[[int], str]] = {
    "HTML tags": lambda tags: "".join(f"<html a{n}=1>" for n in range(tags)) + "<p>Tea",
    "BODY tags": lambda tags: "".join(f"<BODY a{n}=1>" for n in range(tags)) + "<p>Tea",
    "formatting in each paragraph": lambda tags: "".join(f"<p><b x={n}>t" for n in range(tags // 2)),
    "formatting, then paragraphs": lambda tags: "<p>" + "".join(f"<I x={n}>" for n in range(500)) + "<p>t" * tags,
    "formatting, then list items": lambda tags: "<li>" + "".join(f"<u x={n}>" for n in range(500)) + "<li>t" * tags,
    "end tags in comments": lambda tags: "".join(f"<p><b x={n}><!--</b>-->t" for n in range(tags // 3)),
    "end tags in attributes": lambda tags: "".join(f"<p><b x={n} y='</b>'>t" for n in range(tags // 3)),
    "end tags in cells": lambda tags: "".join(f"<p><b x={n}><table><td></b></table>t" for n in range(tags // 6)),
    "start tags in foreign styles": lambda tags: "".join(
        f"<p><svg><style><b x={n}></b></style><b y={n}>t" for n in range(tags // 7)
    ),
    "slashes": lambda tags: "".join(f"<p><b/x={n}>t" for n in range(tags // 2)),
}
MEASURE = """
import resource, sys
import dehusk
dehusk.parse("<p>Tea")
html = sys.stdin.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
dehusk.parse(html)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


class Counts(SaxHandler):
    def __init__(self) -> None:
        self.elements = self.formatting = 0

    def start_element(self, tag: str, attrs: tuple[tuple[str, str | None], ...]) -> None:  # noqa: ARG002
        self.elements += 1
        self.formatting += tag in FORMATTING


def count(html: str) -> Counts:
    counts = Counts()
    sax_parse(html, counts)
    return counts


@pytest.mark.parametrize("name", DOCUMENTS)
def test_elements_are_bounded_by_the_document(name: str) -> None:
    html = DOCUMENTS[name](20_000)
    assert count(bound_parser_memory(scan_markup(html.encode())).html).elements < 4 * html.count("<")


@pytest.mark.parametrize("name", ["HTML tags", "BODY tags", "formatting, then paragraphs"])
def test_memory_is_bounded_by_the_document(name: str) -> None:
    html = DOCUMENTS[name](20_000)
    command = [sys.executable, "-c", MEASURE]
    run = subprocess.run(command, input=html, text=True, capture_output=True, check=True)  # noqa: S603 - our own
    assert int(run.stdout) < 100_000  # kilobytes


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_text_is_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    html = DOCUMENTS[name](60)
    text = parse(html).text
    monkeypatch.setattr(parser_memory, "_MAX_REOPENED", 0)
    monkeypatch.setattr(parser_memory, "_MAX_ROOT_TAGS", 2)
    markup = scan_markup(html.encode())
    assert bound_parser_memory(markup).html != markup.html
    assert parse(html).text == text


def test_elements_that_were_replaced_are_reported() -> None:
    extraction = extract(DOCUMENTS["formatting in each paragraph"](20_000))
    assert extraction.status == "truncated"
    assert "formatting elements that are open in very many blocks (their text is kept)" in extraction.reason


@pytest.mark.parametrize(
    "unit",
    [
        "<p>A <b class='x'>word</b> and <i id=n{0}></i> and <strong><a href='/{0}'>a link</a></strong>.</p>",
        "<table><tr><td><font color='#{0}'><b>Cell<br></b></font></td></tr></table>",
        "<p><b><i>Two</i> <span class='s{0}'>or <em>three</em></span></b></p>",
        "<p><b>never closed",
    ],
)
def test_large_documents_with_closed_elements_are_not_changed(unit: str) -> None:
    html = "".join(unit.format(n) for n in range(9_000))
    markup = scan_markup(html.encode())
    assert bound_parser_memory(markup) == (markup.html, "")


_PIECES = st.sampled_from([
    *(f"<{name}{attribute}>" for name in ("b", "i", "FONT", "a", "u") for attribute in ("", " x=1", " y='2'", "/")),
    *("</b>", "</i>", "</font>", "</a>", "</u>", "<p>", "</p>", "<div>", "</div>", "<li>", "<h1>", "</h1>", "text"),
    *("<table>", "<tr>", "<td>", "</td>", "</table>", "<svg>", "</svg>", "<object>", "</object>", "<template>"),
    *("</template>", "<!--", "-->", "<style>", "</style>", "<select>", "</select>", "'", '"', ">", "<", "<b x='<i>"),
])  # fmt: skip


@settings(max_examples=500)
@given(st.lists(_PIECES, max_size=60).map("".join))
def test_the_estimate_is_an_upper_bound(html: str) -> None:
    """Only simple elements are taken as closed, whatever is around them."""
    starts = len(re.findall(rf"<(?:{'|'.join(FORMATTING)})(?=[\s/>])", html, re.IGNORECASE))
    adopted = 8 * html.count("</")  # by the adoption agency algorithm, at most eight for each end tag
    estimate = parser_memory._reopened_in(parser_memory._without_simple_elements(html.lower()))
    assert count(html).formatting <= starts + adopted + estimate
