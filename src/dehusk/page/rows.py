"""The rows of a page, collected from the events of a document.

:data:`Rows` is the compiled class (``_rows.c``) if it was built, else the Python class in this module. Both give the
same results; the compiled class is faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page.arrays import Ints, Tags
    from dehusk.page.page import Attributes

Named = list[tuple[int, str, str]]
_LAST_NUMBER = (1 << 16) - 1
_CAN_HIDE = frozenset(["style", "hidden"])


class OutsideHandler(NamedTuple):
    """What is called for the parts of a document that are not rows: everything before BODY, and skipped elements.

    ``start`` and ``end`` return whether the next event is outside the rows, too.
    """

    start: Callable[[PythonRows, str, Attributes], bool]
    end: Callable[[str], bool]
    text: Callable[[str], object]


class PythonRows:
    """Collects rows: a few appends per node, the rest is computed from whole columns at the end.

    ``numbers``: tag name -> tag number; new names are added with the next numbers. ``skipped``: names of elements that
    are not rows. ``depth``: the depth of the deepest element that is a row; the text of deeper elements goes to their
    ancestor at this depth. ``outside``: receives the events outside the rows. ``check``: is called with the number of
    rows, and returns the number of rows at which it is called next; it may raise.

    >>> outside = OutsideHandler(lambda rows, name, attrs: False, lambda name: False, lambda text: None)
    >>> rows = PythonRows(dict(tags.NUMBERS), frozenset(), 9, outside, lambda rows: 1000)
    >>> rows.start_element("body", ())
    >>> rows.start_element("p", (("style", "color:red"),))
    >>> rows.characters("Tea")
    >>> [np.asarray(column).tolist() for column in rows.columns()[1:]]
    [[-1, 0, 1], [3, 3, 3], [0, 1, 2], [0, 0, 0, 3]]
    >>> len(rows), rows.texts, rows.styled, rows.too_deep
    (3, ['Tea'], [1], False)
    """

    start_element: Callable[[str, Attributes], None]
    end_element: Callable[[str], None]
    characters: Callable[[str], None]

    def __init__(
        self,
        numbers: dict[str, int],
        skipped: frozenset[str],
        depth: int,
        outside: OutsideHandler,
        check: Callable[[int], int],
    ) -> None:
        self.attrs: list[Attributes] = [()]
        """The attributes of each row."""
        self.texts: list[str] = []
        """The pieces of text in document order."""
        self.too_deep = False
        """Whether there were elements too deep to be rows."""
        self._tag = [numbers["body"]]
        self._parent = [-1]
        self._end = [1]
        # BODY twice, for its own end and that of HTML. The first stays: text after the end of HTML belongs to BODY.
        self._stack = [0, 0]
        self._continued: list[int] = []
        self._define_handlers(numbers, skipped, depth + 2, outside, check)

    def _define_handlers(
        self,
        numbers: dict[str, int],
        skipped: frozenset[str],
        full: int,
        outside: OutsideHandler,
        check: Callable[[int], int],
    ) -> None:
        """Define the functions that are called for every node: as closures, because methods take a sixth longer."""
        tag, stack, texts, end = self._tag, self._stack, self.texts, self._end
        add_tag, add_attrs, add_parent, add_end = tag.append, self.attrs.append, self._parent.append, end.append
        push, pop, add_text = stack.append, stack.pop, texts.append
        is_outside, next_check, in_text = True, 0, False

        def start_element(name: str, attrs: Attributes) -> None:
            nonlocal is_outside, next_check, in_text
            if is_outside or name in skipped:
                is_outside = outside.start(self, name, attrs)
                return
            in_text = False
            row = len(tag)
            if row >= next_check:
                next_check = check(row)
            if len(stack) >= full:
                self.too_deep = True
                push(stack[-1])
                return
            number = numbers.get(name)
            if number is None:
                # Names past the last number of the column share it.
                number = numbers.setdefault(name[: tags.MAX_NAME], min(len(numbers), _LAST_NUMBER))
            add_tag(number)
            add_attrs(attrs)
            add_parent(stack[-1])
            add_end(0)
            push(row)

        def end_element(name: str) -> None:
            nonlocal is_outside, in_text
            if is_outside:
                is_outside = outside.end(name)
                return
            in_text = False
            if len(stack) > 1:
                end[pop()] = len(tag)

        def characters(data: str) -> None:
            nonlocal in_text
            if is_outside:
                outside.text(data)
                return
            # Text before and after a comment or script is one leaf.
            if in_text:
                self._continued.append(len(texts))
            else:
                in_text = True
                add_tag(tags.TEXT)
                add_attrs(())
                add_parent(stack[-1])
                add_end(len(tag))
            add_text(data)

        self.start_element, self.end_element, self.characters = start_element, end_element, characters

    def comment(self, data: str) -> None:
        """Ignored: not a row."""

    def doctype(self, name: str, public_id: str | None, system_id: str | None) -> None:
        """Ignored: not a row."""

    def processing_instruction(self, target: str, data: str) -> None:
        """Ignored: not a row."""

    def __len__(self) -> int:
        return len(self._tag)

    def is_open(self, number: int) -> bool:
        """Whether an element with this tag number is open."""
        return any(self._tag[row] == number for row in self._stack)

    @property
    def styled(self) -> list[int]:
        """Rows with an attribute that can hide them."""
        return [row for row, attrs in enumerate(self.attrs) for name, _ in attrs if name in _CAN_HIDE]

    def columns(self) -> tuple[Tags | bytes, *tuple[Ints | bytes, ...]]:
        """Close all rows and return the columns tag, parent, end, depth and offset, as arrays or as their bytes."""
        rows = len(self._tag)
        while self._stack:
            self._end[self._stack.pop()] = rows
        tag = np.array(self._tag, dtype=np.uint16)
        end = np.array(self._end, dtype=np.intp)
        begins = np.ones(len(self.texts), dtype=np.intp)
        begins[self._continued] = 0
        offset = np.zeros(rows + 1, dtype=np.intp)
        row_of_text = np.flatnonzero(tag == tags.TEXT)[np.cumsum(begins) - 1]
        np.add.at(offset, row_of_text + 1, np.fromiter(map(len, self.texts), np.intp, len(self.texts)))
        closed = np.bincount(end, minlength=rows + 1)[:-1]
        depth = np.arange(rows) - np.cumsum(closed)
        return tag, np.array(self._parent, dtype=np.intp), end, depth, np.cumsum(offset)


def python_named(attrs: tuple[Attributes, ...], names: frozenset[str]) -> Named:
    """The attributes that have one of the names and a value, as (row, name, value).

    >>> python_named(((), (("class", "tea"), ("id", ""), ("lang", "en"))), frozenset(["class", "id"]))
    [(1, 'class', 'tea')]
    """
    return [(row, name, value) for row, pairs in enumerate(attrs) for name, value in pairs if value and name in names]


try:
    from dehusk.page._rows import Rows as Rows
    from dehusk.page._rows import named as named
except ImportError:
    Rows, named = PythonRows, python_named  # type: ignore[misc, assignment]
