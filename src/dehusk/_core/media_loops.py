"""Loops over the rows of a page: which media it has, and the text around their places."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import sys
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

COMPILED: bool = cython.compiled
MEDIA, WITH_FALLBACK, NOSCRIPT, FIGURE, BLOCK = 1, 2, 4, 8, 16
"""Bits of the roles of tags."""
_MEDIA = cython.declare(cython.int, MEDIA)
_WITH_FALLBACK = cython.declare(cython.int, WITH_FALLBACK)
_NOSCRIPT = cython.declare(cython.int, NOSCRIPT)
_FIGURE = cython.declare(cython.int, FIGURE)
_BLOCK = cython.declare(cython.int, BLOCK)
# What the text of a row is: kept, free (neither kept nor in a caption), or in a caption that is not kept.
_KEPT = cython.declare(cython.int, 1)
_FREE = cython.declare(cython.int, 2)
_CAPTION = cython.declare(cython.int, 3)
_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)
_LARGEST = cython.declare(cython.Py_ssize_t, sys.maxsize)
# The most rows (blank text, SOURCE) that an element around a single image may have.
_MAX_WRAPPER_ROWS = cython.declare(cython.Py_ssize_t, 20)


@views.checked
def media_rows(
    tag: views.Tags, parent: views.Ints, end: views.Ints, shown: views.Ints, roles: views.Bytes
) -> tuple[npt.NDArray[np.intp], bool]:
    """The media that are shown or in NOSCRIPT, and not inside others as their fallback; and whether NOSCRIPT has any.

    Five numbers for each: its row, the number of shown rows before it, the place of its nearest ancestor that is shown
    among the shown rows, whether it is in NOSCRIPT, and the FIGURE around it, 0 if there is none. ``shown`` are rows in
    ascending order; BODY is the first.

    >>> roles = np.zeros(1 << 16, dtype=np.uint8)
    >>> roles[[6, 7]] = FIGURE, MEDIA
    >>> tags = np.array([5, 6, 7], dtype=np.uint16)
    >>> media_rows(tags, np.array([-1, 0, 1]), np.array([3, 3, 3]), np.array([0, 2]), roles)
    (array([2, 1, 0, 0, 1]), False)
    """
    rows: cython.Py_ssize_t = tag.shape[0]
    views.align(tag)
    views.align(parent)
    views.align(end)
    views.align(shown)
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    feature_steps.check_parents(parent)
    feature_steps.check_ends_after(end)
    row: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    figures: cython.Py_ssize_t = 0
    role: cython.int
    for row in range(rows):
        role = roles[tag[row]]
        count += role & _MEDIA != 0
        figures += role & _FIGURE != 0
    found = np.empty(5 * count, dtype=np.intp)
    if count == 0:
        return found, False
    at: views.NewInts = np.empty(rows, dtype=np.intp).data
    # The FIGURE around each FIGURE.
    around: views.NewInts = np.empty(rows if figures else 0, dtype=np.intp).data
    out: views.NewInts = found.data
    place: cython.Py_ssize_t = 0
    written: cython.Py_ssize_t = 0
    figure: cython.Py_ssize_t = 0
    fallback_stop: cython.Py_ssize_t = 0
    noscript_stop: cython.Py_ssize_t = 0
    in_noscript: cython.bint = False
    is_shown: cython.bint
    with cython.nogil:
        for row in range(rows):
            while place < shown.shape[0] and shown[place] < row:
                place += 1
            is_shown = place < shown.shape[0] and shown[place] == row
            at[row] = place if is_shown else at[parent[row]] if row else 0
            role = roles[tag[row]]
            if role == 0:
                continue
            while figure > 0 and end[figure] <= row:
                figure = around[figure]
            if role & _FIGURE:
                around[row] = figure
                figure = row
            if role & _NOSCRIPT and end[row] > noscript_stop:
                noscript_stop = end[row]
            if role & _MEDIA and row >= fallback_stop and (is_shown or row < noscript_stop):
                out[written] = row
                out[written + 1] = place
                out[written + 2] = at[parent[row]] if row else 0
                out[written + 3] = row < noscript_stop
                out[written + 4] = figure
                in_noscript |= row < noscript_stop
                written += 5
            if role & _WITH_FALLBACK and end[row] > fallback_stop:
                fallback_stop = end[row]
    return found[:written], bool(in_noscript)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _wraps(
    tag: views.Tags,
    end: views.Ints,
    chars: views.Ints,
    parent: cython.Py_ssize_t,
    row: cython.Py_ssize_t,
    source: cython.Py_ssize_t,
) -> cython.bint:
    """Whether an element contains nothing but a row, blank text and the sources of a PICTURE, and not many of them."""
    if end[parent] - parent - (end[row] - row) > _MAX_WRAPPER_ROWS:
        return False
    at: cython.Py_ssize_t = parent + 1
    while at < end[parent]:
        if at == row:
            at = end[row]
            continue
        if tag[at] != source and (tag[at] != 0 or chars[at] > 0):
            return False
        at += 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_tagged(
    tag: views.Tags, row: cython.Py_ssize_t, stop: cython.Py_ssize_t, number: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The first row with a tag from a row to another; -1 if there is none."""
    while row < stop:
        if tag[row] == number:
            return row
        row += 1
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sibling_before(
    tag: views.Tags, parent: views.Ints, chars: views.Ints, row: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The element before a row in the same parent, with nothing but blank text between them; -1 if there is none."""
    up: cython.Py_ssize_t = parent[row]
    before: cython.Py_ssize_t = row - 1
    if before > up and tag[before] == 0 and chars[before] == 0 and parent[before] == up:
        before -= 1
    while before > up and parent[before] != up:
        before = parent[before]
    return before if before > up and tag[before] != 0 else -1


@views.checked
def noscript_images(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    chars: views.Ints,
    rows: views.Ints,
    image: cython.Py_ssize_t,
    noscript: cython.Py_ssize_t,
    source: cython.Py_ssize_t,
) -> npt.NDArray[np.intp]:
    """For each of some images, the image in the NOSCRIPT next to it, or next to what contains only it; -1 if none.

    ``image``, ``noscript``, ``source``: the tag numbers. The element after an image comes first.

    >>> tag, parent = np.array([5, 9, 8, 9], dtype=np.uint16), np.array([-1, 0, 0, 2])
    >>> noscript_images(tag, parent, np.array([4, 2, 4, 4]), np.array([0, 0, 0, 0]), np.array([1, 3]), 9, 8, 7).tolist()
    [3, -1]
    """
    count: cython.Py_ssize_t = tag.shape[0]
    views.align(tag)
    views.align(parent)
    views.align(end)
    views.align(chars)
    views.align(rows)
    feature_steps.check_length("parent", parent.shape[0], count)
    feature_steps.check_length("end", end.shape[0], count)
    feature_steps.check_length("chars", chars.shape[0], count)
    feature_steps.check_parents(parent)
    feature_steps.check_ends_after(end)
    place: cython.Py_ssize_t
    for place in range(rows.shape[0]):
        if not 0 < rows[place] < count:
            raise IndexError(f"image {place} is row {rows[place]}")
    found = np.empty(rows.shape[0], dtype=np.intp)
    out: views.NewInts = found.data
    row: cython.Py_ssize_t
    up: cython.Py_ssize_t
    beside: cython.Py_ssize_t
    inner: cython.Py_ssize_t
    with cython.nogil:
        for place in range(rows.shape[0]):
            row = rows[place]
            inner = -1
            while row > 0:
                up = parent[row]
                beside = end[row]
                if beside < end[up] and tag[beside] == 0 and chars[beside] == 0:
                    beside += 1
                if beside < end[up] and tag[beside] == noscript:
                    inner = _first_tagged(tag, beside, end[beside], image)
                if inner < 0:
                    beside = _sibling_before(tag, parent, chars, row)
                    if beside > 0 and tag[beside] == noscript:
                        inner = _first_tagged(tag, beside, end[beside], image)
                if inner >= 0 or up <= 0 or not _wraps(tag, end, chars, up, row, source):
                    break
                row = up
            out[place] = inner
    return found


@cython.cfunc
def _mark_text(keep: views.Bytes, end: views.Ints, captions: views.Ints, marks: views.NewBytes) -> cython.bint:
    """What the text of each row is; ``captions``: the elements, in ascending order."""
    row: cython.Py_ssize_t
    place: cython.Py_ssize_t = 0
    caption_stop: cython.Py_ssize_t = 0
    for row in range(keep.shape[0]):
        while place < captions.shape[0] and captions[place] <= row:
            if captions[place] == row and end[row] > caption_stop:
                caption_stop = end[row]
            place += 1
        marks[row] = _KEPT if keep[row] else _CAPTION if row < caption_stop else _FREE
    return True


@cython.cfunc
def _sum_text(chars: views.Ints, marks: views.NewBytes, sums: views.NewInts) -> cython.bint:
    """Before each row: the number of kept leaves, of kept characters and of free characters."""
    row: cython.Py_ssize_t
    total: cython.Py_ssize_t = 0
    leaves: cython.Py_ssize_t = 0
    kept: cython.Py_ssize_t = 0
    free: cython.Py_ssize_t = 0
    sums[0] = sums[1] = sums[2] = 0
    for row in range(chars.shape[0]):
        if not 0 <= chars[row] <= _LARGEST - total:
            raise OverflowError(f"sums with {chars[row]} (row {row}) are too large")
        total += chars[row]
        if marks[row] == _KEPT:
            leaves += 1
            kept += chars[row]
        elif marks[row] == _FREE:
            free += chars[row]
        sums[3 * row + 3] = leaves
        sums[3 * row + 4] = kept
        sums[3 * row + 5] = free
    return True


@cython.cfunc
def _find_neighbours(chars: views.Ints, marks: views.NewBytes, is_kept: views.NewBytes) -> cython.bint:
    """Whether the last leaf before each row is kept, then whether the first leaf from each row on is kept.

    Leaves in captions do not count. Before the first leaf and after the last counts as kept.
    """
    rows: cython.Py_ssize_t = chars.shape[0]
    row: cython.Py_ssize_t
    is_kept[0] = is_kept[2 * rows + 1] = True
    for row in range(rows):
        is_kept[row + 1] = marks[row] == _KEPT if chars[row] > 0 and marks[row] != _CAPTION else is_kept[row]
    for row in range(rows - 1, -1, -1):
        is_kept[rows + 1 + row] = (
            marks[row] == _KEPT if chars[row] > 0 and marks[row] != _CAPTION else is_kept[rows + 2 + row]
        )
    return True


@cython.cfunc
def _find_ancestors(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    roles: views.Bytes,
    sums: views.NewInts,
    nearest: views.NewInts,
) -> cython.bint:
    """Of each row: its figure, its block-level element, and the largest element without kept text around it."""
    row: cython.Py_ssize_t
    above: cython.Py_ssize_t
    role: cython.int
    for row in range(parent.shape[0]):
        above = 3 * parent[row] if row else 0
        role = roles[tag[row]]
        nearest[3 * row] = row if role & _FIGURE or row == 0 else nearest[above]
        nearest[3 * row + 1] = row if role & _BLOCK or row == 0 else nearest[above + 1]
        if sums[3 * end[row]] > sums[3 * row] or row == 0:
            nearest[3 * row + 2] = -1
        else:
            nearest[3 * row + 2] = row if nearest[above + 2] < 0 else nearest[above + 2]
    return True


@cython.cfunc
def _text_around(
    parent: views.Ints,
    end: views.Ints,
    sums: views.NewInts,
    nearest: views.NewInts,
    is_kept: views.NewBytes,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    before: cython.Py_ssize_t,
    inside: cython.Py_ssize_t,
    most_free: cython.Py_ssize_t,
    most_between: cython.Py_ssize_t,
) -> cython.int:
    """What the text around a place says of it: 2 for content, 1 for content if it is large, 0 for neither."""
    rows: cython.Py_ssize_t = end.shape[0]
    row: cython.Py_ssize_t = nearest[3 * inside + 1]
    in_kept_block: cython.bint = sums[3 * end[row]] > sums[3 * row]
    wrapper: cython.Py_ssize_t = nearest[3 * inside + 2]
    free: cython.Py_ssize_t = 0 if wrapper < 0 else sums[3 * end[wrapper] + 2] - sums[3 * wrapper + 2]
    # The surroundings.
    row = inside if wrapper < 0 else parent[wrapper]
    mostly: cython.bint = row > 0 and (
        sums[3 * end[row] + 1] - sums[3 * row + 1] > sums[3 * end[row] + 2] - sums[3 * row + 2]
    )
    alone: cython.bint = free <= (most_free if mostly else 0)
    if first < before <= last:
        row = nearest[3 * inside] if nearest[3 * inside] > 0 else wrapper
        if in_kept_block or (alone and mostly):
            return 2
        if row < 0:
            return 2 if alone and is_kept[before] and is_kept[rows + 1 + before] else 0
        return 2 if alone and is_kept[row] and is_kept[rows + 1 + end[row]] else 0
    start: cython.Py_ssize_t = min(before, last) if before > first else before
    stop: cython.Py_ssize_t = max(first, before)
    free = sums[3 * stop + 2] - sums[3 * start + 2]
    return 1 if alone and mostly and free <= most_between else 0


@views.checked
def content_media(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    chars: views.Ints,
    keep: views.Bytes,
    roles: views.Bytes,
    captions: views.Ints,
    media: views.Ints,
    most_free: cython.Py_ssize_t,
    most_between: cython.Py_ssize_t,
) -> list[tuple[int, int, int, int, int, int, bool]]:
    """The media that are content, or content if they are large, by the text around their places.

    ``media``: the numbers that :func:`media_rows` returns. The result has them, then the number of kept leaves before
    the place, and whether it is content whatever its size. ``captions``: elements in ascending order, ``most_free``:
    characters in the wrapper, ``most_between``: characters between a place and the content (``media_places.py``).

    >>> roles = np.zeros(1 << 16, dtype=np.uint8)
    >>> tag, parent, end = np.array([5, 0, 7, 0], dtype=np.uint16), np.array([-1, 0, 0, 0]), np.array([4, 2, 3, 4])
    >>> chars, none = np.array([0, 3, 0, 3]), np.array([], dtype=np.intp)
    >>> content_media(tag, parent, end, chars, chars > 0, roles, none, np.array([2, 2, 0, 0, 0]), 40, 300)
    [(2, 2, 0, 0, 0, 1, True)]
    """
    rows: cython.Py_ssize_t = chars.shape[0]
    count: cython.Py_ssize_t = media.shape[0] // 5
    views.align(tag)
    views.align(parent)
    views.align(end)
    views.align(chars)
    views.align(captions)
    views.align(media)
    feature_steps.check_length("tag", tag.shape[0], rows)
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("keep", keep.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    feature_steps.check_length("media", media.shape[0], 5 * count)
    feature_steps.check_parents(parent)
    feature_steps.check_ends_after(end)
    at: cython.Py_ssize_t
    for at in range(count):
        if not 0 <= media[5 * at + 1] <= rows or not 0 <= media[5 * at + 2] < rows:
            raise IndexError(f"place {at} is before row {media[5 * at + 1]}, in row {media[5 * at + 2]}")
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = rows - 1
    while first < rows and not keep[first]:
        first += 1
    while last > first and not keep[last]:
        last -= 1
    sums: views.NewInts = np.empty(3 * rows + 3, dtype=np.intp).data
    nearest: views.NewInts = np.empty(3 * rows, dtype=np.intp).data
    marks: views.NewBytes = np.empty(rows, dtype=np.uint8).data
    is_kept: views.NewBytes = np.empty(2 * rows + 2, dtype=np.uint8).data
    _mark_text(keep, end, captions, marks)
    _sum_text(chars, marks, sums)
    _find_neighbours(chars, marks, is_kept)
    _find_ancestors(tag, parent, end, roles, sums, nearest)
    place: cython.Py_ssize_t
    inside: cython.Py_ssize_t
    content: cython.int
    found = []
    for at in range(count):
        place, inside = media[5 * at + 1], media[5 * at + 2]
        content = _text_around(parent, end, sums, nearest, is_kept, first, last, place, inside, most_free, most_between)
        if content:
            found.append(
                (media[5 * at], place, inside, media[5 * at + 3], media[5 * at + 4], sums[3 * place], content == 2)
            )
    return found
