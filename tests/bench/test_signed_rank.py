"""The Wilcoxon signed-rank test: values that scipy 1.17 gives, and all signs tried out."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.bench.signed_rank import signed_rank_p


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [
        ([0.1, 0.2, 0.3], [0.1, 0.2, 0.3], 1.0),
        ([1, 2, 3, 4.5, 6], [0, 0, 0, 0, 0], 0.0625),
        ([1, 2, 3, 4, 5, 6, 7, 8], [2, 1.5, 1, 5.5, 2.2, 1, 0, 2], 0.078125),
        ([15, 0, 5, 20, 0, 0, 17, 0, 5, 0], [0, 7, 0, 0, 0, 9, 0, 12, 0, 10], 0.6352893),
        (
            [0.623, 0.742, 0.795, 0.942, 0.74, 0.922, 0.029, 0.466, 0.943, 0.649, 0.901, 0.113],
            [0.375, 0.197, 0.435, 0.459, 0.01, 0.173, 0.224, 0.733, 0.613, 0.128, 0.638, 0.111],
            0.00927734375,
        ),
    ],
)
def test_known_values_of_the_signed_rank_test(first: list[float], second: list[float], p: float) -> None:
    assert signed_rank_p(first, second) == pytest.approx(p)
    assert signed_rank_p(second, first) == pytest.approx(p)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=60))
def test_a_p_is_a_probability(pairs: list[tuple[int, int]]) -> None:
    first, second = [float(a) for a, _ in pairs], [float(b) for _, b in pairs]
    assert 0 < signed_rank_p(first, second) <= 1
    assert signed_rank_p(first, second) == pytest.approx(signed_rank_p(second, first))


@given(st.lists(st.integers(-40, 40), min_size=1, max_size=9, unique_by=abs).filter(lambda found: 0 not in found))
def test_a_small_p_is_the_share_of_signs_that_are_as_extreme(differences: list[int]) -> None:
    sizes = sorted(map(abs, differences))
    ranks = {size: rank for rank, size in enumerate(sizes, 1)}
    middle = sum(ranks.values()) / 2

    def distance(found: list[int]) -> float:
        return abs(sum(ranks[each] for each in found if each > 0) - middle)

    signs = product((1, -1), repeat=len(sizes))
    extreme = [
        distance([sign * size for sign, size in zip(each, sizes, strict=True)]) >= distance(differences)
        for each in signs
    ]
    p = signed_rank_p([float(each) for each in differences], [0.0] * len(differences))
    assert p == pytest.approx(sum(extreme) / len(extreme))
