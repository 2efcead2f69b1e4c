"""What compiled code and numpy both do, they do alike."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Page
from dehusk.methods.learned.array_ops import bit_rows, bit_rows_compiled, bit_rows_numpy
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.methods.learned.measures import inherit, inherit_compiled, inherit_numpy
from dehusk.page.rows import named, python_named
from dehusk.page.text_measures import SPACE
from html_strategies import pages


@pytest.mark.skipif(inherit is inherit_numpy, reason="dehusk was installed without a compiler")
@given(pages)
def test_compiled_inheritance(page: Page) -> None:
    random = np.random.default_rng(len(page))
    bits = [random.integers(0, 1 << 40, len(page)) for _ in range(2)]
    hashes = [random.integers(0, 1 << 63, len(page), dtype=np.uint64) for _ in range(2)]
    ours = [column.copy() for column in (*bits, *hashes)]
    theirs = [column.copy() for column in (*bits, *hashes)]
    inherit_compiled(page, *ours)  # type: ignore[arg-type]
    inherit_numpy(page, *theirs)  # type: ignore[arg-type]
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(mine, other)


@pytest.mark.skipif(bit_rows is bit_rows_numpy, reason="dehusk was installed without a compiler")
@given(st.lists(st.integers(-(1 << 63), (1 << 63) - 1)), st.lists(st.integers(0, 63)))
def test_compiled_bit_rows(bits: list[int], places: list[int]) -> None:
    given_bits, given_places = np.array(bits, dtype=np.int64), np.array(places, dtype=np.intp)
    ours = bit_rows_compiled(given_bits, given_places)
    np.testing.assert_array_equal(ours, bit_rows_numpy(given_bits, given_places))


def test_compiled_code_refuses_bad_arrays() -> None:
    kernels = pytest.importorskip("dehusk.methods.learned._kernels", reason="dehusk was installed without a compiler")
    one, two = np.zeros(1, dtype=np.int64), np.zeros(2, dtype=np.int64)
    rows = np.zeros(2, dtype=np.uint8)
    for call, arguments in (
        (kernels.bit_rows, (2, 1, one, one, rows)),
        (kernels.bit_rows, (2, 1, two, two, rows)),
        (kernels.bit_rows, (2, 1, two, one, rows[:1])),
        (kernels.bit_rows, (2, 1, two, one + 64, rows)),
        (kernels.bit_rows, (-2, -1, two, one, rows)),
    ):
        with pytest.raises((TypeError, ValueError, IndexError)):
            call(*arguments)


@given(pages)
def test_named_attributes(page: Page) -> None:
    names = frozenset(["class", "id", "lang"])
    assert named(page.attrs, names) == python_named(page.attrs, names)


@given(pages)
def test_features_are_numbers_whatever_the_page(page: Page) -> None:
    assert np.isfinite(BlockFeatures.of(page).matrix).all()


@given(pages)
def test_every_character_of_a_block_has_a_class(page: Page) -> None:
    blocks = Blocks.of(page)
    if len(blocks):
        solid = blocks.class_counts.sum(axis=1) - blocks.class_counts[:, SPACE]
        bounds = zip(page.offset[blocks.first].tolist(), page.offset[blocks.last + 1].tolist(), strict=True)
        assert solid.tolist() == [sum(not char.isspace() for char in page.text[start:stop]) for start, stop in bounds]
