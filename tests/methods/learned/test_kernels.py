"""What compiled code and numpy both do, they do alike."""

import numpy as np
import pytest
from hypothesis import given

from dehusk import Page
from dehusk.methods.learned.blocks import Blocks
from dehusk.methods.learned.features import features
from dehusk.methods.learned.measures import inherit, inherit_compiled, inherit_numpy
from dehusk.page.rows import named, python_named
from dehusk.page.text import SPACE
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


@given(pages)
def test_named_attributes(page: Page) -> None:
    names = frozenset(["class", "id", "lang"])
    assert named(page.attrs, names) == python_named(page.attrs, names)


@given(pages)
def test_features_are_numbers_whatever_the_page(page: Page) -> None:
    blocks, columns = features(page)
    if len(blocks):
        assert np.isfinite(columns.matrix(columns.names)).all()


@given(pages)
def test_every_character_of_a_block_has_a_class(page: Page) -> None:
    blocks = Blocks.of(page)
    if len(blocks):
        solid = blocks.class_counts.sum(axis=1) - blocks.class_counts[:, SPACE]
        bounds = zip(page.offset[blocks.first].tolist(), page.offset[blocks.last + 1].tolist(), strict=True)
        assert solid.tolist() == [sum(not char.isspace() for char in page.text[start:stop]) for start, stop in bounds]
