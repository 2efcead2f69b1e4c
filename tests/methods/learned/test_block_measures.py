"""What compiled code and numpy both do, they do alike."""

import numpy as np
from hypothesis import given

from dehusk import Page
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.page.text_measures import CLASSES, SPACE
from html_strategies import pages


@given(pages)
def test_features_are_numbers_whatever_the_page(page: Page) -> None:
    assert np.isfinite(BlockFeatures.of(page).matrix).all()


@given(pages)
def test_every_character_of_a_block_has_a_class(page: Page) -> None:
    blocks = Blocks.of(page)
    if len(blocks):
        counts = blocks.counts[:-1, :CLASSES]
        solid = counts.sum(axis=1) - counts[:, SPACE]
        bounds = zip(page.offset[blocks.first].tolist(), page.offset[blocks.last + 1].tolist(), strict=True)
        assert solid.tolist() == [sum(not char.isspace() for char in page.text[start:stop]) for start, stop in bounds]
