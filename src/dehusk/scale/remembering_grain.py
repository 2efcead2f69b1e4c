"""The default with what a run has collected about sites."""

from __future__ import annotations

import sqlite3
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from dehusk.methods.learned import Grain
from dehusk.site import SiteMemory
from dehusk.site.site_extraction import host_of

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Page


class RememberingGrain(Grain):
    """The default with the memory of the page's site, looked up in the merged file."""

    name: ClassVar[str] = "grain-site"

    def __init__(self, *, favor: str | None, model: str | None, memories: Path) -> None:
        super().__init__(favor=favor, model=model)
        self._memories = sqlite3.connect(f"file:{memories}?mode=ro&immutable=1", uri=True)
        self._memory = lru_cache(64)(self._read)

    def _read(self, host: str) -> SiteMemory | None:
        row = self._memories.execute("SELECT memory FROM memories WHERE host = ?", (host,)).fetchone()
        return SiteMemory.from_bytes(row[0]) if row else None

    def select(self, page: Page, adjust: object = None) -> Selection:  # noqa: ARG002 - its own
        """Decide what is content in the light of the site's other pages."""
        memory = self._memory(host_of(page.url))
        return super().select(page, memory.adjust if memory else None)
