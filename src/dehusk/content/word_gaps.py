"""Where two leaves of one block are two words although no white space is between them.

The text of inline elements is joined as browsers join it: ``<b>tea</b>s`` is one word. It is not where something that
is drawn separates the words (an image, an input field), where fields are beside each other in elements of their own
(``<span>Brooks</span><span>Adrenaline</span>``), which style sheets put apart, and at custom elements, which draw
themselves. ``wbr`` and style elements never separate words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk._core.kept_rows import touching_leaves
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_REPLACED = tags.tag_set("img input svg picture video audio iframe canvas object embed meter progress")
_RAISED = tags.tag_set("sub sup")
_MAX_ROWS_BETWEEN = 20


def word_gaps(page: Page, keep: Bools) -> list[int]:
    """The offsets in the page's text at which a space is missing between kept leaves of one block.

    >>> from dehusk import parse
    >>> page = parse("<p>red<img src=a.png>car <span>Big Agnes</span><span>Tent</span> <b>tea</b>s")
    >>> [page.text[offset:][:4] for offset in word_gaps(page, page.chars > 0)]
    ['car ', 'Tent']
    """
    pairs = touching_leaves(page.text, page.char_classes, keep, page.chars, page.block, page.offset, page.preformatted)
    return [int(page.offset[after]) for before, after in pairs if _are_apart(page, before, after)]


def _are_apart(page: Page, before: int, after: int) -> bool:
    """Whether the end of one leaf and the beginning of the next one belong to two words."""
    closed, opened = page.parent.item(before), page.parent.item(after)
    between = page.tag[before + 1 : min(after, before + _MAX_ROWS_BETWEEN)].tolist()
    if not _REPLACED.isdisjoint(between) or _ends_drawing(page, before, after):
        return True
    offset = page.offset.item(after)
    last, first = page.text[offset - 1], page.text[offset]
    has_closed, has_opened = page.end.item(closed) <= after, opened > before
    is_initial = last.isalpha() and page.text[offset - 2 : offset - 1].isspace()
    if is_initial or page.tag.item(closed) in _RAISED or not _RAISED.isdisjoint(between):
        return False
    is_custom = (has_closed and _is_custom(page, closed)) or (has_opened and _is_custom(page, opened))
    if has_closed and has_opened:
        return is_custom or _is_new_word(last, first, page.text[offset + 1 : offset + 2])
    return is_custom and (last.isdigit() != first.isdigit() or _is_new_word(last, first, ""))


def _ends_drawing(page: Page, before: int, after: int) -> bool:
    """Whether an element that is drawn, as SVG is, contains one leaf and ends before the next."""
    row = page.parent.item(before)
    while row > 0 and page.end.item(row) <= after:
        if page.tag.item(row) in _REPLACED:
            return True
        row = page.parent.item(row)
    return False


def _is_custom(page: Page, row: int) -> bool:
    return "-" in page.tag_name(row)


def _is_new_word(last: str, first: str, second: str) -> bool:
    """Whether a capital begins a word: after a small letter or a digit; before a small letter, also after others."""
    return first.isupper() and (last.islower() or last.isdigit() or second.islower())
