"""What is looked at when kept leaves are written, compiled and not, beside slow definitions."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk import parse
from dehusk._core.kept_rows import (
    CALLOUT,
    CODE,
    HEADING,
    HEADING_PART,
    ITEM,
    LIST,
    LISTING,
    ORDERED_LIST,
    PART,
    QUOTE,
    RULE,
    TABLE,
    TERM,
)
from dehusk.content.kept_elements import kept_elements
from dehusk.page.text_measures import classes, collapse
from html_strategies import TEXTS, pages

if TYPE_CHECKING:
    from dehusk import Page
    from dehusk.page.arrays import Bools

each_form = pytest.mark.parametrize("form", FORMS)
seeds = st.integers(0, 1 << 16)


def some_leaves(page: Page, seed: int) -> Bools:
    keep = np.random.default_rng(seed).random(len(page)) < 0.5
    return keep & (page.chars > 0)


def below(page: Page, row: int) -> range:
    return range(row, int(page.end[row]))


@each_form
@given(page=pages, seed=seeds)
def test_elements_that_are_kept_in_part(form: str, page: Page, seed: int) -> None:
    keep, roles = some_leaves(page, seed), np.random.default_rng(seed).integers(0, 128, 1 << 16, dtype=np.uint8)
    shares, rest = np.array([0.8, 0.2, 0.6, 0.3, 0.5]), 9
    module = core_module("kept_rows", form)
    found, sums = module.partly_kept(page.tag, page.parent, page.end, page.chars, keep, roles, shares, rest)
    rows = range(len(page))
    kept_chars = [sum(int(page.chars[each]) for each in below(page, row) if keep[each]) for row in rows]
    all_chars = [sum(int(page.chars[each]) for each in below(page, row)) for row in rows]
    kept = np.flatnonzero(keep).tolist()
    role = roles[page.tag].tolist()

    def is_between(row: int) -> bool:
        around = below(page, int(page.parent[row]))
        before = [each for each in kept if each < row]
        after = [each for each in kept if each >= page.end[row]]
        return bool(before and after) and before[-1] in around and after[0] in around

    def is_before_kept(row: int) -> bool:
        after = [each for each in rows if each >= page.end[row] and (page.is_element[each] or page.chars[each])]
        return bool(after) and kept_chars[after[0]] > 0

    def may_be(row: int) -> int:
        some, whole, up = kept_chars[row], all_chars[row], int(page.parent[row])
        share, bits = some / whole if whole else 1, 0
        if 0 < share < 1:
            bits = (LIST if share >= 0.8 else 0) | (TABLE if share >= 0.2 else 0) | (QUOTE if whole - some <= 9 else 0)
        elif share == 0:
            if row and is_between(row):
                of_parent = kept_chars[up] / all_chars[up]
                bits |= PART if of_parent >= 0.6 and whole <= 0.5 * kept_chars[up] else 0
                bits |= CALLOUT if of_parent >= 0.3 else 0
            bits |= CODE if kept and kept[0] < row else 0
            bits |= TERM if is_before_kept(row) else 0
        return bits & int(role[row])

    assert sums.tolist() == [kept_chars, all_chars]
    assert found == [(row, bits) for row in rows if (bits := may_be(row))]


@each_form
@given(page=pages, seed=seeds)
def test_kinds_of_elements_and_what_may_be_decorated(form: str, page: Page, seed: int) -> None:
    keep, roles = some_leaves(page, seed), np.random.default_rng(seed).integers(0, 8, 1 << 16, dtype=np.uint8)
    module = core_module("kept_rows", form)
    # Bits without a condition.
    kinds = roles << 6
    attributes = np.frombuffer(page.attrs.source, dtype=np.uint8), page.attrs.start, page.attrs.stop
    has_kept, of_kept, of_all = module.kept_kinds(
        page.tag, page.end, page.offset, keep, kinds, *attributes, page.char_classes
    )
    expected = [any(keep[each] for each in below(page, row)) for row in range(len(page))]
    role = kinds[page.tag].tolist()
    assert has_kept.tolist() == expected
    assert of_all == np.bitwise_or.reduce(role)
    assert of_kept == np.bitwise_or.reduce([0, *(each for each, found in zip(role, expected, strict=True) if found)])
    role = roles[page.tag].tolist()
    parts, listings = module.decorated_rows(page.tag, page.end, page.offset, keep, roles, 5)
    rows = [row for row in range(len(page)) if expected[row]]
    headings = [row for row in rows if role[row] & HEADING]
    in_heading = [row for row in rows if any(row in below(page, heading) for heading in headings)]
    assert parts == [row for row in in_heading if role[row] & HEADING_PART and len(page.raw_text(row)) <= 5]
    assert listings == [row for row in rows if role[row] & LISTING]


@each_form
@given(page=pages, seed=seeds)
def test_rows_that_are_visited(form: str, page: Page, seed: int) -> None:
    keep, random = some_leaves(page, seed), np.random.default_rng(seed)
    has_content = page.above(keep | (random.random(len(page)) < 0.2))
    kinds, roles = random.integers(0, 3, 1 << 16, dtype=np.uint8), random.integers(0, 8, 1 << 16, dtype=np.uint8)
    visited, of_rows = core_module("kept_rows", form).visited_rows(
        page.tag, page.parent, keep, has_content, kinds, roles
    )
    role, kept = roles[page.tag].tolist(), np.flatnonzero(keep).tolist()

    def is_visited(row: int) -> bool:
        up = int(page.parent[row])
        is_counted = row > 0 and role[row] & ITEM and role[up] & ORDERED_LIST and has_content[up]
        is_rule = row > 0 and role[row] & RULE and kept and kept[0] <= row < kept[-1]
        return bool(keep[row] or (kinds[page.tag[row]] and has_content[row]) or is_counted or is_rule)

    assert of_rows.tolist() == kinds[page.tag].tolist()
    assert visited[1:].tolist() == [is_visited(row) for row in range(1, len(page))]


@each_form
@pytest.mark.parametrize(
    ("html", "kinds"),
    [
        ("<a href='#n1'>[1]</a>", "a"),
        ("<a class=x href='https://tea.example/#n1'> 1234 </a>", "a"),
        ("<a href='#n1'>[Notes 1]!</a>", ""),
        ("<a href='#n1'>1                       </a>", ""),
        ("<a href='#'>1</a>", ""),
        ("<a href='/tea'>1</a>", ""),
        ("<a id='#n1'>1</a>", ""),
        ("<img class='x Latex' alt=y>", "img"),
        ("<img class=mwe-MATH alt=y>", ""),
        ("<img src='?%5Cfrac'>", "img"),
        ("<img src='?\\frac'>", "img"),
        ("<img src=math.png alt='tex \\frac'>", ""),
        ("<small class=sideNote>x</small>", "small"),
        ("<small class=sidenot id=note>x</small>", ""),
        ("<small title='class=&quot;note'>x</small>", ""),
    ],
)
def test_kinds_that_depend_on_attributes(form: str, html: str, kinds: str) -> None:
    page = parse(f"<p>Tea {html}")
    module = core_module("kept_rows", form)
    with patch("dehusk.content.kept_elements.kept_kinds", module.kept_kinds):
        found = kept_elements(page, page.chars > 0)
    bits = {"": 0, "a": module.LINK, "img": module.IMAGE, "small": module.SMALL}
    assert found.kinds_in_page == bits[kinds]
    assert found.kinds == bits[kinds] & ~module.IMAGE


@each_form
@given(page=pages, seed=seeds)
def test_kept_blocks_and_leaves_that_touch(form: str, page: Page, seed: int) -> None:
    keep = some_leaves(page, seed)
    module = core_module("kept_rows", form)
    spans: list[list[int]] = []
    pairs: list[tuple[int, int]] = []
    last = -1
    for leaf in page.leaves.tolist():
        if not keep[leaf]:
            last = -1
            continue
        same_block = last >= 0 and page.block[last] == page.block[leaf]
        if same_block:
            spans[-1][1] = leaf + 1
        else:
            spans.append([leaf, leaf + 1])
        last = leaf
    kept = page.leaves[keep[page.leaves]].tolist()
    for before, after in pairwise(kept):
        at = int(page.offset[after])
        is_beside = page.offset[before + 1] == at and page.block[before] == page.block[after]
        touch = (page.text[at - 1].isalnum() or page.text[at - 1] in ".!?…") and page.text[at].isalnum()
        if is_beside and not page.preformatted[after] and touch:
            pairs.append((before, after))
    first, stop = module.kept_spans(keep, page.chars, page.block)
    assert [list(span) for span in zip(first.tolist(), stop.tolist(), strict=True)] == spans
    text = (page.text, page.char_classes)
    leaves = (keep, page.chars, page.block, page.offset, page.preformatted)
    assert module.touching_leaves(*text, *leaves) == pairs
    texts = [page.text[page.offset[start] : page.offset[end]] for start, end in spans]
    assert module.block_texts(*text, page.offset, page.preformatted, first, stop) == [
        module.trimmed_lines(text) if page.preformatted[span[0]] else collapse(text)
        for span, text in zip(spans, texts, strict=True)
    ]


@each_form
@given(texts=st.lists(st.sampled_from(TEXTS) | st.text(" \n\t\xa0ab", max_size=20), max_size=8))
def test_collapsed_texts(form: str, texts: list[str]) -> None:
    whole = "".join(texts)
    bounds = np.cumsum([0, *map(len, texts)]).astype(np.intp)
    found = core_module("text_loops", form).collapsed_texts(whole, classes(whole), bounds[:-1], bounds[1:])
    assert found == [collapse(text) for text in texts]
