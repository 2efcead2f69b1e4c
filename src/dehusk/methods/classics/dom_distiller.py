"""DOM Distiller, the reader mode of Chromium: boilerpipe's rules on words, then rules about the tree. Confidence H.

Blocks are classified by boilerpipe's rules on word counts. Siblings of content that look like it become content too,
headings join the block below them, and neighbouring content is fused. The fused block with the most words is the
article; its siblings, what is between the title and it, and long blocks of its level are added.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_number
from dehusk.methods.classics.boilerpipe import num_words_rule, text_blocks
from dehusk.methods.classics.distiller_tables import data_tables
from dehusk.page import tags
from dehusk.page.attributes import named
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_FIGURE = tags.tag_table("figure")
_IMAGE = tags.tag_table("img")
# Elements whose text is not read: figures and data tables may be added again, the others never are.
_SKIPPED = tags.tag_table("figure video option object embed applet")
_HEADING = tags.tag_table("h1 h2 h3")
_LIST_ITEM = tags.tag_table("li")
_NEVER_CONTENT = tags.tag_table("aside nav")
_COMMENT = re.compile(r"\bcomments?\b")
_NAMES = frozenset(["class", "id"])

_TERMINATOR = re.compile(
    r"^(?:comments|please rate this|post a comment|\d+\s+(?:comments|users responded in))"
    r"|what you think\.\.\.|add (?:your )?comment|reader (?:views|comments)|have your say",
    re.IGNORECASE,
)
_TERMINATOR_WORDS = 14
_TERMINATOR_CHARS = 8
_MAX_TITLE_WORDS = 60
_SEPARATORS = (r" *[|»-] *", r" *[|»:] *", r" *[|»:()] *", r" *[|»:()-] *", r" *[|»,:()-] *")
_SEPARATED_WORDS = 4
_TITLE_SIGNS = re.compile(r"[?!.:-]+")


@dataclass(slots=True)
class _Run:
    """One block, or several that were fused."""

    first: int
    last: int
    """The numbers of the first and the last block."""
    words: int
    link_density: float
    level: int
    content: bool
    strict: bool
    """Whether it can never be content."""
    title: bool
    heading: bool
    list_item: bool
    loose_heading: bool = False
    """Whether it begins with a heading that was not content by itself."""
    maybe: bool = False
    """Whether it was content before the largest run was chosen."""

    def absorb(self, other: _Run) -> None:
        """Fuse with the next run."""
        links = self.words * self.link_density + other.words * other.link_density
        self.words += other.words
        self.link_density = links / max(self.words, 1)
        self.last = other.last
        self.level = min(self.level, other.level)
        self.content |= other.content
        self.list_item |= other.list_item
        self.heading |= other.heading


class DomDistiller:
    """DOM Distiller's rules on the page's tree.

    ``distance``: how many blocks a sibling of content may be away from it. ``min_words``: the words that a block of
    the article's level needs to be added.

    >>> from dehusk import parse
    >>> page = parse("<ul><li><a href=/>Home</a></ul><h1>Tea</h1><p>" + "word " * 30 + "<p>The end.<nav>Foot</nav>")
    >>> [page.leaf_text(row)[:9] for row in DomDistiller().select(page).keep.nonzero()[0]]
    ['Tea', 'word word', 'The end.']
    """

    name: ClassVar[str] = "dom-distiller"
    description: ClassVar[str] = "the rules of Chromium's reader mode, DOM Distiller (2014; confidence H)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, distance: int = 10, min_words: int = 100) -> None:
        self.distance = int(require_number("distance", distance, 0))
        self.min_words = int(require_number("min_words", min_words, 0))

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        tables = data_tables(page)
        skipped = _SKIPPED[page.tag]
        skipped[tables] = True
        skipped[0] = False
        skipped = page.inside(skipped)
        rows = np.flatnonzero(~skipped)
        read = _DistillerBlocks.of(page.without(skipped))
        content = self._content(read)
        keep = np.zeros(len(page), dtype=np.bool_)
        if len(content):
            keep[rows] = content[read.block_of_row] & (read.block_of_row >= 0)
        restored = _restored(page, tables, skipped, keep)
        return Selection.of_leaves(page, keep | restored, why={"blocks": read.leaves, "restored": restored})

    def _content(self, read: _DistillerBlocks) -> Bools:
        runs = read.runs()
        if len(runs) > 1:
            read.expand_to_siblings(runs, self.distance, 0.5, same_tag=True)
            read.expand_to_siblings(runs, self.distance, 0.0, same_tag=False)
            _join_headings(runs)
            _fuse(runs, by_level=False)
        runs = [run for run in runs if run.content or run.title]
        _fuse(runs, by_level=True)
        if len(runs) > 1:
            self._keep_largest(runs, read)
        kept = np.zeros(len(read.leaves), dtype=np.bool_)
        for run in runs:
            if run.content:
                kept[run.first : run.last + 1] = True
        return kept

    def _keep_largest(self, runs: list[_Run], read: _DistillerBlocks) -> None:
        """Keep the run with the most words, and what is added to it."""
        largest = max((run for run in runs if run.content), key=lambda run: run.words, default=None)
        for run in runs:
            run.maybe = run is not largest
            run.content = run is largest
        if largest is None:
            return
        place = next(place for place, run in enumerate(runs) if run is largest)
        read.add_siblings(runs[place:])
        read.add_siblings(runs[place::-1])
        _extend_to_title(runs)
        for run in runs:
            run.content |= run.words >= self.min_words and run.level == largest.level
        _add_list_items(runs, largest)


@dataclass(frozen=True, eq=False)
class _DistillerBlocks:
    """The page as it is read, without figures and data tables, and its blocks with words."""

    page: Page
    block_of_row: Ints
    """The number of each row's block, from 0; -1 for rows without one."""
    leaves: Ints
    """The first leaf of each block."""
    last_leaves: Ints
    words: Ints
    link_words: Ints

    @classmethod
    def of(cls, page: Page) -> _DistillerBlocks:
        blocks = text_blocks(page, page.paragraph)
        place = np.full(int(page.paragraph[-1]) + 1, -1)
        place[blocks.number] = np.arange(len(blocks.number))
        block_of_row = place[page.paragraph]
        leaves = page.leaves[block_of_row[page.leaves] >= 0]
        starts = np.flatnonzero(np.diff(block_of_row[leaves], prepend=-1))
        ends = np.append(starts[1:], len(leaves))[: len(starts)] - 1
        return cls(page, block_of_row, leaves[starts], leaves[ends], blocks.words, blocks.link_words)

    def runs(self) -> list[_Run]:
        """One run per block, classified by the rules on words."""
        page, density = self.page, self.link_words / np.maximum(self.words, 1)
        strict = page.inside(_NEVER_CONTENT[page.tag] | _named_comments(page))[self.leaves]
        texts = self._short_texts()
        titles = _titles(page)
        for place, text in texts.items():
            strict[place] |= self.words[place] <= _TERMINATOR_WORDS and _ends_article(text)
        content = num_words_rule(self.words, density) & ~strict
        columns = (
            self.words,
            density,
            page.count_on_path(tags.BLOCK[page.tag] | tags.LINK[page.tag])[self.leaves],
            content,
            strict,
            [_is_title(texts.get(place, ""), titles) for place in range(len(self.leaves))],
            page.inside(_HEADING[page.tag])[self.leaves],
            page.inside(_LIST_ITEM[page.tag])[self.leaves],
        )
        values = zip(*(np.asarray(column).tolist() for column in columns), strict=True)
        return [_Run(place, place, *row) for place, row in enumerate(values)]

    def _short_texts(self) -> dict[int, str]:
        """The texts of the blocks that are short enough for a title or a terminator."""
        page = self.page
        short = np.flatnonzero(self.words <= _MAX_TITLE_WORDS).tolist()
        spans = {place: (page.offset[self.leaves[place]], page.offset[self.last_leaves[place] + 1]) for place in short}
        return {place: collapse(page.text[start:stop]) for place, (start, stop) in spans.items()}

    def expand_to_siblings(self, runs: list[_Run], distance: int, max_links: float, *, same_tag: bool) -> None:
        """Blocks with few links become content if a sibling near them is; a title in between prevents it."""
        representative = self._representatives()
        parent, tag = self.page.parent[representative].tolist(), self.page.tag[representative].tolist()
        sources, targets, start = [False] * len(runs), [False] * len(runs), 0
        for place, run in enumerate(runs):
            if run.title:
                start = place + 1
                continue
            if run.strict or not (run.content or run.link_density <= max_links):
                continue
            alike = [
                other
                for other in range(max(start, place - distance), place)
                if parent[other] == parent[place] and (not same_tag or tag[other] == tag[place])
            ]
            if run.content:
                sources[place] = True
                for other in alike:
                    runs[other].content |= targets[other]
                    targets[other] = False
            elif any(sources[other] for other in alike):
                run.content = sources[place] = True
            else:
                targets[place] = True

    def _representatives(self) -> Ints:
        """The highest ancestor of each block that contains no part of its neighbours."""
        page, found = self.page, self.leaves.copy()
        for place, row in enumerate(self.leaves.tolist()):
            before = int(self.last_leaves[place - 1]) if place else -1
            after = int(self.leaves[place + 1]) if place + 1 < len(found) else len(page)
            above = int(page.parent[row])
            while above > 0 and above > before and page.end[above] <= after:
                row, above = above, int(page.parent[above])
            found[place] = row
        return found

    def add_siblings(self, runs: list[_Run]) -> None:
        """From the first run on, runs become content whose text is in a sibling of the element of the last one."""
        forward = len(runs) < 2 or runs[1].first > runs[0].first
        near, far = (self.leaves, self.last_leaves) if forward else (self.last_leaves, self.leaves)
        edge = self._grandparent(int(far[runs[0].last if forward else runs[0].first]))
        for run in runs[1:]:
            if self._grandparent(int(near[run.first if forward else run.last])) == edge:
                run.content = True
                edge = self._grandparent(int(far[run.last if forward else run.first]))

    def _grandparent(self, leaf: int) -> int:
        above = int(self.page.parent[leaf])
        return int(self.page.parent[above])


