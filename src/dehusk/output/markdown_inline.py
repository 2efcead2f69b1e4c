"""Inline nodes as Markdown (CommonMark with GitHub's strike-through, footnotes and formulas).

The text of a page remains text: every sign that could have a meaning at its place is escaped. Emphasis is written with
stars or underscores where a parser will recognize them, by the rules of CommonMark 0.31 (section 6.2), and as HTML
elsewhere: in Chinese and Japanese, a star next to a full-width bracket is often not recognized.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from dehusk._core.markdown_text import DOLLARS, IN_EMPHASIS, IN_LABEL, escape_markdown
from dehusk.content.embeds import media_link
from dehusk.content.tree_nodes import CodeSpan, StyledText
from dehusk.content.tree_visitor import InlineVisitor

if TYPE_CHECKING:
    from dehusk.content.tree_nodes import FootnoteMark, Formula, InlineMedia, InlineNode, LineBreak, Link

# Prices are no formulas: a sign that ends one follows no space and precedes no digit. Some parsers allow the digit,
# which would make an element between two prices part of a formula.
_LIKE_A_FORMULA = re.compile(r"\$[^\s$](?:[^$]*[^\s$])?\$(?!\d)|\$[^\s$][^$<]*<[^$]*[^\s$]\$")
_ENTITY = re.compile(r"&#?\w{1,31};")
_BACKTICKS = re.compile("`+")
_DELIMITERS = {"em": ("*", "_"), "strong": ("**", "__"), "del": ("~~",)}
_AS_HTML = frozenset({"sub", "sup", "mark", "kbd"})
_AS_PLAIN_TEXT = frozenset({"u", "bdi", "bdo", "ruby", "span"})
_IN_URL = re.compile(r"[\x00-\x20\x7f<>\\()\[\]`*\"&\s]")
_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
LINE_BREAK = "\\\n"
NO_BREAK = "\0"
"""A space at which a line must not be wrapped."""

Piece = str | StyledText
"""Markdown, or text whose delimiters depend on what is next to it."""


class MarkdownInline(InlineVisitor["list[Piece]"]):
    """Writes lines of inline nodes."""

    def __init__(self) -> None:
        self.line_break = LINE_BREAK
        self.place = 0
        """Where the text is: bits of ``IN_LABEL``, ``IN_EMPHASIS`` and ``DOLLARS``."""

    def write(self, nodes: list[InlineNode], *, line_break: str = LINE_BREAK) -> str:
        """A line as Markdown; ``line_break``: what a line break becomes.

        >>> MarkdownInline().write(["2 * 3, ", StyledText("em", ["not"]), " <b>"])
        '2 * 3, *not* \\\\<b>'
        """
        self.line_break = line_break
        text = self._write(nodes, "", "")
        if "$" in text and text.count("$") > 1 and _LIKE_A_FORMULA.search(text):
            # Text between two dollar signs may be read as a formula.
            self.place = DOLLARS
            text = self._write(nodes, "", "")
            self.place = 0
        return text

    def _write(self, nodes: list[InlineNode], left: str, right: str) -> str:
        """As above; ``left`` and ``right``: the characters next to the line, if any."""
        only = nodes[0] if len(nodes) == 1 else None
        if isinstance(only, str):
            return escape_markdown(str(only), self.place)
        out: list[str] = []
        waiting: StyledText | None = None
        for piece in self._pieces(nodes):
            if isinstance(piece, StyledText):
                if waiting is not None:
                    # The delimiter of this piece is not chosen yet: assume the worst.
                    out.append(self._emphasis(waiting, out[-1][-1] if out else left, "*"))
                waiting = piece
            elif piece:
                if waiting is not None:
                    out.append(self._emphasis(waiting, out[-1][-1] if out else left, piece[0]))
                    waiting = None
                _append(out, piece)
        if waiting is not None:
            out.append(self._emphasis(waiting, out[-1][-1] if out else left, right))
        return "".join(out)

    def _label(self, text: str) -> str:
        """Text as the label of an image or a link."""
        return f"[{escape_markdown(str(text), self.place | IN_LABEL)}]"

    def _pieces(self, nodes: list[InlineNode]) -> list[Piece]:
        """The pieces of a line; styles that Markdown has no syntax for are left out, adjacent code spans are joined."""
        pieces: list[Piece] = []
        codes: list[str] = []
        self._add_pieces(nodes, pieces, codes)
        if codes:
            pieces.append(_code("".join(codes)))
        return pieces

    def _add_pieces(self, nodes: list[InlineNode], pieces: list[Piece], codes: list[str]) -> None:
        """Add the pieces of nodes; ``codes``: the texts of the code spans after the last piece."""
        for node in nodes:
            if isinstance(node, CodeSpan):
                codes.append(node.text)
                continue
            if isinstance(node, StyledText) and node.style in _AS_PLAIN_TEXT:
                self._add_pieces(node.children, pieces, codes)
                continue
            if codes:
                pieces.append(_code("".join(codes)))
                codes.clear()
            if isinstance(node, str):
                pieces.append(escape_markdown(str(node), self.place))
            else:
                written: list[Piece] = node.accept(self)
                pieces += written

    def visit_styled_text(self, node: StyledText) -> list[Piece]:
        """Emphasis is written later; other styles as HTML or with quotation marks and parentheses."""
        if node.style in _DELIMITERS:
            return [node]
        inner = self._pieces(node.children)
        if node.style in _AS_HTML:
            return [f"<{node.style}>", *inner, f"</{node.style}>"]
        return ["“", *inner, "”"] if node.style == "q" else ["(", *inner, ")"]

    def visit_link(self, node: Link) -> list[Piece]:
        """A link."""
        outer, self.place = self.place, self.place | IN_LABEL
        text = self._write(node.children, "[", "]")
        self.place = outer
        return [f"[{text}]({link_target(node.url)})"]

    def visit_media(self, node: InlineMedia) -> list[Piece]:
        """An image; video, audio and embedded pages are links."""
        if node.media.kind != "image":
            address, label = media_link(node.media)
            return [f"{self._label(label)}({link_target(address)})"]
        return [f"!{self._label(node.media.alt)}({link_target(node.media.url or '')})"]

    def visit_formula(self, node: Formula) -> list[Piece]:
        """TeX between dollar signs."""
        sign = "$$" if node.display else "$"
        return [f"{sign}{node.tex.replace(' ', NO_BREAK)}{sign}"]

    def visit_line_break(self, node: LineBreak) -> list[Piece]:  # noqa: ARG002
        """What a line break becomes."""
        return [self.line_break]

    def visit_footnote_mark(self, node: FootnoteMark) -> list[Piece]:
        """A reference to a footnote."""
        return [f"[^{node.label}]"]

    def _emphasis(self, node: StyledText, left: str, right: str) -> str:
        outer, self.place = self.place, self.place | IN_EMPHASIS
        inner = self._write(node.children, "*", "*")
        self.place = outer
        for delimiter in _DELIMITERS[node.style]:
            sign = delimiter[0]
            if sign in {left, right, inner[0], inner[-1]}:
                continue
            if sign == "_" and not (_separates_words(left) and _separates_words(right)):
                continue
            if _can_delimit(left, inner[0]) and _can_delimit(right, inner[-1]):
                return f"{delimiter}{inner}{delimiter}"
        return f"<{node.style}>{inner}</{node.style}>"


def _append(pieces: list[str], piece: str) -> None:
    """Append a piece of Markdown; signs that would make an image, a note or a link of two pieces are escaped."""
    if pieces:
        last, first = pieces[-1][-1], piece[0]
        if first == "[" and last in "!^":
            pieces[-1] = f"{pieces[-1][:-1]}\\{last}"
        elif last == "]" and first in "(:":
            piece = f"\\{piece}"
    pieces.append(piece)


def _can_delimit(outer: str, inner: str) -> bool:
    """Whether a delimiter between two characters opens or closes emphasis on the side of the inner one."""
    return not inner.isspace() and (not _may_be_punctuation(inner) or _separates_words(outer))


@lru_cache(1024)
def _separates_words(char: str) -> bool:
    """Whether this is white space, punctuation or nothing, in all versions of CommonMark."""
    return char in _ASCII_PUNCTUATION or char == "" or char.isspace() or unicodedata.category(char)[0] == "P"


@lru_cache(1024)
def _may_be_punctuation(char: str) -> bool:
    """Whether this is punctuation in some version of CommonMark."""
    return unicodedata.category(char)[0] in "PS"


def _code(text: str) -> str:
    fence = "`" * (max(map(len, _BACKTICKS.findall(text)), default=0) + 1)
    space = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{fence}{space}{text.replace(chr(0), '')}{space}{fence}".replace(" ", NO_BREAK)


def link_target(url: str) -> str:
    """A URL as the target of a link.

    >>> link_target("https://example.org/tea (green)")
    'https://example.org/tea%20\\\\(green\\\\)'
    """
    return _IN_URL.sub(_escaped_in_url, url)


def _escaped_in_url(found: re.Match[str]) -> str:
    sign = found[0]
    if sign == "&" and not _ENTITY.match(found.string, found.start()):
        return sign
    return f"\\{sign}" if sign in "\\()[]`*&" else quote(sign)
