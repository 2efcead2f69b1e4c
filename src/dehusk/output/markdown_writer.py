"""Markdown: CommonMark with GitHub's tables, strike-through, footnotes and formulas.

What Markdown has no syntax for is written as HTML without attributes (``<sub>``, ``<kbd>``, lists in cells of tables)
or as the nearest equivalent (terms in bold, followed by their definitions as a list).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk._core.markdown_inline import NO_BREAK, MarkdownInline
from dehusk.content import tree_nodes
from dehusk.content.data_tables import table_grid
from dehusk.content.embeds import media_link
from dehusk.content.tree_contents import inline_text
from dehusk.content.tree_nodes import (
    CodeSpan,
    DefinitionList,
    FigureBlock,
    FigureCaption,
    Heading,
    ListBlock,
    ListItem,
    Paragraph,
    StyledText,
)
from dehusk.content.tree_visitor import BlockVisitor
from dehusk.output.front_matter import front_matter as yaml_front_matter
from dehusk.output.margins import Margins
from dehusk.output.writer_options import check_flag, check_width, prepare_tree

if TYPE_CHECKING:
    from dehusk.content import PageContent
    from dehusk.content.tree_nodes import (
        BlockNode,
        BlockQuote,
        CodeBlock,
        ContentTree,
        Footnote,
        InlineNode,
        Table,
        TableCell,
        ThematicBreak,
    )

# What has a meaning at the beginning of a line: headings, lists, tasks, kinds of callouts, rules, quotes, underlines,
# rows of a table.
_LINE_START = re.compile(
    r"^(?:(#{1,6}(?=\s|$)|[-+*](?=\s|$)|\[(?=[ xX]\]\s|!\w+\])|>|[=:|-][=:| -]*$)|(\d{1,9})([.)])(?=\s|$))",
    re.MULTILINE,
)
_FIRST_SIGNS = frozenset("#-+*[>=:|")
_CLOSING_HASHES = re.compile(r"(?:^|(?<=\s))#+$")
# A footnote that a parser without footnotes would read as the target of a link.
_LIKE_A_LINK_TARGET = re.compile(r"\S*(?:\s+(?:\".*\"|'.*'|\(.*\)))?\s*", re.DOTALL)
_FENCE = re.compile(r"^[^\S\n]*(`{3,})", re.MULTILINE)
_MAX_ITEM_NUMBER = 999_999_999
_WITHOUT_SYNTAX = (FigureBlock, FigureCaption, DefinitionList)


def write_markdown(
    content: PageContent,
    *,
    links: bool = True,
    images: bool = True,
    tables: bool = True,
    wrap: int = 0,
    front_matter: bool = False,
) -> str:
    """Markdown: CommonMark with GitHub's tables, strike-through, footnotes and formulas.

    >>> import dehusk
    >>> print(write_markdown(dehusk.extract("<h2>Tea</h2><ol start=3><li>Steep <b>it</b>.<li>Drink.</ol>")), end="")
    ## Tea
    <BLANKLINE>
    3. Steep **it**.
    4. Drink.
    """
    check_flag("front_matter", front_matter)
    text = tree_markdown(prepare_tree(content.tree, links=links, images=images, tables=tables), wrap=wrap)
    return yaml_front_matter(content) + text if front_matter else text


def tree_markdown(tree: ContentTree, *, wrap: int = 0) -> str:
    """A content tree as Markdown.

    >>> from dehusk.content.tree_nodes import BlockQuote, ContentTree, Paragraph
    >>> tree_markdown(ContentTree([BlockQuote([Paragraph(["1. Tea"])])]))
    '> 1\\\\. Tea\\n'
    """
    text = _MarkdownWriter(check_width("wrap", wrap)).blocks(tree.children)
    return f"{text}\n" if text else ""


class _MarkdownWriter(BlockVisitor[str]):
    """Writes blocks. Figures, captions and definition lists are replaced by their content before."""

    def __init__(self, wrap: int) -> None:
        self.wrap = wrap
        self.indent = 0
        """How many columns are taken by the blocks around."""
        self.inline = MarkdownInline(tree_nodes, media_link)
        self.cells = _CellWriter(self.inline)
        self.other_marker = False
        """Whether the last list was written with the other list marker."""
        self.margins = Margins()

    def blocks(self, blocks: list[BlockNode], indent: int = 0, *, tight: bool = False) -> str:
        """Blocks, separated by blank lines unless they are tight; they are indented by some more columns."""
        self.indent += indent
        written = []
        before: BlockNode | None = None
        for block in _flatten(blocks):
            if isinstance(block, ListBlock):
                # Two lists in a row would be read as one, if their markers were the same.
                same_kind = isinstance(before, ListBlock) and block.ordered == before.ordered
                self.other_marker = same_kind and not self.other_marker
            text = block.accept(self)
            if text:
                written.append(text)
                before = block
        self.indent -= indent
        return ("\n" if tight else "\n\n").join(written)

    def visit_paragraph(self, block: Paragraph) -> str:
        text = self.inline.write(block.children)
        if self.wrap:
            text = "\n".join(_wrap(part, max(self.wrap - self.indent, 1)) for part in text.split("\n"))
        if NO_BREAK in text:
            text = _with_spaces(text)
        if "\n" in text:
            return _LINE_START.sub(_escaped, text)
        first = text[:1]
        start = _LINE_START.match(text) if first in _FIRST_SIGNS or first.isdecimal() else None
        return _escaped(start) + text[start.end() :] if start else text

    def visit_heading(self, block: Heading) -> str:
        text = _with_spaces(self.inline.write(block.children, line_break=" "))
        if text.endswith("#"):
            text = _CLOSING_HASHES.sub(_escaped, text)
        return f"{'#' * block.level} {text}"

    def visit_code_block(self, block: CodeBlock) -> str:
        runs = _FENCE.findall(block.text) if "```" in block.text else []
        fence = "`" * max([3, *(len(run) + 1 for run in runs)])
        return f"{fence}{block.language or ''}\n{block.text}\n{fence}"

    def visit_quote(self, block: BlockQuote) -> str:
        title = block.children[:1] if _repeats_kind(block) else []
        text = self.blocks(block.children[len(title) :], 2)
        if not self.margins.have_room(text, 2):
            return "\n\n".join(filter(None, (self.blocks(title), text)))
        lines = text.split("\n")
        if block.callout:
            lines.insert(0, f"[!{block.callout.upper()}]")
        return "\n".join(f"> {line}" if line else ">" for line in lines)

    def visit_footnote(self, block: Footnote) -> str:
        text = self.blocks(block.children, 4)
        if not self.margins.have_room(text, 4):
            return text
        first = text.partition("\n\n")[0]
        text = text.replace(first, f"{first} &nbsp;", 1) if _LIKE_A_LINK_TARGET.fullmatch(first) else text
        return f"[^{block.label}]: {_indent(text, 4)}"

    def visit_thematic_break(self, block: ThematicBreak) -> str:  # noqa: ARG002
        return "___"

    def visit_list(self, block: ListBlock) -> str:
        other = self.other_marker
        tight = all(_is_tight(item) for item in block.items)
        out = []
        expected: int | None = None
        for item in block.items:
            marker = "* " if other else "- "
            if block.ordered:
                value = item.value if item.value is not None and 0 <= item.value <= _MAX_ITEM_NUMBER else 1
                # Only the first number of a list is read; another marker begins another list, with its own number.
                other = other != (expected is not None and value != expected)
                marker = f"{value}) " if other else f"{value}. "
                expected = value + 1
            text = self.blocks(item.children, len(marker), tight=tight)
            out.append(marker + _indent(text, len(marker)) if self.margins.have_room(text, len(marker)) else text)
        self.other_marker = other
        return ("\n" if tight else "\n\n").join(out)

    def visit_table(self, block: Table) -> str:
        caption = self.visit_paragraph(Paragraph(block.caption)) if block.caption else ""
        grid = [[self.cells.cell(cell) for cell in row] for row in table_grid(block.rows)]
        if not grid:
            return caption
        columns = max(map(len, grid))
        if not all(cell.header for cell in block.rows[0]):
            grid.insert(0, [])
        # Parsers ignore cells beyond the columns of the first row.
        grid[0] += [""] * (columns - len(grid[0]))
        grid.insert(1, ["---"] * columns)
        table = "\n".join(f"| {' | '.join(row)} |" for row in grid)
        return f"{caption}\n\n{table}" if caption else table


class _CellWriter(BlockVisitor[str]):
    """Writes the blocks in a cell of a table on one line; lists and tables as HTML."""

    def __init__(self, inline: MarkdownInline) -> None:
        self.inline = inline

    def cell(self, cell: TableCell | None) -> str:
        return self._blocks(cell.children).replace("|", "\\|") if cell else ""

    def _blocks(self, blocks: list[BlockNode]) -> str:
        out = ""
        for block in _flatten(blocks):
            text = block.accept(self)
            separate = out and text and not (out.endswith(_HTML_ENDS) or text.startswith(_HTML_STARTS))
            out += f"<br>{text}" if separate else text
        return out

    def _line(self, line: list[InlineNode]) -> str:
        return _with_spaces(self.inline.write(line, line_break="<br>"))

    def visit_paragraph(self, block: Paragraph) -> str:
        return self._line(block.children)

    def visit_heading(self, block: Heading) -> str:
        return self._line(block.children)

    def visit_code_block(self, block: CodeBlock) -> str:
        return "<br>".join(self._line([CodeSpan(line)]) if line.strip() else "" for line in block.text.split("\n"))

    def visit_list(self, block: ListBlock) -> str:
        tag = "ol" if block.ordered else "ul"
        items = "".join(f"<li>{self._blocks(item.children)}</li>" for item in block.items)
        return f"<{tag}>{items}</{tag}>"

    def visit_table(self, block: Table) -> str:
        rows = ("".join(f"<td>{self._blocks(cell.children)}</td>" for cell in row) for row in block.rows)
        table = f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
        caption = self._line(block.caption)
        return f"{caption}<br>{table}" if caption else table

    def visit_quote(self, block: BlockQuote) -> str:
        return self._blocks(block.children)

    def visit_footnote(self, block: Footnote) -> str:
        return self._blocks(block.children)

    def visit_thematic_break(self, block: ThematicBreak) -> str:  # noqa: ARG002
        return ""


_HTML_ENDS = ("</ul>", "</ol>", "</table>")
_HTML_STARTS = ("<ul>", "<ol>", "<table>")


def _repeats_kind(block: BlockQuote) -> bool:
    """Whether a callout has a title that only names its kind, which the mark of the callout says."""
    if block.callout is None or len(block.children) < 2:
        return False
    title = block.children[0]
    if not isinstance(title, (Paragraph, Heading)):
        return False
    return inline_text(title.children).strip(" :!.").lower() == block.callout


def _flatten(blocks: list[BlockNode]) -> list[BlockNode]:
    """Blocks, with those that Markdown has no syntax for replaced by their content."""
    for block in blocks:
        if isinstance(block, _WITHOUT_SYNTAX):
            break
    else:
        return blocks
    flat: list[BlockNode] = []
    for block in blocks:
        if isinstance(block, FigureBlock | FigureCaption):
            flat += _flatten(block.children)
        elif isinstance(block, DefinitionList):
            flat += _flatten(_terms_and_lists(block))
        else:
            flat.append(block)
    return flat


def _terms_and_lists(block: DefinitionList) -> list[BlockNode]:
    """Terms in bold, and their definitions as lists."""
    blocks: list[BlockNode] = []
    definitions: ListBlock | None = None
    for part in block.parts:
        if part.term:
            blocks += (_bold(child) if isinstance(child, Paragraph) else child for child in part.children)
            definitions = None
            continue
        if definitions is None:
            definitions = ListBlock()
            blocks.append(definitions)
        definitions.items.append(ListItem(part.children))
    return blocks


def _bold(paragraph: Paragraph) -> Paragraph:
    return Paragraph([StyledText("strong", paragraph.children)])


def _is_tight(item: ListItem) -> bool:
    """Whether an item is a line of text, a list, or both, so that it needs no blank lines.

    An ordered list directly after a line is only read as a list if its first number is 1.
    """
    if len(item.children) == 1 and isinstance(item.children[0], Paragraph):
        return True
    rest = item.children[1:] if item.children and isinstance(item.children[0], Paragraph) else item.children
    if len(rest) == len(item.children):
        return len(rest) <= 1 and all(isinstance(block, ListBlock) for block in rest)
    return not rest or (
        len(rest) == 1
        and isinstance(rest[0], ListBlock)
        and (not rest[0].ordered or [item.value for item in rest[0].items[:1]] == [1])
    )


def _escaped(found: re.Match[str]) -> str:
    if found.re is _LINE_START and found[2]:
        return f"{found[2]}\\{found[3]}"
    return f"\\{found[0]}"


def _with_spaces(text: str) -> str:
    return text.replace(NO_BREAK, " ")


def _wrap(text: str, width: int) -> str:
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


def _indent(text: str, width: int) -> str:
    """Indent all lines but the first; blank lines stay blank."""
    return re.sub(r"\n(?=[^\n])", "\n" + " " * width, text) if "\n" in text else text
