"""Sums over trees: by numpy, by compiled code, and one comparison at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.methods.learned.oblivious_trees import COMPILED, Trees


def walk(trees: Trees, block: np.ndarray) -> float:
    """One block through every tree, one comparison at a time."""
    total = trees.bias
    for feature, border, value in zip(trees.feature, trees.border, trees.value, strict=True):
        leaf = sum(1 << level for level in range(len(feature)) if block[feature[level]] > border[level])
        total += float(value[leaf])
    return total


@given(st.integers(0, 10_000))
@settings(max_examples=50)
def test_trees_agree_with_walking_them(seed: int) -> None:
    random = np.random.default_rng(seed)
    count, depth, inputs, blocks = random.integers(1, 9, size=4)
    trees = Trees(
        random.integers(0, inputs, (count, depth)),
        random.normal(size=(count, depth)).astype(np.float32),
        random.normal(size=(count, 1 << depth)).astype(np.float32),
        0.25,
    )
    columns = random.normal(size=(inputs, blocks)).astype(np.float32)
    walked = [walk(trees, columns[:, block]) for block in range(blocks)]
    np.testing.assert_allclose(trees.scores_numpy(columns), walked, rtol=1e-4, atol=1e-5)
    if COMPILED:
        np.testing.assert_allclose(trees.scores_compiled(columns), trees.scores_numpy(columns), rtol=1e-12)
        np.testing.assert_allclose(trees.scores_compiled(columns[:, ::2]), trees.scores_numpy(columns[:, ::2]))


@pytest.mark.skipif(not COMPILED, reason="dehusk was installed without a compiler")
def test_compiled_trees_refuse_arrays_that_do_not_fit() -> None:
    trees = Trees(np.array([[5]]), np.zeros((1, 1), dtype=np.float32), np.zeros((1, 2), dtype=np.float32), 0.0)
    with pytest.raises(IndexError, match="feature 5 of 3"):
        trees.scores_compiled(np.zeros((3, 4), dtype=np.float32))
    short = Trees(np.array([[0]]), np.zeros((1, 1), dtype=np.float32), np.zeros((1, 1), dtype=np.float32), 0.0)
    with pytest.raises(ValueError, match="value has 1 items, not 2"):
        short.scores_compiled(np.zeros((3, 4), dtype=np.float32))
