"""From scores to a decision: keep the blocks that give the page the best F1 to be expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.blocks import REPEATED
from dehusk.methods.learned.columns import clip, last_of
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.methods.learned.blocks import Blocks
    from dehusk.methods.learned.columns import Columns
    from dehusk.page.arrays import Bools, Floats

_SHIFTS = np.linspace(-2.0, 2.0, 9)
_SHIFT_WEIGHTS = np.exp(-0.5 * _SHIFTS**2) / np.exp(-0.5 * _SHIFTS**2).sum()


@dataclass(frozen=True)
class Rule:
    """The rule's settings, chosen on training pages that the scores were not fitted to.

    ``spread``: what is uncertain is the level of a whole page more than one block against another, so the expectation
    is averaged over shifts of all logits, normally distributed with this deviation. ``comment_penalty``: taken from
    the logits of blocks in comments if enough content is expected outside. ``floor``: no block less likely than this
    is kept.
    """

    spread: float = 2.0
    comment_penalty: float = 1.0
    floor: float = 0.12


_ENOUGH_OUTSIDE = 30.0
_NEVER_PENALTY = 6.0
_LINKED = 0.9
_UNLIKELY_HEADING = -3.0
_UNLIKELY_PART = {"in.caption": -1.0, "in.figure": -1.0, "in.code": -3.0}
_UNLIKELY_CELL = -1.0
_TABLE = tags.tag_table("table")
_LONGEST_PART = 30


def probability(logits: Floats) -> Floats:
    """The logistic function.

    >>> probability(np.array([0.0])).tolist()
    [0.5]
    """
    odds_against = np.exp(clip(-logits, -30, 30))
    return np.asarray(1 / (1 + odds_against), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Aside:
    """Blocks that are beside the content wherever there is some: masks over blocks."""

    comment: Bools
    never: Bools
    """Cookie notices, the options of forms, and links that repeat ("Read more"): of the first two less than one word in
    a hundred was content in training, of the last one in twenty."""

    @classmethod
    def of(cls, columns: Columns) -> Aside:
        """By the elements around a block and their names."""
        label = (columns["repeats"] >= np.float32(np.log1p(REPEATED))) & (columns["link_share"] > _LINKED)
        return cls(columns["cue.comment"] > 0, (columns["cue.consent"] > 0) | (columns["in.choice"] > 0) | label)


def hold_back(logits: Floats, words: Floats, aside: Aside, rule: Rule) -> Floats:
    """The logits, lowered in comments and in what is never content, where the page has other content."""
    outside = ~(aside.comment | aside.never)
    if float((probability(logits) * words)[outside].sum()) < _ENOUGH_OUTSIDE:
        return logits
    lowered: Floats = logits - rule.comment_penalty * aside.comment - _NEVER_PENALTY * aside.never
    return lowered


def expected_f(logits: Floats, words: Floats, rule: Rule, beta: float = 1.0) -> Floats:
    """The expected F-beta of keeping the first 1, 2, ... blocks; blocks come sorted by falling logit.

    Of the words kept, those of blocks that are content count as found: F = (1 + b²) found / (kept + b² content).
    """
    p = probability(logits[None, :] + rule.spread * _SHIFTS[:, None])
    found = np.cumsum(p * words, axis=1)
    content = found[:, -1:]
    f = (1 + beta**2) * found / np.maximum(np.cumsum(words) + beta**2 * content, 1e-9)
    return np.asarray(_SHIFT_WEIGHTS @ f, dtype=np.float64)


def decide(logits: Floats, words: Floats, rule: Rule, beta: float = 1.0) -> tuple[Bools, float]:
    """The blocks to keep, and the F1 to be expected of that.

    >>> keep, f1 = decide(np.array([3.0, -4.0, 2.0]), np.array([50.0, 40.0, 60.0]), Rule())
    >>> keep.tolist(), f1 > 0.8
    ([True, False, True], True)
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


def headings_between(blocks: Blocks, keep: Bools, logits: Floats) -> Bools:
    """Headings that stand directly before a kept block and after another: they belong to the text they head."""
    between: Bools = tags.HEADING[blocks.tag] & (logits > _UNLIKELY_HEADING)
    between[1:] &= keep[:-1]
    between[:-1] &= keep[1:]
    between[[0, -1]] = False
    return between


def parts_between(blocks: Blocks, columns: Columns, keep: Bools, logits: Floats) -> Bools:
    """Captions, code and tables with nothing but kept blocks before and after: they belong to the text around them.

    Only tables with a header or a caption: others may be there for the layout, and menus stand in them.
    """
    page, count = blocks.page, len(keep)
    headed = _TABLE[page.tag] & (page.subtree_sum(tags.TABLE_HEADER[page.tag]) > 0)
    part = headed[page.nearest(_TABLE[page.tag])[blocks.holder]]
    likely = part & (logits > _UNLIKELY_CELL)
    for name, limit in _UNLIKELY_PART.items():
        inside = columns[name] > 0
        part |= inside
        likely |= inside & (logits > limit)
    before, after = last_of(keep), count - 1 - last_of(keep[::-1])[::-1]
    near = (before >= 0) & (after < count) & (after - before <= _LONGEST_PART + 1)
    others = np.cumsum(~part & ~keep)
    alone = others[np.minimum(after, count - 1)] == others[np.maximum(before, 0)]
    between: Bools = ~keep & near & alone & likely
    return between
