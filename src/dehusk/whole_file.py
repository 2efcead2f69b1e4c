"""Writing a file whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from dehusk.errors import OutputError


def write_whole(file: Path, data: bytes) -> None:
    """Write a file and its directories. An existing file is replaced only by a complete one, and keeps its mode.

    What is not a regular file, such as ``/dev/null`` or a pipe, is written to. Raises
    :class:`~dehusk.errors.OutputError` that names the file, the cause and what to try.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "a/b/tea.txt"), b"Tea")
    ...     Path(folder, "a/b/tea.txt").read_text()
    'Tea'
    """
    try:
        # A link stays a link.
        target = Path(os.path.realpath(file))
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            _replace(target, data)
    except (FileExistsError, NotADirectoryError) as error:
        raise OutputError(str(file), "a part of its path is a file", "choose another output", error.errno) from error
    except OSError as error:
        raise OutputError(str(file), error.strerror or str(error), "choose another output", error.errno) from error


def remove_parts(file: Path) -> None:
    """Remove what a process that was killed while it wrote this file has left.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "tea.txt")
    ...     _ = _part(file).write_bytes(b"T")
    ...     remove_parts(file)
    ...     list(Path(folder).iterdir())
    []
    """
    target = Path(os.path.realpath(file))
    for part in target.parent.glob(f".dehusk-{_short_name(target)}-*.part"):
        part.unlink(missing_ok=True)


def _part(file: Path) -> Path:
    """What is written first, then renamed: named for the file and for this process."""
    return file.with_name(f".dehusk-{_short_name(file)}-{os.getpid()}.part")


def _short_name(file: Path) -> str:
    return blake2b(os.fsencode(file.name), digest_size=6).hexdigest()


def _replace(file: Path, data: bytes) -> None:
    part = _part(file)
    try:
        part.write_bytes(data)
        with suppress(FileNotFoundError):
            part.chmod(file.stat().st_mode)
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
