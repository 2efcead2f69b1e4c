"""XML that follows the guidelines of the Text Encoding Initiative (TEI P5), for text corpora.

Headings begin divisions, which are nested by level; what has no element in TEI is stated in ``@rend``.
"""

from __future__ import annotations

import mimetypes
import re
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING

from dehusk.content.embeds import media_link
from dehusk.content.tree_contents import block_lines
from dehusk.content.tree_nodes import Heading, LineBreak, Paragraph
from dehusk.content.tree_visitor import BlockVisitor, InlineVisitor
from dehusk.output.front_matter import HeadValues, head_values
from dehusk.output.tei_threads import tei_threads
from dehusk.output.writer_options import check_flag, prepare_tree
from dehusk.output.xml_text import xml_attribute as _attribute
from dehusk.output.xml_text import xml_pointer as _pointer
from dehusk.output.xml_text import xml_text as _text

if TYPE_CHECKING:
    from dehusk.content import PageContent
    from dehusk.content.tree_nodes import (
        BlockBase,
        BlockNode,
        BlockQuote,
        CodeBlock,
        CodeSpan,
        DefinitionList,
        DefinitionPart,
        FigureBlock,
        FigureCaption,
        Footnote,
        FootnoteMark,
        Formula,
        InlineMedia,
        InlineNode,
        Link,
        ListBlock,
        StyledText,
        Table,
        ThematicBreak,
    )

_START = """\
<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0">
"""
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9.-]")
_TAG_OF_STYLE = {"del": "del", "q": "q"}
_REND_OF_STYLE = {"em": "italic", "strong": "bold", "u": "underline", "sub": "sub", "sup": "sup", "mark": "highlight"}
_REND_OF_STYLE |= {"kbd": "kbd", "bdi": "isolated", "bdo": "directed", "span": "plain"}


def write_tei(
    content: PageContent, *, links: bool = True, images: bool = True, tables: bool = True, threads: bool = False
) -> str:
    """XML (TEI P5): a header with the metadata, and divisions nested by their headings.

    ``threads=True``: the threads of the page as back matter.

    >>> import dehusk
    >>> print(write_tei(dehusk.extract("<title>Tea</title><p>Steep <b>it</b>.")))
    <?xml version="1.0" encoding="UTF-8"?>
    ...
    <div>
    <p>Steep <hi rend="bold">it</hi>.</p>
    </div>
    ...
    """
    tree = prepare_tree(content.tree, links=links, images=images, tables=tables)
    lang = f' xml:lang="{_attribute(tree.lang)}"' if tree.lang else ""
    rend = ' rend="rtl"' if tree.dir == "rtl" else ""
    writer = _TeiWriter()
    writer.divisions(tree.children)
    head = [_START, *_header(content), f"<text{lang}{rend}>\n<body>\n"]
    back = tei_threads(content.threads) if check_flag("threads", threads) else ""
    return "".join([*head, *writer.out, "</body>\n", back, "</text>\n</TEI>\n"])


def _header(content: PageContent) -> list[str]:
    known = head_values(content)
    title = f"<title>{_text(_joined(known, 'title'))}</title>"
    authors = "".join(f"<author>{_text(name)}</author>" for name in known.get("authors", ()))
    site = f"<publisher>{_text(_joined(known, 'site_name'))}</publisher>" if "site_name" in known else ""
    day = _attribute(_joined(known, "published"))
    date = f'<date when="{day}">{day}</date>' if day else ""
    url = f'<ptr target="{_pointer(_joined(known, "url"))}"/>' if "url" in known else ""
    return [
        "<teiHeader>\n<fileDesc>\n",
        f"<titleStmt>{title}{authors}</titleStmt>\n",
        "<publicationStmt><p>Extracted from a web page.</p></publicationStmt>\n",
        f"<sourceDesc><bibl>{title}{authors}{site}{date}{url}</bibl></sourceDesc>\n",
        "</fileDesc>\n",
        f'<encodingDesc><appInfo><application ident="dehusk" version="{_version()}">',
        f"<label>{_text(content.method)}</label></application></appInfo></encodingDesc>\n",
        "</teiHeader>\n",
    ]


