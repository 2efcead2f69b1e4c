"""Clean HTML: the content tree as a fragment that is safe to show on any page.

Only the tags and attributes in this module are written, and every value is escaped, so no script can pass.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from dehusk.content.embeds import media_link
from dehusk.content.tree_nodes import Footnote, InlineMedia, Paragraph
from dehusk.content.tree_visitor import BlockVisitor, InlineVisitor
from dehusk.output.writer_options import check_flag, prepare_tree

if TYPE_CHECKING:
    from dehusk.content import PageContent
    from dehusk.content.tree_nodes import (
        BlockBase,
        BlockNode,
        BlockQuote,
        CodeBlock,
        CodeSpan,
        ContentTree,
        DefinitionList,
        FigureBlock,
        FigureCaption,
        FootnoteMark,
        Formula,
        Heading,
        InlineNode,
        LineBreak,
        Link,
        ListBlock,
        StyledText,
        Table,
        TableCell,
        ThematicBreak,
    )

# Media that need nothing but a URL. Drawings are not written, and embedded pages are links: they can run scripts.
_MEDIA_TAGS = {"image": "img", "video": "video", "audio": "audio"}


def write_html(
    content: PageContent, *, links: bool = True, images: bool = True, tables: bool = True, document: bool = False
) -> str:
    """Clean HTML: a fragment with the structure of the content, without scripts, event handlers or unsafe links.

    >>> import dehusk
    >>> write_html(dehusk.extract("<div>Tea &amp; <b onclick=x()>milk</b><script>y()</script></div>"))
    '<p>Tea &amp; <strong>milk</strong></p>\\n'
    """
    html = tree_html(prepare_tree(content.tree, links=links, images=images, tables=tables))
    return html_document(content, html) if check_flag("document", document) else html


def html_document(content: PageContent, body: str, head: str = "") -> str:
    """A whole document with charset, title and language around a body.

    >>> import dehusk
    >>> print(html_document(dehusk.extract("<html lang=en><title>Tea</title><p>Tea"), "<p>Tea</p>"), end="")
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tea</title>
    </head>
    <body>
    <p>Tea</p>
    </body>
    </html>
    """
    tree = content.tree
    language = _lang(tree.lang or content.metadata.language) + (' dir="rtl"' if tree.dir == "rtl" else "")
    return (
        f'<!DOCTYPE html>\n<html{language}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(content.title or '')}</title>\n{head}</head>\n"
        f"<body>\n{body.rstrip()}\n</body>\n</html>\n"
    )


def tree_html(tree: ContentTree, *, delimiters: bool = True) -> str:
    """A content tree as HTML; if its direction is from right to left, a DIV around it says so.

    Formulas are between the delimiters that MathJax looks for, unless ``delimiters`` is False.

    >>> from dehusk.content.tree_nodes import ContentTree, Heading
    >>> tree_html(ContentTree([Heading(2, ["Tea"])]))
    '<h2>Tea</h2>\\n'
    """
    writer = _HtmlWriter(delimiters)
    writer.blocks(tree.children)
    html = "".join(writer.out)
    return f'<div dir="rtl"{_lang(tree.lang)}>\n{html}</div>\n' if tree.dir == "rtl" and html else html


class _HtmlWriter(BlockVisitor[None], InlineVisitor[None]):
    def __init__(self, delimiters: bool) -> None:
        self.out: list[str] = []
        self.delimiters = delimiters

    # ---- blocks ------------------------------------------------------------------------------------

    def blocks(self, blocks: list[BlockNode]) -> None:
        footnotes: list[Footnote] = []
        for block in blocks:
            if isinstance(block, Footnote):
                footnotes.append(block)
                continue
            if footnotes:
                self._footnotes(footnotes)
                footnotes = []
            block.accept(self)
        if footnotes:
            self._footnotes(footnotes)

    def visit_paragraph(self, block: Paragraph) -> None:
        self._line("p", block.children, _direction(block))

    def visit_heading(self, block: Heading) -> None:
        self._line(f"h{block.level}", block.children, _direction(block))

    def visit_list(self, block: ListBlock) -> None:
        # A list whose only text was a parenthesis of ruby has no items.
        if not block.items:
            return
        tag, attributes, step = "ul", "", 0
        values = [item.value for item in block.items]
        if block.ordered:
            tag = "ol"
            step = -1 if len(values) > 1 and (values[1] or 0) < (values[0] or 0) else 1
            attributes += f' start="{values[0]}"' if values[0] not in (None, 1) else ""
            attributes += " reversed" if step < 0 else ""
        self.out.append(f"<{tag}{attributes}{_direction(block)}>\n")
        for place, item in enumerate(block.items):
            before = values[place - 1] if place else None
            jumps = item.value is not None and before is not None and item.value != before + step
            value = f' value="{item.value}"' if jumps else ""
            self._inline_or_blocks("li", item.children, value + _direction(item))
        self.out.append(f"</{tag}>\n")

    def visit_table(self, block: Table) -> None:
        self.out.append(f"<table{_direction(block)}>\n")
        if block.caption:
            self._line("caption", block.caption)
        head = 0
        while head < len(block.rows) and all(cell.header for cell in block.rows[head]):
            head += 1
        for tag, rows in (("thead", block.rows[:head]), ("tbody", block.rows[head:])):
            if rows:
                self.out.append(f"<{tag}>\n")
                for row in rows:
                    self._table_row(row)
                self.out.append(f"</{tag}>\n")
        self.out.append("</table>\n")

    def _table_row(self, row: list[TableCell]) -> None:
        self.out.append("<tr>\n")
        for cell in row:
            spans = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
            spans += f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
            self._inline_or_blocks("th" if cell.header else "td", cell.children, spans + _direction(cell))
        self.out.append("</tr>\n")

    def visit_code_block(self, block: CodeBlock) -> None:
        # A parser drops a newline at the start of PRE.
        first = "\n" if block.text.startswith("\n") else ""
        language = f' class="language-{escape(block.language)}"' if block.language else ""
        code = f"<code{language}>{first}{escape(block.text, quote=False)}</code>"
        self.out.append(f"<pre{_direction(block)}>{code}</pre>\n")

    def visit_definition_list(self, block: DefinitionList) -> None:
        self.out.append(f"<dl{_direction(block)}>\n")
        for part in block.parts:
            self._inline_or_blocks("dt" if part.term else "dd", part.children, _direction(part))
        self.out.append("</dl>\n")

    def visit_quote(self, block: BlockQuote) -> None:
        cite = f' cite="{escape(block.cite)}"' if block.cite else ""
        tag, kind = ("aside", f' class="callout {block.callout}"') if block.callout else ("blockquote", cite)
        self.out.append(f"<{tag}{kind}{_direction(block)}>\n")
        self.blocks(block.children)
        self.out.append(f"</{tag}>\n")

    def visit_figure(self, block: FigureBlock) -> None:
        """A figure contains its image without a paragraph."""
        self.out.append(f"<figure{_direction(block)}>\n")
        for child in block.children:
            line = _plain_line(child)
            if line is not None and all(isinstance(node, InlineMedia) for node in line):
                self._inlines(line)
                self.out.append("\n")
            else:
                self.blocks([child])
        self.out.append("</figure>\n")

    def visit_caption(self, block: FigureCaption) -> None:
        self._inline_or_blocks("figcaption", block.children, _direction(block))

    def visit_thematic_break(self, block: ThematicBreak) -> None:  # noqa: ARG002
        self.out.append("<hr>\n")

    def _footnotes(self, footnotes: list[Footnote]) -> None:
        """Consecutive footnotes, as one list."""
        numbered = all(footnote.label.isdecimal() and footnote.label.isascii() for footnote in footnotes)
        tag = "ol" if numbered else "ul"
        self.out.append(f"<{tag}>\n")
        for footnote in footnotes:
            value = f' value="{int(footnote.label)}"' if numbered else f' data-label="{escape(footnote.label)}"'
            attributes = f' id="fn-{escape(footnote.label)}"{value}{_direction(footnote)}'
            self._inline_or_blocks("li", footnote.children, attributes)
        self.out.append(f"</{tag}>\n")

    def _inline_or_blocks(self, tag: str, blocks: list[BlockNode], attributes: str) -> None:
        """An element whose first paragraph is written without P, if it is the only paragraph."""
        rest = blocks
        self.out.append(f"<{tag}{attributes}>")
        line = _plain_line(blocks[0]) if blocks else None
        if line is not None and not any(isinstance(block, Paragraph) for block in blocks[1:]):
            self._inlines(line)
            rest = blocks[1:]
        if rest:
            self.out.append("\n")
            self.blocks(rest)
        self.out.append(f"</{tag}>\n")

    def _line(self, tag: str, line: list[InlineNode], attributes: str = "") -> None:
        self.out.append(f"<{tag}{attributes}>")
        self._inlines(line)
        self.out.append(f"</{tag}>\n")

    # ---- inline nodes ------------------------------------------------------------------------------

    def _inlines(self, nodes: list[InlineNode]) -> None:
        for node in nodes:
            if isinstance(node, str):
                self.out.append(escape(node, quote=False))
            else:
                node.accept(self)

    def visit_link(self, node: Link) -> None:
        title = f' title="{escape(node.title)}"' if node.title else ""
        self.out.append(f'<a href="{escape(node.url)}"{title}>')
        self._inlines(node.children)
        self.out.append("</a>")

    def visit_styled_text(self, node: StyledText) -> None:
        before, after = ("<rp>(</rp>", "<rp>)</rp>") if node.style == "rt" else ("", "")
        direction = f' dir="{escape(node.dir)}"' if node.dir else ""
        self.out.append(f"{before}<{node.style}{direction}{_lang(node.lang)}>")
        self._inlines(node.children)
        self.out.append(f"</{node.style}>{after}")

    def visit_line_break(self, node: LineBreak) -> None:  # noqa: ARG002
        self.out.append("<br>\n")

    def visit_code_span(self, node: CodeSpan) -> None:
        self.out.append(f"<code>{escape(node.text, quote=False)}</code>")

    def visit_formula(self, node: Formula) -> None:
        kind, begin, end = ("display", r"\[", r"\]") if node.display else ("inline", r"\(", r"\)")
        if not self.delimiters:
            begin = end = ""
        self.out.append(f'<span class="math {kind}">{begin}{escape(node.tex, quote=False)}{end}</span>')

    def visit_footnote_mark(self, node: FootnoteMark) -> None:
        label = escape(node.label)
        self.out.append(f'<sup><a href="#fn-{label}">[{label}]</a></sup>')

    def visit_media(self, node: InlineMedia) -> None:
        media = node.media
        if media.kind == "embed":
            address, label = media_link(media)
            self.out.append(f'<a class="embed" href="{escape(address)}">{escape(label, quote=False)}</a>')
            return
        tag, url = _MEDIA_TAGS[media.kind], f' src="{escape(media.url or "")}"'
        size = "" if media.kind == "audio" else _size("width", media.width) + _size("height", media.height)
        if tag == "img":
            self.out.append(f'<img{url} alt="{escape(media.alt)}"{size}>')
        else:
            title = f' title="{escape(media.alt)}"' if media.alt else ""
            self.out.append(f"<{tag}{url}{title}{size} controls></{tag}>")


def _plain_line(block: BlockNode) -> list[InlineNode] | None:
    if isinstance(block, Paragraph) and block.dir is None and block.lang is None:
        return block.children
    return None


def _direction(block: BlockBase) -> str:
    if block.dir is None and block.lang is None:
        return ""
    return (f' dir="{escape(block.dir)}"' if block.dir else "") + _lang(block.lang)


def _lang(lang: str | None) -> str:
    return f' lang="{escape(lang)}"' if lang else ""


def _size(name: str, pixels: int | None) -> str:
    return "" if pixels is None else f' {name}="{pixels}"'
