"""Self-contained HTML documents: style and script are inline, and nothing is loaded."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from dehusk.pictures.markup import Markup, element, join, number
from dehusk.pictures.svg import asset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.content.page_blocks import Block
    from dehusk.extraction import Extraction
    from dehusk.pictures.picture import Picture

# A script cannot make markup of text, and no markup can send a form or change the base of addresses.
_NO_MARKUP = "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"


def html_document(
    title: str, *body: str | None, style: str = "", script: str = "", style_attributes: bool = True
) -> str:
    """Make a document whose security policy allows only the given script and no other resources.

    ``style_attributes``: whether elements have any; if not, the policy allows only the style sheets.

    >>> "Content-Security-Policy" in html_document("Tea", element("p", "Milk"))
    True
    """
    sheet = asset("picture.css") + asset("page.css") + style
    styles = "'unsafe-inline'" if style_attributes else _hash(sheet)
    policy = f"default-src 'none'; style-src {styles}; img-src data:; script-src {_hash(script)}; {_NO_MARKUP}"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Markup(sheet)),
    )
    end = element("script", Markup(script)) if script else None
    return "<!DOCTYPE html>\n" + element("html", head, element("body", *body, end), lang="en") + "\n"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def explain_html(extraction: Extraction, picture: Picture) -> str:
    """Make a document with the picture and a table of all blocks with their scores.

    >>> import dehusk
    >>> from dehusk.pictures import explain
    >>> extraction = dehusk.extract("<p>Tea &amp; milk")
    >>> "Tea &amp; milk" in explain_html(extraction, explain(extraction))
    True
    """
    blocks = extraction.blocks
    kept = sum(block.kept for block in blocks)
    title = extraction.title or extraction.url or "A page"
    facts = f"{extraction.method} kept {kept:,} of {len(blocks):,} blocks, {len(extraction.text):,} characters."
    if extraction.reason:
        facts += f" Status {extraction.status}: {extraction.reason}."
    return html_document(
        f"{title} · {extraction.method}",
        element("header", element("h1", title), element("p", facts, class_="soft")),
        element("div", picture.svg(), class_="wide"),
        element("h2", "Blocks"),
        _table(blocks, picture),
    )


def _table(blocks: Sequence[Block], picture: Picture) -> Markup:
    rows = map(_row, blocks, _reasons_of(blocks, picture.reasons))
    return element("table", _head(), element("tbody", *rows), class_="blocks")


def _reasons_of(blocks: Sequence[Block], reasons: Sequence[tuple[str, str]]) -> list[str]:
    """The reason of each block; empty where the blocks of an element are not those that the method saw."""
    known: defaultdict[str, list[str]] = defaultdict(list)
    for path, reason in reasons:
        known[path].append(reason)
    sizes = Counter(block.path for block in blocks)
    found: list[str] = []
    for block in blocks:
        mine = known[block.path]
        found.append(mine.pop(0) if mine and len(mine) == sizes[block.path] else "")
        sizes[block.path] -= 1
    return found


def _head() -> Markup:
    names = ("score", "element", "text")
    return element("thead", element("tr", *(element("th", name) for name in names)))


def _row(block: Block, reason: str) -> Markup:
    bar = element("span", class_="meter", style=f"--share:{number(block.score)}")
    return element(
        "tr",
        element("td", join(bar, f"{block.score:.2f}"), class_="score"),
        element("td", element("code", block.tag, title=block.path)),
        element(
            "td",
            element("div", block.text, dir="auto"),
            element("div", reason, class_="why") if reason else None,
            class_="text",
        ),
        class_="is-kept" if block.kept else "is-dropped",
        title="kept" if block.kept else "dropped",
    )
