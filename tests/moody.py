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


class Moody:
    name: ClassVar[str] = "moody"
    description: ClassVar[str] = "obeys the page"
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
        if "RAISE" in page.text:
            raise ValueError("as asked")
        return Selection.of_leaves(page, np.ones(len(page), dtype=np.bool_), why={"pid": os.getpid()})
