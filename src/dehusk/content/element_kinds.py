"""What HTML elements mean for the content tree: tag number -> kind."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from dehusk.page import tags


class ElementKind(IntEnum):
    """What an element becomes in the content tree."""

    NONE = 0
    """Nothing: only its content counts."""
    HEADING = 1
    PREFORMATTED = 2
    LIST = 3
    ITEM = 4
    DEFINITION_LIST = 5
    DEFINITION_PART = 6
    TABLE = 7
    ROW = 8
    CELL = 9
    TABLE_CAPTION = 10
    QUOTE = 11
    FIGURE = 12
    FIGURE_CAPTION = 13
    THEMATIC_BREAK = 14
    LINK = 15
    STYLE = 16
    CODE_SPAN = 17


_TAG_NAMES = {
    ElementKind.HEADING: "h1 h2 h3 h4 h5 h6",
    ElementKind.PREFORMATTED: "pre textarea listing xmp plaintext",
    ElementKind.LIST: "ul ol menu dir",
    ElementKind.ITEM: "li",
    ElementKind.DEFINITION_LIST: "dl",
    ElementKind.DEFINITION_PART: "dt dd",
    ElementKind.TABLE: "table",
    ElementKind.ROW: "tr",
    ElementKind.CELL: "td th",
    ElementKind.TABLE_CAPTION: "caption",
    ElementKind.QUOTE: "blockquote",
    ElementKind.FIGURE: "figure",
    ElementKind.FIGURE_CAPTION: "figcaption",
    ElementKind.THEMATIC_BREAK: "hr",
    ElementKind.LINK: "a",
    ElementKind.CODE_SPAN: "code tt samp",
}


STYLE_OF_TAG = {
    tags.NUMBERS[name]: name
    for name in ["em", "strong", "del", "u", "sub", "sup", "mark", "kbd", "q", "bdi", "bdo", "ruby", "rt"]
}
"""Tag number -> style, for elements that style text."""
STYLE_OF_TAG |= {tags.NUMBERS[name]: "em" for name in ("i", "cite", "var", "dfn")}
STYLE_OF_TAG |= {tags.NUMBERS["b"]: "strong", tags.NUMBERS["ins"]: "u"}
STYLE_OF_TAG |= {tags.NUMBERS[name]: "del" for name in ("s", "strike")}

KIND_OF_TAG = np.zeros(1 << 16, dtype=np.uint8)
"""The kind of every tag number."""
for _kind, _names in _TAG_NAMES.items():
    KIND_OF_TAG[list(tags.tag_set(_names))] = _kind
KIND_OF_TAG[list(STYLE_OF_TAG)] = ElementKind.STYLE
