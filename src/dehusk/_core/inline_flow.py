"""The line of text that the tree builder is writing, with the links and styles that are open in it."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]  # noqa: TC001 - types of C

from typing import Any

Node = Any
"""A node of the content tree, or what has its classes; they are defined in ``content/tree_nodes.py``."""


class InlineFlow:
    """A line of text under construction.

    White space between two pieces becomes one space in the innermost node that contains both, so no node begins or
    ends with a space. The position of a piece is where it starts and stops in the page's text, and its entries in the
    columns paragraph and block.

    ``types``: has the classes of nodes. ``gaps``: offsets in the page's text at which a space is missing.
    """

    last_paragraph: cython.Py_ssize_t
    last_block: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    last_code: cython.Py_ssize_t

    def __init__(self, types: Node, gaps: frozenset[int]) -> None:
        self.types, self.gaps = types, gaps
        # Links and styles that are open in the page; they are begun in a line when its first text comes.
        self.styles: list[Node] = []
        # The line, then the children of the nodes that are begun in it; empty if no line is open. The last of these.
        self.targets: list[list[Node]] = []
        self.target: list[Node] = []
        # The pieces at its end; whether they are code.
        self.pieces: list[str] = []
        self.are_code = False
        # Whether the line continues across the ends of blocks, as in a heading.
        self.spans_blocks = False
        # Whether preformatted text is open in the line; whether its last line has ended.
        self.keeps_lines = self.pending_break = False
        # The CODE elements that are open, and that of the last code.
        self.code_rows: list[int] = []
        self.last_code = 0
        # The position of the last piece.
        self.last_paragraph = self.last_block = self.stop = 0
        self.is_empty = True
        self.pending_space = False

    def paragraph_at(self, paragraph: cython.Py_ssize_t, block: cython.Py_ssize_t) -> Node:
        """The paragraph that a piece at this position begins: after the end of a block, after two line breaks."""
        if self.spans_blocks:
            return None
        if len(self.targets) and paragraph == self.last_paragraph and block <= self.last_block + 1:
            return None
        self._end_pieces()
        line: list[Node] = []
        self.targets, self.target = [line], line
        self.is_empty, self.pending_space = True, False
        return self.types.Paragraph(line)

    def begin_line(self, line: list[Node]) -> cython.bint:
        """Begin a line that continues until it is closed."""
        self._end_pieces()
        self.targets, self.target = [line], line
        self.is_empty = self.spans_blocks = True
        self.pending_space = self.pending_break = False
        return True

    def close(self) -> cython.bint:
        """End the line."""
        if len(self.targets):
            self._end_pieces()
            self.targets = []
        self.spans_blocks = self.pending_break = False
        return True

    def close_style(self) -> cython.bint:
        """End the innermost link or style."""
        self.styles.pop()
        if len(self.targets) > len(self.styles) + 1:
            self._end_pieces()
            del self.targets[len(self.styles) + 1 :]
            self.target = self.targets[len(self.styles)]
        return True

    def add_text(
        self,
        raw: str,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        paragraph: cython.Py_ssize_t,
        block: cython.Py_ssize_t,
    ) -> Node:
        """Add text; returns the paragraph that it begins, if it does."""
        words = " ".join(raw.split())
        return self.add_words(words, raw[:1].isspace(), raw[len(raw) - 1 :].isspace(), start, stop, paragraph, block)

    def add_words(
        self,
        words: str,
        begins_blank: cython.bint,
        ends_blank: cython.bint,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        paragraph: cython.Py_ssize_t,
        block: cython.Py_ssize_t,
    ) -> Node:
        """Add text whose white space is collapsed; ``begins_blank`` and ``ends_blank``: whether there was any."""
        begun: Node = None
        if block != self.last_block or not len(self.targets):
            begun = self.paragraph_at(paragraph, block)
        has_space: cython.bint = self._join(start, stop, paragraph, block, begins_blank)
        if len(self.code_rows):
            self.last_code = self.code_rows[0]
            self._add_piece(words, True)
        else:
            if has_space:
                self._add_piece(" ", False)
            self._add_piece(words, False)
        self.pending_space = ends_blank
        return begun

    def add_lines(
        self,
        before: str,
        raw: str,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        paragraph: cython.Py_ssize_t,
        block: cython.Py_ssize_t,
    ) -> cython.bint:
        """Add preformatted text to a line that spans blocks, with a line break for each end of a line.

        ``before``: the text between the last piece and this one.
        """
        if "\n" in before:
            self.pending_break = True
        is_first: cython.bint = True
        for line in raw.split("\n"):
            if not is_first:
                self.pending_break = True
            is_first = False
            if line.strip():
                self.add_text(line, start, stop, paragraph, block)
        return True

    def add_node(
        self,
        node: Node,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        paragraph: cython.Py_ssize_t,
        block: cython.Py_ssize_t,
    ) -> cython.bint:
        """Add a node that is not text."""
        if self._join(start, stop, paragraph, block, False):
            self._add_piece(" ", False)
        self._end_pieces()
        self.target.append(node)
        self.pending_space = False
        return True

    def _join(
        self,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        paragraph: cython.Py_ssize_t,
        block: cython.Py_ssize_t,
        space: cython.bint,
    ) -> cython.bint:
        """Add what separates the next piece from the last (line break, space, nothing), then begin the open styles.

        Returns whether a space is still to be written, directly before the piece.
        """
        is_before: cython.bint = False
        styles: cython.Py_ssize_t = len(self.styles)
        if self.is_empty:
            self.is_empty = False
        elif block != self.last_block or self.pending_break:
            self._end_pieces()
            self.target.append(self.types.LineBreak())
        elif space or self.pending_space or start > self.stop or (self.gaps and start in self.gaps):
            if len(self.targets) <= styles:
                self._add_piece(" ", False)
            elif not len(self.code_rows):
                is_before = True
            else:
                self._add_piece(" ", self.are_code and len(self.pieces) > 0 and self.code_rows[0] == self.last_code)
        self.last_paragraph, self.last_block, self.stop = paragraph, block, stop
        self.pending_break = False
        while len(self.targets) <= styles:
            # A style that was begun in a line before is begun again.
            style = self.styles[len(self.targets) - 1]
            begun = _without_children(style, self.types) if style.children else style
            self._end_pieces()
            self.target.append(begun)
            self.target = begun.children
            self.targets.append(self.target)
        return is_before

    def _add_piece(self, text: str, is_code: cython.bint) -> cython.bint:
        """Add text or code to the pieces at the end."""
        if is_code != self.are_code:
            self._end_pieces()
            self.are_code = is_code
        self.pieces.append(text)
        return True

    def _end_pieces(self) -> cython.bint:
        """Write the pieces at the end as one text or one piece of code."""
        count: cython.Py_ssize_t = len(self.pieces)
        if count == 0:
            return False
        text: str = self.pieces[0] if count == 1 else "".join(self.pieces)
        self.pieces.clear()
        target: list[Node] = self.target
        if self.are_code:
            target.append(self.types.CodeSpan(text))
        elif isinstance(last_of(target), str):
            # A line that was begun before: the caption of a table with several captions.
            before: str = target.pop()
            before += text
            target.append(before)
        else:
            target.append(text)
        return True


def last_of(items: list[Node]) -> Node:
    """The last item, None if there is none.

    >>> last_of(["Tea", "milk"]), last_of([])
    ('milk', None)
    """
    return items[len(items) - 1] if len(items) else None


def _without_children(style: Node, types: Node) -> Node:
    if isinstance(style, types.Link):
        return types.Link(style.url, [], style.title)
    return types.StyledText(style.style, [], style.dir, style.lang)
