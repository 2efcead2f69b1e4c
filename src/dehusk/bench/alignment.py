"""Alignment of a text with a page's blocks (Vogels, Ganea & Eickhoff 2018): anchors, then dynamic programming.

Ten characters that occur exactly once in the page are an anchor, which is extended in both directions as long as text
and page agree. Of anchors that cross, those with the fewest characters are dropped. Between two anchors the same is
repeated with strings that are unique there (the paper's recursion); the rest is aligned character by character with
dynamic programming. White space is not aligned itself: it is marked if the characters on both sides of it are
neighbours in the text as well.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.bench.metrics.lcs import lcs_opcodes
from dehusk.page.text_measures import SPACE, classes, codes

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from dehusk.page.arrays import Bools, Ints

_ANCHOR = 10
_SAME, _ALIKE, _SKIP, _GAP = 3, 1, -6, -2
"""Scores: equal letter or digit; case variant or other equal character; skipped text character; gap in the page."""
_IMPOSSIBLE = -(1 << 28)
# The largest dynamic-programming table: about 0.3 seconds and 60 MB.
_MOST_CELLS = 20_000_000
# Large enough that products mix all bits, odd so that no bits are lost.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


class Characters(NamedTuple):
    """The characters of a text without white space, as code points."""

    codes: Ints
    folded: Ints
    """As ``codes``, in lower case."""
    place: Ints
    """The index of each character in the text."""

    def part(self, start: int, stop: int) -> Characters:
        """The characters from ``start`` to ``stop``."""
        return Characters(self.codes[start:stop], self.folded[start:stop], self.place[start:stop])


def characters_of(text: str) -> Characters:
    """The characters of a text.

    >>> characters_of("A b").folded.tolist(), characters_of("A b").place.tolist()
    ([97, 98], [0, 2])
    """
    folded = text.lower()
    if len(folded) != len(text):
        # The few capitals whose lower case is two characters are not changed.
        folded = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    place = np.flatnonzero(classes(text) != SPACE)
    return Characters(codes(text)[place].astype(np.intp), codes(folded)[place].astype(np.intp), place)


def aligned(text: str, blocks: Sequence[str]) -> list[Bools]:
    """Which characters of each block are part of a text.

    >>> mask, = aligned("keep this", ["You should keep this text"])
    >>> "".join(char if here else "." for char, here in zip("You should keep this text", mask))
    '...........keep this.....'
    """
    # The separator between blocks does not occur in the text, so an alignment can cross it only by a gap.
    page = "\0".join(blocks)
    source, gold = characters_of(page), characters_of(text.replace("\0", " "))
    match = _align(gold, source)
    mask = np.zeros(len(page), dtype=np.bool_)
    mask[source.place[match >= 0]] = True
    # White space between two characters that are neighbours in the text too.
    for here in np.flatnonzero((match[:-1] >= 0) & (match[1:] == match[:-1] + 1) & (np.diff(source.place) > 1)):
        mask[source.place[here] : source.place[here + 1]] = True
    bounds = np.cumsum([0, *(len(block) + 1 for block in blocks)]).tolist()
    return [mask[start : stop - 1] for start, stop in pairwise(bounds)]


def content_labels(text: str, blocks: Sequence[str]) -> Bools:
    """Which blocks are content: those with more than two thirds of their characters in ``text``, the content.

    >>> content_labels("Steep the tea well.", ["Menu", "Steep the ", "tea", " well."]).tolist()
    [False, True, True, True]
    """
    found = zip(aligned(text, blocks), blocks, strict=True) if blocks else ()
    return np.array([int(mask.sum()) > 2 * len(block) // 3 for mask, block in found], dtype=np.bool_)


def _align(gold: Characters, source: Characters) -> Ints:
    """For every character of the source the index of its character in the gold; -1 if there is none."""
    match = np.full(len(source.codes), -1, dtype=np.intp)
    todo = [(0, len(gold.codes), 0, len(source.codes))]
    while todo:
        g0, g1, s0, s1 = todo.pop()
        if g0 == g1 or s0 == s1:
            continue
        ours, theirs = gold.part(g0, g1), source.part(s0, s1)
        anchors = _anchors(ours.folded, theirs.folded).tolist()
        if not anchors:
            pairs = _by_characters if (g1 - g0) * (s1 - s0) <= _MOST_CELLS else _by_words
            mine, there = pairs(ours, theirs)
            match[s0 + there] = g0 + mine
            continue
        g_from, s_from = g0, s0
        for g, s, length in anchors:
            match[s0 + s : s0 + s + length] = np.arange(g0 + g, g0 + g + length)
            todo.append((g_from, g0 + g, s_from, s0 + s))
            g_from, s_from = g0 + g + length, s0 + s + length
        todo.append((g_from, g1, s_from, s1))
    return match


# ---- anchors -----------------------------------------------------------------------------------------------------


def _anchors(gold: Ints, source: Ints) -> Ints:
    """Common substrings that contain an anchor and do not cross: start in the gold, start in the source, length."""
    ours, theirs = _hashes(gold), _hashes(source)
    values, first, count = np.unique(theirs, return_index=True, return_counts=True)
    if not len(values) or not len(ours):
        return np.empty((0, 3), dtype=np.intp)
    slot = np.minimum(np.searchsorted(values, ours), len(values) - 1)
    starts = np.flatnonzero((values[slot] == ours) & (count[slot] == 1))
    there = first[slot[starts]]
    real = (gold[starts[:, None] + np.arange(_ANCHOR)] == source[there[:, None] + np.arange(_ANCHOR)]).all(axis=1)
    starts, there = starts[real], there[real]
    matches, covered = [], -1
    # Consecutive anchors belong to one substring, so only the first of them is extended.
    fresh = np.append(True, (np.diff(starts) != 1) | (np.diff(there) != 1))[: len(starts)]
    for g, s in zip(starts[fresh].tolist(), there[fresh].tolist(), strict=True):
        if g < covered:
            continue
        back = _agreement(gold[:g][::-1], source[:s][::-1])
        length = back + _agreement(gold[g:], source[s:])
        matches.append((g - back, s - back, length))
        covered = g - back + length
    return _in_order(np.array(matches, dtype=np.intp).reshape(-1, 3))


def _hashes(codes: Ints) -> npt.NDArray[np.uint64]:
    """A hash of every ten consecutive characters."""
    count = len(codes) - _ANCHOR + 1
    if count <= 0:
        return np.empty(0, dtype=np.uint64)
    numbers, result = codes.astype(np.uint64), np.zeros(count, dtype=np.uint64)
    for place in range(_ANCHOR):
        result = (result + numbers[place : place + count]) * _FACTOR
    return result


def _agreement(a: Ints, b: Ints) -> int:
    """The number of leading characters that are equal."""
    length, chunk = min(len(a), len(b)), 64
    done = 0
    while done < length:
        stop = min(done + chunk, length)
        differs = a[done:stop] != b[done:stop]
        if differs.any():
            return done + int(np.argmax(differs))
        done, chunk = stop, chunk * 2
    return length


def _in_order(matches: Ints) -> Ints:
    """The substrings with the most characters in total that do not cross, shortened where they overlap."""
    if len(matches) < 2:
        return matches
    matches = matches[np.argsort(matches[:, 0], kind="stable")]
    starts, lengths = matches[:, :2], matches[:, 2]
    best, before = lengths.copy(), np.full(len(matches), -1, dtype=np.intp)
    for place in range(1, len(matches)):
        ahead = (starts[:place] < starts[place]).all(axis=1)
        total = np.where(ahead, best[:place], -1)
        last = int(np.argmax(total))
        if ahead[last]:
            best[place], before[place] = total[last] + lengths[place], last
    chain, place = [], int(np.argmax(best))
    while place >= 0:
        chain.append(place)
        place = int(before[place])
    kept = matches[chain[::-1]]
    overlap = np.maximum((kept[:-1, :2] + kept[:-1, 2:] - kept[1:, :2]).max(axis=1), 0)
    kept[1:, :2] += overlap[:, None]
    kept[1:, 2] -= overlap
    return kept[kept[:, 2] > 0]


# ---- between anchors -----------------------------------------------------------------------------------------------


def _by_characters(gold: Characters, source: Characters) -> tuple[Ints, Ints]:
    """Dynamic programming with one row per character of the gold and one column per position in the source.

    A gap has the same cost whatever its length, so the best gap that ends at a position starts at the best position
    before it.
    """
    shape = (len(gold.codes) + 1, len(source.codes) + 1)
    matches, gaps, gap_starts = (np.zeros(shape, dtype=np.bool_) for _ in range(3))
    without_gap = np.full(shape[1], _IMPOSSIBLE, dtype=np.int32)
    without_gap[0] = 0
    best = _after_gaps(without_gap, gaps[0], gap_starts[0])
    for row, (code, folded) in enumerate(zip(gold.codes.tolist(), gold.folded.tolist(), strict=True), 1):
        equal = _SAME if chr(code).isalnum() else _ALIKE
        score = np.where(source.folded == folded, np.where(source.codes == code, equal, _ALIKE), _IMPOSSIBLE)
        matched = best[:-1] + score.astype(np.int32)
        without_gap = best + np.int32(_SKIP)
        np.greater(matched, without_gap[1:], out=matches[row, 1:])
        np.maximum(without_gap[1:], matched, out=without_gap[1:])
        best = _after_gaps(without_gap, gaps[row], gap_starts[row])
    return _trace(matches, gaps, gap_starts)


def _after_gaps(without_gap: npt.NDArray[np.int32], gaps: Bools, gap_starts: Bools) -> npt.NDArray[np.int32]:
    """The best score at every position, with or without a gap; sets where gaps end and where they can start."""
    highest = np.maximum.accumulate(without_gap)
    gap_starts[0] = True
    np.greater(without_gap[1:], highest[:-1], out=gap_starts[1:])
    best = without_gap.copy()
    np.maximum(without_gap[1:], highest[:-1] + np.int32(_GAP), out=best[1:])
    np.not_equal(best, without_gap, out=gaps)
    return best


def _trace(matches: Bools, gaps: Bools, gap_starts: Bools) -> tuple[Ints, Ints]:
    pairs = []
    row, column = matches.shape[0] - 1, matches.shape[1] - 1
    while row:
        if gaps[row, column]:
            column = int(np.flatnonzero(gap_starts[row, :column])[-1])
        if matches[row, column]:
            column -= 1
            pairs.append((row - 1, column))
        row -= 1
    ours, theirs = np.array(pairs[::-1], dtype=np.intp).reshape(-1, 2).T
    return ours, theirs


def _by_words(gold: Characters, source: Characters) -> tuple[Ints, Ints]:
    """The longest common subsequence of words, for texts that are too long for dynamic programming."""
    (ours, our_starts), (theirs, their_starts) = _words(gold), _words(source)
    pairs = [np.empty((2, 0), dtype=np.intp)]
    for edit in lcs_opcodes(ours, theirs):
        if edit.tag == "equal":
            for a, b in zip(range(edit.src_start, edit.src_end), range(edit.dest_start, edit.dest_end), strict=True):
                length = our_starts[a + 1] - our_starts[a]
                pairs.append(np.arange(length) + np.array([[our_starts[a]], [their_starts[b]]]))
    mine, other = np.concatenate(pairs, axis=1)
    return mine, other


def _words(text: Characters) -> tuple[list[bytes], list[int]]:
    """The words, and the start of each word, followed by the end of the last."""
    begins = np.append(True, np.diff(text.place) > 1)
    starts = [*np.flatnonzero(begins).tolist(), len(text.codes)]
    return [text.folded[start:stop].tobytes() for start, stop in pairwise(starts)], starts
