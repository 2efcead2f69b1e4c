"""Writes a picture as PNG: a browser draws its SVG."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.errors import BrowserError
from dehusk.layout.find import browser_flags
from dehusk.pictures.picture import WIDTH

if TYPE_CHECKING:
    from dehusk.pictures.picture import Picture

_SHEET = "<!DOCTYPE html><meta charset=utf-8><style>body{margin:0}svg{display:block}</style>"
_SECONDS = 120
_DEVICE_PIXELS = 2  # per CSS pixel: sharp on dense screens and in print


def write_png(figure: Picture, path: Path, browser: str) -> None:
    """Draw a figure into a PNG file.

    >>> from dehusk.pictures import Picture
    >>> write_png(Picture("Tea", "", ()), Path("tea.png"), "/no/such/browser")
    Traceback (most recent call last):
    dehusk.errors.BrowserError: the browser /no/such/browser did not start: ...
    """
    with tempfile.TemporaryDirectory(prefix="dehusk-") as folder:
        source, drawn = Path(folder, "figure.html"), Path(folder, "figure.png")
        source.write_text(_SHEET + figure.svg(), "utf-8")
        command = [
            browser,
            *browser_flags(network=False),
            f"--user-data-dir={folder}/profile",
            f"--force-device-scale-factor={_DEVICE_PIXELS}",
            f"--window-size={WIDTH},{figure.height}",
            f"--screenshot={drawn}",
            source.as_uri(),
        ]
        try:
            run = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603
        except subprocess.TimeoutExpired:
            raise BrowserError(f"the browser {browser} did not finish in {_SECONDS} seconds") from None
        except OSError as error:
            raise BrowserError(f"the browser {browser} did not start: {error.strerror}") from error
        if not drawn.exists():
            message = run.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            raise BrowserError(f"the browser {browser} drew nothing (exit code {run.returncode}): {message}")
        shutil.copyfile(drawn, path)
