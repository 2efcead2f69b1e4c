"""Kohlschuetter, Fankhauser & Nejdl (2010): boilerpipe's rules on words, links and density. Confidence H.

The page is a list of blocks. Small decision trees classify a block by its own features and those of its two neighbours.
Four extractors use them: the rules on word counts, the rules on text density (the default), the largest run of content
blocks, and the article.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_number
from dehusk.page.text_measures import DENSE, DIGIT, IDEOGRAPH, LETTER, SPACE, UPPER, collapse, sums_between

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

LINE = 80
"""The width of a line of wrapped text."""

# In scripts without spaces so many letters count as a word, as in Page.words.
_DENSE_WORD = 5
# A token with one of these characters is a word.
_WORD_CHARACTER = np.zeros(256, dtype=np.bool_)
_WORD_CHARACTER[[LETTER, UPPER, DIGIT, IDEOGRAPH, DENSE]] = True


@dataclass(frozen=True, eq=False)
class TextBlocks:
    """The blocks that have words, one array per property."""

    number: Ints
    """The block's number, as in ``page.block``."""
    words: Ints
    link_words: Ints
    lines: Ints
    """Full lines of wrapped text; 1 if the text does not fill a line."""
    words_in_lines: Ints
    """Words in these lines."""

    @property
    def link_density(self) -> Floats:
        """Words in links / words."""
        density: Floats = self.link_words / np.maximum(self.words, 1)
        return density

    @cached_property
    def density(self) -> Floats:
        """Words per line."""
        result: Floats = self.words_in_lines / np.maximum(self.lines, 1)
        return result

    def merged(self, run: Ints) -> TextBlocks:
        """One block per run of blocks; ``run`` is the number of each block's run, from 0."""
        first = np.flatnonzero(np.diff(run, prepend=-1))
        columns = (self.words, self.link_words, self.lines, self.words_in_lines)
        sums = (np.add.reduceat(column, first) for column in columns)
        return TextBlocks(self.number[first], *sums)


def text_blocks(page: Page, numbers: Ints | None = None) -> TextBlocks:
    """The page's blocks with their words, link words and wrapped lines.

    ``numbers``: the number of each row's block, ascending; ``page.block`` without it.

    >>> from dehusk import parse
    >>> blocks = text_blocks(parse("<p>Four words, <a>one link</a><p>" + "word " * 20))
    >>> blocks.words.tolist(), blocks.link_density.tolist(), blocks.density.tolist()
    ([4, 20], [0.5, 0.0], [4.0, 16.0])
    """
    at, length = _words(page)
    row = np.searchsorted(page.offset, at, side="right") - 1
    block = (page.block if numbers is None else numbers)[row]
    first = np.flatnonzero(np.diff(block, prepend=-1))
    bounds = np.append(first, len(at))
    link_words = sums_between(page.in_link[row], bounds)
    lines, words_in_lines = _wrap(length, bounds)
    return TextBlocks(block[first], np.diff(bounds), link_words, lines, words_in_lines)


def _words(page: Page) -> tuple[Ints, Ints]:
    """The position of each word in the page's text, and its length.

    A word is a token between spaces that contains a letter or digit; each ideograph is a word. Text continues across
    inline tags, so a word may extend over several leaves; it belongs to the leaf where it begins.
    """
    kinds = page.char_classes
    solid = kinds != SPACE
    breaks = np.zeros(len(kinds) + 1, dtype=np.bool_)
    breaks[page.offset[np.flatnonzero(np.diff(page.block, prepend=-1))]] = True
    begins = breaks[:-1]
    begins[1:] |= ~solid[:-1]
    ideograph = kinds == IDEOGRAPH
    if ideograph.any():
        begins |= ideograph
        begins[1:] |= ideograph[:-1]
    dense = kinds == DENSE
    if dense.any():
        begins |= dense & (np.arange(len(kinds)) % _DENSE_WORD == 0)
    begins[:1] = True
    # A token extends to the start of the next one; spaces can only be at its end.
    tokens = np.flatnonzero(begins & solid)
    bounds = np.append(tokens, len(kinds))
    is_word = sums_between(_WORD_CHARACTER[kinds], bounds) > 0
    return tokens[is_word], sums_between(solid, bounds)[is_word]


