"""What the loops of the core compute, written with numpy and Python: slow, and easy to check."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.page.text_measures import DENSE, DIGIT, IDEOGRAPH, LETTER, MARK, SPACE, UPPER, codes, sums_between

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk import Page
    from dehusk.page.arrays import Bools, Classes, Floats, Hashes, Ints

_DENSE_WORD = 5


def slow_look_up(text: str, table: Classes) -> Classes:
    """The entry in a table over all code points for every character."""
    found: Classes = table[codes(text)]
    return found


def slow_sign_counts(text: str, table: Bools, bounds: Ints) -> Ints:
    """The number of characters between consecutive bounds that are True in a table over all code points."""
    return sums_between(table[codes(text)], bounds)


def slow_tally(kinds: Classes, bounds: Ints, columns: int) -> Ints:
    """The number of characters of each class between consecutive bounds: one row per piece, one column per class."""
    pieces = len(bounds) - 1
    cells = np.repeat(np.arange(0, pieces * columns, columns), np.diff(bounds)) + kinds[bounds[0] : bounds[-1]]
    return np.bincount(cells, minlength=pieces * columns).reshape(pieces, columns)


def slow_hashes(text: str, bounds: Ints) -> Hashes:
    """A number for the text between consecutive bounds, the same for equal text; white space around it is ignored."""
    pieces = [text[start:stop].strip() for start, stop in pairwise(bounds.tolist())]
    return np.fromiter(map(hash, pieces), np.int64, len(pieces)).view(np.uint64)


def _starts(inside: Bools, bounds: Ints) -> Bools:
    """Where a run of ``inside`` starts; a run ends at a bound."""
    begins = inside.copy()
    begins[1:] &= ~inside[:-1]
    at = bounds[:-1][bounds[:-1] < len(inside)]
    begins[at] = inside[at]
    return begins


def _at(bounds: Ints, length: int) -> Bools:
    """A mask over characters: those directly after a bound."""
    mask = np.zeros(length, dtype=np.bool_)
    mask[bounds[bounds < length]] = True
    return mask


def slow_collapsed_lengths(kinds: Classes, bounds: Ints) -> Ints:
    """The length of each piece of text, with white space collapsed to single spaces and stripped."""
    solid = kinds != SPACE
    runs = sums_between(_starts(solid, bounds), bounds)
    return sums_between(solid, bounds) + np.maximum(runs - 1, 0)


def slow_word_counts(kinds: Classes, bounds: Ints) -> Ints:
    """The number of words in each piece of text."""
    if not ((kinds == IDEOGRAPH) | (kinds == DENSE)).any():
        return sums_between(_starts(kinds != SPACE, bounds), bounds)
    marked = _marks_as_base(kinds, bounds)
    unspaced = (marked == IDEOGRAPH) | (marked == DENSE)
    spaced = (marked != SPACE) & ~unspaced
    begins = _starts(spaced, bounds)
    # Signs after an ideograph are not a word: a full stop there ends a sentence.
    run = np.cumsum(begins)
    signs_only = np.ones(run[-1] + 1, dtype=np.bool_)
    signs_only[run[(marked == LETTER) | (marked == UPPER) | (marked == DIGIT)]] = False
    after_unspaced = np.append(False, unspaced[:-1]) & ~_at(bounds, len(kinds))
    begins &= ~(after_unspaced & signs_only[run])
    dense = sums_between(marked == DENSE, bounds)
    return sums_between(begins, bounds) + sums_between(kinds == IDEOGRAPH, bounds) + -(-dense // _DENSE_WORD)


def _marks_as_base(kinds: Classes, bounds: Ints) -> Classes:
    """The classes, where a combining mark has the class of the character before it."""
    is_base = (kinds != MARK) | np.append(True, kinds[:-1] == SPACE) | _at(bounds, len(kinds))
    return kinds[np.maximum.accumulate(np.where(is_base, np.arange(len(kinds)), 0))]


def slow_subtree_sum(end: Ints, column: Ints | Bools | Floats) -> Ints | Floats:
    """The sum of a column over each row's subtree, the row itself included."""
    prefix: Any = np.zeros(len(end) + 1, dtype="f8" if column.dtype.kind == "f" else np.intp)
    np.cumsum(column, out=prefix[1:])
    sums: Ints | Floats = prefix[end] - prefix[:-1]
    return sums


