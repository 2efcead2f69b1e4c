"""The line of text that a walk over a page is writing, with the links and styles that are open in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.content.tree import CodeSpan, LineBreak, Link, Paragraph, Styled

if TYPE_CHECKING:
    from dehusk.content.tree import Inline

Place = tuple[int, int, int, int]
"""Where a piece stands: its start and stop in the page's text, its numbers in the columns paragraph and block."""


class Flow:
    """A line of text in the making.

    White space between two pieces becomes one space in the innermost node that holds both, so no node begins or
    ends with one.
    """

    def __init__(self) -> None:
        self.styles: list[Link | Styled] = []
        """Links and styles that are open, in the page; they are begun in a line when its first text comes."""
        self.targets: list[list[Inline]] = []
        """The line, then the children of those that are begun in it; empty if no line is open."""
        self.fixed = False
        """Whether the line goes on over the ends of blocks, as in a heading."""
        self.code_rows: list[int] = []
        """The CODE elements that are open."""
        self.in_parenthesis = 0
        self.last_paragraph = self.last_block = self.stop = 0
        """Where the last piece stood, as numbers in the page's columns, and where it ended in the page's text."""
        self.last_code = 0
        self.fresh = True
        self.space = False

    def line(self, paragraph: int, block: int) -> Paragraph | None:
        """The paragraph that a piece at this place begins, after a block's end or two line breaks; else None."""
        if self.fixed or (self.targets and paragraph == self.last_paragraph and block <= self.last_block + 1):
            return None
        begun = Paragraph()
        self.targets = [begun.children]
        self.fresh, self.space = True, False
        return begun

    def begin_fixed(self, line: list[Inline]) -> None:
        """Begin a line that goes on until it is closed."""
        self.targets = [line]
        self.fresh, self.space, self.fixed = True, False, True

    def close(self) -> None:
        """End the line."""
        self.targets = []
        self.fixed = False

    def close_style(self) -> None:
        """End the innermost link or style."""
        self.styles.pop()
        del self.targets[len(self.styles) + 1 :]

    def text(self, raw: str, place: Place) -> Paragraph | None:
        """A leaf's text; gives back the paragraph that it begins, if it does."""
        words = " ".join(raw.split())
        begun = self.line(place[2], place[3])
        if begun is not None and not self.styles and not self.code_rows:
            # What most leaves are: the first of a plain paragraph.
            begun.children.append(words)
            _, self.stop, self.last_paragraph, self.last_block = place
            self.fresh = False
        else:
            self._join(place, raw[0].isspace())
            self._append(words)
        self.space = raw[-1].isspace()
        return begun

    def _append(self, words: str) -> None:
        target = self.targets[-1]
        last = target[-1] if target else None
        if self.code_rows:
            self.last_code = self.code_rows[0]
            if isinstance(last, CodeSpan):
                last.text += words
            else:
                target.append(CodeSpan(words))
        elif isinstance(last, str):
            target[-1] = last + words
        else:
            target.append(words)

    def add(self, node: Inline, place: Place) -> None:
        """Anything else."""
        self._join(place, space=False)
        self.targets[-1].append(node)
        self.space = False

    def _join(self, place: Place, space: bool) -> None:
        """What parts the next piece from the last: a line break, a space or nothing; then what is open around it."""
        start, stop, paragraph, block = place
        targets = self.targets
        if self.fresh:
            self.fresh = False
        elif block != self.last_block:
            targets[-1].append(LineBreak())
        elif space or self.space or start > self.stop:
            last = targets[-1][-1] if targets[-1] else None
            if isinstance(last, str):
                targets[-1][-1] = last + " "
            elif (
                isinstance(last, CodeSpan)
                and self.code_rows[:1] == [self.last_code]
                and len(targets) > len(self.styles)
            ):
                last.text += " "
            else:
                targets[-1].append(" ")
        self.last_paragraph, self.last_block, self.stop = paragraph, block, stop
        while len(targets) <= len(self.styles):
            begun = _again(self.styles[len(targets) - 1])
            targets[-1].append(begun)
            targets.append(begun.children)


def _again(style: Link | Styled) -> Link | Styled:
    if isinstance(style, Link):
        return Link(style.url, [], style.title)
    return Styled(style.style, [], style.dir, style.lang)
