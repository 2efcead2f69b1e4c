"""Standard output and standard error: bytes as they are, and no control characters on a terminal."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from contextlib import suppress

# C0 and C1 except tab and line feed: they can move the cursor, change the title of the window, or answer as if typed.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_CONTROL_BUT_COLOUR = re.compile(r"(?!\x1b\[[0-9;]*m)[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def printable(text: str, *, colour: bool = False) -> str:
    """The text with control characters replaced; ``colour`` keeps the codes of colours.

    >>> printable("Tea\\x1b[2J") == "Tea\\ufffd[2J"
    True
    """
    return (_CONTROL_BUT_COLOUR if colour else _CONTROL).sub("\ufffd", text)


def print_message(message: object) -> None:
    """Print a message to standard error.

    >>> print_message("no such file")
    """
    print(f"dehusk: {printable(str(message))}", file=sys.stderr)


def write_standard_output(data: bytes) -> None:
    """Write bytes as they are, whatever the encoding of the terminal; control characters do not reach a terminal.

    >>> write_standard_output("Thé".encode())
    Thé
    """
    if sys.stdout.isatty():
        data = printable(data.decode(errors="replace")).encode()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(data.decode(errors="replace"))
    sys.stdout.flush()


class _ClosedOutput(io.TextIOBase):
    """Standard output that was closed by whoever started the process."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.EBADF, "it is closed")


def replace_closed_streams() -> None:
    """Replace streams that are None because they were closed: ``print`` would use the other one, or do nothing.

    >>> replace_closed_streams()
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - for the rest of the process
    if sys.stdout is None:
        sys.stdout = _ClosedOutput()


def discard_standard_output() -> None:
    """Drop what is still buffered for a standard output that cannot be written, so that the interpreter can end.

    >>> discard_standard_output()
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
