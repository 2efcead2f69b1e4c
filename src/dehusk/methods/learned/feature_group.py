"""A group of features: their names, and what each means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, eq=False)
class FeatureGroup:
    """Features that one function of ``dehusk._core`` computes for all blocks of a page.

    >>> FeatureGroup("demo", {"one": "Always 1.", "two": "Always 2."}).names
    ('one', 'two')
    """

    name: str
    meanings: Mapping[str, str]
    """Feature name -> what it means, in one sentence; in the order of the features."""
    version: str = "1"
    """Changes whenever the function gives other values for the same page: models trained before no longer fit."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the features, in order."""
        return tuple(self.meanings)
