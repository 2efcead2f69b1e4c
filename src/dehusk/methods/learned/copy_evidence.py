"""Evidence beside the scores: if the page's head has a copy of the article, the copy says which blocks are the article.

Only a copy that is clearly the text of the page counts: the blocks that are found in it are about as long as it is. On
forums a copy has the first post alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dehusk.methods.learned.feature_table import BlockFeatures
    from dehusk.page.arrays import Floats

_MIN_FOUND, _MAX_FOUND = 0.9, 1.1
"""Characters of the blocks that were found in the copy, divided by those of the copy."""
_CHANGE = 2.0
"""Added to the logits of blocks that were found, subtracted from those of other blocks ..."""
_MIN_WORDS = 10
"""... with so many words: short ones may be headings, which a copy often leaves out."""


def change_by_copy(features: BlockFeatures) -> Floats | None:
    """What a copy of the article changes about the logits of blocks; None without a copy that fits.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.feature_table import BlockFeatures
    >>> story, other = "The hills were green after the rain. " * 9, "Silver kettles cost a fortune in every port. " * 9
    >>> head = '<script type="application/ld+json">{"articleBody": "' + story + '"}</script>'
    >>> change_by_copy(BlockFeatures.of(parse(head + f"<h1>Tea</h1><p>{story}</p><p>{other}"))).tolist()
    [0.0, 2.0, -2.0]
    >>> change_by_copy(BlockFeatures.of(parse(f"<h1>Tea</h1><p>{story}</p>")))
    """
    in_body = features["in_article_body"]
    if not len(in_body) or in_body[0] == 0:  # the page has no copy
        return None
    found = in_body > 0
    if not found.any() or features["page.is_forum"].any():
        return None
    blocks, text = features.blocks, features.blocks.page.text
    size = sum(
        len("".join(text[blocks.bounds[place] : blocks.bounds[place + 1]].split()))
        for place in np.flatnonzero(found).tolist()
    )
    if not _MIN_FOUND <= size / len(features.head.body) <= _MAX_FOUND:
        return None
    long = blocks.min_words >= _MIN_WORDS
    return np.where(found, _CHANGE, np.where(long, -_CHANGE, 0.0))
