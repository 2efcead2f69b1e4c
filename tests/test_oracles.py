"""The methods of the five papers against their slow readings, on our own pages and on random HTML."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import Page, parse
from dehusk.testing import random_layout, stacked_layout
from html_strategies import any_html
from oracles.comparison import COMPARISONS, DRAWN_COMPARISONS

CASES = sorted(path.parent.name for path in (Path(__file__).parent / "pages").glob("*/page.html"))


@cache
def our_page(case: str) -> Page:
    return parse((Path(__file__).parent / "pages" / case / "page.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", COMPARISONS)
@pytest.mark.parametrize("case", CASES)
def test_our_pages(case: str, name: str) -> None:
    assert COMPARISONS[name](our_page(case)) == ""


@pytest.mark.parametrize("name", COMPARISONS)
@settings(deadline=None, max_examples=40)
@given(html=any_html)
def test_random_html(name: str, html: str) -> None:
    assert COMPARISONS[name](parse(html)) == ""


@pytest.mark.parametrize("name", DRAWN_COMPARISONS)
@pytest.mark.parametrize("case", CASES)
def test_made_up_layouts(case: str, name: str) -> None:
    page = our_page(case)
    for layout in (stacked_layout(page), *(random_layout(page, seed) for seed in range(3))):
        assert DRAWN_COMPARISONS[name](replace(page, layout=layout)) == ""


@pytest.mark.parametrize("name", DRAWN_COMPARISONS)
@settings(deadline=None, max_examples=40)
@given(html=any_html, seed=st.integers(0, 1000))
def test_random_layouts(name: str, html: str, seed: int) -> None:
    page = parse(html)
    assert DRAWN_COMPARISONS[name](replace(page, layout=random_layout(page, seed))) == ""
