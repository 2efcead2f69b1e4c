"""The metadata at the head of a document: as names and values, and as YAML at the beginning of Markdown."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dehusk.content import PageContent

HeadValues = dict[str, str | list[str]]

_NAMES = (
    *("title", "authors", "published", "modified", "site_name", "url", "language", "description", "categories"),
    *("tags", "image", "licence", "page_type"),
)
# Double-quoted strings of YAML are those of JSON, except for these characters, which must be escaped.
_NOT_PRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def head_values(content: PageContent) -> HeadValues:
    """The metadata that are not empty, and the direction of the text.

    >>> import dehusk
    >>> head_values(dehusk.extract("<html lang=en><title>Tea</title><p>Tea"))
    {'title': 'Tea', 'language': 'en'}
    """
    known = {name: getattr(content.metadata, name) for name in _NAMES} | {"direction": content.tree.dir}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in known.items() if value}


def front_matter(content: PageContent) -> str:
    """The metadata as YAML front matter.

    >>> import dehusk
    >>> print(front_matter(dehusk.extract("<html lang=en><title>Tea: a story</title><p>Tea")), end="")
    ---
    title: "Tea: a story"
    language: "en"
    ---
    <BLANKLINE>
    """
    lines = [f"{name}: {_quoted(value)}\n" for name, value in head_values(content).items()]
    return f"---\n{''.join(lines)}---\n\n"


def _quoted(value: str | list[str]) -> str:
    written = json.dumps(value, ensure_ascii=False)
    return _NOT_PRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
