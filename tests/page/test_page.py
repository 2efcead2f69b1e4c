from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Page, parse
from html_strategies import ancestors, any_html, elements_at, pages, pickled, plain_html, walk

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools, Ints

seeds = st.integers(0, 2**32 - 1)


def column(page: Page, seed: int) -> Ints:
    return np.random.default_rng(seed).integers(-3, 9, len(page))


def mask(page: Page, seed: int) -> Bools:
    return np.random.default_rng(seed).random(len(page)) < 0.3


@given(plain_html)
def test_columns_are_those_of_a_recursive_walk(html: str) -> None:
    page, rows = parse(html), walk(html)
    assert [page.tag_name(row) for row in range(len(page))] == [row.tag for row in rows]
    assert page.parent.tolist() == [row.parent for row in rows]
    assert page.end.tolist() == [row.end for row in rows]
    assert page.depth.tolist() == [row.depth for row in rows]
    assert [{name: value or "" for name, value in attrs} for attrs in page.attrs] == [row.attrs for row in rows]
    texts = [page.text[page.offset[i] : page.offset[i + 1]] for i in range(len(page))]
    assert texts == [row.text for row in rows]


@given(pages, seeds)
def test_subtree_sum(page: Page, seed: int) -> None:
    values = column(page, seed)
    naive = [sum(values[j] for j in range(len(page)) if i in ancestors(page, j)) for i in range(len(page))]
    assert page.subtree_sum(values).tolist() == naive
    assert page.subtree_sum(values / 4).tolist() == [total / 4 for total in naive]


@given(pages, seeds)
def test_child_sum(page: Page, seed: int) -> None:
    values = column(page, seed)
    naive = [sum(values[j] for j in range(len(page)) if page.parent[j] == i) for i in range(len(page))]
    assert page.child_sum(values).tolist() == naive


@given(pages, seeds)
def test_inside_above_and_nearest(page: Page, seed: int) -> None:
    chosen = mask(page, seed)
    lines = [ancestors(page, row) for row in range(len(page))]
    assert page.inside(chosen).tolist() == [bool(chosen[line].any()) for line in lines]
    assert page.nearest(chosen).tolist() == [next((row for row in line if chosen[row]), 0) for line in lines]
    above = {row for found in np.flatnonzero(chosen).tolist() for row in lines[found]}
    assert np.flatnonzero(page.above(chosen)).tolist() == sorted(above)


@given(pages, seeds)
def test_without_leaves_the_other_rows_as_they_were(page: Page, seed: int) -> None:
    chosen = mask(page, seed)
    chosen[0] = False
    drop = page.inside(chosen)
    rest = page.without(drop)
    rows = np.flatnonzero(~drop).tolist()
    assert [rest.tag_name(row) for row in range(len(rest))] == [page.tag_name(row) for row in rows]
    assert [rest.attrs[row] for row in range(len(rest))] == [page.attrs[row] for row in rows]
    assert [rows[p] if p >= 0 else -1 for p in rest.parent.tolist()] == page.parent[rows].tolist()
    assert (rest.end - np.arange(len(rest))).tolist() == page.subtree_sum(~drop)[rows].tolist()
    assert rest.chars.tolist() == page.chars[rows].tolist()
    assert [rest.leaf_text(row) for row in rest.leaves] == [page.leaf_text(row) for row in page.leaves if not drop[row]]
    assert [rest.path(row) for row in range(len(rest))] == [page.path(row) for row in rows]


@given(plain_html)
def test_paths_lead_to_their_elements(html: str) -> None:
    page, document = parse(html), turbohtml.parse(html)
    for row in np.flatnonzero(page.is_element).tolist():
        found = [(node.tag, node.text) for node in elements_at(document, page.path(row))]
        assert found == [(page.tag_name(row), page.raw_text(row))]


