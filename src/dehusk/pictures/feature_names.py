"""What the names of the learned default's features mean, in a few words."""

from __future__ import annotations

import re

# The first pattern that a name begins with tells; "{}" is what its group held.
_MEANINGS = (
    (r"page\.", "the page as a whole"),
    (r"up0\.", "the element that holds the block"),
    (r"up(\d)\.", "the element {} levels above the block's own"),
    (r"region([\d.]+)(?:\.|$)", "place to the smallest element with {} of the running text"),
    (r"<(\d+)\.", "the {} blocks before"),
    (r">(\d+)\.", "the {} blocks after"),
    (r"in\.(\w+)", "stands in an element of the kind: {}"),
    (r"near\.(\w+)", "the nearest elements are of the kind: {}"),
    (r"cue\.(\w+)", "a class or id above says: {}"),
    (r"near_cue\.(\w+)", "the nearest class or id says: {}"),
    (r"alike", "blocks with the same tags above them"),
    (r"twins", "blocks with the same tags and classes above them"),
    (r"ctd", "composite text density (CETD)"),
    (r"readability", "Readability's scores"),
    (r"(arias|bte|boilerpipe)$", "the verdict of {}"),
    (r"title$|has_title|\w+_title$", "place to the page's headline"),
    (r"place|from_|since_heading|sentences_before|articles_before", "place in the page"),
    (r"(\w+)([+-]\d)$", "the block {1} from this one"),
    (r"depth", "depth in the tree"),
    (r"same_holder", "shares its element with the block before"),
)


def meaning(name: str) -> str:
    """What kind of feature a name is of; anything else is the block's own text.

    >>> meaning("up2.share"), meaning("words-1"), meaning("commas")
    ("the element 2 levels above the block's own", 'the block -1 from this one', "the block's own text")
    """
    for pattern, text in _MEANINGS:
        if found := re.match(pattern, name):
            return text.format(*found.groups())
    return "the block's own text"
