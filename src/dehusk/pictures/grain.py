"""The picture of the learned default: the page's blocks by score, and the features that the scores depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.feature_table import TABLE, BlockFeatures
from dehusk.methods.learned.model_file import Model, shipped_model
from dehusk.methods.learned.reasons import block_reasons, feature_effects
from dehusk.pictures.excerpt import excerpt, whole_text
from dehusk.pictures.heatmap import HeatMap, Share, Stripe
from dehusk.pictures.picture import Picture, highest_of_bins

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.page import Page

_CAPTION = (
    "The page's blocks from top to bottom, coloured by how sure the model is that they are content. Kept are the "
    "blocks that make the page's expected F-measure largest: those above the cut."
)
_MOST_TEXT = 200_000  # characters; of a longer page the beginning of every block is shown
_MOST_STRIPES = 1000
_FEATURES = 12


def picture(page: Page, selection: Selection, model: Model | None = None) -> Picture:
    """Draw the blocks with their scores and, beside them, the features that mattered most.

    A block's note says why it has its score. ``model``: the one that decided; without it, the one that comes with
    dehusk. Features and reasons are left out if it is not the one that decided.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned import Grain
    >>> page = parse("<p>Tea and milk<p>Sugar")
    >>> chart, = picture(page, Grain().select(page)).panels
    >>> [stripe.text for stripe in chart.stripes]
    ['Tea and milk', 'Sugar']
    """
    features = BlockFeatures.of(page)
    matrix, words, style = features.matrix, np.maximum(features.blocks.words, 1.0), selection.why["style"]
    model = model or shipped_model()
    shares: tuple[Share, ...] = ()
    reasons = [""] * len(words)
    if np.allclose(model.network.run(matrix, words, style).logits, selection.why["logits"]):
        effects = feature_effects(model, matrix, words, style)
        shares = _shares(effects, matrix)
        reasons = ["\n".join(map(str, each)) for each in block_reasons(matrix, effects)]
    blocks = features.blocks
    stripes = _stripes(page, selection, blocks, reasons)
    decisions = [_decision(selection, place, kept=kept) for place, kept in enumerate(selection.keep[blocks.first])]
    paths = page.paths(blocks.holder.tolist())
    said = tuple((path, f"{what}\n{why}".strip()) for path, what, why in zip(paths, decisions, reasons, strict=True))
    cut = _cut(selection, blocks)
    return Picture("Score of every block", _caption(selection, blocks, cut), (HeatMap(stripes, shares, cut),), said)


def _cut(selection: Selection, blocks: Blocks) -> float | None:
    """The lowest score of a block that was kept for its own score; None if none was."""
    kept = selection.keep[blocks.first] & ~selection.why["joined"]
    return float(selection.score[blocks.first][kept].min()) if kept.any() else None


def _caption(selection: Selection, blocks: Blocks, cut: float | None) -> str:
    """What the picture shows, where the cut is, and the exceptions from it in words."""
    if cut is None:
        return f"{_CAPTION} No block was."
    scores, keep = selection.score[blocks.first], selection.keep[blocks.first]
    below, above = int((keep & (scores < cut)).sum()), int((~keep & (scores >= cut)).sum())
    text = (
        f"{_CAPTION} The cut is at a score of {cut:.2f}, where an F1 of {selection.why['expected_f1']:.2f} is expected."
    )
    if below:
        text += f" Below it, {below:,} kept because the blocks around them are."
    if above:
        text += f" Above it, {above:,} dropped: comments, notices, form options or repeated links."
    return text


def _stripes(page: Page, selection: Selection, blocks: Blocks, reasons: list[str]) -> tuple[Stripe, ...]:
    stripes = []
    written = whole_text if len(page.text) <= _MOST_TEXT else excerpt
    for place in highest_of_bins(blocks.words, _MOST_STRIPES).tolist():
        first, score = int(blocks.first[place]), float(selection.score[blocks.first[place]])
        path, kept = page.path(int(blocks.holder[place])), bool(selection.keep[first])
        text = written(page, first, int(blocks.last[place]) + 1)
        decision = _decision(selection, place, kept=kept)
        lines = (path, f"score {score:.3f}, {decision}, {blocks.words[place]:,.0f} words", reasons[place], text)
        note = "\n".join(filter(None, lines))
        stripes.append(Stripe(float(blocks.words[place]), score, kept, text, note))
    return tuple(stripes)


def _decision(selection: Selection, block: int, *, kept: bool) -> str:
    """What was decided about a block, and the rule by which, if it was not the score alone."""
    reasons = []
    if selection.why["joined"][block]:
        reasons.append("because the blocks around it are")
    if penalty := float(selection.why["penalty"][block]):
        reasons.append(f"log-odds lowered by {penalty:g}: comment, cookie notice, form option or repeated link")
    if change := float(selection.why["by_copy"][block]):
        found = "found in" if change > 0 else "not found in"
        reasons.append(f"log-odds changed by {change:+g}: {found} the copy of the article in the page's head")
    outcome = "kept" if kept else "dropped"
    return f"{outcome} ({'; '.join(reasons)})" if reasons else outcome


def _shares(effects: Floats32, matrix: Floats32) -> tuple[Share, ...]:
    changes = np.abs(effects).mean(axis=0)
    order = np.argsort(-changes, kind="stable")[:_FEATURES]
    shares = []
    for place in order[changes[order] > 0].tolist():
        name, row = TABLE.names[place], matrix[place]
        low, middle, high = (f"{value:.4g}" for value in np.percentile(row, (0, 50, 100)).tolist())
        note = f"{name}: {TABLE.meanings[name]}\nOn this page {low} to {high}, median {middle}."
        shares.append(Share(name, float(changes[place]), note, TABLE.meanings[name]))
    return tuple(shares)
