"""Options of other extractors that have no effect here."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

_FOLDER = str(Path(__file__).parent)


class IgnoredOptionWarning(UserWarning):
    """An option has no effect; the message says why, or what to use instead.

    >>> issubclass(IgnoredOptionWarning, UserWarning)
    True
    """


def warn_ignored(option: str, instead: str) -> None:
    """Warn that an option has no effect, at the line that called this package: once per line, as all warnings."""
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_FOLDER):
        level, frame = level + 1, frame.f_back
    warnings.warn(f"{option} has no effect with dehusk: {instead}", IgnoredOptionWarning, stacklevel=level)
