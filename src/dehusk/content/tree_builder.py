"""From a selection to the content tree: one walk over the rows of the content.

The walk keeps the elements that are open, as a parser does. A line of text begins at the first leaf of a paragraph, and
links and styles that are open around it are begun again in it, so a link around three blocks becomes three links.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk.content.atoms import FormulaAtom
from dehusk.content.element_handlers import (
    BLOCK_HANDLERS,
    CONTAINER_HANDLERS,
    INLINE_HANDLERS,
    MAX_NESTING,
    open_footnote,
    open_style,
)
from dehusk.content.element_kinds import KIND_OF_TAG, ElementKind
from dehusk.content.tree_nodes import ContentTree, FootnoteMark, Formula, InlineMedia
from dehusk.content.tree_plan import plan_tree
from dehusk.content.tree_state import OpenElement, TreeState
from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt

    from dehusk.content.atoms import Atoms
    from dehusk.content.inline_flow import TextPosition
    from dehusk.content.media import PlacedMedia
    from dehusk.content.tree_plan import TreePlan
    from dehusk.methods import Selection
    from dehusk.page import Page

_NONE = int(ElementKind.NONE)
_WORD = re.compile(r"\w")


def build_tree(page: Page, selection: Selection, media: list[PlacedMedia], atoms: Atoms) -> ContentTree:
    """The content as a tree.

    >>> from dehusk import extract
    >>> extract("<h2>Tea</h2><ul><li>green<li>black</ul>").tree.children[0]
    Heading(level=2, children=['Tea'])
    """
    plan = plan_tree(page, selection, media, atoms)
    tree = ContentTree([], *plan.root_scope)
    _Walk(plan, tree).run()
    return tree


class _Walk:
    def __init__(self, plan: TreePlan, tree: ContentTree) -> None:
        self.plan = plan
        self.state = TreeState(plan, tree.children)

    def run(self) -> None:
        plan, page, rows, state = self.plan, self.plan.page, self.plan.rows, self.state
        tag, offset = page.tag[rows], page.offset
        elements = (rows, page.end[rows], tag, KIND_OF_TAG[tag])
        positions = (offset[rows], offset[rows + 1], page.paragraph[rows], page.block[rows])
        special = {*plan.media, *plan.atoms, *plan.footnotes.backlinks}
        open_elements, text = state.open_elements, page.text
        skip = 0
        for (row, end, number, kind), position in zip(_rowwise(*elements), _rowwise(*positions), strict=True):
            if row < skip:
                continue
            if row in special:
                skip = self._special_row(row, (position[0], position[0], position[2], position[3]))
                if row < skip:
                    continue
            while open_elements[-1].end <= row:
                state.close_last()
            if number == tags.TEXT:
                self._leaf(text[position[0] : position[1]], position)
            else:
                self._element(row, end, number, kind)
        if len(page) in plan.media:
            self._media_at(len(page), (len(text), len(text), -1, -1))
        while len(open_elements) > 1:
            state.close_last()

    def _special_row(self, row: int, position: TextPosition) -> int:
        """Media, atoms, and links back from footnotes; returns the next row to visit."""
        plan, state = self.plan, self.state
        if row in plan.media and row not in plan.atoms:
            self._media_at(row, position)
        state.close_until(row)
        if row in plan.footnotes.backlinks:
            return int(plan.page.end[row])
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
            if state.listing is None:
                state.add_inline(InlineMedia(placed.media), position)
            else:
                state.listing.media.append(placed.media)

    def _leaf(self, raw: str, position: TextPosition) -> None:
        state = self.state
        flow = state.flow
        if state.listing is not None:
            state.listing.add(raw, position, state)
        elif flow.ruby_parentheses and not _WORD.search(raw):
            flow.stop = position[1]
        else:
            begun = flow.add_text(raw, position)
            if begun is not None:
                state.add_block(begun)

    def _element(self, row: int, end: int, tag: int, kind: int) -> None:
        state = self.state
        if state.listing is not None:
            return
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
            opened = None if state.flow.spans_blocks else self._block(row, end, tag, kind)
            if opened is None and own is not None:
                opened = OpenElement(row, end)
        if opened is None:
            state.scope = outer
        else:
            opened.outer_scope = outer
            state.open_elements.append(opened)

    def _block(self, row: int, end: int, tag: int, kind: int) -> OpenElement | None:
        state = self.state
        state.flow.close()
        opened: OpenElement | None = None
        if kind in BLOCK_HANDLERS:
            opened = BLOCK_HANDLERS[kind](state, row, end, tag)
        elif kind != _NONE and len(state.containers) < MAX_NESTING:
            container = CONTAINER_HANDLERS[kind](state, row, end, tag)
            if container is not None:
                state.containers.append(container)
                opened = container
        label = self.plan.footnotes.notes.get(row)
        if label is not None and len(state.containers) < MAX_NESTING:
            opened = open_footnote(state, row, end, label, opened)
        return opened


def _rowwise(*columns: npt.NDArray[np.integer]) -> Iterator[tuple[int, int, int, int]]:
    """Four columns, row by row."""
    first, second, third, fourth = (column.tolist() for column in columns)
    return zip(first, second, third, fourth, strict=True)
