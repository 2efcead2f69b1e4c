"""The classifier of page types learns what is there to be learned, and says unknown otherwise."""

from dataclasses import replace

import numpy as np

from dehusk.bench.collections import LabelledPage
from dehusk.methods.learned.page_type import TYPES, UNKNOWN
from dehusk.train import Example, example
from dehusk.train.page_types import fit_page_types


def examples(count: int, types: tuple[str, ...]) -> list[Example]:
    random = np.random.default_rng(0)
    base = example(LabelledPage(id="1", dataset="tea", html="<p>Steep the tea well.", gold="Steep the tea well."))
    assert base is not None
    made = []
    for number in range(count):
        kind = types[number % len(types)]
        described = random.normal(size=8)
        described[types.index(kind)] += 6.0
        made.append(replace(base, type=kind, described=described))
    return made


def test_separable_types_are_told_apart() -> None:
    kinds = ("article", "forum", "product")
    types = fit_page_types(examples(300, kinds))
    found = [types.of(each.described, 0.5) for each in examples(60, kinds)]
    assert sum(wanted.type == kind for wanted, kind in zip(examples(60, kinds), found, strict=True)) >= 55


def test_without_two_types_every_page_is_unknown() -> None:
    types = fit_page_types(examples(20, ("article",)))
    assert {types.of(each.described, 0.5) for each in examples(5, ("article",))} == {UNKNOWN}
    assert types.weight.shape == (len(TYPES), 9)


def test_the_same_pages_give_the_same_classifier() -> None:
    first, second = (fit_page_types(examples(60, ("article", "listing"))) for _ in range(2))
    np.testing.assert_array_equal(first.weight, second.weight)
