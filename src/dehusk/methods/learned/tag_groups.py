"""Groups of elements, categories of class words and signs: what the features of the learned method tell apart."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from dehusk.page import class_words, tags
from dehusk.page.text_measures import class_table, sign_table

Bits = npt.NDArray[np.int64]

TAG_GROUPS: dict[str, str] = {
    "p": "p",
    "li": "li",
    "dl": "dl dt dd",
    "list": "ul ol menu dir",
    "cell": "td th",
    "table": "table",
    "heading": "h1 h2 h3 h4 h5 h6 hgroup",
    "link": "a",
    "quote": "blockquote q",
    "code": "pre code samp kbd xmp",
    "article": "article",
    "main": "main",
    "section": "section",
    "aside": "aside",
    "nav": "nav",
    "header": "header",
    "footer": "footer",
    "form": "form fieldset legend input",
    "button": "button",
    "select": "select option optgroup",
    "label": "label",
    "figure": "figure picture",
    "caption": "figcaption caption",
    "details": "details summary",
    "dialog": "dialog",
    "address": "address",
    "noscript": "noscript",
    "time": "time",
    "small": "small sub sup",
    "strong": "b strong",
    "font": "font center",
    "div": "div",
}
"""Elements that mean the same to the model; each group is one bit."""

TAG_BITS: Bits = np.zeros(1 << 16, dtype=np.int64)
for _place, _elements in enumerate(TAG_GROUPS.values()):
    for _number in tags.tag_set(_elements):
        TAG_BITS[_number] |= 1 << _place


def tag_group_bits(*groups: str) -> int:
    """The bits of some groups of elements, as in :data:`TAG_BITS`.

    >>> tag_group_bits("p", "dl")
    5
    """
    return sum(1 << place for place, name in enumerate(TAG_GROUPS) if name in groups)


CLASS_CATEGORIES = tuple(name for name in class_words.CATEGORIES if name not in class_words.METADATA_CATEGORIES)
"""The categories of class words that the model knows."""
CLASS_PLACES = np.array([class_words.BIT[name].bit_length() - 1 for name in CLASS_CATEGORIES])
"""The bits of these categories."""

_SEPARATORS = "|/\\<>«»‹›•·–—→↑▲▼■►…"
_COPYRIGHT_SIGNS = "©®™℗"


@cache
def sign_classes() -> npt.NDArray[np.uint8]:
    """The class of every code point, plus 16 if it is a separator and 32 if it is a sign of copyright."""
    return class_table() | sign_table(_SEPARATORS) * np.uint8(16) | sign_table(_COPYRIGHT_SIGNS) * np.uint8(32)
