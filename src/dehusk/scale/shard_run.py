"""The shard function: from the records of an input to rows, a ledger and one line of the manifest."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, NamedTuple, cast

from dehusk.errors import ArgumentError, SourceError
from dehusk.page.text_measures import encodable
from dehusk.pool import Failure, map_items
from dehusk.scale.extract_record import ExtractRecord
from dehusk.scale.output_folder import DATA, LEDGER, OutputFolder
from dehusk.scale.row_schema import column_names
from dehusk.scale.row_writers import SUFFIXES, JsonRows, open_rows
from dehusk.scale.shard_inputs import OpenShard, ShardInput, find_shards, open_shard
from dehusk.scale.shard_records import Kind, Record, Verdict
from dehusk.scale.shard_report import ShardReport
from dehusk.scale.site_pass import merged_path

if TYPE_CHECKING:
    from pathlib import Path

    from dehusk.scale.run_settings import RunSettings

    Watch = Callable[["ShardProgress"], object]

_PACKAGES = ("dehusk", "numpy", "turbohtml", "FastWARC", "pyarrow", "zstandard")
_OF_FAILURE: dict[str, Kind] = {"error": "crash", "timeout": "timeout", "crash": "crash", "memory": "memory"}


class ShardFailure(NamedTuple):
    """A shard that could not be done: its input could not be read. The next run does it."""

    input: str
    reason: str


class ShardProgress(NamedTuple):
    """That one more record of a shard has its outcome."""

    shard: ShardInput
    kind: Kind
    bytes: int
    share: float
    """How much of the shard was read, from 0 to 1."""


def process_shard(
    input: str | ShardInput,  # noqa: A002 - what it is
    output: str | Path | OutputFolder,
    settings: RunSettings,
    *,
    jobs: int = 1,
    force: bool = False,
) -> ShardReport:
    """Extract the documents of one input; returns when its rows, its ledger and its line of the manifest are on disk.

    A shard that is done already is not done again, unless ``force`` is set. ``jobs``: worker processes. Documents are
    extracted in worker processes also if there is one, so that none can end or stop this one.
    Raises :class:`~dehusk.errors.SourceError` if the input cannot be read; then nothing is written.

    >>> import tempfile
    >>> from dehusk.scale import RunSettings
    >>> from dehusk.scale.input_files import file_system
    >>> line = b'{"html": "<p>Steep the tea for three minutes.", "url": "https://example.org/"}'
    >>> _ = file_system("memory://")[0].pipe("/teas.jsonl", line)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = process_shard("memory://teas.jsonl", folder, RunSettings())
    >>> report.read, report.counts["ok"]
    (1, 1)
    """
    if isinstance(input, str):
        shards = find_shards([input])
        if len(shards) != 1:
            raise ArgumentError(f"{input} stands for {len(shards)} shards; a shard is one container or folder of pages")
        input = shards[0]  # noqa: A001
    folder = output if isinstance(output, OutputFolder) else OutputFolder(output)
    found = list(process_shards([input], folder, settings, jobs=jobs, force=force))
    if isinstance(found[0], ShardFailure):
        raise SourceError(found[0].input, found[0].reason, "the next run does the shard")
    return found[0]


def process_shards(
    shards: Iterable[ShardInput],
    folder: OutputFolder,
    settings: RunSettings,
    *,
    jobs: int = 1,
    force: bool = False,
    watch: Watch | None = None,
) -> Iterator[ShardReport | ShardFailure]:
    """The shard function over many shards with one pool of workers: each report as its shard is done.

    ``watch`` is called for every record.
    """
    run = _Run(folder, settings, watch, force=force)
    answers = cast(
        "Generator[tuple[Record, Verdict | Failure], None, None]",
        map_items(
            ExtractRecord(settings, merged_path(folder, settings) if settings.by_site else None),
            run.documents(shards),
            jobs=jobs,
            seconds=settings.limits.seconds,
            memory=settings.memory if sys.platform == "linux" else None,
            in_process=False,
            retry_crashed=1,
        ),
    )
    with closing(run), closing(answers):
        for _, answer in answers:
            run.decide(answer)
            yield from run.take_finished()
        yield from run.take_finished()


@dataclass(slots=True)
class _Entry:
    """A record in its turn: it is written when all before it are, and its verdict is known."""

    record: Record
    verdict: Verdict | None
    share: float


class _Run:
    """Takes records apart into those that workers see and those that they do not, and writes all in their order."""

    def __init__(self, folder: OutputFolder, settings: RunSettings, watch: Watch | None, *, force: bool) -> None:
        self._folder, self._settings, self._watch, self._force = folder, settings, watch, force
        self._turn: deque[_Entry | _Shard | _End] = deque()
        self._undecided: deque[_Entry] = deque()
        self._finished: list[ShardReport | ShardFailure] = []
        self._shard: _Shard | None = None

    def documents(self, shards: Iterable[ShardInput]) -> Iterator[Record]:
        """The documents of all shards that are not done; everything else goes straight to its turn."""
        for shard in shards:
            if not self._force and (done := self._folder.finished(shard, self._settings)):
                self._finished.append(done)
                continue
            self._turn.append(_Shard(shard, self._folder, self._settings))
            try:
                with open_shard(shard, self._settings) as opened:
                    read = 0
                    for record in opened.records:
                        read += 1
                        entry = self._enter(shard, record, opened)
                        if entry.verdict is None:
                            yield entry.record
                        self._write()
                    self._turn.append(_End(read, opened.identity, opened.digest()))
            except (SourceError, ArgumentError) as error:
                self._turn.append(_End(0, {}, "", str(error)))
            self._write()

    def _enter(self, shard: ShardInput, record: Record, opened: OpenShard) -> _Entry:
        record = record._replace(
            # Names of files can have halves of pairs of surrogates.
            url=record.url and encodable(record.url),
            record_id=record.record_id and encodable(record.record_id),
        )
        verdict = Verdict(record.kind, encodable(record.reason)) if record.kind else None
        if verdict is None and self._settings.sample < 1 and not _is_sampled(record, shard, self._settings.sample):
            verdict = Verdict("filtered", "not in the sample")
        entry = _Entry(record, verdict, opened.share())
        self._turn.append(entry)
        if verdict is None:
            self._undecided.append(entry)
        return entry

    def decide(self, answer: Verdict | Failure) -> None:
        """Take the answer to the first document that has none."""
        if isinstance(answer, Failure):
            answer = Verdict(_OF_FAILURE[answer.kind], answer.reason)
        self._undecided.popleft().verdict = answer
        self._write()

    def _write(self) -> None:
        """Write everything whose turn has come."""
        while self._turn:
            first = self._turn[0]
            if isinstance(first, _Entry):
                if first.verdict is None:
                    return
                if self._shard:
                    self._shard.add(first.record, first.verdict)
                    if self._watch:
                        size = len(first.record.data or b"")
                        self._watch(ShardProgress(self._shard.input, first.verdict.kind, size, first.share))
            elif isinstance(first, _Shard):
                self._shard = first
                first.open()
            elif self._shard:
                self._finished.append(self._shard.end(first))
                self._shard = None
            self._turn.popleft()

    def take_finished(self) -> list[ShardReport | ShardFailure]:
        """The shards that are done since the last call."""
        finished, self._finished = self._finished, []
        return finished

    def close(self) -> None:
        """Remove the files of a shard that is not done."""
        if self._shard:
            self._shard.close()


class _End(NamedTuple):
    """The end of a shard: what its reader counted, or why it could not be read."""

    read: int
    identity: dict[str, object]
    digest: str
    failure: str = ""


class _Shard:
    """A shard that is being written, once it is open."""

    def __init__(self, shard: ShardInput, folder: OutputFolder, settings: RunSettings) -> None:
        self.input, self._folder, self._settings = shard, folder, settings
        self._started = time.perf_counter()
        self._report = ShardReport(
            input=shard.path,
            name=shard.name,
            settings=settings.digest(),
            output=f"{DATA}/{shard.name}{SUFFIXES[settings.output]}",
            ledger=f"{LEDGER}/{shard.name}.jsonl.zst",
            versions=_versions(),
        )
        self._files = ExitStack()

    def open(self) -> None:
        self._data = self._files.enter_context(self._folder.store.create(self._report.output))
        self._ledger_file = self._files.enter_context(self._folder.store.create(self._report.ledger))
        self._rows = open_rows(self._settings.output, self._data, column_names(self._settings))
        self._ledger = JsonRows(self._ledger_file)
        self._files.callback(self._rows.close)

    def add(self, record: Record, verdict: Verdict) -> None:
        self._report.add(verdict.kind, verdict.reason)
        self._report.document_bytes += len(record.data or b"")
        if verdict.row is not None:
            self._rows.add(verdict.row)
        else:
            self._ledger.add(
                {
                    "file": self.input.path,
                    "offset": record.offset,
                    "url": record.url,
                    "record_id": record.record_id,
                    "kind": verdict.kind,
                    "reason": verdict.reason,
                }
            )

    def end(self, end: _End) -> ShardReport | ShardFailure:
        """Commit the files and the line of the manifest, in this order."""
        if end.failure:
            self.close()
            return ShardFailure(self.input.path, end.failure)
        report = self._report
        report.read, report.identity, report.digest = end.read, dict(end.identity), end.digest
        report.check()
        with self._files:
            self._rows.finish()
            self._ledger.finish()
            # What was there is not done any more, before it is replaced.
            self._folder.store.remove(self._folder.report_path(report.name))
            self._data.commit()
            self._ledger_file.commit()
        report.output_digest, report.ledger_digest = self._data.digest, self._ledger_file.digest
        report.seconds = round(time.perf_counter() - self._started, 3)
        self._folder.write_report(report)
        return report

    def close(self) -> None:
        self._files.close()


def _is_sampled(record: Record, shard: ShardInput, share: float) -> bool:
    """By the identity of the record alone: the same documents, whatever the order and the machine."""
    name = record.record_id or record.url or f"{shard.path}:{record.offset}"
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest()) < share * 2**64


@cache
def _versions() -> dict[str, str]:
    found = {"python": sys.version.split()[0]}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
