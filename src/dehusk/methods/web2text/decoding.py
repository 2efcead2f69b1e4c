"""The most likely labels of a page's blocks (section 3.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools, Floats


def viterbi(unary: Floats, pairwise: Floats, lambda_: float = 1.0) -> Bools:
    """The labels that maximise the sum of ln p_i(l_i) + lambda ln p_ij(l_i, l_j); True means content.

    ``unary``: the logarithms of the probabilities of boilerplate and content, one row per block. ``pairwise``: the
    logarithms of the probabilities of the pairs 00, 01, 10 and 11, one row per pair of neighbouring blocks. Ties are
    resolved as boilerplate.

    >>> unary, pairs = np.log([[0.4, 0.6], [0.7, 0.3], [0.2, 0.8]]), np.log([[0.3, 0.1, 0.1, 0.5]] * 2)
    >>> viterbi(unary, pairs).tolist(), viterbi(unary, pairs, 0.1).tolist()
    ([True, True, True], [True, False, True])
    """
    if not len(unary):
        return np.zeros(0, dtype=np.bool_)
    (zero, one), *rest = unary.tolist()
    came_from = []
    for (zero_here, one_here), (p00, p01, p10, p11) in zip(rest, (lambda_ * pairwise).tolist(), strict=True):
        stay, drop, start, keep = zero + p00, one + p10, zero + p01, one + p11
        came_from.append((drop > stay, keep > start))
        zero, one = max(stay, drop) + zero_here, max(start, keep) + one_here
    label = one > zero
    labels = [label]
    for back in reversed(came_from):
        label = back[label]
        labels.append(label)
    return np.array(labels[::-1], dtype=np.bool_)
