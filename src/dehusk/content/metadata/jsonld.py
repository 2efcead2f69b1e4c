"""JSON-LD, also if it is malformed or deeply nested."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

from dehusk.page.text_measures import encodable

if TYPE_CHECKING:
    from collections.abc import Iterable

SchemaItem = dict[str, Any]
"""An item of schema.org: its properties by name; ``@type`` is its type."""

_WRAPPING = re.compile(r"<!--|-->|//\s*<!\[CDATA\[|<!\[CDATA\[|(?://\s*)?\]\]>|/\*\s*\*/")
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_MISSING_COMMA = re.compile(r"(?<=[}\]\"])([^\S\n]*+\n\s*+)(?=\")")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_DECODER = json.JSONDecoder(strict=False)
_MAX_ITEMS = 2000
# The properties whose values describe the page too; those of others (comments, list items, parts) do not.
_PAGE_PROPERTIES = ("@graph", "mainEntity", "mainEntityOfPage")


def json_ld_items(scripts: Iterable[str]) -> list[SchemaItem]:
    """The items that scripts describe, in order; references by ``@id`` are resolved one level deep.

    >>> json_ld_items(['{"@type": "Article", "author": {"@id": "#a"},}', '{"@id": "#a", "name": "Ann"} {"x": 1}'])[0]
    {'@type': 'Article', 'author': {'@id': '#a', 'name': 'Ann'}}
    >>> json_ld_items(["<!-- [{]"])
    []
    """
    scripts = list(scripts)
    roots = [root for script in scripts for root in _encodable_values(script)]
    found = page_items(roots)
    # In JSON, any character can be escaped.
    if not any("@id" in script or "\\u" in script for script in scripts):
        return found
    known = _by_id(roots)
    return [_resolve(item, known) for item in found] if known else found


def _encodable_values(script: str) -> list[Any]:
    """The JSON values of a script, without lone surrogates; JSON can contain these as escapes."""
    values = json_values(script)
    if "\\u" not in script or not _SURROGATE_ESCAPE.search(script):
        return values
    try:
        return list(json.loads(encodable(json.dumps(values, ensure_ascii=False))))
    except RecursionError:
        return []


def json_values(script: str) -> list[Any]:
    """The JSON values of a script, repaired if possible; otherwise none.

    >>> json_values('{"a": 1,}'), json_values('{"a": "two\\nlines"}{"b": 2}'), json_values("<![CDATA[ [1] ]]>")
    ([{'a': 1}], [{'a': 'two\\nlines'}, {'b': 2}], [[1]])
    >>> json_values("{")
    []
    """
    try:
        return [_DECODER.decode(script)]
    except (ValueError, RecursionError):
        pass
    text = _WRAPPING.sub("", script)
    repairs = (text, _TRAILING_COMMA.sub("", text), _MISSING_COMMA.sub(r",\1", _TRAILING_COMMA.sub("", text)))
    for repaired in (*repairs, unescape(repairs[-1])):
        if found := _consecutive_values(repaired):
            return found
    return []


def _consecutive_values(text: str) -> list[Any]:
    """The consecutive JSON values of a text; none if one of them is malformed."""
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


def page_items(roots: list[Any]) -> list[SchemaItem]:
    """The items that describe the page: at the top level, in lists and graphs, as a main entity.

    >>> page_items([[{"@graph": [{"a": 1, "comment": {"b": 2}}]}]])[1:]
    [{'a': 1, 'comment': {'b': 2}}]
    """
    found: list[SchemaItem] = []
    queue = list(reversed(roots))
    while queue and len(found) < _MAX_ITEMS:
        value = queue.pop()
        if isinstance(value, list):
            queue += reversed(value)
        elif isinstance(value, dict):
            found.append(value)
            queue += [value[name] for name in reversed(_PAGE_PROPERTIES) if isinstance(value.get(name), dict | list)]
    return found


def _by_id(roots: list[Any]) -> dict[str, SchemaItem]:
    """Every item with an ``@id``, at any level; of several, the one with the most properties."""
    known: dict[str, SchemaItem] = {}
    queue = list(roots)
    seen = 0
    while queue and seen < _MAX_ITEMS:
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


def _resolve(item: SchemaItem, known: dict[str, SchemaItem]) -> SchemaItem:
    return {name: _resolve_value(value, known) for name, value in item.items()}


def _resolve_value(value: Any, known: dict[str, SchemaItem]) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        return [_resolve_value(each, known) if isinstance(each, dict) else each for each in value]
    if isinstance(value, dict) and len(value) <= 2 and isinstance(identity := value.get("@id"), str):
        return known.get(identity, value)
    return value
