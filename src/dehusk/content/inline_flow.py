"""The line of text that the tree builder is writing, with the links and styles that are open in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.content.tree_nodes import CodeSpan, LineBreak, Link, Paragraph, StyledText

if TYPE_CHECKING:
    from dehusk.content.tree_nodes import InlineNode


TextPosition = tuple[int, int, int, int]
"""The position of a piece: start and stop in the page's text, its entries in the columns paragraph and block."""


class InlineFlow:
    """A line of text under construction.

    White space between two pieces becomes one space in the innermost node that contains both, so no node begins or
    ends with a space.
    """

    def __init__(self, gaps: frozenset[int] = frozenset()) -> None:
        self.gaps = gaps
        """Offsets in the page's text at which a space is missing."""
        self.styles: list[Link | StyledText] = []
        """Links and styles that are open in the page; they are begun in a line when its first text comes."""
        self.targets: list[list[InlineNode]] = []
        """The line, then the children of the nodes that are begun in it; empty if no line is open."""
        self.spans_blocks = False
        """Whether the line continues across the ends of blocks, as in a heading."""
        self.keeps_lines = self.pending_break = False
        """Whether preformatted text is open in the line; whether its last line has ended."""
        self.code_rows: list[int] = []
        """The CODE elements that are open."""
        self.last_paragraph = self.last_block = self.stop = 0
        """The position of the last piece."""
        self.last_code = 0
        self.is_empty = True
        self.pending_space = False

    def paragraph_at(self, paragraph: int, block: int) -> Paragraph | None:
        """The paragraph that a piece at this position begins: after the end of a block, after two line breaks."""
        if self.spans_blocks or (self.targets and paragraph == self.last_paragraph and block <= self.last_block + 1):
            return None
        begun = Paragraph()
        self.targets = [begun.children]
        self.is_empty, self.pending_space = True, False
        return begun

    def begin_line(self, line: list[InlineNode]) -> None:
        """Begin a line that continues until it is closed."""
        self.targets = [line]
        self.is_empty, self.spans_blocks = True, True
        self.pending_space = self.pending_break = False

    def close(self) -> None:
        """End the line."""
        self.targets = []
        self.spans_blocks = self.pending_break = False

    def close_style(self) -> None:
        """End the innermost link or style."""
        self.styles.pop()
        del self.targets[len(self.styles) + 1 :]

    def add_text(self, raw: str, position: TextPosition) -> Paragraph | None:
        """Add text; returns the paragraph that it begins, if it does."""
        return self.add_words(" ".join(raw.split()), raw[0].isspace(), raw[-1].isspace(), position)

    def add_words(self, words: str, begins_blank: bool, ends_blank: bool, position: TextPosition) -> Paragraph | None:
        """Add text whose white space is collapsed; ``begins_blank`` and ``ends_blank``: whether there was any."""
        _, stop, paragraph, block = position
        begun = None if block == self.last_block and self.targets else self.paragraph_at(paragraph, block)
        if begun is not None and not self.styles and not self.code_rows:
            # The most frequent case: the first leaf of a plain paragraph.
            begun.children.append(words)
            self.stop, self.last_paragraph, self.last_block = stop, paragraph, block
            self.is_empty = False
        else:
            space = self._join(position, begins_blank)
            if self.code_rows:
                self._append_code(words)
            else:
                append_text(self.targets[-1], space + words)
        self.pending_space = ends_blank
        return begun

    def add_lines(self, before: str, raw: str, position: TextPosition) -> None:
        """Add preformatted text to a line that spans blocks, with a line break for each end of a line.

        ``before``: the text between the last piece and this one.
        """
        self.pending_break |= "\n" in before
        for number, line in enumerate(raw.split("\n")):
            self.pending_break |= number > 0
            if line.strip():
                self.add_text(line, position)

    def _add_space(self) -> None:
        """Add a space to the code before it, if that continues, otherwise to the innermost node."""
        target = self.targets[-1]
        last = target[-1] if target and self.code_rows[:1] == [self.last_code] else None
        if isinstance(last, CodeSpan) and len(self.targets) > len(self.styles):
            _extend_code(last, " ")
        else:
            append_text(target, " ")

    def _append_code(self, words: str) -> None:
        target = self.targets[-1]
        self.last_code = self.code_rows[0]
        last = target[-1] if target else None
        if isinstance(last, CodeSpan):
            _extend_code(last, words)
        else:
            target.append(CodeSpan(words))

    def add_node(self, node: InlineNode, position: TextPosition) -> None:
        """Add a node that is not text."""
        if self._join(position, space=False):
            append_text(self.targets[-1], " ")
        self.targets[-1].append(node)
        self.pending_space = False

    def _join(self, position: TextPosition, space: bool) -> str:
        """Add what separates the next piece from the last (line break, space, nothing), then begin the open styles.

        Returns a space if that is still to be written, directly before the piece.
        """
        start, stop, paragraph, block = position
        targets, styles, before = self.targets, self.styles, ""
        if self.is_empty:
            self.is_empty = False
        elif block != self.last_block or self.pending_break:
            targets[-1].append(LineBreak())
        elif space or self.pending_space or start > self.stop or start in self.gaps:
            if len(targets) > len(styles) and not self.code_rows:
                before = " "
            else:
                self._add_space()
        self.last_paragraph, self.last_block, self.stop = paragraph, block, stop
        self.pending_break = False
        while len(targets) <= len(styles):
            style = styles[len(targets) - 1]
            # A style that was begun in a line before is begun again.
            begun = _without_children(style) if style.children else style
            targets[-1].append(begun)
            targets.append(begun.children)
        return before


def append_text(line: list[InlineNode], text: str) -> None:
    """Append text to a line, joined with the text at its end.

    >>> line = ["Tea"]
    >>> append_text(line, " and milk")
    >>> line
    ['Tea and milk']
    """
    # The string is taken out of the list first: CPython extends a string in place only if nothing else refers to it,
    # and copying it each time would take quadratic time.
    last = line.pop() if line else None
    if isinstance(last, str):
        last += text
        line.append(last)
    elif last is None:
        line.append(text)
    else:
        line += (last, text)


def _extend_code(code: CodeSpan, text: str) -> None:
    extended, code.text = code.text, ""
    extended += text
    code.text = extended


def _without_children(style: Link | StyledText) -> Link | StyledText:
    if isinstance(style, Link):
        return Link(style.url, [], style.title)
    return StyledText(style.style, [], style.dir, style.lang)
