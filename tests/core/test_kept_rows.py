"""What is looked at when kept leaves are written, compiled and not, beside slow definitions."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk._core.kept_rows import DROPPED, HEADING, HEADING_PART, LISTING, MIXED, PART
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
    keep, roles = some_leaves(page, seed), np.random.default_rng(seed).integers(0, 8, 1 << 16, dtype=np.uint8)
    module = core_module("kept_rows", form)
    mixed, parts, dropped, sums = module.partly_kept(page.tag, page.parent, page.end, page.chars, keep, roles)
    rows = range(len(page))
    kept_chars = [sum(int(page.chars[each]) for each in below(page, row) if keep[each]) for row in rows]
    all_chars = [sum(int(page.chars[each]) for each in below(page, row)) for row in rows]
    kept = np.flatnonzero(keep).tolist()

    def is_between(row: int) -> bool:
        around = below(page, int(page.parent[row]))
        before = [each for each in kept if each < row]
        after = [each for each in kept if each >= page.end[row]]
        return bool(before and after) and before[-1] in around and after[0] in around

    whole = [row for row in rows if all_chars[row] > 0 and kept_chars[row] == 0]
    role = roles[page.tag].tolist()
    assert sums.tolist() == [kept_chars, all_chars]
    assert mixed.tolist() == [row for row in rows if role[row] & MIXED and 0 < kept_chars[row] < all_chars[row]]
    assert parts.tolist() == [row for row in whole if role[row] & PART and row and is_between(row)]
    assert dropped.tolist() == [row for row in whole if role[row] & DROPPED]


@each_form
@given(page=pages, seed=seeds)
def test_kinds_of_elements_and_what_may_be_decorated(form: str, page: Page, seed: int) -> None:
    keep, roles = some_leaves(page, seed), np.random.default_rng(seed).integers(0, 8, 1 << 16, dtype=np.uint8)
    module = core_module("kept_rows", form)
    has_kept, of_kept, of_all = module.kept_kinds(page.tag, page.end, keep, roles)
    expected = [any(keep[each] for each in below(page, row)) for row in range(len(page))]
    role = roles[page.tag].tolist()
    assert has_kept.tolist() == expected
    assert of_all == np.bitwise_or.reduce(role)
    assert of_kept == np.bitwise_or.reduce([0, *(each for each, found in zip(role, expected, strict=True) if found)])
    parts, listings = module.decorated_rows(page.tag, page.end, page.offset, keep, roles, 5)
    rows = [row for row in range(len(page)) if expected[row]]
    headings = [row for row in rows if role[row] & HEADING]
    in_heading = [row for row in rows if any(row in below(page, heading) for heading in headings)]
    assert parts.tolist() == [row for row in in_heading if role[row] & HEADING_PART and len(page.raw_text(row)) <= 5]
    assert listings.tolist() == [row for row in rows if role[row] & LISTING]


@each_form
@given(page=pages, seed=seeds)
def test_kept_blocks_and_leaves_that_touch(form: str, page: Page, seed: int) -> None:
    keep = some_leaves(page, seed)
    module = core_module("kept_rows", form)
    spans: list[list[int]] = []
    pairs: list[list[int]] = []
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
        if is_beside and not page.preformatted[after] and not (page.text[at - 1].isspace() or page.text[at].isspace()):
            pairs.append([before, after])
    assert module.kept_spans(keep, page.chars, page.block).T.tolist() == spans
    arguments = (keep, page.chars, page.block, page.offset, page.preformatted, page.char_classes)
    assert module.touching_leaves(*arguments).tolist() == pairs


@each_form
@given(texts=st.lists(st.sampled_from(TEXTS) | st.text(" \n\t\xa0ab", max_size=20), max_size=8))
def test_collapsed_texts(form: str, texts: list[str]) -> None:
    whole = "".join(texts)
    bounds = np.cumsum([0, *map(len, texts)]).astype(np.intp)
    found = core_module("text_loops", form).collapsed_texts(whole, classes(whole), bounds[:-1], bounds[1:])
    assert found == [collapse(text) for text in texts]
