"""Which browser draws, and the flags it is started with: the one place for both."""

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
    # A page that no window shows is not in the background.
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    # Keeping the page before alive costs a quarter of the processor time of the next one.
    "--disable-features=BackForwardCache,PreloadTopChromeWebUI",
    # Containers give /dev/shm 64 MB, which a large page fills.
    "--disable-dev-shm-usage",
)
# Names and addresses resolve to nothing, so that not even a hint to connect early reaches the network.
_OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND"


def find_browser(environment: Mapping[str, str] | None = None) -> str:
    """The program that draws: what the variable ``DEHUSK_BROWSER`` names, else Chromium, Chrome or Edge.

    >>> find_browser({"DEHUSK_BROWSER": "/no/such/browser"})
    Traceback (most recent call last):
    dehusk.errors.BrowserError: DEHUSK_BROWSER names '/no/such/browser', which is no program; ...
    """
    # Loads compression formats, which most uses of dehusk do without.
    import shutil

    named = (os.environ if environment is None else environment).get(VARIABLE)
    for name in _NAMES if named is None else (named,):
        if found := shutil.which(name):
            return found
    if named is not None:
        raise BrowserError(f"{VARIABLE} names {named!r}, which is no program; {REMEDY}")
    raise BrowserError(f"this needs a browser and none was found; {REMEDY}, or name one in {VARIABLE}")


def browser_flags(*, network: bool) -> list[str]:
    """The flags that every browser of ours is started with.

    >>> "--host-resolver-rules=MAP * ~NOTFOUND" in browser_flags(network=False)
    True
    """
    flags = list(_FLAGS)
    if not network:
        flags.append(_OFFLINE)
    # Chromium refuses to start its sandbox for root, as in most containers.
    if sys.platform != "win32" and os.geteuid() == 0:
        flags.append("--no-sandbox")
    return flags
