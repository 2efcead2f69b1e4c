"""From scores to a decision: which blocks of a page are kept.

One function, :func:`decide_page`, serves the method, its training and its report card. All its constants are in
:class:`DecisionRule`, which is part of the model file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.array_ops import clip, last_true
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.methods.learned.feature_table import BlockFeatures
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

_TABLE = tags.tag_table("table")


@dataclass(frozen=True)
class DecisionRule:
    """The constants of the decision; ``spread``, ``comment_penalty`` and ``floor`` are chosen in training.

    >>> DecisionRule().beta("recall")
    2.0
    """

    spread: float = 2.0
    """What is uncertain is the level of a whole page more than one block against another: the expected F is averaged
    over shifts of all logits, normally distributed with this deviation."""
    shifts: int = 9
    """How many shifts, evenly spaced ..."""
    max_shift: float = 2.0
    """... from minus to plus so many deviations."""
    floor: float = 0.12
    """No block with a lower probability is kept, unless it joins the blocks around it."""
    precision_beta: float = 0.5
    recall_beta: float = 2.0
    """F-beta when precision or recall is favored; beta is 1 otherwise."""
    comment_penalty: float = 1.0
    """Subtracted from the logits of blocks in comments."""
    boilerplate_penalty: float = 6.0
    """Subtracted from the logits of cookie notices, options of forms and repeated links: of the first two less than
    one word in a hundred was content in training, of the last one in twenty."""
    min_words_outside: float = 30.0
    """Penalties apply if at least so many words of content are expected in other blocks."""
    label_repeats: int = 3
    label_link_share: float = 0.9
    """A text that is on the page so often, and more than so much of it in links, is a label ("Read more")."""
    min_heading_logit: float = -3.0
    """A heading between two kept blocks joins them if its logit is higher."""
    min_table_logit: float = -1.0
    min_caption_logit: float = -1.0
    min_figure_logit: float = -1.0
    min_code_logit: float = -3.0
    """A table with a header, a caption, a figure and code join the kept blocks around them if the logit is higher."""
    max_joined_blocks: int = 30
    """At most so many blocks join in one place."""
    few_words: float = 50.0
    """With fewer words kept the confidence is lower; a page with fewer words has no type."""
    many_links: float = 0.5
    """A page with a higher share of words in links is called a list of links."""
    many_comments: float = 0.5
    """A page with a higher share of words in comments is said to be mostly comments."""
    min_type_probability: float = 0.5
    """A page type that is less likely is not named."""

    def beta(self, favor: str | None) -> float:
        """The beta of F-beta for what is favored."""
        return {None: 1.0, "precision": self.precision_beta, "recall": self.recall_beta}[favor]

    @cached_property
    def shift_steps(self) -> Floats:
        """The shifts in deviations."""
        return np.linspace(-self.max_shift, self.max_shift, self.shifts)

    @cached_property
    def shift_weights(self) -> Floats:
        """The normal distribution's weight of each shift."""
        density = np.exp(-0.5 * self.shift_steps**2)
        weights: Floats = density / density.sum()
        return weights


@dataclass(frozen=True, eq=False)
class DecisionInputs:
    """What the decision reads beside the scores; columns run over blocks.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.feature_table import BlockFeatures
    >>> inputs = DecisionInputs.of(BlockFeatures.of(parse("<h2>Tea</h2><div id=comments>I like it.</div>")))
    >>> inputs.heading.tolist(), inputs.comment.tolist()
    ([True, False], [False, True])
    """

    words: Floats
    """At least 1."""
    repeats: Ints
    """Blocks of the page with the same text, itself included."""
    link_share: Floats
    comment: Bools
    """In a comment section, by class words."""
    consent: Bools
    """In a cookie notice, by class words."""
    option: Bools
    """Options of a form."""
    heading: Bools
    table: Bools
    """In a table that has a header or a caption; others may be there for the layout, with menus in them."""
    caption: Bools
    figure: Bools
    code: Bools

    @classmethod
    def of(cls, features: BlockFeatures) -> DecisionInputs:
        """Read them off a page's blocks."""
        blocks = features.blocks
        return cls(
            words=np.maximum(blocks.words, 1.0),
            repeats=blocks.repeats,
            link_share=features["link_share"].astype(np.float64),
            comment=features["class.comment"] > 0,
            consent=features["class.consent"] > 0,
            option=features["in.select"] > 0,
            heading=tags.HEADING[blocks.tag],
            table=_in_data_table(blocks.page)[blocks.holder],
            caption=features["in.caption"] > 0,
            figure=features["in.figure"] > 0,
            code=features["in.code"] > 0,
        )


def _in_data_table(page: Page) -> Bools:
    """Rows whose nearest table has a header or a caption."""
    table = _TABLE[page.tag]
    data_table = table & (page.subtree_sum(tags.TABLE_HEADER[page.tag]) > 0)
    inside: Bools = data_table[page.nearest(table)]
    return inside


