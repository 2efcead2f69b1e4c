"""The records of zip and tar files and of folders: one record per file."""

from __future__ import annotations

import io
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from tarfile import EOFHeaderError, HeaderError, ReadError, TarFile  # type: ignore[attr-defined] # the first
from typing import IO, TYPE_CHECKING, Any, Self

from dehusk.errors import SourceError
from dehusk.scale.expanded_files import open_expanded
from dehusk.scale.input_files import InputFile, files_below
from dehusk.scale.shard_records import Record

if TYPE_CHECKING:
    from collections.abc import Collection

PAGE_SUFFIXES = (".htm", ".html", ".xhtml", ".mht", ".mhtml")
"""File name extensions of pages, in upper or lower case."""


class _WholeTarInfo(tarfile.TarInfo):
    """Where a header is damaged or missing, tarfile ends as if the archive were complete; here that is an error."""

    @classmethod
    def fromtarfile(cls, tarfile: TarFile) -> Self:
        try:
            return super().fromtarfile(tarfile)
        except EOFHeaderError:
            raise
        except HeaderError as error:
            raise ReadError(str(error)) from None


def read_zip_records(file: InputFile, max_bytes: int) -> Iterator[Record]:
    """One record per file of a zip archive, in the order of its directory."""
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError) as error:
        file.raise_error()
        yield Record(0, kind="undecodable", reason=f"this is not a whole zip file: {error}")
        return
    with archive:
        for member in archive.infolist():
            if member.is_dir():
                continue
            record = _named(member.header_offset, member.filename, member.file_size, max_bytes)
            if record.kind is None:
                try:
                    record = record._replace(data=archive.read(member))
                except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, OSError, EOFError) as error:
                    file.raise_error()
                    record = record._replace(kind="undecodable", reason=str(error))
            yield record


def read_tar_records(file: InputFile, max_bytes: int) -> Iterator[Record]:
    """One record per file of a tar archive, compressed or not, in order."""
    # tarfile knows the other compressions itself.
    source: IO[bytes] = open_expanded(file) if file.name.lower().endswith(".zst") else io.BufferedReader(file)
    offset = 0
    try:
        with tarfile.open(fileobj=source, mode="r|*", tarinfo=_WholeTarInfo) as archive:
            for member in archive:
                offset = member.offset
                if member.isdir():
                    continue
                record = _named(offset, member.name, member.size, max_bytes)
                if not member.isfile():
                    record = record._replace(kind="skipped", reason="no regular file")
                if record.kind is None and (content := archive.extractfile(member)):
                    record = record._replace(data=content.read())
                yield record
    except (tarfile.TarError, zlib.error, OSError, EOFError, ValueError) as error:
        file.raise_error()
        yield Record(offset, kind="undecodable", reason=f"the rest of the file cannot be read: {error}")


def read_folder_records(folder: str, names: Collection[str], max_bytes: int) -> Iterator[Record]:
    """One record per file; ``names``: their paths below the folder."""
    for number, name in enumerate(names):
        try:
            with InputFile(f"{folder.rstrip('/')}/{name}") as file:
                record = _named(number, name, file.size, max_bytes)
                if record.kind is None:
                    record = record._replace(data=file.read())
        except (SourceError, OSError) as error:
            record = Record(number, None, name, kind="undecodable", reason=str(error))
        yield record


def folder_files(folder: str, suffixes: tuple[str, ...], leave_out: str) -> dict[str, dict[str, Any]]:
    """The files of a folder with their identities, without those that end so, or are in the folder ``leave_out``."""
    found = {name: about for name, about in files_below(folder) if not name.lower().endswith(suffixes)}
    return {name: about for name, about in found.items() if not (leave_out and name.startswith(f"{leave_out}/"))}


def _named(offset: int, name: str, size: int, max_bytes: int) -> Record:
    record = Record(offset, None, name)
    suffix = PurePosixPath(name.lower()).suffix
    if suffix not in PAGE_SUFFIXES:
        return record._replace(kind="skipped", reason=f"file type {suffix or 'without extension'}")
    if size > max_bytes:
        return record._replace(kind="too_large", reason=f"{size:,} bytes")
    return record
