"""Ctrl-C while ``python -m dehusk`` is imported: Python imports the package before ``__main__`` can handle it."""

from __future__ import annotations

import sys

# While Python looks for the module that it is to run, sys.argv starts with "-m".
if sys.argv[:1] == ["-m"] and sys.orig_argv[-len(sys.argv)] in {"dehusk", "-mdehusk"}:
    from dehusk_command import end_at_interrupt

    end_at_interrupt()
