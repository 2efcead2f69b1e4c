"""Threads as data: comments, forums, questions with answers and reviews, on pages shaped like the common systems."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

import thread_pages
from dehusk import extract, parse
from dehusk.content.post_fields import page_threads, parse_count
from dehusk.content.threads import MAX_DEPTH
from dehusk.content.tree_nodes import BlockQuote, Link, StyledText
from html_strategies import Everything, rich_html
from test_growth import LARGE, QUADRATIC, SMALL, work

if TYPE_CHECKING:
    from collections.abc import Callable

SITE = "https://example.org/page"
PAGES = {name: html for name, html in vars(thread_pages).items() if name.isupper()}
Row = tuple[int, str | None, str | None, int | None, str | None, str]


def rows(html: str) -> list[Row]:
    (thread,) = page_threads(parse(html, url=SITE))
    return [(post.depth, post.author, post.date, post.votes, post.url, post.text) for post in thread.walk()]


def test_comments_nested_in_lists() -> None:
    tea = "https://tee.example/kochen#comment-"
    assert rows(thread_pages.WORDPRESS) == [
        (0, "Anna", "2023-05-17T14:30:00+02:00", None, tea + "11", "Bei mir wird er bitter.\nWoran liegt das?"),
        (1, "Björn", "2023-05-18T08:00:00+02:00", None, tea + "12", "Das Wasser ist zu heiß."),
        (0, "Claire", "2023-06-01T09:00:00+02:00", None, tea + "13", "Danke für den Tipp!"),
    ]


def test_posts_with_profiles_and_signatures() -> None:
    assert rows(thread_pages.PHPBB) == [
        (
            0,
            "marguerite",
            "2021-01-12T21:15:00",
            None,
            SITE + "#p71",
            "Je cherche une théière pour deux.\nEn fonte ou en verre ?",
        ),
        (0, "Jean-Luc", "2021-01-13T07:31:00", None, SITE + "#p72", "En fonte, elle garde la chaleur."),
        (0, "marguerite", "2021-01-15T13:20:00", None, SITE + "#p73", "Merci, c'est noté."),
    ]


def test_short_posts_beside_long_facts_about_their_authors() -> None:
    html = "".join(
        f"""<div id="p{number}" class="post bg{number}"><dl><dt><a href="./memberlist.php?u={number}" class="username">
        {name}</a></dt><dd>Posts: 12</dd><dd>Joined: Mon Jan 01, 2018 1:00 pm</dd></dl><div class="postbody"><h3>
        <a href="#p{number}">Re: Tea or coffee</a></h3><p class="author"><a href="./viewtopic.php?p={number}#p{number}">
        Post</a> by <strong><a>{name}</a></strong> » Fri May 10, 2024 9:15 am</p>
        <div class="content">{text}</div></div></div>"""
        for number, name, text in ((1, "Ann", "Tea is better in the morning."), (2, "Bo", "Milk, and cold milk it is."))
    )
    assert rows(html) == [
        (0, "Ann", "2024-05-10T09:15:00", None, SITE + "#p1", "Tea is better in the morning."),
        (0, "Bo", "2024-05-10T09:15:00", None, SITE + "#p2", "Milk, and cold milk it is."),
    ]


def test_a_link_that_says_so_is_the_permalink() -> None:
    html = "".join(
        f"<div class=comment><p><a class=author href=/u/ann>ann</a> <time datetime=2024-01-02>{day} days ago</time></p>"
        f"<div class=md><p>Three minutes are enough.</p></div><ul><li><a href=/c/{day}>permalink</a></ul></div>"
        for day in (1, 2)
    )
    assert [row[4] for row in rows(html)] == ["https://example.org/c/1", "https://example.org/c/2"]


def test_posts_with_names_in_headings() -> None:
    post = "https://example.org/threads/voda.5/post-"
    assert rows(thread_pages.XENFORO) == [
        (0, "Иван", "2022-03-01T10:00:00+03:00", None, post + "1", "Какую воду вы берёте для чая?"),
        (0, "Ольга", "2022-03-02T10:00:00+03:00", None, post + "2", "Какую воду?\nТолько мягкую, из фильтра."),
    ]


def test_answers_reply_to_their_question_and_comments_to_answers() -> None:
    share = "https://example.org/a/"
    assert rows(thread_pages.QUESTION) == [
        (0, "ann", "2020-04-01T10:00:00+00:00", 12, None, "How long should I steep sencha?"),
        (1, "bo", "2020-04-02T11:00:00+00:00", 31, share + "2", "One minute at seventy degrees."),
        (2, "cy", "2020-04-09T12:00:00+00:00", None, None, "Even less for gyokuro."),
        (1, "dee", "2020-04-03T11:00:00+00:00", -2, share + "3", "Ten minutes, then add milk."),
        (2, "cy", "2020-04-09T12:00:00+00:00", None, None, "Please do not."),
    ]


def test_indented_rows_of_a_table() -> None:
    item = "https://example.org/item?id="
    assert rows(thread_pages.HACKER_TABLE) == [
        (0, "kettle", "2024-02-01T08:00:00", None, item + "1", "I wrote a timer in twenty lines."),
        (1, "leaf", "2024-02-02T08:00:00", None, item + "2", "Does it know the kind of tea?"),
        (2, "kettle", "2024-02-03T08:00:00", None, item + "3", "Not yet, it is on the list."),
        (0, "mug", "2024-02-04T08:00:00", None, item + "4", "A sand glass works as well."),
    ]


def test_items_of_schema_org() -> None:
    assert rows(thread_pages.DISCOURSE) == [
        (0, "lucia", "2021-07-01T09:00:00+00:00", 1, None, "¿Cómo se prepara el té frío?"),
        (0, "mateo", "2021-07-02T09:00:00+00:00", 2, None, "Con agua fría, toda la noche en la nevera."),
    ]


def test_replies_in_an_element_inside_the_post() -> None:
    link = "https://example.org/r/ocha/1/c"
    assert rows(thread_pages.REDDIT) == [
        (0, "midori", "2023-01-02T03:04:05+00:00", 5, link + "1", "玉露は何度で淹れますか。"),
        (1, "sora", "2023-01-02T04:00:00+00:00", 9, link + "2", "五十度くらいです。"),
    ]


def test_replies_in_an_element_after_the_post() -> None:
    post = "<div class=comment><b class=author>{}</b> <time>2024-05-17</time><p>Three minutes, not more.</div>"
    html = f"<div id=comments>{post.format('Ann')}<div class=replies>{post.format('Bo')}</div>{post.format('Cy')}</div>"
    assert [(row[0], row[1]) for row in rows(html)] == [(0, "Ann"), (1, "Bo"), (0, "Cy")]


def test_kinds() -> None:
    kinds = {name: page_threads(parse(html))[0].kind for name, html in PAGES.items()}
    assert kinds == {
        "WORDPRESS": "comments",
        "PHPBB": "forum",
        "XENFORO": "forum",
        "QUESTION": "answers",
        "HACKER_TABLE": "comments",
        "DISCOURSE": "comments",
        "REDDIT": "comments",
    }


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>Steep it for three minutes.",
        "<article class=post><h2><a href=/a>Green</a></h2><time>2024-05-17</time><i class=author>Ann</i><p>Two." * 4,
        "<ul class=nav><li><a href=/a>Comments</a><li><a href=/b>Forum</a></ul>",
        "<table class=thread-list><tr><td>2024-05-17<td>5<tr><td>2024-05-18<td>7</table>",
    ],
)
def test_what_is_no_thread(html: str) -> None:
    assert page_threads(parse(html)) == []


def test_json_ld_alone() -> None:
    comment = {"@type": "Comment", "text": "Too hot.", "author": [{"name": "Bo"}], "dateCreated": "2024-05-17"}
    page = {"@type": "Article", "comment": [comment | {"comment": comment}, 7, {"@type": "Comment"}]}
    html = f'<script type="application/ld+json">{json.dumps(page)}</script><p>Tea.'
    assert [row[:3] for row in rows(html)] == [(0, "Bo", "2024-05-17"), (1, "Bo", "2024-05-17")]


@pytest.mark.parametrize(("text", "count"), [("3,1k", 3100), ("−4", -4), ("12 345 likes", 12345), ("Vote", None)])
def test_counts(text: str, count: int | None) -> None:
    assert parse_count(text) == count


def test_the_tree_of_a_post_has_its_own_text_with_structure() -> None:
    (thread,) = extract(thread_pages.XENFORO, url=SITE).threads
    quote, _ = thread.posts[1].tree.children
    assert isinstance(quote, BlockQuote)
    (thread,) = extract(thread_pages.QUESTION, url=SITE).threads
    styled = [node for node in thread.posts[0].tree.walk() if isinstance(node, StyledText)]
    assert styled == [StyledText("em", ["sencha"])]
    post = "<li class=comment><b class=author>Ann</b> <time>2024-05-17</time><p>See <a href=/tea>this</a> page."
    (thread,) = extract(f"<ul id=comments>{post}<ul>{post}</ul></ul>", url=SITE).threads
    trees = [[node for node in post.tree.walk() if isinstance(node, Link)] for post in thread.walk()]
    assert trees == [[Link("https://example.org/tea", ["this"])]] * 2


@pytest.mark.parametrize("name", PAGES)
def test_every_format_has_every_post(name: str) -> None:
    extraction = extract(PAGES[name], url=SITE)
    posts = [post for thread in extraction.threads for post in thread.walk()]
    (plain,) = extraction.to_dict(["threads"])["threads"]
    assert json.loads(extraction.to_json(fields=["threads"])) == {"threads": [plain]}

    def plain_texts(found: list[dict[str, object]]) -> list[object]:
        return [text for post in found for text in (post["text"], *plain_texts(post["replies"]))]  # type: ignore[arg-type]

    assert plain_texts(plain["posts"]) == [post.text for post in posts]
    space = "{http://www.tei-c.org/ns/1.0}"
    root = ET.fromstring(extraction.to_xml(threads=True))  # noqa: S314
    divisions = root.findall(f".//{space}div[@type='post']")
    assert ["\n".join(line.text or "" for line in div.findall(f"{space}p")) for div in divisions] == [
        post.text for post in posts
    ]
    for style in ("quotes", "headings"):
        markdown = extraction.to("posts", style=style)
        assert all(str(post.author).replace("_", "\\_") in markdown for post in posts)
    lines = extraction.to("posts").splitlines()
    assert max(line.count("> ") for line in lines) >= max(post.depth for post in posts) + 1


def test_text_does_not_depend_on_threads_and_does_not_look_for_them() -> None:
    extraction = extract(thread_pages.WORDPRESS)
    text = extraction.text
    assert "threads" not in vars(extraction)
    assert extraction.threads
    assert extract(thread_pages.WORDPRESS).text == text


def test_threads_can_be_pickled() -> None:
    threads = extract(thread_pages.REDDIT).threads
    copy = pickle.loads(pickle.dumps(threads))  # noqa: S301
    assert copy == threads
    assert copy[0].posts[0].tree == threads[0].posts[0].tree


@given(rich_html)
def test_no_page_raises(html: str) -> None:
    post = "<div class=comment><time>2024-05-17</time> {}</div>"
    for page in (html, post.format(html) * 2, post.format(post.format(html)) * 2):
        extraction = extract(page, method=Everything())
        for thread in extraction.threads:
            for each in thread.walk():
                assert each.depth <= MAX_DEPTH
                _ = each.tree
        assert extraction.to("posts") is not None


POST = "<li class=comment><b class=author>Ann</b> <time>2024-05-17</time><p>Three minutes, not more."
GROWING: dict[str, Callable[[int], str]] = {
    "flat": lambda units: f"<ul id=comments>{POST * units}</ul>",
    "nested": lambda units: "<div id=comments>" + f"<ul>{POST}" * units,
    "dates": lambda units: "<div class=comment>" + "<div><div>2024-05-17</div> text</div>" * units + "</div>",
    "authors": lambda units: "<div class=comment>" + "<i class=author>Ann</i> text " * units + "</div>",
    "bodies": lambda units: "<div class=comment><time>2024-05-17</time>" * 2 + "<div class=content>a" * units,
}


@pytest.mark.parametrize("name", GROWING)
def test_work_grows_in_proportion_to_the_page(name: str) -> None:
    def count(units: int) -> int:
        page = parse(GROWING[name](units))
        return work(lambda: page_threads(page))

    count(20)
    assert count(LARGE) < QUADRATIC * count(SMALL)
