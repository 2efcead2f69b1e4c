"""A word diff of the gold text and the extracted text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from dehusk.bench.metrics import tokenize
from dehusk.bench.metrics.lcs import lcs_opcodes
from dehusk.pictures.markup import Markup, element

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal["same", "missed", "extra", "note"]

_MOST_WORDS = 8_000  # of each text; the time of the comparison is quadratic
_LONGEST = {"same": (90, 90), "missed": (420, 180), "extra": (420, 180)}
_MOST_CHARS = 5_000
_LINES = re.compile(r"[^\S\n]*\n\s*")


class Piece(NamedTuple):
    """A part of the diff: in both texts (same), only in the gold (missed) or only in the extraction (extra).

    >>> Piece("missed", "a mat").kind
    'missed'
    """

    kind: Kind
    text: str


def word_diff(gold: str, extracted: str) -> list[Piece]:
    """Merge the two texts along the longest common subsequence of their words, on which word LCS is based.

    >>> for piece in word_diff("The cat sat on the mat.", "Menu The cat sat."):
    ...     print(piece.kind, repr(piece.text))
    extra 'Menu '
    same 'The cat sat '
    missed 'on the mat.\\n'
    """
    # A piece extends to the start of the next word, so the last word must be followed by something.
    gold, extracted = gold + "\n", extracted + "\n"
    a, b = tokenize(gold)[:_MOST_WORDS], tokenize(extracted)[:_MOST_WORDS]
    a_starts, b_starts = _starts(gold, a), _starts(extracted, b)
    pieces = []
    for opcode in lcs_opcodes(a, b):
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
    """The diff as HTML: long pieces are shortened in the middle, and a very long diff is cut at its end.

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
    """Shorten a text to about ``head + tail`` characters and state how many were left out."""
    left_out = len(text) - head - tail
    if left_out < 60:
        return [text]
    return [text[:head], element("span", f" [… {left_out:,} characters …] ", class_="cut"), text[-tail:]]


def _starts(text: str, words: list[str]) -> list[int]:
    """The start of each word's piece, 0 for the first, followed by the end of the last piece."""
    starts, end = [], 0
    for word in words:
        start = text.index(word, end)
        starts.append(start)
        end = start + len(word)
    beyond = len(text) if len(words) < _MOST_WORDS else end
    return [0, *starts[1:], beyond] if words else [0]
