"""A browser's snapshot of a document as a Page with its Layout.

``DOMSnapshot.captureSnapshot`` returns the drawn tree as flat columns in document order, with the boxes and styles of
its nodes. Page and Layout are both made from this one answer, so no two trees have to be matched. The nodes become a
tree as the parser makes one, too, and ``dehusk.page.collect`` alone decides what is a row.

The tree is the *flat* tree that the browser drew: the content of a shadow root is in its host, slotted nodes are in
their slots.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk._core.attribute_loops import encode_pairs
from dehusk._core.html_parser import MAX_NAME
from dehusk._core.html_tree import HtmlTree
from dehusk.layout.boxes import Layout
from dehusk.page import Hidden, Page, tags
from dehusk.page.collect import collect
from dehusk.page.text_measures import encodable

if TYPE_CHECKING:
    from dehusk.limits import Limits
    from dehusk.page.arrays import Bools, Floats, Ints

STYLES = ("visibility", "opacity", "position", "font-size", "overflow-x", "overflow-y")
"""The computed styles that a snapshot must have, in this order."""

_ELEMENT, _TEXT = 1, 3
# Boxes thinner than this many pixels that clip their content hide it: text for screen readers, collapsed menus.
_THIN = 2.0
# Invisible elements of these tags are dropped even if there is no text in them.
_DROPPED_WITHOUT_TEXT = tags.tag_table("img picture svg video audio canvas iframe embed object template")
_DETAILS = tags.tag_table("details")
_FRAME = tags.tag_table("iframe frame")


def drawn_page(
    snapshot: dict[str, Any], *, url: str | None, window: tuple[int, int], limits: Limits, hidden: str = "drop"
) -> Page:
    """The page of a snapshot, with its layout; ``hidden="drop"`` removes text that is not visible."""
    document, strings = snapshot["documents"][0], list(map(encodable, snapshot["strings"]))
    nodes = _Nodes(document["nodes"], strings)
    tree = nodes.tree()
    page = collect(tree, url=url, limits=limits).page
    layout = _layout(page, nodes.rows(tree), document, strings, window)
    return drop_invisible(replace(page, layout=layout), hidden)


def drop_invisible(page: Page, policy: str) -> Page:
    """A drawn page without the text that its layout does not show, unless that is most of the text.

    Closed ``<details>`` are kept: a reader can open them.
    """
    layout = page.layout
    if layout is None:
        return page
    invisible = ~page.above(layout.visible) & ~page.inside(_DETAILS[page.tag])
    drop = page.inside(invisible & page.above((page.chars > 0) | _DROPPED_WITHOUT_TEXT[page.tag]))
    drop[0] = False
    chars = int(page.chars[drop].sum())
    keep = policy == "keep" or chars * 2 > int(page.chars.sum())
    if keep:
        return replace(page, hidden=Hidden(chars, kept=chars > 0))
    return page.without(drop, Hidden(chars))


class _Nodes:
    """The nodes of a snapshot, as a tree."""

    def __init__(self, nodes: dict[str, Any], strings: list[str]) -> None:
        self.strings = strings
        self.parent: list[int] = nodes["parentIndex"]
        self.kind: list[int] = nodes["nodeType"]
        self.name: list[int] = nodes["nodeName"]
        self.value: list[int] = nodes["nodeValue"]
        self.attributes: list[list[int]] = nodes["attributes"]
        self.pseudo = frozenset(nodes.get("pseudoType", {}).get("index", ()))
        self.body = self._body()
        self.place = np.full(len(self.parent), -1, dtype=np.intp)
        """The node of the tree for each node; -1 for those that are not in the tree."""

    def tree(self) -> HtmlTree:
        """The nodes as a tree.

        What scripts have appended to HTML after BODY is left out: it is neither in the body nor in the head.
        """
        tree = HtmlTree(b"", len(self.parent), 0)
        self.place[:1] = 0  # the document
        place = self.place.tolist()
        for node in range(1, self.body.stop or len(self.parent)):
            parent, kind = place[self.parent[node]], self.kind[node]
            if parent < 0 or node in self.pseudo:
                continue
            if kind == _TEXT and (text := self.strings[self.value[node]]):
                self.place[node] = tree.add_text(parent, text)
            elif kind == _ELEMENT:
                name = self._element_name(node)
                place[node] = self.place[node] = tree.add_element(parent, name, self._attributes(node))
                if name == "html" and not tree.root:
                    tree.root = place[node]
        tree.body = place[self.body.start] if len(self.body) else 0
        return tree

    def rows(self, tree: HtmlTree) -> Ints:
        """The row of each node that is a row or whose text is in one; -1 for other nodes."""
        rows = np.where(self.place >= 0, tree.nodes()["row"][self.place], -1)
        rows[:1] = -1
        return rows

    def _body(self) -> range:
        """BODY and everything in it; empty if there is none. Scripts can add further elements named BODY anywhere."""
        parent, count = self.parent, len(self.parent)
        for node in range(1, count):
            if self.strings[self.name[node]] == "BODY" and parent[node] > 0 and parent[parent[node]] == 0:
                return range(node, next((after for after in range(node + 1, count) if parent[after] < node), count))
        return range(0)

    def _element_name(self, node: int) -> str:
        # Names of HTML elements are in upper case, names of SVG and MathML elements are as in the source.
        name = self.strings[self.name[node]]
        return (name.lower() if name == name.upper() else name)[:MAX_NAME]

    def _attributes(self, node: int) -> bytes:
        pairs, text = self.attributes[node], self.strings
        return encode_pairs(
            (text[name], text[value] if value >= 0 else "") for name, value in zip(pairs[::2], pairs[1::2], strict=True)
        )


def _layout(
    page: Page, row_of_node: Ints, document: dict[str, Any], strings: list[str], window: tuple[int, int]
) -> Layout:
    entries = document["layout"]
    row = row_of_node[np.array(entries["nodeIndex"], dtype=np.intp)]
    drawn = row >= 0
    row = row[drawn]
    boxes = np.array(entries["bounds"], dtype=np.float64).reshape(-1, 4)[drawn]
    styles = _Styles([entries["styles"][place] for place in np.flatnonzero(drawn).tolist()], strings)
    x, y, width, height = _bounding_boxes(row, boxes, len(page))

    def rows_where(mask: Bools) -> Bools:
        found = np.zeros(len(page), dtype=np.bool_)
        found[row[mask]] = True
        return found

    # A text leaf has the styles of its element, some of which are not inherited.
    element = page.is_element
    clips = element & rows_where(styles.is_not("overflow-x", "visible") | styles.is_not("overflow-y", "visible"))
    thin = clips & ((width < _THIN) | (height < _THIN))
    hides_content = thin | (element & rows_where(styles.numbers("opacity") == 0))
    outside = (width > 0) & (height > 0) & ((x + width <= 0) | (y + height <= 0))
    font_size = np.zeros(len(page))
    font_size[row] = styles.numbers("font-size")
    frames = int(_FRAME[page.tag].sum())
    return Layout(
        x=x,
        y=y,
        width=width,
        height=height,
        visible=rows_where(~styles.is_not("visibility", "visible")) & ~page.inside(hides_content) & ~outside,
        fixed=page.inside(element & rows_where(~styles.is_not("position", "fixed"))),
        font_size=font_size,
        window=window,
        document=(max(float(document["contentWidth"]), window[0]), max(float(document["contentHeight"]), window[1])),
        notes=(f"the documents in {frames} frames",) if frames else (),
    )


def _bounding_boxes(row: Ints, boxes: Floats, rows: int) -> tuple[Floats, Floats, Floats, Floats]:
    """The smallest box around all boxes of each row that have a size."""
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
