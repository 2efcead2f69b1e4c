"""The result of extracting a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from dehusk.content.blocks import Block, block_text, blocks, spans
from dehusk.content.comments import comments
from dehusk.content.media import Media, media
from dehusk.content.metadata import Metadata, metadata

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Hidden, Page

Status = Literal["ok", "empty", "truncated", "unreadable", "failed"]


@dataclass(frozen=True, eq=False)
class Extraction:
    """What was extracted from a page, and what there is to know about it.

    >>> import dehusk
    >>> extraction = dehusk.extract("<title>Tea</title><p>Steep it for three minutes.")
    >>> extraction.title, extraction.text, extraction.status
    ('Tea', 'Steep it for three minutes.', 'ok')
    """

    page: Page
    selection: Selection
    method: str
    status: Status
    """``ok``; ``empty``: no content; ``truncated``: a limit cut the page; ``unreadable``: not a text
    document; ``failed``: the method broke on this page, or the process that worked on it died."""
    reason: str = ""
    """Why the status is not ``ok``, or what is worth knowing though it is."""
    encoding: str | None = None
    """The encoding that bytes were read with; None if text was given."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Seconds by step: ``decode``, ``parse``, ``select``."""
    source: str | bytes | None = field(default=None, repr=False)
    """The document as it was given, cut where the limits cut it; None if it could not be read."""

    @cached_property
    def text(self) -> str:
        """The content as plain text, a line a block."""
        kept = (span for span in spans(self.page, self.selection.keep) if span.kept)
        return "\n".join(block_text(self.page, span) for span in kept)

    @cached_property
    def html(self) -> str:
        """The content as clean HTML: structure kept, no scripts, handlers or unsafe links."""
        from dehusk.output.html import write_html

        return write_html(self)

    @cached_property
    def blocks(self) -> list[Block]:
        """Every block of the page: text, kept or not, score, path."""
        return blocks(self.page, self.selection)

    @cached_property
    def media(self) -> list[Media]:
        """Pictures, films, sounds and embedded pages in the content."""
        return [placed.media for placed in media(self.page, self.selection)]

    @cached_property
    def comments(self) -> list[str]:
        """The texts of readers' comments that are not part of the content, a block each."""
        return comments(self.page, self.selection)

    @cached_property
    def metadata(self) -> Metadata:
        """What the page says about itself: title, authors, dates, language and more, each with its source."""
        return metadata(self.page, self.selection)

    @property
    def title(self) -> str | None:
        """The page's title, without the site's name."""
        return self.metadata.title

    @property
    def url(self) -> str | None:
        """The page's address, if it was given."""
        return self.page.url

    @property
    def confidence(self) -> float | None:
        """How good the method expects this extraction to be, in [0, 1]; None where it cannot tell."""
        return self.selection.confidence

    @property
    def page_type(self) -> str:
        """``article``, ``documentation``, ``forum``, ``listing``, ``product`` or ``service``; else ``unknown``."""
        return self.selection.page_type

    @property
    def hidden(self) -> Hidden:
        """Text that a browser would not show: how much there was, and whether it was kept."""
        return self.page.hidden

    def __repr__(self) -> str:
        return f"<Extraction: {self.status}, {len(self.text)} characters, title {self.title!r}>"
