"""Features of the page as a whole, the same for every block."""

from __future__ import annotations

from dehusk.methods.learned.feature_group import FeatureGroup
from dehusk.methods.learned.page_head import DECLARED_TYPES

DECLARED = FeatureGroup(
    "declared",
    {f"page.is_{name}": f"1 if OpenGraph or JSON-LD call the page: {name}." for name in DECLARED_TYPES},
)
