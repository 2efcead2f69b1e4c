"""A method that does what the page says, for tests of worker processes."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk import Page, Selection

if TYPE_CHECKING:
    from pathlib import Path


class ScriptedMethod:
    name: ClassVar[str] = "scripted"
    description: ClassVar[str] = "does what the page says"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, seen: Path | None = None) -> None:
        self.seen = seen

    def select(self, page: Page) -> Selection:
        print("methods may print")  # noqa: T201
        if "EXIT" in page.text:
            os._exit(3)
        if "KILL" in page.text:
            os.kill(os.getpid(), signal.SIGKILL)
        if "HANG" in page.text:
            if self.seen:
                self.seen.write_text(str(os.getpid()))
            time.sleep(600)
        while "LOOP" in page.text:
            time.sleep(0.001)
        if "WAIT" in page.text:
            while not (self.seen and self.seen.exists()):
                time.sleep(0.01)
        if "GROW" in page.text:
            grown = []
            for _ in range(100):
                grown.append(b"x" * 20_000_000)
                time.sleep(0.01)
        if "RAISE" in page.text:
            raise ValueError("as asked")
        return Selection.of_leaves(page, np.ones(len(page), dtype=np.bool_), why={"pid": os.getpid()})
