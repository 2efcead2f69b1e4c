"""A drawn page given as nodes and boxes: what a browser's own script can collect of its document.

Nodes are in document order. An element has a ``name``, a text node has a ``text``; ``parent`` is the place of the
parent in the list (the first node, HTML, has none), ``box`` is ``[x, y, width, height]`` in CSS pixels from the upper
left corner of the document. Nodes that have no box are not drawn.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dehusk.layout.drawn import STYLES, drawn_page
from dehusk.serve.problems import RequestProblem

if TYPE_CHECKING:
    from dehusk.limits import Limits
    from dehusk.page import Page

_WINDOW = (1280, 720)
_NAME = re.compile(r"[a-zA-Z][^\s/>\x00]{0,99}")
_ATTRIBUTE = re.compile(r"[^\s/>=\"'<\x00]{1,100}")
_USUAL = ("visible", "1", "static", "16px", "visible", "visible")
_ELEMENT, _TEXT, _DOCUMENT = 1, 3, 9


def check_drawn(drawn: object) -> Mapping[str, Any]:
    """The drawn page if it can be read, else a problem that says which node is wrong.

    >>> check_drawn({"nodes": [{"name": "p"}]})
    Traceback (most recent call last):
    dehusk.serve.problems.RequestProblem: drawn: node 0 must be html
    """
    if not isinstance(drawn, dict) or not isinstance(drawn.get("nodes"), list):
        raise _problem("give an object with nodes")
    if unknown := drawn.keys() - {"nodes", "window"}:
        raise _problem(f"no member {min(unknown)!r}")
    if not _numbers(drawn.get("window", _WINDOW), 2, low=1):
        raise _problem("window must be width and height")
    if not drawn["nodes"]:
        raise _problem("there are no nodes")
    open_elements: list[int] = []
    for place, node in enumerate(drawn["nodes"]):
        if problem := _node_problem(node, place):
            raise _problem(f"node {place} {problem}")
        while open_elements and open_elements[-1] != node["parent"]:
            open_elements.pop()
        if place and not open_elements:
            raise _problem(f"node {place} is not in document order, or its parent is a text")
        if "name" in node:
            open_elements.append(place)
    return drawn


def page_of_nodes(drawn: Mapping[str, Any], *, url: str | None, limits: Limits, hidden: str) -> Page:
    """The page with its layout; the nodes were checked.

    >>> from dehusk.limits import Limits
    >>> box = [0, 0, 600, 40]
    >>> nodes = [{"name": "html"}, {"name": "body", "parent": 0}, {"name": "p", "parent": 1, "box": box}]
    >>> drawn = check_drawn({"nodes": [*nodes, {"text": "Tea", "parent": 2, "box": box}]})
    >>> page = page_of_nodes(drawn, url=None, limits=Limits(), hidden="drop")
    >>> page.text, page.layout.height.tolist()
    ('Tea', [0.0, 40.0, 40.0])
    """
    strings = _Strings()
    nodes: dict[str, list[Any]] = {
        "parentIndex": [-1],
        "nodeType": [_DOCUMENT],
        "nodeName": [strings["#document"]],
        "nodeValue": [-1],
        "attributes": [[]],
    }
    places: list[int] = []
    boxes: list[Sequence[float]] = []
    styles: list[list[int]] = []
    for place, node in enumerate(drawn["nodes"], 1):
        is_text = "text" in node
        nodes["parentIndex"].append(node.get("parent", -1) + 1)
        nodes["nodeType"].append(_TEXT if is_text else _ELEMENT)
        # Upper case: a name of HTML.
        nodes["nodeName"].append(strings["#text" if is_text else node["name"].upper()])
        nodes["nodeValue"].append(strings[node["text"]] if is_text else -1)
        pairs = node.get("attributes", {}).items()
        nodes["attributes"].append([strings[part] for pair in pairs for part in pair])
        if "box" in node:
            places.append(place)
            boxes.append(node["box"])
            own = node.get("style", {})
            styles.append([strings[own.get(name, usual)] for name, usual in zip(STYLES, _USUAL, strict=True)])
    reach = [max((box[axis] + box[axis + 2] for box in boxes), default=0.0) for axis in (0, 1)]
    layout = {"nodeIndex": places, "bounds": boxes, "styles": styles}
    document = {"nodes": nodes, "layout": layout, "contentWidth": reach[0], "contentHeight": reach[1]}
    width, height = drawn.get("window", _WINDOW)
    snapshot = {"documents": [document], "strings": strings.texts}
    return drawn_page(snapshot, url=url, window=(int(width), int(height)), limits=limits, hidden=hidden)


class _Strings:
    """Texts by number, each once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __getitem__(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def texts(self) -> list[str]:
        return list(self._numbers)


def _problem(detail: str) -> RequestProblem:
    return RequestProblem(422, "drawn", f"drawn: {detail}")


def _node_problem(node: object, place: int) -> str:
    """What is wrong with a node; empty if nothing is."""
    if not isinstance(node, dict) or not ("text" in node) ^ ("name" in node):
        return "must have either a name or a text"
    if not place:
        return "" if node.get("name") == "html" and "parent" not in node else "must be html"
    parent = node.get("parent")
    if not isinstance(parent, int) or isinstance(parent, bool) or not 0 <= parent < place:
        return "must have the place of its parent, before it"
    if not isinstance(node.get("text", ""), str) or not _NAME.fullmatch(str(node.get("name", "p"))):
        return "has a wrong name or text"
    if "box" in node and not _numbers(node["box"], 4):
        return "has a wrong box"
    texts = (node.get("attributes", {}), node.get("style", {}))
    if not all(isinstance(each, dict) and all(isinstance(value, str) for value in each.values()) for each in texts):
        return "has wrong attributes or styles"
    if not all(_ATTRIBUTE.fullmatch(name) for name in texts[0]):
        return "has an attribute with a wrong name"
    return ""


def _numbers(value: object, count: int, low: float = -1e9) -> bool:
    return (
        isinstance(value, Sequence)
        and len(value) == count
        and all(
            isinstance(each, int | float) and not isinstance(each, bool) and low <= each <= 1e9 and math.isfinite(each)
            for each in value
        )
    )
