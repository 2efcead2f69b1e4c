"""From a selection to the content tree: one walk over the rows of the content.

The walk keeps the elements that are open, as a parser does. A line of text begins at the first leaf of a paragraph, and
links and styles that are open around it are begun again in it, so a link around three blocks becomes three links.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk._core.kept_rows import leaf_texts
from dehusk.content.atoms import FormulaAtom
from dehusk.content.element_handlers import (
    BLOCK_HANDLERS,
    CONTAINER_HANDLERS,
    INLINE_HANDLERS,
    MAX_NESTING,
    open_footnote,
    open_sidenote,
    open_style,
)
from dehusk.content.element_kinds import ElementKind
from dehusk.content.tree_nodes import ContentTree, FootnoteMark, Formula, InlineMedia, Link
from dehusk.content.tree_plan import plan_tree
from dehusk.content.tree_state import OpenElement, OpenPreformattedPart, TreeState
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.content.atoms import Atoms
    from dehusk.content.captions import MediaCaptions
    from dehusk.content.inline_flow import TextPosition
    from dehusk.content.media import PlacedMedia
    from dehusk.content.tree_plan import TreePlan
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_NONE = int(ElementKind.NONE)


def build_tree(page: Page, keep: Bools, media: list[PlacedMedia], atoms: Atoms, captions: MediaCaptions) -> ContentTree:
    """The content as a tree.

    >>> from dehusk import extract
    >>> extract("<h2>Tea</h2><ul><li>green<li>black</ul>").tree.children[0]
    Heading(level=2, children=['Tea'])
    """
    plan = plan_tree(page, keep, media, atoms, captions)
    tree = ContentTree([], *plan.root_scope)
    _Walk(plan, tree).run()
    return tree


class _Walk:
    def __init__(self, plan: TreePlan, tree: ContentTree) -> None:
        self.plan = plan
        self.state = TreeState(plan, tree.children)
        self.spans = list(reversed(plan.spans))

    def run(self) -> None:
        plan, page, rows, state = self.plan, self.plan.page, self.plan.rows, self.state
        starts, stops, *leaves = leaf_texts(page.text, page.char_classes, page.offset, rows)
        elements = (column.tolist() for column in (rows, page.end[rows], page.tag[rows], plan.kinds))
        columns: tuple[Any, ...] = (*elements, *leaves)
        positions = zip(starts, stops, page.paragraph[rows].tolist(), page.block[rows].tolist(), strict=True)
        special = {*plan.media, *plan.atoms, *plan.footnotes.backlinks, *plan.sidenotes, *plan.parentheses}
        open_elements, text = state.open_elements, page.text
        are_whole = not plan.spans and not plan.footnotes.cuts
        skip = 0
        for row, end, tag, kind, words, begins_blank, ends_blank, position in zip(*columns, positions, strict=True):
            if row < skip:
                continue
            if row in special:
                skip = self._special_row(row, (position[0], position[0], position[2], position[3]))
                if row < skip:
                    continue
            while open_elements[-1].end <= row:
                state.close_last()
            if tag != tags.TEXT:
                if state.listing is None:
                    self._element(row, end, tag, kind)
            elif are_whole and state.listing is None and not state.flow.keeps_lines:
                begun = state.flow.add_words(words, begins_blank, ends_blank, position)
                if begun is not None:
                    state.add_block(begun)
            else:
                self._leaf(row, position)
        if len(page) in plan.media:
            self._media_at(len(page), (len(text), len(text), -1, -1))
        while len(open_elements) > 1:
            state.close_last()

    def _special_row(self, row: int, position: TextPosition) -> int:
        """Media, atoms, links back from footnotes and parentheses around ruby; returns the next row to visit."""
        plan, state = self.plan, self.state
        if row in plan.media and row not in plan.atoms:
            self._media_at(row, position)
        state.close_until(row)
        if row in plan.parentheses:
            state.flow.stop = int(plan.page.offset[plan.page.end[row]])
            return int(plan.page.end[row])
        if row in plan.footnotes.backlinks:
            return int(plan.page.end[row])
        if row in plan.sidenotes:
            note = plan.sidenotes[row]
            state.add_inline(FootnoteMark(note.label), (position[0], int(plan.page.offset[note.stop]), *position[2:]))
            open_sidenote(state, note)
            return row
        if row not in plan.atoms:
            return row
        atom = plan.atoms[row]
        position = position[0], int(plan.page.offset[atom.stop]), *position[2:]
        if state.listing is not None:
            state.listing.add(atom.text, position, state)
        elif isinstance(atom, FormulaAtom):
            state.add_inline(Formula(atom.tex, atom.display), position)
        else:
            state.add_inline(FootnoteMark(atom.label), position)
        return atom.stop

    def _media_at(self, row: int, position: TextPosition) -> None:
        """Media at a row or before it; they may be the last thing in an element that ends before the row."""
        state = self.state
        for placed in self.plan.media[row]:
            while state.open_elements[-1].end <= placed.parent or state.open_elements[-1].row > placed.parent:
                state.close_last()
            if placed.media.kind == "embed" and any(isinstance(style, Link) for style in state.flow.styles):
                continue
            if state.listing is None:
                state.add_inline(InlineMedia(placed.media), position)
            else:
                state.listing.media.append(placed.media)

    def _leaf(self, row: int, position: TextPosition) -> None:
        """A leaf that may be preformatted, begin with the label of its footnote, or contain formulas."""
        text, (start, stop, *place) = self.plan.page.text, position
        if row in self.plan.footnotes.cuts:
            start += self.plan.footnotes.cuts[row]
            if start == stop:
                return
        if self.spans and self.spans[-1].start < stop:
            self._leaf_with_formulas(text, (start, stop, place[0], place[1]))
        else:
            self._text(text[start:stop], (start, stop, place[0], place[1]))

    def _leaf_with_formulas(self, text: str, position: TextPosition) -> None:
        """A leaf in parts: text, and the formulas in it, which are the last of ``spans``."""
        at, stop, *place = position
        while self.spans and self.spans[-1].start < stop:
            span = self.spans.pop()
            if text[at : span.start].strip():
                self._text(text[at : span.start], (at, span.start, place[0], place[1]))
            elif at < span.start:
                self.state.flow.pending_space = True
            if self.state.listing is None:
                self.state.add_inline(Formula(span.tex, span.display), (span.start, span.stop, place[0], place[1]))
            at = span.stop
        if text[at:stop].strip():
            self._text(text[at:stop], (at, stop, place[0], place[1]))
        elif at < stop:
            self.state.flow.pending_space = True

    def _text(self, raw: str, position: TextPosition) -> None:
        state = self.state
        flow = state.flow
        if state.listing is not None:
            state.listing.add(raw, position, state)
        elif flow.keeps_lines:
            flow.add_lines(self.plan.page.text[flow.stop : position[0]], raw, position)
        else:
            begun = flow.add_text(raw, position)
            if begun is not None:
                state.add_block(begun)

    def _element(self, row: int, end: int, tag: int, kind: int) -> None:
        state = self.state
        own = self.plan.scopes.get(row)
        if kind == _NONE and own is None and row not in self.plan.footnotes.notes:
            return
        outer = state.scope
        if own is not None:
            state.scope = own[0] or outer[0], own[1] or outer[1]
        open_inline = INLINE_HANDLERS.get(kind)
        if open_inline is not None:
            opened = open_inline(state, row, end, tag, own)
        elif kind == _NONE and own is not None and not tags.BLOCK[tag]:
            opened = open_style(state, row, end, "span", own)
        else:
            opened = self._part_of_line(row, end, tag) if state.flow.spans_blocks else self._block(row, end, tag, kind)
            if opened is None and own is not None:
                opened = OpenElement(row, end)
        if opened is None:
            state.scope = outer
        else:
            opened.outer_scope = outer
            state.open_elements.append(opened)

    def _part_of_line(self, row: int, end: int, tag: int) -> OpenElement | None:
        """A block inside one that consists of one line: only the line breaks of preformatted text are kept."""
        flow = self.state.flow
        if not tags.PREFORMATTED[tag] or flow.keeps_lines:
            return None
        flow.keeps_lines, flow.stop = True, int(self.plan.page.offset[row])
        return OpenPreformattedPart(row, end)

    def _block(self, row: int, end: int, tag: int, kind: int) -> OpenElement | None:
        state = self.state
        state.flow.close()
        opened: OpenElement | None = None
        if kind in BLOCK_HANDLERS:
            opened = BLOCK_HANDLERS[kind](state, row, end, tag)
        elif kind != _NONE and (len(state.containers) < MAX_NESTING or row in self.plan.captions.rows):
            container = CONTAINER_HANDLERS[kind](state, row, end, tag)
            if container is not None:
                state.containers.append(container)
                opened = container
        label = self.plan.footnotes.notes.get(row)
        if label is not None and len(state.containers) < MAX_NESTING:
            opened = open_footnote(state, row, end, label, opened)
        return opened
