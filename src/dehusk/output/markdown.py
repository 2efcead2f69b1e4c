"""Markdown: CommonMark with GitHub's tables, strike-through, footnotes and formulas.

What Markdown has no sign for is written as HTML without attributes (``<sub>``, ``<kbd>``, lists in cells of tables)
or as what comes closest (terms in bold with their definitions as a list).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk.content.tree import (
    Caption,
    Code,
    CodeSpan,
    Definitions,
    Figure,
    Heading,
    Item,
    List,
    Note,
    Paragraph,
    Quote,
    Styled,
    Table,
)
from dehusk.output.facts import front_matter
from dehusk.output.markdown_line import UNBROKEN, Line
from dehusk.output.options import DEFAULTS, Options, prepared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.content import Extraction
    from dehusk.content.tree import Block, Cell, Document, Inline

# What means something at the beginning of a line: headings, lists, rules, quotes, underlines, rows of a table.
_LINE_START = re.compile(r"^(?:(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|[=:|-][=:| -]*$)|(\d{1,9})([.)])(?=\s|$))", re.MULTILINE)
_CLOSING_HASHES = re.compile(r"(?:^|(?<=\s))#+$")
# A note that a parser which knows no notes would take for the target of a link.
_LIKE_A_TARGET = re.compile(r"\S*(?:\s+(?:\".*\"|'.*'|\(.*\)))?\s*", re.DOTALL)
_FENCE = re.compile(r"^\s*(`{3,})", re.MULTILINE)
_MOST_COLUMNS = 200
_LARGEST = 999_999_999


def write_markdown(extraction: Extraction, options: Options = DEFAULTS) -> str:
    """The content as Markdown.

    >>> import dehusk
    >>> print(write_markdown(dehusk.extract("<h2>Tea</h2><ol start=3><li>Steep <b>it</b>.<li>Drink.</ol>")), end="")
    ## Tea
    <BLANKLINE>
    3. Steep **it**.
    4. Drink.
    """
    text = document_markdown(prepared(extraction.tree, options), wrap=options.wrap)
    return front_matter(extraction) + text if options.front_matter else text


def document_markdown(document: Document, *, wrap: int = 0) -> str:
    """A content tree as Markdown.

    >>> from dehusk.content.tree import Document, Quote
    >>> document_markdown(Document([Quote([Paragraph(["1. Tea"])])]))
    '> 1\\\\. Tea\\n'
    """
    text = _Writer(wrap).blocks(document.children)
    return f"{text}\n" if text else ""


class _Writer:
    def __init__(self, wrap: int) -> None:
        self.wrap = wrap
        self.line = Line()
        self.other = False
        """Whether the last list was written with the other sign."""

    # ---- blocks ------------------------------------------------------------------------------------

    def blocks(self, blocks: list[Block], width: int = 0, *, tight: bool = False) -> str:
        """Blocks one under the other; ``width``: columns that are taken by what they stand in."""
        written = []
        before: Block | None = None
        for block in _flat(blocks):
            if isinstance(block, List):
                # Two lists that follow each other would be one, but for their signs.
                same = isinstance(before, List) and block.ordered == before.ordered
                text = self._list(block, width, other=same and not self.other)
            else:
                text = self._block(block, width)
            if text:
                written.append(text)
                before = block
        return ("\n" if tight else "\n\n").join(written)

    def _block(self, block: Block, width: int) -> str:
        if isinstance(block, Paragraph):
            return self._paragraph(block.children, width)
        if isinstance(block, Heading):
            text = _restored(self.line.write(block.children, breaks=" "))
            return f"{'#' * block.level} {_CLOSING_HASHES.sub(_escaped, text)}"
        if isinstance(block, Code):
            fence = "`" * max([3, *(len(run) + 1 for run in _FENCE.findall(block.text))])
            return f"{fence}{block.language or ''}\n{block.text}\n{fence}"
        if isinstance(block, Quote):
            return _prefixed(self.blocks(block.children, width + 2), "> ")
        if isinstance(block, Table):
            return self._table(block, width)
        if isinstance(block, Note):
            text = self.blocks(block.children, width + 4)
            first = text.partition("\n\n")[0]
            text = text.replace(first, f"{first} &nbsp;", 1) if _LIKE_A_TARGET.fullmatch(first) else text
            return f"[^{block.label}]: {_indented(text, 4)}"
        return "___"

    def _paragraph(self, line: list[Inline], width: int) -> str:
        text = self.line.write(line)
        if self.wrap:
            text = "\n".join(_wrapped(part, max(self.wrap - width, 1)) for part in text.split("\n"))
        if UNBROKEN in text:
            text = _restored(text)
        if "\n" in text:
            return _LINE_START.sub(_escaped, text)
        start = _LINE_START.match(text)
        return _escaped(start) + text[start.end() :] if start else text

    def _list(self, block: List, width: int, *, other: bool) -> str:
        tight = all(_is_tight(item) for item in block.items)
        out = []
        expected: int | None = None
        for item in block.items:
            marker = "* " if other else "- "
            if block.ordered:
                value = item.value if item.value is not None and 0 <= item.value <= _LARGEST else 1
                # A list counts on by itself; another sign begins another list, with a number of its own.
                other = other != (expected is not None and value != expected)
                marker = f"{value}) " if other else f"{value}. "
                expected = value + 1
            text = self.blocks(item.children, width + len(marker), tight=tight)
            out.append(marker + _indented(text, len(marker)))
        self.other = other
        return ("\n" if tight else "\n\n").join(out)

    # ---- tables ------------------------------------------------------------------------------------

    def _table(self, block: Table, width: int) -> str:
        caption = self._paragraph(block.caption, width) if block.caption else ""
        grid = [[self._cell(cell) for cell in row] for row in _grid(block.rows)]
        if not grid:
            return caption
        columns = max(map(len, grid))
        grid = [row + [""] * (columns - len(row)) for row in grid]
        if not all(cell.header for cell in block.rows[0]):
            grid.insert(0, [""] * columns)
        grid.insert(1, ["---"] * columns)
        table = "\n".join(f"| {' | '.join(row)} |" for row in grid)
        return f"{caption}\n\n{table}" if caption else table

    def _cell(self, cell: Cell | None) -> str:
        return self._in_cell(cell.children).replace("|", "\\|") if cell else ""

    def _in_cell(self, blocks: list[Block]) -> str:
        """Blocks on one line."""
        out = ""
        for block in _flat(blocks):
            text = self._block_in_cell(block)
            parted = out and text and not (out.endswith(_CELL_ENDS) or text.startswith(_CELL_STARTS))
            out += f"<br>{text}" if parted else text
        return out

    def _line_in_cell(self, line: list[Inline]) -> str:
        return _restored(self.line.write(line, breaks="<br>"))

    def _block_in_cell(self, block: Block) -> str:
        if isinstance(block, Paragraph | Heading):
            return self._line_in_cell(block.children)
        if isinstance(block, Code):
            lines = block.text.split("\n")
            return "<br>".join(self._line_in_cell([CodeSpan(line)]) if line.strip() else "" for line in lines)
        if isinstance(block, List):
            tag = "ol" if block.ordered else "ul"
            items = "".join(f"<li>{self._in_cell(item.children)}</li>" for item in block.items)
            return f"<{tag}>{items}</{tag}>"
        if isinstance(block, Table):
            rows = ("".join(f"<td>{self._in_cell(cell.children)}</td>" for cell in row) for row in block.rows)
            caption = self._line_in_cell(block.caption)
            return (
                f"{caption}<br>" if caption else ""
            ) + f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
        if isinstance(block, Quote | Note):
            return self._in_cell(block.children)
        return ""


_CELL_ENDS = ("</ul>", "</ol>", "</table>")
_CELL_STARTS = ("<ul>", "<ol>", "<table>")


def _grid(rows: list[list[Cell]]) -> Iterator[list[Cell | None]]:
    """The rows with every cell in its column; what a cell spans beyond its first place is empty."""
    taken: dict[int, int] = {}
    for row in rows:
        line: list[Cell | None] = []
        below = {column: left - 1 for column, left in taken.items() if left > 1}
        for cell in row:
            while len(line) in taken:
                line.append(None)
            wide = max(min(cell.columns, _MOST_COLUMNS - len(line)), 1)
            if cell.rows > 1:
                below |= dict.fromkeys(range(len(line), len(line) + wide), cell.rows - 1)
            line += [cell, *[None] * (wide - 1)]
        taken = below
        yield line


def _flat(blocks: list[Block]) -> Iterator[Block]:
    """Blocks, with those that Markdown has no sign for replaced by what is in them."""
    for block in blocks:
        if isinstance(block, Figure | Caption):
            yield from _flat(block.children)
        elif isinstance(block, Definitions):
            yield from _flat(_definitions(block))
        else:
            yield block


def _definitions(block: Definitions) -> list[Block]:
    """Terms in bold, what is said of them as lists."""
    blocks: list[Block] = []
    for part in block.parts:
        if not part.term:
            if not (blocks and isinstance(blocks[-1], List)):
                blocks.append(List())
            said = blocks[-1]
            if isinstance(said, List):
                said.items.append(Item(part.children))
        else:
            blocks += (_bold(child) if isinstance(child, Paragraph) else child for child in part.children)
    return blocks


def _bold(paragraph: Paragraph) -> Paragraph:
    return Paragraph([Styled("strong", paragraph.children)])


def _is_tight(item: Item) -> bool:
    """A line of text, a list, or both; a list that does not begin with 1 would be read as part of the line."""
    rest = item.children[1:] if item.children and isinstance(item.children[0], Paragraph) else item.children
    if len(rest) == len(item.children):
        return len(rest) <= 1 and all(isinstance(block, List) for block in rest)
    return not rest or (
        len(rest) == 1
        and isinstance(rest[0], List)
        and (not rest[0].ordered or [item.value for item in rest[0].items[:1]] == [1])
    )


def _escaped(found: re.Match[str]) -> str:
    if found.re is _LINE_START and found[2]:
        return f"{found[2]}\\{found[3]}"
    return f"\\{found[0]}"


def _restored(text: str) -> str:
    return text.replace(UNBROKEN, " ")


def _wrapped(text: str, width: int) -> str:
    lines: list[str] = []
    length = 0
    for word in text.split(" "):
        if lines and length + 1 + len(word) <= width:
            lines[-1] += f" {word}"
            length += 1 + len(word)
        else:
            lines.append(word)
            length = len(word)
    return "\n".join(lines)


def _indented(text: str, width: int) -> str:
    """All lines but the first moved to the right; blank ones stay blank."""
    return re.sub(r"\n(?=[^\n])", "\n" + " " * width, text)


def _prefixed(text: str, prefix: str) -> str:
    return "\n".join(prefix + line if line else prefix.rstrip() for line in text.split("\n"))
