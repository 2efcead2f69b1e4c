"""Compressed files read as a stream, up to the place where they are damaged."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from dehusk.errors import MissingExtra
from dehusk.source.content_encoding import CutShortError, DamagedError, decompress

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    from dehusk.scale.input_files import InputFile

_CHUNK = 1 << 16


def open_expanded(file: InputFile) -> io.BufferedReader:
    """The content of a file without the compression that its name tells: .gz, .zst or none.

    Reading raises OSError where the file is damaged, after everything before that.

    >>> import gzip
    >>> from dehusk.scale.input_files import InputFile, file_system
    >>> _ = file_system("memory://")[0].pipe("/tea.jsonl.gz", gzip.compress(b"Tea"))
    >>> with InputFile("memory://tea.jsonl.gz") as file:
    ...     open_expanded(file).read()
    b'Tea'
    """
    name, chunks = file.name.lower(), iter(lambda: file.read(_CHUNK), b"")
    if name.endswith(".gz"):
        return io.BufferedReader(_Pieces(decompress(chunks, "gzip")))
    if name.endswith(".zst"):
        return io.BufferedReader(_Pieces(_unzstd(chunks)))
    return io.BufferedReader(file)


class _Pieces(io.RawIOBase):
    """Pieces of bytes as a file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._left = pieces, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer)
        try:
            while not self._left:
                self._left = next(self._pieces)
        except StopIteration:
            return 0
        except CutShortError:
            raise OSError("it ends too early") from None
        except DamagedError as error:
            raise OSError(str(error)) from None
        size = min(len(view), len(self._left))
        view[:size], self._left = self._left[:size], self._left[size:]
        return size


def _unzstd(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Frames one after the other."""
    try:
        from zstandard import ZstdDecompressor, ZstdError
    except ImportError:
        raise MissingExtra("zstandard", "scale") from None
    stream = None
    for chunk in chunks:
        data = chunk
        while data:
            stream = stream or ZstdDecompressor().decompressobj()
            try:
                yield stream.decompress(data)
            except ZstdError as error:
                raise DamagedError(str(error)) from None
            data = b""
            if stream.eof:
                data, stream = stream.unused_data, None
    if stream is not None:
        raise CutShortError
