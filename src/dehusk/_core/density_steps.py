"""Steps of content extraction via text density (Sun, Song & Liao 2011), over the rows of a page."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import math
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

_E = cython.declare(cython.double, math.e)


@views.checked
def composite_terms(
    chars: views.Floats,
    tags: views.Floats,
    link_chars: views.Floats,
    link_tags: views.Floats,
    replaces_zeros: cython.Py_ssize_t,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """What the composite density of each row has the logarithm of, and what it has the logarithm's logarithm of.

    The arguments are C, T, LC and LT of the paper; the first row is BODY. ``replaces_zeros``: LC is at least 1 as a
    factor, too.

    >>> one = np.ones(1)
    >>> [term.round(3).tolist() for term in composite_terms(one * 6, one * 2, one * 2, one, 0)]
    [[6.0], [7.718]]
    """
    rows: cython.Py_ssize_t = chars.shape[0]
    _check_counts(chars, tags, link_chars, link_tags)
    terms = np.empty((2, rows))
    outer: views.NewFloats = terms[0].data
    inner: views.NewFloats = terms[1].data
    row: cython.Py_ssize_t
    linked: cython.double
    unlinked: cython.double
    value: cython.double
    body_ratio: cython.double = 0
    if rows:
        body_ratio = link_chars[0] / max(chars[0], 1.0)
    with cython.nogil:
        for row in range(rows):
            linked = max(link_chars[row], 1.0)
            value = chars[row] / linked * max(tags[row], 1.0) / max(link_tags[row], 1.0)
            outer[row] = max(value, 1.0)
            unlinked = max(chars[row] - link_chars[row], 1.0)
            value = linked if replaces_zeros else link_chars[row]
            inner[row] = chars[row] * value / unlinked + body_ratio * chars[row] + _E
    return terms[0], terms[1]


@views.checked
def composite_densities(
    chars: views.Floats, tags: views.Floats, outer: views.Floats, inner: views.Floats
) -> npt.NDArray[np.float64]:
    """The composite density of each row, from the logarithms of its terms: the second one's is taken twice.

    >>> composite_densities(*(np.full(1, value) for value in (6.0, 2.0, 4.0, 0.5))).tolist()
    [24.0]
    """
    rows: cython.Py_ssize_t = chars.shape[0]
    _check_counts(chars, tags, outer, inner)
    found = np.zeros(rows)
    density: views.NewFloats = found.data
    row: cython.Py_ssize_t
    tags_below: cython.double
    with cython.nogil:
        for row in range(rows):
            if chars[row] > 0 and inner[row] > 0:
                tags_below = max(tags[row], 1.0)
                density[row] = chars[row] / tags_below * outer[row] / inner[row]
    return found


@cython.cfunc
def _check_counts(chars: views.Floats, tags: views.Floats, third: views.Floats, fourth: views.Floats) -> cython.bint:
    """Check that columns are of one length."""
    views.align(chars)
    views.align(tags)
    views.align(third)
    views.align(fourth)
    feature_steps.check_length("tags", tags.shape[0], chars.shape[0])
    feature_steps.check_length("link_chars", third.shape[0], chars.shape[0])
    feature_steps.check_length("link_tags", fourth.shape[0], chars.shape[0])
    return True


@views.checked
def density_sums(
    parent: views.Ints,
    is_element: views.Bytes,
    density: views.Floats,
    tags: views.Floats,
    leaves: views.Ints,
    runs: views.Floats,
    with_runs: cython.Py_ssize_t,
) -> npt.NDArray[np.float64]:
    """The sum of the densities of each element's children; -1 for leaves.

    With ``with_runs``, the densities of the runs of text in ``leaves`` count, too, and an element without elements
    below it (``tags``) has its own density.
    """
    rows: cython.Py_ssize_t = parent.shape[0]
    views.align(parent)
    views.align(density)
    views.align(tags)
    views.align(leaves)
    views.align(runs)
    feature_steps.check_length("is_element", is_element.shape[0], rows)
    feature_steps.check_length("density", density.shape[0], rows)
    feature_steps.check_length("tags", tags.shape[0], rows)
    feature_steps.check_length("runs", runs.shape[0], leaves.shape[0])
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    feature_steps.check_parents(parent)
    for i in range(leaves.shape[0]):
        if leaves[i] < 1 or leaves[i] >= rows:
            raise IndexError(f"leaf {i} is row {leaves[i]}")
    sums = np.zeros(rows)
    total: views.NewFloats = sums.data
    of_runs: views.NewFloats = np.zeros(rows).data
    with cython.nogil:
        for row in range(1, rows):
            total[parent[row]] += density[row]
        for i in range(leaves.shape[0] if with_runs else 0):
            of_runs[parent[leaves[i]]] += runs[i]
        for row in range(rows):
            total[row] += of_runs[row]
            if not is_element[row]:
                total[row] = -1.0
            elif with_runs and tags[row] == 0:
                total[row] = density[row]
    return sums


@views.checked
def dense_content(
    parent: views.Ints,
    end: views.Ints,
    is_element: views.Bytes,
    density: views.Floats,
    best: views.Ints,
    threshold: cython.double,
    keeps_text_above: cython.Py_ssize_t,
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """The rows that are content by algorithm 2, and the outermost elements of it.

    The algorithm visits an element if it and all its ancestors reach the threshold, and marks the element of its
    subtree with the highest sum (``best``), and BODY's. ``keeps_text_above``: text that is a child of an element around
    content is content, too.

    >>> one, best = np.ones(2, dtype=np.bool_), np.array([1, 1])
    >>> kept, outermost = dense_content(np.array([-1, 0]), np.array([2, 2]), one, np.array([9.0, 9.0]), best, 5.0, 1)
    >>> kept.tolist(), outermost.tolist()
    ([False, True], [False, True])
    """
    rows: cython.Py_ssize_t = parent.shape[0]
    views.align(parent)
    views.align(end)
    views.align(density)
    views.align(best)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("is_element", is_element.shape[0], rows)
    feature_steps.check_length("density", density.shape[0], rows)
    feature_steps.check_length("best", best.shape[0], rows)
    row: cython.Py_ssize_t
    for row in range(rows):
        if parent[row] >= row or (parent[row] < 0 and row > 0) or end[row] < 0 or end[row] > rows:
            raise IndexError(f"row {row} has parent {parent[row]} and ends at {end[row]}")
        if best[row] < 0 or best[row] >= rows:
            raise IndexError(f"the best element below row {row} is {best[row]}")
    masks = np.zeros((2, rows), dtype=np.bool_)
    is_content: views.NewBytes = masks[0].data
    is_outermost: views.NewBytes = masks[1].data
    marked: views.NewBytes = np.zeros(rows, dtype=np.uint8).data
    # Whether an element is around content, or is content.
    around: views.NewBytes = np.zeros(rows, dtype=np.uint8).data
    rejected_until: cython.Py_ssize_t = 0
    content_until: cython.Py_ssize_t = 0
    following: cython.Py_ssize_t = rows
    with cython.nogil:
        for row in range(rows):
            if is_element[row]:
                if density[row] < threshold:
                    rejected_until = max(rejected_until, end[row])
                if row >= rejected_until:
                    marked[best[row]] = True
        if rows:
            marked[best[0]] = True
        for row in range(rows - 1, -1, -1):
            if marked[row]:
                following = row
            around[row] = following < end[row]
        for row in range(rows):
            if marked[row]:
                is_outermost[row] = row >= content_until
                content_until = max(content_until, end[row])
            is_content[row] = row < content_until
            if keeps_text_above and row > 0 and not is_element[row] and around[parent[row]]:
                is_content[row] = True
    return masks[0], masks[1]


@views.checked
def parent_scores(
    parent: views.Ints, chars: views.Ints, density: views.Floats, threshold: cython.double
) -> npt.NDArray[np.float64]:
    """The score of each leaf: d / (d + threshold), where d is its parent's density; 0 for other rows.

    >>> parent_scores(np.array([-1, 0]), np.array([0, 3]), np.array([6.0, 0.0]), 2.0).tolist()
    [0.0, 0.75]
    """
    rows: cython.Py_ssize_t = parent.shape[0]
    views.align(parent)
    views.align(chars)
    views.align(density)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("density", density.shape[0], rows)
    row: cython.Py_ssize_t
    for row in range(rows):
        if parent[row] >= rows:
            raise IndexError(f"row {row} has parent {parent[row]}")
    scores = np.zeros(rows)
    score: views.NewFloats = scores.data
    up: cython.Py_ssize_t
    of_parent: cython.double
    least: cython.double = max(threshold, 0.0)
    with cython.nogil:
        for row in range(rows):
            up = max(parent[row], 0)
            of_parent = density[up]
            if chars[row] > 0 and of_parent > 0:
                score[row] = of_parent / (of_parent + least)
    return scores
