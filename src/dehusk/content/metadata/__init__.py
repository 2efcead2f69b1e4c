"""What a page says about itself: title, authors, dates, language and more, and the source of each."""

from __future__ import annotations

from dehusk.content.metadata.gather import TRUST, metadata
from dehusk.content.metadata_fields import Metadata

__all__ = ["TRUST", "Metadata", "metadata"]
