from __future__ import annotations

import pytest

from dehusk import ArgumentError, Limits, extract, parse
from dehusk._core.html_tree import HtmlTree
from dehusk.page import tags
from dehusk.page.collect import SKIPPED, collect


def test_text_between_comments_and_scripts_is_one_leaf() -> None:
    page = parse("<p>one<!-- c -->two<script>x</script>three<b>four</b>")
    assert [page.leaf_text(row) for row in page.leaves] == ["onetwothree", "four"]


def test_the_head_is_kept_aside() -> None:
    page = parse(
        "<html lang=en><title>A &amp; B</title><base href=/b/><meta name=x content=y><link rel=z>"
        "<body class=c><script type='application/LD+json'>{}</script><svg><title>No</title></svg>Tea"
    )
    assert [item.tag for item in page.head] == ["title", "base", "meta", "link", "script"]
    assert [item.text for item in page.head if item.text] == ["A & B", "{}"]
    assert page.root_attrs == (("lang", "en"),)
    assert page.attrs[0] == (("class", "c"),)
    assert page.text == "Tea"


def test_a_pixel_in_the_head_does_not_lose_what_follows() -> None:
    page = parse("<head><noscript><img src=x></noscript><meta property=og:title content=Tea><title>T</title>")
    assert sorted(item.tag for item in page.head) == ["meta", "title"]


@pytest.mark.parametrize("name", tags.NAMES[1:])
def test_each_known_name_has_its_number(name: str) -> None:
    tree = HtmlTree(b"", 0, 0)
    tree.body = tree.add_element(tree.add_element(0, "html", b""), "body", b"")
    tree.add_element(tree.body, name, b"")
    page = collect(tree, url=None, limits=Limits()).page
    assert page.extra_tags == ()
    assert page.tag.tolist()[1:] == ([] if name in SKIPPED else [tags.NUMBERS[name]])


def test_a_page_always_has_a_body() -> None:
    for html in ("", " ", "<frameset><frame></frameset>", "<!-- -->"):
        page = parse(html)
        assert (len(page), page.tag_name(0), page.text) == (1, "body", "")


def test_a_page_remembers_its_address() -> None:
    assert parse("", url="https://example.org/").url == "https://example.org/"


@pytest.mark.parametrize(
    "html",
    [
        "a\ud800b",
        "<p \ud800=1>a\ufffdb",
        "<p class='\udfff'>a\ufffdb",
        "<b\ud800>a\ufffdb",
        "a&#xD800;b",
    ],
)
def test_surrogates_become_the_replacement_character(html: str) -> None:
    page = parse(html)
    assert page.text == "a\ufffdb"
    repr(page.attrs).encode()


def test_a_pair_of_surrogates_is_the_character_that_it_means() -> None:
    assert parse("\ud83d\ude00").text == "😀"


def test_tags_beyond_the_column_share_a_number() -> None:
    html = "".join(f"<t{number}>" for number in range(100))
    assert parse(html).tag_name(100) == "t99"


@pytest.mark.parametrize("wrong", [b"<p>", None, 3])
def test_only_text_is_parsed(wrong: object) -> None:
    with pytest.raises(ArgumentError, match="parse takes text"):
        parse(wrong)  # type: ignore[arg-type]


def test_an_unknown_policy_is_named() -> None:
    with pytest.raises(ArgumentError, match="'drop' or 'keep', not 'show'"):
        parse("", hidden="show")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["bytes", "nodes", "depth", "seconds"])
def test_limits_are_above_zero(name: str) -> None:
    with pytest.raises(ArgumentError, match=f"'{name}' must be above zero"):
        Limits(**{name: 0})


def test_text_past_the_limit_is_cut_and_reported() -> None:
    page = parse("<p>one</p><p>two</p>", limits=Limits(bytes=10))
    assert (page.text, page.cut) == ("one", ("the page after 10 bytes",))


def test_bytes_past_the_limit_are_cut_and_reported() -> None:
    extraction = extract(b"<p>one</p><p>two</p>", limits=Limits(bytes=10), method="arias")
    assert (extraction.text, extraction.status) == ("one", "truncated")
    assert extraction.reason == "cut: the page after 10 bytes"


def test_a_page_of_just_the_limit_is_not_cut() -> None:
    assert parse("<p>one</p>", limits=Limits(bytes=10)).cut == ()


def test_nodes_past_the_limit_are_cut_and_reported() -> None:
    page = parse("<p>word</p>" * 100, limits=Limits(nodes=50))
    assert page.cut == ("the page after 50 nodes",)
    assert page.text.startswith("wordword")
    assert len(page) <= 51
    assert page.end[0] == len(page)


def test_the_clock_stops_a_page() -> None:
    page = parse("<p>word</p>" * 20_000, limits=Limits(seconds=1e-9))
    assert page.cut == ("the page after 1e-09 seconds of parsing",)
    assert 0 < len(page) < 20_000
    assert page.text.startswith("wordword")


@pytest.mark.parametrize("tag", ["div", "b", "span", "ul><li", "table><tr><td"])
@pytest.mark.parametrize(("limits", "depth"), [(Limits(), 500), (Limits(depth=7), 7), (Limits(depth=10**6), 509)])
def test_deeper_elements_are_unwrapped_and_reported(tag: str, limits: Limits, depth: int) -> None:
    page = parse("<p>before</p>" + f"<{tag}>" * 1000 + "deep<i>er</i> text", limits=limits)
    assert page.cut == (f"elements nested deeper than {depth} (their text is kept)",)
    assert page.depth[page.is_element].max() == depth
    assert page.text == "beforedeeper text"


@pytest.mark.parametrize("depth", [5, 500, 509])
def test_a_page_of_just_the_depth_is_whole(depth: int) -> None:
    page = parse("<div>" * depth + "text", limits=Limits(depth=depth))
    assert page.cut == ()
    assert page.depth.tolist() == [*range(depth + 1), depth + 1]
    assert parse("<div>" * (depth + 1) + "text", limits=Limits(depth=depth)).cut


def test_what_follows_a_deep_element_is_in_its_place() -> None:
    page = parse("<div>" * 5 + "deep" + "</div>" * 5 + "<p>after</p>", limits=Limits(depth=2))
    assert [page.path(int(page.parent[row])) for row in page.leaves] == ["/html/body/div/div", "/html/body/p"]
