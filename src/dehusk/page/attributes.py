"""The attributes of all rows: kept as they are serialised, decoded when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, overload

import numpy as np

from dehusk._core.attribute_loops import decode, find_named, find_words, named_values, unescape

if TYPE_CHECKING:
    from dehusk.page.arrays import Classes, Ints

Attributes = tuple[tuple[str, str | None], ...]
AttributeValues = dict[str, str | None]
"""Name -> value, None if it has none."""
Named = list[tuple[int, str, str]]
_QUOTE, _EQUALS = b'"='
_ROWS_AT_ONCE = 1000


class AttributeColumn(Sequence[Attributes]):
    """The attributes of each row as (name, value) pairs in source order; () for text.

    >>> from dehusk import parse
    >>> column = parse('<p class=tea>Milk?<p title="A &amp; B">').attrs
    >>> column[1], column[-1], column.value(1, "class"), column.value(1, "id")
    ((('class', 'tea'),), (('title', 'A & B'),), 'tea', None)
    """

    def __init__(self, source: bytes, start: Ints, stop: Ints) -> None:
        self.source = source
        self.start = start
        self.stop = stop

    def __len__(self) -> int:
        return len(self.start)

    @overload
    def __getitem__(self, row: int) -> Attributes: ...
    @overload
    def __getitem__(self, row: slice) -> AttributeColumn: ...
    def __getitem__(self, row: int | slice) -> Attributes | AttributeColumn:
        if isinstance(row, slice):
            return AttributeColumn(self.source, *map(np.ascontiguousarray, (self.start[row], self.stop[row])))
        start, stop = self.start[row], self.stop[row]
        return decode(self.source[start:stop]) if start < stop else ()

    def __iter__(self) -> Iterator[Attributes]:
        for start, stop in zip(self.start.tolist(), self.stop.tolist(), strict=True):
            yield decode(self.source[start:stop]) if start < stop else ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def of_rows(self, rows: Ints) -> AttributeColumn:
        """The attributes of some rows."""
        return AttributeColumn(self.source, self.start[rows], self.stop[rows])

    def values_of(self, rows: list[int], names: frozenset[str]) -> Iterator[AttributeValues]:
        """The attributes of some rows that have one of some names, by name.

        >>> from dehusk import parse
        >>> list(parse("<p class=tea lang=en>Milk?").attrs.values_of([1, 2], frozenset(["class", "id"])))
        [{'class': 'tea'}, {}]
        """
        # Few at a time, so that those of a million rows are not in memory at once.
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[first : first + _ROWS_AT_ONCE]
            yield from named_values(self.source, self.start, self.stop, some, _encoded(names))

    def count(self, value: object = None) -> int:  # noqa: ARG002
        """How many rows have attributes."""
        return int(np.count_nonzero(self.stop > self.start))

    def value(self, row: int, name: str) -> str | None:
        """The value of an attribute of a row: None if it is absent, "" if it has no value."""
        start, stop = self.start.item(row), self.stop.item(row)
        source, pattern = self.source, _pattern(name)
        at = source.find(pattern, start, stop)
        if at < 0:
            return None
        # A value can start or end with what looks like the attribute; then a quote and an equals sign are before it.
        if at == start or (source[at - 1] == _QUOTE and source[at - 2] != _EQUALS):
            value = at + len(pattern)
            return unescape(source[value : source.find(b'"', value)])
        for key, given in decode(source[start:stop]):
            if key == name:
                return given or ""
        return None

    def places(self, names: frozenset[str]) -> Ints:
        """Where the attributes with these names are (``dehusk._core.attribute_loops.find_named``)."""
        # Most pages have no microdata.
        if not any(pattern in self.source for pattern in _patterns(names)):
            return np.empty((0, 5), dtype=np.intp)
        data = np.frombuffer(self.source, dtype=np.uint8)
        start, stop = np.ascontiguousarray(self.start), np.ascontiguousarray(self.stop)
        return find_named(data, start, stop, _word_bytes(tuple(name.encode() for name in names)))

    def containing(self, rows: Ints, *words: bytes) -> list[int]:
        """Those of some rows that have one of some words in their attributes, as they are serialised.

        The words are in lower case; the case of ASCII letters in the attributes is ignored.

        >>> from dehusk import parse
        >>> parse('<p class=tea><p id=Milk>').attrs.containing(np.array([0, 1, 2]), b"milk", b"sugar")
        [2]
        """
        data = np.frombuffer(self.source, dtype=np.uint8)
        found: list[int] = rows[find_words(data, self.start[rows], self.stop[rows], _word_bytes(words))].tolist()
        return found

    def named(self, names: frozenset[str]) -> Named:
        """The attributes that have one of the names and a value, as (row, name, value).

        >>> from dehusk import parse
        >>> parse('<p class=tea id="" lang=en>Milk').attrs.named(frozenset(["class", "id"]))
        [(1, 'class', 'tea')]
        """
        source = self.source
        return [
            (row, source[name:middle].decode(), unescape(source[value:stop]))
            for row, name, middle, value, stop in self.places(names).tolist()
            if stop > value
        ]


@lru_cache
def _pattern(name: str) -> bytes:
    """How an attribute begins."""
    return f' {name}="'.encode()


@lru_cache
def _encoded(names: frozenset[str]) -> dict[bytes, str]:
    """Names as they are serialised -> the names."""
    return {name.encode(): name for name in names}


@lru_cache
def _patterns(names: frozenset[str]) -> list[bytes]:
    """How attributes begin, the shortest name, which most pages have, first."""
    return [_pattern(name) for name in sorted(names, key=len)]


@lru_cache
def _word_bytes(words: tuple[bytes, ...]) -> Classes:
    """Words as the loops of the core take them."""
    return np.frombuffer(b"".join(word + b"\0" for word in words), dtype=np.uint8)


def named(attrs: AttributeColumn, names: frozenset[str]) -> Named:
    """The attributes that have one of the names and a value, as (row, name, value)."""
    return attrs.named(names)