def _wrap(length: Ints, bounds: Ints) -> tuple[Ints, Ints]:
    """Wrap each block's words into lines; return the number of full lines and the words in them.

    As in boilerpipe, the last line does not count unless it is the only one, and every line after the first has one
    column more.
    """
    ends = np.cumsum(length + 1)
    before = np.append(0, ends)
    words = np.diff(bounds)
    lines, words_in_lines = np.ones(len(words), dtype=np.intp), words.copy()
    columns = before[bounds[1:]] - before[bounds[:-1]]
    word_ends = ends.tolist()
    for block in np.flatnonzero(columns > LINE).tolist():
        start, stop = int(bounds[block]), int(bounds[block + 1])
        here = bisect_right(word_ends, before[start] + LINE, start, stop)
        last, full = start, 0
        while here < stop:
            last, full = here, full + 1
            here = max(here + 1, bisect_right(word_ends, before[here] + LINE + 1, here, stop))
        lines[block] = full
        if last > start:
            words_in_lines[block] = last - start
    return lines, words_in_lines


def _neighbours(column: Ints | Floats) -> tuple[Floats, Floats]:
    """The values of the previous and of the next block; 0 beyond the ends."""
    padded = np.concatenate(([0.0], column, [0.0]))
    return padded[:-2], padded[2:]


def num_words_rule(words: Ints | Floats, link_density: Floats) -> Bools:
    """The rules on word counts (the paper's algorithm 2).

    >>> num_words_rule(np.array([1, 41]), np.array([1.0, 0.0])).tolist()
    [False, True]
    """
    previous_words, next_words = _neighbours(words)
    previous_links, _ = _neighbours(link_density)
    after_text = (words > 16) | (next_words > 15) | (previous_words > 4)
    after_links = (words > 40) | (next_words > 17)
    rule = np.where(previous_links <= 0.555556, after_text, after_links)
    content: Bools = (link_density <= 1 / 3) & rule
    return content


def density_rule(blocks: TextBlocks) -> Bools:
    """The rules on text density (the paper's algorithm 1).

    >>> from dehusk import parse
    >>> density_rule(text_blocks(parse("<p>a b c d e<p>" + "word " * 40 + "<p>a b"))).tolist()
    [True, True, True]
    """
    previous, following = _neighbours(blocks.density)
    previous_links, _ = _neighbours(blocks.link_density)
    t = blocks.density
    after_text = np.where(t <= 9, (following > 10) | (previous > 4), following > 0)
    rule = np.where(previous_links <= 0.555556, after_text, following > 11)
    content: Bools = (blocks.link_density <= 1 / 3) & rule
    return content


class _Boilerpipe(ABC):
    """The common part of the extractors: from content blocks to a selection."""

    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        blocks = text_blocks(page)
        keep_block = np.zeros(int(page.block[-1]) + 1, dtype=np.bool_)
        if len(blocks.number):
            keep_block[blocks.number[self._content(page, blocks)]] = True
        return Selection.of_leaves(page, keep_block[page.block], why={"blocks": blocks})

    @abstractmethod
    def _content(self, page: Page, blocks: TextBlocks) -> Bools: ...


class BoilerpipeNumWords(_Boilerpipe):
    """The rules on word counts. No parameters.

    >>> from dehusk import parse
    >>> BoilerpipeNumWords().select(parse("<p><a>Home</a><p>" + "word " * 41)).keep.nonzero()[0].tolist()
    [5]
    """

    name: ClassVar[str] = "boilerpipe-numwords"
    description: ClassVar[str] = "boilerpipe's rules on words (Kohlschuetter et al. 2010; confidence H)"

    def _content(self, page: Page, blocks: TextBlocks) -> Bools:  # noqa: ARG002
        return num_words_rule(blocks.words, blocks.link_density)


class BoilerpipeDefault(_Boilerpipe):
    """The rules on text density, after neighbours of equal density are merged. No parameters.

    >>> from dehusk import parse
    >>> page = parse("<p>A line before.<p>" + "word " * 40 + "<p>The end.<p><a>Home</a>")
    >>> BoilerpipeDefault().select(page).keep.nonzero()[0].tolist()
    [2, 4, 6]
    """

    name: ClassVar[str] = "boilerpipe-default"
    description: ClassVar[str] = "boilerpipe's rules on text density (Kohlschuetter et al. 2010; confidence H)"

    def _content(self, page: Page, blocks: TextBlocks) -> Bools:  # noqa: ARG002
        run = np.cumsum(np.diff(blocks.density, prepend=blocks.density[0]) != 0)
        content: Bools = density_rule(blocks.merged(run))[run]
        return content


def _runs(content: Bools, gap: int) -> Ints:
    """The number of each content block's run, from 0; -1 for other blocks.

    Within a run at most ``gap`` other blocks are between two content blocks.
    """
    rows = np.flatnonzero(content)
    run = np.full(len(content), -1)
    run[rows] = np.cumsum(np.diff(rows, prepend=rows[:1]) > gap + 1)
    return run


