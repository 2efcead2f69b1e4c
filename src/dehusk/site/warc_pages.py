"""The pages of a WARC file. Needs the ``scale`` extra (FastWARC)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.errors import MissingExtra, SourceError
from dehusk.limits import Limits
from dehusk.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

_HTML = frozenset({"text/html", "application/xhtml+xml", ""})
_SUFFIXES = (".warc", ".warc.gz", ".warc.zst")
_OK = 200
TREC_ID = "WARC-TREC-ID"
"""The header that names a page of ClueWeb; pages keep it among their HTTP headers."""


def is_warc(name: str) -> bool:
    """Whether a name is that of a WARC file.

    >>> is_warc("crawl-0001.warc.gz"), is_warc("page.html")
    (True, False)
    """
    return name.lower().endswith(_SUFFIXES)


def read_warc(path: str | Path, limits: Limits | None = None) -> Iterator[Source]:
    """The HTML responses of a WARC file, in order, with their addresses and HTTP headers.

    Raises :class:`~dehusk.errors.SourceError` if the file cannot be read, also after some pages.

    >>> list(read_warc("no-such.warc"))
    Traceback (most recent call last):
    dehusk.errors.SourceError: no-such.warc: ...
    """
    try:
        from fastwarc.warc import ArchiveIterator, WarcRecordType
    except ImportError:
        raise MissingExtra("fastwarc", "scale") from None

    limit = (limits or Limits()).bytes
    try:
        with Path(path).open("rb") as file:
            for record in ArchiveIterator(file, record_types=WarcRecordType.response, auto_decode="all"):
                if not record.is_http or record.http_headers.status_code != _OK:
                    continue
                if (record.http_content_type or "") in _HTML:
                    url, headers = record.headers.get("WARC-Target-URI"), dict(record.http_headers)
                    if name := record.headers.get(TREC_ID):
                        headers[TREC_ID] = name
                    data = record.reader.read(limit + 1)
                    yield Source(data, url, headers, url or str(path), limit, http_status=_OK)
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or str(error)
        raise SourceError(str(path), cause, "check that it is a whole WARC file") from error
