"""Passes over the rows of a page that find what has to be looked at when its kept leaves are written."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import attribute_loops, feature_steps, text_loops, views

if TYPE_CHECKING:
    import numpy.typing as npt

LIST, QUOTE, TABLE, PART, CALLOUT, TERM, CODE = 1, 2, 4, 8, 16, 32, 64
"""What an element is for :func:`partly_kept`."""
_LIST = cython.declare(cython.int, LIST)
_QUOTE = cython.declare(cython.int, QUOTE)
_TABLE = cython.declare(cython.int, TABLE)
_PART = cython.declare(cython.int, PART)
_CALLOUT = cython.declare(cython.int, CALLOUT)
_TERM = cython.declare(cython.int, TERM)
_CODE = cython.declare(cython.int, CODE)
LINK, RAISED, FORMULA, IMAGE, CHANGED, SMALL = 1, 2, 4, 8, 16, 32
"""What an element is for :func:`kept_kinds`: links; superscripts; formulas; images; those around or in front of which
signs are written; those that can be sidenotes."""
_LINK = cython.declare(cython.int, LINK)
_IMAGE = cython.declare(cython.int, IMAGE)
_SMALL = cython.declare(cython.int, SMALL)
HEADING, HEADING_PART, LISTING = 1, 2, 4
"""What an element is for :func:`decorated_rows`."""
_HEADING = cython.declare(cython.int, HEADING)
_HEADING_PART = cython.declare(cython.int, HEADING_PART)
_LISTING = cython.declare(cython.int, LISTING)
RULE, ORDERED_LIST, ITEM = 1, 2, 4
"""What an element is for :func:`visited_rows`."""
_RULE = cython.declare(cython.int, RULE)
_ORDERED_LIST = cython.declare(cython.int, ORDERED_LIST)
_ITEM = cython.declare(cython.int, ITEM)
_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)
_SPACE = cython.declare(cython.int, 0)
_TEXT = cython.declare(cython.int, 0)
_HREF = cython.declare(views.Bytes, memoryview(b"href"))
_CLASS = cython.declare(views.Bytes, memoryview(b"class"))
_SRC = cython.declare(views.Bytes, memoryview(b"src"))
_NOTE = cython.declare(views.Bytes, memoryview(b"note"))
_TEX = cython.declare(views.Bytes, memoryview(b"tex"))
_MATH = cython.declare(views.Bytes, memoryview(b"math"))
_BACKSLASH_CODE = cython.declare(views.Bytes, memoryview(b"%5c"))
_HASH_SIGN = cython.declare(cython.int, 35)
_PERCENT = cython.declare(cython.int, 37)
_QUOTATION_MARK = cython.declare(cython.int, 34)
_BACKSLASH = cython.declare(cython.int, 92)
_CAPITAL_N = cython.declare(cython.int, 78)
_SMALL_M = cython.declare(cython.int, 109)
_SMALL_N = cython.declare(cython.int, 110)
_SMALL_T = cython.declare(cython.int, 116)
# The mark of a footnote: in the source of the page, and without white space.
_MAX_MARK_CHARS = cython.declare(cython.Py_ssize_t, 20)
_MAX_MARK_SIGNS = cython.declare(cython.Py_ssize_t, 8)


@views.checked
def partly_kept(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    chars: views.Ints,
    keep: views.Bytes,
    roles: views.Bytes,
    shares: views.Floats,
    rest: cython.Py_ssize_t,
) -> tuple[list[tuple[int, int]], npt.NDArray[np.intp]]:
    """The elements that may be filled, with what each may be filled as; and sums over the subtree of each row.

    ``roles``: per tag number, what it is. Filled may be

    * ``LIST``, ``TABLE``: of which at least the first and the second of the ``shares`` is kept, but not all;
    * ``QUOTE``: of which at most ``rest`` characters are dropped;
    * ``PART``, ``CALLOUT``: that is dropped between kept texts of its parent, of which at least the third or the fourth
      of the ``shares`` is kept; a part that is not larger than the fifth, compared with the kept text of its parent;
    * ``TERM``: that is dropped, before an element with kept text;
    * ``CODE``: that is dropped, after the first kept text.

    The sums, one row each: the characters of kept leaves, the characters of all leaves.
    """
    views.align(tag)
    views.align(parent)
    views.align(end)
    views.align(chars)
    views.align(shares)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("keep", keep.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    feature_steps.check_length("shares", shares.shape[0], 5)
    feature_steps.check_parents(parent)
    feature_steps.check_ends_after(end)
    sums = np.empty((2, rows), dtype=np.intp)
    total: views.NewInts = sums.reshape(-1).data
    # The kept and all characters before each row, the first kept row that is not before it, and what was found.
    before: views.NewInts = np.empty(5 * (rows + 1), dtype=np.intp).data
    step: cython.Py_ssize_t = rows + 1
    count: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    up: cython.Py_ssize_t
    last: cython.Py_ssize_t
    kept: cython.Py_ssize_t
    whole: cython.Py_ssize_t
    latest: cython.Py_ssize_t = -1
    role: cython.int
    found: cython.int
    with cython.nogil:
        before[0] = before[step] = 0
        before[2 * step + rows] = rows
        for row in range(rows - 1, -1, -1):
            before[2 * step + row] = row if keep[row] else before[2 * step + row + 1]
        for row in range(rows):
            before[row + 1] = before[row] + (chars[row] if keep[row] else 0)
            before[step + row + 1] = before[step + row] + chars[row]
        for row in range(rows):
            last = end[row]
            kept = before[last] - before[row]
            whole = before[step + last] - before[step + row]
            total[row] = kept
            total[rows + row] = whole
            role = roles[tag[row]]
            if role and whole > kept:
                found = 0
                if kept > 0:
                    if role & _LIST and kept >= shares[0] * whole:
                        found |= _LIST
                    if role & _TABLE and kept >= shares[1] * whole:
                        found |= _TABLE
                    if role & _QUOTE and whole - kept <= rest:
                        found |= _QUOTE
                else:
                    up = parent[row]
                    # The kept text before it and after it is text of its parent.
                    if role & (_PART | _CALLOUT) and row > 0 and latest > up and before[2 * step + last] < end[up]:
                        found |= _part(role, whole, total[up], total[rows + up], shares)
                    if role & _CODE and latest >= 0:
                        found |= _CODE
                    if role & _TERM:
                        while last < rows and tag[last] == _TEXT and chars[last] == 0:
                            last += 1
                        if last < rows and before[end[last]] > before[last]:
                            found |= _TERM
                if found:
                    before[3 * step + count] = row
                    before[4 * step + count] = found
                    count += 1
            if keep[row]:
                latest = row
    return [(before[3 * step + row], before[4 * step + row]) for row in range(count)], sums


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _part(
    role: cython.int, chars: cython.Py_ssize_t, kept: cython.Py_ssize_t, whole: cython.Py_ssize_t, shares: views.Floats
) -> cython.int:
    """Which of ``PART`` and ``CALLOUT`` an element may be; ``kept`` and ``whole``: the characters of its parent."""
    share: cython.double = cython.cast(cython.double, kept) / whole
    found: cython.int = 0
    if role & _PART and share >= shares[2] and chars <= shares[4] * kept:
        found |= _PART
    if role & _CALLOUT and share >= shares[3]:
        found |= _CALLOUT
    return found


@views.checked
def kept_kinds(
    tag: views.Tags,
    end: views.Ints,
    offset: views.Ints,
    keep: views.Bytes,
    kinds: views.Bytes,
    data: views.Bytes,
    attr_start: views.Ints,
    attr_stop: views.Ints,
    classes: views.Bytes,
) -> tuple[npt.NDArray[np.bool_], int, int]:
    """The rows with kept text in their subtree; the kinds of these rows, and the kinds of all rows, as bits.

    ``kinds``: the bits of each tag number. A link counts if it may be the mark of a footnote, an image if it may show a
    formula, a ``SMALL`` element if "note" is in its class. ``classes``: the class of each character of the text.
    """
    views.align(tag)
    views.align(end)
    views.align(offset)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("offset", offset.shape[0], rows + 1)
    feature_steps.check_length("keep", keep.shape[0], rows)
    feature_steps.check_length("kinds", kinds.shape[0], _TAGS)
    feature_steps.check_length("attr_start", attr_start.shape[0], rows)
    attribute_loops.check_spans(data, attr_start, attr_stop)
    found = np.empty(rows, dtype=np.bool_)
    has_kept: views.NewBytes = found.data
    row: cython.Py_ssize_t
    following: cython.Py_ssize_t = rows
    of_kept: cython.int = 0
    of_all: cython.int = 0
    kind: cython.int
    feature_steps.check_ends(end)
    with cython.nogil:
        for row in range(rows - 1, -1, -1):
            if keep[row]:
                following = row
            has_kept[row] = following < end[row] and following < rows
            kind = kinds[tag[row]]
            if kind == 0:
                continue
            if kind & _LINK and (
                of_kept & _LINK
                or not has_kept[row]
                or not _may_be_mark(offset[row], offset[end[row]], classes, data, attr_start[row], attr_stop[row])
            ):
                kind &= ~_LINK
            if kind & _IMAGE and (of_all & _IMAGE or not _may_be_formula(data, attr_start[row], attr_stop[row])):
                kind &= ~_IMAGE
            if kind & _SMALL and (
                of_kept & _SMALL or not has_kept[row] or not _may_be_note(data, attr_start[row], attr_stop[row])
            ):
                kind &= ~_SMALL
            of_all |= kind
            if has_kept[row]:
                of_kept |= kind
    return found, of_kept, of_all


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_be_mark(
    at: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    classes: views.Bytes,
    data: views.Bytes,
    attr_start: cython.Py_ssize_t,
    attr_stop: cython.Py_ssize_t,
) -> cython.bint:
    """Whether a link has a short text, and leads to a named place."""
    signs: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    if at < 0 or stop > classes.shape[0] or stop - at > _MAX_MARK_CHARS:
        return False
    for i in range(at, stop):
        signs += classes[i] != _SPACE
    if signs > _MAX_MARK_SIGNS:
        return False
    at = attribute_loops.value_start(data, attr_start, attr_stop, _HREF)
    if at < 0:
        return False
    stop = views.find_byte(data, at, attr_stop, _QUOTATION_MARK)
    return views.find_byte(data, at, stop, _HASH_SIGN) < stop - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_be_formula(data: views.Bytes, attr_start: cython.Py_ssize_t, attr_stop: cython.Py_ssize_t) -> cython.bint:
    """Whether the class of an image names TeX or mathematics, or a backslash is in its address."""
    at: cython.Py_ssize_t = attribute_loops.value_start(data, attr_start, attr_stop, _CLASS)
    stop: cython.Py_ssize_t
    if at >= 0:
        stop = views.find_byte(data, at, attr_stop, _QUOTATION_MARK)
        if attribute_loops.contains_word(data, at, stop, _TEX, _SMALL_T):
            return True
        if attribute_loops.contains_word(data, at, stop, _MATH, _SMALL_M):
            return True
    at = attribute_loops.value_start(data, attr_start, attr_stop, _SRC)
    if at < 0:
        return False
    stop = views.find_byte(data, at, attr_stop, _QUOTATION_MARK)
    if views.find_byte(data, at, stop, _BACKSLASH) < stop:
        return True
    return attribute_loops.contains_word(data, at, stop, _BACKSLASH_CODE, _PERCENT)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_be_note(data: views.Bytes, attr_start: cython.Py_ssize_t, attr_stop: cython.Py_ssize_t) -> cython.bint:
    """Whether "note" is in the class of an element."""
    at: cython.Py_ssize_t = attribute_loops.value_start(data, attr_start, attr_stop, _CLASS)
    stop: cython.Py_ssize_t
    if at < 0:
        return False
    stop = views.find_byte(data, at, attr_stop, _QUOTATION_MARK)
    if attribute_loops.contains_word(data, at, stop, _NOTE, _SMALL_N):
        return True
    return attribute_loops.contains_word(data, at, stop, _NOTE, _CAPITAL_N)


@views.checked
def decorated_rows(
    tag: views.Tags,
    end: views.Ints,
    offset: views.Ints,
    keep: views.Bytes,
    roles: views.Bytes,
    longest: cython.Py_ssize_t,
) -> tuple[list[int], list[int]]:
    """The short parts of headings, and the listings: the rows with kept text that may have or be decorations.

    ``roles``: per tag number, which of ``HEADING``, ``HEADING_PART`` and ``LISTING`` it is.
    """
    views.align(tag)
    views.align(end)
    views.align(offset)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("offset", offset.shape[0], rows + 1)
    feature_steps.check_length("keep", keep.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    row: cython.Py_ssize_t
    until: cython.Py_ssize_t = 0
    parts: cython.Py_ssize_t = 0
    listings: cython.Py_ssize_t = 0
    role: cython.int
    feature_steps.check_ends(end)
    for row in range(rows):
        role = roles[tag[row]]
        if role & _HEADING and end[row] > until:
            until = end[row]
        parts += role & _HEADING_PART != 0 and row < until
        listings += role & _LISTING != 0
    if parts == 0 and listings == 0:
        return [], []
    # The parts, the listings, and the first kept row that is not before each row.
    place: views.NewInts = np.empty(3 * rows + 1, dtype=np.intp).data
    step: cython.Py_ssize_t = 2 * rows
    until = parts = listings = 0
    with cython.nogil:
        place[step + rows] = rows
        for row in range(rows - 1, -1, -1):
            place[step + row] = row if keep[row] else place[step + row + 1]
        for row in range(rows):
            role = roles[tag[row]]
            if role == 0 or place[step + row] >= end[row]:
                continue
            if role & _HEADING and end[row] > until:
                until = end[row]
            if role & _HEADING_PART and row < until and offset[end[row]] - offset[row] <= longest:
                place[parts] = row
                parts += 1
            if role & _LISTING:
                place[rows + listings] = row
                listings += 1
    return [place[row] for row in range(parts)], [place[rows + row] for row in range(listings)]


@views.checked
def visited_rows(
    tag: views.Tags,
    parent: views.Ints,
    keep: views.Bytes,
    has_content: views.Bytes,
    kinds: views.Bytes,
    roles: views.Bytes,
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.uint8]]:
    """The rows that a walk over the content visits, and the kind of each row.

    These are the kept leaves, the elements of some kind with content, rules between kept leaves, and the items of
    ordered lists with content. ``kinds`` and ``roles``: per tag number, the kind, and which of ``RULE``,
    ``ORDERED_LIST`` and ``ITEM`` it is.

    >>> tag, (kinds, roles) = np.array([1, 2, 0, 3], dtype=np.uint16), np.zeros((2, 1 << 16), dtype=np.uint8)
    >>> kinds[2] = 7
    >>> mask = np.array([True, True, True, False])
    >>> found = visited_rows(tag, np.array([-1, 0, 1, 0]), mask & (tag == 0), mask, kinds, roles)
    >>> [column.tolist() for column in found]
    [[False, True, True, False], [0, 7, 0, 0]]
    """
    views.align(tag)
    views.align(parent)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("keep", keep.shape[0], rows)
    feature_steps.check_length("has_content", has_content.shape[0], rows)
    feature_steps.check_length("kinds", kinds.shape[0], _TAGS)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    visited = np.empty(rows, dtype=np.bool_)
    is_visited: views.NewBytes = visited.data
    of_rows = np.empty(rows, dtype=np.uint8)
    kind: views.NewBytes = of_rows.data
    row: cython.Py_ssize_t
    role: cython.int
    first: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = -1
    has_rule: cython.bint = False
    feature_steps.check_parents(parent)
    with cython.nogil:
        for row in range(rows):
            if keep[row]:
                last = row
                if first < 0:
                    first = row
            kind[row] = kinds[tag[row]]
            is_visited[row] = keep[row] or (kind[row] and has_content[row])
            role = roles[tag[row]]
            if role and row > 0:
                has_rule |= role & _RULE != 0
                if role & _ITEM and has_content[parent[row]] and roles[tag[parent[row]]] & _ORDERED_LIST:
                    is_visited[row] = True
        if has_rule:
            for row in range(max(first, 0), last):
                if roles[tag[row]] & _RULE:
                    is_visited[row] = True
    return visited, of_rows


@views.checked
def kept_spans(keep: views.Bytes, chars: views.Ints, block: views.Ints) -> npt.NDArray[np.intp]:
    """The first row and the row after the last one of each run of kept leaves of one block: two rows of numbers.

    >>> keep, chars = np.array([False, True, False, True, True]), np.array([0, 3, 0, 2, 4])
    >>> kept_spans(keep, chars, np.array([1, 1, 1, 1, 2])).tolist()
    [[1, 4], [4, 5]]
    """
    views.align(chars)
    views.align(block)
    rows: cython.Py_ssize_t = keep.shape[0]
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("block", block.shape[0], rows)
    found = np.empty((2, rows), dtype=np.intp)
    place: views.NewInts = found.reshape(-1).data
    row: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    # The block of the kept leaf before, if no dropped one is between.
    current: cython.Py_ssize_t = 0
    is_open: cython.bint = False
    with cython.nogil:
        for row in range(rows):
            if chars[row] == 0:
                continue
            if keep[row]:
                if not is_open or block[row] != current:
                    place[count] = row
                    count += 1
                    current = block[row]
                place[rows + count - 1] = row + 1
            is_open = keep[row] != 0
    return found[:, :count]


@views.checked
def block_texts(
    text: str,
    classes: views.Bytes,
    offset: views.Ints,
    preformatted: views.Bytes,
    first: views.Ints,
    stop: views.Ints,
) -> list[str]:
    """The texts of spans of rows: white space is collapsed, except in those that begin with preformatted text.

    ``classes``: the class of each character of the text.
    """
    views.align(offset)
    views.align(first)
    views.align(stop)
    rows: cython.Py_ssize_t = preformatted.shape[0]
    feature_steps.check_length("classes", classes.shape[0], len(text))
    feature_steps.check_length("offset", offset.shape[0], rows + 1)
    feature_steps.check_length("stop", stop.shape[0], first.shape[0])
    span: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    found: list[str] = []
    for span in range(first.shape[0]):
        if first[span] < 0 or first[span] >= rows or stop[span] < 0 or stop[span] > rows:
            raise IndexError(f"span {span} is from {first[span]} to {stop[span]}")
        start = offset[first[span]]
        end = offset[stop[span]]
        if start < 0 or start > end or end > classes.shape[0]:
            raise IndexError(f"span {span} is from {start} to {end}")
        if preformatted[first[span]]:
            found.append(trimmed_lines(text[start:end]))
        else:
            found.append(text_loops.collapsed(text, classes, start, end))
    return found


@cython.ccall
def trimmed_lines(text: str) -> str:
    """Preformatted text without the white space at the ends of lines, and without empty lines around it.

    >>> trimmed_lines("\\n  steep(3)  \\n\\n  drink()\\n")
    '  steep(3)\\n\\n  drink()'
    """
    return "\n".join([line.rstrip() for line in text.splitlines()]).strip("\n")


@views.checked
def touching_leaves(
    text: str,
    classes: views.Bytes,
    keep: views.Bytes,
    chars: views.Ints,
    block: views.Ints,
    offset: views.Ints,
    preformatted: views.Bytes,
) -> list[tuple[int, int]]:
    """Pairs of consecutive kept leaves of one block between which there is no white space, outside preformatted text.

    Only those of which the first ends with a letter, a digit or the end of a sentence, and the second begins with a
    letter or a digit. ``classes``: the class of each character of the text.
    """
    views.align(chars)
    views.align(block)
    views.align(offset)
    rows: cython.Py_ssize_t = keep.shape[0]
    size: cython.Py_ssize_t = len(text)
    feature_steps.check_length("classes", classes.shape[0], size)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("block", block.shape[0], rows)
    feature_steps.check_length("offset", offset.shape[0], rows + 1)
    feature_steps.check_length("preformatted", preformatted.shape[0], rows)
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    before: cython.Py_UCS4
    after: cython.Py_UCS4
    found: list[tuple[int, int]] = []
    for row in range(rows):
        if not keep[row] or chars[row] == 0:
            continue
        at = offset[row]
        if (
            last >= 0
            and 0 < at < size
            and offset[last + 1] == at
            and block[last] == block[row]
            and not preformatted[row]
            and classes[at] != _SPACE
            and classes[at - 1] != _SPACE
        ):
            before = text[at - 1]
            after = text[at]
            if after.isalnum() and (before.isalnum() or before in ".!?…"):
                found.append((last, row))
        last = row
    return found
