"""Rules of the tree builder that a page of ours does not show, by the HTML that comes of them."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

from dehusk import Page, Selection, extract, parse


class NotDropped:
    """A method that keeps all leaves but those that say "drop"."""

    name: ClassVar[str] = "not-dropped"
    description: ClassVar[str] = "all leaves but those that say drop"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: Page) -> Selection:
        keep = np.array([bool(page.chars[row]) and "drop" not in page.leaf_text(row) for row in range(len(page))])
        return Selection.of_leaves(page, keep)


HEAD = "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ol><li>one<li>drop<li>three</ol>", '<ol><li>one</li><li value="3">three</li></ol>'),
        ("<ol reversed><li>b<li>a</ol>", '<ol start="2" reversed><li>b</li><li>a</li></ol>'),
        ("<b>a<strong>b</strong></b>", "<p><strong>ab</strong></p>"),
        ("<b>a<i>b<b>c</b></i></b>", "<p><strong>a<em>bc</em></strong></p>"),
        (
            "<a href=/1>a<table><tr><th>b<tr><td><a href=/2>c</a></table></a>",
            (
                '<p><a href="/1">a</a></p><table><thead><tr><th><a href="/1">b</a></th></tr></thead>'
                '<tbody><tr><td><a href="/1">c</a></td></tr></tbody></table>'
            ),
        ),
        (
            "<table><thead><tr><td>a<td>b</thead><tbody><tr><td>1<td>2</table>",
            f"{HEAD}<tr><td>1</td><td>2</td></tr></tbody></table>",
        ),
        (
            "<table><tr><th>a<th>b<tr><td>drop<td>drop<tr><td>1<td>2</table>",
            f"{HEAD}<tr><td>1</td><td>2</td></tr></tbody></table>",
        ),
        (
            "<table><tr><th>a<th>b<tr><td rowspan=3>c<td>1<tr><td>drop<tr><td>2</table>",
            f'{HEAD}<tr><td rowspan="2">c</td><td>1</td></tr><tr><td>2</td></tr></tbody></table>',
        ),
        (
            "<table><tr><th colspan=99999>a<tr><td>1<td>2</table>",
            (
                '<table><thead><tr><th colspan="1000">a</th></tr></thead>'
                "<tbody><tr><td>1</td><td>2</td></tr></tbody></table>"
            ),
        ),
    ],
)
def test_structures(html: str, expected: str) -> None:
    assert extract(html, method=NotDropped()).html.replace("\n", "") == expected


@pytest.mark.parametrize("tag", ["script", "style", "noembed", "noframes"])
def test_what_is_never_drawn_is_no_text(tag: str) -> None:
    assert parse(f"<p>a<{tag}>hidden</{tag}>b").text == "ab"