@cache
def _version() -> str:
    return version("dehusk")


def _joined(known: HeadValues, name: str) -> str:
    value = known.get(name, "")
    return value if isinstance(value, str) else ", ".join(value)


class _TeiWriter(BlockVisitor[None], InlineVisitor[None]):
    def __init__(self) -> None:
        self.out: list[str] = []

    # ---- blocks ------------------------------------------------------------------------------------

    def divisions(self, blocks: list[BlockNode]) -> None:
        """One division per heading, nested by level, and one for what precedes the first heading."""
        levels: list[int] = []
        for block in blocks:
            if isinstance(block, Heading):
                while levels and levels[-1] >= block.level:
                    self.out.append("</div>\n")
                    levels.pop()
                levels.append(block.level)
                self.out.append("<div>\n")
                self._line(f'head type="h{block.level}"', block.children, block)
                continue
            if not levels:
                levels.append(0)
                self.out.append("<div>\n")
            block.accept(self)
        self.out.append("</div>\n" * len(levels) or "<div>\n<p/>\n</div>\n")

    def visit_paragraph(self, block: Paragraph) -> None:
        self._line("p", block.children, block)

    def visit_heading(self, block: Heading) -> None:
        self._line(f'ab type="h{block.level}"', block.children, block)

    def visit_list(self, block: ListBlock) -> None:
        if not block.items:
            return
        rend = "numbered" if block.ordered else "bulleted"
        self.out.append(f'<list rend="{rend}"{_direction(block, rend=False)}>\n')
        for item in block.items:
            number = f' n="{item.value}"' if item.value is not None else ""
            self._inline_or_blocks("item" + number, item.children, item)
        self.out.append("</list>\n")

    def visit_definition_list(self, block: DefinitionList) -> None:
        """Terms and definitions alternate in TEI, so a missing one is written as an empty element."""
        self.out.append(f'<list type="gloss"{_direction(block)}>\n')
        term = False
        for part in block.parts:
            if part.term:
                self.out.append("<item/>\n" if term else "")
                self._term(part)
            else:
                self.out.append("" if term else "<label/>\n")
                self._inline_or_blocks("item", part.children, part)
            term = part.term
        self.out.append("<item/>\n</list>\n" if term else "</list>\n")

    def _term(self, part: DefinitionPart) -> None:
        """A label contains no blocks: their lines are separated by line breaks."""
        label: list[InlineNode] = []
        for line in block_lines(part.children):
            nodes = [line] if isinstance(line, str) else line
            label += [LineBreak(), *nodes] if label else nodes
        self._line("label", label, part)

    def visit_table(self, block: Table) -> None:
        self.out.append(f"<table{_direction(block)}>\n")
        if block.caption:
            self._line("head", block.caption, Paragraph())
        for row in block.rows:
            self.out.append('<row role="label">\n' if all(cell.header for cell in row) else "<row>\n")
            for cell in row:
                role = ' role="label"' if cell.header else ""
                spans = f' cols="{cell.columns}"' * (cell.columns > 1) + f' rows="{cell.rows}"' * (cell.rows > 1)
                self._inline_or_blocks("cell" + role + spans, cell.children, cell)
            self.out.append("</row>\n")
        self.out.append("</table>\n" if block.rows else "<row><cell/></row>\n</table>\n")

    def visit_code_block(self, block: CodeBlock) -> None:
        lang = f' lang="{_attribute(block.language)}"' if block.language else ""
        code = f'<code{lang} xml:space="preserve">{_text(block.text)}</code>'
        self.out.append(f'<ab type="code"{_direction(block)}>{code}</ab>\n')

    def visit_quote(self, block: BlockQuote) -> None:
        source = f' source="{_pointer(block.cite)}"' if block.cite else ""
        tag = f'note type="{block.callout}"' if block.callout else "quote" + source
        self._blocks(tag, block.children, block)

    def visit_figure(self, block: FigureBlock) -> None:
        self._blocks("figure", block.children, block)

    def visit_caption(self, block: FigureCaption) -> None:
        for child in block.children:
            if isinstance(child, Paragraph):
                self._line('p rend="caption"', child.children, child)
            else:
                child.accept(self)

    def visit_footnote(self, block: Footnote) -> None:
        label = _attribute(block.label)
        self._blocks(f'note xml:id="{_note_id(block.label)}" n="{label}" place="foot"', block.children, block)

    def visit_thematic_break(self, block: ThematicBreak) -> None:  # noqa: ARG002
        self.out.append('<milestone unit="part" rend="rule"/>\n')

    def _blocks(self, tag: str, blocks: list[BlockNode], block: BlockBase) -> None:
        self.out.append(f"<{tag}{_direction(block)}>\n")
        for child in blocks:
            child.accept(self)
        self.out.append(f"</{tag.partition(' ')[0]}>\n")

    def _inline_or_blocks(self, tag: str, blocks: list[BlockNode], block: BlockBase) -> None:
        """An element whose only paragraph is written without P."""
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            self._line(tag, blocks[0].children, block)
        else:
            self._blocks(tag, blocks, block)

    def _line(self, tag: str, line: list[InlineNode], block: BlockBase) -> None:
        self.out.append(f"<{tag}{_direction(block)}>")
        self._inlines(line)
        self.out.append(f"</{tag.partition(' ')[0]}>\n")

    # ---- inline nodes ------------------------------------------------------------------------------

    def _inlines(self, nodes: list[InlineNode]) -> None:
        for node in nodes:
            if isinstance(node, str):
                self.out.append(_text(node))
            else:
                node.accept(self)

    def visit_link(self, node: Link) -> None:
        self.out.append(f'<ref target="{_pointer(node.url)}">')
        self._inlines(node.children)
        self.out.append("</ref>")

    def visit_styled_text(self, node: StyledText) -> None:
        lang = f' xml:lang="{_attribute(node.lang)}"' if node.lang else ""
        tag = _TAG_OF_STYLE.get(node.style) or f'hi rend="{_REND_OF_STYLE.get(node.style, node.style)}"'
        before, after = ("(", ")") if node.style == "rt" else ("", "")
        self.out.append(f"<{tag}{lang}>{before}")
        self._inlines(node.children)
        self.out.append(f"{after}</{tag.partition(' ')[0]}>")

    def visit_line_break(self, node: LineBreak) -> None:  # noqa: ARG002
        self.out.append("<lb/>")

    def visit_code_span(self, node: CodeSpan) -> None:
        self.out.append(f"<code>{_text(node.text)}</code>")

    def visit_formula(self, node: Formula) -> None:
        rend = "display" if node.display else "inline"
        self.out.append(f'<formula notation="TeX" rend="{rend}">{_text(node.tex)}</formula>')

    def visit_footnote_mark(self, node: FootnoteMark) -> None:
        self.out.append(f'<ref target="#{_note_id(node.label)}" rend="sup">[{_text(node.label)}]</ref>')

    def visit_media(self, node: InlineMedia) -> None:
        media = node.media
        if media.kind == "embed":
            address, label = media_link(media)
            self.out.append(f'<ref type="embed" target="{_pointer(address)}">{_text(label)}</ref>')
            return
        url, description = _pointer(media.url or ""), f"<desc>{_text(media.alt)}</desc>" if media.alt else ""
        if media.kind == "image":
            self.out.append(
                f'<graphic url="{url}">{description}</graphic>' if description else f'<graphic url="{url}"/>'
            )
            return
        mime_type = mimetypes.guess_type((media.url or "").partition("?")[0])[0] or f"{media.kind}/mp4"
        self.out.append(f'<media mimeType="{mime_type}" url="{url}">{description}</media>')


def _direction(block: BlockBase, *, rend: bool = True) -> str:
    lang = f' xml:lang="{_attribute(block.lang)}"' if block.lang else ""
    return lang + (f' rend="{block.dir}"' if block.dir and rend else "")


def _note_id(label: str) -> str:
    """The ``xml:id`` of a note, which has only letters, digits and few signs: "*" is ``fn-_2a``."""
    return "fn-" + _NOT_IN_NAME.sub(lambda found: f"_{ord(found[0]):x}", label)
