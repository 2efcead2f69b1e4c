"""Changes that mean nothing change nothing: what is kept depends on content and structure alone."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dehusk import extract, make_method, parse
from dehusk.methods.registry import plain_methods
from dehusk.output import writer_names
from dehusk.output.isolate_writer import restore
from dehusk.testing import reverse_attributes
from html_strategies import kept_texts
from visible import TEXT_OF, expected_words, written_words

if TYPE_CHECKING:
    from collections.abc import Callable

PAGES = sorted(path.parent.name for path in Path(__file__).parent.glob("pages/*/page.html"))
# Between a block-level element's end and the next tag there is nothing to see.
BETWEEN_BLOCKS = re.compile(r"(</(?:p|div|ul|ol|li|h[1-6]|table|tr|td|section|article|nav|header|footer)>)(?=\s*<)")
DENSITIES = ["arias", "cetd-ds", "cectd-ds", "cectd-s"]


@cache
def html_of(case: str) -> str:
    return (Path(__file__).parent / "pages" / case / "page.html").read_text(encoding="utf-8")


def kept(html: str, method: str) -> list[str]:
    page = parse(html)
    return kept_texts(page, make_method(method).select(page))


def with_comments(html: str) -> str:
    return BETWEEN_BLOCKS.sub(r"\1<!-- ad -->", html)


def with_white_space(html: str) -> str:
    return BETWEEN_BLOCKS.sub("\\1\n\t  \n", html)


def wrapped(html: str) -> str:
    start, end = re.search(r"<body[^>]*>", html), html.rfind("</body>")
    if start is None or end < 0:
        pytest.skip("the page leaves out the tags of its body")
    return f"{html[: start.end()]}<div><div>{html[start.end() : end]}</div></div>{html[end:]}"


def invariant(method: str) -> list[Callable[[str], str]]:
    """The changes that a method must not see."""
    changes: list[Callable[[str], str]] = [reverse_attributes, with_comments]
    if method in DENSITIES:
        changes.append(with_white_space)
    if getattr(make_method(method), "wrapper_invariant", False):
        changes.append(wrapped)
    return changes


CLAIMS = [(method, change) for method in plain_methods() for change in invariant(method)]


@pytest.mark.parametrize("case", PAGES)
@pytest.mark.parametrize(("method", "change"), CLAIMS)
def test_what_is_kept_stays(method: str, change: Callable[[str], str], case: str) -> None:
    assert kept(change(html_of(case)), method) == kept(html_of(case), method)


@pytest.mark.parametrize("change", [reverse_attributes, with_comments, with_white_space, wrapped])
def test_the_changes_do_change_pages(change: Callable[[str], str]) -> None:
    assert change(html_of("news-en")) != html_of("news-en")


@pytest.mark.parametrize("case", PAGES)
@pytest.mark.parametrize("method", plain_methods())
def test_formats_hold_the_same_words(method: str, case: str) -> None:
    extraction = extract(html_of(case), method=method)
    written = {name: extraction.to(name) for name in writer_names()}
    for name in TEXT_OF:
        for options in [{}] if name == "text" else [{}, {"images": False}]:
            expected = expected_words(extraction, name, options)
            assert written_words(extraction, name, options) == expected, (name, options)
    assert json.loads(written["json"])["text"] == extraction.text
    assert restore(written["isolate"]) == html_of(case)
    assert extract(written["isolate"], method=method).text == extraction.text


@pytest.mark.parametrize("case", PAGES)
@pytest.mark.parametrize("method", DENSITIES)
def test_the_address_does_not_matter(method: str, case: str) -> None:
    here = extract(html_of(case), method=method)
    there = extract(html_of(case), method=method, url="https://example.org/a/b")
    assert here.text == there.text
