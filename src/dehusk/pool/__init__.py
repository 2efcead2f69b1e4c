"""A function over many items in worker processes, each item with a deadline; knows nothing of pages."""

from __future__ import annotations

from dehusk.pool.child import ChildProcess
from dehusk.pool.failure import Failure
from dehusk.pool.mapping import map_items
from dehusk.pool.worker_main import stage
from dehusk.pool.worker_pool import WorkerPool, job_count

__all__ = ["ChildProcess", "Failure", "WorkerPool", "job_count", "map_items", "stage"]
