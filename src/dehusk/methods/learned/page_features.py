"""Features of the page as a whole, the same for every block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.methods.learned.feature_group import FeatureColumns, FeatureGroup
from dehusk.methods.learned.page_head import DECLARED_TYPES, declared_types

if TYPE_CHECKING:
    from dehusk.methods.learned.measures import Measures


def _declared(measures: Measures, columns: FeatureColumns) -> None:
    declared = declared_types(measures.blocks.page)
    columns.rows[:, : len(DECLARED_TYPES)] = [name in declared for name in DECLARED_TYPES]


DECLARED = FeatureGroup(
    "declared",
    {f"page.is_{name}": f"1 if OpenGraph or JSON-LD call the page: {name}." for name in DECLARED_TYPES},
    _declared,
)
