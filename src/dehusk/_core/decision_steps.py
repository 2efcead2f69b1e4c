"""Steps of the decision of the learned method (``dehusk.methods.learned.decision``); columns run over blocks."""

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

_MOST = cython.declare(cython.double, 30.0)
"""Logits are cut to this."""
_FINITE = cython.declare(cython.double, 1e300)
_LEAST_SUM = cython.declare(cython.double, 1e-9)


@views.checked
def expected_f(
    logits: views.Floats, words: views.Floats, shifts: views.Floats, weights: views.Floats, beta: cython.double
) -> npt.NDArray[np.float64]:
    """The expected F-beta of keeping the first 1, 2, ... blocks, as the mean over shifts of all logits.

    Of the words kept, those of blocks that are content count as found: F = (1 + b²) found / (kept + b² content).

    >>> one = np.array([1.0])
    >>> expected_f(np.array([0.0, -30.0]), np.array([10.0, 10.0]), np.array([0.0]), one, 1.0).round(3).tolist()
    [0.667, 0.4]
    """
    views.align(logits)
    views.align(words)
    views.align(shifts)
    views.align(weights)
    blocks: cython.Py_ssize_t = logits.shape[0]
    feature_steps.check_length("words", words.shape[0], blocks)
    feature_steps.check_length("weights", weights.shape[0], shifts.shape[0])
    expected = np.zeros(blocks, dtype=np.float64)
    mean: views.NewFloats = expected.data
    found: views.NewFloats = np.empty(blocks + 1, dtype=np.float64).data
    square: cython.double = beta * beta
    block: cython.Py_ssize_t
    shift: cython.Py_ssize_t
    against: cython.double
    kept: cython.double
    found[0] = 0.0
    with cython.nogil:
        for shift in range(shifts.shape[0]):
            for block in range(blocks):
                against = -(logits[block] + shifts[shift])
                against = math.exp(min(_MOST, max(-_MOST, against)))
                found[block + 1] = found[block] + words[block] / (1.0 + against)
            kept = 0.0
            for block in range(blocks):
                kept += words[block]
                mean[block] += (
                    weights[shift] * (1.0 + square) * found[block + 1] / max(_LEAST_SUM, kept + square * found[blocks])
                )
    return expected


@views.checked
def expected_words(logits: views.Floats, words: views.Floats, mask: views.Bytes) -> float:
    """How many words of content are expected in the blocks of a mask.

    >>> expected_words(np.array([0.0, 0.0]), np.array([10.0, 4.0]), np.array([True, False]))
    5.0
    """
    views.align(logits)
    views.align(words)
    blocks: cython.Py_ssize_t = logits.shape[0]
    feature_steps.check_length("words", words.shape[0], blocks)
    feature_steps.check_length("mask", mask.shape[0], blocks)
    block: cython.Py_ssize_t
    total: cython.double = 0.0
    with cython.nogil:
        for block in range(blocks):
            if mask[block]:
                total += words[block] / (1.0 + math.exp(min(_MOST, max(-_MOST, -logits[block]))))
    return float(total)


@views.checked
def headings_between(
    logits: views.Floats, keep: views.Bytes, heading: views.Bytes, least: cython.double
) -> npt.NDArray[np.bool_]:
    """The headings with a higher logit that are not kept, directly after a kept block and directly before another."""
    views.align(logits)
    blocks: cython.Py_ssize_t = logits.shape[0]
    feature_steps.check_length("keep", keep.shape[0], blocks)
    feature_steps.check_length("heading", heading.shape[0], blocks)
    found = np.zeros(blocks, dtype=np.bool_)
    is_found: views.NewBytes = found.data
    block: cython.Py_ssize_t
    with cython.nogil:
        for block in range(1, blocks - 1):
            if heading[block] and not keep[block] and keep[block - 1] and keep[block + 1]:
                is_found[block] = logits[block] > least
    return found


@views.checked
def parts_between(
    logits: views.Floats, keep: views.Bytes, caption: views.Bytes, least: views.Floats, most: cython.Py_ssize_t
) -> npt.NDArray[np.bool_]:
    """The parts of text with nothing but parts between two kept blocks, and captions directly after the last kept one.

    ``least``: of a part, the logit above which it joins them; of any other block, infinity. ``most``: how many blocks
    join at most in one place.
    """
    views.align(logits)
    views.align(least)
    blocks: cython.Py_ssize_t = logits.shape[0]
    feature_steps.check_length("keep", keep.shape[0], blocks)
    feature_steps.check_length("caption", caption.shape[0], blocks)
    feature_steps.check_length("least", least.shape[0], blocks)
    found = np.zeros(blocks, dtype=np.bool_)
    is_found: views.NewBytes = found.data
    block: cython.Py_ssize_t
    between: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    is_alone: cython.bint = False
    with cython.nogil:
        for block in range(blocks):
            if keep[block]:
                if last >= 0 and is_alone and block - last <= most + 1:
                    for between in range(last + 1, block):
                        is_found[between] = logits[between] > least[between]
                last = block
                is_alone = True
            elif least[block] > _FINITE:
                is_alone = False
        if last >= 0:
            for block in range(last + 1, min(blocks, last + 1 + max(0, most))):
                if least[block] > _FINITE:
                    break
                is_found[block] = caption[block] and logits[block] > least[block]
    return found
