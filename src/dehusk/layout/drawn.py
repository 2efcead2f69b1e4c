"""A browser's snapshot of a document as a Page with its Layout: the same nodes, so the rows are the same.

``DOMSnapshot.captureSnapshot`` answers with the drawn tree as flat columns in document order, and with the boxes and
styles of its nodes. Both Page and Layout are made from that one answer: nothing is matched, nothing can slip.

The tree is the *flat* tree that the browser drew: a shadow root's content stands in its host, slotted nodes in
their slots. What is a row is as in ``dehusk.page.parse``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.layout.columns import Layout
from dehusk.page import HeadItem, Hidden, Page, tags
from dehusk.page.parse import PARSER_DEPTH, SKIPPED, VOID_HEAD_ITEMS, astray, is_json_ld
from dehusk.page.text import encodable

if TYPE_CHECKING:
    from dehusk.limits import Limits
    from dehusk.page import Attributes
    from dehusk.page.text import Bools, Floats, Ints

STYLES = ("visibility", "opacity", "position", "font-size", "overflow-x", "overflow-y")
"""The computed styles that a snapshot must have, in this order."""

_ELEMENT, _TEXT = 1, 3
# Boxes this thin that clip what is in them hide it: text for screen readers, folded menus.
_THIN = 2.0
# Worth dropping though there is no text in them.
_GONE = tags.tag_table("img picture svg video audio canvas iframe embed object template")
_DETAILS = tags.tag_table("details")


def drawn_page(
    snapshot: dict[str, Any], *, url: str | None, window: tuple[int, int], limits: Limits, hidden: str = "drop"
) -> Page:
    """The page of a snapshot, with its layout; ``hidden="drop"`` leaves out text that is not visible."""
    document, strings = snapshot["documents"][0], snapshot["strings"]
    rows = _Rows(document["nodes"], strings, limits)
    rows.walk()
    page = rows.page(url)
    layout = _layout(page, rows, document, strings, window)
    return drop_unseen(replace(page, layout=layout), hidden)


def drop_unseen(page: Page, policy: str) -> Page:
    """A drawn page without the text that its layout does not show, unless that is most of the text.

    Folded ``<details>`` stay: a reader can open them.
    """
    layout = page.layout
    if layout is None:
        return page
    dead = ~page.above(layout.visible) & ~page.inside(_DETAILS[page.tag])
    drop = page.inside(dead & page.above((page.chars > 0) | _GONE[page.tag]))
    drop[0] = False
    chars = int(page.chars[drop].sum())
    keep = policy == "keep" or chars * 2 > int(page.chars.sum())
    if keep:
        return replace(page, hidden=Hidden(chars, kept=chars > 0))
    return page.without(drop, Hidden(chars))


@dataclass
class _Rows:
    """The rows of a page, collected from the nodes of a snapshot in one walk."""

    nodes: dict[str, Any]
    strings: list[str]
    limits: Limits
    tag: list[int] = field(default_factory=lambda: [tags.NUMBERS["body"]])
    parent: list[int] = field(default_factory=lambda: [-1])
    depth: list[int] = field(default_factory=lambda: [0])
    attrs: list[Attributes] = field(default_factory=lambda: [()])
    texts: list[str] = field(default_factory=lambda: [""])
    head: list[HeadItem] = field(default_factory=list)
    root_attrs: Attributes = ()
    scripts: int = 0
    frames: int = 0
    cut: list[str] = field(default_factory=list)
    row_of_node: list[int] = field(default_factory=list)
    """The row of a node that is one, or whose text went to one; -1 for others."""

    def walk(self) -> None:
        """Go through the nodes once. A node's place is the row that its children hang from; -1: none of them do."""
        parents, names, values = self.nodes["parentIndex"], self.nodes["nodeName"], self.nodes["nodeValue"]
        place = [-1] * len(parents)
        self.row_of_node = [-1] * len(parents)
        too_deep, last_text = False, -1
        pseudo = set(self.nodes.get("pseudoType", {}).get("index", ()))
        deepest = min(self.limits.depth, PARSER_DEPTH)
        for node, kind in enumerate(self.nodes["nodeType"]):
            above = place[parents[node]] if node else -1
            if kind == _TEXT:
                if above >= 0:
                    last_text = self._text(node, above, last_text, self.strings[values[node]])
                continue
            if kind != _ELEMENT or node in pseudo:
                continue
            name = self.strings[names[node]]
            # Names of HTML elements come in capitals, those of SVG and MathML as they are.
            name = name.lower() if name == name.upper() else name
            self.scripts += name == "script"
            if above < 0:
                if name == "body" and self._is_root(parents[node]):
                    place[node], self.row_of_node[node], self.attrs[0] = 0, 0, self._attributes(node)
                else:
                    self._aside(node, name)
                continue
            if name in SKIPPED:
                self._aside(node, name)
                continue
            self.frames += name in {"iframe", "frame"}
            last_text = -1
            if len(self.tag) >= self.limits.nodes:
                self.cut.append(f"the page after {self.limits.nodes:,} nodes")
                break
            if self.depth[above] >= deepest:
                too_deep = True
                place[node] = above
                continue
            place[node] = self.row_of_node[node] = self._add(self._number(name), above, self._attributes(node))
        if too_deep:
            self.cut.append(f"elements nested deeper than {deepest:,} (their text is kept)")

    def _text(self, node: int, above: int, last: int, text: str) -> int:
        # Text on both sides of a comment or script is one leaf, as is what the browser stored in pieces.
        if last < 0 or self.parent[last] != above or last != len(self.tag) - 1:
            last = self._add(tags.TEXT, above, ())
        self.texts[last] += text
        self.row_of_node[node] = last
        return last

    def _add(self, tag: int, parent: int, attrs: Attributes) -> int:
        self.tag.append(tag)
        self.parent.append(parent)
        self.depth.append(self.depth[parent] + 1)
        self.attrs.append(attrs)
        self.texts.append("")
        return len(self.tag) - 1

    def _number(self, name: str) -> int:
        number = tags.NUMBERS.get(name)
        if number is None:
            number = self._extra.setdefault(name, min(len(tags.NUMBERS) + len(self._extra), (1 << 16) - 1))
        return number

    def __post_init__(self) -> None:
        self._extra: dict[str, int] = {}

    def _attributes(self, node: int) -> Attributes:
        pairs = self.nodes["attributes"][node]
        text = self.strings
        return tuple(
            (text[pairs[place]], (text[pairs[place + 1]] if pairs[place + 1] >= 0 else "") or None)
            for place in range(0, len(pairs), 2)
        )

    def _is_root(self, node: int) -> bool:
        """Whether a node is the HTML element; anything else can hold a BODY only by a script's doing."""
        return node >= 0 and self.nodes["parentIndex"][node] == 0

    def _aside(self, node: int, name: str) -> None:
        """What is no row but worth keeping: the attributes of HTML, the head's items, titles and JSON-LD."""
        attrs = self._attributes(node)
        if name == "html" and self._is_root(node):
            self.root_attrs = attrs
        elif name in VOID_HEAD_ITEMS:
            self.head.append(HeadItem(name, attrs, ""))
        elif self._speaks(node, name, attrs):
            self.head.append(HeadItem(name, attrs, self._content(node)))

    def _speaks(self, node: int, name: str, attrs: Attributes) -> bool:
        return is_json_ld(name, attrs) or (name == "title" and not self._in_svg(node))

    def _in_svg(self, node: int) -> bool:
        names, parents = self.nodes["nodeName"], self.nodes["parentIndex"]
        while (node := parents[node]) > 0:
            if self.strings[names[node]] == "svg":
                return True
        return False

    def _content(self, node: int) -> str:
        """The text directly below a node: the nodes that follow it as long as they are its children."""
        parents, values, pieces = self.nodes["parentIndex"], self.nodes["nodeValue"], []
        for child in range(node + 1, len(parents)):
            if parents[child] != node:
                break
            pieces.append(self.strings[values[child]] if values[child] >= 0 else "")
        return "".join(pieces)

    def page(self, url: str | None) -> Page:
        rows = len(self.tag)
        end = list(range(1, rows + 1))
        # Children before parents: a row's end is that of its last descendant.
        for row in range(rows - 1, 0, -1):
            end[self.parent[row]] = max(end[self.parent[row]], end[row])
        tag = np.array(self.tag, dtype=np.uint16)
        texts = list(map(encodable, self.texts))
        offset = np.zeros(rows + 1, dtype=np.intp)
        np.cumsum(np.fromiter(map(len, texts), np.intp, rows), out=offset[1:])
        return Page(
            text="".join(texts),
            offset=offset,
            tag=tag,
            parent=np.array(self.parent, dtype=np.intp),
            end=np.array(end, dtype=np.intp),
            depth=np.array(self.depth, dtype=np.intp),
            attrs=tuple(self.attrs),
            extra_tags=tuple(self._extra),
            head=(*self.head, *astray(tag, self.attrs)),
            root_attrs=self.root_attrs,
            url=url,
            scripts=self.scripts,
            cut=tuple(self.cut),
        )


