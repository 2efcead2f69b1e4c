"""From scores to a decision: which blocks of a page are kept.

One function, :func:`decide_page`, serves the method, its training and its report card. All its constants are in
:class:`DecisionRule`, which is part of the model file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import decision_steps
from dehusk.lazy_attribute import lazy_attribute
from dehusk.methods.learned.array_ops import clip
from dehusk.methods.learned.tag_groups import tag_group_bits
from dehusk.page.class_words import BIT

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.methods.learned.feature_table import BlockFeatures
    from dehusk.page.arrays import Bools, Floats, Ints

FRAME_TAG_GROUPS = ("nav", "aside", "footer", "form", "button", "select", "dialog")
FRAME_CATEGORIES = (
    *("nav", "sidebar", "footer", "form", "button", "consent", "modal"),
    *("share", "advertisement", "related", "promotion", "legal"),
)
KINDS = ("comment", "consent", "option", "frame", "title", "heading", "table", "caption", "figure", "code")
"""What a block can be: in a comment section or a cookie notice (by class words); an option of a form; in the frame of
the page (a menu, a sidebar, a footer or a form, by elements or class words; or links); the page's headline; a heading;
in a table that has a header or a caption (others may be there for the layout, with menus in them); a caption; in a
figure; code."""
_COMMENT = KINDS.index("comment")
ONLY_LINKS = 0.9
_ONLY_LINKS = float(np.float32(ONLY_LINKS))
# The bits by which decision_steps.find_kinds tells blocks apart.
_TAGS = np.array(
    [tag_group_bits(*groups) for groups in (("select",), FRAME_TAG_GROUPS, ("caption",), ("figure",), ("code",))],
    dtype=np.int64,
)
_CLASSES = np.array(
    [BIT["comment"], BIT["consent"], sum(BIT[name] for name in FRAME_CATEGORIES)],
    dtype=np.int64,
)


@dataclass(frozen=True)
class DecisionRule:
    """The constants of the decision; ``spread``, ``comment_penalty`` and ``usual_beta`` are chosen in training.

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
    usual_beta: float = 1.0
    precision_beta: float = 0.5
    recall_beta: float = 2.0
    """F-beta if nothing, precision or recall is favored."""
    min_comment_words: float = 30.0
    """A page with so many words in comments, unless it is a forum, is scored as one whose text has no comments."""
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
    min_caption_logit: float = -4.0
    min_figure_logit: float = -1.0
    min_code_logit: float = -3.0
    """A table with a header, a caption, a figure and code join the kept blocks around them if the logit is higher;
    captions also join the last kept block before them."""
    max_joined_blocks: int = 30
    """At most so many blocks join in one place."""
    few_words: float = 50.0
    """With fewer words kept the confidence is lower; a page with fewer words has no type."""
    short_page_bonus: float = 4.0
    """Added to the logits of a page with fewer words, subtracted in its menus, sidebars, footers and forms: hardly any
    training page is so short."""
    many_links: float = 0.5
    """A page with a higher share of words in links is called a list of links."""
    many_comments: float = 0.5
    """A page with a higher share of words in comments is said to be mostly comments."""
    min_type_probability: float = 0.5
    """A page type that is less likely is not named."""

    def beta(self, favor: str | float | None) -> float:
        """The beta of F-beta for what is favored; a number is itself."""
        if isinstance(favor, int | float):
            return favor
        return {None: self.usual_beta, "precision": self.precision_beta, "recall": self.recall_beta}[favor]

    @lazy_attribute
    def shift_steps(self) -> Floats:
        """The shifts in deviations."""
        return np.linspace(-self.max_shift, self.max_shift, self.shifts)

    @lazy_attribute
    def spread_shifts(self) -> Floats:
        """The shifts of the logits."""
        return self.spread * self.shift_steps

    @lazy_attribute
    def part_bounds(self) -> Floats:
        """The logits above which tables, captions, figures and code join the blocks around them."""
        bounds = self.min_table_logit, self.min_caption_logit, self.min_figure_logit, self.min_code_logit
        return np.array(bounds, dtype=np.float64)

    @lazy_attribute
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
    >>> inputs.kinds[KINDS.index("heading")].tolist(), inputs.comment.tolist()
    ([True, False], [False, True])
    """

    words: Floats
    """At least 1."""
    repeats: Ints
    """Blocks of the page with the same text, itself included."""
    link_share: Floats
    kinds: npt.NDArray[np.bool_]
    """Which blocks are of each of :data:`KINDS`, one row per kind."""

    @classmethod
    def of(cls, features: BlockFeatures) -> DecisionInputs:
        """Read them off a page's blocks."""
        blocks = features.blocks
        kinds, link_share = decision_steps.find_kinds(blocks.columns, features.title, _ONLY_LINKS, _TAGS, _CLASSES)
        return cls(blocks.min_words, blocks.repeats, link_share, kinds)

    @property
    def comment(self) -> Bools:
        """The blocks in a comment section."""
        comment: Bools = self.kinds[_COMMENT]
        return comment

    @lazy_attribute
    def word_sums(self) -> tuple[float, float, float]:
        """The words of all blocks, those in links, and those in comments."""
        return decision_steps.sum_words(self.words, self.link_share, self.comment)


@dataclass(frozen=True, eq=False)
class Decision:
    """What is kept of a page, and why; columns run over blocks."""

    keep: Bools
    penalty: Floats
    """What was subtracted from a block's logit."""
    joined: Bools
    """Kept because the blocks around it are."""
    expected_f1: float
    kept_words: float


def decide_page(
    logits: Floats,
    inputs: DecisionInputs,
    rule: DecisionRule,
    favor: str | float | None = None,
    headline: bool | None = None,
) -> Decision:
    """The blocks to keep: those that make the expected F of the page largest, and what belongs to them.

    ``headline``: True keeps the page's headline if anything is kept, False drops it.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.feature_table import BlockFeatures
    >>> inputs = DecisionInputs.of(BlockFeatures.of(parse("<p>" + "tea " * 50 + "<p>Menu<p>" + "milk " * 60)))
    >>> decision = decide_page(np.array([3.0, -4.0, 2.0]), inputs, DecisionRule())
    >>> decision.keep.tolist(), decision.expected_f1 > 0.8
    ([True, False, True], True)
    """
    keep, penalty, joined, expected_f1, kept_words = decision_steps.decide(
        *(logits, inputs.words, inputs.repeats, inputs.link_share, inputs.kinds.reshape(-1)),
        *(rule.spread_shifts, rule.shift_weights, rule.part_bounds, rule.few_words, rule.short_page_bonus),
        *(rule.label_repeats, rule.label_link_share, rule.min_words_outside),
        *(rule.comment_penalty, rule.boilerplate_penalty, rule.beta(favor), rule.floor),
        *(rule.min_heading_logit, rule.max_joined_blocks, -1 if headline is None else int(headline)),
    )
    return Decision(keep, penalty, joined, expected_f1, kept_words)


def probability(logits: Floats) -> Floats:
    """The logistic function.

    >>> probability(np.array([0.0])).tolist()
    [0.5]
    """
    odds_against = np.exp(clip(-logits, -30, 30))
    return np.asarray(1 / (1 + odds_against), dtype=np.float64)
