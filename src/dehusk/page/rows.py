"""The rows of a page, collected from the parser's events.

:data:`Rows` is the compiled class (``_rows.c``) where it could be built, else the Python one here: they give the
same answers, the compiled one faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.page.text import Bools, Floats, Ints
    from dehusk.page.tree import Attributes

Named = list[tuple[int, str, str]]
_LAST_NUMBER = (1 << 16) - 1
_CAN_HIDE = frozenset(["style", "hidden"])


class Aside(NamedTuple):
    """What to call for the parts of a document that are no rows: all before BODY, and skipped elements.

    ``start`` and ``end`` return how many of them are open now; rows begin, or go on, when none is.
    """

    start: Callable[[PythonRows, str, Attributes], int]
    end: Callable[[str], int]
    text: Callable[[str], object]


class PythonRows:
    """The parser's handler: a few appends a node, the rest is done on columns at the end.

    ``numbers``: tag name to tag number; names that are new get the next ones. ``skipped``: names of elements
    that are no rows. ``depth``: the deepest row; elements nested deeper give their text to it. ``check`` is
    called with the number of rows each time there are as many as it last asked for; it may raise.

    >>> aside = Aside(lambda rows, name, attrs: 0, lambda name: 0, lambda text: None)
    >>> rows = PythonRows(dict(tags.NUMBERS), frozenset(), 9, aside, lambda rows: 1000)
    >>> rows.start_element("body", ())
    >>> rows.start_element("p", (("style", "color:red"),))
    >>> rows.characters("Tea")
    >>> [np.asarray(column).tolist() for column in rows.columns()[1:]]
    [[-1, 0, 1], [3, 3, 3], [0, 1, 2], [0, 0, 0, 3]]
    >>> rows.texts, rows.styled, rows.too_deep
    (['Tea'], [1], False)
    """

    start_element: Callable[[str, Attributes], None]
    end_element: Callable[[str], None]
    characters: Callable[[str], None]

    def __init__(
        self,
        numbers: dict[str, int],
        skipped: frozenset[str],
        depth: int,
        aside: Aside,
        check: Callable[[int], int],
    ) -> None:
        self.attrs: list[Attributes] = [()]
        """A row's attributes."""
        self.texts: list[str] = []
        """Pieces of text in document order."""
        self.too_deep = False
        """Were there elements too deep to be rows?"""
        self._tag = [numbers["body"]]
        self._parent = [-1]
        self._end = [1]
        self._stack = [0, 0]  # BODY, which the end of HTML closes once more
        self._continued: list[int] = []
        self._listen(numbers, skipped, depth + 2, aside, check)

    def _listen(
        self,
        numbers: dict[str, int],
        skipped: frozenset[str],
        full: int,
        outside: Aside,
        check: Callable[[int], int],
    ) -> None:
        """Make the three functions that the parser calls for every node: closures, as methods take a sixth longer."""
        tag, stack, texts, end = self._tag, self._stack, self.texts, self._end
        add_tag, add_attrs, add_parent, add_end = tag.append, self.attrs.append, self._parent.append, end.append
        push, pop, add_text = stack.append, stack.pop, texts.append
        aside, next_check, in_text = 1, 0, False

        def start_element(name: str, attrs: Attributes) -> None:
            nonlocal aside, next_check, in_text
            if aside or name in skipped:
                aside = outside.start(self, name, attrs)
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
                numbers[name] = number = min(len(numbers), _LAST_NUMBER)
            add_tag(number)
            add_attrs(attrs)
            add_parent(stack[-1])
            add_end(0)
            push(row)

        def end_element(name: str) -> None:
            nonlocal aside, in_text
            if aside:
                aside = outside.end(name)
                return
            in_text = False
            end[pop()] = len(tag)

        def characters(data: str) -> None:
            nonlocal in_text
            if aside:
                outside.text(data)
                return
            # A comment or script between two pieces of text does not part them.
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
        """No row."""

    def doctype(self, name: str, public_id: str | None, system_id: str | None) -> None:
        """No row."""

    def processing_instruction(self, target: str, data: str) -> None:
        """No row."""

    def is_open(self, number: int) -> bool:
        """Is an element of this tag number open?"""
        return any(self._tag[row] == number for row in self._stack)

    @property
    def styled(self) -> list[int]:
        """Rows with an attribute that can hide them."""
        return [row for row, attrs in enumerate(self.attrs) for name, _ in attrs if name in _CAN_HIDE]

    def columns(self) -> tuple[npt.NDArray[np.uint16] | bytes, *tuple[Ints | bytes, ...]]:
        """Close all rows: the columns tag, parent, end, depth and offset, as arrays or their bytes."""
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
    """The attributes with one of some names and a value: (row, name, value).

    >>> python_named(((), (("class", "tea"), ("id", ""), ("lang", "en"))), frozenset(["class", "id"]))
    [(1, 'class', 'tea')]
    """
    return [(row, name, value) for row, pairs in enumerate(attrs) for name, value in pairs if value and name in names]


def python_subtree_argmax(parent: Ints, is_element: Bools, values: Floats) -> Ints:
    """The element with the largest value in each element's subtree, itself included; ties go to the first.

    >>> python_subtree_argmax(np.array([-1, 0, 0]), np.array([True, True, True]), np.array([1.0, 3.0, 3.0])).tolist()
    [1, 1, 2]
    """
    best = list(range(len(parent)))
    value, above = values.tolist(), parent.tolist()
    for row in reversed(np.flatnonzero(is_element)[1:].tolist()):
        here, up = best[row], above[row]
        # Rows come last first: an equal value found later stands earlier, but never before the parent itself.
        if value[here] > value[best[up]] or (value[here] == value[best[up]] and best[up] != up):
            best[up] = here
    return np.array(best, dtype=np.intp)


def compiled_subtree_argmax(parent: Ints, is_element: Bools, values: Floats) -> Ints:
    """As :func:`python_subtree_argmax`, by compiled code."""
    best = np.empty(len(parent), dtype=np.intp)
    _subtree_argmax(parent, is_element, np.ascontiguousarray(values, dtype=np.float64), best)
    return best


try:
    from dehusk.page._rows import Rows as Rows
    from dehusk.page._rows import named as named
    from dehusk.page._rows import subtree_argmax as _subtree_argmax
except ImportError:
    Rows, named = PythonRows, python_named  # type: ignore[misc, assignment]
    subtree_argmax = python_subtree_argmax
else:
    subtree_argmax = compiled_subtree_argmax
