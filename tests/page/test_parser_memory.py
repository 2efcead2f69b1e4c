"""The tree is bounded by the size of the document: what one tag can stand for is bounded."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from dehusk import Limits, extract, parse
from dehusk._core.html_tree import REOPENED_IN_ANY_CASE, REOPENED_PER_TAG
from dehusk.page.parser import parse_tree

if TYPE_CHECKING:
    from collections.abc import Callable

ADOPTED_PER_TAG = 8 * 4
"""Rounds of the adoption agency for an end tag, and elements that are copied in each."""
DOCUMENTS: dict[str, Callable[[int], str]] = {
    "HTML tags": lambda tags: "".join(f"<html a{n}=1>" for n in range(tags)) + "<p>茶",
    "BODY tags": lambda tags: "".join(f"<BODY a{n}=1>" for n in range(tags)) + "<p>茶",
    "formatting in each paragraph": lambda tags: "".join(f"<p><b x={n}>茶" for n in range(tags // 2)),
    "formatting, then paragraphs": lambda tags: "<p>" + "".join(f"<I x={n}>" for n in range(500)) + "<p>茶" * tags,
    "formatting, then list items": lambda tags: "<li>" + "".join(f"<u x={n}>" for n in range(500)) + "<li>茶" * tags,
    "end tags in comments": lambda tags: "".join(f"<p><b x={n}><!--</b>-->茶" for n in range(tags // 3)),
    "end tags in cells": lambda tags: "".join(f"<p><b x={n}><table><td></b></table>茶" for n in range(tags // 6)),
    "start tags in foreign styles": lambda tags: "".join(
        f"<p><svg><style><b x={n}></b></style><b y={n}>茶" for n in range(tags // 7)
    ),
    "end tags that adopt": lambda tags: "<b>" + "<i><div>" * 9 + "</b></i><p><b>茶" * (tags // 5),
    "deep formatting, then end tags": lambda tags: "<b>" * 3 + "<font>" * 500 + "<p>茶</b></font>" * (tags // 4),
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


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nodes_are_bounded_by_the_document(name: str) -> None:
    html = DOCUMENTS[name](20_000)
    tree, cut = parse_tree(html.encode(), Limits(seconds=1e9))
    assert not cut
    most = html.count("<") * (2 + REOPENED_PER_TAG) + html.count("</") * ADOPTED_PER_TAG + REOPENED_IN_ANY_CASE
    assert tree.node_count() < most
    assert tree.all_text().decode().count("茶") == html.count("茶")


@pytest.mark.parametrize("name", ["HTML tags", "BODY tags", "formatting, then paragraphs"])
def test_memory_is_bounded_by_the_document(name: str) -> None:
    html = DOCUMENTS[name](20_000)
    command = [sys.executable, "-c", MEASURE]
    run = subprocess.run(command, input=html, text=True, capture_output=True, check=True)  # noqa: S603 - our own
    assert int(run.stdout) < 100_000  # kilobytes


def test_elements_that_were_not_opened_again_are_reported() -> None:
    extraction = extract(DOCUMENTS["formatting in each paragraph"](20_000))
    assert extraction.status == "truncated"
    assert "formatting elements that are open in very many blocks (their text is kept)" in extraction.reason
    assert extraction.text.count("茶") == 10_000


@pytest.mark.parametrize(
    "unit",
    [
        "<p>A <b class='x'>word</b> and <i id=n{0}></i> and <strong><a href='/{0}'>a link</a></strong>.</p>",
        "<table><tr><td><font color='#{0}'><b>Cell<br></b></font></td></tr></table>",
        "<p><b><i>Two</i> <span class='s{0}'>or <em>three</em></span></b></p>",
        "<p><b>never closed",
    ],
)
def test_usual_markup_is_not_bounded(unit: str) -> None:
    assert not parse("".join(unit.format(n) for n in range(9_000))).cut


def test_a_tree_is_cut_that_has_many_more_nodes_than_the_limit() -> None:
    extraction = extract("<p>Tea</p>" + "<script></script>" * 20_000 + "<p>Milk</p>", limits=Limits(nodes=2000))
    assert extraction.status == "truncated"
    assert "cut: the page after 8,192 elements and texts" in extraction.reason
    assert extraction.text == "Tea"