@dataclass(frozen=True, eq=False)
class Decision:
    """What is kept of a page, and why; columns run over blocks."""

    keep: Bools
    penalty: Floats
    """What was subtracted from a block's logit."""
    joined: Bools
    """Kept because the blocks around it are."""
    expected_f1: float


def decide_page(logits: Floats, inputs: DecisionInputs, rule: DecisionRule, favor: str | None = None) -> Decision:
    """The blocks to keep: those that make the expected F of the page largest, and what belongs to them.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.feature_table import BlockFeatures
    >>> inputs = DecisionInputs.of(BlockFeatures.of(parse("<p>" + "tea " * 50 + "<p>Menu<p>" + "milk " * 60)))
    >>> decision = decide_page(np.array([3.0, -4.0, 2.0]), inputs, DecisionRule())
    >>> decision.keep.tolist(), decision.expected_f1 > 0.8
    ([True, False, True], True)
    """
    penalty = penalties(logits, inputs, rule)
    keep, expected_f1 = best_cut(logits - penalty, inputs.words, rule, rule.beta(favor))
    joined = headings_between(logits, inputs, keep, rule) | parts_between(logits, inputs, keep, rule)
    return Decision(keep | joined, penalty, joined, expected_f1)


def probability(logits: Floats) -> Floats:
    """The logistic function.

    >>> probability(np.array([0.0])).tolist()
    [0.5]
    """
    odds_against = np.exp(clip(-logits, -30, 30))
    return np.asarray(1 / (1 + odds_against), dtype=np.float64)


def penalties(logits: Floats, inputs: DecisionInputs, rule: DecisionRule) -> Floats:
    """What is subtracted from logits in comments and in boilerplate, if content is expected outside them."""
    label = (inputs.repeats >= rule.label_repeats) & (inputs.link_share > rule.label_link_share)
    boilerplate = inputs.consent | inputs.option | label
    outside = ~(inputs.comment | boilerplate)
    if float((probability(logits) * inputs.words)[outside].sum()) < rule.min_words_outside:
        return np.zeros(len(logits))
    penalty: Floats = rule.comment_penalty * inputs.comment + rule.boilerplate_penalty * boilerplate
    return penalty


def expected_f(logits: Floats, words: Floats, rule: DecisionRule, beta: float = 1.0) -> Floats:
    """The expected F-beta of keeping the first 1, 2, ... blocks; blocks are sorted by falling logit.

    Of the words kept, those of blocks that are content count as found: F = (1 + b²) found / (kept + b² content).
    """
    p = probability(logits[None, :] + rule.spread * rule.shift_steps[:, None])
    found = np.cumsum(p * words, axis=1)
    content = found[:, -1:]
    f = (1 + beta**2) * found / np.maximum(np.cumsum(words) + beta**2 * content, 1e-9)
    return np.asarray(rule.shift_weights @ f, dtype=np.float64)


def best_cut(logits: Floats, words: Floats, rule: DecisionRule, beta: float = 1.0) -> tuple[Bools, float]:
    """The blocks above the cut along the logits with the largest expected F-beta, and the expected F1 of it.

    >>> best_cut(np.array([-9.0]), np.array([50.0]), DecisionRule())
    (array([False]), 0.0)
    """
    keep = np.zeros(len(logits), dtype=np.bool_)
    order = np.argsort(-logits, kind="stable")
    expected = expected_f(logits[order], words[order], rule, beta)
    keep[order[: int(np.argmax(expected)) + 1]] = True
    keep &= probability(logits) > rule.floor
    kept = int(keep.sum())
    if not kept:
        return keep, 0.0
    f1 = expected if beta == 1.0 else expected_f(logits[order], words[order], rule)
    return keep, float(f1[kept - 1])


def headings_between(logits: Floats, inputs: DecisionInputs, keep: Bools, rule: DecisionRule) -> Bools:
    """Headings directly after a kept block and directly before another: they belong to the text they head."""
    between: Bools = ~keep & inputs.heading & (logits > rule.min_heading_logit)
    between[1:] &= keep[:-1]
    between[:-1] &= keep[1:]
    between[[0, -1]] = False
    return between


def parts_between(logits: Floats, inputs: DecisionInputs, keep: Bools, rule: DecisionRule) -> Bools:
    """Captions, figures, code and tables with nothing but themselves between two kept blocks belong to the text."""
    count = len(keep)
    min_logit = np.full(count, np.inf)
    for mask, least in (
        (inputs.table, rule.min_table_logit),
        (inputs.caption, rule.min_caption_logit),
        (inputs.figure, rule.min_figure_logit),
        (inputs.code, rule.min_code_logit),
    ):
        min_logit[mask] = np.minimum(min_logit[mask], least)
    before, after = last_true(keep), count - 1 - last_true(keep[::-1])[::-1]
    near = (before >= 0) & (after < count) & (after - before <= rule.max_joined_blocks + 1)
    others = np.cumsum(np.isinf(min_logit) & ~keep)
    alone = others[np.minimum(after, count - 1)] == others[np.maximum(before, 0)]
    between: Bools = ~keep & near & alone & (logits > min_logit)
    return between
