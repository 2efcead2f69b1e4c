from __future__ import annotations

import pytest

import dehusk
from dehusk import ArgumentError, extract

STORY = "<p>" + "It rained all night and the river rose. " * 5 + "</p>"


@pytest.mark.parametrize(
    ("html", "status", "reason"),
    [
        (STORY, "ok", ""),
        ("", "empty", "the page has no text"),
        ("<img src=x>", "empty", "the page has no text"),
        (b"%PDF-1.4", "unreadable", "this is a PDF document, not HTML"),
        ("https://example.org/", "unreadable", "this is the name of a page, not a page: dehusk.read(NAME) reads it"),
        ("<div>" * 600 + STORY * 3, "truncated", "cut: elements nested deeper than 500 (their text is kept)"),
    ],
)
def test_status_and_reason(html: str | bytes, status: str, reason: str) -> None:
    extraction = extract(html)
    assert (extraction.status, extraction.reason) == (status, reason)


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>Page</title><meta property=og:title content=' Open  Graph '>", "Open Graph"),
        ("<title> The\n page </title>", "The page"),
        ("<title></title><h1>Heading</h1>", "Heading"),
        ("<svg><title>Drawing</title></svg>", None),
        ("", None),
    ],
)
def test_title(head: str, title: str | None) -> None:
    assert extract(head + STORY).title == title


def test_a_kept_heading_is_the_title_before_one_that_was_dropped() -> None:
    html = f"<div><h1><a href=/>Site</a></h1></div><div><h1>Story</h1>{STORY * 3}</div><a href=/>Home</a>"
    assert extract(html, method="cectd-ds").title == "Story"


def test_bytes_and_text_give_the_same() -> None:
    assert extract(STORY.encode()).text == extract(STORY).text
    assert extract(STORY).encoding is None
    assert extract(STORY.encode(), headers={"Content-Type": "text/html;charset=UTF-8"}).encoding == "utf-8"


def test_timings_are_given_by_step() -> None:
    assert list(extract(STORY).timings) == ["decode", "parse", "select"]


def test_an_extraction_shows_itself_shortly() -> None:
    extraction = extract("<title>Tea</title><p>Milk")
    assert repr(extraction) == "<Extraction: ok, method grain, kept 4 of 4 characters>"
    assert not {"text", "metadata", "tree"} & vars(extraction).keys()


def test_confidence_is_none_where_a_method_cannot_tell() -> None:
    assert extract(STORY, method="arias").confidence is None


@pytest.mark.parametrize("wrong", [None, 3, ["<p>"], {"html": "<p>"}])
def test_only_text_and_bytes_are_extracted(wrong: object) -> None:
    with pytest.raises(ArgumentError, match="a page is text, bytes, a Path or a Source, not"):
        extract(wrong)  # type: ignore[arg-type]


def test_public_names_are_there() -> None:
    assert all(hasattr(dehusk, name) for name in dehusk.__all__)
