"""The default with a memory of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dehusk.methods.learned import Grain
from dehusk.site.site_memory import SiteMemory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dehusk.methods import Selection
    from dehusk.page import Page


class GrainSite:
    """The learned default; what a :class:`~dehusk.site.SiteMemory` of the pages knows moves the odds of blocks.

    ``favor``, ``headline``, ``model``: as of the default.

    >>> from dehusk import parse
    >>> article = "<p>{} tea was drunk at the fair, and many people asked for another cup.</p>" * 4
    >>> letter = "<div>Read our letter about tea, every week.</div>"
    >>> pages = [parse(article.replace("{}", kind) + letter) for kind in ("Green", "Black", "White")]
    >>> [bool(selection.keep[-1]) for selection in GrainSite().select_site(pages)]
    [False, False, False]
    """

    name: ClassVar[str] = "grain-site"
    description: ClassVar[str] = "the learned default; what other pages of the site repeat counts against a block"

    def __init__(
        self, *, favor: str | float | None = None, headline: bool | None = None, model: str | Path | None = None
    ) -> None:
        self.grain = Grain(favor=favor, headline=headline, model=model)

    def select_site(self, pages: Sequence[Page]) -> list[Selection]:
        """Remember all pages, then decide on each."""
        memory = SiteMemory()
        for page in pages:
            memory.add(page, self.grain.select(page).why.get("logits"))
        return [self.grain.select(page, memory.adjust) for page in pages]