def slow_inside(end: Ints, mask: Bools) -> Bools:
    """The rows that are in a mask or have an ancestor in it."""
    rows = np.flatnonzero(mask)
    change = -np.bincount(end[rows], minlength=len(mask) + 1)
    change[rows] += 1
    return np.cumsum(change[:-1]) > 0


def slow_media_rows(page: Page, shown: Ints, roles: Classes) -> list[list[int]]:
    """The media that are shown or in NOSCRIPT, and not the fallback of others: their rows, places and figures."""
    role = roles[page.tag]
    fallback, noscript = page.inside((role & 2) > 0), page.inside((role & 4) > 0)
    shown_rows, found = shown.tolist(), []
    for row in np.flatnonzero(role & 1).tolist():
        around = int(page.parent[row])
        if (around >= 0 and fallback[around]) or not (noscript[row] or row in shown_rows):
            continue
        figure = row
        while figure > 0 and not role[figure] & 8:
            figure = int(page.parent[figure])
        while around > 0 and around not in shown_rows:
            around = int(page.parent[around])
        parent = shown_rows.index(around) if around in shown_rows else 0
        found.append([row, sum(each < row for each in shown_rows), parent, int(noscript[row]), max(figure, 0)])
    return found


def slow_content_media(
    page: Page, keep: Bools, roles: Classes, captions: Ints, media: list[list[int]], most: tuple[int, int]
) -> list[tuple[int, ...]]:
    """The media that are content by the text around them, as ``dehusk._core.media_loops.content_media`` finds them."""
    role, in_caption = roles[page.tag], page.inside(page.mask_of(captions)) & ~keep
    is_free, leaves = ~keep & ~in_caption, np.flatnonzero((page.chars > 0) & ~in_caption)
    kept, free, has_kept = np.where(keep, page.chars, 0), np.where(is_free, page.chars, 0), page.above(keep)
    first, last = np.flatnonzero(keep)[[0, -1]].tolist()
    found = []
    for row, at, parent, *further in media:
        path = [parent]
        while path[-1] > 0:
            path.append(int(page.parent[path[-1]]))
        block, figure = (next((each for each in path if role[each] & bit), 0) for bit in (16, 8))
        around = next((each for each in path if has_kept[each]), 0)
        wrapper = next((each for each in reversed(path) if not has_kept[each] and each > 0), -1)
        below = slice(around, page.end[around])
        mostly = bool(around > 0 and kept[below].sum() > free[below].sum())
        wrapped = free[wrapper : page.end[wrapper]].sum() if wrapper >= 0 else 0
        outer = figure if figure > 0 else wrapper
        start, stop = (outer, page.end[outer]) if outer >= 0 else (at, at)
        between = keep[leaves[leaves < start][-1:]].all() and keep[leaves[leaves >= stop][:1]].all()
        alone = wrapped <= (most[0] if mostly else 0)
        is_content = bool(first < at <= last and (has_kept[block] or (alone and (between or mostly))))
        gap = free[at:first].sum() if at <= first else free[last:at].sum()
        if is_content or (not first < at <= last and gap <= most[1] and alone and mostly):
            found.append((row, at, parent, *further, int(keep[:at].sum()), is_content))
    return found


def slow_caption_rows(page: Page, tag: int, bits: npt.NDArray[np.int64], bit: int) -> list[int]:
    """The rows with a tag, and those of some bits with "caption" in their class."""
    named = [bits[row] & bit and "caption" in (page.attr(row, "class") or "").lower() for row in range(len(page))]
    return np.flatnonzero((page.tag == tag) | np.array(named, dtype=np.bool_)).tolist()


