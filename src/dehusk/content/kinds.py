"""What elements mean for the content: tag number -> kind."""

from __future__ import annotations

import numpy as np

from dehusk.page import tags

(
    NOTHING,
    HEADING,
    PRE,
    LIST,
    ITEM,
    DEFINITIONS,
    DEFINITION,
    TABLE,
    ROW,
    CELL,
    TABLE_CAPTION,
    QUOTE,
    FIGURE,
    CAPTION,
    RULE,
    LINK,
    STYLE,
    CODE,
    RUBY_PARENTHESIS,
    BLOCK,
    NOTE,
) = range(21)

_NAMES = {
    HEADING: "h1 h2 h3 h4 h5 h6",
    PRE: "pre textarea listing xmp plaintext",
    LIST: "ul ol menu dir",
    ITEM: "li",
    DEFINITIONS: "dl",
    DEFINITION: "dt dd",
    TABLE: "table",
    ROW: "tr",
    CELL: "td th",
    TABLE_CAPTION: "caption",
    QUOTE: "blockquote",
    FIGURE: "figure",
    CAPTION: "figcaption",
    RULE: "hr",
    LINK: "a",
    CODE: "code tt samp",
    RUBY_PARENTHESIS: "rp",
}
STYLE_OF = {
    tags.NUMBERS[name]: name
    for name in ["em", "strong", "del", "u", "sub", "sup", "mark", "kbd", "q", "bdi", "bdo", "ruby", "rt"]
}
STYLE_OF |= {tags.NUMBERS[name]: "em" for name in ("i", "cite", "var", "dfn")}
STYLE_OF |= {tags.NUMBERS["b"]: "strong", tags.NUMBERS["ins"]: "u"}
STYLE_OF |= {tags.NUMBERS[name]: "del" for name in ("s", "strike")}

KIND = np.zeros(1 << 16, dtype=np.uint8)
"""The kind of every tag number."""
for _kind, _names in _NAMES.items():
    KIND[list(tags.tag_set(_names))] = _kind
KIND[list(STYLE_OF)] = STYLE
