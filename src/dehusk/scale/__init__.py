"""Many pages: worker processes, answers in order, bounded memory."""

from __future__ import annotations

from dehusk.scale.pool import ordered_map, process_count
from dehusk.scale.worker import Lost

__all__ = ["Lost", "ordered_map", "process_count"]
