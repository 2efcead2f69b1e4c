"""Extractors that misbehave where a page asks them to, for tests of the runner."""

# ruff: noqa: ARG001, T201

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path


def misbehaves(html: str, lang: str, url: str) -> object:
    """Do what the page says."""
    print("extractors may print")
    if "RAISE" in html:
        raise ValueError("as asked")
    if "HANG" in html:
        time.sleep(600)
    if "EXIT" in html:
        os._exit(3)
    if "QUIT" in html:
        sys.exit("as asked")
    if "SEGFAULT" in html:
        os.kill(os.getpid(), signal.SIGSEGV)
    if "NONE" in html:
        return None
    return 7 if "NUMBER" in html else "Steep the tea."


def dies_at_once(html: str, lang: str, url: str) -> str:
    """Die on any page."""
    os._exit(4)


def needs_a_package(html: str, lang: str, url: str) -> str:
    """Import what is not there."""
    import no_such_package  # type: ignore[import-not-found]  # noqa: F401

    return ""


def notes(html: str, lang: str, url: str) -> str:
    """Say in a file which process extracted which page, slowly."""
    if url:
        with Path(os.environ["DEHUSK_TEST_NOTES"]).open("a") as file:
            file.write(f"{os.getpid()} {url}\n")
        time.sleep(0.05)
    return f"text of {url}"


def surrogate(html: str, lang: str, url: str) -> str:
    """Return what is not quite text."""
    return "tea \ud800"


not_callable = 3
