"""The tree that is built from a document: nodes, open elements, active formatting elements (HTML standard, 13.2.4).

A node is a number; 0 is the document, and stands for "none" elsewhere. What is known of nodes is in columns.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import html_attributes, html_elements, views

if TYPE_CHECKING:
    import numpy.typing as npt

_SAID = cython.declare(views.Ints, html_elements.SAID.data)
_SAID_CODES = cython.declare(cython.Py_ssize_t, len(html_elements.SAID))
_SPECIAL = cython.declare(cython.Py_ssize_t, html_elements.SPECIAL)
_SCOPE = cython.declare(cython.Py_ssize_t, html_elements.SCOPE)
_BUTTON_SCOPE = cython.declare(cython.Py_ssize_t, html_elements.BUTTON_SCOPE)
_IMPLIED_END = cython.declare(cython.Py_ssize_t, html_elements.IMPLIED_END)
_TABLE_PART = cython.declare(cython.Py_ssize_t, html_elements.TABLE_PART)
_TABLE = cython.declare(cython.int, html_elements.code("table"))
_TEMPLATE = cython.declare(cython.int, html_elements.code("template"))
_P = cython.declare(cython.int, html_elements.code("p"))
_H1 = cython.declare(cython.int, html_elements.code("h1"))
_H6 = cython.declare(cython.int, html_elements.code("h6"))

# The state of a node, as bits.
OPEN, LISTED, RAW, MAY_HIDE, HTML_POINT = 1, 2, 4, 8, 16
"""Open; active formatting; text that is as in the document; with an attribute that may hide it; with HTML in it."""
_OPEN = cython.declare(cython.int, OPEN)
_LISTED = cython.declare(cython.int, LISTED)
_RAW = cython.declare(cython.int, RAW)

MAX_OPEN = 512
"""Open elements. Deeper ones are in the last of these, as in browsers; their end tags are counted."""
_MAX_OPEN = cython.declare(cython.Py_ssize_t, MAX_OPEN)
_MAX_LISTED = cython.declare(cython.Py_ssize_t, 1024)
REOPENED_PER_TAG, REOPENED_IN_ANY_CASE = 4, 4096
"""Formatting elements that are opened again, of which each block can cost several hundred."""
_ALIKE = cython.declare(cython.Py_ssize_t, 3)
"""Active formatting elements with equal names and attributes."""
NEW_NODES = 1280
"""At most so many nodes are new after one tag or text."""
COLUMNS = ("code", "parent", "first", "last", "before", "after", "start", "stop", "state", "row")
"""What is known of a node: element, neighbours, where its text or its attributes are, bits, its row in a page."""
_COLUMNS = cython.declare(cython.Py_ssize_t, len(COLUMNS))
_KNOWN = cython.declare(cython.Py_ssize_t, len(html_elements.NAMES))


class HtmlTree:
    """The nodes of a document, with the two lists of the standard for building it.

    ``root`` and ``body``: the HTML and BODY elements, 0 if there is none. ``names``: name -> number of the names that
    are not in ``html_elements``. ``source``: the document, which has the text of scripts and styles.

    >>> tree = HtmlTree(b"", 0, 0)
    >>> tree.body = tree.add_element(tree.add_element(0, "html", b' lang="en"'), "body", b"")
    >>> tree.add_text(tree.body, "Tea"), tree.all_text().decode()
    (3, 'Tea')
    """

    def __init__(self, source: bytes, tags: cython.Py_ssize_t, text: cython.Py_ssize_t) -> None:
        """``tags``: how many tags the document has, about; ``text``: of how many bytes there is room for its text."""
        if not isinstance(source, bytes):
            raise TypeError("a source is not bytes")
        if not cython.compiled:
            self.stack, self.listed = [0] * (_MAX_OPEN + 1), [0] * (_MAX_LISTED + 1)
        self.source = source
        self.count = self.used = 0
        self.columns, self.text_bytes = np.empty((_COLUMNS, 0), dtype=np.intp), np.empty(0, dtype=np.uint8)
        self._make_room(tags + 2 * NEW_NODES)
        self._make_text_room(text + 16)
        self._new_node(0, 0, 0)
        self.attributes = html_attributes.AttributeReader(len(source))
        self.names: dict[str, int] = {}
        self.root = self.body = 0
        self.max_reopened = REOPENED_PER_TAG * tags + REOPENED_IN_ANY_CASE
        self.open = self.open_paragraphs = self.overflow = self.listed_count = self.reopened = 0
        self.parent_place = self.sibling_place = 0
        self.fosters = self.reopened_too_many = False

    def _make_room(self, room: cython.Py_ssize_t) -> None:
        columns = np.empty((_COLUMNS, room), dtype=np.intp)
        columns[:, : self.count] = self.columns[:, : self.count]
        self.columns, self.room = columns, room
        memory: views.NewInts = columns.reshape(-1).data
        self.code, self.parent, self.first = memory[:room], memory[room : 2 * room], memory[2 * room : 3 * room]
        self.last, self.before = memory[3 * room : 4 * room], memory[4 * room : 5 * room]
        self.after, self.start = memory[5 * room : 6 * room], memory[6 * room : 7 * room]
        self.stop, self.state = memory[7 * room : 8 * room], memory[8 * room : 9 * room]
        self.row = memory[9 * room :]

    def _make_text_room(self, room: cython.Py_ssize_t) -> None:
        text = np.empty(room, dtype=np.uint8)
        text[: self.used] = self.text_bytes[: self.used]
        self.text_bytes = text
        self.text = views.memory(text)

    # ---- nodes by hand, and as they are ----------------------------------------------------------

    def add_element(self, parent: int, name: str, attributes: bytes) -> int:
        """Append an element to a node, with its attributes as they are serialised; return its number."""
        number = html_elements.NUMBERS.get(name)
        if number is None:
            number = self.names.setdefault(name, _KNOWN + len(self.names))
        start = self.attributes.append(attributes)
        return self._append(parent, number << 2, start, start + len(attributes))

    def add_text(self, parent: int, text: str) -> int:
        """Append a text to a node; return its number."""
        written = text.encode()
        start: cython.Py_ssize_t = self.used
        stop: cython.Py_ssize_t = start + len(written)
        if stop > self.text.shape[0]:
            self._make_text_room(2 * stop)
        views.copy_bytes(self.text, start, views.memory(written), 0, stop - start)
        self.used = stop
        return self._append(parent, 0, start, stop)

    def _append(
        self, parent: cython.Py_ssize_t, code: cython.int, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> int:
        if not 0 <= parent < self.count or (parent and not self.code[parent]):
            raise IndexError("a parent is not an element of the tree")
        if self.count == self.room:
            self._make_room(2 * self.room)
        node: cython.Py_ssize_t = self._new_node(code, start, stop)
        self._put(node, parent, 0)
        return int(node)

    def nodes(self) -> dict[str, npt.NDArray[np.intp]]:
        """What is known of the nodes, by the name of the column."""
        return dict(zip(COLUMNS, self.columns[:, : self.count].copy(), strict=True))

    def all_text(self) -> bytes:
        """The text of all nodes."""
        return bytes(self.text_bytes[: self.used].tobytes())

    # ---- nodes -----------------------------------------------------------------------------------

    def _new_node(self, code: cython.int, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """A node that is nowhere yet; ``start`` and ``stop``: of its attributes or its text."""
        node: cython.Py_ssize_t = self.count
        self.code[node] = code
        self.parent[node] = self.first[node] = self.last[node] = self.before[node] = self.after[node] = 0
        self.start[node] = start
        self.stop[node] = stop
        self.state[node] = 0
        self.row[node] = -1
        self.count = node + 1
        return node

    def _put(self, node: cython.Py_ssize_t, parent: cython.Py_ssize_t, sibling: cython.Py_ssize_t) -> cython.bint:
        """Put a node that is nowhere into a parent, before a sibling, or last if that is 0."""
        before: cython.Py_ssize_t = self.before[sibling] if sibling else self.last[parent]
        self.parent[node] = parent
        self.before[node] = before
        self.after[node] = sibling
        if before:
            self.after[before] = node
        else:
            self.first[parent] = node
        if sibling:
            self.before[sibling] = node
        else:
            self.last[parent] = node
        return True

    def _take_out(self, node: cython.Py_ssize_t) -> cython.bint:
        """Take a node out of its parent, if it has one."""
        parent: cython.Py_ssize_t = self.parent[node]
        before: cython.Py_ssize_t = self.before[node]
        after: cython.Py_ssize_t = self.after[node]
        if before:
            self.after[before] = after
        elif self.first[parent] == node:
            self.first[parent] = after
        if after:
            self.before[after] = before
        elif self.last[parent] == node:
            self.last[parent] = before
        self.parent[node] = self.before[node] = self.after[node] = 0
        return True

    def _move_children(self, node: cython.Py_ssize_t, target: cython.Py_ssize_t) -> cython.bint:
        """Append all children of a node to another one, which has none."""
        child: cython.Py_ssize_t = self.first[node]
        self.first[target] = child
        self.last[target] = self.last[node]
        self.first[node] = self.last[node] = 0
        while child:
            self.parent[child] = target
            child = self.after[child]
        return True

    def _find_place(self, target: cython.Py_ssize_t) -> cython.bint:
        """The appropriate place for a new node in an element: ``parent_place``, before ``sibling_place``."""
        i: cython.Py_ssize_t = self.open - 1
        node: cython.Py_ssize_t
        self.parent_place = target
        self.sibling_place = 0
        if not (self.fosters and self._said(target) & _TABLE_PART):
            return True
        while i > 0:
            node = self.stack[i]
            if self.code[node] == _TEMPLATE:
                self.parent_place = node
                return True
            if self.code[node] == _TABLE:
                if self.parent[node]:
                    self.parent_place = self.parent[node]
                    self.sibling_place = node
                else:
                    self.parent_place = self.stack[i - 1]
                return True
            i -= 1
        self.parent_place = self.stack[0]
        return True

    def _insert_node(self, node: cython.Py_ssize_t) -> cython.bint:
        """Put a new node where the next one belongs."""
        self._find_place(self.stack[self.open - 1] if self.open else 0)
        return self._put(node, self.parent_place, self.sibling_place)

    def _insert_text(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        before: cython.Py_ssize_t
        if start == stop or not self.open:
            return True
        self._find_place(self.stack[self.open - 1])
        before = self.before[self.sibling_place] if self.sibling_place else self.last[self.parent_place]
        if before and not self.code[before] and self.stop[before] == start and not self.state[before] & _RAW:
            self.stop[before] = stop
        else:
            self._put(self._new_node(0, start, stop), self.parent_place, self.sibling_place)
        return True

    # ---- open elements ---------------------------------------------------------------------------

    def _said(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """What the standard says of the element of a node."""
        code: cython.Py_ssize_t = self.code[node]
        return _SAID[code] if code < _SAID_CODES else 0

    def _current(self) -> cython.Py_ssize_t:
        return self.stack[self.open - 1] if self.open else 0

    def _current_code(self) -> cython.int:
        return self.code[self.stack[self.open - 1]] if self.open else 0

    def _push(self, node: cython.Py_ssize_t) -> cython.bint:
        """Open an element, if not too many are open."""
        if self.open == _MAX_OPEN:
            self.overflow += 1
            return False
        self.stack[self.open] = node
        self.open += 1
        self.open_paragraphs += self.code[node] == _P
        self.state[node] |= _OPEN
        return True

    def _pop(self) -> cython.Py_ssize_t:
        node: cython.Py_ssize_t = self.stack[self.open - 1]
        self.overflow = 0
        self.open -= 1
        self.open_paragraphs -= self.code[node] == _P
        self.state[node] &= ~_OPEN
        return node

    def _pop_until(self, code: cython.int) -> cython.bint:
        """Close elements until one with this code is closed; HTML stays open."""
        while self.open > 1:
            if self.code[self._pop()] == code:
                break
        return True

    def _pop_to(self, left: cython.Py_ssize_t) -> cython.bint:
        """Close elements until so many are open."""
        while self.open > left:
            self._pop()
        return True

    def _close(self, node: cython.Py_ssize_t) -> cython.bint:
        """Remove an element from the open ones, wherever it is among them."""
        i: cython.Py_ssize_t = self._place_of(node)
        if i < 0:
            return False
        self.open -= 1
        self.open_paragraphs -= self.code[node] == _P
        self.state[node] &= ~_OPEN
        while i < self.open:
            self.stack[i] = self.stack[i + 1]
            i += 1
        return True

    def _place_of(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        i: cython.Py_ssize_t = self.open - 1
        while i >= 0 and self.stack[i] != node:
            i -= 1
        return i

    def _place_of_code(self, code: cython.int) -> cython.Py_ssize_t:
        """Where the last open element with a code is among the open ones; -1 if there is none."""
        i: cython.Py_ssize_t = self.open - 1
        while i >= 0 and self.code[self.stack[i]] != code:
            i -= 1
        return i

    def _in_scope(self, code: cython.int, scope: cython.Py_ssize_t) -> cython.bint:
        """Whether an element is open with nothing open in it that bounds this kind of scope."""
        i: cython.Py_ssize_t = self.open - 1
        node: cython.Py_ssize_t
        while i >= 0:
            node = self.stack[i]
            if self.code[node] == code:
                return True
            if self._said(node) & scope:
                return False
            i -= 1
        return False

    def _p_in_scope(self) -> cython.bint:
        """Whether a P is open that a block would end."""
        return self.open_paragraphs > 0 and self._in_scope(_P, _BUTTON_SCOPE)

    def _heading_in_scope(self) -> cython.bint:
        i: cython.Py_ssize_t = self.open - 1
        node: cython.Py_ssize_t
        while i >= 0:
            node = self.stack[i]
            if self._is_heading(self.code[node]):
                return True
            if self._said(node) & _SCOPE:
                return False
            i -= 1
        return False

    def _is_heading(self, code: cython.Py_ssize_t) -> cython.bint:
        # Their numbers follow one another.
        return _H1 <= code <= _H6 and code & 3 == 0

    def _imply_ends(self, but: cython.int) -> cython.bint:
        """Close elements whose end tags are implied, but not those with a code."""
        return self._close_said(_IMPLIED_END, but)

    def _close_said(self, said: cython.Py_ssize_t, but: cython.int) -> cython.bint:
        """Close current elements of which something is said, but not those with a code."""
        while self.open > 1 and self._said(self._current()) & said and self._current_code() != but:
            self._pop()
        return True

    def _close_p(self) -> cython.bint:
        self._imply_ends(_P)
        return self._pop_until(_P)

    # ---- active formatting elements --------------------------------------------------------------

    def _mark(self) -> cython.bint:
        """Start a new part of the list of active formatting elements."""
        if self.listed_count < _MAX_LISTED:
            self.listed[self.listed_count] = 0
            self.listed_count += 1
        return True

    def _clear_to_mark(self) -> cython.bint:
        node: cython.Py_ssize_t
        while self.listed_count:
            self.listed_count -= 1
            node = self.listed[self.listed_count]
            if not node:
                break
            self.state[node] &= ~_LISTED
        return True

    def _list(self, node: cython.Py_ssize_t) -> cython.bint:
        """Add an element to the active formatting elements; of those that are alike, three are kept."""
        i: cython.Py_ssize_t = self.listed_count - 1
        alike: cython.Py_ssize_t = 0
        earliest: cython.Py_ssize_t = 0
        while i >= 0 and self.listed[i]:
            if self._are_alike(self.listed[i], node):
                alike += 1
                earliest = self.listed[i]
            i -= 1
        if alike >= _ALIKE:
            self._unlist(earliest)
        if self.listed_count < _MAX_LISTED:
            self.listed[self.listed_count] = node
            self.listed_count += 1
            self.state[node] |= _LISTED
        return True

    def _are_alike(self, one: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.bint:
        length: cython.Py_ssize_t = self.stop[one] - self.start[one]
        return (
            self.code[one] == self.code[other]
            and self.stop[other] - self.start[other] == length
            and views.same_bytes(self.attributes.out, self.start[one], self.start[other], length)
        )

    def _unlist(self, node: cython.Py_ssize_t) -> cython.bint:
        i: cython.Py_ssize_t = self._place_in_list(node)
        if i < 0:
            return False
        self.listed_count -= 1
        self.state[node] &= ~_LISTED
        while i < self.listed_count:
            self.listed[i] = self.listed[i + 1]
            i += 1
        return True

    def _place_in_list(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        i: cython.Py_ssize_t = self.listed_count - 1
        while i >= 0 and self.listed[i] != node:
            i -= 1
        return i

    def _listed_with(self, code: cython.int) -> cython.Py_ssize_t:
        """The last active formatting element with a code in this part of the list; 0 if there is none."""
        i: cython.Py_ssize_t = self.listed_count - 1
        while i >= 0 and self.listed[i]:
            if self.code[self.listed[i]] == code:
                return self.listed[i]
            i -= 1
        return 0

    def _copy_of(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """A new element with the same name and attributes."""
        copy: cython.Py_ssize_t = self._new_node(self.code[node], self.start[node], self.stop[node])
        self.state[copy] = self.state[node] & ~(_OPEN | _LISTED)
        return copy

    def _reopen_formatting(self) -> cython.bint:
        """Reconstruct the active formatting elements: open those again that were closed with their parents."""
        i: cython.Py_ssize_t = self.listed_count - 1
        node: cython.Py_ssize_t
        if i < 0 or not self.listed[i] or self.state[self.listed[i]] & _OPEN:
            return True
        while i > 0 and self.listed[i - 1] and not self.state[self.listed[i - 1]] & _OPEN:
            i -= 1
        while i < self.listed_count and self.open < _MAX_OPEN:
            if self.reopened >= self.max_reopened:
                self.reopened_too_many = True
                break
            self.reopened += 1
            node = self._copy_of(self.listed[i])
            self._insert_node(node)
            self._push(node)
            self.state[self.listed[i]] &= ~_LISTED
            self.state[node] |= _LISTED
            self.listed[i] = node
            i += 1
        return True

    def _adopt(self, code: cython.int) -> cython.bint:
        """The adoption agency: close a formatting element in which other elements are open.

        False if the end tag is to be handled as that of any other element.
        """
        formatting: cython.Py_ssize_t
        place: cython.Py_ssize_t
        furthest: cython.Py_ssize_t
        _: cython.Py_ssize_t
        if self._current_code() == code and not self.state[self._current()] & _LISTED:
            self._pop()
            return True
        for _ in range(8):
            formatting = self._listed_with(code)
            if not formatting:
                return False
            if not self.state[formatting] & _OPEN:
                self._unlist(formatting)
                return True
            if not self._node_in_scope(formatting):
                return True
            place = self._place_of(formatting)
            furthest = place + 1
            while furthest < self.open and not self._said(self.stack[furthest]) & _SPECIAL:
                furthest += 1
            if furthest == self.open:
                self._pop_to(place)
                self._unlist(formatting)
                return True
            self._adopt_block(formatting, place, furthest)
        return True

    def _node_in_scope(self, node: cython.Py_ssize_t) -> cython.bint:
        i: cython.Py_ssize_t = self.open - 1
        while i >= 0 and self.stack[i] != node:
            if self._said(self.stack[i]) & _SCOPE:
                return False
            i -= 1
        return i >= 0

    def _adopt_block(
        self, formatting: cython.Py_ssize_t, place: cython.Py_ssize_t, furthest_place: cython.Py_ssize_t
    ) -> cython.bint:
        """One round of the adoption agency: the furthest block is moved out of the formatting element."""
        furthest: cython.Py_ssize_t = self.stack[furthest_place]
        bookmark: cython.Py_ssize_t = self._place_in_list(formatting)
        moved: cython.Py_ssize_t = furthest
        i: cython.Py_ssize_t = furthest_place - 1
        rounds: cython.Py_ssize_t = 0
        node: cython.Py_ssize_t
        copy: cython.Py_ssize_t
        k: cython.Py_ssize_t
        while i > place:
            node = self.stack[i]
            rounds += 1
            if rounds > 3 and self.state[node] & _LISTED:
                bookmark -= self._place_in_list(node) < bookmark
                self._unlist(node)
            if not self.state[node] & _LISTED:
                self._close(node)
                i -= 1
                continue
            copy = self._copy_of(node)
            k = self._place_in_list(node)
            self.listed[k] = copy
            self.stack[i] = copy
            self.state[node] &= ~(_OPEN | _LISTED)
            self.state[copy] |= _OPEN | _LISTED
            if moved == furthest:
                bookmark = k + 1
            self._take_out(moved)
            self._put(moved, copy, 0)
            moved = copy
            i -= 1
        self._take_out(moved)
        self._find_place(self.stack[place - 1])
        self._put(moved, self.parent_place, self.sibling_place)
        copy = self._copy_of(formatting)
        self._move_children(furthest, copy)
        self._put(copy, furthest, 0)
        bookmark -= self._place_in_list(formatting) < bookmark
        self._unlist(formatting)
        k = self.listed_count
        self.listed_count += 1
        while k > bookmark:
            self.listed[k] = self.listed[k - 1]
            k -= 1
        self.listed[bookmark] = copy
        self.state[copy] |= _LISTED
        self._close(formatting)
        k = self._place_of(furthest) + 1
        i = self.open
        self.open += 1
        while i > k:
            self.stack[i] = self.stack[i - 1]
            i -= 1
        self.stack[k] = copy
        self.state[copy] |= _OPEN
        return True
