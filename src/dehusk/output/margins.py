"""What writers put before the lines of quotes, lists and notes, bounded."""

from __future__ import annotations

_MAX_CHARS = 4_000_000


class Margins:
    """The characters before the lines of one document: signs of quotes and spaces.

    Blocks in 32 others would multiply the length of short lines. What finds no room any more is written without them.

    >>> margins = Margins()
    >>> margins.have_room("Steep it.\\nDrink.", 2), margins.have_room("\\n" * 4_000_000, 2), margins.have_room("", 2)
    (True, False, False)
    """

    def __init__(self) -> None:
        self._room = _MAX_CHARS

    def have_room(self, text: str, width: int) -> bool:
        """Whether so many characters may be written before the lines of a text; the first has room."""
        self._room -= text.count("\n") * width
        return self._room >= 0
