"""Files that records are read from: local, or anything that fsspec opens. Needs the ``scale`` extra."""

from __future__ import annotations

import io
from hashlib import blake2b
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from dehusk.errors import MissingExtra, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _typeshed import WriteableBuffer

_CHUNK = 1 << 20
_IDENTITY = ("size", "mtime", "ETag", "etag", "LastModified", "updated", "md5Hash")
"""What file systems say about a file that changes with its content."""


def file_system(name: str) -> tuple[Any, str]:
    """The fsspec file system of a name, and the path in it.

    >>> file_system("memory://tea.warc")[1]
    '/tea.warc'
    """
    try:
        import fsspec
    except ImportError:
        raise MissingExtra("fsspec", "scale") from None
    try:
        system, path = fsspec.core.url_to_fs(name)
    except (ImportError, ValueError) as error:
        raise SourceError(name, str(error), "check the address, and install what its protocol needs") from error
    return system, path


def absolute_name(name: str) -> str:
    """A name that means the same file everywhere on this machine.

    >>> absolute_name("s3://bucket/a.warc.gz"), Path(absolute_name("a.warc.gz")).is_absolute()
    ('s3://bucket/a.warc.gz', True)
    """
    return name if "://" in name else str(Path(name).absolute())


class InputFile(io.RawIOBase):
    """An input file, and the digest of what was read of it.

    ``at_end``: whether the last read was at the end of the file. ``error``: why the file could not be read, if that
    happened; libraries report it in their own ways.

    >>> system, path = file_system("memory://tea.txt")
    >>> _ = system.pipe(path, b"Tea")
    >>> with InputFile("memory://tea.txt") as file:
    ...     file.read(), file.size
    (b'Tea', 3)
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._system, self._path = file_system(name)
        self.at_end = False
        self.error: Exception | None = None
        try:
            self.identity = _identity(self._system.info(self._path))
            self._file: IO[bytes] = self._system.open(self._path, "rb")
        except (OSError, ImportError) as error:
            raise SourceError(name, _cause(error), "check that it is there and can be read") from error
        self.size = int(self.identity.get("size") or 0)
        self._hash, self._hashed = blake2b(digest_size=16), 0

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Read bytes; what is read for the first time, in order, is hashed."""
        view = memoryview(buffer)
        position = self._file.tell()
        try:
            data = self._file.read(len(view))
        except Exception as error:
            self.error = error
            raise
        view[: len(data)] = data
        self.at_end = not data
        if position <= self._hashed < position + len(data):
            self._hash.update(data[self._hashed - position :])
            self._hashed = position + len(data)
        return len(data)

    def read(self, size: int | None = -1, /) -> bytes:
        """Read up to ``size`` bytes; all if it is negative."""
        if size is None or size < 0:
            return b"".join(iter(lambda: self.read(_CHUNK), b""))
        buffer = bytearray(size)
        return bytes(buffer[: self.readinto(buffer)])

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a position."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """The position."""
        return self._file.tell()

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def raise_error(self) -> None:
        """Raise if the file could not be read, as opposed to having wrong content."""
        if self.error is not None:
            raise SourceError(self.name, _cause(self.error), "the shard is done again by the next run")

    def digest(self) -> str:
        """The digest of the whole file; reads what was not read yet."""
        self.seek(self._hashed)
        while self.read(_CHUNK):
            pass
        return self._hash.hexdigest()

    def close(self) -> None:
        """Does nothing: what wraps this file closes it when it is collected, and the digest is asked for later."""

    def __exit__(self, *error: object) -> None:
        """Close the file."""
        self._file.close()


def file_identity(name: str) -> dict[str, Any]:
    """What tells cheaply whether a file has changed: size, time of change, or what the store says instead.

    >>> file_identity("no-such.warc")
    Traceback (most recent call last):
    dehusk.errors.SourceError: no-such.warc: ...
    """
    system, path = file_system(name)
    try:
        return _identity(system.info(path))
    except OSError as error:
        raise SourceError(name, _cause(error), "check that it is there and can be read") from error


def _identity(info: dict[str, Any]) -> dict[str, Any]:
    return {key: _plain(info[key]) for key in _IDENTITY if info.get(key) is not None}


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a file system returns
    return value if isinstance(value, int | float | str) else str(value)


def _cause(error: BaseException) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def files_below(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The files below a folder, by name: their paths relative to it, and their identities.

    >>> system, _ = file_system("memory://")
    >>> _ = system.pipe("/teas/green.html", b"Tea")
    >>> [path for path, _ in files_below("memory://teas")]
    ['green.html']
    """
    system, root = file_system(name)
    found = system.find(root, detail=True)
    for path in sorted(found):
        yield path[len(root) :].lstrip("/"), _identity(found[path])
