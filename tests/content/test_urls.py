from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dehusk.content.urls import safe_url

BASES = [
    *("https://example.org/a/b?c#d", "http://example.org/", "https://example.org", "http://EXAMPLE.org/a/"),
    *(
        "https://example.org/a//b",
        "https://example.org/./a/../b",
        "https://example.org/a/b;c/d;e",
        "https://e.org/a:b/c",
    ),
    *("https://example.org?a/b", "https://example.org/a/b/..", "https://example.org/a/b#c/d"),
]


@given(
    st.sampled_from(["", "/", "//tea.example", "http://tea.example", "https://tea.example/"]),
    st.text("ab1_./?#%=&~+-:,@!;", max_size=12),
    st.sampled_from(BASES),
)
@example("https://tea.example/", "", BASES[0])
@example("/", "image/?url=https%3A%2F%2Fa.b%2Fc.jpg&w=640", BASES[0])
@example("/", "a/../b", BASES[0])
@example("", "a/b.html#c", BASES[6])
@example("https://tea.example/", "a?#b", BASES[0])
@example("", "#b1", BASES[0])
def test_an_address_becomes_what_the_standard_library_makes_of_it(start: str, rest: str, base: str) -> None:
    url = start + rest
    try:
        joined = urljoin(base, url)
    except ValueError:
        joined = None
    assert safe_url(url, base) in (joined, None)
    if start:
        assert safe_url(url, base) == joined


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "java\tscript:x", " vbscript:x"])
def test_an_address_that_does_more_than_point_is_none(url: str) -> None:
    assert safe_url(url, "https://example.org/") is None
    assert safe_url(url) is None


@pytest.mark.parametrize("url", ["http://[", "//[x", "http://a\u2100b/"])
def test_an_address_that_cannot_be_taken_apart_is_none(url: str) -> None:
    assert safe_url(url, "https://example.org/") is None
    assert safe_url(url) is None
