"""The steps of text density, compiled and not, beside definitions with numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk.methods.cetd import Counts
from dehusk.page.loops import subtree_argmax
from html_strategies import pages

if TYPE_CHECKING:
    from dehusk import Page
    from dehusk.page.arrays import Bools, Floats

each_form = pytest.mark.parametrize("form", FORMS)
seeds = st.integers(0, 1 << 16)


def some_density(page: Page, seed: int) -> Floats:
    """A density of each element, with many equal ones; 0 for text."""
    values = np.random.default_rng(seed).integers(0, 4, len(page)).astype(np.float64)
    return np.where(page.is_element, values, 0.0)


@each_form
@pytest.mark.parametrize("mode", ["author", "paper"])
@given(page=pages)
def test_composite_densities(form: str, mode: str, page: Page) -> None:
    steps, counts = core_module("density_steps", form), Counts.of(page)
    C, T, LC, LT = counts.C, counts.T, counts.LC, counts.LT  # noqa: N806 - the paper's symbols
    T1, LC1, LT1, NLC1 = (np.maximum(each, 1) for each in (T, LC, LT, C - LC))  # noqa: N806
    outer, inner = steps.composite_terms(C, T, LC, LT, mode == "author")
    assert outer.tolist() == np.maximum(C / LC1 * T1 / LT1, 1).tolist()
    assert inner.tolist() == (C * (LC1 if mode == "author" else LC) / NLC1 + LC[0] / max(C[0], 1) * C + np.e).tolist()
    logarithms = np.log(outer), np.log(np.log(inner))
    wanted = np.zeros_like(C)
    np.divide(C / T1 * logarithms[0], logarithms[1], out=wanted, where=(C > 0) & (logarithms[1] > 0))
    assert steps.composite_densities(C, T, *logarithms).tolist() == wanted.tolist()


@each_form
@given(page=pages, seed=seeds)
def test_density_sums(form: str, page: Page, seed: int) -> None:
    steps, density, tags = core_module("density_steps", form), some_density(page, seed), Counts.of(page).T
    runs = some_density(page, seed + 1)[page.parent[page.leaves]] + 1
    arguments = page.parent, page.is_element, density, tags, page.leaves, runs
    of_children = np.bincount(page.parent[1:], weights=density[1:], minlength=len(page))
    assert steps.density_sums(*arguments, 0).tolist() == np.where(page.is_element, of_children, -1).tolist()
    of_runs = np.bincount(page.parent[page.leaves], weights=runs, minlength=len(page))
    wanted = np.where(tags == 0, density, of_children + of_runs)
    assert steps.density_sums(*arguments, 1).tolist() == np.where(page.is_element, wanted, -1).tolist()


def content(page: Page, density: Floats, sums: Floats, threshold: float) -> tuple[Bools, Bools]:
    """What algorithm 2 marks, and what is in it."""
    best = subtree_argmax(page.parent, page.is_element, sums)
    marked = np.zeros(len(page), dtype=np.bool_)
    marked[best[page.is_element & ~page.inside(page.is_element & (density < threshold))]] = True
    marked[best[0]] = True
    return marked, page.inside(marked)


@each_form
@given(page=pages, seed=seeds, threshold=st.integers(0, 4))
def test_dense_content(form: str, page: Page, seed: int, threshold: int) -> None:
    steps, density, sums = core_module("density_steps", form), some_density(page, seed), some_density(page, seed + 1)
    marked, inside = content(page, density, sums, threshold)
    best = subtree_argmax(page.parent, page.is_element, sums)
    arguments = page.parent, page.end, page.is_element, density, best, float(threshold)
    kept, outermost = steps.dense_content(*arguments, 0)
    assert kept.tolist() == inside.tolist()
    assert outermost.tolist() == (marked & ~np.append(False, inside[page.parent[1:]])).tolist()
    kept, _ = steps.dense_content(*arguments, 1)
    of_parent = np.append(False, page.above(marked)[page.parent[1:]])
    assert kept.tolist() == (inside | (of_parent & page.is_text)).tolist()


@each_form
@given(page=pages, seed=seeds, threshold=st.integers(-1, 4))
def test_parent_scores(form: str, page: Page, seed: int, threshold: int) -> None:
    steps, density = core_module("density_steps", form), some_density(page, seed)
    of_parent = density[np.maximum(page.parent, 0)]
    share = of_parent / np.maximum(of_parent + max(threshold, 0), 1)
    wanted = np.where((page.chars > 0) & (of_parent > 0), share, 0)
    assert steps.parent_scores(page.parent, page.chars, density, float(threshold)).tolist() == wanted.tolist()
