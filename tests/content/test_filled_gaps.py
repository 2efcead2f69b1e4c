"""What is left out of tables, quotations, lists and texts that are kept is written with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given

from dehusk import extract, parse
from dehusk.content.filled_gaps import fill_gaps
from html_strategies import rich_html

if TYPE_CHECKING:
    from dehusk import Page
    from dehusk.page.arrays import Bools

LONG = "<p>Steep the green tea for three minutes in water that has cooled for a while, then drink it slowly.</p>"


def filled(page: Page, left_out: set[str], score: float = 0.45) -> set[str]:
    """The texts that are written although they were left out."""
    keep = np.array([bool(text) and text not in left_out for text in map(page.leaf_text, range(len(page)))])
    keep &= page.chars > 0
    added = fill_gaps(page, keep, np.full(len(page), score)) & ~keep
    return {page.leaf_text(row) for row in np.flatnonzero(added).tolist()}


@pytest.mark.parametrize(
    ("html", "left_out", "expected"),
    [
        ("<table><tr><th>Tea<th>Time<tr><td>Sencha from Japan<td>2</table>", {"Time", "2"}, {"Time", "2"}),
        ("<table><tr><td>a<td>bcdefghij<tr><td>c<td>d</table>", {"bcdefghij"}, set()),
        ("<table><tr><td>Sencha<td>2<tr><td>Assam<td>4</table>", {"2", "4"}, {"2", "4"}),
        (f"<blockquote>{LONG}<p>— Ann</p><footer>Source</footer></blockquote>", {"— Ann", "Source"}, {"— Ann"}),
        (f"<div>{LONG * 3}<ul><li><a href=/a>Cups</a></ul>{LONG}</div>", {"Cups"}, {"Cups"}),
        (f"<div>{LONG * 3}</div><ul><li>Cups</ul>{LONG}", {"Cups"}, {"Cups"}),
        (f"<div>{LONG * 3}<ul><li>Cups</ul></div>{LONG}", {"Cups"}, set()),
        (f"<div>{LONG * 3}<p>Milk</p>{LONG}</div>", {"Milk"}, {"Milk"}),
        (f"<div>{LONG * 3}<div>Advertisement</div>{LONG}</div>", {"Advertisement"}, set()),
        (f"<div>{LONG}<div class='alert alert-warning'>Hot!</div>{LONG}</div>", {"Hot!"}, {"Hot!"}),
        (f"<div>{LONG}<div class='alert alert-warning'><a>Hot!</a></div>{LONG}</div>", {"Hot!"}, set()),
        ("<dl><dt>Cup<dd>To drink from.<dt>Pot<dd>To boil in.</dl>", {"Pot"}, {"Pot"}),
        ("<ul><li>Cups to drink from<li>Pots to boil in<li>Tea</ul>", {"Tea"}, {"Tea"}),
        ("<ul><li>Cups to drink from<li>Pots to boil in<li>Tea from Assam</ul>", {"Tea from Assam"}, set()),
        ("<dl><dt>Cup<dd>To drink from.<dt>Pot<dd>To boil in.</dl>", {"Pot", "To boil in."}, set()),
        (f"<div>{LONG}<div class=code><b>CSS</b><pre>a {{}}</pre></div>{LONG}</div>", {"CSS", "a {}"}, {"a {}"}),
        (f"<div>{LONG}</div><div><pre>a {{}}</pre>{LONG * 2}</div>", {"a {}"}, set()),
        (f"<div>{LONG}<h2>Use</h2><p>Do:</p><pre>a</pre></div>", {"Use", "Do:", "a"}, {"Use", "Do:", "a"}),
        (f"<div>{LONG}</div><div><h2>Use</h2><pre>a</pre></div>", {"Use", "a"}, {"Use", "a"}),
    ],
)  # fmt: skip
def test_gaps(html: str, left_out: set[str], expected: set[str]) -> None:
    assert filled(parse(html), left_out) == expected


def test_a_paragraph_with_a_low_score_stays_out() -> None:
    assert filled(parse(f"<div>{LONG * 3}<p>Milk</p>{LONG}</div>"), {"Milk"}, score=0.2) == set()


def test_a_last_listing_with_a_low_score_stays_out() -> None:
    assert filled(parse(f"<div>{LONG}<h2>Use</h2><pre>a</pre></div>"), {"Use", "a"}, score=0.1) == set()


def test_only_selections_that_ask_for_it_are_filled() -> None:
    html = f"<article><h1>Tea</h1>{LONG * 3}<table><tr><th>Tea<th>Time<tr><td>Sencha from Japan<td>2</table></article>"
    extraction = extract(html)
    keep = extraction.selection.keep & np.array(
        [text != "2" for text in map(extraction.page.leaf_text, range(len(extraction.page)))]
    )
    assert extraction.selection.fills_gaps
    assert not extract(html, method="arias").selection.fills_gaps
    assert not extract(html, favor="precision").selection.fills_gaps
    for fills in (False, True):
        selection = replace(extraction.selection, keep=keep, fills_gaps=fills)
        content = replace(extraction, selection=selection)
        assert ("2" in content.text.splitlines()) == fills


@given(rich_html)
def test_nothing_is_lost_and_no_element_is_kept(html: str) -> None:
    page = parse(f"<div>{html}{LONG}{html}</div>")
    keep: Bools = (page.chars > 0) & (np.arange(len(page)) % 3 > 0)
    found = fill_gaps(page, keep, np.full(len(page), 0.5))
    assert not (keep & ~found).any()
    assert not (found & (page.chars == 0)).any()
