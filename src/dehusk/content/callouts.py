"""Callouts: notes, tips and warnings that stand out from the text around them, and their kinds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.row_names import stated_rows
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

CALLOUT_ELEMENTS = tags.tag_table("div aside section blockquote p details dl")
# Sphinx, MkDocs, Docusaurus, Hugo, Bootstrap, GitHub, GitBook, Obsidian: "admonition warning", "alert-danger".
_CALLOUT = re.compile(
    r"(?<![a-z])(?:admonition(?:block)?|callout|alert|hint|notice|markdown-alert|theme-admonition|bd-callout)(?![a-z])"
)
_CALLOUT_WORDS = np.frombuffer(b"admonition\0callout\0alert\0hint\0notice\0", dtype=np.uint8)
_KIND_OF_WORD = {
    **dict.fromkeys(["note", "info", "information", "seealso", "abstract", "summary", "secondary", "primary"], "note"),
    **dict.fromkeys(["question", "help", "faq", "todo"], "note"),
    **dict.fromkeys(["tip", "hint", "success", "check", "example"], "tip"),
    **dict.fromkeys(["important", "attention"], "important"),
    **dict.fromkeys(["warning", "warn", "deprecated"], "warning"),
    **dict.fromkeys(["caution", "danger", "error", "bug", "failure"], "caution"),
}
_ATTRIBUTES = frozenset({"class", "data-callout"})
_WORD = re.compile(r"[a-z]+")
_MAX_CHARS = 5000


def scope_and_callout_rows(page: Page, mask: Bools) -> tuple[list[int], list[int]]:
    """The rows in a mask with a direction or a language, and those that may be callouts by their names.

    >>> from dehusk import parse
    >>> page = parse("<div class='admonition warning' lang=en><p>Hot!</div>")
    >>> scope_and_callout_rows(page, page.is_element)
    ([1], [1])
    """
    attrs = page.attrs
    data = np.frombuffer(attrs.source, dtype=np.uint8)
    return stated_rows(page.tag, mask, data, attrs.start, attrs.stop, CALLOUT_ELEMENTS, _CALLOUT_WORDS)


def find_callouts(page: Page, rows: list[int]) -> dict[int, str]:
    """The elements of callouts -> their kinds; ``rows``: those of ``CALLOUT_ELEMENTS`` that may be callouts, in order.

    >>> from dehusk import parse
    >>> page = parse("<div class='admonition warning'><p>Hot!</div>")
    >>> find_callouts(page, [1])
    {1: 'warning'}
    """
    found: dict[int, str] = {}
    stop = 0
    for row, attrs in zip(rows, page.attrs.values_of(rows, _ATTRIBUTES), strict=True):
        if row < stop:
            continue
        names = " ".join(value.lower() for value in attrs.values() if value)
        if not names or not _CALLOUT.search(names) or page.offset[page.end[row]] - page.offset[row] > _MAX_CHARS:
            continue
        if kind := _kind(names):
            found[row] = kind
            stop = int(page.end[row])
    return found


def _kind(names: str) -> str | None:
    kinds = [_KIND_OF_WORD[word] for word in _WORD.findall(names) if word in _KIND_OF_WORD]
    # "alert alert-info": the last word is the most specific one.
    return kinds[-1] if kinds else None
