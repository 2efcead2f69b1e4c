"""What is kept is kept in every format, whatever the options: the same words in the same order."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import extract
from html_strategies import Everything, rich_html
from visible import TEXT_OF, expected_words, with_all_options, words, written_words

PAGES = sorted(path.parent.name for path in (Path(__file__).parents[1] / "pages").glob("*/page.html"))
FORMATS = with_all_options(wrap=30)


@pytest.mark.parametrize("case", PAGES)
def test_our_pages_have_the_same_words_in_all_formats(case: str) -> None:
    html = (Path(__file__).parents[1] / "pages" / case / "page.html").read_text(encoding="utf-8")
    for method in ("grain", Everything()):
        extraction = extract(html, method=method)
        for name, options in FORMATS:
            expected = expected_words(extraction, name, options)
            assert written_words(extraction, name, options) == expected, (name, options)


@given(rich_html, st.lists(st.sampled_from(FORMATS), min_size=4, max_size=4))
def test_any_page_has_the_same_words_in_all_formats(html: str, formats: list[tuple[str, dict[str, object]]]) -> None:
    extraction = extract(html, method=Everything())
    for name, options in formats:
        assert written_words(extraction, name, options) == expected_words(extraction, name, options), (name, options)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 500 + "deep",
        "<ul><li>" * 240 + "deep",
        "<blockquote>x" * 400,
        "<b><i>" * 200 + "x",
        "<table><td>" * 90 + "x",
    ],
)
def test_nesting_has_no_limit(html: str) -> None:
    extraction = extract(html, method=Everything())
    for name in TEXT_OF:
        assert words(name, extraction.to(name)) == words("text", extraction.text)