def slow_nearest(parent: Ints, mask: Bools) -> Ints:
    """The nearest of a row and its ancestors that is in a mask; 0 if there is none."""
    found = np.arange(len(mask))
    search = np.flatnonzero(~mask)
    while len(search):
        found[search] = np.maximum(parent[found[search]], 0)
        search = search[~mask[found[search]] & (found[search] > 0)]
    return found


def slow_subtree_argmax(parent: Ints, is_element: Bools, values: Floats) -> Ints:
    """The element with the largest value in each element's subtree, itself included; the first of equal ones."""
    best = list(range(len(parent)))
    value, above = values.tolist(), parent.tolist()
    for row in reversed(np.flatnonzero(is_element)[1:].tolist()):
        here, up = best[row], above[row]
        # Rows are visited from last to first: of equal values, the one found later is earlier in the document.
        if value[here] > value[best[up]] or (value[here] == value[best[up]] and best[up] != up):
            best[up] = here
    return np.array(best, dtype=np.intp)


def slow_group(keys: Hashes) -> tuple[Ints, Ints]:
    """A number for each key, the same for equal keys, and how many keys have each number."""
    _, numbers, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    return numbers, sizes


def slow_bit_rows(bits: npt.NDArray[np.int64], places: Ints) -> npt.NDArray[np.uint8]:
    table = np.unpackbits(bits.astype("<i8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    return table.T[places]


def slow_inherit(parent: Ints, depth: Ints, tag_bits: Ints, class_bits: Ints) -> None:
    order = np.argsort(depth, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(depth[order])) + 1)[1:]:
        above = parent[rows]
        tag_bits[rows] |= tag_bits[above]
        class_bits[rows] |= class_bits[above]


def slow_escape_markdown(text: str, place: int) -> str:
    """The signs escaped that could have a meaning in a label (1), in emphasis (2), with dollar signs (4)."""
    signs = r"_+|[`*\[\]<~\\&\0$]" if place & 4 else r"_+|[`*\[\]<~\\&\0]"

    def escaped(found: re.Match[str]) -> str:
        sign, before, after = found[0], text[: found.start()][-1:], text[found.end() :]
        has_meaning: object
        if sign == "\0":
            return ""
        if sign[0] == "_":
            has_meaning = not before.isalnum() or (place & 2 and not after[:1].isalnum())
        elif sign == "[":
            has_meaning = place & 1 or "^" in (before, after[:1])
        elif sign == "]":
            has_meaning = place & 1 or after.startswith(("(", ":"))
        else:
            has_meaning = {
                "*": not (before.isspace() and after[:1].isspace()),
                "<": place & 2 or re.match(r"[A-Za-z/!?]|$", after),
                "&": re.match(r"#?\w{1,31};", after),
                "\\": re.match(r"[!-/:-@\[-`{-~]|\s|$", after),
            }.get(sign, True)
        return re.sub(r"(.)", r"\\\1", sign) if has_meaning else sign

    return re.sub(signs, escaped, text)


def slow_noscript_image(page: Page, row: int, image: int, noscript: int, source: int) -> int:
    """The image in the NOSCRIPT next to an image, or next to what contains only it; -1 if there is none."""
    blank = page.is_text & (page.chars == 0)
    while row > 0:
        parent = int(page.parent[row])
        children = [at for at in range(parent + 1, int(page.end[parent])) if page.parent[at] == parent]
        place = children.index(row)
        after, before = children[place + 1 :], children[:place][::-1]
        for siblings in (after, before):
            beside = next(iter(siblings[1:] if siblings and blank[siblings[0]] else siblings), None)
            if beside is not None and page.tag[beside] == noscript:
                images = beside + np.flatnonzero(page.tag[beside : page.end[beside]] == image)
                if len(images):
                    return int(images[0])
        others = np.ones(page.end[parent] - parent, dtype=np.bool_)
        others[0] = False
        others[row - parent : page.end[row] - parent] = False
        around = slice(parent, int(page.end[parent]))
        is_alone = (blank[around] | (page.tag[around] == source))[others].all()
        if parent == 0 or len(others) - (page.end[row] - row) > 20 or not is_alone:
            return -1
        row = parent
    return -1
