"""The result of extracting a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from dehusk.content.atoms import Atoms, find_atoms
from dehusk.content.blocks import Block, blocks, kept_lines
from dehusk.content.build import build_tree
from dehusk.content.comments import comments
from dehusk.content.media import Media, Placed, located, place_media
from dehusk.content.metadata import Metadata, metadata

if TYPE_CHECKING:
    from dehusk.content.tree import Document
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
    document; ``failed``: the method broke on this page, or the process that worked on it died or took too long."""
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
        return "\n".join(kept_lines(self.page, self.selection, self._atoms))

    @cached_property
    def tree(self) -> Document:
        """The content with its structure: headings, lists, tables, links and so on (``dehusk.content.tree``)."""
        return build_tree(self.page, self.selection, self._placed, self._atoms)

    @cached_property
    def _atoms(self) -> Atoms:
        return find_atoms(self.page, self.selection.keep)

    @cached_property
    def html(self) -> str:
        """The content as clean HTML: structure kept, no scripts, handlers or unsafe links."""
        from dehusk.output.html import write_html

        return write_html(self)

    @cached_property
    def markdown(self) -> str:
        """The content as Markdown: CommonMark with GitHub's tables."""
        from dehusk.output.markdown import write_markdown

        return write_markdown(self)

    @cached_property
    def xml(self) -> str:
        """The content as an XML document after the TEI's guidelines."""
        from dehusk.output.tei import write_tei

        return write_tei(self)

    def to_dict(self) -> dict[str, Any]:
        """All that is known, as plain data; docs/output.md says what is what."""
        from dehusk.output.json import to_dict

        return to_dict(self)

    def to_json(self) -> str:
        """The same as JSON, on one line."""
        from dehusk.output.json import write_json

        return write_json(self)

    def _repr_html_(self) -> str:
        """What a notebook shows: the content, under its title."""
        from html import escape

        return f"<article><h1>{escape(self.title or '')}</h1>\n{self.html}</article>"

    @cached_property
    def blocks(self) -> list[Block]:
        """Every block of the page: text, kept or not, score, path."""
        return blocks(self.page, self.selection, self._atoms)

    @cached_property
    def media(self) -> list[Media]:
        """Pictures, films, sounds and embedded pages in the content."""
        return located(self.page, self._placed)

    @cached_property
    def _placed(self) -> list[Placed]:
        return place_media(self.page, self.selection)

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
