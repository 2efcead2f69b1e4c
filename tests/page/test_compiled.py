"""What compiled code and numpy both do, they do alike; and compiled code takes no array that it would overrun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.page import loops
from dehusk.page import text_measures as text
from html_strategies import TEXTS, pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk import Page
    from dehusk.page.arrays import Ints

_loops = pytest.importorskip("dehusk.page._loops", reason="dehusk was installed without a compiler")

pieces = st.lists(st.sampled_from(TEXTS) | st.text(max_size=20), max_size=8)
seeds = st.integers(0, 1 << 16)
KINDS = text.CLASSES
CLASS = text.classes("".join(map(chr, range(0x110000))))
NO_INTS = np.zeros(0, dtype=np.intp)


def joined(texts: list[str]) -> tuple[str, Ints]:
    bounds = np.concatenate(([0], np.cumsum([len(each) for each in texts]))).astype(np.intp)
    return "".join(texts), bounds


def same_groups(ours: Ints, theirs: Ints) -> bool:
    return bool(((ours[:, None] == ours) == (theirs[:, None] == theirs)).all())


@given(pieces)
def test_measures_of_text(texts: list[str]) -> None:
    whole, bounds = joined(texts)
    kinds = text.numpy_look_up(whole, CLASS)
    signs = text.sign_table(".,|世")
    np.testing.assert_array_equal(text.compiled_look_up(whole, CLASS), kinds)
    np.testing.assert_array_equal(text.compiled_tally(kinds, bounds, KINDS), text.numpy_tally(kinds, bounds, KINDS))
    for ours, theirs in (
        (text.compiled_collapsed_lengths, text.numpy_collapsed_lengths),
        (text.compiled_word_counts, text.numpy_word_counts),
    ):
        np.testing.assert_array_equal(ours(kinds, bounds), theirs(kinds, bounds))
    counted = text.compiled_sign_counts(whole, signs, bounds)
    np.testing.assert_array_equal(counted, text.numpy_sign_counts(whole, signs, bounds))
    assert same_groups(text.compiled_hashes(whole, bounds), text.python_hashes(whole, bounds))  # type: ignore[arg-type]


@given(pages, seeds)
def test_rows_of_a_page(page: Page, seed: int) -> None:
    random = np.random.default_rng(seed)
    mask = random.random(len(page)) < 0.3
    for column in (mask, random.integers(-9, 9, len(page)), random.normal(size=len(page))):
        ours, theirs = loops.compiled_subtree_sum(page.end, column), loops.numpy_subtree_sum(page.end, column)
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)
    np.testing.assert_array_equal(loops.compiled_inside(page.end, mask), loops.numpy_inside(page.end, mask))
    ours, theirs = loops.compiled_nearest(page.parent, mask), loops.numpy_nearest(page.parent, mask)
    np.testing.assert_array_equal(ours, theirs)


@given(st.lists(st.integers(0, 9) | st.integers(0, (1 << 64) - 1)))
def test_groups(keys: list[int]) -> None:
    column = np.array(keys, dtype=np.uint64)
    (ours, our_sizes), (theirs, their_sizes) = loops.compiled_group(column), loops.numpy_group(column)
    assert same_groups(ours, theirs)
    assert our_sizes[ours].tolist() == their_sizes[theirs].tolist()


def ints(*values: int) -> Ints:
    return np.array(values, dtype=np.intp)


TABLE = np.zeros(0x110000, dtype=np.uint8)
THREE = np.zeros(3, dtype=np.uint8)
SHARED = ints(3, 2, 3, 3, 3)
BAD: list[tuple[Callable[..., object], tuple[object, ...]]] = [
    (_loops.look_up, ("tea", TABLE[:256], THREE)),
    (_loops.look_up, ("tea", TABLE, THREE[:2])),
    (_loops.look_up, (b"tea", TABLE, THREE)),
    (_loops.look_up, ("tea", TABLE)),
    (_loops.sign_counts, ("tea", TABLE, ints(0, 4), ints(0))),
    (_loops.sign_counts, ("tea", TABLE[:9], ints(0, 3), ints(0))),
    (_loops.sign_counts, ("tea", TABLE, ints(0, 3), NO_INTS)),
    (_loops.tally, (THREE, ints(0, 2, 1), ints(0, 0))),
    (_loops.tally, (THREE, ints(0, 1, 2), ints(0, 0, 0))),
    (_loops.tally, (THREE, ints(0, 3).astype(np.int32), ints(0, 0))),
    (_loops.collapsed_lengths, (THREE, ints(-1, 3), ints(0))),
    (_loops.collapsed_lengths, (THREE, NO_INTS, NO_INTS)),
    (_loops.collapsed_lengths, (np.zeros(6, dtype=np.uint8)[::2], ints(0, 3), ints(0))),
    (_loops.word_counts, (THREE, ints(0, 3), ints(0, 0))),
    (_loops.hashes, ("tea", ints(0, 9), np.zeros(1, dtype=np.uint64))),
    (_loops.hashes, ("tea", ints(0, 3), np.zeros(2, dtype=np.uint64))),
    (_loops.inside, (ints(3, 3), THREE, THREE.copy())),
    (_loops.nearest, (ints(-1, 0), THREE, ints(0, 0, 0))),
    (_loops.nearest, (ints(-1, 2, 0), THREE, ints(0, 0, 0))),
    (_loops.subtree_sum_bools, (ints(3, 2, 4), THREE, ints(0, 0, 0))),
    (_loops.subtree_sum_ints, (ints(3, 2, -1), ints(1, 1, 1), ints(0, 0, 0))),
    (_loops.subtree_sum_floats, (ints(3, 2, 3), np.ones(2), np.ones(3))),
    (_loops.group, (np.zeros(3, dtype=np.uint64), ints(0, 0, 0), ints(0, 0))),
    (_loops.group, (np.zeros(3), ints(0, 0, 0), ints(0, 0, 0))),
    (_loops.tally, (THREE, np.array([0.0, 3.0]), ints(0, 0))),
    (_loops.subtree_sum_floats, (ints(1, 2, 3), ints(1, 1, 1), np.ones(3))),
    (_loops.nearest, (ints(-1, 0, 0), THREE, np.zeros(3))),
    (_loops.inside, (ints(3, 2, 3), THREE, THREE)),
    (_loops.inside, (ints(3, 2, 3), THREE, np.zeros(3, dtype=">u2"))),
    (_loops.subtree_sum_ints, (SHARED[:3], ints(1, 1, 1), SHARED[2:5])),
    (_loops.group, (np.zeros(3, dtype=np.uint64), SHARED[:3], SHARED[:3])),
]


@pytest.mark.parametrize(("function", "arguments"), BAD)
def test_bad_arrays_are_refused(function: Callable[..., object], arguments: tuple[object, ...]) -> None:
    with pytest.raises((TypeError, ValueError, IndexError)):
        function(*arguments)


def test_an_array_that_must_not_change_is_refused() -> None:
    found = ints(0)
    found.flags.writeable = False
    with pytest.raises(ValueError, match="measured is not a contiguous, writable array"):
        _loops.word_counts(THREE, ints(0, 3), found)


def test_groups_of_keys_that_were_chosen_to_collide() -> None:
    # A hash without a seed put all of these into one slot, which took quadratic time.
    inverse = pow(0x9E3779B97F4A7C15, -1, 1 << 64)
    keys = np.array([number * inverse % (1 << 64) for number in range(200_000)], dtype=np.uint64)
    numbers, sizes = loops.compiled_group(np.concatenate([keys, keys]))
    assert numbers.tolist() == [*range(200_000), *range(200_000)]
    assert (sizes == 2).all()
