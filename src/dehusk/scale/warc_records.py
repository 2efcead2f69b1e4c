"""The records of a WARC file, whole or damaged.

FastWARC reads them. It raises at the first damage and ends, so reading goes on at the next place where a record begins;
it does not say that the last record is cut short, so lengths are checked here. Bodies are not decoded here: one that is
not what its ``Content-Encoding`` says must cost one record and not the file.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from dehusk.errors import MissingExtra, SourceError
from dehusk.scale.shard_records import Record

if TYPE_CHECKING:
    from dehusk.scale.input_files import InputFile

TREC_ID = "WARC-TREC-ID"
"""The field that names a page of ClueWeb; records keep it among their HTTP headers."""
_OK = 200
_HTTP_TYPES = ("response", "resource")
_CHUNK, _SMALL_CHUNK = 1 << 20, 1 << 16
_LARGEST_HEADER = 32 << 10
_CONTENT_LENGTH = re.compile(rb"^content-length:\s*(\d+)\s*$", re.IGNORECASE | re.MULTILINE)
_PLAIN, _BEGIN, _BEGINNING = b"WARC/1.", re.compile(rb"WARC/1\.\d\r?\n[A-Za-z-]+:"), 100
_GZIP, _ZSTD, _LZ4 = b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18"
_TEXT_HINT = "it holds text that was extracted already, not pages: use the WARC files of the same crawl"


def read_warc_records(file: InputFile, *, max_bytes: int, mime: Collection[str]) -> Iterator[Record]:
    """All records of a WARC file in order; damaged ones are ``undecodable``.

    ``max_bytes``: larger records are ``too_large`` and not read. ``mime``: the content types of documents.
    Raises :class:`~dehusk.errors.SourceError` if the file itself cannot be read, or holds no pages by its nature.

    >>> from dehusk.scale.input_files import InputFile, file_system
    >>> _ = file_system("memory://")[0].pipe("/tea.warc", b"not a WARC file")
    >>> with InputFile("memory://tea.warc") as file:
    ...     [record.kind for record in read_warc_records(file, max_bytes=1000, mime=["text/html"])]
    ['undecodable']
    """
    signature = _signature(file)
    position: int | None = 0
    after, damage = 0, ""
    while position is not None:
        held: Record | None = None
        try:
            for record in _undamaged(file, position, max_bytes, mime):
                if damage:
                    yield Record(after, kind="undecodable", reason=f"damaged data after this offset: {damage}")
                    damage = ""
                if held:
                    yield held
                held = record
        except (OSError, ValueError) as error:
            file.raise_error()
            if held is None:
                yield Record(position, kind="undecodable", reason=f"damaged record: {error}")
                damage, after = "", position
            else:
                held = _checked(file, held, signature)
                yield held
                damage, after = "" if held.kind == "undecodable" else str(error), held.offset
            position = _next_record(file, after + 1, signature)
        else:
            if held:
                yield held
            position = None
    if damage:
        yield Record(after, kind="undecodable", reason=f"damaged data after this offset: {damage}")


def _undamaged(file: InputFile, position: int, max_bytes: int, mime: Collection[str]) -> Iterator[Record]:
    """The records from a position up to the first damage, which raises OSError."""
    try:
        from fastwarc.warc import ArchiveIterator
    except ImportError:
        raise MissingExtra("fastwarc", "scale") from None

    file.seek(position)
    for record in ArchiveIterator(file):
        read = _record(record, file.name, max_bytes, mime)
        if isinstance(read, Record):
            yield read
        else:
            yield _place(record)._replace(kind="undecodable", reason=f"damaged record: {read}")
            raise read
    if not file.at_end:
        raise OSError("reading ended before the file did")


def _place(record: Any) -> Record:  # noqa: ANN401 - an optional package
    get = record.headers.get
    url = (get("WARC-Target-URI") or "").strip().removeprefix("<").removesuffix(">")
    return Record(record.stream_pos, url or None, get("WARC-Record-ID"), get("WARC-Date"))


def _record(record: Any, name: str, max_bytes: int, mime: Collection[str]) -> Record | OSError:  # noqa: ANN401
    """The record, or why its body could not be read."""
    described = _described(record, name, max_bytes, mime)
    size = record.content_length
    try:
        # Also if it is not needed: FastWARC would skip over the records that it swallows at the end of a file.
        data = record.reader.read() if described.kind is None else None
        read = record.reader.consume() if data is None else len(data)
    except OSError as error:
        return error
    return OSError(f"it has {read:,} of {size:,} bytes") if read < size else described._replace(data=data)


def _described(record: Any, name: str, max_bytes: int, mime: Collection[str]) -> Record:  # noqa: ANN401
    """The record without its body; its kind if it is no document."""
    place, kind = _place(record), str(record.record_type)
    if kind == "conversion":
        raise SourceError(name, "this is a WET file", _TEXT_HINT)
    if kind not in _HTTP_TYPES:
        return place._replace(kind="skipped", reason=f"{kind} record")
    headers: dict[str, str] = {}
    content_type, status = record.headers.get("Content-Type") or "", None
    if record.is_http:
        headers, status = dict(record.http_headers), record.http_headers.status_code
        content_type = record.http_content_type or ""
        if status is None:
            return place._replace(kind="undecodable", reason="its HTTP headers cannot be read")
        if status != _OK:
            return place._replace(kind="skipped", reason=f"HTTP status {status}")
    elif content_type:
        headers["Content-Type"] = content_type
    content_type = content_type.partition(";")[0].strip().lower()
    if content_type and content_type not in mime:
        return place._replace(kind="skipped", reason=f"content type {content_type}")
    if record.content_length > max_bytes:
        return place._replace(kind="too_large", reason=f"{record.content_length:,} bytes")
    if name_in_trec := record.headers.get(TREC_ID):
        headers[TREC_ID] = name_in_trec
    cut = record.headers.get("WARC-Truncated")
    missing = f"the rest of the page: the crawler stopped ({cut})" if cut else ""
    return place._replace(headers=headers, http_status=status, missing=missing)


def _checked(file: InputFile, record: Record, signature: bytes) -> Record:
    """A record before damaged data: ``undecodable`` if it does not end where its length says."""
    if record.kind == "undecodable":
        return record
    head = _expanded(file, record.offset, _LARGEST_HEADER, signature)
    end = head.find(b"\r\n\r\n") + 4
    length = _CONTENT_LENGTH.search(head[:end])
    if length:
        end += int(length[1])
        if _expanded(file, record.offset, end + 4, signature)[end:] == b"\r\n\r\n":
            return record
    return record._replace(data=None, kind="undecodable", reason="the length of the record is wrong")


def _next_record(file: InputFile, start: int, signature: bytes) -> int | None:
    """The next position at which a record begins."""
    file.seek(start)
    kept = b""
    while data := file.read(_CHUNK):
        kept += data
        for match in re.finditer(re.escape(signature), kept):
            position = start + match.start()
            if _BEGIN.match(_expanded(file, position, _BEGINNING, signature)):
                return position
        tail = len(signature) - 1
        start += len(kept) - tail
        kept = kept[-tail:]
        file.seek(start + tail)
    return None


def _signature(file: InputFile) -> bytes:
    """How the file is compressed: what a record begins with."""
    head, name = _bytes_at(file, 0, 4), file.name.lower()
    signatures = {_GZIP: ".gz", _ZSTD: ".zst", _LZ4: ".lz4"}
    found = [each for each, suffix in signatures.items() if head.startswith(each) or name.endswith(suffix)]
    return found[0] if found else _PLAIN


def _bytes_at(file: InputFile, position: int, size: int) -> bytes:
    file.seek(position)
    return file.read(size)


def _expanded(file: InputFile, position: int, size: int, signature: bytes) -> bytes:
    """Up to ``size`` bytes of one member at a position, without its compression; what comes before damage."""
    if signature == _PLAIN:
        return _bytes_at(file, position, size)
    member, found = _decompressor(signature), b""
    file.seek(position)
    try:
        while len(found) < size and not member.eof and (data := file.read(_SMALL_CHUNK)):
            found += member.decompress(data)
    except Exception:  # noqa: BLE001 - each of the three packages has errors of its own
        file.raise_error()
    return found[:size]


def _decompressor(signature: bytes) -> Any:  # noqa: ANN401 - of three packages
    if signature == _GZIP:
        return zlib.decompressobj(zlib.MAX_WBITS + 16)
    try:
        if signature == _ZSTD:
            from zstandard import ZstdDecompressor

            return ZstdDecompressor().decompressobj()
        from lz4.frame import LZ4FrameDecompressor
    except ImportError as error:
        raise MissingExtra(str(error.name), "scale") from None
    return LZ4FrameDecompressor()
