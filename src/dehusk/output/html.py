"""Clean HTML: the content tree as a fragment of a page, safe to show anywhere.

Only tags and attributes that stand in this module are written, and every value is escaped, so nothing that runs
can pass.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from dehusk.content.tree import (
    Caption,
    Code,
    CodeSpan,
    Definitions,
    Figure,
    Formula,
    Heading,
    Image,
    LineBreak,
    Link,
    List,
    Note,
    NoteMark,
    Paragraph,
    Quote,
    Styled,
    Table,
)
from dehusk.output.options import DEFAULTS, Options, prepared

if TYPE_CHECKING:
    from dehusk.content import Extraction, Media
    from dehusk.content.tree import Block, Cell, Directed, Document, Inline

# Media that need nothing but an address. Drawings and embedded pages are not written: they can run scripts.
_MEDIA = {"image": "img", "video": "video", "audio": "audio"}


def write_html(extraction: Extraction, options: Options = DEFAULTS) -> str:
    """The content as a fragment of HTML.

    >>> import dehusk
    >>> dehusk.extract("<div>Tea &amp; <b onclick=x()>milk</b><script>y()</script></div>").html
    '<p>Tea &amp; <strong>milk</strong></p>\\n'
    """
    return document_html(prepared(extraction.tree, options))


def document_html(document: Document) -> str:
    """A content tree as HTML; a DIV around it states its direction, if that is from right to left.

    >>> from dehusk.content.tree import Document, Heading
    >>> document_html(Document([Heading(2, ["Tea"])]))
    '<h2>Tea</h2>\\n'
    """
    out: list[str] = []
    _blocks(out, document.children)
    if document.dir == "rtl" and out:
        return f'<div dir="rtl"{_lang(document.lang)}>\n{"".join(out)}</div>\n'
    return "".join(out)


# ---- blocks --------------------------------------------------------------------------------------


def _blocks(out: list[str], blocks: list[Block]) -> None:
    notes: list[Note] = []
    for block in blocks:
        if isinstance(block, Note):
            notes.append(block)
            continue
        _notes(out, notes)
        _block(out, block)
    _notes(out, notes)


def _block(out: list[str], block: Block) -> None:
    if isinstance(block, Paragraph):
        _line(out, "p", block.children, _direction(block))
    elif isinstance(block, Heading):
        _line(out, f"h{block.level}", block.children, _direction(block))
    elif isinstance(block, List):
        # One whose only text was a sign that is not written has no items.
        if block.items:
            _list(out, block)
    elif isinstance(block, Table):
        _table(out, block)
    elif isinstance(block, Code):
        _code(out, block)
    elif isinstance(block, Definitions):
        out.append(f"<dl{_direction(block)}>\n")
        for part in block.parts:
            _holder(out, "dt" if part.term else "dd", part.children, _direction(part))
        out.append("</dl>\n")
    elif isinstance(block, Quote):
        cite = f' cite="{escape(block.cite)}"' if block.cite else ""
        _wrapped(out, "blockquote", block.children, cite + _direction(block))
    elif isinstance(block, Figure):
        _figure(out, block)
    elif isinstance(block, Caption):
        _holder(out, "figcaption", block.children, _direction(block))
    else:
        out.append("<hr>\n")


def _wrapped(out: list[str], tag: str, blocks: list[Block], attributes: str) -> None:
    out.append(f"<{tag}{attributes}>\n")
    _blocks(out, blocks)
    out.append(f"</{tag}>\n")


def _holder(out: list[str], tag: str, blocks: list[Block], attributes: str) -> None:
    """An element that holds a line of text as it is, and blocks after it or instead."""
    rest = blocks
    out.append(f"<{tag}{attributes}>")
    line = _plain_line(blocks[0]) if blocks else None
    if line is not None and not any(isinstance(block, Paragraph) for block in blocks[1:]):
        _inlines(out, line)
        rest = blocks[1:]
    if rest:
        out.append("\n")
        _blocks(out, rest)
    out.append(f"</{tag}>\n")


def _plain_line(block: Block) -> list[Inline] | None:
    if isinstance(block, Paragraph) and block.dir is None and block.lang is None:
        return block.children
    return None


def _line(out: list[str], tag: str, line: list[Inline], attributes: str = "") -> None:
    out.append(f"<{tag}{attributes}>")
    _inlines(out, line)
    out.append(f"</{tag}>\n")


def _list(out: list[str], block: List) -> None:
    tag, attributes, step = "ul", "", 0
    values = [item.value for item in block.items]
    if block.ordered:
        tag = "ol"
        step = -1 if len(values) > 1 and (values[1] or 0) < (values[0] or 0) else 1
        attributes += f' start="{values[0]}"' if values[0] not in (None, 1) else ""
        attributes += " reversed" if step < 0 else ""
    out.append(f"<{tag}{attributes}{_direction(block)}>\n")
    for place, item in enumerate(block.items):
        before = values[place - 1] if place else None
        jumps = item.value is not None and before is not None and item.value != before + step
        stated = f' value="{item.value}"' if jumps else ""
        _holder(out, "li", item.children, stated + _direction(item))
    out.append(f"</{tag}>\n")


def _notes(out: list[str], notes: list[Note]) -> None:
    """Notes that follow each other, as a list; it is emptied."""
    if not notes:
        return
    numbered = all(note.label.isdecimal() and note.label.isascii() for note in notes)
    tag = "ol" if numbered else "ul"
    out.append(f"<{tag}>\n")
    for note in notes:
        value = f' value="{int(note.label)}"' if numbered else ""
        _holder(out, "li", note.children, f' id="fn-{escape(note.label)}"{value}{_direction(note)}')
    out.append(f"</{tag}>\n")
    notes.clear()


def _code(out: list[str], block: Code) -> None:
    # A parser drops a newline at the start of PRE.
    first = "\n" if block.text.startswith("\n") else ""
    named = f' class="language-{escape(block.language)}"' if block.language else ""
    out.append(f"<pre{_direction(block)}><code{named}>{first}{escape(block.text, quote=False)}</code></pre>\n")


def _figure(out: list[str], block: Figure) -> None:
    """A figure holds its picture without a paragraph."""
    out.append(f"<figure{_direction(block)}>\n")
    for child in block.children:
        line = _plain_line(child)
        if line is not None and all(isinstance(node, Image) for node in line):
            _inlines(out, line)
            out.append("\n")
        else:
            _blocks(out, [child])
    out.append("</figure>\n")


def _table(out: list[str], block: Table) -> None:
    out.append(f"<table{_direction(block)}>\n")
    if block.caption:
        _line(out, "caption", block.caption)
    head = 0
    while head < len(block.rows) and all(cell.header for cell in block.rows[head]):
        head += 1
    for tag, rows in (("thead", block.rows[:head]), ("tbody", block.rows[head:])):
        if rows:
            out.append(f"<{tag}>\n")
            for row in rows:
                out.append("<tr>\n")
                for cell in row:
                    _holder(out, "th" if cell.header else "td", cell.children, _spans(cell) + _direction(cell))
                out.append("</tr>\n")
            out.append(f"</{tag}>\n")
    out.append("</table>\n")


def _spans(cell: Cell) -> str:
    columns = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    return columns + (f' rowspan="{cell.rows}"' if cell.rows > 1 else "")


def _direction(block: Directed) -> str:
    if block.dir is None and block.lang is None:
        return ""
    return (f' dir="{escape(block.dir)}"' if block.dir else "") + _lang(block.lang)


def _lang(lang: str | None) -> str:
    return f' lang="{escape(lang)}"' if lang else ""


# ---- lines ---------------------------------------------------------------------------------------


def _inlines(out: list[str], nodes: list[Inline]) -> None:
    for node in nodes:
        if isinstance(node, str):
            out.append(escape(node, quote=False))
        elif isinstance(node, Link):
            title = f' title="{escape(node.title)}"' if node.title else ""
            out.append(f'<a href="{escape(node.url)}"{title}>')
            _inlines(out, node.children)
            out.append("</a>")
        elif isinstance(node, Styled):
            _styled(out, node)
        elif isinstance(node, LineBreak):
            out.append("<br>\n")
        elif isinstance(node, CodeSpan):
            out.append(f"<code>{escape(node.text, quote=False)}</code>")
        elif isinstance(node, Image):
            out.append(_medium(node.media))
        elif isinstance(node, Formula):
            kind, begin, end = ("display", r"\[", r"\]") if node.display else ("inline", r"\(", r"\)")
            out.append(f'<span class="math {kind}">{begin}{escape(node.tex, quote=False)}{end}</span>')
        else:
            out.append(_mark(node))


def _styled(out: list[str], node: Styled) -> None:
    before, after = ("<rp>(</rp>", "<rp>)</rp>") if node.style == "rt" else ("", "")
    stated = f' dir="{escape(node.dir)}"' if node.dir else ""
    out.append(f"{before}<{node.style}{stated}{_lang(node.lang)}>")
    _inlines(out, node.children)
    out.append(f"</{node.style}>{after}")


def _mark(mark: NoteMark) -> str:
    label = escape(mark.label)
    return f'<sup><a href="#fn-{label}">[{label}]</a></sup>'


def _medium(medium: Media) -> str:
    tag = _MEDIA[medium.kind]
    size = "" if medium.kind == "audio" else _size("width", medium.width) + _size("height", medium.height)
    address = f' src="{escape(medium.url or "")}"'
    if tag == "img":
        return f'<img{address} alt="{escape(medium.alt)}"{size}>'
    title = f' title="{escape(medium.alt)}"' if medium.alt else ""
    return f"<{tag}{address}{title}{size} controls></{tag}>"


def _size(name: str, pixels: int | None) -> str:
    return "" if pixels is None else f' {name}="{pixels}"'
