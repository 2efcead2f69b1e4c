"""From a selection to what users want: blocks, title, the extraction."""

from __future__ import annotations

from dehusk.content.blocks import Block
from dehusk.content.extraction import Extraction, Status

__all__ = ["Block", "Extraction", "Status"]
