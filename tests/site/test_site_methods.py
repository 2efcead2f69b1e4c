"""Site methods against slow readings of their definitions, on random trees and on our made-up sites."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import ArgumentError, Page, Selection, SiteMethod, UnknownMethod, parse
from dehusk.site import list_site_methods, make_site_method, site_method_class
from dehusk.site.conex import ConEx
from dehusk.site.iwptd import Iwptd, SegmentTable
from dehusk.site.linked_pages import LinkedPages
from dehusk.site.rbm import RbmTd, bottom_up_mapping
from dehusk.site.rtdm import Mapping, RtdmTd
from dehusk.site.site_tree import SiteNumbers, SiteTree
from dehusk.site.sst import Sst
from dehusk.site.temex import ComparedTree, TemEx, top_down_mapping
from dehusk.testing import check_site_method
from made_up_sites import pages_of
from site_oracles import (
    kept_by_segments,
    mapped_bottom_up,
    mapped_top_down,
    restricted_top_down_cost,
    style_tree_importance,
    tree_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

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


def test_temex_takes_the_first_of_equally_similar_children() -> None:
    """One child of five less weighs as much as one place of four away."""
    four, five = "<ol>" + "<li>x" * 4 + "</ol>", "<ol>" + "<li>y" * 5 + "</ol>"
    a, b = parse(f"{five}<hr>{four}<hr>"), parse(f"{five}{four}{five}<hr>")
    mapped = top_down_mapping(ComparedTree.of(a), ComparedTree.of(b))
    assert rows(mapped, a) == mapped_top_down(tree_of(a), tree_of(b))
    assert mapped[[row for row in range(len(a)) if a.leaf_text(row) == "x"]].all()


@given(st.text("abc", max_size=8), st.text("abc", max_size=8))
def test_lists_are_mapped_at_least_cost(first: str, second: str) -> None:
    items = {"a": "<li>x</li>", "b": "<li>y</li>", "c": "<li><b>x</b>y</li>"}
    a, b = (parse("<ul>" + "".join(items[key] for key in keys) + "</ul>") for keys in (first, second))
    numbers = SiteNumbers()
    trees = SiteTree.of(a, numbers), SiteTree.of(b, numbers)
    cost = trees[0].size[0] + trees[1].size[0] - Mapping(*trees).saving
    assert cost == restricted_top_down_cost(tree_of(a), tree_of(b))
    assert len(list(Mapping(*trees).pairs())) == len(set(Mapping(*trees).pairs()))


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


NAMES = ("gazette-en", "beekeepers-de", "museum-ja")


@pytest.mark.parametrize("name", NAMES)
def test_methods_agree_with_their_definitions_on_our_sites(name: str) -> None:
    site = pages_of(name)
    nodes = [tree_of(page) for page in site]
    compared, numbers = [ComparedTree.of(page) for page in site], SiteNumbers()
    trees = [SiteTree.of(page, numbers) for page in site]
    for first in range(3):
        for second in range(3, 6):
            mapped = top_down_mapping(compared[first], compared[second])
            assert rows(mapped, site[first]) == mapped_top_down(nodes[first], nodes[second])
            mapping, sizes = Mapping(trees[first], trees[second]), trees[first].size[0] + trees[second].size[0]
            assert sizes - mapping.saving == restricted_top_down_cost(nodes[first], nodes[second])
            whole = np.ones(len(site[first]), dtype=np.bool_)
            found = bottom_up_mapping(trees[first], trees[second], whole)
            expected = mapped_bottom_up(nodes[first], nodes[second], set(range(len(whole))))
            assert (rows(found[0], site[first]), rows(found[1], site[second])) == expected
    for page, selection, values in zip(site, Sst().select_site(site), style_tree_importance(site), strict=True):
        of_row = np.array([values.get(row, 0.0) for row in range(len(page))])
        np.testing.assert_allclose(selection.why["importance"], of_row, atol=1e-9)
    kept = [set(np.flatnonzero(selection.keep).tolist()) for selection in Iwptd().select_site(site)]
    assert kept == kept_by_segments(site, Iwptd().frequency, Iwptd().block_share)


def texts(page: Page, selection: Selection) -> list[str]:
    return [page.leaf_text(row) for row in np.flatnonzero(selection.keep).tolist()]


@pytest.mark.parametrize("method", [TemEx(), RtdmTd(), RbmTd(), Iwptd(), Sst(), ConEx()], ids=lambda made: made.name)
def test_what_every_page_has_is_template_and_what_one_has_is_not(method: SiteMethod) -> None:
    site = pages_of("beekeepers-de")
    for page, selection in zip(site, method.select_site(site), strict=True):
        kept = " ".join(texts(page, selection))
        assert "Honig vom Verein gibt es jeden Samstag" not in kept
        assert page.leaf_text(int(page.leaves[page.words[page.leaves].argmax()])) in kept


def test_temex_needs_votes_of_several_pages() -> None:
    site = [parse(f"<p>{text}<p>x") for text in ("Tea", "Tea", "Milk", "Water")]
    assert [texts(site[0], TemEx(votes=votes).select_site(site)[0]) for votes in (1, 2)] == [[], ["Tea"]]


def test_one_page_is_kept_whole() -> None:
    site = [parse("<ul><li>Home</ul><p>Tea.")]
    for name in list_site_methods().keys() - {"grain-site"}:
        assert texts(site[0], make_site_method(name).select_site(site)[0]) == ["Home", "Tea."], name


def test_conex_keeps_one_node_without_the_template_in_it() -> None:
    site = [
        parse(f"<ul><li>{n}</ul><div><h3>News</h3><p>{n} {n} is here.</p><p>And {n} is there.</p></div>")
        for n in "abcd"
    ]
    selection = ConEx().select_site(site)[0]
    assert texts(site[0], selection) == ["a a is here.", "And a is there."]
    assert [site[0].tag_name(row) for row in selection.roots.tolist()] == ["div"]


def test_the_segment_table_forgets_rare_segments_first() -> None:
    table = SegmentTable(4)
    for text in ("One", "Two", "Three", "Four", "Five"):
        table.add(parse(f"<p>Home<p>{text}"))
    assert table.frequencies(parse("<p>Home<p>One<p>Five")).tolist() == [0, 0, 5, 0, 0, 0, 1]


def test_linked_pages_come_first() -> None:
    links = {0: [1, 3, 4], 1: [0], 2: [0], 3: [0, 4], 4: [0, 3, 1], 5: [0]}
    site = [
        parse("".join(f"<a href=/{other}>x</a>" for other in links[number]), url=f"http://e.org/{number}")
        for number in range(6)
    ]
    assert LinkedPages(site).nearest(0, 2) == [3, 4]
    assert LinkedPages(site).nearest(0, 3) == [3, 4, 1]
    assert LinkedPages(site).nearest(4, 2) == [0, 3]
    assert LinkedPages(site).nearest(2, 3) == [0, 3, 1]


def lines_run(run: Callable[[], object]) -> int:
    """How many lines of Python a function runs: its work, the same on every machine."""
    count = 0

    def trace(_frame: object, event: str, _argument: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        run()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", ["temex", "conex", "sst", "rbm-td", "iwptd"])
@pytest.mark.parametrize(
    "item", ["<li class=k><a href=/{n}>{n}</a></li>", "<li>Same</li>", "<li class=c{n}><b>x</b> y</li>"]
)
def test_work_grows_with_the_number_of_nodes(name: str, item: str) -> None:
    def work(items: int) -> int:
        lists = ["".join(item.format(n=n + start) for n in range(items)) for start in (0, 3, 7)]
        site = [parse(f"<ul>{each}</ul><p>Text.") for each in lists]
        return lines_run(lambda: make_site_method(name).select_site(site))

    # Four times the nodes; work that grows with their square would be sixteen times as much.
    assert work(800) < 6 * work(200)


@pytest.mark.parametrize("name", list_site_methods())
def test_every_site_method_keeps_the_contract(name: str) -> None:
    check_site_method(site_method_class(name))


def test_methods_are_made_from_names_and_parameters() -> None:
    made = make_site_method("temex:pages=5,votes=3")
    assert isinstance(made, TemEx)
    assert (made.pages, made.votes) == (5, 3)
    assert make_site_method(made) is made
    for wrong in ("temex:votes=4", "temex:tea=1", "sst:t=2", "rtdm-td:sample=1", "conex:share=0.1"):
        with pytest.raises(ArgumentError):
            make_site_method(wrong)
    with pytest.raises(UnknownMethod, match="temex"):
        make_site_method("tem-ex")
    with pytest.raises(ArgumentError, match="SiteMethod object"):
        make_site_method(TemEx)  # type: ignore[arg-type]
