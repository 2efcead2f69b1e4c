"""Inline nodes as Markdown (CommonMark with GitHub's strike-through, footnotes and formulas).

The text of a page remains text: every sign that could have a meaning at its place is escaped. Emphasis is written with
stars or underscores where a parser will recognize them, by the rules of CommonMark 0.31 (section 6.2), and as HTML
elsewhere: in Chinese and Japanese, a star next to a full-width bracket is often not recognized.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import re
import unicodedata
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from dehusk._core import markdown_text, views

Node = Any
"""A node of the content tree, or what has its classes; they are defined in ``content/tree_nodes.py``."""

# Prices are no formulas: a sign that ends one follows no space and precedes no digit. Some parsers allow the digit,
# which would make an element between two prices part of a formula.
_LIKE_A_FORMULA = re.compile(r"\$[^\s$](?:[^$]*[^\s$])?\$(?!\d)|\$[^\s$][^$<]*<[^$]*[^\s$]\$")
_ENTITY = re.compile(r"&#?\w{1,31};")
_BACKTICKS = re.compile("`+")
_DELIMITERS = {"em": ("*", "_"), "strong": ("**", "__"), "del": ("~~",)}
_AS_HTML = frozenset({"sub", "sup", "mark", "kbd"})
_AS_PLAIN_TEXT = frozenset({"u", "bdi", "bdo", "ruby", "span"})
_IN_URL = re.compile(r"[\x00-\x20\x7f<>\\()\[\]`*\"&\s]")
_PLAIN_IN_URL = cython.declare(views.Bytes, memoryview(bytes([not _IN_URL.match(chr(code)) for code in range(128)])))
_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
LINE_BREAK = "\\\n"
NO_BREAK = "\0"
"""A space at which a line must not be wrapped."""
_IN_LABEL = cython.declare(cython.Py_ssize_t, markdown_text.IN_LABEL)
_IN_EMPHASIS = cython.declare(cython.Py_ssize_t, markdown_text.IN_EMPHASIS)
_DOLLARS = cython.declare(cython.Py_ssize_t, markdown_text.DOLLARS)
_MAX_DEPTH = cython.declare(cython.Py_ssize_t, 500)


class MarkdownInline:
    """Writes lines of inline nodes.

    ``types``: has the classes of nodes. ``media_link``: the address and the label of media that become links.
    """

    depth: cython.Py_ssize_t
    place: cython.Py_ssize_t

    def __init__(self, types: Node, media_link: Any) -> None:  # noqa: ANN401 - a function of nodes
        self.types, self.media_link = types, media_link
        self.line_break = LINE_BREAK
        # Where the text is: bits of IN_LABEL, IN_EMPHASIS and DOLLARS. How many nodes are around it.
        self.place = self.depth = 0

    def write(self, nodes: list[Node], line_break: str = LINE_BREAK) -> str:
        """A line as Markdown; ``line_break``: what a line break becomes.

        >>> from dehusk.content import tree_nodes
        >>> line = ["2 * 3, ", tree_nodes.StyledText("em", ["not"]), " <b>"]
        >>> MarkdownInline(tree_nodes, None).write(line)
        '2 * 3, *not* \\\\<b>'
        """
        self.line_break = line_break
        self.place = self.depth = 0
        text = self._write(nodes, "", "")
        if "$" in text and text.count("$") > 1 and _LIKE_A_FORMULA.search(text):
            # Text between two dollar signs may be read as a formula.
            self.place = _DOLLARS
            text = self._write(nodes, "", "")
        return text

    def _write(self, nodes: list[Node], left: str, right: str) -> str:
        """As above; ``left`` and ``right``: the characters next to the line, if any."""
        if len(nodes) == 1 and isinstance(nodes[0], str):
            return markdown_text.escaped(str(nodes[0]), self.place)
        self._go_deeper()
        out: list[str] = []
        waiting: Node = None
        for piece in self._pieces(nodes):
            if not isinstance(piece, str):
                if waiting is not None:
                    # The delimiter of this piece is not chosen yet: assume the worst.
                    out.append(self._emphasis(waiting, _last_char(out, left), "*"))
                waiting = piece
            elif piece:
                if waiting is not None:
                    out.append(self._emphasis(waiting, _last_char(out, left), piece[0]))
                    waiting = None
                _append(out, piece)
        if waiting is not None:
            out.append(self._emphasis(waiting, _last_char(out, left), right))
        self.depth -= 1
        return "".join(out)

    def _go_deeper(self) -> cython.bint:
        """Count a level of nodes; compiled code has no limit of its own."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise RecursionError("inline nodes are too deep inside each other")
        return True

    def _label(self, text: str) -> str:
        """Text as the label of an image or a link."""
        return f"[{markdown_text.escaped(str(text), self.place | _IN_LABEL)}]"

    def _pieces(self, nodes: list[Node]) -> list[Node]:
        """The pieces of a line: Markdown, or text whose delimiters depend on what is next to it.

        Styles that Markdown has no syntax for are left out, adjacent code spans are joined.
        """
        pieces: list[Node] = []
        codes: list[str] = []
        self._add_pieces(nodes, pieces, codes)
        if len(codes):
            pieces.append(_code("".join(codes)))
        return pieces

    def _add_pieces(self, nodes: list[Node], pieces: list[Node], codes: list[Any]) -> cython.bint:
        """Add the pieces of nodes; ``codes``: the texts of the code spans after the last piece."""
        types = self.types
        self._go_deeper()
        for node in nodes:
            if isinstance(node, str):
                self._end_code(pieces, codes)
                pieces.append(markdown_text.escaped(str(node), self.place))
            elif isinstance(node, types.CodeSpan):
                codes.append(node.text)
            elif isinstance(node, types.StyledText):
                if node.style in _AS_PLAIN_TEXT:
                    self._add_pieces(node.children, pieces, codes)
                else:
                    self._end_code(pieces, codes)
                    self._add_styled(node, pieces)
            else:
                self._end_code(pieces, codes)
                pieces.append(self._link(node) if isinstance(node, types.Link) else self._other(node))
        self.depth -= 1
        return True

    def _end_code(self, pieces: list[Node], codes: list[Any]) -> cython.bint:
        """Write the code spans after the last piece as one."""
        if len(codes):
            pieces.append(_code("".join(codes)))
            codes.clear()
        return True

    def _add_styled(self, node: Node, pieces: list[Node]) -> cython.bint:
        """Emphasis is written later; other styles as HTML or with quotation marks and parentheses."""
        style: str = node.style
        if style in _DELIMITERS:
            pieces.append(node)
            return True
        before, after = "(", ")"
        if style in _AS_HTML:
            before, after = f"<{style}>", f"</{style}>"
        elif style == "q":
            before, after = "“", "”"
        pieces.append(before)
        pieces += self._pieces(node.children)
        pieces.append(after)
        return True

    def _link(self, node: Node) -> str:
        outer: cython.Py_ssize_t = self.place
        self.place |= _IN_LABEL
        text = self._write(node.children, "[", "]")
        self.place = outer
        return f"[{text}]({link_target(node.url)})"

    def _other(self, node: Node) -> str:
        """Media, a formula, a line break or a footnote mark; video, audio and embedded pages are links."""
        types = self.types
        if isinstance(node, types.LineBreak):
            return self.line_break
        if isinstance(node, types.FootnoteMark):
            return f"[^{node.label}]"
        if isinstance(node, types.Formula):
            sign = "$$" if node.display else "$"
            return f"{sign}{node.tex.replace(' ', NO_BREAK)}{sign}"
        media = node.media
        if media.kind != "image":
            address, label = self.media_link(media)
            return f"{self._label(label)}({link_target(address)})"
        return f"!{self._label(media.alt)}({link_target(media.url or '')})"

    def _emphasis(self, node: Node, left: str, right: str) -> str:
        outer: cython.Py_ssize_t = self.place
        self.place |= _IN_EMPHASIS
        inner = self._write(node.children, "*", "*")
        self.place = outer
        first, last = inner[0], inner[len(inner) - 1]
        for delimiter in _DELIMITERS[node.style]:
            sign = delimiter[0]
            if sign in {left, right, first, last}:
                continue
            if sign == "_" and not (_separates_words(left) and _separates_words(right)):
                continue
            if _can_delimit(left, first) and _can_delimit(right, last):
                return f"{delimiter}{inner}{delimiter}"
        return f"<{node.style}>{inner}</{node.style}>"


