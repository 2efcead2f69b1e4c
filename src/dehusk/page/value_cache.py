"""A cache for what is computed from attribute values, bounded in bytes."""

from __future__ import annotations

from sys import getsizeof
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

# Values that repeat from page to page are short; a long one is content of its page.
_LONGEST = 256
# A place in the dictionary, at most twice as many places as entries, and a small result.
_BYTES_PER_ENTRY = 150


class ValueCache(dict[str, Result]):
    """The results of a function for the values met so far: the pages of a site repeat class names and styles.

    Long values are computed each time and not stored. When the stored values take more than ``max_bytes``, all of
    them are dropped.

    >>> lengths = ValueCache(len)
    >>> lengths["sidebar"], lengths["x" * 1000], list(lengths)
    (7, 1000, ['sidebar'])
    """

    def __init__(self, function: Callable[[str], Result], *, max_bytes: int = 1 << 21) -> None:
        self._function = function
        self._max_bytes = max_bytes
        self._bytes = 0

    def __missing__(self, value: str) -> Result:
        result = self._function(value)
        if len(value) <= _LONGEST:
            self._bytes += getsizeof(value) + _BYTES_PER_ENTRY
            if self._bytes > self._max_bytes:
                self.clear()
                self._bytes = getsizeof(value) + _BYTES_PER_ENTRY
            self[value] = result
        return result
