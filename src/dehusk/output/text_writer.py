"""Plain text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from dehusk.output.writer_options import check_width

if TYPE_CHECKING:
    from dehusk.content import PageContent


def write_text(content: PageContent, *, wrap: int = 0) -> str:
    """Plain text, one line per block.

    >>> import dehusk
    >>> write_text(dehusk.extract("<p>Tea<p>Milk"))
    'Tea\\nMilk'
    """
    if not check_width("wrap", wrap):
        return content.text
    wrapper = textwrap.TextWrapper(wrap, break_long_words=False, break_on_hyphens=False, replace_whitespace=False)
    return "\n".join(wrapper.fill(line) for line in content.text.split("\n"))
