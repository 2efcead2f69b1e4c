"""The features of a page in each mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.methods.web2text.block_features import LEAF, NODE, block_names, edge_names, measure_released
from dehusk.methods.web2text.paper_features import TABLE_1, measure_paper, paper_names

if TYPE_CHECKING:
    from dehusk.methods.web2text.cdom import CDom
    from dehusk.methods.web2text.feature_columns import Columns, MeasuredPage, Mode
    from dehusk.methods.web2text.text_statistics import Words
    from dehusk.page import Page


def measure(page: Page, words: Words, mode: Mode) -> tuple[CDom, MeasuredPage]:
    """Collapse a page and measure its blocks and nodes.

    >>> from dehusk import parse
    >>> cdom, values = measure(parse("<h1>Tea</h1><p>One <i>good</i> cup</p>"), "english", "paper")
    >>> values.leaf.shape, values.node.shape
    ((4, 14), (6, 14))
    """
    return measure_paper(page, words) if mode == "paper" else measure_released(page, words, mode)


def scaled_columns(mode: Mode) -> tuple[Columns, Columns]:
    """The features of a block's own text and those of an ancestor."""
    return (TABLE_1, TABLE_1) if mode == "paper" else (LEAF, NODE)


def input_names(mode: Mode) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the features that the network for blocks and the one for pairs receive.

    >>> [len(names) for names in input_names("released")], [len(names) for names in input_names("paper")]
    ([128, 25], [48, 48])
    """
    return (paper_names(), paper_names()) if mode == "paper" else (block_names(), edge_names())
