"""``--status`` and ``--verify``: how far a run is, and whether its files are what the manifest says."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dehusk.errors import ArgumentError, DehuskError, MissingExtra, SourceError
from dehusk.limits import Limits
from dehusk.scale.output_folder import OutputFolder, check_folder, input_digest
from dehusk.scale.run_settings import RunSettings
from dehusk.scale.shard_inputs import find_shards
from dehusk.scale.shard_report import AccountingError, ShardReport, total_counts

if TYPE_CHECKING:
    from dehusk.scale.output_store import OutputStore

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class RunStatus:
    """How far a run is: the reports of the shards that are done, and what is left."""

    reports: list[ShardReport]
    missing: list[str]
    """Inputs that are not done."""
    parts: list[Path]
    """What processes that were killed have left; the next run removes it."""

    @property
    def read(self) -> int:
        """Records of the shards that are done."""
        return sum(report.read for report in self.reports)

    @property
    def counts(self) -> Counter[str]:
        """Records by kind."""
        return total_counts(self.reports)


def run_status(path: str) -> RunStatus:
    """How far the run in a folder is.

    >>> run_status("no-such-folder")
    Traceback (most recent call last):
    dehusk.errors.OutputError: no-such-folder: no run was begun here ...
    """
    folder = check_folder(path)
    reports = folder.reports()
    done = {report.input for report in reports}
    inputs = folder.noted()["inputs"]
    return RunStatus(reports, [name for name in inputs if name not in done], folder.store.left_parts())


def verify_run(path: str) -> Iterator[str]:
    """What is wrong with the shards of a run that are done; nothing if all is well.

    Counts must add up, files must have the digests, rows and lines of the manifest, and inputs must be as they were.
    """
    folder = check_folder(path)
    settings = _settings(folder)
    for report in folder.reports():
        for problem in _problems(folder, report, settings):
            yield f"{report.input}: {problem}"


def _problems(folder: OutputFolder, report: ShardReport, settings: RunSettings) -> Iterator[str]:
    try:
        report.check()
    except AccountingError as error:
        yield str(error)
    for name, digest in ((report.output, report.output_digest), (report.ledger, report.ledger_digest)):
        if not folder.store.exists(name):
            yield f"{name} is missing"
        elif _file_digest(folder.store, name) != digest:
            yield f"{name} was changed"
        elif name == report.ledger:
            yield from _ledger_problems(folder.store, report)
        elif (rows := _row_count(folder.store, name)) != report.counts["ok"]:
            yield f"{name} has {rows} rows, the manifest says {report.counts['ok']}"
    try:
        found = find_shards([report.input], leave_out=folder.name)
        shards = [shard for shard in found if shard.path == report.input]
        if not shards or input_digest(shards[0], settings) != report.digest:
            yield "the input was changed"
    except SourceError as error:
        yield f"the input cannot be read: {error.cause}"


def _ledger_problems(store: OutputStore, report: ShardReport) -> Iterator[str]:
    found = Counter(json.loads(line)["kind"] for line in _lines(store, report.ledger))
    expected = {kind: count for kind, count in report.counts.items() if count and kind != "ok"}
    if dict(found) != expected:
        yield f"{report.ledger} has {dict(found)}, the manifest says {expected}"


def _row_count(store: OutputStore, path: str) -> int:
    if not path.endswith(".parquet"):
        return sum(1 for _ in _lines(store, path))
    try:
        from pyarrow.parquet import read_metadata
    except ImportError:
        raise MissingExtra("pyarrow", "scale") from None
    with store.open(path) as file:
        rows: int = read_metadata(file).num_rows
    return rows


def _lines(store: OutputStore, path: str) -> Iterator[bytes]:
    try:
        from zstandard import ZstdDecompressor
    except ImportError:
        raise MissingExtra("zstandard", "scale") from None
    with store.open(path) as packed:
        yield from io.BufferedReader(ZstdDecompressor().stream_reader(packed))


def _file_digest(store: OutputStore, path: str) -> str:
    found = blake2b(digest_size=16)
    with store.open(path) as data:
        while chunk := data.read(_CHUNK):
            found.update(chunk)
    return found.hexdigest()


def _settings(folder: OutputFolder) -> RunSettings:
    """The settings that a folder notes, as far as they matter for reading inputs."""
    noted: dict[str, Any] = folder.noted()["settings"]
    names = {each.name for each in fields(RunSettings)} - {"model", "limits", "method"}
    try:
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in noted.items()
        }
        limits = Limits(**noted["limits"])
        return RunSettings(limits=limits, **{name: given[name] for name in names if name in given})
    except (ArgumentError, TypeError, KeyError) as error:
        raise DehuskError(f"{folder.name}: its run.json was written by another version of dehusk: {error}") from error
