"""The schema of a labelled page, which every collection provides, and its validation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dehusk.errors import CollectionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SPLITS = ("train", "test")
_FILLED = ("id", "dataset", "html")
_STRINGS = (*_FILLED, "gold", "split", "lang", "type", "url", "title", "author", "date", "path")
_LISTS = ("must", "mustnot", "gold_nodes")


@dataclass(frozen=True, kw_only=True)
class LabelledPage:
    """A page with its gold: the main content as plain text, or sentences that must and must not be extracted.

    ``split`` is ``train``, ``test`` or empty if the collection has no splits. ``gold_nodes`` are the XPaths of the
    elements and text leaves of the main content, if the collection labels nodes (TECO, drawn). ``path`` is the file
    that a browser can draw with its style sheets, if there is one. Unknown strings and lists are empty.

    >>> page = LabelledPage(id="1", dataset="mine", html="<p>Hello", gold="Hello")
    >>> page.split, page.must
    ('', ())
    """

    id: str
    dataset: str
    html: str
    gold: str
    split: str = ""
    lang: str = ""
    type: str = ""
    url: str = ""
    title: str = ""
    author: str = ""
    date: str = ""
    path: str = ""
    must: tuple[str, ...] = ()
    mustnot: tuple[str, ...] = ()
    gold_nodes: tuple[str, ...] = ()


@dataclass(frozen=True)
class BadPage:
    """A page that could not be read; the message begins with the file and, for JSON Lines, the line number.

    >>> print(BadPage("pages.jsonl:3: field 'html' is missing"))
    pages.jsonl:3: field 'html' is missing
    """

    message: str

    def __str__(self) -> str:
        return self.message


def labelled_page(row: object, where: str) -> LabelledPage:
    """Validate a JSON object and make a page of it; ``where`` (file and line) is the start of every error message.

    ``html`` and one of ``gold``, ``must`` and ``mustnot`` are required, and ``id`` and ``dataset``, for which the
    reader of a file provides default values. An optional field may be null; unknown fields are ignored.

    >>> row = {"id": "1", "dataset": "mine", "html": "<p>Hi", "gold": "Hi", "lang": None}
    >>> labelled_page(row, "a.jsonl:1").gold
    'Hi'
    >>> labelled_page({"id": "1", "dataset": "mine", "gold": "Hi"}, "a.jsonl:2")
    Traceback (most recent call last):
    dehusk.errors.CollectionError: a.jsonl:2: field 'html' is missing
    """
    if not isinstance(row, dict):
        raise CollectionError(f"{where}: a page must be a JSON object, not {_kind(row)}")
    for problem in _problems(row):
        raise CollectionError(f"{where}: {problem}")
    fields: dict[str, Any] = {name: row.get(name) or "" for name in _STRINGS}
    fields |= {name: tuple(row.get(name) or ()) for name in _LISTS}
    return LabelledPage(**fields)


def _problems(row: Mapping[str, object]) -> Iterator[str]:
    for name in _FILLED:
        if name not in row:
            yield f"field {name!r} is missing"
    for name in _STRINGS:
        value = row.get(name)
        if not isinstance(value, str | None):
            yield f"field {name!r} must be a string, not {_kind(value)}"
        if name in _FILLED and not value:
            yield f"field {name!r} is empty"
    for name in _LISTS:
        values = row.get(name)
        if not isinstance(values, list | None) or not all(isinstance(value, str) for value in values or ()):
            yield f"field {name!r} must be a list of strings"
    split = row.get("split")
    if split and split not in _SPLITS:
        yield f"field 'split' must be one of {', '.join(_SPLITS)}, not {split!r}"
    if not any(row.get(name) for name in ("gold", "must", "mustnot")):
        yield "no gold: the fields 'gold', 'must' and 'mustnot' are all empty"


def _kind(value: object) -> str:
    """The JSON name of a value's type.

    >>> _kind(None), _kind([1])
    ('null', 'an array')
    """
    kinds: dict[type, str] = {
        dict: "an object",
        list: "an array",
        str: "a string",
        bool: "a boolean",
        type(None): "null",
    }
    return kinds.get(type(value), "a number")
