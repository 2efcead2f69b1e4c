"""Is a page worth keeping? Flags for error pages, walls and empty pages, with the evidence."""

from __future__ import annotations

from dehusk.content.quality.quality_flags import FlagName, Quality, QualityEvidence, QualityFlag

__all__ = ["FlagName", "Quality", "QualityEvidence", "QualityFlag"]
