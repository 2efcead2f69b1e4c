"""The browser extension as it is built, once per test run."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from build_extension import build


@cache
def built_extension() -> dict[str, Path]:
    """The folder of the extension by browser; the zip files are beside the folders."""
    folder = tempfile.mkdtemp(prefix="dehusk-extension-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return build(Path(folder))
