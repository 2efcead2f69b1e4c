"""A line of text as Markdown (CommonMark with GitHub's strike-through, footnotes and formulas).

Whatever a page says stays text: every sign that could mean something is escaped. Emphasis is written with stars
or underscores where a parser will see it, by the rules of CommonMark 0.31 (section 6.2), and as HTML elsewhere: in
Chinese and Japanese a star next to a full-width bracket is often none.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from dehusk.content.tree import CodeSpan, Formula, Image, LineBreak, Link, NoteMark, Styled

if TYPE_CHECKING:
    from dehusk.content.tree import Inline

_SIGNS = re.compile(r"[`*\[\]<~\\_&\0]")
_SIGNS_AND_DOLLARS = re.compile(_SIGNS.pattern[:-1] + "$]")
_WITHIN_A_WORD = re.compile(r"_+[^\W_]")
_ENTITY = re.compile(r"&#?\w{1,31};")
_PLAIN = frozenset({"u", "bdi", "bdo", "ruby", "span"})
_BACKTICKS = re.compile("`+")
_DELIMITERS = {"em": ("*", "_"), "strong": ("**", "__"), "del": ("~~",)}
_TAGS = frozenset({"sub", "sup", "mark", "kbd"})
_IN_ADDRESS = re.compile(r"[\x00-\x20\x7f<>\\()\[\]`*\"&\s]")
BREAK = "\\\n"
UNBROKEN = "\0"
"""A space at which a line must not be broken."""


class Line:
    """Writes lines of text."""

    def __init__(self) -> None:
        self.signs = _SIGNS
        self.breaks = BREAK

    def write(self, nodes: list[Inline], *, breaks: str = BREAK) -> str:
        """A line of text; ``breaks``: what a line break becomes.

        >>> Line().write(["2 * 3, ", Styled("em", ["not"]), " <b>"])
        '2 \\\\* 3, *not* \\\\<b>'
        """
        self.breaks = breaks
        text = self._write(nodes, "", "")
        if text.count("$") > 1 and self.signs is _SIGNS:
            # What stands between two dollars may be read as a formula.
            self.signs = _SIGNS_AND_DOLLARS
            text = self._write(nodes, "", "")
            self.signs = _SIGNS
        return text

    def _write(self, nodes: list[Inline], left: str, right: str) -> str:
        """As above; ``left`` and ``right``: what stands beside the line, if anything."""
        only = nodes[0] if len(nodes) == 1 else None
        if isinstance(only, str):
            return self.escaped(only)
        pieces = self._pieces(nodes)
        out = ""
        for place, piece in enumerate(pieces):
            if isinstance(piece, Styled):
                follows = right
                if place + 1 < len(pieces):
                    after = pieces[place + 1]
                    # Which sign a neighbour will have is open: take the worst.
                    follows = after[:1] if isinstance(after, str) else "*"
                piece = self._emphasis(piece, out[-1:] or left, follows)
            if out.endswith("!") and piece.startswith("["):
                out = out[:-1] + "\\!"
            out += piece
        return out

    def escaped(self, text: str) -> str:
        """Text whose signs mean nothing.

        >>> Line().escaped("snake_case, _so_, [x](y), C:\\\\tea")
        'snake_case, \\\\_so\\\\_, \\\\[x\\\\](y), C:\\\\tea'
        """
        return self.signs.sub(_escaped_sign, text)

    def _pieces(self, nodes: list[Inline]) -> list[str | Styled]:
        """What is written as it is, and what gets delimiters; neighbours that are written make one piece."""
        pieces: list[str | Styled] = []
        for piece in self._each(nodes):
            if isinstance(piece, str) and pieces and isinstance(pieces[-1], str):
                before = pieces[-1]
                if before.endswith("!") and piece.startswith("["):
                    before = before[:-1] + "\\!"
                pieces[-1] = before + piece
            elif piece:
                pieces.append(piece)
        return pieces

    def _each(self, nodes: list[Inline]) -> list[str | Styled]:
        written: list[str | Styled] = []
        for node in _flat(nodes):
            if isinstance(node, str):
                written.append(self.escaped(node))
            elif isinstance(node, Styled):
                written += self._styled(node)
            else:
                written.append(self._other(node))
        return written

    def _styled(self, node: Styled) -> list[str | Styled]:
        if node.style in _DELIMITERS:
            return [node]
        inner = self._each(node.children)
        if node.style in _TAGS:
            return [f"<{node.style}>", *inner, f"</{node.style}>"]
        return ["“", *inner, "”"] if node.style == "q" else ["(", *inner, ")"]

    def _other(self, node: Link | CodeSpan | Formula | Image | LineBreak | NoteMark) -> str:
        if isinstance(node, Link):
            return f"[{self._write(node.children, '[', ']')}]({address(node.url)})"
        if isinstance(node, CodeSpan):
            return _code(node.text)
        if isinstance(node, Image):
            return f"![{self.escaped(node.media.alt)}]({address(node.media.url or '')})"
        if isinstance(node, Formula):
            sign = "$$" if node.display else "$"
            return f"{sign}{node.tex.replace(' ', UNBROKEN)}{sign}"
        return self.breaks if isinstance(node, LineBreak) else f"[^{node.label}]"

    def _emphasis(self, node: Styled, left: str, right: str) -> str:
        inner = self._write(node.children, "*", "*")
        for delimiter in _DELIMITERS[node.style]:
            sign = delimiter[0]
            if sign in {left, right, inner[0], inner[-1]}:
                continue
            if sign == "_" and not (_parts(left) and _parts(right)):
                continue
            if _opens(left, inner[0]) and _opens(right, inner[-1]):
                return f"{delimiter}{inner}{delimiter}"
        return f"<{node.style}>{inner}</{node.style}>"


def _flat(nodes: list[Inline]) -> list[Inline]:
    """Nodes, with what is in styles that Markdown has no sign for; code that follows code is one span."""
    flat: list[Inline] = []
    for node in nodes:
        for each in _flat(node.children) if isinstance(node, Styled) and node.style in _PLAIN else (node,):
            last = flat[-1] if flat else None
            if isinstance(each, CodeSpan) and isinstance(last, CodeSpan):
                flat[-1] = CodeSpan(last.text + each.text)
            else:
                flat.append(each)
    return flat


def _escaped_sign(found: re.Match[str]) -> str:
    """A sign that could mean something where it stands, escaped; NUL, which is none of Markdown's, dropped."""
    sign, text, place = found[0], found.string, found.start()
    if sign == "_":
        # Underscores within a word are none of Markdown's.
        run = _WITHIN_A_WORD.match(text, place)
        return sign if run and _in_word(text, place) else "\\_"
    if sign == "&":
        return "\\&" if _ENTITY.match(text, place) else sign
    if sign == "\\":
        after = text[place + 1 : place + 2]
        return sign if after and after not in _ASCII_SIGNS and not after.isspace() else "\\\\"
    return "" if sign == UNBROKEN else f"\\{sign}"


