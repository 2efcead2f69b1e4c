"""A picture as PNG: a browser draws the SVG."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.errors import DehuskError
from dehusk.pictures.figure import WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dehusk.pictures.figure import Figure

VARIABLE = "DEHUSK_BROWSER"
_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
_SHEET = "<!DOCTYPE html><meta charset=utf-8><style>body{margin:0}svg{display:block}</style>"
_SECONDS = 120
_PIXELS_PER_PIXEL = 2  # sharp on dense screens and in print


class BrowserError(DehuskError):
    """No browser was found, or it drew nothing; the message says what to do.

    >>> issubclass(BrowserError, DehuskError)
    True
    """


def find_browser(environment: Mapping[str, str] | None = None) -> str:
    """The program that draws: what the variable ``DEHUSK_BROWSER`` names, else Chromium, Chrome or Edge.

    >>> find_browser({"DEHUSK_BROWSER": "/no/such/browser"})
    Traceback (most recent call last):
    dehusk.pictures.browser.BrowserError: DEHUSK_BROWSER names '/no/such/browser', which is no program; ...
    """
    remedy = "install Chromium (apt install chromium, brew install chromium), or write .svg or .html instead"
    named = (os.environ if environment is None else environment).get(VARIABLE)
    for name in _NAMES if named is None else (named,):
        if found := shutil.which(name):
            return found
    if named is not None:
        raise BrowserError(f"{VARIABLE} names {named!r}, which is no program; {remedy}")
    raise BrowserError(f"PNG needs a browser and none was found; {remedy}, or name one in {VARIABLE}")


def write_png(figure: Figure, path: Path, browser: str) -> None:
    """Draw a figure into a PNG file.

    >>> from dehusk.pictures import Figure
    >>> write_png(Figure("Tea", "", ()), Path("tea.png"), "/no/such/browser")
    Traceback (most recent call last):
    dehusk.pictures.browser.BrowserError: the browser /no/such/browser did not start: ...
    """
    with tempfile.TemporaryDirectory(prefix="dehusk-") as folder:
        source, drawn = Path(folder, "figure.html"), Path(folder, "figure.png")
        source.write_text(_SHEET + figure.svg(), "utf-8")
        command = [
            browser,
            *_FLAGS,
            f"--user-data-dir={folder}/profile",
            f"--force-device-scale-factor={_PIXELS_PER_PIXEL}",
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
            said = run.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            raise BrowserError(f"the browser {browser} drew nothing (exit code {run.returncode}): {said}")
        shutil.copyfile(drawn, path)
