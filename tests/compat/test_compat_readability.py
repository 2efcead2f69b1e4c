"""The example of readability-lxml's documentation on our own pages, its options, and the same calls on the original."""

from __future__ import annotations

from typing import Any

import lxml.html  # type: ignore[import-untyped]
import pytest
import readability  # type: ignore[import-untyped]

import dehusk
from dehusk.compat.ignored_options import IgnoredOptionWarning
from dehusk.compat.readability import Document
from page_server import NEWS


def test_the_example_of_the_first_page() -> None:
    document = Document(NEWS.encode())
    assert document.title() == readability.Document(NEWS).title()
    assert document.short_title() == readability.Document(NEWS).short_title()
    assert document.summary() == f"<html><body><div>{dehusk.extract(NEWS).html}</div></body></html>"
    assert document.author() == "Maren Oldcastle"


def test_the_summary_can_be_parsed_as_that_of_the_original() -> None:
    for partial in (False, True):
        ours = lxml.html.fromstring(Document(NEWS).summary(html_partial=partial))
        theirs = lxml.html.fromstring(readability.Document(NEWS).summary(html_partial=partial))
        assert ours.tag == theirs.tag
        words = [set(tree.text_content().split()) for tree in (ours, theirs)]
        assert len(words[0] & words[1]) > 0.8 * len(words[1])


def test_addresses_are_made_absolute() -> None:
    page = "<p>Tea from <a href=/y>Yunnan</a>."
    assert 'href="https://example.org/y"' in Document(page, url="https://example.org/").summary()


@pytest.mark.filterwarnings("ignore:Truth-testing of elements:FutureWarning")  # readability-lxml's own
def test_the_whole_page() -> None:
    content = Document(NEWS).content()
    assert "Skip to main content" in content
    assert "Skip to main content" not in Document(NEWS).summary()
    assert lxml.html.fromstring(content).tag == lxml.html.fromstring(readability.Document(NEWS).content()).tag


def test_nothing_is_there() -> None:
    empty = Document("<p></p>")
    assert (empty.title(), empty.short_title(), empty.author()) == ("[no-title]", "[no-title]", "[no-author]")
    assert empty.summary(html_partial=True) == "<div></div>"


IGNORED: list[dict[str, Any]] = [
    {"positive_keywords": ["news"]},
    {"negative_keywords": "menu"},
    {"min_text_length": 10},
    {"retry_length": 100},
    {"xpath": True},
    {"handle_failures": None},
]


@pytest.mark.parametrize("options", IGNORED, ids=str)
def test_what_has_no_effect_warns_at_the_line_of_the_caller(options: dict[str, Any]) -> None:
    with pytest.warns(IgnoredOptionWarning, match=f"^{next(iter(options))}=.* has no effect with dehusk: ") as caught:
        Document(NEWS, **options)
    assert [each.filename for each in caught] == [__file__]


def test_images() -> None:
    with pytest.warns(IgnoredOptionWarning, match="^keep_all_images=True has no effect"):
        Document(NEWS).summary(keep_all_images=True)


def test_defaults_do_not_warn() -> None:
    Document(NEWS, min_text_length=25, retry_length=250, handle_failures="discard", positive_keywords=None)


def test_an_unknown_option() -> None:
    with pytest.raises(TypeError, match="unexpected option 'debug'"):
        Document(NEWS, debug=True)
