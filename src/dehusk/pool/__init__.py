"""A function over many items in worker processes, each item with a deadline; knows nothing of pages."""

from __future__ import annotations

from dehusk.pool.child import ChildProcess
from dehusk.pool.failure import Failure
from dehusk.pool.mapping import job_count, map_items
from dehusk.pool.worker_main import stage

__all__ = ["ChildProcess", "Failure", "job_count", "map_items", "stage"]
