"""The types of pages, and how likely each is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dehusk.page.arrays import Floats

TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "recipe", "service", "wiki")
"""What a page can be; ``unknown`` where none is likely enough."""
UNKNOWN = "unknown"
_OTHER_NAMES = {"blog": "article"}


def known_type(name: str) -> str:
    """The type that a collection's name for it means; "" if it is none of ours.

    >>> known_type("blog"), known_type("poem")
    ('article', '')
    """
    name = _OTHER_NAMES.get(name, name)
    return name if name in TYPES else ""


def type_probabilities(logits: Floats) -> list[float]:
    """How likely each type is, by the logits that the network gives them.

    >>> import numpy as np
    >>> type_probabilities(np.zeros(4))
    [0.25, 0.25, 0.25, 0.25]
    """
    given = logits.tolist()
    highest = max(given)
    likely = [math.exp(logit - highest) for logit in given]
    total = sum(likely)
    return [each / total for each in likely]


def likely_type(probabilities: list[float], min_probability: float) -> str:
    """The most likely type, or ``unknown`` if its probability is not higher than the least.

    >>> likely_type([0.6, 0.4], 0.5), likely_type([0.5, 0.5], 0.5)
    ('article', 'unknown')
    """
    highest = max(probabilities)
    return TYPES[probabilities.index(highest)] if highest > min_probability else UNKNOWN
