"""The folder that a run writes to: rows, ledgers, the manifest, and what was asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dehusk.errors import ArgumentError, OutputError
from dehusk.scale.output_store import local_folder, open_store
from dehusk.scale.shard_inputs import ShardInput, open_shard
from dehusk.scale.shard_report import ShardReport

if TYPE_CHECKING:
    from dehusk.scale.run_settings import RunSettings

DATA, LEDGER, MANIFEST, RUN = "data", "ledger", "manifest", "run.json"


class OutputFolder:
    """The folder of a run: ``data/``, ``ledger/`` and ``manifest/`` with one file per shard each, and ``run.json``.

    A shard is done if its line of the manifest is there; it is written last.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     OutputFolder(folder).reports()
    []
    """

    def __init__(self, output: str | Path) -> None:
        self.store = open_store(output)
        self.name = self.store.name

    def report_path(self, name: str) -> str:
        """The line of the manifest for a shard, as a path below the output."""
        return f"{MANIFEST}/{name}.json"

    def report(self, name: str) -> ShardReport | None:
        """The line of the manifest for a shard; None if there is none, or not a whole one."""
        return self._load(self.report_path(name))

    def _load(self, path: str) -> ShardReport | None:
        try:
            with self.store.open(path) as file:
                return ShardReport.from_json(file.read())
        except OSError:
            return None

    def write_report(self, report: ShardReport) -> None:
        """Write a line of the manifest; this makes the shard done."""
        with self.store.create(self.report_path(report.name)) as file:
            file.write(report.to_json())
            file.commit()

    def reports(self) -> list[ShardReport]:
        """The manifest: the reports of all shards that are done, by name."""
        found = map(self._load, self.store.paths(MANIFEST))
        return [report for report in found if report]

    def begin(self, shards: Sequence[ShardInput], settings: RunSettings, *, force: bool) -> None:
        """Note what the run is to do.

        Raises :class:`~dehusk.errors.ArgumentError` if the folder has shards that were made with other settings, unless
        ``force`` says to replace them and they are among those of this run.
        """
        if settings.by_site:
            local_folder(self.store)
        digest, inputs = settings.digest(), {shard.path for shard in shards}
        others = [report for report in self.reports() if report.settings != digest]
        if others and not (force and all(report.input in inputs for report in others)):
            remedy = "they are not all among the inputs: choose another output" if force else (
                "choose another output, the same settings, or --force to replace these shards"
            )  # fmt: skip
            changed = ", ".join(self._changed_settings(settings)) or "the version or model of dehusk"
            raise ArgumentError(
                f"{self.name} has {len(others)} shards made with other settings ({changed} differ): {remedy}"
            )
        if settings.by_site and self.reports() and sorted(inputs) != self.noted().get("inputs") and not force:
            raise ArgumentError(
                f"{self.name} was made of other inputs, which all count with --by-site: --force redoes all"
            )
        noted = {"settings": settings.to_dict(), "digest": digest, "inputs": sorted(inputs)}
        self._write_run(noted)
        self.remove_parts()

    def _write_run(self, noted: dict[str, Any]) -> None:
        with self.store.create(RUN) as file:
            file.write(json.dumps(noted, indent=1, ensure_ascii=False).encode(errors="replace") + b"\n")
            file.commit()

    def noted(self) -> dict[str, Any]:
        """What :meth:`begin` wrote; empty if it was never called."""
        try:
            with self.store.open(RUN) as file:
                noted: dict[str, Any] = json.loads(file.read())
        except (OSError, ValueError):
            return {}
        return noted

    def _changed_settings(self, settings: RunSettings) -> list[str]:
        before = self.noted().get("settings", {})
        now = json.loads(json.dumps(settings.to_dict()))
        return [name for name, value in now.items() if before.get(name, value) != value]

    def remove_parts(self) -> None:
        """Remove what processes that were killed have left."""
        for part in self.store.left_parts():
            part.unlink(missing_ok=True)

    def finished(self, shard: ShardInput, settings: RunSettings) -> ShardReport | None:
        """The report of a shard that is done; None if it has to be done.

        Raises :class:`~dehusk.errors.ArgumentError` if it was made with other settings or of another input.
        """
        report = self.report(shard.name)
        if report is None:
            return None
        if report.settings != settings.digest():
            raise ArgumentError(f"{shard.path} was done with other settings: --force replaces the shard")
        if report.identity != shard.identity() and report.digest != input_digest(shard, settings):
            raise ArgumentError(f"{shard.path} has changed since it was done: --force replaces the shard")
        if not (self.store.exists(report.output) and self.store.exists(report.ledger)):
            return None
        return report


def input_digest(shard: ShardInput, settings: RunSettings) -> str:
    """The digest of an input as it is now."""
    with open_shard(shard, settings) as opened:
        return opened.digest()


def check_folder(path: str) -> OutputFolder:
    """The folder of a run that has begun.

    >>> check_folder("no-such-folder")
    Traceback (most recent call last):
    dehusk.errors.OutputError: no-such-folder: no run was begun here (name the folder of 'dehusk run INPUT... -o OUT')
    """
    folder = OutputFolder(path)
    if not folder.noted():
        raise OutputError(path, "no run was begun here", "name the folder of 'dehusk run INPUT... -o OUT'")
    return folder
