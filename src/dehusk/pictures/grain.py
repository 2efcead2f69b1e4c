"""What the learned default saw: the page's blocks by score, and the features that the scores hang on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.features import features
from dehusk.methods.learned.model import Model, shipped_model
from dehusk.methods.learned.trees import Trees
from dehusk.pictures.excerpt import excerpt
from dehusk.pictures.feature_names import meaning
from dehusk.pictures.heatmap import HeatMap, Share, Stripe
from dehusk.pictures.picture import Picture, highest_of_bins

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.methods.learned.blocks import Blocks
    from dehusk.methods.learned.columns import Floats32
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
    blocks, columns = features(page)
    model = model or shipped_model()
    shares: tuple[Share, ...] = ()
    if set(model.features) <= set(columns.names):
        matrix = columns.matrix(model.features)
        if np.allclose(model.trees.scores(matrix), selection.why["logits"]):
            shares = _shares(model, matrix)
    return Picture("Score of every block", _CAPTION, (HeatMap(_stripes(page, selection, blocks), shares),))


def _stripes(page: Page, selection: Selection, blocks: Blocks) -> tuple[Stripe, ...]:
    stripes = []
    for place in highest_of_bins(blocks.words, _MOST_STRIPES).tolist():
        first, score = int(blocks.first[place]), float(selection.score[blocks.first[place]])
        path, kept = page.path(int(blocks.holder[place])), bool(selection.keep[first])
        text = excerpt(page, first, int(blocks.last[place]) + 1)
        note = f"{path}\nscore {score:.3f}, {'kept' if kept else 'dropped'}, {blocks.words[place]:,.0f} words\n{text}"
        stripes.append(Stripe(float(blocks.words[place]), score, kept, text, note))
    return tuple(stripes)


def _shares(model: Model, matrix: Floats32) -> tuple[Share, ...]:
    changes = feature_changes(model.trees, matrix)
    order = np.argsort(-changes, kind="stable")[:_FEATURES]
    shares = []
    for place in order[changes[order] > 0].tolist():
        name, row = model.features[place], matrix[place]
        low, middle, high = (f"{value:.4g}" for value in np.percentile(row, (0, 50, 100)).tolist())
        note = f"{name}: {meaning(name)}\non this page {low} to {high}, median {middle}"
        shares.append(Share(name, float(changes[place]), note))
    return tuple(shares)


def feature_changes(trees: Trees, matrix: Floats32) -> Floats:
    """How much the scores change, in the mean, if every block has the page's median of a feature; 0 if none asks.

    Trees that do not ask for a feature do not change with it, so only the others are evaluated.

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
