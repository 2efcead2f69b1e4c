"""Markdown read back by another parser has the structure of the tree that it was written from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from dehusk import extract
from dehusk.content.tree_nodes import (
    BlockQuote,
    CodeBlock,
    CodeSpan,
    ContentTree,
    DefinitionList,
    Heading,
    LineBreak,
    Link,
    ListBlock,
    ListItem,
    Paragraph,
    StyledText,
    Table,
    TableCell,
    ThematicBreak,
)
from dehusk.output.markdown_writer import tree_markdown
from html_strategies import Everything, rich_html
from visible import markdown_parser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

    from dehusk.content.tree_nodes import BlockNode, InlineNode

Outline = list[object]

# ---- trees ---------------------------------------------------------------------------------------

NASTY = (
    *("tea", "a b", "1.", "2) x", "-", "+ x", "# x", "#", ">", "=", "===", "---", ":--|--", "*", "**", "_x_", "2 * 3"),
    *(
        "snake_case",
        "`",
        "``",
        "[x](y)",
        "![z](w)",
        "]",
        "[^1]",
        "x^",
        "^[x]",
        "[x]",
        "[x]: /y",
        "[",
        "<b>",
        "<!-- -->",
        "&amp;",
        "&#35;",
        "\\",
        "\\*",
    ),
    *(
        "~~",
        "|",
        "a|b",
        "!",
        "http://a.example",
        "日本語。",
        "「引用」",
        "été",
        "x:",
        "(y)",
        "5 €",
        "100%",
        "<javascript:x>",
    ),
)
words = st.lists(st.sampled_from(NASTY), min_size=1, max_size=3).map(" ".join)
URLS = (
    "https://a.example/",
    "https://a.example/a_(b)",
    "/x y",
    "a|b",
    "?a=1&lt=2&amp;c",
    "#n",
    "x\\y",
    "mailto:a@b.example",
)
urls = st.sampled_from(URLS)
code_text = (
    st.lists(st.sampled_from(["x = 1", "", "  y", "\tz", "```", "~~~", "> q", "- i", "`", "| a |"]), min_size=1)
    .map("\n".join)
    .map(lambda text: text.strip("\n"))
    .filter(bool)
)


def joined(nodes: list[InlineNode]) -> list[InlineNode]:
    """A line as the builder makes it: single spaces between nodes, strings that follow each other joined."""
    line: list[InlineNode] = []
    for node in nodes:
        if isinstance(node, str) and line and isinstance(line[-1], str):
            line[-1] += " " + node
        else:
            line.append(node)
    return line


def styled(inner: st.SearchStrategy[list[InlineNode]]) -> st.SearchStrategy[InlineNode]:
    """As the builder makes them: no style stands in itself."""
    nodes = st.builds(StyledText, st.sampled_from(["em", "strong", "del", "sub", "kbd", "span"]), inner)
    return nodes.filter(lambda node: node.style not in styles(node.children))


def styles(nodes: list[InlineNode]) -> set[str]:
    inside = [node for node in nodes if isinstance(node, StyledText)]
    return {node.style for node in inside}.union(*(styles(node.children) for node in inside))


leaf: st.SearchStrategy[InlineNode] = words | words.map(CodeSpan)
line = st.lists(leaf, min_size=1, max_size=3).map(joined)
line_2 = st.lists(leaf | styled(line) | st.builds(Link, urls, line), min_size=1, max_size=4).map(joined)
text_line = st.lists(leaf | styled(line_2) | st.builds(Link, urls, line), min_size=1, max_size=4).map(joined)
poem = st.lists(leaf, min_size=2, max_size=4).map(
    lambda lines: [node for each in lines for node in (each, LineBreak())][:-1]
)
paragraph = st.builds(Paragraph, text_line | poem)
plain = st.one_of(
    paragraph,
    paragraph,
    st.builds(Heading, st.integers(1, 6), text_line),
    st.builds(CodeBlock, code_text, st.sampled_from([None, "python", "c++"])),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    width = draw(st.integers(1, 3))
    header = draw(st.booleans())
    full = st.builds(lambda nodes: TableCell([Paragraph(nodes)]), text_line)
    first = draw(st.lists(full, min_size=width, max_size=width))
    rest = draw(st.lists(st.lists(full | st.builds(TableCell), min_size=width, max_size=width), max_size=2))
    rows = [first, *rest]
    for each in rows[0]:
        each.header = header
    return Table(rows)


def lists(blocks: st.SearchStrategy[list[BlockNode]]) -> st.SearchStrategy[ListBlock]:
    bullets = st.lists(st.builds(ListItem, blocks), min_size=1, max_size=3).map(lambda items: ListBlock(False, items))

    @st.composite
    def numbered(draw: st.DrawFn) -> ListBlock:
        items = draw(st.lists(st.builds(ListItem, blocks), min_size=1, max_size=3))
        first, step = draw(st.integers(0, 120)), draw(st.sampled_from([1, 1, 1, -1, 5]))
        for place, item in enumerate(items):
            item.value = max(first + step * place, 0)
        return ListBlock(True, items)

    return bullets | numbered()


blocks: st.SearchStrategy[list[BlockNode]] = st.recursive(
    st.lists(plain, min_size=1, max_size=3),
    lambda inner: st.lists(
        plain | lists(inner) | st.builds(BlockQuote, inner) | tables() | st.just(ThematicBreak()),
        min_size=1,
        max_size=3,
    ),
    max_leaves=8,
)

# ---- the outline of a tree -----------------------------------------------------------------------


def outline(blocks: list[BlockNode]) -> Outline:
    """Headings, items with their numbers, cells, code, quotes, rules and lines, nested as they are."""
    out: Outline = []
    for block in blocks:
        if isinstance(block, Paragraph):
            out.append(("p", said(block.children), targets(block.children)))
        elif isinstance(block, Heading):
            out.append((f"h{block.level}", said(block.children), targets(block.children)))
        elif isinstance(block, CodeBlock):
            out.append(("code", block.language or "", block.text))
        elif isinstance(block, BlockQuote):
            out.append(("quote", outline(block.children)))
        elif isinstance(block, ListBlock):
            out += [("item", item.value, outline(item.children)) for item in block.items]
        elif isinstance(block, Table):
            out.append(("table", [[outline(cell.children) for cell in row] for row in block.rows]))
        elif isinstance(block, ThematicBreak):
            out.append("rule")
        elif isinstance(block, DefinitionList):
            out += [("item", None, outline(part.children)) for part in block.parts]
        else:
            out += outline(getattr(block, "children", []))
    return out


WITH_SIGNS = ("em", "strong", "del", "sub", "sup", "mark", "kbd")
SIGNS = {style: (f"<{style}>", f"</{style}>") for style in WITH_SIGNS} | {"q": ("“", "”"), "rt": ("(", ")")}


def said(nodes: list[InlineNode]) -> str:
    """Text with its styles; where code follows code is not told, for Markdown cannot."""
    return "".join(pieces(nodes)).replace(" ", "").replace("\n", "").replace("``", "")


def pieces(nodes: list[InlineNode]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, str):
            yield node
        elif isinstance(node, CodeSpan):
            yield f"`{node.text}`"
        elif isinstance(node, Link):
            yield from pieces(node.children)
        elif isinstance(node, StyledText):
            before, after = SIGNS.get(node.style, ("", ""))
            yield before
            yield from pieces(node.children)
            yield after


def targets(nodes: list[InlineNode]) -> list[str]:
    found = []
    for node in nodes:
        if isinstance(node, Link):
            found.append(normal(node.url))
        if isinstance(node, Link | StyledText):
            found += targets(node.children)
    return found


def normal(url: str) -> str:
    """As the parser writes addresses."""
    return markdown_parser().normalizeLink(url)


# ---- the outline of Markdown ---------------------------------------------------------------------


class Reader:
    def __init__(self, markdown: str) -> None:
        self.tokens = iter(markdown_parser().parse(markdown))

    def read(self, end: str = "") -> Outline:
        out: Outline = []
        number: int | None = None
        for token in self.tokens:
            kind = token.type
            if kind == end:
                return out
            if kind == "heading_open":
                inline = next(self.tokens)
                out.append((token.tag, inline_said(inline), inline_targets(inline)))
            elif kind == "inline":
                out.append(("p", inline_said(token), inline_targets(token)))
            elif kind in {"fence", "code_block"}:
                out.append(("code", token.info, token.content.removesuffix("\n")))
            elif kind == "blockquote_open":
                out.append(("quote", self.read("blockquote_close")))
            elif kind == "ordered_list_open":
                number = int(token.attrs.get("start", 1))
            elif kind == "bullet_list_open":
                number = None
            elif kind == "list_item_open":
                value, number = number, None if number is None else number + 1
                out.append(("item", value, self.read("list_item_close")))
            elif kind == "table_open":
                out.append(("table", self.table()))
            elif kind == "hr":
                out.append("rule")
        return out

    def table(self) -> list[list[Outline]]:
        rows: list[list[Outline]] = []
        for token in self.tokens:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                empty = not token.content
                rows[-1].append([] if empty else [("p", inline_said(token), inline_targets(token))])
        return rows if any(rows[0]) else rows[1:]


def inline_said(token: Token) -> str:
    signs = {"em": "em", "strong": "strong", "s": "del"}
    out = ""
    for child in token.children or ():
        name = signs.get(child.tag)
        if child.type == "code_inline":
            out += f"`{child.content}`"
        elif child.type in {"text", "html_inline", "text_special"}:
            out += child.content
        elif name:
            out += f"<{name}>" if child.nesting > 0 else f"</{name}>"
    return out.replace(" ", "").replace("\n", "").replace("``", "")


def inline_targets(token: Token) -> list[str]:
    return [str(child.attrs["href"]) for child in token.children or () if child.type == "link_open"]


@given(blocks, st.sampled_from([0, 0, 12, 40]))
def test_the_structure_is_read_back(tree: list[BlockNode], wrap: int) -> None:
    markdown = tree_markdown(ContentTree(tree), wrap=wrap)
    assert Reader(markdown).read() == outline(tree), markdown


@given(rich_html)
def test_headings_items_and_code_of_pages_are_read_back(html: str) -> None:
    """Of what a page makes: the parts of the outline that Markdown has signs for."""
    tree = extract(html, method=Everything()).tree
    kinds = ("h1", "h2", "h3", "h4", "h5", "h6", "code")
    read = Reader(tree_markdown(tree)).read()
    assert flat(read, kinds) == flat(outline(tree.children), kinds)


def flat(out: Outline, kinds: tuple[str, ...]) -> list[object]:
    found: list[object] = []
    for part in out:
        if isinstance(part, tuple) and part[0] in kinds:
            found.append(part[:2] if part[0] != "code" else part[2])
        elif isinstance(part, tuple) and isinstance(part[-1], list) and part[0] in {"item", "quote"}:
            found += flat(part[-1], kinds)
    return found
