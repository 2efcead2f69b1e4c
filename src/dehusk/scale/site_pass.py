"""``--by-site``: what the pages of each site repeat, collected in a first pass and used in the second.

The first pass remembers every document by the hashes of its blocks, in one file per shard. Then the memories of all
shards are merged into one file by host; a host with one page has nothing to repeat and is left out. A page's own host
is looked up in that file when the page is extracted. Which pages are remembered does not depend on the order of shards.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.pool import Failure, map_items, stage
from dehusk.scale.extract_record import SECONDS_TO_LOAD
from dehusk.scale.output_store import local_folder
from dehusk.scale.part_file import PartFile
from dehusk.scale.record_document import read_document
from dehusk.scale.shard_inputs import ShardInput, open_shard
from dehusk.site import SiteMemory
from dehusk.site.site_extraction import host_of

if TYPE_CHECKING:
    from dehusk.extractor import Extractor
    from dehusk.scale.output_folder import OutputFolder
    from dehusk.scale.run_settings import RunSettings
    from dehusk.scale.shard_records import Record

SITES = "sites"
_TABLE = "CREATE TABLE memories (host TEXT NOT NULL, number INTEGER NOT NULL, memory BLOB NOT NULL)"


class RememberRecord:
    """What a worker process does in the first pass: the host of a document and the memory of this one page."""

    def __init__(self, settings: RunSettings) -> None:
        self.settings = settings

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.settings,)

    @cached_property
    def _extractor(self) -> Extractor:
        with stage("loading", SECONDS_TO_LOAD):
            return self.settings.extractor()

    def __call__(self, record: Record) -> tuple[str, bytes] | None:
        """None if the document has no host, or nothing that could be extracted."""
        host = host_of(record.url)
        extractor = self._extractor
        source = read_document(record, self.settings.limits.bytes)
        if not host or isinstance(source, tuple):
            return None
        extraction = extractor.extract(source)
        if extraction.status not in self.settings.statuses:
            return None
        memory = SiteMemory()
        memory.add(extraction.page, extraction.selection.why.get("logits"))
        return host, memory.to_bytes()


def remember_shards(
    shards: Iterable[ShardInput], folder: OutputFolder, settings: RunSettings, *, jobs: int
) -> Iterator[ShardInput]:
    """The first pass: write the memories of each shard that has none yet; each shard when it is done."""
    for shard in shards:
        path = memories_path(folder, shard, settings)
        if not path.exists():
            _remember(shard, path, settings, jobs)
        yield shard


def _remember(shard: ShardInput, path: Path, settings: RunSettings, jobs: int) -> None:
    with open_shard(shard, settings) as opened, _writing(path) as memories:
        documents = (record for record in opened.records if record.kind is None)
        answers = map_items(
            RememberRecord(settings),
            documents,
            jobs=jobs,
            seconds=settings.limits.seconds,
            memory=settings.memory if sys.platform == "linux" else None,
            in_process=False,
            retry_crashed=1,
        )
        with closing(answers):
            found = (answer for _, answer in answers if answer and not isinstance(answer, Failure))
            rows = ((host, number, memory) for number, (host, memory) in enumerate(found))
            memories.executemany("INSERT INTO memories VALUES (?, ?, ?)", rows)


def missing_memories(shards: Iterable[ShardInput], folder: OutputFolder, settings: RunSettings) -> list[ShardInput]:
    """The shards that have no memories yet."""
    return [shard for shard in shards if not memories_path(folder, shard, settings).exists()]


def merge_memories(shards: Sequence[ShardInput], folder: OutputFolder, settings: RunSettings) -> None:
    """One file with the memory of every host that has several pages."""
    with _writing(merged_path(folder, settings)) as merged:
        paths = [memories_path(folder, shard, settings) for shard in shards]
        # One file after the other is attached, so that thousands of them need not be open.
        merged.execute("CREATE TEMP TABLE pages (host TEXT NOT NULL, memory BLOB NOT NULL)")
        for path in paths:
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as source:
                merged.executemany(
                    "INSERT INTO pages VALUES (?, ?)", source.execute("SELECT host, memory FROM memories")
                )
        merged.execute("CREATE INDEX page_hosts ON pages (host)")
        several = "SELECT host FROM pages GROUP BY host HAVING COUNT(*) > 1 ORDER BY host"
        for (host,) in merged.execute(several).fetchall():
            memory = SiteMemory()
            for (page,) in merged.execute("SELECT memory FROM pages WHERE host = ?", (host,)):
                memory.merge(SiteMemory.from_bytes(page))
            merged.execute("INSERT INTO memories VALUES (?, 0, ?)", (host, memory.to_bytes()))
        merged.execute("CREATE UNIQUE INDEX hosts ON memories (host)")


def memories_path(folder: OutputFolder, shard: ShardInput, settings: RunSettings) -> Path:
    """The file with the memories of a shard's documents."""
    return local_folder(folder.store) / SITES / f"{shard.name}-{settings.digest()}.sqlite"


def merged_path(folder: OutputFolder, settings: RunSettings) -> Path:
    """The file with the memories of all sites."""
    return local_folder(folder.store) / SITES / f"all-{settings.digest()}.sqlite"


@contextmanager
def _writing(path: Path) -> Iterator[sqlite3.Connection]:
    """A database that appears whole when the block has ended without an error."""
    with PartFile(path) as file:
        with closing(sqlite3.connect(file.part)) as database:
            # The file is made safe as a whole, or removed.
            database.execute("PRAGMA journal_mode = OFF")
            database.execute("PRAGMA synchronous = OFF")
            database.execute(_TABLE)
            yield database
            database.commit()
        file.commit()
