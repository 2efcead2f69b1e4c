"""Site methods against slow readings of their definitions, on random trees and on our made-up sites."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Page, parse
from dehusk.site import list_site_methods, site_method_class
from dehusk.site.iwptd import Iwptd
from dehusk.site.rbm import bottom_up_mapping
from dehusk.site.rtdm import Mapping
from dehusk.site.site_tree import SiteNumbers, SiteTree
from dehusk.site.sst import Sst
from dehusk.site.temex import ComparedTree, top_down_mapping
from dehusk.testing import check_site_method
from site_oracles import (
    kept_by_segments,
    mapped_bottom_up,
    mapped_top_down,
    restricted_top_down_cost,
    style_tree_importance,
    tree_of,
)

TEXTS = ("a", "b", "c c", "世界", "a b", " ")
ATTRIBUTES = ("", "", " class=a", " class='b a'", " id=x", " id=y class=a", " align=left", " src=/i.png")
TAGS = ("div", "p", "ul", "li", "b", "img")

trees = st.recursive(
    st.sampled_from(TEXTS),
    lambda inner: st.builds(
        "<{0}{1}>{2}</{0}>".format,
        st.sampled_from(TAGS),
        st.sampled_from(ATTRIBUTES),
        st.lists(inner, max_size=5).map("".join),
    ),
    max_leaves=14,
)
pages = st.lists(trees, max_size=4).map("".join).map(parse)
sites = st.lists(pages, min_size=1, max_size=4)


def rows(mask: np.ndarray, page: Page) -> set[int]:
    """The nodes in a mask, blank leaves left out."""
    return set(np.flatnonzero(mask & (page.is_element | (page.chars > 0))).tolist())


@given(pages, pages)
def test_temex_maps_as_defined(a: Page, b: Page) -> None:
    assert rows(top_down_mapping(ComparedTree.of(a), ComparedTree.of(b)), a) == mapped_top_down(tree_of(a), tree_of(b))


@given(st.lists(st.sampled_from("abcd"), max_size=30), st.lists(st.sampled_from("abcd"), max_size=30))
def test_temex_maps_long_lists_as_defined(first: list[str], second: list[str]) -> None:
    items = {"a": "<li>x</li>", "b": "<li class=k><i>y</i></li>", "c": "<li>1<b>2</b></li>", "d": "<li class=k>"}
    a, b = (parse("<ul>" + "".join(items[key] for key in keys) + "</ul>") for keys in (first, second))
    assert rows(top_down_mapping(ComparedTree.of(a), ComparedTree.of(b)), a) == mapped_top_down(tree_of(a), tree_of(b))


@given(sites)
def test_style_tree_has_the_importance_defined(site: list[Page]) -> None:
    expected = style_tree_importance(site)
    for page, selection, values in zip(site, Sst().select_site(site), expected, strict=True):
        of_row = np.array([values.get(row, 0.0) for row in range(len(page))])
        np.testing.assert_allclose(selection.why["importance"], of_row, atol=1e-9)


@given(pages, pages)
def test_restricted_top_down_mapping_costs_least(a: Page, b: Page) -> None:
    numbers = SiteNumbers()
    first, second = SiteTree.of(a, numbers), SiteTree.of(b, numbers)
    mapping = Mapping(first, second)
    assert first.size[0] + second.size[0] - mapping.saving == restricted_top_down_cost(tree_of(a), tree_of(b))
    pairs = set(mapping.pairs())
    assert len({row for row, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)
    for row, other in pairs:
        assert first.label[row] == second.label[other]
        assert not row or (a.parent[row], b.parent[other]) in pairs
    for one in pairs:
        for two in pairs:
            assert (one[0] < two[0]) == (one[1] < two[1])


@given(pages, pages)
def test_without_work_only_identical_subtrees_are_mapped(a: Page, b: Page) -> None:
    numbers = SiteNumbers()
    first, second = SiteTree.of(a, numbers), SiteTree.of(b, numbers)
    coarse = Mapping(first, second, work=0)
    assert coarse.saving <= Mapping(first, second).saving
    for row, other in coarse.pairs():
        assert first.label[row] == second.label[other]


@given(pages, pages, st.data())
def test_bottom_up_mapping_pairs_as_defined(a: Page, b: Page, data: st.DataObject) -> None:
    numbers = SiteNumbers()
    part = np.array(
        data.draw(st.lists(st.booleans() | st.just(True), min_size=len(a), max_size=len(a))), dtype=np.bool_
    )
    found = bottom_up_mapping(SiteTree.of(a, numbers), SiteTree.of(b, numbers), part | (a.is_text & (a.chars == 0)))
    expected = mapped_bottom_up(tree_of(a), tree_of(b), set(np.flatnonzero(part).tolist()))
    assert (rows(found[0], a), rows(found[1], b)) == expected


@given(sites, st.sampled_from([0.3, 0.6, 1.0]), st.sampled_from([0.0, 0.5, 1.0]))
def test_segments_are_kept_as_defined(site: list[Page], frequency: float, block_share: float) -> None:
    found = Iwptd(frequency=frequency, block_share=block_share).select_site(site)
    kept = [set(np.flatnonzero(selection.keep).tolist()) for selection in found]
    assert kept == kept_by_segments(site, frequency, block_share)


@pytest.mark.parametrize("name", list_site_methods())
def test_every_site_method_keeps_the_contract(name: str) -> None:
    check_site_method(site_method_class(name))
