"""Features of the blocks' own text, and of the tags and class words around them."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import math
from typing import TYPE_CHECKING

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    from dehusk._core.block_columns import BlockColumns

# The classes of characters (dehusk.page.text_measures).
_LETTER = cython.declare(cython.int, 1)
_UPPER = cython.declare(cython.int, 2)
_DIGIT = cython.declare(cython.int, 3)
_IDEOGRAPH = cython.declare(cython.int, 4)
_DENSE = cython.declare(cython.int, 5)
_MARK = cython.declare(cython.int, 6)
_STOP = cython.declare(cython.int, 7)
_COMMA = cython.declare(cython.int, 8)
_OTHER = cython.declare(cython.int, 9)
# Columns of the counts of block_text: one per class, then separators and copyright signs.
_CLASSES = cython.declare(cython.Py_ssize_t, 16)
_COUNTS = cython.declare(cython.Py_ssize_t, 18)
_RUNNING_TEXT_WORDS = cython.declare(cython.Py_ssize_t, 8)
"""Words from which a block with a full stop or comma counts as running text."""


@cython.cfunc
def text_features(
    columns: BlockColumns, matrix: views.NewFloats32, width: cython.Py_ssize_t, at: cython.Py_ssize_t
) -> cython.bint:
    """Write the features of the blocks' text into the columns of the matrix from ``at``."""
    totals: views.NewInts = columns.totals
    counts: views.NewInts = columns.counts
    sums: views.NewFloats = columns.text_sums
    repeats: views.NewInts = columns.repeats
    blocks: cython.Py_ssize_t = columns.blocks
    block: cython.Py_ssize_t
    first: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    total: cython.Py_ssize_t
    place: cython.Py_ssize_t = at
    words: cython.double
    nonspace: cython.double
    letters: cython.double
    unspaced: cython.double
    unlinked: cython.double
    with cython.nogil:
        for block in range(blocks):
            first = block * _COUNTS
            total = 0
            for kind in range(1, _CLASSES):
                total += counts[first + kind]
            nonspace = max(1, total)
            words = sums[block]
            unlinked = words * (1 - sums[blocks + block])
            unspaced = counts[first + _IDEOGRAPH] + counts[first + _DENSE]
            letters = counts[first + _LETTER] + counts[first + _UPPER] + unspaced
            matrix[place] = feature_steps.log_count(totals[block])
            matrix[place + 1] = feature_steps.log_count(totals[blocks + block])
            matrix[place + 2] = sums[blocks + block]
            matrix[place + 3] = nonspace / words
            matrix[place + 4] = letters / nonspace
            matrix[place + 5] = counts[first + _UPPER] / (letters if letters > 1 else 1.0)
            matrix[place + 6] = counts[first + _DIGIT] / nonspace
            matrix[place + 7] = unspaced / nonspace
            matrix[place + 8] = counts[first + _MARK] / nonspace
            matrix[place + 9] = counts[first + _OTHER] / nonspace
            matrix[place + 10] = counts[first + _STOP]
            matrix[place + 11] = counts[first + _COMMA]
            matrix[place + 12] = counts[first + _STOP] / words
            matrix[place + 13] = counts[first + _COMMA] / words
            total = counts[first + _STOP] + counts[first + _COMMA]
            matrix[place + 14] = words >= _RUNNING_TEXT_WORDS and total > 0
            matrix[place + 15] = math.log1p(unlinked)
            matrix[place + 16] = feature_steps.log_count(totals[3 * blocks + block])
            matrix[place + 17] = feature_steps.log_count(repeats[block])
            matrix[place + 18] = counts[first + _CLASSES]
            matrix[place + 19] = counts[first + _CLASSES + 1]
            place += width
    return True


@cython.cfunc
def write_bits(
    columns: BlockColumns,
    number: cython.Py_ssize_t,
    places: views.Ints,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Write 1 for each bit of a block that is set, else 0, into the columns from ``at``.

    ``number``: which bits of :func:`bits_around`, 0 to 3; ``places``: which of them.
    """
    bits: views.NewBits = columns.bits
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    count: cython.Py_ssize_t = places.shape[0]
    block: cython.Py_ssize_t
    i: cython.Py_ssize_t
    of_block: cython.longlong
    with cython.nogil:
        for block in range(blocks):
            of_block = bits[number * blocks + block]
            # Most blocks have the bits of the block before.
            if block > 0 and of_block == bits[number * blocks + block - 1]:
                for i in range(count):
                    matrix[place + i] = matrix[place - width + i]
            else:
                for i in range(count):
                    matrix[place + i] = (of_block >> places[i]) & 1
            place += width
    return True


@cython.cfunc
def copy_features(
    columns: BlockColumns,
    of_page: views.Floats32,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Write which texts are on the page before; and, as for blocks that are not found in copies, that none is."""
    block: cython.Py_ssize_t
    place: cython.Py_ssize_t = at
    with cython.nogil:
        for block in range(columns.blocks):
            matrix[place] = columns.seen[block]
            matrix[place + 1] = of_page[0]
            matrix[place + 2] = 0
            place += width
    return True


@cython.cfunc
def page_features(
    columns: BlockColumns,
    of_page: views.Floats32,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Write what the page is declared to be."""
    block: cython.Py_ssize_t
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t = at - 1
    with cython.nogil:
        for block in range(columns.blocks):
            for i in range(1, of_page.shape[0]):
                matrix[place + i] = of_page[i]
            place += width
    return True