def _layout(page: Page, rows: _Rows, document: dict[str, Any], strings: list[str], window: tuple[int, int]) -> Layout:
    entries = document["layout"]
    row = np.array(rows.row_of_node, dtype=np.intp)[np.array(entries["nodeIndex"], dtype=np.intp)]
    drawn = row >= 0
    row = row[drawn]
    boxes = np.array(entries["bounds"], dtype=np.float64).reshape(-1, 4)[drawn]
    styles = _Styles([entries["styles"][place] for place in np.flatnonzero(drawn).tolist()], strings)
    x, y, width, height = _unions(row, boxes, len(page))

    def rows_where(mask: Bools) -> Bools:
        found = np.zeros(len(page), dtype=np.bool_)
        found[row[mask]] = True
        return found

    # A text leaf has the styles of its element, some of which are not inherited.
    element = page.is_element
    clips = element & rows_where(styles.is_not("overflow-x", "visible") | styles.is_not("overflow-y", "visible"))
    thin = clips & ((width < _THIN) | (height < _THIN))
    unseen = thin | (element & rows_where(styles.numbers("opacity") == 0))
    outside = (width > 0) & (height > 0) & ((x + width <= 0) | (y + height <= 0))
    font_size = np.zeros(len(page))
    font_size[row] = styles.numbers("font-size")
    notes = [f"the documents in {rows.frames} frames"] if rows.frames else []
    return Layout(
        x=x,
        y=y,
        width=width,
        height=height,
        visible=rows_where(~styles.is_not("visibility", "visible")) & ~page.inside(unseen) & ~outside,
        fixed=page.inside(element & rows_where(~styles.is_not("position", "fixed"))),
        font_size=font_size,
        window=window,
        document=(max(float(document["contentWidth"]), window[0]), max(float(document["contentHeight"]), window[1])),
        notes=tuple(notes),
    )


