"""The pages of a WARC file. Needs the ``scale`` extra (FastWARC)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.errors import SourceError
from dehusk.limits import Limits
from dehusk.scale.input_files import InputFile
from dehusk.scale.record_document import read_document
from dehusk.scale.run_settings import HTML_TYPES
from dehusk.scale.warc_records import read_warc_records
from dehusk.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SUFFIXES = (".warc", ".warc.gz", ".warc.zst")


def is_warc(name: str) -> bool:
    """Whether a name is that of a WARC file.

    >>> is_warc("crawl-0001.warc.gz"), is_warc("page.html")
    (True, False)
    """
    return name.lower().endswith(_SUFFIXES)


def read_warc(path: str | Path, limits: Limits | None = None) -> Iterator[Source | SourceError]:
    """The HTML responses of a WARC file, in order, with their addresses and HTTP headers.

    In the place of a record that is damaged or too large comes the error. Raises
    :class:`~dehusk.errors.SourceError` if the file cannot be read, also after some pages.

    >>> list(read_warc("no-such.warc"))
    Traceback (most recent call last):
    dehusk.errors.SourceError: no-such.warc: no such file (check that it is there and can be read)
    """
    limit = (limits or Limits()).bytes
    with InputFile(str(path)) as file:
        for record in read_warc_records(file, max_bytes=limit, mime=HTML_TYPES):
            if record.kind == "skipped":
                continue
            found = record if record.kind else read_document(record, limit)
            if isinstance(found, Source):
                yield found
            else:
                name = f"{path}: {record.url or f'byte {record.offset:,}'}"
                yield SourceError(name, found.reason, "the other pages of the file were read")
