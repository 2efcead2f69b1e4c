"""The display width of text: a Han character is as wide as two Latin characters."""

from __future__ import annotations

import unicodedata

from dehusk.page.text_measures import collapse


def display_width(text: str) -> int:
    """The number of terminal columns that a text takes.

    >>> display_width("tea"), display_width("世界")
    (3, 4)
    """
    return sum(_columns(char) for char in text)


def wrap(text: str, width: int) -> list[str]:
    """The lines of a text, each of at most ``width`` columns, divided at spaces or, in a longer word, anywhere.

    >>> wrap("tea and milk", 8), wrap("世界世界", 4)
    (['tea and', 'milk'], ['世界', '世界'])
    """
    lines = [""]
    room = width
    for word in _visible(text).split(" "):
        needed = display_width(word)
        if lines[-1] and needed + 1 <= room:
            lines[-1] += " "
            room -= 1
        elif lines[-1]:
            lines.append("")
            room = width
        for char in word:
            if _columns(char) > room:
                lines.append("")
                room = width
            lines[-1] += char
            room -= _columns(char)
    return lines


def fit(text: str, width: int) -> str:
    """Shorten a text to one line of at most ``width`` columns and remove control characters.

    >>> fit("世界 \\x1b[31mtea", 6)
    '世界 …'
    """
    text = _visible(text)
    if display_width(text) <= width:
        return text
    used = 1
    for place, char in enumerate(text):
        used += _columns(char)
        if used > width:
            return text[:place] + "…"
    return text


def _visible(text: str) -> str:
    return "".join(char for char in collapse(text) if unicodedata.category(char) not in {"Cc", "Cf", "Cs"})


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
