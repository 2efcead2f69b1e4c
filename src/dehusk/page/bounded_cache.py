"""A cache of what a function makes of short strings, whose memory is bounded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sized
from typing import TypeVar

Key = TypeVar("Key", bound=Sized)
LONGEST_KEY = 128
"""Characters of a string that is remembered; what a longer one gives is computed each time."""
_ENTRY_BYTES = 100
"""What an entry takes beside its key: the slot of the dictionary and the number."""


class BoundedCache(dict[Key, int]):
    """What a function gave for the strings seen so far: ``cache[string]``.

    Pages of a site repeat their attribute values. Long values are not kept, and when the entries take more than
    ``max_bytes`` all of them are dropped, so a crawl of any length holds little of the pages it has seen.

    >>> lengths = BoundedCache(len)
    >>> lengths["tea"], lengths["x" * 1000], list(lengths)
    (3, 1000, ['tea'])
    """

    def __init__(self, function: Callable[[Key], int], max_bytes: int = 1 << 20) -> None:
        self._function: Callable[[Key], int] = function
        self._max_bytes = max_bytes
        self._bytes = 0

    def __missing__(self, key: Key) -> int:
        value = self._function(key)
        if len(key) <= LONGEST_KEY:
            size = sys.getsizeof(key) + _ENTRY_BYTES
            if self._bytes + size > self._max_bytes:
                self.clear()
                self._bytes = 0
            self[key] = value
            self._bytes += size
        return value
