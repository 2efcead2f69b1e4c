"""Each source by itself, with the malformed input that pages give it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import extract, parse
from dehusk.content.metadata import Metadata, jsonld
from dehusk.content.metadata.gather import TRUST
from dehusk.content.metadata.head import PageHead
from dehusk.output import writer_names
from html_strategies import any_html

STORY = "<p>" + "It rained all night and the river rose above the old bridge. " * 5 + "</p>"


def metadata_of(html: str, url: str | None = None) -> Metadata:
    return extract(html + STORY, url=url, method="cectd-ds").metadata


def ld(*texts: str) -> str:
    return "".join(f"<script type='application/ld+json'>{text}</script>" for text in texts)


ARTICLE = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "The river rose",
    "author": [{"@type": "Person", "name": "Ann Leaf"}, {"@type": "Person", "name": "Bob Root"}],
    "datePublished": "2023-05-17T08:30:00+02:00",
    "dateModified": "2023-05-18",
    "publisher": {"@type": "Organization", "name": "The Daily Leaf"},
    "articleSection": "Weather",
    "keywords": "rain, rivers",
    "image": {"@type": "ImageObject", "url": "/river.jpg"},
    "license": "https://creativecommons.org/licenses/by/4.0/",
    "inLanguage": "en-GB",
}


def test_json_ld_gives_every_field_and_says_so() -> None:
    found = metadata_of(ld(json.dumps(ARTICLE)), url="https://leaf.example/a/b")
    assert found.title == "The river rose"
    assert found.authors == ("Ann Leaf", "Bob Root")
    assert (found.published, found.modified) == ("2023-05-17T08:30:00+02:00", "2023-05-18")
    assert (found.site_name, found.categories, found.tags) == ("The Daily Leaf", ("Weather",), ("rain", "rivers"))
    assert found.image == "https://leaf.example/river.jpg"
    assert found.licence == "https://creativecommons.org/licenses/by/4.0/"
    assert (found.page_type, found.language) == ("article", "en-GB")
    assert {found.sources[name] for name in ("title", "authors", "published", "image", "page_type")} == {"json-ld"}


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "Article", "author": "Ann Leaf",}',
        '<!-- {"@type": "Article", "author": "Ann Leaf"} -->',
        '//<![CDATA[\n{"@type": "Article", "author": "Ann Leaf"}\n//]]>',
        '{"@type": "Article", "description": "two\nlines", "author": "Ann Leaf"};',
        '{"@type": "WebSite"} {"@type": "Article", "author": {"name": ["Ann Leaf"]}}',
        '{"@type": "Article"\n "author": "Ann Leaf"}',
        "{&quot;@type&quot;: &quot;Article&quot;, &quot;author&quot;: &quot;Ann Leaf&quot;}",
        '{"@graph": [{"@type": "Article", "author": {"@id": "#a"}}, {"@id": "#a", "name": "Ann Leaf"}]}',
        '[[{"@type": ["Thing", "BlogPosting"], "creator": [{"givenName": "Ann", "familyName": "Leaf"}]}]]',
        '{"@type": "Article", "author": [{"@type": "Person", "name": "Ann Leaf"}, {"@type": "Company", "name": "A"}]}',
        '{"@type": "QAPage", "mainEntity": {"@type": "Question", "author": {"name": "Ann Leaf"}}}',
    ],
)
def test_json_ld_as_pages_write_it(script: str) -> None:
    found = metadata_of(ld(script))
    assert found.authors == ("Ann Leaf",)
    assert found.sources["authors"] == "json-ld"


@pytest.mark.parametrize(
    "script",
    [
        "",
        "{",
        "[" * 100000,
        "null",
        "1" * 5000,
        '"text"',
        '{"@type": {"a": []}, "author": [null, 1, [], {"name": {}}]}',
        '{"@type": "Article", "headline": {"@value": null}, "datePublished": true, "image": [{"url": {"url": []}}]}',
    ],
)
def test_json_ld_that_says_nothing(script: str) -> None:
    found = metadata_of(ld(script))
    assert (found.title, found.published, found.image) == (None, None, None)


def test_an_article_that_the_page_only_lists_is_not_its_own() -> None:
    listed = [{"@type": "Article", "headline": f"Story {n}", "author": f"Writer {n}"} for n in range(5)]
    assert metadata_of("<title>Front page</title>" + ld(json.dumps(listed))).authors == ()
    assert metadata_of("<title>Story 3 of the day</title><h1>Story 3</h1>" + ld(json.dumps(listed))).authors == (
        "Writer 3",
    )
    comments = {"@type": "Article", "comment": [{"@type": "Article", "author": "A Reader"}]}
    assert metadata_of(ld(json.dumps(comments))).authors == ()


def test_what_the_first_item_does_not_say_is_that_of_the_next() -> None:
    article = '{"@type": "Article", "headline": "Tea", "keywords": []}'
    others = '{"@type": "Recipe", "keywords": "oolong, leaf"}, {"@type": "WebSite", "name": "Leaf"}'
    found = extract(f"<script type=application/ld+json>[{article}, {others}]</script><h1>Tea</h1>").metadata
    assert (found.page_type, found.tags, found.site_name) == ("article", ("oolong", "leaf"), "Leaf")
    assert found.sources["tags"] == found.sources["site_name"] == "json-ld"


def test_things_that_refer_to_each_other_end() -> None:
    circle = '{"@id": "#a", "@type": "Article", "author": {"@id": "#b"}} {"@id": "#b", "author": {"@id": "#a"}}'
    assert len(jsonld.json_ld_items([circle])) == 2


def test_microdata() -> None:
    html = (
        "<div itemscope itemtype='http://schema.org/BlogPosting'><h1 itemprop='headline name'>The river</h1>"
        "<span itemprop=author itemscope><a itemprop=name href=/ann>Ann Leaf</a></span>"
        "<meta itemprop=datePublished content=2023-05-17><img itemprop=image src=/river.jpg></div>"
    )
    found = metadata_of(html, url="https://leaf.example/")
    assert (found.authors, found.published, found.image) == (
        ("Ann Leaf",),
        "2023-05-17",
        "https://leaf.example/river.jpg",
    )
    assert found.sources["published"] == "microdata"


def test_microdata_in_the_scope_of_the_document_itself() -> None:
    html = (
        "<html itemscope itemtype='https://schema.org/QAPage'><body><div itemprop=mainEntity itemscope "
        "itemtype='https://schema.org/Question'><i itemprop=author itemscope><b itemprop=name>ann</b></i></div>"
        "<div itemprop=suggestedAnswer itemscope><i itemprop=author itemscope><b itemprop=name>bob</b></i></div>"
    )
    assert metadata_of(html).authors == ("ann",)


@pytest.mark.parametrize(
    ("head", "field", "value", "source"),
    [
        ("<meta property=og:title content='The river'>", "title", "The river", "opengraph"),
        ("<meta name=og:title content='The river'>", "title", "The river", "opengraph"),
        (
            "<meta property=article:published_time content=2023-05-17T10:00:00Z>",
            "published",
            "2023-05-17T10:00:00+00:00",
            "opengraph",
        ),
        (
            "<meta property=article:author content=https://f.example/ann><meta name=author content='Ann Leaf'>",
            "authors",
            ("Ann Leaf",),
            "meta",
        ),
        ("<meta name=DC.Creator content='Leaf, Ann'>", "authors", ("Ann Leaf",), "dublin-core"),
        ("<meta property=dcterms:issued content=2023-05-17>", "published", "2023-05-17", "dublin-core"),
        (
            "<meta name=citation_author content='Ann Leaf'><meta name=citation_author content='Bob Root'>",
            "authors",
            ("Ann Leaf", "Bob Root"),
            "meta",
        ),
        (
            "<meta name=twitter:label1 content='Geschrieben von'><meta name=twitter:data1 content='Ann Leaf'>",
            "authors",
            ("Ann Leaf",),
            "meta",
        ),
        ("<meta name=description content='Rain &amp;amp; rivers'>", "description", "Rain & rivers", "meta"),
        ("<meta name=keywords content='rain; rivers; Rain'>", "tags", ("rain", "rivers"), "meta"),
        (
            "<link rel='canonical nofollow' href=https://leaf.example/river>",
            "url",
            "https://leaf.example/river",
            "html5",
        ),
        ("<link rel=canonical href='javascript:alert(1)'>", "url", None, None),
        (
            "<a rel=license href=https://creativecommons.org/licenses/by/4.0/>CC BY</a>",
            "licence",
            "https://creativecommons.org/licenses/by/4.0/",
            "html5",
        ),
        ("<meta property=og:type content=video.movie>", "page_type", "video", "opengraph"),
        ("<p>by <a rel=author href=/ann>Ann Leaf</a></p>", "authors", ("Ann Leaf",), "html5"),
        ("<h1>The river</h1><time datetime=2023-05-17>May</time>", "published", "2023-05-17", "html5"),
        ("<h1>River</h1><p>Updated <time datetime=2023-05-18>May</time></p>", "modified", "2023-05-18", "html5"),
        (
            "<span property='dc:date dc:created' content=2012-03-04T05:06:07+01:00></span>",
            "published",
            "2012-03-04T05:06:07+01:00",
            "dublin-core",
        ),
    ],
)
def test_what_the_head_and_elements_say(head: str, field: str, value: object, source: str | None) -> None:
    found = metadata_of(head)
    assert getattr(found, field) == value
    assert found.sources.get(field) == source


def test_a_date_in_the_address_is_the_last_resort() -> None:
    assert metadata_of("", url="https://leaf.example/2023/05/17/river").published == "2023-05-17"
    found = metadata_of("<meta name=date content=2020-01-02>", url="https://leaf.example/2023/05/17/river")
    assert (found.published, found.sources["published"]) == ("2020-01-02", "meta")


def test_a_page_regenerated_keeps_the_date_that_readers_see() -> None:
    html = "<h1>The river</h1><p>2 November 2022</p>" + ld(json.dumps(ARTICLE))
    assert metadata_of(html).published == "2022-11-02"
    assert metadata_of(html.replace("2 November 2022", "16 May 2023")).published == ARTICLE["datePublished"]


def test_the_site_is_author_only_if_nobody_else_is() -> None:
    head = "<meta property=og:site_name content='Daily Leaf'><meta name=author content='Daily Leaf'><h1>Rain</h1>"
    assert metadata_of(head).authors == ("Daily Leaf",)
    assert metadata_of(head + "<p>By Ann Root</p>").authors == ("Ann Root",)


def test_reading_length_counts_the_content() -> None:
    found = metadata_of("")
    assert (found.words, found.minutes) == (60, 1)
    assert (Metadata().words, Metadata().minutes) == (0, 0)


def test_as_plain_data() -> None:
    found = metadata_of(ld(json.dumps(ARTICLE))).to_dict()
    assert json.loads(json.dumps(found)) == found
    assert found["sources"]["authors"] == "json-ld"


def test_sources_name_fields_that_have_a_value() -> None:
    found = metadata_of(ld(json.dumps(ARTICLE)) + "<title>River</title>")
    assert all(getattr(found, name) for name in found.sources)
    assert set(found.sources) <= {*TRUST, "language"}


def test_the_title_of_the_extraction_is_that_of_the_metadata() -> None:
    extraction = extract("<title>River | Leaf</title><meta property=og:site_name content=Leaf>" + STORY)
    assert extraction.title == extraction.metadata.title == "River"


def test_an_empty_page_has_no_metadata() -> None:
    assert extract("").metadata == Metadata()
    assert extract(b"%PDF-1.4").metadata == Metadata()


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["2020-13-45", "Article", "#a"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["@type", "@id", "@graph", "@value", "name", "author", "headline", "datePublished", "image", "url"]
            )
            | st.sampled_from(["mainEntity", "mainEntityOfPage", "publisher", "keywords", "inLanguage", "license"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(json_values)
def test_no_json_ld_raises(value: object) -> None:
    metadata_of(ld(json.dumps(value)))


@settings(deadline=None)
@given(st.text(alphabet='{}[]",:\\/<!->@ \n019aeu', max_size=60))
def test_no_text_in_place_of_json_ld_raises(text: str) -> None:
    assert isinstance(jsonld.json_values(text), list)
    metadata_of(ld(text))


marks = st.builds(
    "<{} {}='{}' {}='{}'>{}".format,
    st.sampled_from(["div", "meta", "a", "time", "h1", "title", "link", "span", "address"]),
    st.sampled_from(["itemprop", "itemscope", "rel", "class", "property", "name", "datetime"]),
    st.sampled_from(["author", "byline", "canonical", "date", "datePublished", "og:title", "dc.date", "headline"]),
    st.sampled_from(["content", "href", "datetime", "itemtype", "src", "lang"]),
    st.text(max_size=12) | st.sampled_from(["2023-05-17", "http://[", "Article", "31/12/2020", "00.00.0000"]),
    st.sampled_from(["By ", "by Ann", "17 May 2023", "32 May 2023", "", "Updated 1/2/2003", "文/", "| -"]),
)  # fmt: skip


@settings(deadline=None)
@given(
    st.lists(marks | any_html, max_size=8).map("".join),
    st.sampled_from([None, "https://a.example/2020/02/31/", "::", "http://["]),
)
def test_no_page_raises(html: str, url: str | None) -> None:
    found = extract(html, url=url, method="cectd-ds").metadata
    assert all(found.authors)
    json.dumps(found.to_dict())


def test_the_head_is_read_by_name() -> None:
    head = PageHead(
        parse("<meta name='a' content=''><meta name=Og:Title content=x><meta content=y><link><title>T</title>")
    )
    assert dict(head.metas) == {"og.title": ["x"]}
    assert (dict(head.links), head.titles) == ({}, ["T"])


def test_surrogates_in_json_can_be_written() -> None:
    script = ld(r'{"@type": "NewsArticle", "headline": "Tea \ud800 \uD83C\uDF75", "author": "A\udfff"}')
    extraction = extract(script + STORY)
    assert extraction.metadata.title == "Tea \ufffd 🍵"
    for name in writer_names():
        extraction.to(name).encode()
    extraction.to_markdown(front_matter=True).encode()
    json.dumps(extraction.metadata.to_dict(), ensure_ascii=False).encode()


def test_a_meta_element_may_have_value_instead_of_content() -> None:
    html = "<meta name=og:title value=Mills><meta name=author content='Ann Leaf' value=x><p>The mill turns."
    found = extract(html).metadata
    assert (found.title, found.authors) == ("Mills", ("Ann Leaf",))
    assert extract("<meta name=pub_date value=2024-05-17T10:00:00Z><p>The mill turns.").metadata.published is not None
