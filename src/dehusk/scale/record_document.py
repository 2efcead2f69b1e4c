"""The document of a record: its body without transfer and content encoding."""

from __future__ import annotations

from collections.abc import Mapping

from dehusk.scale.shard_records import Record, Verdict
from dehusk.source import Source
from dehusk.source.content_encoding import CutShortError, DamagedError, decompress


def read_document(record: Record, limit: int) -> Source | Verdict:
    """The document of a record without its content encoding, or why there is none.

    >>> read_document(Record(0, data=b"Tea", headers={"Content-Encoding": "gzip"}), 100)
    Verdict(kind='undecodable', reason='its gzip stream is not valid', row=None)
    """
    data, headers = record.data, record.headers or {}
    if isinstance(data, str):
        # JSON can hold half of a pair of surrogates, which no file can.
        data = data.encode(errors="replace").decode()
    elif data is not None:
        try:
            data = _decoded(data, headers, limit)
        except CutShortError:
            return Verdict("undecodable", "its compressed body ends too early")
        except DamagedError as error:
            return Verdict("undecodable", str(error))
    if len(data or "") > limit:
        return Verdict("too_large", f"more than {limit:,} bytes after decompression")
    name = record.url or record.record_id or "-"
    return Source(data or b"", record.url, headers, name, limit, record.missing, http_status=record.http_status)


def _decoded(data: bytes, headers: Mapping[str, str], limit: int) -> bytes:
    """The body without transfer and content encoding; crawlers often store it decoded but keep the headers."""
    names = {name.lower(): value for name, value in headers.items()}
    if "chunked" in names.get("transfer-encoding", "").lower():
        data = _unchunked(data)
    whole = bytearray()
    try:
        for piece in decompress([data], names.get("content-encoding", "")):
            whole += piece
            if len(whole) > limit:
                break
    except (CutShortError, DamagedError):
        if data.lstrip().startswith(b"<"):
            return data
        raise
    return bytes(whole)


def _unchunked(data: bytes) -> bytes:
    """The body without chunks; as it is if it has none."""
    whole, position = bytearray(), 0
    while True:
        end = data.find(b"\r\n", position)
        try:
            size = int(data[position:end].partition(b";")[0], 16) if end >= 0 else -1
        except ValueError:
            size = -1
        if size < 0 and position == 0:
            return data
        if size < 0 or end + 2 + size > len(data):
            raise DamagedError("its chunks are damaged")
        if size == 0:
            return bytes(whole)
        whole += data[end + 2 : end + 2 + size]
        position = end + 2 + size + 2
