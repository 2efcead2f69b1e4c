"""Where a run writes its files: a folder that can rename, or a store of objects that fsspec reaches."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from dehusk.errors import ArgumentError, OutputError
from dehusk.scale.input_files import file_system
from dehusk.scale.part_file import PartFile, left_parts

if TYPE_CHECKING:
    from collections.abc import Callable


class OutputStore(Protocol):
    """Files by their paths below the output. A file is there whole, or not at all."""

    name: str
    """The output as it was named, for messages and for other machines."""

    def create(self, path: str) -> PartFile:
        """A file that appears when it is committed."""

    def open(self, path: str) -> IO[bytes]:
        """Open a file for reading; raises FileNotFoundError if it is not there."""

    def exists(self, path: str) -> bool:
        """Whether a file is there."""

    def paths(self, folder: str) -> list[str]:
        """The files in a folder, sorted; none if it is not there."""

    def remove(self, path: str) -> None:
        """Remove a file if it is there."""

    def left_parts(self) -> list[Path]:
        """What processes that were killed have left."""


class FolderStore:
    """A folder of a local or shared file system.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = FolderStore(folder)
    ...     with store.create("data/tea.txt") as file:
    ...         _ = file.write(b"Tea")
    ...         file.commit()
    ...     store.paths("data"), store.exists("data/milk.txt")
    (['data/tea.txt'], False)
    """

    def __init__(self, path: str | Path) -> None:
        self.folder = Path(path).absolute()
        self.name = str(path)

    def create(self, path: str) -> PartFile:
        """A file that is renamed when it is committed."""
        return PartFile(self.folder / path)

    def open(self, path: str) -> IO[bytes]:
        """Open a file for reading."""
        return (self.folder / path).open("rb")

    def exists(self, path: str) -> bool:
        """Whether a file is there."""
        return (self.folder / path).exists()

    def paths(self, folder: str) -> list[str]:
        """The files in a folder."""
        found = (self.folder / folder).glob("*")
        return sorted(f"{folder}/{path.name}" for path in found if not path.name.startswith("."))

    def remove(self, path: str) -> None:
        """Remove a file."""
        (self.folder / path).unlink(missing_ok=True)

    def left_parts(self) -> list[Path]:
        """Temporary files of processes that have ended."""
        return left_parts(self.folder)


class ObjectStore:
    """A store of objects, such as ``s3://bucket/out``. What is written goes to a local file, which is uploaded whole.

    >>> store = ObjectStore("memory://tea-house")
    >>> with store.create("data/tea.txt") as file:
    ...     _ = file.write(b"Tea")
    ...     store.exists("data/tea.txt")
    ...     file.commit()
    False
    >>> store.paths("data"), store.open("data/tea.txt").read()
    (['data/tea.txt'], b'Tea')
    """

    def __init__(self, address: str) -> None:
        self.name = address.rstrip("/")
        self._system, self._root = file_system(self.name)
        # Files of all runs of this user are in one folder, so that each run can remove what killed ones have left.
        self._local = Path(tempfile.gettempdir(), f"dehusk-{os.getuid() if hasattr(os, 'getuid') else ''}")

    def create(self, path: str) -> PartFile:
        """A local file that is uploaded when it is committed."""
        self._local.mkdir(mode=0o700, exist_ok=True)
        target = f"{self._root}/{path}"
        return _UploadedFile(self._local / path.replace("/", "-"), lambda part: self._upload(part, target))

    def _upload(self, part: Path, target: str) -> None:
        try:
            try:
                self._system.put_file(str(part), target)
            except FileNotFoundError:
                # A folder is made, a bucket is not.
                if not self._system.exists(self._root.rpartition("/")[0]):
                    raise
                self._system.makedirs(target.rpartition("/")[0], exist_ok=True)
                self._system.put_file(str(part), target)
        except Exception as error:  # the errors of many libraries
            hint = "check the address, and that you may write there"
            raise OutputError(f"{self.name}{target[len(self._root) :]}", str(error), hint) from error

    def open(self, path: str) -> IO[bytes]:
        """Open an object for reading."""
        opened: IO[bytes] = self._system.open(f"{self._root}/{path}", "rb")
        return opened

    def exists(self, path: str) -> bool:
        """Whether an object is there."""
        self._system.invalidate_cache()
        found: bool = self._system.exists(f"{self._root}/{path}")
        return found

    def paths(self, folder: str) -> list[str]:
        """The objects in a folder."""
        self._system.invalidate_cache()
        try:
            found: list[Any] = self._system.ls(f"{self._root}/{folder}", detail=False)
        except FileNotFoundError:
            return []
        return sorted(f"{folder}/{str(path).rpartition('/')[2]}" for path in found)

    def remove(self, path: str) -> None:
        """Remove an object."""
        if self.exists(path):
            self._system.rm_file(f"{self._root}/{path}")

    def left_parts(self) -> list[Path]:
        """Local files of processes that have ended."""
        return left_parts(self._local)


class _UploadedFile(PartFile):
    """A local file that is given to ``upload`` when it is committed, and then removed."""

    def __init__(self, path: Path, upload: Callable[[Path], None]) -> None:
        super().__init__(path)
        self._upload = upload

    def _publish(self) -> None:
        self._upload(self.part)
        self.part.unlink()


def open_store(output: str | Path) -> OutputStore:
    """The store of an output: a folder, or an address such as ``s3://bucket/out``.

    >>> open_store("out").name, open_store("memory://out").name
    ('out', 'memory://out')
    """
    if isinstance(output, str) and "://" in output:
        return ObjectStore(output)
    return FolderStore(output)


def local_folder(store: OutputStore) -> Path:
    """The folder of a store that is one.

    >>> local_folder(ObjectStore("memory://out"))
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: --by-site needs a folder as output, not memory://out
    """
    if not isinstance(store, FolderStore):
        raise ArgumentError(f"--by-site needs a folder as output, not {store.name}")
    return store.folder
