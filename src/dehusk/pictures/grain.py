"""The picture of the learned default: the page's blocks by score, and the features that the scores depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.feature_table import TABLE, BlockFeatures
from dehusk.methods.learned.model_file import Model, shipped_model
from dehusk.methods.learned.oblivious_trees import Trees
from dehusk.pictures.excerpt import excerpt
from dehusk.pictures.heatmap import HeatMap, Share, Stripe
from dehusk.pictures.picture import Picture, highest_of_bins

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.page import Page
    from dehusk.page.arrays import Floats

_CAPTION = (
    "The page's blocks from top to bottom, as high as they are long, coloured by how sure the model is that they are "
    "content. Kept are the blocks that make the page's expected F1 largest."
)
_MOST_STRIPES = 1000
_FEATURES = 12


def picture(page: Page, selection: Selection, model: Model | None = None) -> Picture:
    """Draw the blocks with their scores and, beside them, the features that mattered most.

    ``model``: the one that decided; without it, the one that comes with dehusk. Features are left out if it is not
    the one that decided.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned import Grain
    >>> page = parse("<p>Tea and milk<p>Sugar")
    >>> chart, = picture(page, Grain().select(page)).panels
    >>> [stripe.text for stripe in chart.stripes]
    ['Tea and milk', 'Sugar']
    """
    features = BlockFeatures.of(page)
    model = model or shipped_model()
    decided = np.allclose(model.logits(features.matrix), selection.why["logits"])
    shares = _shares(model, features.matrix) if decided else ()
    return Picture("Score of every block", _CAPTION, (HeatMap(_stripes(page, selection, features.blocks), shares),))


def _stripes(page: Page, selection: Selection, blocks: Blocks) -> tuple[Stripe, ...]:
    stripes = []
    for place in highest_of_bins(blocks.words, _MOST_STRIPES).tolist():
        first, score = int(blocks.first[place]), float(selection.score[blocks.first[place]])
        path, kept = page.path(int(blocks.holder[place])), bool(selection.keep[first])
        text = excerpt(page, first, int(blocks.last[place]) + 1)
        decision = _decision(selection, place, kept=kept)
        note = f"{path}\nscore {score:.3f}, {decision}, {blocks.words[place]:,.0f} words\n{text}"
        stripes.append(Stripe(float(blocks.words[place]), score, kept, text, note))
    return tuple(stripes)


def _decision(selection: Selection, block: int, *, kept: bool) -> str:
    """What was decided about a block, and the rule by which, if it was not the score alone."""
    reasons = []
    if selection.why["joined"][block]:
        reasons.append("because the blocks around it are")
    if penalty := float(selection.why["penalty"][block]):
        reasons.append(f"log-odds lowered by {penalty:g}: comment, cookie notice, form option or repeated link")
    outcome = "kept" if kept else "dropped"
    return f"{outcome} ({'; '.join(reasons)})" if reasons else outcome


def _shares(model: Model, matrix: Floats32) -> tuple[Share, ...]:
    changes = feature_changes(model.trees, matrix)
    order = np.argsort(-changes, kind="stable")[:_FEATURES]
    shares = []
    for place in order[changes[order] > 0].tolist():
        name, row = TABLE.names[place], matrix[place]
        low, middle, high = (f"{value:.4g}" for value in np.percentile(row, (0, 50, 100)).tolist())
        note = f"{name}: {TABLE.meanings[name]}\nOn this page {low} to {high}, median {middle}."
        shares.append(Share(name, float(changes[place]), note))
    return tuple(shares)


def feature_changes(trees: Trees, matrix: Floats32) -> Floats:
    """The mean change of the scores if every block had the page's median of a feature; 0 for features of no tree.

    Only the trees with the feature are evaluated, because the others do not change.

    >>> trees = Trees(np.array([[0]]), np.array([[5]], dtype="f4"), np.array([[-1, 1]], dtype="f4"), 0.0)
    >>> feature_changes(trees, np.array([[1, 2, 9], [7, 8, 9]], dtype=np.float32)).round(3).tolist()
    [0.667, 0.0]
    """
    changes = np.zeros(len(matrix))
    for feature in np.unique(trees.feature).tolist():
        asks = (trees.feature == feature).any(axis=1)
        some = Trees(trees.feature[asks], trees.border[asks], trees.value[asks], 0.0)
        changed = matrix.copy()
        changed[feature] = np.median(matrix[feature])
        changes[feature] = np.abs(some.scores(changed) - some.scores(matrix)).mean()
    return changes