def _named_comments(page: Page) -> Bools:
    found = np.zeros(len(page), dtype=np.bool_)
    found[[row for row, _, value in named(page.attrs, _NAMES) if row and _COMMENT.search(value)]] = True
    return found


def _ends_article(text: str) -> bool:
    return bool(_TERMINATOR.search(text)) if len(text) >= _TERMINATOR_CHARS else text == "Shares"


def _titles(page: Page) -> frozenset[str]:
    """The document's title and its parts, in lower case; also the title that is stated for social networks."""
    found: set[str] = set()
    for item in page.head:
        attrs = {name: value or "" for name, value in item.attrs}
        text = item.text if item.tag == "title" else ""
        if attrs.get("property") == "og:title":
            text = attrs.get("content", "")
        title = _title_form(text)
        found.add(title)
        found.update(_longest(re.split(separator, title)) for separator in _SEPARATORS)
        for separator in (" | ", " - "):
            found.update(part for part in title.split(separator) if len(part.split()) >= _SEPARATED_WORDS)
        found.add(re.sub(r" - [^-]+$", "", title))
        found.add(re.sub(r"^[^-]+ - ", "", title))
    return frozenset(found - {""})


def _title_form(text: str) -> str:
    return collapse(text).replace("'", "").lower()


def _longest(parts: list[str]) -> str:
    parts = [part for part in parts if ".com" not in part]
    return max(parts, key=lambda part: (len(part.split()), len(part)), default="").strip()


