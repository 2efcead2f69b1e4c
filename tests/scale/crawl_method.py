"""A method that does what the page says, which worker processes can import; for tests of runs."""

from __future__ import annotations

import os
import re
import signal
import time
from typing import ClassVar

import numpy as np

from dehusk import Page, Selection


class CrawlMethod:
    name: ClassVar[str] = "crawl-test"
    description: ClassVar[str] = "does what the page says"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: Page) -> Selection:
        if "STUCK" in page.text:
            # A native call that neither ends nor lets another thread run.
            re.match("(a+)+$", "a" * 60 + "b")
        if "KILL" in page.text:
            os.kill(os.getpid(), signal.SIGKILL)
        if "RAISE" in page.text:
            raise ValueError("as asked")
        if "ALLOCATE" in page.text:
            whole = [b"x" * 100_000_000 for _ in range(100)]
            time.sleep(len(whole))
        if "SLOW" in page.text:
            time.sleep(0.05)
        keep = np.zeros(len(page), dtype=np.bool_)
        keep[page.leaves] = True
        return Selection.of_leaves(page, keep)
