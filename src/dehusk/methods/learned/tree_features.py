"""Features of the elements around a block: their tags, their class words, their size and their links."""

from __future__ import annotations

from zlib import crc32

import numpy as np

from dehusk.methods.learned.feature_group import FeatureGroup
from dehusk.methods.learned.tag_groups import CLASS_CATEGORIES, TAG_GROUPS
from dehusk.page.class_words import CATEGORIES

ANCESTORS = 3
"""How many of the elements around a block the model looks at."""
_GROUPS = tuple(TAG_GROUPS)
IN_TAG_GROUPS = tuple(name for name in _GROUPS if name != "div")
"""Almost every block is in a DIV."""
IN_TAG_PLACES = np.array([_GROUPS.index(name) for name in IN_TAG_GROUPS])
"""The bits of these groups."""
_NEAR_GROUPS = ("p", "li", "dl", "list", "cell", "heading", "link", "code", "section", "select", "figure", "div")
NEAR_TAG_PLACES = np.array([_GROUPS.index(name) for name in _NEAR_GROUPS])
"""The bits of the groups that are looked for near a block."""
_LEVELS = range(ANCESTORS)
_OWN_SHARE_LEVELS = slice(0, 3, 2)
HELD_SHARES = np.array([0.5, 0.75, 0.9])
"""Shares of the page's running text by which regions are found."""


def element_name(level: int) -> str:
    """The element some levels above a block, in words.

    >>> element_name(0), element_name(2)
    ("the block's element", "the element 2 levels above the block's element")
    """
    if level == 0:
        return "the block's element"
    return f"the element {level} level{'s' if level > 1 else ''} above the block's element"


# ---- tags and class words ------------------------------------------------------------------------


def _elements(tag_group: str) -> str:
    return ", ".join(TAG_GROUPS[tag_group].split())


def _class_meaning(category: str, where: str) -> str:
    what = "a number of three or more digits"
    if words := CATEGORIES[category].split():
        what = "a word such as " + ", ".join(words[:3])
    return f"1 if a class, id, role or itemprop of {where} has {what}."


_CLASS_VERSION = f"1-{crc32(repr([CATEGORIES[name] for name in CLASS_CATEGORIES]).encode()):08x}"
"""Another vocabulary is another version."""

IN_TAGS = FeatureGroup(
    "in_tags",
    {f"in.{name}": f"1 if the block lies in one of the elements: {_elements(name)}." for name in IN_TAG_GROUPS},
)
NEAR_TAGS = FeatureGroup(
    "near_tags",
    {f"near.{name}": f"1 if the block's element or its parent is one of: {_elements(name)}." for name in _NEAR_GROUPS},
)
IN_CLASSES = FeatureGroup(
    "in_classes",
    {
        f"class.{name}": _class_meaning(name, "an element around the block, unless it holds nearly the whole page,")
        for name in CLASS_CATEGORIES
    },
    _CLASS_VERSION,
)
NEAR_CLASSES = FeatureGroup(
    "near_classes",
    {
        f"near_class.{name}": _class_meaning(name, "one of the three elements nearest to the block")
        for name in CLASS_CATEGORIES
    },
    _CLASS_VERSION,
)

# ---- ancestors -----------------------------------------------------------------------------------


_OF_ANCESTOR = {
    "chars": "Characters of {}, as log(1 + n).",
    "chars_share": "Share of the page's characters that are in {}.",
    "running_share": "Share of the page's running text that is in {}.",
    "link_share": "Share of the characters of {} that are in links.",
    "chars_per_element": "Characters per element in {}.",
    "blocks": "Blocks in {}, as log(1 + n).",
    "full_stops_per_block": "Signs that end a sentence, per block, in {}.",
    "same_siblings": "Siblings of {} with the same tag and kind of class, itself included, as log(1 + n).",
    "same_sibling_words": "Mean words of running text of {} and its siblings of the same tag and kind, as log(1 + n).",
}
ANCESTOR = FeatureGroup(
    "ancestors",
    {
        f"up{level}.{name}": meaning.format(element_name(level))
        for name, meaning in _OF_ANCESTOR.items()
        for level in _LEVELS
    }
    | {
        f"up{level}.block_share": f"Share of the characters of {element_name(level)} that are the block's."
        for level in _LEVELS[_OWN_SHARE_LEVELS]
    },
)

# ---- regions -------------------------------------------------------------------------------------


_OF_REGION = {
    "inside": "1 if the block is in {}.",
    "side": "-1 if the block is before {}, 0 if in it, 1 if after it.",
    "chars_share": "Share of the page's characters that are in {}.",
    "depth_below": "Depth of the block's element less the depth of {}.",
}
REGIONS = FeatureGroup(
    "regions",
    {
        f"region{held * 100:.0f}.{name}": meaning.format(
            f"the deepest element with at least {held:.0%} of the running text"
        )
        for held in HELD_SHARES.tolist()
        for name, meaning in _OF_REGION.items()
    },
)
