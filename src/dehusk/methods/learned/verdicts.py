"""What published methods make of a block, as features."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.arias import densest_region
from dehusk.methods.cetd import Counts, composite_density
from dehusk.methods.classics.boilerpipe import num_words_rule
from dehusk.methods.classics.bte import best_span
from dehusk.methods.classics.readability import scores

if TYPE_CHECKING:
    from dehusk.methods.learned.blocks import Blocks
    from dehusk.methods.learned.columns import Columns
    from dehusk.methods.learned.measures import TextMeasures, TreeMeasures
    from dehusk.page.arrays import Bools, Ints

_DENSITIES = ("ctd0", "ctd1", "ctd2")
_SCORES = ("readability0", "readability1", "readability2")


def add_verdicts(columns: Columns, blocks: Blocks, text: TextMeasures, tree: TreeMeasures) -> None:
    """Densities of CETD, regions of Arias and BTE, boilerpipe's rule, Readability's scores."""
    page = blocks.page
    # BODY comes first, as the formula asks.
    density = np.log1p(composite_density(Counts.of(page).at(np.append(0, blocks.ancestors[:3]))))
    columns.add_rows(_DENSITIES, (density[1:] - density[0]).reshape(3, -1))
    number = np.arange(len(blocks))
    columns.add("arias", _between(number, *densest_region(blocks.chars.astype(np.intp), 0.333, 4)))
    tags_before = np.cumsum(page.is_element)[blocks.first] * 2
    columns.add("bte", _between(number, *best_span(blocks.words.astype(np.intp), tags_before)[:2]))
    columns.add("boilerpipe", num_words_rule(text.words, text.link_share))
    _add_readability(columns, blocks, tree)


def _between(number: Ints, first: int, last: int) -> Bools:
    return (first <= number) & (number <= last)


def _add_readability(columns: Columns, blocks: Blocks, tree: TreeMeasures) -> None:
    page = blocks.page
    score = scores(page, np.zeros(len(page), dtype=np.bool_))
    best = int(np.argmax(score))
    score /= max(score[best], 1e-9)
    columns.add("readability.in", (blocks.first >= best) & (blocks.first < page.end[best]))
    columns.add("readability.below", blocks.depth - page.depth[best])
    columns.add("readability.share", tree.chars[best] / max(tree.chars[0], 1))
    of_ancestors = score[blocks.ancestors]
    columns.add_rows(_SCORES, of_ancestors[:3])
    columns.add("readability.highest", np.where(blocks.ancestors > 0, of_ancestors, 0.0).max(axis=0))
