"""The style of text that is asked for on a page, and the scores of its blocks in this style."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dehusk.methods.learned.page_network import STYLES
from dehusk.methods.learned.page_type import TYPES

if TYPE_CHECKING:
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.methods.learned.decision import DecisionInputs, DecisionRule
    from dehusk.methods.learned.page_network import PageNetwork, PageScores
    from dehusk.page.arrays import Floats

_COMMENTS = STYLES.index("comments")
_FORUM = TYPES.index("forum")


class StyledScores(NamedTuple):
    """What the network says about a page, and the style that it was asked for."""

    scores: PageScores
    style: Floats


def styled_scores(
    network: PageNetwork, matrix: Floats32, inputs: DecisionInputs, style: Floats, rule: DecisionRule
) -> StyledScores:
    """Score the blocks of a page; if it has comments and is no forum, as one whose text has no comments.

    That is a second run of the network, on pages with comments only; a style that already says what is wanted with
    comments stays as it is.
    """
    sums = network.input_sums(matrix)
    scores = network.run_sums(sums, inputs.words, style)
    if style[_COMMENTS] or inputs.word_sums[2] < rule.min_comment_words:
        return StyledScores(scores, style)
    types = scores.type_logits.tolist()
    if types.index(max(types)) == _FORUM:
        return StyledScores(scores, style)
    style = style.copy()
    style[_COMMENTS] = -1.0
    return StyledScores(network.run_sums(sums, inputs.words, style), style)
