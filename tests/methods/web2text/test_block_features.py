"""The collapsed tree and the features of Web2Text, group by group."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings

from dehusk import parse
from dehusk.methods.web2text.block_features import LEAF, NODE, Values, block_names, edge_names, measure_released
from dehusk.methods.web2text.cdom import CDom
from dehusk.methods.web2text.feature_columns import Column, FeatureScale, Mode
from dehusk.methods.web2text.stop_words import STOP_WORDS
from dehusk.methods.web2text.text_statistics import statistics, texts_of
from html_strategies import any_html

if TYPE_CHECKING:
    from dehusk.methods.web2text.text_statistics import Words

PAGE = """
<div class="menu"><ul><li><a href="/">Home</a></li><li><a href="/n">News</a></li><li><a href="/t">Home</a></li></ul>
<form>Search <input></form></div>
<div class="text"><h1>Green Tea</h1><p>Steep it for 3 minutes. Then, drink it!</p><p>Write to tea@example.org?</p></div>
"""


AUTHORS = FeatureScale.of_authors(LEAF, NODE)


def measured(html: str) -> Values:
    return measure_released(parse(html), "english", "released")[1]


def named(html: str, block: int, mode: Mode = "released", words: Words = "english") -> dict[str, float]:
    """A block's features by name, with the authors' constants; a name that occurs twice has its first value."""
    _, values = measure_released(parse(html), words, mode)
    blocks, _ = values.matrices(AUTHORS)
    pairs = list(zip(block_names(), blocks[block].tolist(), strict=True))
    return dict(reversed(pairs))


def z(value: float, column: str, columns: tuple[Column, ...] = LEAF) -> float:
    ((mean, deviation),) = ((each.mean, each.deviation) for each in columns if each.name == column)
    return (value - mean) / deviation


# ---- the collapsed tree ------------------------------------------------------------------------------------


def test_the_worked_example() -> None:
    page = parse("<body><h1>text</h1><p>text<i>text</i>text</p>")
    cdom = CDom.of(page)
    chains = [[page.tag_name(row) for row in cdom.rows[cdom.owner == node]] for node in range(len(cdom))]
    assert chains == [["body"], ["h1", "#text"], ["p"], ["#text"], ["i", "#text"], ["#text"]]
    assert cdom.parent.tolist() == [-1, 0, 0, 2, 2, 2]
    assert cdom.distances().tolist() == [3, 2, 2]
    assert cdom.common_ancestors().tolist() == [0, 2, 2]


def test_a_chain_of_only_children_is_one_node_the_root_too() -> None:
    page = parse("<div><div><p>a</p> <img><p><b>b</b></p></div><br></div>")
    cdom = CDom.of(page)
    assert [page.tag_name(row) for row in cdom.rows[cdom.owner == 0]] == ["body", "div", "div"]
    assert len(cdom) == 3


def test_what_cannot_be_read_is_no_block() -> None:
    page = parse("<p>a</p><select><option>x</select><textarea>y</textarea><iframe>z</iframe><p>b</p>  <video>v</video>")
    assert texts_of(CDom.of(page)) == ["a", "b"]


@pytest.mark.parametrize("html", ["", "<p> <br>", "<textarea>x</textarea>"])
def test_a_page_without_blocks_has_an_empty_tree(html: str) -> None:
    cdom = CDom.of(parse(html))
    assert len(cdom) == len(cdom.leaves) == len(cdom.leaf_rows) == len(cdom.distances()) == 0


@settings(deadline=None)
@given(any_html)
def test_the_tree_is_the_one_that_merging_by_hand_gives(html: str) -> None:
    page = parse(html)
    cdom = CDom.of(page)
    leaves = set(cdom.leaf_rows.tolist())

    def collapsed(row: int) -> object:
        if row in leaves:
            return row
        children = [child for child in range(row + 1, page.end[row]) if page.parent[child] == row]
        found = [each for each in map(collapsed, children) if each is not None]
        return found[0] if len(found) == 1 else found or None

    def of_node(node: int) -> object:
        children = np.flatnonzero(cdom.parent == node).tolist()
        return [of_node(child) for child in children] or int(cdom.leaf_rows[cdom.leaves == node][0])

    assert (of_node(0) if len(cdom) else None) == collapsed(0)


# ---- groups of features ------------------------------------------------------------------------------------


def test_duplicates() -> None:
    home, news = named(PAGE, 0), named(PAGE, 1)
    assert home["has duplicate"] == 1
    assert news["has duplicate"] == home["has ten duplicates"] == -1
    assert home["share with the same classes"] == pytest.approx(4 / 7)
    assert named("<p>x</p>" * 11, 0)["has ten duplicates"] == 1
    assert named("<p>x</p>" * 10, 0)["has ten duplicates"] == -1


def test_text_of_a_block() -> None:
    text = "Steep it for 3 minutes. Then, drink it!"
    found = named(PAGE, 5)
    assert found["has word"] == pytest.approx(z(1, "has word"), abs=1e-6)
    assert found["ln words"] == pytest.approx(z(math.log(8), "ln words"), abs=1e-6)
    letters = sum(char.isalnum() for char in text)
    assert found["mean word length"] == pytest.approx(z(letters / 8, "mean word length"), abs=1e-6)
    assert found["has stop word"] == 1
    assert found["stop word ratio"] == pytest.approx(z(3 / 8, "stop word ratio"), abs=1e-6)  # it, for, it
    assert found["ln chars"] == pytest.approx(z(math.log(len(text)), "ln chars"), abs=1e-6)
    assert found["punctuation count"] == pytest.approx(z(3, "punctuation count"), abs=1e-5)
    ratio = math.log(3 / len(text))
    assert found["ln punctuation ratio"] == pytest.approx(z(ratio, "ln punctuation ratio"), abs=1e-6)
    assert found["digit ratio"] == pytest.approx(z(1 / len(text), "digit ratio"), abs=1e-6)
    assert found["ln chars per sentence"] == pytest.approx(
        z(math.log(len(text) / 2), "ln chars per sentence"), abs=1e-6
    )
    assert found["several sentences"] == found["ends in punctuation"] == 1
    assert found["ends in question mark"] == found["copyright"] == found["email"] == found["year"] == -1
    assert found["capital ratio"] == pytest.approx(z(2 / 8, "capital ratio"), abs=1e-6)
    assert found["capital ratio cubed"] == pytest.approx(z(1 / 64, "capital ratio cubed"), abs=1e-6)


def test_signs_in_a_block() -> None:
    found = named(PAGE, 6)
    assert found["ends in question mark"] == found["email"] == 1
    assert named("<p>Tea;<p>Milk", 0)["ends in question mark"] == -1
    found = named("<p>© 1999 www.example.org</p><p>x 12345</p>", 0)
    assert found["copyright"] == found["year"] == found["url"] == 1
    assert named("<p>© 1999</p><p>x 12345</p>", 1)["year"] == -1
    assert named("<p>19</p><p>99</p>", 0)["year"] == -1, "a number does not reach over two blocks"


def test_the_position_is_that_of_the_middle() -> None:
    html = "<p>aaaa</p><p>bb</p><p>cc</p>"
    places = [named(html, block)["position"] for block in range(3)]
    assert places == pytest.approx([z(place / 8, "position") for place in (2, 5, 7)], abs=1e-6)
    assert named(html, 1)["position squared"] == pytest.approx(z((5 / 8) ** 2, "position squared"), abs=1e-6)


def test_stop_words_are_the_common_list() -> None:
    assert {"a", "and", "by", "cannot", "ought", "yourselves"} <= STOP_WORDS
    assert not STOP_WORDS & {"can", "just", "now", "will", "don", "The"}
    assert len(STOP_WORDS) == 124


def test_values_that_do_not_exist_have_their_default() -> None:
    found = named("<p>***</p><p>x</p>", 0)
    assert found["mean word length"] == -1
    assert found["ln words"] == 0
    assert found["stop word ratio"] == found["capital ratio"] == found["ln punctuation ratio"] == 0


def test_parent_and_grandparent() -> None:
    found = named(PAGE, 0)
    assert found["parent: exists"] == found["grandparent: exists"] == 1
    assert found["parent: ul"] == 1
    values = measured(PAGE)
    place = [at for at, name in enumerate(block_names()) if name == "parent: ul"]
    assert values.matrices(AUTHORS)[0][:5, place].tolist() == [[1, 1]] * 3 + [[-1, -1]] * 2
    assert found["parent: div"] == found["parent: li"] == -1
    assert found["parent: link density"] == pytest.approx(z(1, "link density", NODE))
    assert found["parent: has input"] == -1
    assert found["grandparent: has input"] == 1
    assert found["tag: a"] == found["tag: li"] == 1
    assert found["tag: p"] == -1


def test_an_ancestor_that_does_not_exist_is_all_zeros() -> None:
    found = named("<p>alone</p>", 0)
    assert {value for name, value in found.items() if name.startswith(("parent", "grandparent"))} == {0.0}
    found = named("<p>two</p><p>blocks</p>", 0)
    assert found["parent: exists"] == 1
    assert {value for name, value in found.items() if name.startswith("grandparent")} == {0.0}


def test_the_root_is_the_same_for_all_blocks() -> None:
    values = measured(PAGE)
    blocks, _ = values.matrices(AUTHORS)
    first = block_names().index("root: body share")
    root = blocks[:, first : first + len(NODE)]
    assert (root == root[0]).all()
    assert root[0, 0] == 1


def test_edges() -> None:
    values = measured("<h1>text</h1><p>text<i>text</i>text</p><div><div><p>x<p>y</div><p>z</div>")
    _, edges = values.matrices(AUTHORS)
    column = dict(zip(edge_names(), edges.T.tolist(), strict=True))
    assert column["distance 2"] == [-1, 1, 1, -1, 1, -1]
    assert column["distance 3"] == [1, -1, -1, -1, -1, 1]
    assert column["distance over 4"] == [-1, -1, -1, 1, -1, -1]
    assert column["block break"] == [1, 0, 0, 1, 1, 1]
    assert column["ancestor: body share"][0] == 1
    assert column["ancestor: body share"][1] == pytest.approx(12 / 19)


def test_the_authors_divide_whole_numbers() -> None:
    real, author = named(PAGE, 5), named(PAGE, 5, "author")
    assert author["mean word length"] == pytest.approx(z(3, "mean word length"), abs=1e-6)
    assert author["ln chars per sentence"] == pytest.approx(z(math.log(19), "ln chars per sentence"), abs=1e-6)
    assert author["parent: body share"] == author["share with the same classes"] == 0
    assert 0 < real["parent: body share"] < 1
    assert author["root: body share"] == 1
    assert named("<p class=a>x</p><p class=a>y</p>", 0, "author")["share with the same classes"] == 1
    differing = {name for name, value in real.items() if value != author[name]}
    assert all(name.endswith(("word length", "per sentence", "body share", "same classes")) for name in differing)


def test_without_a_word_list_scripts_count_alike() -> None:
    words = {
        "ru": ["Чай готов. Пейте его!"],
        "zh": ["茶好了。请喝。"],
        "ar": ["الشاي جاهز. اشربه؟"],
    }
    for texts in words.values():
        found = statistics(texts, np.array([False]), "any")
        assert found.sentences.tolist() == [2]
        assert found.ends_punctuation.tolist() == [1]
        assert found.stop_words.tolist() == [0]
        assert found.words[0] >= 3
    assert statistics(words["ru"], np.array([False]), "english").words.tolist() == [0]
    assert statistics(words["ru"], np.array([False]), "any").capitals.tolist() == [2]


@settings(deadline=None)
@given(any_html)
def test_features_are_finite_whatever_the_page(html: str) -> None:
    for words in ("english", "any"):
        cdom, values = measure_released(parse(html), words, "released")
        blocks, edges = values.matrices(AUTHORS)
        assert blocks.shape == (len(cdom.leaves), 128)
        assert edges.shape == (max(len(cdom.leaves) - 1, 0), 25)
        assert np.isfinite(blocks).all()
        assert np.isfinite(edges).all()


def test_fitted_constants_standardise() -> None:
    pages: list[Values] = [measured(PAGE), measured("<p>Tea.</p><p>Milk and 3 sugars</p>")]
    scale = FeatureScale.fitted(LEAF, NODE, pages)
    leaf = np.concatenate([page.leaf for page in pages])
    place = [column.name for column in LEAF].index("ln chars")
    assert scale.leaf[0, place] == pytest.approx(leaf[:, place].mean())
    assert scale.leaf[1, place] == pytest.approx(leaf[:, place].std())
    flag = [column.name for column in LEAF].index("email")
    assert scale.leaf[:, flag].tolist() == [0, 1]
