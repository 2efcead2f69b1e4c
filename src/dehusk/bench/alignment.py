"""Where a text stands in a page's blocks (Vogels, Ganea & Eickhoff 2018): anchors, then dynamic programming.

Ten characters that occur once in the page anchor the text there, and grow as far as both agree; anchors that cross
others are dropped, those with the fewest characters first. Between two anchors the same is tried again with what is
unique there (the paper's recursion), and then characters are aligned by dynamic programming. White space takes no
part: it is aligned if the characters around it are neighbours in the text too.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.errors import MissingExtra
from dehusk.page.text_measures import SPACE, classes

try:
    from rapidfuzz.distance import LCSseq
except ImportError:
    raise MissingExtra("rapidfuzz", "bench") from None

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from dehusk.page.arrays import Bools, Ints

_ANCHOR = 10
_SAME, _ALIKE, _SKIP, _GAP = 3, 1, -6, -2
"""Scores: an equal letter or digit; a case variant or an equal sign; a character of the text left out; a jump."""
_NEVER = -(1 << 28)
# About 0.3 seconds and 60 MB.
_MOST_CELLS = 20_000_000
# Large enough that products mix all bits, odd so that no bits are lost.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


class Line(NamedTuple):
    """Text without its white space, as numbers."""

    codes: Ints
    folded: Ints
    """As ``codes``, in lower case."""
    place: Ints
    """Where each character stood."""

    def part(self, start: int, stop: int) -> Line:
        """Some of the characters."""
        return Line(self.codes[start:stop], self.folded[start:stop], self.place[start:stop])


def line_of(text: str) -> Line:
    """Read a text.

    >>> line_of("A b").folded.tolist(), line_of("A b").place.tolist()
    ([97, 98], [0, 2])
    """
    folded = text.lower()
    if len(folded) != len(text):
        # A few capitals become two characters in lower case; they stay as they are.
        folded = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    place = np.flatnonzero(classes(text) != SPACE)
    return Line(_codes(text)[place], _codes(folded)[place], place)


def _codes(text: str) -> Ints:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.intp)


def aligned(text: str, blocks: Sequence[str]) -> list[Bools]:
    """Which characters of each block are part of a text.

    >>> mask, = aligned("keep this", ["You should keep this text"])
    >>> "".join(char if here else "." for char, here in zip("You should keep this text", mask))
    '...........keep this.....'
    """
    # The character between blocks is not in the text, so that nothing is aligned over it without a jump.
    page = "\0".join(blocks)
    source, gold = line_of(page), line_of(text.replace("\0", " "))
    match = _align(gold, source)
    mask = np.zeros(len(page), dtype=np.bool_)
    mask[source.place[match >= 0]] = True
    # White space between two characters that are neighbours on both sides.
    for here in np.flatnonzero((match[:-1] >= 0) & (match[1:] == match[:-1] + 1) & (np.diff(source.place) > 1)):
        mask[source.place[here] : source.place[here + 1]] = True
    bounds = np.cumsum([0, *(len(block) + 1 for block in blocks)]).tolist()
    return [mask[start : stop - 1] for start, stop in pairwise(bounds)]


def content_labels(text: str, blocks: Sequence[str]) -> Bools:
    """Which blocks are content, if ``text`` is the content: those with more than two thirds of their characters in it.

    >>> content_labels("Steep the tea well.", ["Menu", "Steep the ", "tea", " well."]).tolist()
    [False, True, True, True]
    """
    found = zip(aligned(text, blocks), blocks, strict=True) if blocks else ()
    return np.array([int(mask.sum()) > 2 * len(block) // 3 for mask, block in found], dtype=np.bool_)


def _align(gold: Line, source: Line) -> Ints:
    """For every character of the source its character in the gold; -1 where there is none."""
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
    """Common stretches that hold an anchor and do not cross: start in the gold, start in the source, length."""
    ours, theirs = _hashes(gold), _hashes(source)
    values, first, count = np.unique(theirs, return_index=True, return_counts=True)
    if not len(values) or not len(ours):
        return np.empty((0, 3), dtype=np.intp)
    slot = np.minimum(np.searchsorted(values, ours), len(values) - 1)
    starts = np.flatnonzero((values[slot] == ours) & (count[slot] == 1))
    there = first[slot[starts]]
    real = (gold[starts[:, None] + np.arange(_ANCHOR)] == source[there[:, None] + np.arange(_ANCHOR)]).all(axis=1)
    starts, there = starts[real], there[real]
    stretches, covered = [], -1
    # Neighbouring anchors are one stretch, so only the first of each needs to grow.
    fresh = np.append(True, (np.diff(starts) != 1) | (np.diff(there) != 1))[: len(starts)]
    for g, s in zip(starts[fresh].tolist(), there[fresh].tolist(), strict=True):
        if g < covered:
            continue
        back = _agreement(gold[:g][::-1], source[:s][::-1])
        length = back + _agreement(gold[g:], source[s:])
        stretches.append((g - back, s - back, length))
        covered = g - back + length
    return _in_order(np.array(stretches, dtype=np.intp).reshape(-1, 3))


def _hashes(codes: Ints) -> npt.NDArray[np.uint64]:
    """A number for every ten characters in a row."""
    count = len(codes) - _ANCHOR + 1
    if count <= 0:
        return np.empty(0, dtype=np.uint64)
    numbers, result = codes.astype(np.uint64), np.zeros(count, dtype=np.uint64)
    for place in range(_ANCHOR):
        result = (result + numbers[place : place + count]) * _FACTOR
    return result


def _agreement(a: Ints, b: Ints) -> int:
    """How many leading characters agree."""
    length, chunk = min(len(a), len(b)), 64
    done = 0
    while done < length:
        stop = min(done + chunk, length)
        differs = a[done:stop] != b[done:stop]
        if differs.any():
            return done + int(np.argmax(differs))
        done, chunk = stop, chunk * 2
    return length


def _in_order(stretches: Ints) -> Ints:
    """The stretches with the most characters that cross in neither text, cut where they overlap."""
    if len(stretches) < 2:
        return stretches
    stretches = stretches[np.argsort(stretches[:, 0], kind="stable")]
    starts, lengths = stretches[:, :2], stretches[:, 2]
    best, before = lengths.copy(), np.full(len(stretches), -1, dtype=np.intp)
    for place in range(1, len(stretches)):
        ahead = (starts[:place] < starts[place]).all(axis=1)
        total = np.where(ahead, best[:place], -1)
        last = int(np.argmax(total))
        if ahead[last]:
            best[place], before[place] = total[last] + lengths[place], last
    chain, place = [], int(np.argmax(best))
    while place >= 0:
        chain.append(place)
        place = int(before[place])
    kept = stretches[chain[::-1]]
    overlap = np.maximum((kept[:-1, :2] + kept[:-1, 2:] - kept[1:, :2]).max(axis=1), 0)
    kept[1:, :2] += overlap[:, None]
    kept[1:, 2] -= overlap
    return kept[kept[:, 2] > 0]


# ---- between anchors -----------------------------------------------------------------------------------------------


def _by_characters(gold: Line, source: Line) -> tuple[Ints, Ints]:
    """Dynamic programming: a row for each character of the gold, a column for each place in the source.

    A jump over any stretch of the source costs the same, so the best one to a place comes from the best place before.
    """
    shape = (len(gold.codes) + 1, len(source.codes) + 1)
    matches, jumps, records = (np.zeros(shape, dtype=np.bool_) for _ in range(3))
    landed = np.full(shape[1], _NEVER, dtype=np.int32)
    landed[0] = 0
    best = _after_jumps(landed, jumps[0], records[0])
    for row, (code, folded) in enumerate(zip(gold.codes.tolist(), gold.folded.tolist(), strict=True), 1):
        equal = _SAME if chr(code).isalnum() else _ALIKE
        score = np.where(source.folded == folded, np.where(source.codes == code, equal, _ALIKE), _NEVER)
        matched = best[:-1] + score.astype(np.int32)
        landed = best + np.int32(_SKIP)
        np.greater(matched, landed[1:], out=matches[row, 1:])
        np.maximum(landed[1:], matched, out=landed[1:])
        best = _after_jumps(landed, jumps[row], records[row])
    return _trace(matches, jumps, records)


def _after_jumps(landed: npt.NDArray[np.int32], jumps: Bools, records: Bools) -> npt.NDArray[np.int32]:
    """The best score at every place, come there without a jump or by one; and the places where a best jump starts."""
    highest = np.maximum.accumulate(landed)
    records[0] = True
    np.greater(landed[1:], highest[:-1], out=records[1:])
    best = landed.copy()
    np.maximum(landed[1:], highest[:-1] + np.int32(_GAP), out=best[1:])
    np.not_equal(best, landed, out=jumps)
    return best


def _trace(matches: Bools, jumps: Bools, records: Bools) -> tuple[Ints, Ints]:
    pairs = []
    row, column = matches.shape[0] - 1, matches.shape[1] - 1
    while row:
        if jumps[row, column]:
            column = int(np.flatnonzero(records[row, :column])[-1])
        if matches[row, column]:
            column -= 1
            pairs.append((row - 1, column))
        row -= 1
    ours, theirs = np.array(pairs[::-1], dtype=np.intp).reshape(-1, 2).T
    return ours, theirs


def _by_words(gold: Line, source: Line) -> tuple[Ints, Ints]:
    """The longest common subsequence of words, for stretches too long for dynamic programming."""
    numbers: dict[bytes, int] = {}
    (ours, our_starts), (theirs, their_starts) = (_words(line, numbers) for line in (gold, source))
    pairs = [np.empty((2, 0), dtype=np.intp)]
    for edit in LCSseq.opcodes(ours, theirs):
        if edit.tag == "equal":
            for a, b in zip(range(edit.src_start, edit.src_end), range(edit.dest_start, edit.dest_end), strict=True):
                length = our_starts[a + 1] - our_starts[a]
                pairs.append(np.arange(length) + np.array([[our_starts[a]], [their_starts[b]]]))
    mine, other = np.concatenate(pairs, axis=1)
    return mine, other


def _words(line: Line, numbers: dict[bytes, int]) -> tuple[list[int], list[int]]:
    """The words as numbers, and where each begins, with the end."""
    begins = np.append(True, np.diff(line.place) > 1)
    starts = [*np.flatnonzero(begins).tolist(), len(line.codes)]
    keys = (line.folded[start:stop].tobytes() for start, stop in pairwise(starts))
    return [numbers.setdefault(key, len(numbers)) for key in keys], starts
