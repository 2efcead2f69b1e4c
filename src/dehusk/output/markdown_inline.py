"""Inline nodes as Markdown (CommonMark with GitHub's strike-through, footnotes and formulas).

The text of a page remains text: every sign that could have a meaning at its place is escaped. Emphasis is written with
stars or underscores where a parser will recognize them, by the rules of CommonMark 0.31 (section 6.2), and as HTML
elsewhere: in Chinese and Japanese, a star next to a full-width bracket is often not recognized.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, cast
from urllib.parse import quote

from dehusk.content.embeds import media_link
from dehusk.content.tree_nodes import CodeSpan, StyledText
from dehusk.content.tree_visitor import InlineVisitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dehusk.content.tree_nodes import FootnoteMark, Formula, InlineMedia, InlineNode, LineBreak, Link

# One sign, or a run of underscores. A pattern that begins with a character class is searched fast.
_SIGNS = re.compile(r"[_`*\[\]<~\\&\0](?:(?<=_)_*)?")
_SIGNS_AND_DOLLARS = re.compile(r"[_`*\[\]<~\\&\0$](?:(?<=_)_*)?")
# Prices are no formulas: a sign that ends one follows no space and precedes no digit. Some parsers allow the digit,
# which would make an element between two prices part of a formula.
_LIKE_A_FORMULA = re.compile(r"\$[^\s$](?:[^$]*[^\s$])?\$(?!\d)|\$[^\s$][^$<]*<[^$]*[^\s$]\$")
_TAG_START = re.compile(r"<[A-Za-z/!?]|<$")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
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
        self.signs = _SIGNS
        self.line_break = LINE_BREAK
        self.emphasis = 0
        """How many emphasised texts are open."""
        self.in_label = False
        """Whether this is the text of a link or an image, which a bracket could end."""

    def write(self, nodes: list[InlineNode], *, line_break: str = LINE_BREAK) -> str:
        """A line as Markdown; ``line_break``: what a line break becomes.

        >>> MarkdownInline().write(["2 * 3, ", StyledText("em", ["not"]), " <b>"])
        '2 * 3, *not* \\\\<b>'
        """
        self.line_break = line_break
        text = self._write(nodes, "", "")
        if self.signs is _SIGNS and text.count("$") > 1 and _LIKE_A_FORMULA.search(text):
            # Text between two dollar signs may be read as a formula.
            self.signs = _SIGNS_AND_DOLLARS
            text = self._write(nodes, "", "")
            self.signs = _SIGNS
        return text

    def _write(self, nodes: list[InlineNode], left: str, right: str) -> str:
        """As above; ``left`` and ``right``: the characters next to the line, if any."""
        only = nodes[0] if len(nodes) == 1 else None
        if isinstance(only, str):
            return self.escape(only)
        pieces = self._pieces(nodes)
        out: list[str] = []
        for place, piece in enumerate(pieces):
            if isinstance(piece, StyledText):
                follows = right
                if place + 1 < len(pieces):
                    after = pieces[place + 1]
                    # The delimiter of the next piece is not chosen yet: assume the worst.
                    follows = after[:1] if isinstance(after, str) else "*"
                piece = self._emphasis(piece, out[-1][-1] if out else left, follows)
            _append(out, piece)
        return "".join(out)

    def escape(self, text: str) -> str:
        """Text with all signs escaped that could have a meaning.

        >>> MarkdownInline().escape("snake_case, _so_, [x](y), [1], C:\\\\tea")
        'snake_case, \\\\_so_, [x\\\\](y), [1], C:\\\\tea'
        """
        escaped = _escaped_in_emphasis if self.emphasis else _escaped_sign
        return self.signs.sub(escaped if self.in_label else _outside_labels(escaped), text)

    def _label(self, write: Callable[[], str]) -> str:
        """The text of a link or an image."""
        outer, self.in_label = self.in_label, True
        text = write()
        self.in_label = outer
        return f"[{text}]"

    def _pieces(self, nodes: list[InlineNode]) -> list[Piece]:
        """The pieces of a line; adjacent pieces of Markdown are joined."""
        pieces: list[Piece] = []
        for is_markdown, group in groupby(self._separate_pieces(nodes), lambda piece: isinstance(piece, str)):
            if is_markdown:
                run: list[str] = []
                for piece in group:
                    if piece:
                        _append(run, cast("str", piece))
                pieces += ["".join(run)] if run else []
            else:
                pieces += group
        return pieces

    def _separate_pieces(self, nodes: list[InlineNode]) -> list[Piece]:
        pieces: list[Piece] = []
        for node in _flatten(nodes):
            if isinstance(node, str):
                pieces.append(self.escape(node))
            else:
                written: list[Piece] = node.accept(self)
                pieces += written
        return pieces

    def visit_styled_text(self, node: StyledText) -> list[Piece]:
        """Emphasis is written later; other styles as HTML or with quotation marks and parentheses."""
        if node.style in _DELIMITERS:
            return [node]
        inner = self._separate_pieces(node.children)
        if node.style in _AS_HTML:
            return [f"<{node.style}>", *inner, f"</{node.style}>"]
        return ["“", *inner, "”"] if node.style == "q" else ["(", *inner, ")"]

    def visit_link(self, node: Link) -> list[Piece]:
        """A link."""
        return [f"{self._label(lambda: self._write(node.children, '[', ']'))}({link_target(node.url)})"]

    def visit_code_span(self, node: CodeSpan) -> list[Piece]:
        """Code with enough backticks around it."""
        return [_code(node.text)]

    def visit_media(self, node: InlineMedia) -> list[Piece]:
        """An image; video, audio and embedded pages are links."""
        if node.media.kind != "image":
            address, label = media_link(node.media)
            return [f"{self._label(lambda: self.escape(label))}({link_target(address)})"]
        return [f"!{self._label(lambda: self.escape(node.media.alt))}({link_target(node.media.url or '')})"]

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
        self.emphasis += 1
        inner = self._write(node.children, "*", "*")
        self.emphasis -= 1
        for delimiter in _DELIMITERS[node.style]:
            sign = delimiter[0]
            if sign in {left, right, inner[0], inner[-1]}:
                continue
            if sign == "_" and not (_separates_words(left) and _separates_words(right)):
                continue
            if _can_delimit(left, inner[0]) and _can_delimit(right, inner[-1]):
                return f"{delimiter}{inner}{delimiter}"
        return f"<{node.style}>{inner}</{node.style}>"


def _flatten(nodes: list[InlineNode]) -> list[InlineNode]:
    """Nodes, with styles that Markdown has no syntax for replaced by their content; adjacent code spans are joined."""
    flat: list[InlineNode] = []
    for is_code, group in groupby(_without_plain_styles(nodes), lambda node: isinstance(node, CodeSpan)):
        if is_code:
            flat.append(CodeSpan("".join(cast("CodeSpan", span).text for span in group)))
        else:
            flat += group
    return flat


def _without_plain_styles(nodes: list[InlineNode]) -> Iterator[InlineNode]:
    for node in nodes:
        if isinstance(node, StyledText) and node.style in _AS_PLAIN_TEXT:
            yield from _without_plain_styles(node.children)
        else:
            yield node


def _append(pieces: list[str], piece: str) -> None:
    """Append a piece of Markdown; signs that would make an image, a note or a link of two pieces are escaped."""
    if pieces and pieces[-1].endswith(("!", "^")) and piece.startswith("["):
        pieces[-1] = f"{pieces[-1][:-1]}\\{pieces[-1][-1]}"
    elif pieces and pieces[-1].endswith("]") and piece.startswith(("(", ":")):
        piece = f"\\{piece}"
    pieces.append(piece)


def _escaped_sign(found: re.Match[str]) -> str:
    """A sign, escaped if it could have a meaning at its place; NUL, which no text should contain, is removed."""
    sign, text, start = found[0], found.string, found.start()
    if sign[0] == "_" and text[start - 1 : start].isalnum():
        # It could only end emphasis, and text never begins any.
        return sign
    if sign == "<" and not _TAG_START.match(text, start):
        return sign
    return _escaped_in_emphasis(found)


@lru_cache(2)
def _outside_labels(escaped: Callable[[re.Match[str]], str]) -> Callable[[re.Match[str]], str]:
    """As above, where brackets mean something only before an address or a colon, or beside the sign of a footnote."""

    def escaped_outside(found: re.Match[str]) -> str:
        sign, text, start, stop = found[0], found.string, found.start(), found.end()
        after = text[stop : stop + 1]
        if (sign == "[" and "^" not in (text[start - 1 : start], after)) or (sign == "]" and after not in ("(", ":")):
            return sign
        return escaped(found)

    return escaped_outside


def _escaped_in_emphasis(found: re.Match[str]) -> str:
    """As above, inside emphasis, which a sign could end."""
    sign, text, start, stop = found[0], found.string, found.start(), found.end()
    if sign[0] == "_":
        # Underscores within a word have no meaning.
        within_word = text[start - 1 : start].isalnum() and _LETTER_OR_DIGIT.match(text, stop)
        return sign if within_word else "\\_" * len(sign)
    if sign == "*" and text[start - 1 : start].isspace() and text[stop : stop + 1].isspace():
        return sign
    if sign == "&":
        return "\\&" if _ENTITY.match(text, start) else sign
    if sign == "\\":
        after = text[stop : stop + 1]
        return sign if after and after not in _ASCII_PUNCTUATION and not after.isspace() else "\\\\"
    return "" if sign == NO_BREAK else f"\\{sign}"


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
