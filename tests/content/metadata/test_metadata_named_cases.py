"""Forms of bylines and titles that pages of real sites have, each with what a reader would say."""

from __future__ import annotations

import pytest

from dehusk import extract
from dehusk.content.metadata.authors import author_names

PROSE = "<p>" + "The kettle is filled with cold water, and the leaves wait in the pot until it boils. " * 6 + "</p>"


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("Bruno (Henrique Almeida) Prates", ["Bruno (Henrique Almeida) Prates"]),
        ("Ann Tea (Leafline)", ["Ann Tea"]),
        ("Jong, Michiel de", ["Michiel de Jong"]),
        ("Berg, Anna van den", ["Anna van den Berg"]),
        ("Doe, Jane", ["Jane Doe"]),
        ("Doe, Jane Q.", ["Jane Q. Doe"]),
        ("Ann Tea, Senior Editor", ["Ann Tea"]),
        ("Ann Tea, Founder, Bob Milk, Head of Tasting", ["Ann Tea", "Bob Milk"]),
        ("Ann Tea, Home and Garden Expert", ["Ann Tea"]),
        ("Ann Tea Senior Kitchen Reporter", []),
        ("Travel Editor", ["Travel Editor"]),
        ("View all posts by Ann Tea", ["Ann Tea"]),
        ("Articles by Ann Tea", ["Ann Tea"]),
        ("Authored by: Dr. Ann Tea", ["Dr. Ann Tea"]),
        ("ByAnn Tea", ["Ann Tea"]),
        ("Written byAnn Tea", ["Ann Tea"]),
        ("Byron Tea", ["Byron Tea"]),
        ("Author Name", []),
        ("Your Name", []),
        ("View more posts", []),
        ("5 min read", []),
        ("Get app", []),
        ("page.head.extra.author", []),
        ("ann.tea", ["ann.tea"]),
    ],
)
def test_what_a_byline_names(byline: str, names: list[str]) -> None:
    assert author_names([byline]) == names


@pytest.mark.parametrize(
    ("title", "heading", "expected"),
    [
        ("Top nine teas of the year", "The nine teas that we drank all year", "The nine teas that we drank all year"),
        ("Tea - Leaf - Drinks for all", "Tea", "Tea"),
        ("How to make tea: the easy way | Leaf | Drinks for all", "", "How to make tea: the easy way"),
        ("json — Reading files | Leaf", "json — Reading files¶", "json — Reading files"),
        ("紅茶のおいしい淹れ方：茶葉新聞", "", "紅茶のおいしい淹れ方"),
        ("Leaf: The first kettle", "Leaf", "The first kettle"),
    ],
)
def test_titles_with_slogans_and_several_separators(title: str, heading: str, expected: str) -> None:
    declared = title.partition(": ")[2] if title.startswith("Leaf: ") else ""
    head = f"<title>{title}</title>" + (f'<meta property="og:title" content="{declared}">' if declared else "")
    name = "茶葉新聞" if "茶葉新聞" in title else "Leaf"
    html = f'{head}<meta property="og:site_name" content="{name}"><h1>{heading}</h1>{PROSE}'
    assert extract(html, url="https://leaf.example/tea").title == expected


def test_the_title_of_a_home_page_keeps_the_name_of_the_site() -> None:
    html = f'<title>Leaf - Tea for all</title><meta property="og:site_name" content="Leaf">{PROSE}'
    assert extract(html, url="https://leaf.example/").title == "Leaf - Tea for all"
    assert extract(html, url="https://leaf.example/tea").title == "Tea for all"


@pytest.mark.parametrize("kind", ["Product", "CollectionPage"])
def test_a_shop_has_no_author(kind: str) -> None:
    script = f'<script type="application/ld+json">{{"@type": "{kind}", "name": "Tea pot"}}</script>'
    html = f"<title>Tea pot</title>{script}<h1>Tea pot</h1><p class=review-author>By Ann Tea</p>{PROSE}"
    assert extract(html).metadata.authors == ()


def test_bylines_on_the_first_page_of_a_site_are_those_of_other_pages() -> None:
    names = ("Ann Leaf", "Bob Milk", "Eve Sugar")
    entries = "".join(f"<h2>Tea {name[0]}</h2><p class=byline>By {name}</p>{PROSE}" for name in names)
    html = f"<meta property=og:type content=article><title>Leaf Blog</title><h1>Leaf Blog</h1>{entries}"
    assert extract(html, url="https://leaf.example/").metadata.authors == ()
    assert extract(html, url="https://leaf.example/green").metadata.authors == ("Ann Leaf",)
    one = html.replace("Bob Milk", "Ann Leaf").replace("Eve Sugar", "Ann Leaf")
    assert extract(one, url="https://leaf.example/").metadata.authors == ("Ann Leaf",)


def test_marked_authors_far_from_the_first_are_those_of_other_pages() -> None:
    own = "<p>By <b itemprop=author>Ann Tea</b> and <b itemprop=author>Bob Milk</b></p>"
    other = "<p><a href=/x>Another page</a> by <b itemprop=author>Eve Cup</b></p>"
    html = f"<title>Tea</title><h1>Tea</h1>{own}{PROSE * 30}{other}"
    assert extract(html).metadata.authors == ("Ann Tea", "Bob Milk")


def test_the_only_author_may_be_named_at_the_end() -> None:
    text = f"<title>Tea</title><h1>Tea</h1>{PROSE * 400}<p class=post-author-name>{{}}</p>"
    assert extract(text.format("Ann Tea")).metadata.authors == ("Ann Tea",)
    assert extract(text.format("Ann Tea") + "<p class=post-author-name>Bob Milk</p>").metadata.authors == ()


@pytest.mark.parametrize(("name", "field"), [("published-date", "published"), ("modified-date", "modified")])
def test_dates_in_further_meta_elements(name: str, field: str) -> None:
    metadata = extract(f"<meta name={name} content=2021-02-16><h1>Tea</h1>{PROSE}").metadata
    assert getattr(metadata, field) == "2021-02-16"
