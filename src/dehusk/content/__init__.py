"""From a selection to what users want: blocks, media, metadata, the extraction."""

from __future__ import annotations

from dehusk.content.blocks import Block
from dehusk.content.extraction import Extraction, Status
from dehusk.content.media import Media
from dehusk.content.metadata import Metadata

__all__ = ["Block", "Extraction", "Media", "Metadata", "Status"]
