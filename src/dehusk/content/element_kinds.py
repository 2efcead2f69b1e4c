"""What HTML elements mean for the content tree: tag number -> kind."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from dehusk._core import tree_walk
from dehusk.page import tags


class ElementKind(IntEnum):
    """What a row becomes in the content tree; the numbers are those of the walk that builds it."""

    NONE = tree_walk.NONE
    """Nothing: only its content counts."""
    HEADING = tree_walk.HEADING
    PREFORMATTED = tree_walk.PREFORMATTED
    LIST = tree_walk.LIST
    ITEM = tree_walk.ITEM
    DEFINITION_LIST = tree_walk.DEFINITION_LIST
    DEFINITION_PART = tree_walk.DEFINITION_PART
    TABLE = tree_walk.TABLE
    ROW = tree_walk.ROW
    CELL = tree_walk.CELL
    TABLE_CAPTION = tree_walk.TABLE_CAPTION
    QUOTE = tree_walk.QUOTE
    FIGURE = tree_walk.FIGURE
    FIGURE_CAPTION = tree_walk.FIGURE_CAPTION
    THEMATIC_BREAK = tree_walk.THEMATIC_BREAK
    LINK = tree_walk.LINK
    STYLE = tree_walk.STYLE
    CODE_SPAN = tree_walk.CODE_SPAN
    TEXT = tree_walk.TEXT


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
KIND_OF_TAG[tags.TEXT] = ElementKind.TEXT
