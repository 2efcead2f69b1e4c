"""From a selection to the content tree: one walk over the rows that are content.

The walk keeps what is open, as a parser does. A line of text begins at the first leaf of a paragraph, and links
and emphasis that are open around it are begun in it anew, so a link around three blocks becomes three links.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.content import kinds
from dehusk.content.atoms import is_formula
from dehusk.content.flow import Flow
from dehusk.content.programming import language
from dehusk.content.tables import data_tables
from dehusk.content.tree import (
    Caption,
    Cell,
    Code,
    Definition,
    Definitions,
    Document,
    Figure,
    Heading,
    Image,
    Item,
    Link,
    List,
    Note,
    Quote,
    Rule,
    Styled,
    Table,
)
from dehusk.content.urls import base_url, safe_url
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from dehusk.content.atoms import Atom, Atoms
    from dehusk.content.flow import Place
    from dehusk.content.media import Placed
    from dehusk.content.tree import Block, Directed, Inline
    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

MAX_NESTING = 32
"""Lists, quotes and tables in one another; what is deeper is written on this level. It bounds what indenting costs,
and the depth to which writers call themselves."""
MAX_STYLES = 12
# Signs are written around these, so they are words apart in every format.
_ALWAYS = frozenset({"q", "rt", "ruby"})

_BODY = tags.NUMBERS["body"]
_OL = tags.NUMBERS["ol"]
_LI = tags.NUMBERS["li"]
_HR = tags.NUMBERS["hr"]
_H1 = tags.NUMBERS["h1"]
_DT = tags.NUMBERS["dt"]
_TH = tags.NUMBERS["th"]
_THEAD = tags.NUMBERS["thead"]
_GRID = tags.tag_table("tr td th")
_MEDIA = frozenset({"image", "video", "audio"})
_NUMBER = re.compile(r"\s*(-?\d{1,9})")
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_WORD = re.compile(r"\w")

Scope = tuple[str | None, str | None]
"""Direction and language."""


class _Open:
    """An element that the walk is in; what stands last is for those that hold blocks."""

    __slots__ = ("children", "end", "kind", "next", "node", "outside", "row", "scope", "step", "tag")
    node: Any
    scope: Scope
    children: list[Block] | None
    next: int
    step: int

    def __init__(self, row: int, end: int, tag: int, kind: int, outside: Scope) -> None:
        self.row, self.end, self.tag, self.kind, self.outside = row, end, tag, kind, outside


def build_tree(page: Page, selection: Selection, media: list[Placed], found: Atoms) -> Document:
    """The content as a tree.

    >>> from dehusk import extract
    >>> extract("<h2>Tea</h2><ul><li>green<li>black</ul>").tree.children[0]
    Heading(level=2, children=['Tea'])
    """
    return _Builder(page, selection, media, found).document()


class _Builder:
    def __init__(self, page: Page, selection: Selection, media: list[Placed], found: Atoms) -> None:
        self.page = page
        self.base = base_url(page)
        self.atoms = {atom.first: atom for atom in found.found}
        self.notes = found.notes
        self.media: dict[int, list[Placed]] = {}
        for placed in media:
            if placed.media.kind in _MEDIA:
                self._note_media(placed, found.found)
        self.above = self._above(selection.keep, found.above)
        self.tables = data_tables(page, self.above)
        self.scopes = _scopes(page, self.above)
        self.rows = self._wanted(selection.keep)
        self.stack: list[_Open] = []
        self.containers: list[_Open] = []
        self.rule: _Open | None = None
        self.orphans: List | None = None
        self.code: list[str] | None = None
        """The listing that the walk is in."""
        self.kept_aside: list[Placed] = []
        """Media in it."""
        self.flow = Flow()

    def _note_media(self, placed: Placed, found: list[Atom]) -> None:
        """Where a picture goes: after the atom that it is in, nowhere if it draws that formula once more."""
        place = bisect_right(found, placed.before, key=lambda atom: atom.first) - 1
        if place >= 0 and placed.before < found[place].stop:
            if is_formula(self.page, placed.before):
                return
            placed = placed._replace(before=found[place].stop, parent=int(self.page.parent[found[place].first]))
        self.media.setdefault(placed.before, []).append(placed)

    # ---- which rows --------------------------------------------------------------------------------

    def _above(self, keep: Bools, kept_above: Bools) -> Bools:
        """Rows that have content below them, text or not."""
        extra = [placed.parent for all_placed in self.media.values() for placed in all_placed]
        extra += list(self.atoms)
        if all(kept_above[row] for row in extra):
            return kept_above
        mask = keep.copy()
        mask[extra] = True
        return self.page.above(mask)

    def _wanted(self, keep: Bools) -> Ints:
        page, tag = self.page, self.page.tag
        wanted = keep | ((kinds.KIND[tag] > 0) & self.above)
        kept = np.flatnonzero(keep)
        if len(kept):
            wanted[kept[0] : kept[-1]] |= tag[kept[0] : kept[-1]] == _HR
        # Numbers count what was dropped, and a row of a table has all its cells.
        counted = (tag == _OL) & self.above
        if counted.any():
            wanted |= (tag == _LI) & counted[page.parent]
        if self.tables:
            mask = np.zeros(len(page), dtype=np.bool_)
            mask[list(self.tables)] = True
            wanted |= page.inside(mask) & _GRID[tag]
        wanted[list(self.scopes)] = True
        wanted[list(self.notes.notes)] = True
        for atom in self.atoms.values():
            wanted[atom.first : atom.stop] = False
            wanted[atom.first] = True
        wanted[[row for row in self.media if row < len(page)]] = True
        wanted[0] = False
        return np.flatnonzero(wanted)

    # ---- the walk ----------------------------------------------------------------------------------

    def document(self) -> Document:
        page, rows = self.page, self.rows
        document = Document()
        document.dir, document.lang = scope = _root_scope(page)
        root = _Open(0, len(page) + 1, _BODY, kinds.NOTHING, scope)
        root.children, root.scope = document.children, scope
        self.scope = scope
        self.stack.append(root)
        self.containers.append(root)
        tag, offset = page.tag[rows], page.offset
        elements = (rows, page.end[rows], tag, kinds.KIND[tag])
        places = (offset[rows], offset[rows + 1], page.paragraph[rows], page.block[rows])
        stack, text, special = self.stack, page.text, {*self.media, *self.atoms, *self.notes.backs}
        skip = 0
        for (row, end, number, kind), place in zip(_rowwise(*elements), _rowwise(*places), strict=True):
            if row < skip:
                continue
            if row in special:
                skip = self._special(row, (place[0], place[0], place[2], place[3]))
                if row < skip:
                    continue
            while stack[-1].end <= row:
                self._close(stack.pop())
            if number == tags.TEXT:
                self._leaf(text[place[0] : place[1]], place)
            else:
                self._element(row, end, number, kind)
        if len(page) in self.media:
            self._place(len(page), (len(text), len(text), -1, -1))
        while len(stack) > 1:
            self._close(stack.pop())
        return document

    def _special(self, row: int, place: Place) -> int:
        """Media, atoms, and links back from notes; the first row that is still to come."""
        if row in self.media and row not in self.atoms:
            self._place(row, place)
        while self.stack[-1].end <= row:
            self._close(self.stack.pop())
        if row in self.notes.backs:
            return int(self.page.end[row])
        if row not in self.atoms:
            return row
        atom = self.atoms[row]
        place = place[0], int(self.page.offset[atom.stop]), *place[2:]
        if self.code is None:
            self._piece(atom.node, place)
        else:
            self._listing(atom.text, place)
        return atom.stop

    def _place(self, row: int, place: Place) -> None:
        """Media that are this row, or stand before it; they may be the last thing in an element that ends here."""
        stack = self.stack
        for placed in self.media[row]:
            while stack[-1].end <= placed.parent or stack[-1].row > placed.parent:
                self._close(stack.pop())
            if self.code is None:
                self._piece(Image(placed.media), place)
            else:
                self.kept_aside.append(placed)

    def _piece(self, node: Inline, place: Place) -> None:
        begun = self.flow.line(place[2], place[3])
        if begun is not None:
            self._add(begun)
        self.flow.add(node, place)

    def _leaf(self, raw: str, place: Place) -> None:
        flow = self.flow
        if self.code is not None:
            self._listing(raw, place)
        elif flow.in_parenthesis and not _WORD.search(raw):
            flow.stop = place[1]
        else:
            begun = flow.text(raw, place)
            if begun is not None:
                self._add(begun)

    def _listing(self, raw: str, place: Place) -> None:
        """Text of a listing, with the blank text and the line breaks before it."""
        flow, code = self.flow, self.code or []
        start, stop, paragraph, block = place
        gap = self.page.text[flow.stop : start]
        if gap and not gap.isspace():
            gap = "\n" if "\n" in gap else " "
        breaks = block - flow.last_block
        if breaks and code:
            if paragraph == flow.last_paragraph:
                gap = "\n" * breaks + gap
            elif not (code[-1] + gap).endswith("\n"):
                gap += "\n"
        code.append(gap + raw)
        self.code = code
        flow.stop, flow.last_block, flow.last_paragraph = stop, block, paragraph

    # ---- elements ----------------------------------------------------------------------------------

    def _element(self, row: int, end: int, tag: int, kind: int) -> None:
        flow = self.flow
        if self.code is not None:
            return
        own = self.scopes.get(row)
        if kind == kinds.NOTHING and own is None and row not in self.notes.notes:
            return
        opened = _Open(row, end, tag, kind, self.scope)
        if own is not None:
            self.scope = own[0] or self.scope[0], own[1] or self.scope[1]
        if kind == kinds.STYLE or kind == kinds.LINK or kind == kinds.CODE or kind == kinds.RUBY_PARENTHESIS:
            begun = self._inline(opened, own)
        elif kind == kinds.NOTHING and own is not None and not tags.BLOCK[tag]:
            opened.kind = kinds.STYLE
            begun = self._style("span", own)
        else:
            if flow.fixed:
                opened.kind = kinds.NOTHING
            else:
                flow.close()
                self._block(opened, kind)
            begun = opened.kind != kinds.NOTHING or own is not None
        if begun:
            self.stack.append(opened)
        else:
            self.scope = opened.outside

    def _inline(self, opened: _Open, own: Scope | None) -> bool:
        flow = self.flow
        if opened.kind == kinds.STYLE:
            return self._style(kinds.STYLE_OF[opened.tag], own)
        if opened.kind == kinds.LINK:
            return self._link(opened.row)
        if opened.kind == kinds.CODE:
            flow.code_rows.append(opened.row)
        else:
            flow.in_parenthesis += 1
        return True

    def _link(self, row: int) -> bool:
        """A link in a link is none."""
        attrs, styles = dict(self.page.attrs[row]), self.flow.styles
        if "href" not in attrs or (styles and any(isinstance(style, Link) for style in styles)):
            return False
        url, title = safe_url(attrs["href"] or "", self.base), attrs.get("title")
        if url is None:
            return False
        styles.append(Link(url, [], (collapse(title) or None) if title else None))
        return True

    def _style(self, style: str, own: Scope | None) -> bool:
        """Text in B in STRONG is not stronger."""
        flow = self.flow
        inside = [node.style for node in flow.styles if isinstance(node, Styled)]
        new = style not in inside and (style != "rt" or "ruby" in inside)
        if not (new or own is not None) or (len(flow.styles) >= MAX_STYLES and style not in _ALWAYS):
            return False
        flow.styles.append(Styled(style if new else "span", [], *(own or (None, None))))
        return True

    def _block(self, opened: _Open, kind: int) -> None:
        """Begin what a block-level element is in the tree; ``opened.kind`` becomes NOTHING if it is nothing."""
        page, row, around = self.page, opened.row, self.containers[-1]
        opened.kind = kinds.NOTHING
        if kind == kinds.HEADING:
            heading = Heading(opened.tag - _H1 + 1)
            self._add(heading)
            self.flow.begin_fixed(heading.children)
            opened.kind = kind
        elif kind == kinds.PRE:
            opened.node = Code("", language(page, row))
            self.code = []
            self.flow.stop = int(page.offset[row])
            opened.kind = kind
        elif kind == kinds.RULE:
            self.rule = around
        elif kind == kinds.TABLE_CAPTION:
            if around.kind == kinds.TABLE and not around.node.rows:
                self.flow.begin_fixed(around.node.caption)
                opened.kind = kind
        elif len(self.containers) < MAX_NESTING and (node := self._container(opened, kind, around)) is not None:
            opened.kind, opened.node, opened.scope = kind, node, self.scope
            self.containers.append(opened)
        if self.notes.notes and (label := self.notes.notes.get(row)) is not None and len(self.containers) < MAX_NESTING:
            self._note(opened, label)

    def _note(self, opened: _Open, label: str) -> None:
        note = Note(label)
        if opened.kind == kinds.NOTHING:
            self._add(note)
            opened.kind, opened.node, opened.scope = kinds.NOTE, note, self.scope
            self.containers.append(opened)
        elif opened.children is not None:
            opened.children.append(note)
        else:
            return
        opened.children = note.children

    def _container(self, opened: _Open, kind: int, around: _Open) -> Directed | None:
        """The node of an element that holds blocks, put in its place; None if it does not belong here."""
        page, row = self.page, opened.row
        opened.children = None
        if kind == kinds.ITEM:
            return self._item(opened, around)
        if kind == kinds.LIST:
            return self._list(opened)
        if kind == kinds.TABLE:
            return self._table() if row in self.tables else None
        if kind == kinds.ROW and around.kind == kinds.TABLE:
            around.node.rows.append([])
            table: Table = around.node
            return table
        if kind == kinds.CELL and around.kind == kinds.ROW:
            cell = Cell([], bool(opened.tag == _TH or page.tag[page.parent[page.parent[row]]] == _THEAD))
            cell.columns, cell.rows = self._span(row, "colspan"), self._span(row, "rowspan")
            around.node.rows[-1].append(self._direct(cell))
            opened.children = cell.children
            return cell
        if kind == kinds.DEFINITIONS:
            definitions = Definitions()
            self._add(definitions)
            return definitions
        if kind == kinds.DEFINITION and around.kind == kinds.DEFINITIONS:
            part = Definition(opened.tag == _DT)
            around.node.parts.append(self._direct(part))
            opened.children = part.children
            return part
        holder: Quote | Figure | Caption | None = None
        if kind == kinds.QUOTE:
            cite = page.attr(row, "cite")
            holder = Quote(cite=safe_url(cite, self.base) if cite else None)
        elif kind == kinds.FIGURE:
            holder = Figure()
        elif kind == kinds.CAPTION and around.kind == kinds.FIGURE:
            holder = Caption()
        if holder is not None:
            self._add(holder)
            opened.children = holder.children
        return holder

    def _table(self) -> Table:
        table = Table()
        self._add(table)
        return table

    def _span(self, row: int, name: str) -> int:
        stated = _NUMBER.match(self.page.attr(row, name) or "")
        return min(max(int(stated[1]), 1), 1000) if stated else 1

    def _list(self, opened: _Open) -> List:
        page, row = self.page, opened.row
        node = List(opened.tag == _OL)
        opened.next = opened.step = 1
        if node.ordered:
            start = _NUMBER.match(page.attr(row, "start") or "")
            if page.attr(row, "reversed") is not None:
                opened.step = -1
                below = slice(row, opened.end)
                opened.next = int(np.sum((page.tag[below] == _LI) & (page.parent[below] == row)))
            opened.next = int(start[1]) if start else opened.next
        around = self.containers[-1]
        if around.kind == kinds.LIST and around.node.items:
            # A list in a list that is in no item of it belongs to the item before.
            around.node.items[-1].children.append(node)
            return node
        self._add(node)
        return node

    def _item(self, opened: _Open, around: _Open) -> Item | None:
        page, row = self.page, opened.row
        item = Item()
        if around.kind == kinds.LIST:
            if around.node.ordered:
                stated = _NUMBER.match(page.attr(row, "value") or "")
                item.value = int(stated[1]) if stated else around.next
                around.next = item.value + around.step
            if not self.above[row]:
                return None
            around.node.items.append(self._direct(item))
        elif not self.above[row]:
            return None
        else:
            holder = self._holder()
            if not holder or holder[-1] is not self.orphans:
                self.orphans = List()
                self._add(self.orphans)
            assert self.orphans is not None  # noqa: S101 - told to the type checker
            self.orphans.items.append(item)
        opened.children = item.children
        return item

    # ---- putting nodes in their place --------------------------------------------------------------

    def _add(self, node: Any) -> Any:  # noqa: ANN401 - any block, given back as what it is
        around = self.containers[-1]
        holder = self._holder() if around.children is None else around.children
        if self.rule is None and self.scope is around.scope:
            holder.append(node)
            return node
        if self.rule is around and holder and not isinstance(holder[-1], Rule):
            holder.append(Rule())
        self.rule = None
        holder.append(self._direct(node))
        return node

    def _direct(self, node: Any) -> Any:  # noqa: ANN401 - as above
        around = self.containers[-1].scope
        if self.scope is not around:
            node.dir = self.scope[0] if self.scope[0] != around[0] else None
            node.lang = self.scope[1] if self.scope[1] != around[1] else None
        return node

    def _holder(self) -> list[Block]:
        """Where the next block goes; in a list, table or row outside of its parts, a part is made for it."""
        around = self.containers[-1]
        if around.children is not None:
            return around.children
        if around.kind == kinds.LIST:
            item = Item(value=around.next if around.node.ordered else None)
            around.next += around.step
            around.node.items.append(item)
            return item.children
        if around.kind == kinds.DEFINITIONS:
            around.node.parts.append(Definition(term=False))
            children: list[Block] = around.node.parts[-1].children
            return children
        rows: list[list[Cell]] = around.node.rows
        if around.kind == kinds.TABLE:
            rows.append([])
        cell = Cell()
        rows[-1].append(cell)
        return cell.children

    # ---- the end of elements -----------------------------------------------------------------------

    def _close(self, opened: _Open) -> None:
        kind, flow = opened.kind, self.flow
        self.scope = opened.outside
        if kind == kinds.STYLE or kind == kinds.LINK:
            flow.close_style()
        elif kind == kinds.CODE:
            flow.code_rows.pop()
        elif kind == kinds.RUBY_PARENTHESIS:
            flow.in_parenthesis -= 1
        elif kind == kinds.PRE:
            self._close_code(opened.node)
        elif not (flow.fixed and kind == kinds.NOTHING):
            flow.close()
            if self.containers[-1] is opened:
                self.containers.pop()
                if kind == kinds.LIST:
                    self._close_list(opened.node)
                elif kind == kinds.TABLE:
                    _tidy_spans(opened.node)

    def _close_code(self, node: Code) -> None:
        node.text = "".join(self.code or ()).replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        self.code = None
        if node.text:
            self._add(node)
        self.flow.close()
        for placed in self.kept_aside:
            self._piece(Image(placed.media), (self.flow.stop, self.flow.stop, -1, -1))
        self.kept_aside = []
        self.flow.close()

    def _close_list(self, node: List) -> None:
        """Items that are notes stand outside of lists; a list of nothing but dropped items is none."""
        holder = self.containers[-1].children
        if holder is None or not holder or holder[-1] is not node:
            return
        if node.items and not any(_note_of(item) for item in node.items):
            return
        holder.pop()
        run: List | None = None
        for item in node.items:
            if note := _note_of(item):
                holder.append(note)
                run = None
                continue
            if run is None:
                run = List(node.ordered, dir=node.dir, lang=node.lang)
                holder.append(run)
            run.items.append(item)


def _rowwise(*columns: npt.NDArray[np.integer]) -> Iterator[Place]:
    """Four columns, row by row."""
    first, second, third, fourth = (column.tolist() for column in columns)
    return zip(first, second, third, fourth, strict=True)


def _note_of(item: Item) -> Note | None:
    first = item.children[0] if len(item.children) == 1 else None
    return first if isinstance(first, Note) else None


def _tidy_spans(table: Table) -> None:
    """Drop rows without content, and shorten the cells that span them."""
    full = [any(cell.children for cell in row) for row in table.rows]
    upto = np.concatenate(([0], np.cumsum(full))).tolist()
    for place, row in enumerate(table.rows):
        for cell in row:
            cell.rows = max(upto[min(place + cell.rows, len(full))] - upto[place], 1)
    table.rows = [row for row, content in zip(table.rows, full, strict=True) if content]


def _scopes(page: Page, above: Bools) -> dict[int, Scope]:
    """Elements that state a direction or a language."""
    scopes: dict[int, Scope] = {}
    every = page.attrs
    for row in np.flatnonzero(above).tolist():
        for name, _ in every[row]:
            if name == "dir" or name == "lang":
                scopes[row] = _scope(every[row])
                break
    scopes.pop(0, None)
    return {row: scope for row, scope in scopes.items() if scope != (None, None)}


def _scope(attrs: tuple[tuple[str, str | None], ...]) -> Scope:
    values = dict(attrs)
    direction, lang = (values.get("dir") or "").lower(), values.get("lang") or ""
    return direction if direction in {"ltr", "rtl", "auto"} else None, lang if _LANGUAGE.fullmatch(lang) else None


def _root_scope(page: Page) -> Scope:
    body, html = _scope(page.attrs[0]), _scope(page.root_attrs)
    return body[0] or html[0], body[1] or html[1]
