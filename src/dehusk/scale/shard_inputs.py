"""From names to shards: which files there are, what kind each is, and how its records are read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from dehusk.errors import ArgumentError, SourceError
from dehusk.scale.archive_records import (
    PAGE_SUFFIXES,
    folder_files,
    read_folder_records,
    read_tar_records,
    read_zip_records,
)
from dehusk.scale.input_files import InputFile, absolute_name, file_identity, file_system
from dehusk.scale.table_records import TableColumns, read_json_records, read_parquet_records
from dehusk.scale.warc_records import read_warc_records

if TYPE_CHECKING:
    from dehusk.scale.run_settings import RunSettings
    from dehusk.scale.shard_records import Record

ShardKind = Literal["warc", "parquet", "json", "zip", "tar", "folder"]
_SUFFIXES: dict[ShardKind, tuple[str, ...]] = {
    "warc": (".warc", ".warc.gz", ".warc.zst", ".warc.lz4"),
    "parquet": (".parquet",),
    "json": tuple(name + packed for name in (".jsonl", ".ndjson") for packed in ("", ".gz", ".zst")),
    "zip": (".zip",),
    "tar": (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst"),
}
_ALL_SUFFIXES = tuple(suffix for suffixes in _SUFFIXES.values() for suffix in suffixes)
_DERIVED = (".wet.gz", ".wet", ".wat.gz", ".wat")
_DERIVED_HINT = "it holds what was extracted already, not pages: use the .warc.gz file of the same name, below warc/"
_MAGIC = "*?["


@dataclass(frozen=True, slots=True)
class ShardInput:
    """One container of records: a file, or a folder of pages.

    >>> ShardInput("warc", "s3://bucket/crawl/tea.warc.gz").name
    'tea-f1e1c1c0'
    """

    kind: ShardKind
    path: str
    """An absolute path, or an address."""
    leave_out: str = ""
    """The path of the output, if that is in the folder."""

    @property
    def name(self) -> str:
        """What the files of the shard are called: readable, and different for every path."""
        stem = Path(self.path.rstrip("/").rpartition("/")[2]).name
        suffix = next((each for each in _ALL_SUFFIXES if stem.lower().endswith(each)), "")
        plain = "".join(each if each.isalnum() or each in "-_." else "_" for each in stem.removesuffix(suffix))
        return f"{plain[:100]}-{blake2b(self.path.encode(errors='replace'), digest_size=4).hexdigest()}"

    def identity(self) -> dict[str, Any]:
        """What tells cheaply whether the input has changed; raises SourceError if it is not there."""
        if self.kind != "folder":
            return file_identity(self.path)
        return _folder_identity(self._files())

    def _files(self) -> dict[str, dict[str, Any]]:
        return folder_files(self.path, _ALL_SUFFIXES + _DERIVED, self.leave_out)


@dataclass(slots=True)
class OpenShard:
    """The records of a shard that is being read; its identity and, after the last record, its digest."""

    records: Iterator[Record]
    identity: dict[str, Any]
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    file: InputFile | None = None
    path: str = ""

    def share(self) -> float:
        """How much of the input was read, from 0 to 1; 0 if it is not known."""
        return min(1.0, self.file.tell() / self.file.size) if self.file and self.file.size else 0.0

    def digest(self) -> str:
        """The digest of the whole input."""
        if self.file:
            return self.file.digest()
        whole = blake2b(digest_size=16)
        for name in self.files:
            with InputFile(f"{self.path.rstrip('/')}/{name}") as file:
                whole.update(f"{name}\0{file.digest()}\n".encode(errors="replace"))
        return whole.hexdigest()


@contextmanager
def open_shard(shard: ShardInput, settings: RunSettings) -> Iterator[OpenShard]:
    """Open a shard for reading; raises SourceError if that is not possible."""
    limit = settings.limits.bytes
    columns = TableColumns(settings.html_column, settings.url_column, settings.id_column)
    if shard.kind == "folder":
        files = shard._files()
        records = read_folder_records(shard.path, files, limit)
        yield OpenShard(records, _folder_identity(files), files=files, path=shard.path)
        return
    with InputFile(shard.path) as file:
        match shard.kind:
            case "warc":
                records = read_warc_records(file, max_bytes=limit, mime=settings.mime)
            case "parquet":
                records = read_parquet_records(file, columns, limit)
            case "json":
                records = read_json_records(file, columns, limit)
            case "zip":
                records = read_zip_records(file, limit)
            case "tar":
                records = read_tar_records(file, limit)
        yield OpenShard(records, file.identity, file=file)


def _folder_identity(files: dict[str, dict[str, Any]]) -> dict[str, Any]:
    about = json.dumps(files, sort_keys=True).encode(errors="replace")
    return {"files": len(files), "state": blake2b(about, digest_size=16).hexdigest()}


def find_shards(names: list[str], leave_out: str | Path = "") -> list[ShardInput]:
    """The shards that names stand for: containers, folders, and patterns of them; sorted, each once.

    A folder stands for the containers below it, and for its pages, which are one shard; what is in the folder
    ``leave_out``, the output, is not among them. Raises
    :class:`~dehusk.errors.SourceError` for a name that stands for nothing, or for what was extracted already.

    >>> find_shards(["s3://crawl/tea.warc.wet.gz"])
    Traceback (most recent call last):
    dehusk.errors.SourceError: s3://crawl/tea.warc.wet.gz: this is a WET file (it holds what was extracted already, ...)
    """
    output = absolute_name(str(leave_out)) if leave_out else ""
    found = {shard.path: shard for name in names for shard in _shards_of(name, output)}
    return [found[path] for path in sorted(found)]


def _shards_of(name: str, output: str) -> list[ShardInput]:
    if name.lower().endswith(_DERIVED):
        raise SourceError(name, f"this is a {'WAT' if '.wat' in name.lower() else 'WET'} file", _DERIVED_HINT)
    kind, system, path = _kind_of(name), *file_system(name)
    is_pattern = any(character in name for character in _MAGIC) and not system.exists(path)
    if kind and not is_pattern:
        return [ShardInput(kind, absolute_name(name))]
    if system.isdir(path):
        return _shards_in(absolute_name(name), output)
    if is_pattern:
        protocol = name.partition("://")[0] + "://" if "://" in name else ""
        matches = [protocol + match.lstrip("/") if protocol else match for match in sorted(system.glob(path))]
        if not matches:
            raise SourceError(name, "no file matches", "check the pattern; ** matches any directories")
        found = [match for match in matches if not _is_below(match, output)]
        return [shard for match in found for shard in _shards_of(match, output)]
    if name.lower().endswith(PAGE_SUFFIXES):
        raise ArgumentError(f"{name} is a page: name its folder, or extract it with 'dehusk {name}'")
    if not system.exists(path):
        raise SourceError(name, "no such file", "check the path")
    known = ", ".join(_ALL_SUFFIXES)
    raise SourceError(name, "this kind of file is not known", f"known are folders, patterns and {known}")


def _kind_of(name: str) -> ShardKind | None:
    lower = name.lower()
    return next((kind for kind, suffixes in _SUFFIXES.items() if lower.endswith(suffixes)), None)


def _is_below(name: str, folder: str) -> bool:
    return bool(folder) and Path(name).is_relative_to(folder)


def _shards_in(folder: str, output: str) -> list[ShardInput]:
    leave_out = Path(output).relative_to(folder).as_posix() if _is_below(output or "/", folder) else ""
    files = folder_files(folder, (), leave_out)
    found = [ShardInput(kind, f"{folder.rstrip('/')}/{name}") for name in files if (kind := _kind_of(name))
             and not name.lower().endswith(_DERIVED)]  # fmt: skip
    if any(name.lower().endswith(PAGE_SUFFIXES) for name in files):
        found.append(ShardInput("folder", folder, leave_out))
    if not found:
        raise SourceError(folder, "no pages and no containers of pages in it", f"known are {', '.join(_ALL_SUFFIXES)}")
    return found
