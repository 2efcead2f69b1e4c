"""What one pass over a document finds that may have to be changed before it is parsed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dehusk._core import text_loops
from dehusk._core.attribute_loops import hash_of

# A is not among them: the second A ends the first. One-letter names are first: a set of letters is matched fastest.
FORMATTING_NAMES = ("b", "i", "s", "u", "big", "code", "em", "font", "nobr", "small", "strike", "strong", "tt")
_NAMES = ("html", "body", "script", *FORMATTING_NAMES)
_HASHES = np.array([hash_of(name.encode()) for name in _NAMES], dtype=np.uint64)


class MarkupCounts(NamedTuple):
    """How often a document has what the parser cannot handle, or can handle only a few times."""

    tags: int
    """All "<"."""
    root_tags: int
    """Start tags of HTML and BODY."""
    formatting_tags: int
    """Start tags of formatting elements (B, FONT, ...)."""
    plain_formatting_tags: int
    """Those of them without attributes."""
    tex_scripts: int
    """Start tags of scripts that may contain TeX; all that do are among them."""


def count_markup(html: str) -> MarkupCounts:
    """Count these in a document.

    >>> count_markup("<body><b>Tea</b><i>")
    MarkupCounts(tags=4, root_tags=1, formatting_tags=2, plain_formatting_tags=2, tex_scripts=0)
    """
    counts = text_loops.markup_counts(html, _HASHES, _NAMES.index("script"))
    roots, bodies, _, *formatting, tex, plain, tags = counts.tolist()
    return MarkupCounts(tags, roots + bodies, sum(formatting), plain, tex)
