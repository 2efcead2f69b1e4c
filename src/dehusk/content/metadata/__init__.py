"""What a page says about itself: title, authors, dates, language and more, each with its source."""

from __future__ import annotations

from dehusk.content.metadata.gather import TRUST, metadata
from dehusk.content.metadata.record import Metadata

__all__ = ["TRUST", "Metadata", "metadata"]
