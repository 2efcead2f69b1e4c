"""Sums over the rows of a page, groups of siblings, and the bits of tags and class words around blocks.

For the learned method (``dehusk._core.block_columns``). A sum over a subtree is a difference of sums over all rows
before a row.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import numpy as np

from dehusk._core import feature_steps, views

_KEY_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_TAG_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_KIND_FACTOR = cython.declare(cython.ulonglong, 0xC2B2AE3D27D4EB4F)

# What a tag is, as bits (dehusk.methods.learned.learned_blocks.TAG_ROLES).
_LINK = cython.declare(cython.int, 4)
_CONTROL = cython.declare(cython.int, 8)
_IMAGE = cython.declare(cython.int, 16)

# The sums over all rows before a row.
_CHARS = cython.declare(cython.Py_ssize_t, 0)
_LINK_CHARS = cython.declare(cython.Py_ssize_t, 1)
_ELEMENTS = cython.declare(cython.Py_ssize_t, 2)
_BLOCKS = cython.declare(cython.Py_ssize_t, 3)
_LINKS = cython.declare(cython.Py_ssize_t, 4)
_CONTROLS = cython.declare(cython.Py_ssize_t, 5)
_IMAGES = cython.declare(cython.Py_ssize_t, 6)
_SUMS = cython.declare(cython.Py_ssize_t, 7)

_NEARLY_ALL = cython.declare(cython.double, 0.95)
"""An element with this share of the page's text says nothing about one part of it."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sum_rows(
    tag: views.Tags,
    chars: views.Ints,
    in_link: views.Bytes,
    roles: views.Bytes,
    first: views.NewInts,
    total: views.NewInts,
) -> cython.void:
    """Sum the rows of a page.

    Writes, for each row and for the end, the characters, characters in links, elements, blocks, links, form controls
    and images of all rows before it.
    """
    blocks: cython.Py_ssize_t = first.shape[0]
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    block: cython.Py_ssize_t = 0
    role: cython.int
    for row in range(_SUMS):
        total[row] = 0
    for row in range(tag.shape[0]):
        role = roles[tag[row]]
        total[at + _SUMS + _CHARS] = total[at + _CHARS] + chars[row]
        total[at + _SUMS + _LINK_CHARS] = total[at + _LINK_CHARS] + (chars[row] if in_link[row] else 0)
        total[at + _SUMS + _ELEMENTS] = total[at + _ELEMENTS] + (tag[row] != 0)
        total[at + _SUMS + _LINKS] = total[at + _LINKS] + (role & _LINK != 0)
        total[at + _SUMS + _CONTROLS] = total[at + _CONTROLS] + (role & _CONTROL != 0)
        total[at + _SUMS + _IMAGES] = total[at + _IMAGES] + (role & _IMAGE != 0)
        if block < blocks and first[block] == row:
            block += 1
        total[at + _SUMS + _BLOCKS] = block
        at += _SUMS


@cython.cfunc
def group_siblings(tag: views.Tags, parent: views.Ints, kind: views.Ints, group: views.NewInts) -> cython.Py_ssize_t:
    """Write a number that siblings of the same tag and kind share, -1 for text; return how many numbers there are."""
    rows: cython.Py_ssize_t = tag.shape[0]
    row: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    slots: cython.Py_ssize_t = 64
    elements: cython.Py_ssize_t = 0
    for row in range(rows):
        elements += tag[row] != 0
    while slots < 2 * elements:
        slots *= 2
    # In each slot, 1 more than the first row with a key.
    slot_row: views.NewInts = np.zeros(slots, dtype=np.intp).data
    keys: views.NewHashes = np.empty(rows, dtype=np.uint64).data
    groups: cython.Py_ssize_t = 0
    key: cython.ulonglong
    with cython.nogil:
        for row in range(rows):
            if tag[row] == 0:
                group[row] = -1
                continue
            key = (cython.cast(cython.ulonglong, tag[row]) * _TAG_FACTOR) & _KEY_MASK
            key = (key + cython.cast(cython.ulonglong, kind[row]) * _KIND_FACTOR) & _KEY_MASK
            key += (cython.cast(cython.ulonglong, parent[row] + 1)) << 32
            keys[row] = key
            slot = feature_steps.mixed(key) & (slots - 1)
            while slot_row[slot] and keys[slot_row[slot] - 1] != key:
                slot = (slot + 1) & (slots - 1)
            if slot_row[slot]:
                group[row] = group[slot_row[slot] - 1]
            else:
                slot_row[slot] = row + 1
                group[row] = groups
                groups += 1
    return groups


@cython.cfunc
def bits_around(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    sums: views.NewInts,
    class_bits: views.Bits,
    tag_bits: views.Bits,
    first: views.NewInts,
    holder: views.NewInts,
    found: views.NewBits,
) -> cython.bint:
    """Write the bits of the tags and class words around each block, one row each.

    Those of the tags of all elements around it; of the tags of its element and the one above; of the class words of
    all elements around it, except those with nearly the whole text of the page; of the class words of the three
    nearest. BODY is not near.
    """
    rows: cython.Py_ssize_t = end.shape[0]
    blocks: cython.Py_ssize_t = first.shape[0]
    around: views.NewBits = np.empty(2 * rows, dtype=np.int64).data
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    i: cython.Py_ssize_t
    nearly_all: cython.double = _NEARLY_ALL * max(1, sums[rows * _SUMS])
    with cython.nogil:
        for row in range(rows):
            around[row] = tag_bits[tag[row]]
            around[rows + row] = 0 if sums[end[row] * _SUMS] - sums[row * _SUMS] >= nearly_all else class_bits[row]
            if row > 0:
                around[row] |= around[parent[row]]
                around[rows + row] |= around[rows + parent[row]]
        for block in range(blocks):
            row = parent[first[block]] if first[block] > 0 else 0
            found[block] = around[row]
            found[2 * blocks + block] = around[rows + row]
            for i in range(3):
                if row > 0:
                    found[3 * blocks + block] |= class_bits[row]
                    row = parent[row]
            row = holder[block]
            for i in range(2):
                if row > 0:
                    found[blocks + block] |= tag_bits[tag[row]]
                    row = parent[row]
    return True
