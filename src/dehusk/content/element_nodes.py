"""What each element that the tree builder visits becomes, if it is at a place for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.atoms import FormulaAtom
from dehusk.content.code_language import code_language
from dehusk.content.element_kinds import STYLE_OF_TAG, ElementKind
from dehusk.content.embeds import post_address
from dehusk.content.tree_nodes import (
    BlockQuote,
    CodeBlock,
    DefinitionList,
    DefinitionPart,
    FigureBlock,
    FigureCaption,
    FootnoteMark,
    Formula,
    Heading,
    Link,
    ListBlock,
    ListItem,
    Table,
    TableCell,
)
from dehusk.content.urls import base_url, safe_url
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.content.atoms import Atom
    from dehusk.content.tree_plan import TreePlan
    from dehusk.page.attributes import AttributeValues

_OL = tags.NUMBERS["ol"]
_LI = tags.NUMBERS["li"]
_DT = tags.NUMBERS["dt"]
_TH = tags.NUMBERS["th"]
_THEAD = tags.NUMBERS["thead"]
_NUMBER = re.compile(r"\s*(-?\d{1,9})")
_MAX_SPAN = 1000
_ATTRIBUTES = frozenset({"href", "title", "start", "reversed", "value", "colspan", "rowspan", "cite"})


class ElementNodes(NamedTuple):
    """The nodes of the elements that are visited, and what the walk needs to know of some."""

    nodes: list[object]
    """Node by place among the rows to visit; the name of a style; None for text and elements that become nothing."""
    numbering: dict[int, tuple[int, int]]
    """Ordered list -> the number of its first item, and the step from one to the next."""
    values: dict[int, int]
    """Item -> the number that it states."""
    posts: set[int]
    """The quotations that are embedded posts; they end with the address of the post."""
    atoms: dict[int, Formula | FootnoteMark]
    """First row of an atom -> its node."""


def element_nodes(plan: TreePlan) -> ElementNodes:
    """The nodes of the elements of a plan."""
    return _ElementNodes(plan).all_nodes()


class _ElementNodes:
    def __init__(self, plan: TreePlan) -> None:
        self.plan, self.page = plan, plan.page
        self.numbering: dict[int, tuple[int, int]] = {}
        self.values: dict[int, int] = {}
        self.posts: set[int] = set()
        self.base = base_url(plan.page)

    def all_nodes(self) -> ElementNodes:
        plan, page = self.plan, self.page
        nodes: list[object] = [None] * len(plan.rows)
        places = _HAS_NODE[plan.kinds].nonzero()[0]
        rows = plan.rows[places]
        columns = (column.tolist() for column in (places, page.tag[rows], plan.kinds[places]))
        numbers = rows.tolist()
        attributes = page.attrs.values_of(numbers, _ATTRIBUTES)
        for row, given, place, tag, kind in zip(numbers, attributes, *columns, strict=True):
            nodes[place] = NODE_MAKERS[kind](self, row, tag, given)
        atoms = {row: _atom_node(atom) for row, atom in plan.atoms.items()}
        return ElementNodes(nodes, self.numbering, self.values, self.posts, atoms)

    def style(self, _row: int, tag: int, _given: AttributeValues) -> str:
        return STYLE_OF_TAG.get(tag, "span")

    def link(self, _row: int, _tag: int, given: AttributeValues) -> Link | None:
        url = safe_url(given["href"] or "", self.base) if "href" in given else None
        if url is None:
            return None
        title = given.get("title")
        return Link(url, [], (collapse(title) or None) if title else None)

    def heading(self, _row: int, tag: int, _given: AttributeValues) -> Heading:
        return Heading(int(tags.HEADING_LEVEL[tag]))

    def listing(self, row: int, _tag: int, _given: AttributeValues) -> CodeBlock:
        return CodeBlock("", code_language(self.page, row))

    def list_block(self, row: int, tag: int, given: AttributeValues) -> ListBlock:
        page = self.page
        if tag != _OL:
            return ListBlock()
        start, is_reversed = _number(given, "start"), "reversed" in given
        if start is not None or is_reversed:
            below = slice(row, page.end[row])
            items = np.sum((page.tag[below] == _LI) & (page.parent[below] == row)) if is_reversed else 1
            self.numbering[row] = int(items) if start is None else start, -1 if is_reversed else 1
        return ListBlock(True)

    def item(self, row: int, _tag: int, given: AttributeValues) -> ListItem | None:
        stated = _number(given, "value")
        if stated is not None:
            self.values[row] = stated
        return ListItem() if self.plan.has_content[row] else None

    def definition_list(self, _row: int, _tag: int, _given: AttributeValues) -> DefinitionList:
        return DefinitionList()

    def definition_part(self, _row: int, tag: int, _given: AttributeValues) -> DefinitionPart:
        return DefinitionPart(tag == _DT)

    def table(self, row: int, _tag: int, _given: AttributeValues) -> Table | None:
        return Table() if row in self.plan.tables else None

    def cell(self, row: int, tag: int, given: AttributeValues) -> TableCell | None:
        page = self.page
        if not self.plan.tables:
            return None
        header = tag == _TH or bool(page.tag[page.parent[page.parent[row]]] == _THEAD)
        return TableCell([], header, _span(given, "colspan"), _span(given, "rowspan"))

    def quote(self, row: int, _tag: int, given: AttributeValues) -> BlockQuote:
        cite, callout = given.get("cite"), self.plan.callouts.get(row)
        post = None if callout else post_address(self.page, row, self.base)
        if post is not None:
            self.posts.add(row)
        return BlockQuote(cite=post or (safe_url(cite, self.base) if cite else None), callout=callout)

    def figure(self, _row: int, _tag: int, _given: AttributeValues) -> FigureBlock:
        return FigureBlock()

    def figure_caption(self, row: int, _tag: int, _given: AttributeValues) -> FigureCaption:
        return FigureCaption(of_media=row in self.plan.captions.rows)


def _atom_node(atom: Atom) -> Formula | FootnoteMark:
    return Formula(atom.tex, atom.display) if isinstance(atom, FormulaAtom) else FootnoteMark(atom.label)


def _number(given: AttributeValues, name: str) -> int | None:
    stated = _NUMBER.match(given[name] or "") if name in given else None
    return int(stated[1]) if stated else None


def _span(given: AttributeValues, name: str) -> int:
    return min(max(_number(given, name) or 1, 1), _MAX_SPAN)


NODE_MAKERS: dict[int, Callable[[_ElementNodes, int, int, AttributeValues], object]] = {
    ElementKind.STYLE: _ElementNodes.style,
    ElementKind.LINK: _ElementNodes.link,
    ElementKind.HEADING: _ElementNodes.heading,
    ElementKind.PREFORMATTED: _ElementNodes.listing,
    ElementKind.LIST: _ElementNodes.list_block,
    ElementKind.ITEM: _ElementNodes.item,
    ElementKind.DEFINITION_LIST: _ElementNodes.definition_list,
    ElementKind.DEFINITION_PART: _ElementNodes.definition_part,
    ElementKind.TABLE: _ElementNodes.table,
    ElementKind.CELL: _ElementNodes.cell,
    ElementKind.QUOTE: _ElementNodes.quote,
    ElementKind.FIGURE: _ElementNodes.figure,
    ElementKind.FIGURE_CAPTION: _ElementNodes.figure_caption,
}
"""Kind -> the method that makes its node; elements of other kinds have none."""
_HAS_NODE = np.zeros(len(ElementKind), dtype=np.bool_)
_HAS_NODE[list(NODE_MAKERS)] = True
