"""A file that is written under a temporary name and appears whole, on disk, under its own name."""

from __future__ import annotations

import io
import os
import re
import socket
import time
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Self

from dehusk.errors import OutputError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_SECONDS_UNCHANGED = 3600
_PART = re.compile(r"\.(.+)\.([^.]*)-(\d+)\.part")


class PartFile(io.RawIOBase):
    """A file for writing; :meth:`commit` gives it its name, closing it without that removes it.

    ``digest`` and ``size``: of what was written. ``part``: the temporary name.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with PartFile(Path(folder, "tea.txt")) as file:
    ...         _ = file.write(b"Tea")
    ...         file.commit()
    ...     [path.name for path in Path(folder).iterdir()]
    ['tea.txt']
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(f".{path.name}.{_host()}-{os.getpid()}.part")
        self._hash, self.size = blake2b(digest_size=16), 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.part.open("wb")
        except OSError as error:
            raise _output_error(path, error) from error

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        """Write all of the data."""
        view = memoryview(data).cast("B")
        try:
            self._file.write(view)
        except OSError as error:
            raise _output_error(self.path, error) from error
        self._hash.update(view)
        self.size += len(view)
        return len(view)

    @property
    def digest(self) -> str:
        """The digest of what was written."""
        return self._hash.hexdigest()

    def commit(self) -> None:
        """Make what was written safe from a crash, then give the file its name."""
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._publish()
        except OSError as error:
            raise _output_error(self.path, error) from error

    def _publish(self) -> None:
        self.part.replace(self.path)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def close(self) -> None:
        """Remove the file unless it was committed."""
        if not self.closed:
            self._file.close()
            self.part.unlink(missing_ok=True)
        super().close()

    def __enter__(self) -> Self:
        return self


def left_parts(folder: Path) -> list[Path]:
    """What processes that were killed have left below a folder.

    Those of this machine must have ended; of another machine, their files must not have changed for an hour.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with PartFile(Path(folder, "tea.txt")):
    ...         left_parts(Path(folder))
    []
    """
    found = [(path, _PART.fullmatch(path.name)) for path in sorted(folder.rglob(".*.part"))]
    return [path for path, name in found if name and _is_left(path, name[2], int(name[3]))]


def _is_left(path: Path, host: str, process: int) -> bool:
    if host == _host():
        return not _is_alive(process)
    try:
        return time.time() - path.stat().st_mtime > _SECONDS_UNCHANGED
    except FileNotFoundError:
        return False


def _host() -> str:
    return re.sub(r"[^A-Za-z0-9]", "_", socket.gethostname())


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _output_error(path: Path, error: OSError) -> OutputError:
    return OutputError(str(path), error.strerror or str(error), "choose another output", error.errno)
