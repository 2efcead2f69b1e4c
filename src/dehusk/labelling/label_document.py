"""The web page for labelling: self-contained, without network, with the pages to label as data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from dehusk.labelling.unlabelled_page import with_splits
from dehusk.methods.learned.page_type import TYPES
from dehusk.pictures.markup import Markup, element
from dehusk.pictures.picture_html import html_document
from dehusk.pictures.svg import asset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.labelling.unlabelled_page import PageToLabel

_PACKAGE = "dehusk.labelling"
_KEYS = (
    ("↑ ↓ or k j", "move"),
    ("Space", "keep or drop the block"),
    ("Shift with ↑ ↓ or a click", "do the same to the blocks between"),
    ("u, Ctrl+Z", "undo"),
    ("U, Ctrl+Shift+Z", "redo"),
    ("/", "search"),
    ("d", "done, next page"),
    ("n, p", "next, previous page"),
)


def label_html(pages: Sequence[PageToLabel], file_name: str, method: str) -> str:
    """Make a web page for labelling pages; it saves a file of labelled pages with the given name.

    >>> import dehusk
    >>> from dehusk.labelling import page_to_label
    >>> html = "<p>Tea</p><script>alert(1)</script>"
    >>> document = label_html([page_to_label(dehusk.extract(html), html, "tea.html")], "labels.jsonl", "grain")
    >>> document.count("<script"), "alert(1)</script>" in document
    (2, False)
    """
    data = {
        "name": file_name,
        "pages": [label_data(page) for page in with_splits(pages)],
    }
    # ASCII without "<" cannot end the element, whatever the pages contain.
    written = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return html_document(
        f"Labels · {file_name}",
        _header(),
        element(
            "main",
            element("section", _tools(method), _blocks(method), class_="choose", aria_label="Blocks"),
            element("aside", _fields(), _gold(), _help(), aria_label="The labelled page"),
        ),
        element("noscript", element("p", "This page needs JavaScript.")),
        element("script", Markup(written), type="application/json", id="data"),
        style=asset("label.css", _PACKAGE),
        script=asset("label_state.js", _PACKAGE) + asset("label_view.js", _PACKAGE),
        style_attributes=False,
    )


def label_data(page: PageToLabel) -> dict[str, object]:
    """A page to label as ``label_state.js`` reads it.

    >>> import dehusk
    >>> from dehusk.labelling import page_to_label
    >>> label_data(page_to_label(dehusk.extract("<p>Tea"), "<p>Tea", "tea.html"))["kept"]
    [1]
    """
    return {
        "id": page.id,
        "digest": page.digest,
        "html": page.html,
        "texts": page.texts,
        "paths": page.paths,
        "scores": [round(score, 2) for score in page.scores],
        "kept": list(map(int, page.kept)),
        "nodes": page.nodes,
        "fields": page.fields,
    }


def _button(name: str, key: str, **attributes: object) -> Markup:
    return element("button", name, type="button", id=key, **attributes)


def _header() -> Markup:
    return element(
        "header",
        element("h1", id="name", dir="auto"),
        element(
            "nav",
            _button("‹", "previous", aria_label="Previous page"),
            element("select", id="choose-page", aria_label="Page"),
            _button("›", "next", aria_label="Next page"),
            aria_label="Pages",
            id="pages",
        ),
        element(
            "div",
            _button("Done, next page", "done", class_="main"),
            _button("Save", "save"),
            _button("Copy", "copy", title="Copy this page as one line of JSON"),
            class_="actions",
        ),
        element("p", id="status", role="status"),
    )


def _tools(method: str) -> Markup:
    return element(
        "div",
        element("p", element("strong", id="counts", aria_live="polite"), class_="counts"),
        element(
            "div",
            _button("Keep all", "keep-all"),
            _button("Drop all", "drop-all"),
            _button(f"As {method}", "as-default", title="Keep what the method keeps"),
            _button("Range", "range", aria_pressed="false", title="From the current block to the next one you choose"),
            _button("Undo", "undo"),
            _button("Redo", "redo"),
            class_="buttons",
        ),
        element(
            "div",
            element("input", type="search", id="search", placeholder="Search", aria_label="Search the blocks"),
            element("span", id="matches", role="status"),
            class_="search",
        ),
        class_="tools",
        role="toolbar",
        aria_label="Choose blocks",
    )


def _blocks(method: str) -> Markup:
    return element(
        "ul",
        id="blocks",
        role="listbox",
        tabindex=0,
        aria_multiselectable="true",
        aria_label=f"Blocks of the page; selected ones are content. The numbers are the scores of {method}.",
    )


def _fields() -> Markup:
    types = ["", *TYPES]
    rows = [
        _field("title", "Title", element("input", id="title", dir="auto")),
        _field("author", "Author", element("input", id="author", dir="auto", title="Several: separated by ;")),
        _field("date", "Date", element("input", id="date", placeholder="YYYY-MM-DD")),
        _field("type", "Page type", _select("type", types)),
        _field("lang", "Language", element("input", id="lang", placeholder="en")),
        _field("split", "Split", _select("split", ["train", "test"])),
        _field("url", "Address", element("input", id="url", type="url")),
    ]
    return element("details", element("summary", "About the page"), element("form", *rows, id="fields"), open=True)


def _field(name: str, label: str, control: Markup) -> Markup:
    return element("p", element("label", label, for_=name), control)


def _select(name: str, values: list[str]) -> Markup:
    return element("select", *(element("option", value or "unknown", value=value) for value in values), id=name)


def _gold() -> Markup:
    return element(
        "details",
        element("summary", "Gold text"),
        element("div", id="gold", dir="auto", tabindex=0, role="region", aria_label="Gold text"),
        open=True,
    )


def _help() -> Markup:
    rows = [element("div", element("dt", keys), element("dd", meaning)) for keys, meaning in _KEYS]
    return element("details", element("summary", "Keys"), element("dl", *rows))