def _largest(words: Ints, content: Bools, gap: int) -> Bools:
    """All blocks from the first to the last of the run with the most words; ties go to the first run."""
    run = _runs(content, gap)
    keep = np.zeros(len(content), dtype=np.bool_)
    if content.any():
        rows = np.flatnonzero(run == np.argmax(np.bincount(run[content], weights=words[content])))
        keep[rows[0] : rows[-1] + 1] = True
    return keep


class BoilerpipeLargest(_Boilerpipe):
    """The largest run of content blocks by the rules on word counts. No parameters.

    >>> from dehusk import parse
    >>> page = parse("<p>" + "word " * 30 + "<p><a>Home</a><p><a>Up</a><p>" + "word " * 50)
    >>> BoilerpipeLargest().select(page).keep.nonzero()[0].tolist() == [len(page) - 1]
    True
    """

    name: ClassVar[str] = "boilerpipe-largest"
    description: ClassVar[str] = "the largest run by boilerpipe's rules (Kohlschuetter et al. 2010; confidence H)"

    def _content(self, page: Page, blocks: TextBlocks) -> Bools:  # noqa: ARG002
        return _largest(blocks.words, num_words_rule(blocks.words, blocks.link_density), gap=0)


# Short blocks that introduce comments and so end the article; English only, as in boilerpipe.
_TERMINATOR = re.compile(
    r"comments\b|\d+\s+(?:comments?|users? responded in)\b|(?:please rate this|post a comment"
    r"|add (?:your )?comment|leave a (?:comment|reply)|reader (?:views|comments)|have your say|what you think)\b",
    re.IGNORECASE,
)
_TERMINATOR_WORDS = 15
# Separators between the headline and the site's name in a document title.
_TITLE_PARTS = re.compile(r"\s+[|»«·:\u2013\u2014-]\s+|\s*[|»«]\s*")


class BoilerpipeArticle(_Boilerpipe):
    """The largest run by the rules on word counts, extended to the headline and ended by the first comment.

    ``min_words``: a phrase ends the article only after this many words of content.

    >>> from dehusk import parse
    >>> article = "<h1>Tea</h1><p>By me<p>" + "word " * 70
    >>> page = parse("<title>Tea | Site</title>" + article + "<p>Comments (3)<p>" + "no " * 20)
    >>> BoilerpipeArticle().select(page).keep.nonzero()[0].tolist()
    [2, 4, 6]
    """

    name: ClassVar[str] = "boilerpipe-article"
    description: ClassVar[str] = "boilerpipe's article extractor (Kohlschuetter et al. 2010; confidence H)"

    def __init__(self, *, min_words: int = 60) -> None:
        self.min_words = int(require_number("min_words", min_words, 0))

    def _content(self, page: Page, blocks: TextBlocks) -> Bools:
        texts = _short_texts(page, blocks)
        content = num_words_rule(blocks.words, blocks.link_density)
        content[_terminator(texts, blocks.words, content, self.min_words) :] = False
        keep = _largest(blocks.words, content, gap=1)
        # Blocks between the headline and the content belong to the content.
        headline = _headline(texts, _title(page), int(np.argmax(keep)) + 1)
        if keep.any() and headline is not None:
            keep[headline : np.argmax(keep)] = True
        return keep


def _short_texts(page: Page, blocks: TextBlocks) -> dict[int, str]:
    """The text of each block that is short enough for a headline or a terminator."""
    bounds = np.searchsorted(page.block, np.append(blocks.number, page.block[-1] + 1))
    stops = np.searchsorted(page.block, blocks.number, side="right")
    found = {}
    for place in np.flatnonzero(blocks.words <= 2 * _TERMINATOR_WORDS).tolist():
        found[place] = collapse(page.text[page.offset[bounds[place]] : page.offset[stops[place]]])
    return found


def _terminator(texts: dict[int, str], words: Ints, content: Bools, min_words: int) -> int:
    """The first block that ends the article; the number of blocks if none does."""
    seen = np.cumsum(words * content)
    for place, text in texts.items():
        if words[place] < _TERMINATOR_WORDS and seen[place] >= min_words and _TERMINATOR.match(text):
            return place
    return len(words)


def _title(page: Page) -> str:
    return next((collapse(item.text) for item in page.head if item.tag == "title"), "")


def _headline(texts: dict[int, str], title: str, before: int) -> int | None:
    """The last block up to the content whose text equals the document's title or a part of it."""
    parts = [part.casefold() for part in _TITLE_PARTS.split(title)]
    longest = max(map(len, parts))
    # A part much shorter than the headline is the site's name, which also occurs in the page header.
    parts = [title.casefold(), *(part for part in parts if len(part) * 2 > longest)]
    matches = [place for place, text in texts.items() if place < before and text.casefold() in parts]
    return matches[-1] if matches else None
