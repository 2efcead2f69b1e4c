"""Plain text, a line a block."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from dehusk.output.options import DEFAULTS, Options

if TYPE_CHECKING:
    from dehusk.content import Extraction


def write_text(extraction: Extraction, options: Options = DEFAULTS) -> str:
    """The content as plain text, a line a block.

    >>> import dehusk
    >>> write_text(dehusk.extract("<p>Tea<p>Milk"))
    'Tea\\nMilk'
    """
    if not options.wrap:
        return extraction.text
    fill = textwrap.TextWrapper(options.wrap, break_long_words=False, break_on_hyphens=False, replace_whitespace=False)
    return "\n".join(fill.fill(line) for line in extraction.text.split("\n"))
