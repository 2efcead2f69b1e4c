"""The words of a gold text against those of an extraction."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from dehusk.bench.metrics import tokenize
from dehusk.errors import MissingExtra
from dehusk.pictures.markup import Markup, element

try:
    from rapidfuzz.distance import LCSseq
except ImportError as error:
    raise MissingExtra("rapidfuzz", "bench") from error

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal["same", "missed", "extra", "note"]

_MOST_WORDS = 8_000  # of each text; the table behind the comparison grows with the square
_LONGEST = {"same": (90, 90), "missed": (420, 180), "extra": (420, 180)}
_MOST_CHARS = 5_000
_LINES = re.compile(r"[^\S\n]*\n\s*")


class Piece(NamedTuple):
    """A stretch of text that both have, that only the gold has (missed) or only the extraction (extra).

    >>> Piece("missed", "a mat").kind
    'missed'
    """

    kind: Kind
    text: str


def word_diff(gold: str, extracted: str) -> list[Piece]:
    """The two texts as one, along the longest common subsequence of their words: what word LCS scores.

    >>> for piece in word_diff("The cat sat on the mat.", "Menu The cat sat."):
    ...     print(piece.kind, repr(piece.text))
    extra 'Menu '
    same 'The cat sat '
    missed 'on the mat.\\n'
    """
    # A word's stretch ends where the next one begins: the last words, too, need something after them.
    gold, extracted = gold + "\n", extracted + "\n"
    a, b = tokenize(gold)[:_MOST_WORDS], tokenize(extracted)[:_MOST_WORDS]
    a_starts, b_starts = _starts(gold, a), _starts(extracted, b)
    ids: dict[str, int] = {}
    opcodes = LCSseq.opcodes(
        [ids.setdefault(word, len(ids)) for word in a], [ids.setdefault(word, len(ids)) for word in b]
    )
    pieces = []
    for opcode in opcodes:
        a0, a1, b0, b1 = opcode.src_start, opcode.src_end, opcode.dest_start, opcode.dest_end
        in_gold, in_extracted = gold[a_starts[a0] : a_starts[a1]], extracted[b_starts[b0] : b_starts[b1]]
        if opcode.tag == "equal":
            pieces.append(Piece("same", in_gold))
        else:
            pieces += [Piece("missed", in_gold)] * (a1 > a0) + [Piece("extra", in_extracted)] * (b1 > b0)
    for kind, text, starts in (("missed", gold, a_starts), ("extra", extracted, b_starts)):
        if rest := text[starts[-1] :].strip():
            pieces.append(Piece("note", f"{len(rest):,} more characters ({kind} or not) were not compared"))
    return pieces


def diff_markup(pieces: list[Piece]) -> Markup:
    """A diff to look at: long stretches are cut in the middle, and a very long diff at its end.

    >>> print(diff_markup([Piece("same", "The <cat> "), Piece("missed", "sat")]))
    <div class="diff" dir="auto">The &lt;cat&gt; <ins class="missed" title="missed">sat</ins></div>
    """
    return element("div", *_drawn(pieces), class_="diff", dir="auto")


def _drawn(pieces: list[Piece]) -> Iterator[str]:
    room = _MOST_CHARS
    for place, (kind, text) in enumerate(pieces):
        if kind == "note":
            yield element("span", f" [{text}]", class_="cut")
            continue
        if room <= 0:
            left_out = sum(len(piece.text) for piece in pieces[place:])
            yield element("span", f" [… the last {left_out:,} characters of the comparison]", class_="cut")
            return
        shown = _middle_cut(_LINES.sub("\n", text), *_LONGEST[kind])
        room -= sum(map(len, shown))
        if kind == "same":
            yield from shown
        else:
            yield element("ins" if kind == "missed" else "del", *shown, class_=kind, title=kind)


def _middle_cut(text: str, head: int, tail: int) -> list[str]:
    """Text of at most about ``head + tail`` characters, what is left out counted."""
    left_out = len(text) - head - tail
    if left_out < 60:
        return [text]
    return [text[:head], element("span", f" [… {left_out:,} characters …] ", class_="cut"), text[-tail:]]


def _starts(text: str, words: list[str]) -> list[int]:
    """Where each word's stretch begins, the first one at 0; and where the last one ends."""
    starts, end = [], 0
    for word in words:
        start = text.index(word, end)
        starts.append(start)
        end = start + len(word)
    beyond = len(text) if len(words) < _MOST_WORDS else end
    return [0, *starts[1:], beyond] if words else [0]
