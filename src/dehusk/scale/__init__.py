"""Extraction of crawls: shards of records in, rows out, and an account of every record. docs/scale.md describes it."""

from __future__ import annotations

from dehusk.scale.run_settings import RunSettings
from dehusk.scale.shard_report import ShardReport
from dehusk.scale.shard_run import process_shard

__all__ = ["RunSettings", "ShardReport", "process_shard"]