def _unions(row: Ints, boxes: Floats, rows: int) -> tuple[Floats, Floats, Floats, Floats]:
    """The smallest box around all boxes of a row, those of no size aside."""
    sized = (boxes[:, 2] > 0) | (boxes[:, 3] > 0)
    row, boxes = row[sized], boxes[sized]
    low, high = np.full((rows, 2), np.inf), np.full((rows, 2), -np.inf)
    np.minimum.at(low, row, boxes[:, :2])
    np.maximum.at(high, row, boxes[:, :2] + boxes[:, 2:])
    missing = np.isinf(low)
    low[missing], high[missing] = 0.0, 0.0
    size = high - low
    return low[:, 0].copy(), low[:, 1].copy(), size[:, 0].copy(), size[:, 1].copy()


class _Styles:
    """The computed styles of layout entries, by name."""

    def __init__(self, entries: list[list[int]], strings: list[str]) -> None:
        # The document's own entry has no styles.
        full = [entry or [-1] * len(STYLES) for entry in entries]
        self.columns = np.array(full, dtype=np.intp).reshape(-1, len(STYLES))
        self.strings = strings

    def _values(self, name: str) -> tuple[list[str], Ints]:
        kinds, place = np.unique(self.columns[:, STYLES.index(name)], return_inverse=True)
        return [self.strings[kind] if kind >= 0 else "" for kind in kinds.tolist()], place

    def is_not(self, name: str, value: str) -> Bools:
        values, place = self._values(name)
        return np.array([found != value for found in values], dtype=np.bool_)[place]

    def numbers(self, name: str) -> Floats:
        values, place = self._values(name)
        return np.array([_number(found) for found in values], dtype=np.float64)[place]


def _number(text: str) -> float:
    try:
        return float(text.removesuffix("px"))
    except ValueError:
        return 1.0
