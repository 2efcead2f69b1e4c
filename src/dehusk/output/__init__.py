"""Writers: one module a format. They change how content is written, never what is content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.output.html import write_html
from dehusk.output.isolate import write_isolate
from dehusk.output.json import to_dict, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.content import Extraction


def write_text(extraction: Extraction) -> str:
    """The content as plain text, a line a block.

    >>> import dehusk
    >>> write_text(dehusk.extract("<p>Tea<p>Milk"))
    'Tea\\nMilk'
    """
    return extraction.text


WRITERS: dict[str, Callable[[Extraction], str]] = {
    "text": write_text,
    "html": write_html,
    "json": write_json,
    "isolate": write_isolate,
}

__all__ = ["WRITERS", "to_dict", "write_html", "write_isolate", "write_json", "write_text"]
