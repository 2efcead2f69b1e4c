"""The content as a tree: what writers write.

Blocks hold blocks or a line of text; a line of text is a list of strings and inline nodes. White space is as
readers see it: single spaces, none at the edges of a line or of an inline node, and as in the source in code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dehusk.content.media import Media

# ---- inline nodes --------------------------------------------------------------------------------


@dataclass(slots=True)
class Styled:
    """Text that is set apart: ``style`` is one of ``STYLES``."""

    style: str
    children: list[Inline] = field(default_factory=list)
    dir: str | None = None
    lang: str | None = None


@dataclass(slots=True)
class Link:
    """Text that points somewhere; the address is safe, and absolute if the page's own is known."""

    url: str
    children: list[Inline] = field(default_factory=list)
    title: str | None = None


@dataclass(slots=True)
class CodeSpan:
    """Code within a line."""

    text: str


@dataclass(slots=True)
class Formula:
    """Mathematics, as TeX."""

    tex: str
    display: bool = False
    """Whether it stands on a line of its own."""


@dataclass(slots=True)
class Image:
    """A picture, film or sound."""

    media: Media


@dataclass(slots=True)
class LineBreak:
    """The end of a line that the author chose: poems, addresses."""


@dataclass(slots=True)
class NoteMark:
    """The mark in the text that points to a note, which has the same label."""

    label: str


Inline = str | Styled | Link | CodeSpan | Formula | Image | LineBreak | NoteMark

STYLES = ("em", "strong", "del", "u", "sub", "sup", "mark", "kbd", "q", "bdi", "bdo", "ruby", "rt", "span")
"""How text can be set apart: HTML's names; B is strong, I is em, S is del. ``rt`` stands in ``ruby``."""

# ---- blocks --------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Directed:
    """What every block can state where it differs from what is around it."""

    dir: str | None = field(default=None, repr=False)
    """``rtl``, ``ltr`` or ``auto``."""
    lang: str | None = field(default=None, repr=False)


@dataclass(slots=True)
class Paragraph(Directed):
    """A line of text, or several with breaks between them."""

    children: list[Inline] = field(default_factory=list)


@dataclass(slots=True)
class Heading(Directed):
    """A heading of a level from 1 to 6."""

    level: int
    children: list[Inline] = field(default_factory=list)


@dataclass(slots=True)
class Code(Directed):
    """Text whose white space counts."""

    text: str
    language: str | None = None


@dataclass(slots=True)
class Item(Directed):
    """An item of a list."""

    children: list[Block] = field(default_factory=list)
    value: int | None = None
    """Its number in an ordered list."""


@dataclass(slots=True)
class List(Directed):
    """A list, of numbered items if it is ordered."""

    ordered: bool = False
    items: list[Item] = field(default_factory=list)


@dataclass(slots=True)
class Definition(Directed):
    """A part of a list of definitions: a term, or what is said of it."""

    term: bool
    children: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Definitions(Directed):
    """Terms and what is said of them, in order."""

    parts: list[Definition] = field(default_factory=list)


@dataclass(slots=True)
class Cell(Directed):
    """A cell of a table."""

    children: list[Block] = field(default_factory=list)
    header: bool = False
    columns: int = 1
    rows: int = 1


@dataclass(slots=True)
class Table(Directed):
    """A table of data, row by row; a cell stands in the first row and column that it spans."""

    rows: list[list[Cell]] = field(default_factory=list)
    caption: list[Inline] = field(default_factory=list)


@dataclass(slots=True)
class Quote(Directed):
    """What somebody else said."""

    children: list[Block] = field(default_factory=list)
    cite: str | None = None


@dataclass(slots=True)
class Caption(Directed):
    """What is said of a figure, in the figure."""

    children: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Figure(Directed):
    """A picture, table or listing with its caption."""

    children: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Note(Directed):
    """A footnote."""

    label: str
    children: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Rule(Directed):
    """A line between two parts of the text."""


Block = Paragraph | Heading | Code | List | Definitions | Table | Quote | Figure | Caption | Note | Rule


@dataclass(slots=True)
class Document:
    """The content of a page."""

    children: list[Block] = field(default_factory=list)
    dir: str | None = None
    lang: str | None = None