def _is_title(text: str, titles: frozenset[str]) -> bool:
    text = _title_form(text)
    return text in titles or _TITLE_SIGNS.sub("", text).strip() in titles


def _join_headings(runs: list[_Run]) -> None:
    """Fuse a heading with the content below it; a heading above other text is not content."""
    joined = runs[:1]
    for run in runs[1:]:
        heading = joined[-1]
        if not heading.heading or heading.strict or run.strict or heading.title or run.title:
            joined.append(run)
        elif run.content:
            was_content = heading.content
            heading.absorb(run)
            heading.heading = False
            heading.loose_heading |= not was_content
        else:
            heading.content = False
            joined.append(run)
    runs[:] = joined


def _fuse(runs: list[_Run], *, by_level: bool) -> None:
    """Fuse neighbouring content: of the same level, or unless the second run begins with a loose heading."""
    fused = runs[:1]
    for run in runs[1:]:
        last = fused[-1]
        near = run.first - last.last - 1 <= 1
        alike = last.level == run.level if by_level else not run.loose_heading
        same = last.strict == run.strict and last.title == run.title
        if last.content and run.content and near and alike and same:
            last.absorb(run)
        else:
            fused.append(run)
    runs[:] = fused


def _extend_to_title(runs: list[_Run]) -> None:
    """What is between the title and the content is content."""
    start = next((place for place, run in enumerate(runs) if run.content), 0)
    title = next((place for place in range(start - 1, -1, -1) if runs[place].title), start)
    for run in runs[title:start]:
        run.content |= run.maybe


def _add_list_items(runs: list[_Run], largest: _Run) -> None:
    """Deeper list items without links directly after the largest run are content."""
    inside = False
    for run in runs:
        if run is largest:
            inside = True
        elif inside and run.maybe and run.list_item and run.level > largest.level and run.link_density == 0:
            run.content = True
        else:
            inside = False


def _restored(page: Page, tables: Ints, skipped: Bools, keep: Bools) -> Bools:
    """The text of data tables and figures with an image directly after content."""
    images = page.subtree_sum(_IMAGE[page.tag])
    figures = np.flatnonzero(_FIGURE[page.tag] & (images > 0))
    before = np.append(-1, page.leaves[~skipped[page.leaves]])
    found = np.zeros(len(page), dtype=np.bool_)
    for row in [*tables.tolist(), *figures.tolist()]:
        leaf = int(before[np.searchsorted(before, row) - 1])
        found[row] = leaf >= 0 and bool(keep[leaf])
    return page.inside(found)
