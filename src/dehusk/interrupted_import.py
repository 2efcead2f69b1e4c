"""Ctrl-C while ``python -m dehusk`` is imported: Python imports the package before ``__main__`` can handle it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

_EXIT_CODE = 130


def end_quietly(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    """Show an exception that was not caught, unless it is an interrupt, which ends the process with exit code 130.

    >>> end_quietly(ValueError, ValueError("tea"), None)
    """
    if issubclass(kind, KeyboardInterrupt):
        os._exit(_EXIT_CODE)
    sys.__excepthook__(kind, error, traceback)


# While Python looks for the module that it is to run, sys.argv starts with "-m".
if sys.argv[:1] == ["-m"] and sys.orig_argv[-len(sys.argv)] in {"dehusk", "-mdehusk"}:
    sys.excepthook = end_quietly
