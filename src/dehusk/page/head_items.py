"""The elements of the head: kept as they are serialised, decoded when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

import numpy as np

from dehusk._core.attribute_loops import decode, encode_pairs
from dehusk._core.flatten import HEAD_TAGS
from dehusk._core.head_values import head_values
from dehusk.lazy_attribute import lazy_attribute
from dehusk.page.attributes import AttributeColumn

if TYPE_CHECKING:
    from dehusk.page.arrays import Ints
    from dehusk.page.attributes import Attributes

Words = bytes | tuple[bytes, ...]
"""A word, or several of which one is enough."""
HeadValues = tuple[list[str], list[str], dict[str, list[str]], dict[str, list[str]]]


class HeadItem(NamedTuple):
    """A title, meta, link, base or JSON-LD element, wherever it was in the document."""

    tag: str
    attrs: Attributes
    text: str


class HeadItems(Sequence[HeadItem]):
    """The elements of the head in document order.

    >>> from dehusk import parse
    >>> parse("<title>Milk &amp; tea</title>").head
    (HeadItem(tag='title', attrs=(), text='Milk & tea'),)
    """

    def __init__(self, tags: Ints, attrs: AttributeColumn, texts: dict[int, str]) -> None:
        """``tags``: places in ``HEAD_TAGS``; ``texts``: of the elements that have one."""
        self._tags, self._attrs, self._texts = tags, attrs, texts
        self._decoded: dict[int, HeadItem] = {}

    @classmethod
    def of(cls, items: Sequence[HeadItem]) -> HeadItems:
        """Elements, encoded unless they are already.

        >>> HeadItems.of([HeadItem("meta", (("name", "tea"),), "")])
        (HeadItem(tag='meta', attrs=(('name', 'tea'),), text=''),)
        """
        if isinstance(items, HeadItems):
            return items
        sources = [encode_pairs(item.attrs) for item in items]
        bounds = np.cumsum([0, *map(len, sources)], dtype=np.intp)
        tags = np.array([HEAD_TAGS.index(item.tag) for item in items], dtype=np.intp)
        texts = {place: item.text for place, item in enumerate(items) if item.text}
        return cls(tags, AttributeColumn(b"".join(sources), bounds[:-1], bounds[1:]), texts)

    @lazy_attribute
    def _items(self) -> tuple[HeadItem, ...]:
        return tuple(map(self._item, range(len(self._tags))))

    @lazy_attribute
    def _columns(self) -> tuple[list[int], list[int], list[int]]:
        """Tags, starts and stops as lists, which are faster for single items."""
        return self._tags.tolist(), self._attrs.start.tolist(), self._attrs.stop.tolist()

    def _item(self, place: int) -> HeadItem:
        item = self._decoded.get(place)
        if item is None:
            tags, start, stop = self._columns
            attrs = decode(self._attrs.source[start[place] : stop[place]])
            item = self._decoded[place] = HeadItem(HEAD_TAGS[tags[place]], attrs, self._texts.get(place, ""))
        return item

    def likely(self, wanted: Mapping[str, Words]) -> list[HeadItem]:
        """The elements with one of these tags, and a word that is given for the tag in their attributes."""
        words_of = {HEAD_TAGS.index(tag): words for tag, words in wanted.items()}
        found: list[int] = []
        searched: dict[Words, list[int]] = {}
        for place, tag in enumerate(self._columns[0]):
            words = words_of.get(tag)
            if words:
                searched.setdefault(words, []).append(place)
            elif words is not None:
                found.append(place)
        for words, places in searched.items():
            found += self._attrs.containing(np.array(places), *(words if isinstance(words, tuple) else (words,)))
        return [self._item(place) for place in sorted(found)]

    def values(self, relations: tuple[str, ...], names: frozenset[str]) -> HeadValues:
        """Titles, scripts, addresses by relation, values of META by name (``dehusk._core.head_values``).

        >>> from dehusk import parse
        >>> page = parse("<title>Tea</title><link rel=icon href=/i><meta name=b content=c>")
        >>> HeadItems.of(page.head).values(("icon",), frozenset("b"))
        (['Tea'], [], {'icon': ['/i']}, {'b': ['c']})
        """
        attrs = self._attrs
        return head_values(attrs.source, self._tags, attrs.start, attrs.stop, self._texts, relations, names)

    def __len__(self) -> int:
        return len(self._tags)

    @overload
    def __getitem__(self, place: int) -> HeadItem: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[HeadItem, ...]: ...
    def __getitem__(self, place: int | slice) -> HeadItem | tuple[HeadItem, ...]:
        return self._items[place]

    def __iter__(self) -> Iterator[HeadItem]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._items == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._items)


def likely_items(head: Sequence[HeadItem], wanted: Mapping[str, Words]) -> Sequence[HeadItem]:
    """The elements of a head with these tags that may have a word in their attributes; ``wanted``: tag -> words.

    All that have it are among them, in order; of the others few are decoded. Every element has the empty word. The
    words are in lower case; the case of ASCII letters in attributes is ignored.

    >>> from dehusk import parse
    >>> likely_items(parse("<title>Tea</title><meta name=a content=tea><meta name=b>").head, {"meta": b"tea"})
    [HeadItem(tag='meta', attrs=(('name', 'a'), ('content', 'tea')), text='')]
    """
    if isinstance(head, HeadItems):
        return head.likely(wanted)
    return [item for item in head if item.tag in wanted]
