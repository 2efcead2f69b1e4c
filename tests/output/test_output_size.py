"""The size of every output is bounded by the size of the page."""

from __future__ import annotations

import pytest

from dehusk import extract
from dehusk.output import writer_names

LONG = "x" * 100_000
PAGES = {
    "long BASE": f"<base href=https://example.org/{LONG}/>" + "<p>Tea <a href=y>leaf</a> <img src=z width=900>" * 3_000,
    "long host in BASE": f"<base href=https://{LONG}.example/>" + "<p>Tea <a href=/y>leaf</a>" * 3_000,
    "BASE of 2,000 characters": f"<base href=https://example.org/{LONG[:2000]}/>" + "<p><a href=y>l</a>" * 20_000,
    "long tag name": f"<{LONG}>" + "<p>Tea leaf" * 3_000,
    "many long tag names": "".join(f"<{LONG[:5000]}{number}>" for number in range(200)) + "<p>Tea leaf" * 1_000,
    "deep blocks": "<div>" * 490 + "<p>x" * 20_000,
    "deep list": "<ul><li>" * 240 + "<li>x" * 60_000,
    "deep quotes": "<blockquote>" * 490 + "<p>x" * 60_000,
    "lines of code in quotes": "<blockquote>" * 40 + "<pre>" + "x\n" * 1_000_000,
    "lines of code in numbered items": "<ol start=999999999><li>" * 40 + "<pre>" + "x\n" * 200_000,
    "posts": "<ul><li class=comment><b class=author>Ann</b><time>2024-05-17</time><p>Tea" * 40
    + "<li class=comment><b class=author>Bob</b><time>2024-05-17</time><pre>"
    + "x\n" * 1_000_000,
    "deep content with gaps": "<div>" * 490
    + "<p>It rained all night, and in the morning the river rose.</p><nav><a href=/>Home</a></nav>" * 4_000,
    "wide table": "<table><tr>" + "<th>a" * 200 + "<tr><td>b" * 20_000,
    "small tables with wide cells": "<table><tr><td colspan=999>a<td>b<tr><td>c</table>" * 20_000,
    "spans": "<table><tr><th>a<th>b" + "<tr><td rowspan=9 colspan=200>c<td>d" * 5_000,
}


@pytest.mark.parametrize("name", PAGES)
def test_output_is_at_most_20_times_the_page(name: str) -> None:
    html = PAGES[name]
    extraction = extract(html, url="https://example.org/")
    sizes = {writer: len(extraction.to(writer)) for writer in writer_names()}
    sizes["text with marks"] = len(extraction.to_text(list_marks=True))
    assert max(sizes.values()) < 20 * len(html) + 8_000_000, sizes


def test_one_letter_paragraphs_are_within_the_bound_at_the_limit_of_nodes() -> None:
    """A page of the most blocks that the limits allow: 20 times 4 characters and a 500,000th of 8 MB for each block."""
    html = "<p>x" * 50_000
    assert len(extract(html).json) < 96 / 4 * len(html)
