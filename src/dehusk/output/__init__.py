"""Writers: one module a format. They change how content is written, never what is content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.output.html import write_html
from dehusk.output.isolate import write_isolate
from dehusk.output.json import to_dict, write_json
from dehusk.output.markdown import write_markdown
from dehusk.output.options import Options
from dehusk.output.tei import write_tei
from dehusk.output.text import write_text

if TYPE_CHECKING:
    from typing import Protocol

    from dehusk.content import Extraction

    class Writer(Protocol):
        """A format: takes an extraction, and options if they are not the defaults."""

        def __call__(self, extraction: Extraction, options: Options = ..., /) -> str: ...


WRITERS: dict[str, Writer] = {
    "text": write_text,
    "markdown": write_markdown,
    "html": write_html,
    "json": write_json,
    "xml": write_tei,
    "isolate": write_isolate,
}
"""Format -> its writer."""

__all__ = [
    "WRITERS",
    "Options",
    "to_dict",
    "write_html",
    "write_isolate",
    "write_json",
    "write_markdown",
    "write_tei",
    "write_text",
]
