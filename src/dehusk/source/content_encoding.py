"""Decompressing the body of an HTTP response, piece by piece."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import brotli  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PIECE = 64 * 1024
# zlib copies the rest of its input at the end of each gzip member: small steps keep many small members linear.
_STEP = 4 * 1024
# A chain of compressions multiplies what one byte expands to.
_MAX_CODINGS = 3
_GZIP = 16 + zlib.MAX_WBITS
_ZLIB_METHOD = 8


class CutShortError(Exception):
    """The body ends before its compressed stream does."""


class DamagedError(Exception):
    """The body is not what its ``Content-Encoding`` says."""


def decompress(chunks: Iterable[bytes], content_encoding: str) -> Iterator[bytes]:
    """The body of a response without its ``Content-Encoding``; one that we do not know is left as it is.

    Pieces are small, whatever the compression ratio, and a piece may be empty: the caller can stop at any of them.
    Raises :class:`CutShortError` after the last piece of a stream that is not complete, :class:`DamagedError` where
    the stream is not valid.

    >>> import gzip
    >>> b"".join(decompress([gzip.compress(b"Tea")], "gzip"))
    b'Tea'
    """
    codings = [name for part in content_encoding.lower().split(",") if (name := part.strip()) not in {"", "identity"}]
    if len(codings) > _MAX_CODINGS:
        raise DamagedError(f"it is compressed {len(codings)} times")
    pieces = iter(chunks)
    for coding in reversed(codings):
        if coding not in _CODINGS:
            break
        pieces = _CODINGS[coding](pieces)
    return pieces


def _steps(chunks: Iterable[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        for start in range(0, len(chunk), _STEP):
            yield chunk[start : start + _STEP]


def _gunzip(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Members one after the other. Other bytes after the first member are ignored, as browsers do."""
    stream, members, size = zlib.decompressobj(_GZIP), 0, 0
    for step in _steps(chunks):
        data = step
        while data:
            try:
                for piece in _expand(stream, data):
                    size += len(piece)
                    yield piece
            except zlib.error:
                if members and not size:
                    return
                raise DamagedError("its gzip stream is not valid") from None
            data = b""
            if stream.eof:
                data = stream.unused_data
                stream, members, size = zlib.decompressobj(_GZIP), members + 1, 0
    if size or not members:
        raise CutShortError


def _inflate(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """A zlib stream or, as some servers send, a bare deflate stream."""
    stream = None
    for step in _steps(chunks):
        if stream is None:
            # The first byte of a zlib stream names its method; a deflate stream does not begin like this.
            stream = zlib.decompressobj(zlib.MAX_WBITS * (1 if step[0] & 15 == _ZLIB_METHOD else -1))
        if stream.eof:
            return
        try:
            yield from _expand(stream, step)
        except zlib.error:
            raise DamagedError("its deflate stream is not valid") from None
    if stream is None or not stream.eof:
        raise CutShortError


def _expand(stream: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    """All output for this input. A full piece means that there may be more."""
    while not stream.eof:
        piece = stream.decompress(data, _PIECE)
        yield piece
        data = stream.unconsumed_tail
        if not data and len(piece) < _PIECE:
            return


def _unbrotli(chunks: Iterable[bytes]) -> Iterator[bytes]:
    stream = brotli.Decompressor()
    for step in _steps(chunks):
        data = step
        while not stream.is_finished():
            try:
                yield stream.process(data, output_buffer_limit=_PIECE)
            except brotli.error:
                raise DamagedError("its brotli stream is not valid") from None
            data = b""
            if stream.can_accept_more_data():
                break
    if not stream.is_finished():
        raise CutShortError


_CODINGS = {"gzip": _gunzip, "x-gzip": _gunzip, "deflate": _inflate, "br": _unbrotli}