def _in_word(text: str, place: int) -> bool:
    """Whether the underscores that end at a place follow a letter or digit."""
    while place and text[place - 1] == "_":
        place -= 1
    return text[place - 1 : place].isalnum()


def _opens(outer: str, inner: str) -> bool:
    """Whether a delimiter between two characters belongs to the inner one."""
    return not inner.isspace() and (not _may_part(inner) or _parts(outer))


@lru_cache(1024)
def _parts(char: str) -> bool:
    """White space, punctuation or nothing, for all versions of CommonMark."""
    return char in _ASCII_SIGNS or char == "" or char.isspace() or unicodedata.category(char)[0] == "P"


@lru_cache(1024)
def _may_part(char: str) -> bool:
    """Punctuation, in some version of CommonMark."""
    return unicodedata.category(char)[0] in "PS"


_ASCII_SIGNS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def _code(text: str) -> str:
    fence = "`" * (max(map(len, _BACKTICKS.findall(text)), default=0) + 1)
    space = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{fence}{space}{text.replace(chr(0), '')}{space}{fence}".replace(" ", UNBROKEN)


def address(url: str) -> str:
    """An address as the target of a link.

    >>> address("https://example.org/tea (green)")
    'https://example.org/tea%20\\\\(green\\\\)'
    """
    return _IN_ADDRESS.sub(_escaped_in_address, url)


def _escaped_in_address(found: re.Match[str]) -> str:
    sign = found[0]
    if sign == "&" and not _ENTITY.match(found.string, found.start()):
        return sign
    return f"\\{sign}" if sign in "\\()[]`*&" else quote(sign)