@given(plain_html)
def test_short_paths_lead_to_their_elements(html: str) -> None:
    page, document = parse(html), turbohtml.parse(html)
    rows = np.flatnonzero(page.is_element).tolist()[1:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dehusk.page.page._MAX_PATHS", -1)
        paths = page.paths(rows)
    for row, path in zip(rows, paths, strict=True):
        assert path.startswith("(/html/body//")
        found = [(node.tag, node.text) for node in elements_at(document, path)]
        assert found == [(page.tag_name(row), page.raw_text(row))]


def test_paths_are_short_from_a_sum_of_lengths_on(monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse("<div><p>a<p>b<i>c</i></div>")
    monkeypatch.setattr("dehusk.page.page._MAX_PATHS", len("/html/body/div" + "/html/body/div/p[1]"))
    assert page.paths(list(range(1, len(page)))) == [
        "/html/body/div",
        "/html/body/div/p[1]",
        "/html/body/div/p[1]/text()",
        "(/html/body//p)[2]",
        "(/html/body//p)[2]/text()",
        "(/html/body//i)[1]",
        "(/html/body//i)[1]/text()",
    ]


def test_long_tag_names_are_cut_and_found() -> None:
    html = f"<div><{'x' * 300}>a</{'x' * 300}><{'x' * 200}>b</{'x' * 200}></div>"
    page, document = parse(html), turbohtml.parse(html)
    assert page.extra_tags == ("x" * 100,)
    assert [elements_at(document, page.path(int(page.parent[row])))[0].text for row in page.leaves] == ["a", "b"]


def test_paths_count_hidden_siblings() -> None:
    page = parse("<p hidden>no</p><p>yes</p><o:p>Word</o:p><o:p>writes<p>these</p></o:p>")
    assert [page.path(int(page.parent[row])) for row in page.leaves] == [
        "/html/body/p[2]",
        '/html/body/*[name()="o:p"][1]',
        '/html/body/*[name()="o:p"][2]',
        '/html/body/*[name()="o:p"][2]/p',
    ]


@given(any_html)
def test_a_pickled_page_is_the_same_page(html: str) -> None:
    page = parse(html)
    assert page.words.shape == (len(page),)
    copy = pickled(page)
    for name in ("offset", "tag", "parent", "end", "depth", "chars", "words", "block"):
        assert np.array_equal(getattr(page, name), getattr(copy, name))
    for name in ("text", "attrs", "extra_tags", "head", "root_attrs", "url", "hidden", "cut"):
        assert getattr(page, name) == getattr(copy, name)
    assert [copy.path(row) for row in range(len(copy))] == [page.path(row) for row in range(len(page))]


def test_derived_columns_are_not_pickled() -> None:
    page = parse("<p>Tea</p>" * 1000)
    before = len(pickle.dumps(page))
    assert page.words.any()
    assert len(pickle.dumps(page)) == before


@pytest.mark.parametrize("name", ["offset", "tag", "parent", "end", "depth"])
def test_columns_cannot_be_written(name: str) -> None:
    page = parse("<p>Tea")
    for each in (page, pickled(page)):
        with pytest.raises(ValueError, match="read-only"):
            getattr(each, name)[0] = 0


def test_blocks_end_at_block_level_elements_and_line_breaks() -> None:
    page = parse("a <b>b</b><p>c<br>d</p>e")
    texts = dict.fromkeys(page.block[page.leaves].tolist(), "")
    for row in page.leaves.tolist():
        texts[int(page.block[row])] += page.raw_text(row)
    assert list(texts.values()) == ["a b", "c", "d", "e"]
    assert len(set(page.paragraph[page.leaves].tolist())) == 3


def test_preformatted_and_links_reach_down() -> None:
    page = parse("<pre>a<b>b</b></pre><a>c<i>d</i></a>e")
    assert [page.leaf_text(row) for row in page.leaves if page.preformatted[row]] == ["a", "b"]
    assert [page.leaf_text(row) for row in page.leaves if page.in_link[row]] == ["c", "d"]


def test_attributes_are_found_by_name() -> None:
    page = parse("<a href=/x hidden=until-found>x</a>")
    assert [page.attr(1, name) for name in ("href", "HREF", "title")] == ["/x", None, None]


DERIVED = [name for name, value in vars(Page).items() if isinstance(value, cached_property)]


@pytest.mark.parametrize("html", ["<p>Tea <a>and</a><br>milk", "<p hidden>no</p><p>Tea <a>and</a><br>milk"])
@pytest.mark.parametrize("name", DERIVED)
def test_derived_columns_cannot_be_written(name: str, html: str) -> None:
    page = parse(html)
    for each in (page, pickled(page), replace(page, url="https://example.org/")):
        value = getattr(each, name)
        assert getattr(each, name) is value
        arrays = [value, *getattr(value, "__dict__", {}).values()]
        assert all(not array.flags.writeable for array in arrays if isinstance(array, np.ndarray))


def test_no_array_of_a_page_can_be_written() -> None:
    page = parse("<p hidden>no</p><p>Tea</p>")
    assert page.origin_rows is not None
    for each in (page, pickled(page)):
        assert all(not value.flags.writeable for value in vars(each).values() if isinstance(value, np.ndarray))


@pytest.mark.parametrize("name", ["text", "url", "chars", "layout"])
def test_nothing_can_be_assigned(name: str) -> None:
    page = parse("<p>Tea")
    with pytest.raises(FrozenInstanceError):
        setattr(page, name, None)
