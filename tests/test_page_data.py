"""Our own pages in other forms than Markdown: plain text, threads, records, statistics, addresses, the reader page."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from dehusk import Extraction, extract
from html_strategies import Everything
from test_pages import CASES, PAGES, expected_of, html_of


def stating(field: str) -> list[str]:
    """The cases that state a field."""
    return [case for case in CASES if field in expected_of(case)]


def extraction_of(case: str) -> Extraction:
    return extract(html_of(case))


@pytest.mark.parametrize("case", stating("text"))
def test_plain_text_with_options(case: str) -> None:
    options: dict[str, Any] = expected_of(case)["text"]
    written = extraction_of(case).to("text", **options)
    assert written + "\n" == (PAGES / case / "expected.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", stating("base"))
def test_relative_addresses_are_resolved_against_the_base(case: str) -> None:
    extraction = extraction_of(case)
    assert extraction.base == expected_of(case)["base"]
    assert json.loads(extraction.to_json())["base"] == extraction.base
    addresses = [link.url for link in extraction.links] + [media.url for media in extraction.media]
    assert all(re.match(r"https?://|mailto:", address or "") for address in addresses)


@pytest.mark.parametrize("case", stating("threads"))
def test_threads(case: str) -> None:
    (thread,) = extraction_of(case).threads
    found = [[post.depth, post.author, (post.date or "")[:10], post.text] for post in thread.walk()]
    assert found == expected_of(case)["threads"]


@pytest.mark.parametrize("case", stating("records"))
def test_records(case: str) -> None:
    fields = [record.fields for record in extraction_of(case).records]
    assert [[each[name] for name in ("title", "url", "image", "price")] for each in fields] == expected_of(case)[
        "records"
    ]
    assert all(each["description"] for each in fields)


@pytest.mark.parametrize("case", stating("statistics"))
def test_statistics_and_language_of_the_content(case: str) -> None:
    extraction = extraction_of(case)
    assert extraction.statistics._asdict() == expected_of(case)["statistics"]
    assert extraction.language.language == expected_of(case)["language"]
    assert extraction.language.confidence > 0.9
    menus_in_another_order = html_of(case).replace("<header>", "<header><p>New stories</p>")
    assert (extraction.fingerprint ^ extract(menus_in_another_order).fingerprint).bit_count() == 0


@pytest.mark.parametrize("case", stating("targets"))
def test_targets_in_tei_are_escaped(case: str) -> None:
    written = extract(html_of(case), method=Everything()).to_xml().replace("&amp;", "&")
    assert all(f'target="{target}"' in written for target in expected_of(case)["targets"])


@pytest.mark.parametrize("case", CASES)
def test_the_reader_page_is_whole(case: str) -> None:
    extraction, expected = extraction_of(case), expected_of(case)
    page = extraction.to("reader")
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<h1>") <= 1 + extraction.html.count("<h1>")
    assert "<script" not in page
    assert "<link" not in page
    byline = page.partition('class="byline">')[2].partition("</p>")[0]
    assert all(name in byline for name in expected["authors"] if name in extraction.metadata.authors)


def test_the_reader_page_says_once_who_wrote_it() -> None:
    assert extraction_of("reader-tr").to("reader").count("Defne Akarsu") == 1
