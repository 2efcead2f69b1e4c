"""The matrix of the features of a page's blocks, for the learned method: one row per block.

``dehusk.methods.learned.feature_table`` declares the features and says what they mean. The functions of the modules
that are imported here each write the columns of one group of features.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import block_places, block_tree, feature_steps, own_features, title_places, views

if TYPE_CHECKING:
    from dehusk._core.block_columns import BlockColumns

_REGIONS = cython.declare(cython.Py_ssize_t, 3)
# Features of each group with a fixed number of them.
_TEXT = cython.declare(cython.Py_ssize_t, 20)
_ANCESTORS = cython.declare(cython.Py_ssize_t, 29)
_IN_REGIONS = cython.declare(cython.Py_ssize_t, 12)
_POSITION = cython.declare(cython.Py_ssize_t, 9)
_TITLE = cython.declare(cython.Py_ssize_t, 6)
_TITLE_TREE = cython.declare(cython.Py_ssize_t, 4)
_COPIES = cython.declare(cython.Py_ssize_t, 3)
_SURROUNDINGS = cython.declare(cython.Py_ssize_t, 10)
_RECORDS = cython.declare(cython.Py_ssize_t, 8)
_DATES = cython.declare(cython.Py_ssize_t, 5)
_LAST_HEADING = cython.declare(cython.Py_ssize_t, 2)
_REPLY_FORM = cython.declare(cython.Py_ssize_t, 3)
_FIXED = cython.declare(cython.Py_ssize_t, 111)
"""All of them."""


@views.checked
def write_features(
    columns: BlockColumns,
    title: cython.Py_ssize_t,
    article_tag: cython.Py_ssize_t,
    tags_around: views.Ints,
    tags_near: views.Ints,
    classes: views.Ints,
    held: views.Floats,
    of_page: views.Floats32,
    matrix: views.NewFloats32,
) -> None:
    """Write all features of the blocks of a page, group by group in the order of the table.

    ``title``: the block of the headline, -1 if there is none. ``article_tag``: the number of the tag ARTICLE.
    ``tags_around``, ``tags_near``, ``classes``: the bits of tags and class words that are features. ``held``: the
    shares of the running text by which regions are found. ``of_page``: what is the same for all blocks, first what a
    block that is not found in a copy of the article has, then what the page is declared to be.
    """
    blocks: cython.Py_ssize_t = columns.blocks
    width: cython.Py_ssize_t = _FIXED + tags_around.shape[0] + tags_near.shape[0] + 2 * classes.shape[0]
    width += of_page.shape[0] - 1
    views.align(held)
    views.align(of_page)
    views.align_new(matrix)
    feature_steps.check_length("held", held.shape[0], _REGIONS)
    feature_steps.check_length("matrix", matrix.shape[0], blocks * width)
    _check_places(tags_around)
    _check_places(tags_near)
    _check_places(classes)
    if of_page.shape[0] < 1:
        raise ValueError("nothing is known of the page")
    if title < -1 or title >= blocks:
        raise IndexError(f"there is no block {title}")
    # Room for numbers of rows, groups of siblings and blocks, one function after the other.
    room: views.NewInts = np.empty(2 * columns.rows + blocks + _REGIONS, dtype=np.intp).data
    sums: views.NewFloats = np.empty(6 * columns.group_count, dtype=np.float64).data
    at: cython.Py_ssize_t = 0
    own_features.text_features(columns, matrix, width, at)
    at += _TEXT
    own_features.write_bits(columns, 0, tags_around, matrix, width, at)
    at += tags_around.shape[0]
    own_features.write_bits(columns, 1, tags_near, matrix, width, at)
    at += tags_near.shape[0]
    own_features.write_bits(columns, 2, classes, matrix, width, at)
    at += classes.shape[0]
    own_features.write_bits(columns, 3, classes, matrix, width, at)
    at += classes.shape[0]
    block_tree.ancestor_features(columns, room, sums, matrix, width, at)
    at += _ANCESTORS
    block_tree.region_features(columns, held, room, matrix, width, at)
    at += _IN_REGIONS
    block_places.position_features(columns, matrix, width, at)
    at += _POSITION
    title_places.title_features(columns, title, article_tag, matrix, width, at)
    at += _TITLE
    title_places.title_tree_features(columns, title, article_tag, room, matrix, width, at)
    at += _TITLE_TREE
    own_features.copy_features(columns, of_page, matrix, width, at)
    at += _COPIES
    block_tree.surrounding_features(columns, matrix, width, at)
    at += _SURROUNDINGS
    block_tree.record_features(columns, room, sums, matrix, width, at)
    at += _RECORDS
    block_places.date_features(columns, title, room, matrix, width, at)
    at += _DATES
    block_places.heading_features(columns, matrix, width, at)
    at += _LAST_HEADING
    block_places.reply_form_features(columns, room, matrix, width, at)
    at += _REPLY_FORM
    own_features.page_features(columns, of_page, matrix, width, at)


@cython.cfunc
def _check_places(places: views.Ints) -> cython.bint:
    """Check that these are bits of a number."""
    views.align(places)
    i: cython.Py_ssize_t
    for i in range(places.shape[0]):
        if places[i] < 0 or places[i] > 63:
            raise IndexError(f"there is no bit {places[i]}")
    return True
