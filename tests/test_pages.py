"""Our own pages: each is consistent with what is expected of it, and can be extracted."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dehusk import extract, parse
from dehusk.bench.metrics import word_lcs
from dehusk.page.text_measures import collapse
from html_strategies import Everything
from visible import markdown_text

PAGES = Path(__file__).parent / "pages"
CASES = sorted(path.name for path in PAGES.iterdir())
FIELDS = {"title", "language", "authors", "published", "site_name", "type", "must", "must_not"}


@cache
def html_of(case: str) -> str:
    return (PAGES / case / "page.html").read_text(encoding="utf-8")


@cache
def text_of(case: str) -> str:
    """All the text that a reader sees."""
    return collapse(extract(html_of(case), method=Everything()).text)


def expected_of(case: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((PAGES / case / "expected.json").read_text(encoding="utf-8"))
    return loaded


def gold_of(case: str) -> str:
    """The expected content as plain text."""
    markdown = (PAGES / case / "expected.md").read_text(encoding="utf-8")
    return collapse(markdown_text(markdown))


def test_there_are_pages_of_many_kinds() -> None:
    assert len(CASES) >= 12
    assert len({expected_of(case)["language"] for case in CASES}) >= 6


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_complete(case: str) -> None:
    assert {path.name for path in (PAGES / case).iterdir()} >= {"page.html", "expected.md", "expected.json"}
    expected = expected_of(case)
    assert set(expected) >= FIELDS
    if expected["published"] is not None:
        date.fromisoformat(expected["published"])
    assert len(expected["must"]) >= 3
    assert len(expected["must_not"]) >= 3


@pytest.mark.parametrize("case", CASES)
def test_what_must_be_there_is_in_the_page_and_in_the_gold(case: str) -> None:
    for snippet in expected_of(case)["must"]:
        assert snippet in text_of(case)
        assert snippet in gold_of(case)


@pytest.mark.parametrize("case", CASES)
def test_what_must_not_be_there_is_in_the_page_but_not_in_the_gold(case: str) -> None:
    source = collapse(parse(html_of(case), hidden="keep").text) + collapse(html_of(case))
    for snippet in expected_of(case)["must_not"]:
        assert snippet in source
        assert snippet not in gold_of(case)


@pytest.mark.parametrize("case", CASES)
def test_the_gold_is_made_of_the_pages_words(case: str) -> None:
    missing = set(gold_of(case).split()) - set(text_of(case).split())
    assert len(missing) <= 0.1 * len(set(gold_of(case).split())), missing


@pytest.mark.parametrize("case", CASES)
def test_a_page_is_extracted(case: str) -> None:
    extraction = extract(html_of(case).encode())
    assert (extraction.status, extraction.page.cut) == ("ok", ())
    assert extraction.text
    assert extraction.encoding is not None
    assert extraction.title


# What a page does not say: its site's name only in its title, a type that no markup states, an old page's date that is
# that of its last change.
UNSAID = {
    "forum-thread-en": {"site_name"},
    "old-table-layout-en": {"title", "site_name", "published"},
}


@pytest.mark.parametrize("case", CASES)
def test_the_metadata_is_found(case: str) -> None:
    expected, found = expected_of(case), extract(html_of(case)).metadata
    primary = (found.language or "").partition("-")[0]
    given = {
        "title": found.title,
        "language": primary,
        "authors": list(found.authors),
        "published": found.published and found.published[:10],
        "site_name": found.site_name,
    }
    unsaid = UNSAID.get(case, set())
    assert {k: v for k, v in given.items() if k not in unsaid} == {k: expected[k] for k in given if k not in unsaid}
    assert found.detected_language in (None, primary)
    if found.page_type == "article" and found.sources["page_type"] != "model":
        assert expected["type"] in ("article", "blog", "news")


# Hard for a reason: a page of one caption among menus, and a thread whose names and dates are text like any other.
FLOORS = {"almost-no-text-en": 0.55, "forum-thread-en": 0.8}


@pytest.mark.parametrize("case", CASES)
def test_the_default_finds_the_content(case: str) -> None:
    score = word_lcs(extract(html_of(case)).text, gold_of(case))
    assert score.f1 >= FLOORS.get(case, 0.88)
