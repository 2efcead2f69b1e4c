"""Finding the browser that draws pages, and the flags it is started with."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from dehusk.errors import BrowserError

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLE = "DEHUSK_BROWSER"
REMEDY = "install Chromium (apt install chromium, brew install chromium), Chrome or Edge"
_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_FLAGS = (
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--metrics-recording-only",
    "--mute-audio",
    "--hide-scrollbars",
    # Draw pages as if their window were visible.
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    # Keeping the previous page in memory takes a quarter of the CPU time of the next one.
    "--disable-features=BackForwardCache,PreloadTopChromeWebUI",
    # In containers /dev/shm has 64 MB, which is too small for a large page.
    "--disable-dev-shm-usage",
)
# No host name or address resolves, so that not even preconnect hints reach the network.
_OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND"


def find_browser(environment: Mapping[str, str] | None = None) -> str:
    """The browser that draws pages: the one that ``DEHUSK_BROWSER`` names, else Chromium, Chrome or Edge.

    >>> find_browser({"DEHUSK_BROWSER": "/no/such/browser"})
    Traceback (most recent call last):
    dehusk.errors.BrowserError: DEHUSK_BROWSER is '/no/such/browser', which is not a program; ...
    """
    # Loads compression formats, which most uses of dehusk do without.
    import shutil

    named = (os.environ if environment is None else environment).get(VARIABLE)
    for name in _NAMES if named is None else (named,):
        if found := shutil.which(name):
            return found
    if named is not None:
        raise BrowserError(f"{VARIABLE} is {named!r}, which is not a program; {REMEDY}")
    raise BrowserError(f"no browser was found; {REMEDY}, or set {VARIABLE} to one")


def browser_flags(*, network: bool) -> list[str]:
    """The flags that the browser is started with.

    >>> "--host-resolver-rules=MAP * ~NOTFOUND" in browser_flags(network=False)
    True
    """
    flags = list(_FLAGS)
    if not network:
        flags.append(_OFFLINE)
    # Chromium does not start with its sandbox as root, the user of most containers.
    if sys.platform != "win32" and os.geteuid() == 0:
        flags.append("--no-sandbox")
    return flags
