"""JSON-LD, as pages write it: broken often, nested at will."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

Thing = dict[str, Any]
"""A schema.org thing: its properties by name; ``@type`` is its type."""

_WRAPPING = re.compile(r"<!--|-->|//\s*<!\[CDATA\[|<!\[CDATA\[|(?://\s*)?\]\]>|/\*\s*\*/")
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_MISSING_COMMA = re.compile(r"(?<=[}\]\"])(\s*\n\s*)(?=\")")
_DECODER = json.JSONDecoder(strict=False)
_MOST_THINGS = 2000
# Where the page's own things may stand; what is under other properties (comments, list items, parts) is not the page.
_OWN = ("@graph", "mainEntity", "mainEntityOfPage")


def things(scripts: Iterable[str]) -> list[Thing]:
    """The things that scripts describe, in order, references by ``@id`` resolved one level deep.

    >>> things(['{"@type": "Article", "author": {"@id": "#a"},}', '{"@id": "#a", "name": "Ann"} {"x": 1}'])[0]
    {'@type': 'Article', 'author': {'@id': '#a', 'name': 'Ann'}}
    >>> things(["<!-- [{]"])
    []
    """
    roots = [root for script in scripts for root in values(script)]
    found = own(roots)
    known = _by_id(roots)
    return [_resolved(thing, known) for thing in found] if known else found


def values(script: str) -> list[Any]:
    """The JSON values of a script, repaired where it can be; none where it cannot.

    >>> values('{"a": 1,}'), values('{"a": "two\\nlines"}{"b": 2}'), values("<![CDATA[ [1] ]]>"), values("{")
    ([{'a': 1}], [{'a': 'two\\nlines'}, {'b': 2}], [[1]], [])
    """
    try:
        return [_DECODER.decode(script)]
    except (ValueError, RecursionError):
        pass
    text = _WRAPPING.sub("", script)
    repairs = (text, _TRAILING_COMMA.sub("", text), _MISSING_COMMA.sub(r",\1", _TRAILING_COMMA.sub("", text)))
    for repaired in (*repairs, unescape(repairs[-1])):
        if found := _several(repaired):
            return found
    return []


def _several(text: str) -> list[Any]:
    """The values that follow each other in a text; none if one of them is broken."""
    found = []
    text = text.strip(" \t\r\n;,")
    place = 0
    while place < len(text):
        try:
            value, place = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            return []
        found.append(value)
        while place < len(text) and text[place] in " \t\r\n;,":
            place += 1
    return found


def own(roots: list[Any]) -> list[Thing]:
    """The things that stand for the page: at the top, in lists and graphs, as a main entity.

    >>> own([[{"@graph": [{"a": 1, "comment": {"b": 2}}]}]])[1:]
    [{'a': 1, 'comment': {'b': 2}}]
    """
    found: list[Thing] = []
    queue = list(reversed(roots))
    while queue and len(found) < _MOST_THINGS:
        value = queue.pop()
        if isinstance(value, list):
            queue += reversed(value)
        elif isinstance(value, dict):
            found.append(value)
            queue += [value[name] for name in reversed(_OWN) if isinstance(value.get(name), dict | list)]
    return found


def _by_id(roots: list[Any]) -> dict[str, Thing]:
    """Every thing that has an identity, wherever it stands; of several the one that says most."""
    known: dict[str, Thing] = {}
    queue = list(roots)
    seen = 0
    while queue and seen < _MOST_THINGS:
        value = queue.pop()
        if isinstance(value, list):
            queue += value
        elif isinstance(value, dict):
            seen += 1
            identity = value.get("@id")
            if isinstance(identity, str) and len(value) > len(known.get(identity, ())) and len(value) > 1:
                known[identity] = value
            queue += [inner for inner in value.values() if isinstance(inner, dict | list)]
    return known


def _resolved(thing: Thing, known: dict[str, Thing]) -> Thing:
    return {name: _followed(value, known) for name, value in thing.items()}


def _followed(value: Any, known: dict[str, Thing]) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        return [_followed(each, known) if isinstance(each, dict) else each for each in value]
    if isinstance(value, dict) and len(value) <= 2 and isinstance(identity := value.get("@id"), str):
        return known.get(identity, value)
    return value
