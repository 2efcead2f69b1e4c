"""The forms of addresses, against patterns."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module

PATTERNS = (
    r"https?://[\w.-]+(?:/(?:[\w./%=&?~+,:@!-]*[\w/])?)?(?:#[\w.%~+-]+)?",
    r"/?[\w%~+-][\w.%~+-]*(?:/[\w%~+-][\w.%~+-]*)*/?(?:\?[\w./:,%=&~+-]+)?(?:#[\w.%~+-]+)?",
    r"#[\w.%~+-]+",
)
PIECES = [
    "https://",
    "http://",
    "http",
    "example.org",
    "/",
    "/a",
    "a_9",
    ".",
    "..",
    "?",
    "b=1",
    "#",
    "é",
    "%20",
    "~",
    ":",
]
URLS = st.lists(st.sampled_from(PIECES), max_size=7).map("".join) | st.text("htps:/a.?#%\n -é茶", max_size=14)


def slow_url_form(url: str) -> int:
    matched = [re.fullmatch(pattern, url, re.ASCII) is not None for pattern in PATTERNS]
    return matched.index(True) + 1 if any(matched) else 0


@pytest.mark.parametrize("form", FORMS)
@given(URLS)
def test_the_form_of_an_address(form: str, url: str) -> None:
    assert core_module("url_forms", form).url_form(url) == slow_url_form(url)