@cython.cfunc
def _last_char(out: list[str], left: str) -> str:
    """The character before the next piece."""
    if not len(out):
        return left
    last: str = out[len(out) - 1]
    return last[len(last) - 1]


@cython.cfunc
def _append(pieces: list[str], piece: str) -> cython.bint:
    """Append a piece of Markdown; signs that would make an image, a note or a link of two pieces are escaped."""
    if len(pieces):
        before: str = pieces[len(pieces) - 1]
        last, first = before[len(before) - 1], piece[0]
        if first == "[" and last in "!^":
            pieces[len(pieces) - 1] = f"{before[: len(before) - 1]}\\{last}"
        elif last == "]" and first in "(:":
            piece = f"\\{piece}"
    pieces.append(piece)
    return True


@cython.cfunc
def _can_delimit(outer: str, inner: str) -> cython.bint:
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


@cython.cfunc
def _code(text: str) -> str:
    fence = "`" * (max(map(len, _BACKTICKS.findall(text)), default=0) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text.replace(chr(0), '')}{space}{fence}".replace(" ", NO_BREAK)


def link_target(url: str) -> str:
    """A URL as the target of a link.

    >>> link_target("https://example.org/tea (green)")
    'https://example.org/tea%20\\\\(green\\\\)'
    """
    char: cython.Py_UCS4
    code: cython.int
    plain: views.Bytes = _PLAIN_IN_URL
    for char in url:
        code = ord(char)
        if code >= 128 or not plain[code]:
            return _IN_URL.sub(_escaped_in_url, url)
    return url


def _escaped_in_url(found: re.Match[str]) -> str:
    sign = found[0]
    if sign == "&" and not _ENTITY.match(found.string, found.start()):
        return sign
    return f"\\{sign}" if sign in "\\()[]`*&" else quote(sign)
