"""The elements of the head: kept as they are serialised, decoded when they are first asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, overload

from dehusk._core.attribute_loops import decode, unescape

if TYPE_CHECKING:
    from dehusk.page.attributes import Attributes

Words = bytes | tuple[bytes, ...]
"""A word, or several of which one is enough."""
_MARKUP = re.compile(rb"<!--.*?-->|<[^>]*>", re.DOTALL)


class HeadItem(NamedTuple):
    """A title, meta, link, base or JSON-LD element, wherever it was in the document."""

    tag: str
    attrs: Attributes
    text: str


class SerialisedItem(NamedTuple):
    """An element of the head as it is serialised; ``is_raw``: whether its text is not escaped."""

    tag: str
    attrs: bytes
    text: bytes = b""
    is_raw: bool = True


class HeadItems(Sequence[HeadItem]):
    """The elements of the head in document order.

    >>> from dehusk import parse
    >>> parse("<title>Milk &amp; tea</title>").head
    (HeadItem(tag='title', attrs=(), text='Milk & tea'),)
    """

    def __init__(self, serialised: Sequence[SerialisedItem]) -> None:
        self._serialised = serialised
        self._decoded: dict[int, HeadItem] = {}

    @cached_property
    def _items(self) -> tuple[HeadItem, ...]:
        return tuple(map(self._item, range(len(self._serialised))))

    @cached_property
    def _tagged(self) -> dict[str, list[int]]:
        """Tag -> where its elements are."""
        places: dict[str, list[int]] = {}
        for place, item in enumerate(self._serialised):
            places.setdefault(item.tag, []).append(place)
        return places

    def _item(self, place: int) -> HeadItem:
        if place not in self._decoded:
            item = self._serialised[place]
            text = item.text.decode("utf-8") if item.is_raw else unescape(_MARKUP.sub(b"", item.text))
            self._decoded[place] = HeadItem(item.tag, decode(item.attrs), text)
        return self._decoded[place]

    def likely(self, wanted: Mapping[str, Words]) -> list[HeadItem]:
        """The elements with one of these tags, and a word that is given for the tag in their attributes."""
        places: list[int] = []
        for tag, words in wanted.items():
            tagged = self._tagged.get(tag, [])
            places += self._with_word(tagged, words if isinstance(words, tuple) else (words,)) if words else tagged
        return [self._item(place) for place in (sorted(places) if len(wanted) > 1 else places)]

    def _with_word(self, places: list[int], words: tuple[bytes, ...]) -> Iterator[int]:
        for place in places:
            attributes = self._serialised[place].attrs.lower()
            for word in words:
                if word in attributes:
                    yield place
                    break

    def __len__(self) -> int:
        return len(self._serialised)

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
