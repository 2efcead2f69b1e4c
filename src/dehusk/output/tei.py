"""XML after the guidelines of the Text Encoding Initiative (TEI P5), for corpora.

Headings begin divisions, which nest by level; what TEI has no element for is said in ``@rend``.
"""

from __future__ import annotations

import mimetypes
import re
from functools import cache
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
    Paragraph,
    Quote,
    Styled,
    Table,
)
from dehusk.output.facts import Facts, facts
from dehusk.output.options import DEFAULTS, Options, prepared

if TYPE_CHECKING:
    from dehusk.content import Extraction, Media
    from dehusk.content.tree import Block, Definition, Directed, Inline, NoteMark

_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0">
"""
# What XML 1.0 cannot hold, not even escaped.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_RENDERED = {"em": "italic", "strong": "bold", "u": "underline", "sub": "sub", "sup": "sup", "mark": "highlight"}
_RENDERED |= {"kbd": "kbd", "bdi": "isolated", "bdo": "directed", "span": "plain"}


def write_tei(extraction: Extraction, options: Options = DEFAULTS) -> str:
    """The content as a TEI document.

    >>> import dehusk
    >>> print(write_tei(dehusk.extract("<title>Tea</title><p>Steep <b>it</b>.")))
    <?xml version="1.0" encoding="UTF-8"?>
    ...
    <div>
    <p>Steep <hi rend="bold">it</hi>.</p>
    </div>
    ...
    """
    document = prepared(extraction.tree, options)
    lang = f' xml:lang="{_attribute(document.lang)}"' if document.lang else ""
    rend = ' rend="rtl"' if document.dir == "rtl" else ""
    out = [_HEAD, *_header(extraction), f"<text{lang}{rend}>\n<body>\n"]
    _divisions(out, document.children)
    out.append("</body>\n</text>\n</TEI>\n")
    return "".join(out)


def _header(extraction: Extraction) -> list[str]:
    known = facts(extraction)
    title = f"<title>{_text(_one(known, 'title'))}</title>"
    authors = "".join(f"<author>{_text(name)}</author>" for name in known.get("authors", ()))
    site = f"<publisher>{_text(_one(known, 'site_name'))}</publisher>" if "site_name" in known else ""
    day = _attribute(_one(known, "published"))
    date = f'<date when="{day}">{day}</date>' if day else ""
    source = f'<ptr target="{_attribute(_one(known, "url"))}"/>' if "url" in known else ""
    return [
        "<teiHeader>\n<fileDesc>\n",
        f"<titleStmt>{title}{authors}</titleStmt>\n",
        "<publicationStmt><p>Extracted from a web page.</p></publicationStmt>\n",
        f"<sourceDesc><bibl>{title}{authors}{site}{date}{source}</bibl></sourceDesc>\n",
        "</fileDesc>\n",
        f'<encodingDesc><appInfo><application ident="dehusk" version="{_version()}">',
        f"<label>{_text(extraction.method)}</label></application></appInfo></encodingDesc>\n",
        "</teiHeader>\n",
    ]


@cache
def _version() -> str:
    # Not at import: it takes long.
    from importlib.metadata import version

    return version("dehusk")


def _one(known: Facts, name: str) -> str:
    value = known.get(name, "")
    return value if isinstance(value, str) else ", ".join(value)


# ---- blocks --------------------------------------------------------------------------------------


def _divisions(out: list[str], blocks: list[Block]) -> None:
    """A division for what comes before the first heading, and one a heading, in each other by level."""
    levels: list[int] = []
    for block in blocks:
        if isinstance(block, Heading):
            while levels and levels[-1] >= block.level:
                out.append("</div>\n")
                levels.pop()
            levels.append(block.level)
            out.append("<div>\n")
            _line(out, f'head type="h{block.level}"', block.children, block)
            continue
        if not levels:
            levels.append(0)
            out.append("<div>\n")
        _block(out, block)
    out.append("</div>\n" * len(levels) or "<div>\n<p/>\n</div>\n")


def _blocks(out: list[str], blocks: list[Block]) -> None:
    for block in blocks:
        _block(out, block)


def _block(out: list[str], block: Block) -> None:
    if isinstance(block, Paragraph):
        _line(out, "p", block.children, block)
    elif isinstance(block, Heading):
        _line(out, f'ab type="h{block.level}"', block.children, block)
    elif isinstance(block, List):
        if block.items:
            _list(out, block)
    elif isinstance(block, Definitions):
        _definitions(out, block)
    elif isinstance(block, Table):
        _table(out, block)
    elif isinstance(block, Code):
        lang = f' lang="{_attribute(block.language)}"' if block.language else ""
        out.append(f'<ab type="code"><code{lang} xml:space="preserve">{_text(block.text)}</code></ab>\n')
    elif isinstance(block, Quote):
        source = f' source="{_attribute(block.cite)}"' if block.cite else ""
        _wrapped(out, "quote" + source, block.children, block)
    elif isinstance(block, Figure):
        _wrapped(out, "figure", block.children, block)
    elif isinstance(block, Note):
        label = _attribute(block.label)
        _wrapped(out, f'note xml:id="fn-{label}" n="{label}" place="foot"', block.children, block)
    elif isinstance(block, Caption):
        for child in block.children:
            if isinstance(child, Paragraph):
                _line(out, 'p rend="caption"', child.children, child)
            else:
                _block(out, child)
    else:
        out.append('<milestone unit="part" rend="rule"/>\n')


def _wrapped(out: list[str], tag: str, blocks: list[Block], block: Directed) -> None:
    out.append(f"<{tag}{_direction(block)}>\n")
    _blocks(out, blocks)
    out.append(f"</{tag.partition(' ')[0]}>\n")


def _holder(out: list[str], tag: str, blocks: list[Block], block: Directed) -> None:
    """An element that holds a line of text as it is, or blocks."""
    if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
        _line(out, tag, blocks[0].children, block)
    else:
        _wrapped(out, tag, blocks, block)


def _line(out: list[str], tag: str, line: list[Inline], block: Directed) -> None:
    out.append(f"<{tag}{_direction(block)}>")
    _inlines(out, line)
    out.append(f"</{tag.partition(' ')[0]}>\n")


def _list(out: list[str], block: List) -> None:
    out.append(f'<list rend="{"numbered" if block.ordered else "bulleted"}"{_direction(block, rend=False)}>\n')
    for item in block.items:
        number = f' n="{item.value}"' if item.value is not None else ""
        _holder(out, "item" + number, item.children, item)
    out.append("</list>\n")


def _definitions(out: list[str], block: Definitions) -> None:
    """Terms and definitions take turns in TEI, so what is missing between two of a kind is written empty."""
    out.append(f'<list type="gloss"{_direction(block)}>\n')
    term = False
    for part in block.parts:
        if part.term:
            out.append("<item/>\n" if term else "")
            _term(out, part)
        else:
            out.append("" if term else "<label/>\n")
            _holder(out, "item", part.children, part)
        term = part.term
    out.append("<item/>\n</list>\n" if term else "</list>\n")


def _term(out: list[str], part: Definition) -> None:
    """A label holds no blocks: their lines follow each other."""
    lines: list[Inline] = []
    for line in _lines(part.children):
        lines += [LineBreak(), *line] if lines else line
    _line(out, "label", lines, part)


def _lines(blocks: list[Block]) -> list[list[Inline]]:
    lines: list[list[Inline]] = []
    for block in blocks:
        if isinstance(block, Paragraph | Heading):
            lines.append(block.children)
        elif isinstance(block, Code):
            lines += [[line] for line in block.text.split("\n")]
        elif isinstance(block, List):
            lines += [line for item in block.items for line in _lines(item.children)]
        elif isinstance(block, Definitions):
            lines += [line for part in block.parts for line in _lines(part.children)]
        elif isinstance(block, Table):
            lines += [block.caption] * bool(block.caption)
            lines += [line for row in block.rows for cell in row for line in _lines(cell.children)]
        elif isinstance(block, Quote | Figure | Caption | Note):
            lines += _lines(block.children)
    return lines


def _table(out: list[str], block: Table) -> None:
    out.append(f"<table{_direction(block)}>\n")
    if block.caption:
        _line(out, "head", block.caption, Paragraph())
    for row in block.rows:
        out.append('<row role="label">\n' if all(cell.header for cell in row) else "<row>\n")
        for cell in row:
            role = ' role="label"' if cell.header else ""
            spans = f' cols="{cell.columns}"' * (cell.columns > 1) + f' rows="{cell.rows}"' * (cell.rows > 1)
            _holder(out, "cell" + role + spans, cell.children, cell)
        out.append("</row>\n")
    out.append("</table>\n" if block.rows else "<row><cell/></row>\n</table>\n")


def _direction(block: Directed, *, rend: bool = True) -> str:
    lang = f' xml:lang="{_attribute(block.lang)}"' if block.lang else ""
    return lang + (f' rend="{block.dir}"' if block.dir and rend else "")


# ---- lines ---------------------------------------------------------------------------------------


def _inlines(out: list[str], nodes: list[Inline]) -> None:
    for node in nodes:
        if isinstance(node, str):
            out.append(_text(node))
        elif isinstance(node, Link):
            out.append(f'<ref target="{_attribute(node.url)}">')
            _inlines(out, node.children)
            out.append("</ref>")
        elif isinstance(node, Styled):
            _styled(out, node)
        elif isinstance(node, LineBreak):
            out.append("<lb/>")
        elif isinstance(node, CodeSpan):
            out.append(f"<code>{_text(node.text)}</code>")
        elif isinstance(node, Image):
            out.append(_medium(node.media))
        elif isinstance(node, Formula):
            rend = "display" if node.display else "inline"
            out.append(f'<formula notation="TeX" rend="{rend}">{_text(node.tex)}</formula>')
        else:
            out.append(_mark(node))


def _styled(out: list[str], node: Styled) -> None:
    lang = f' xml:lang="{_attribute(node.lang)}"' if node.lang else ""
    tag = {"del": "del", "q": "q"}.get(node.style) or f'hi rend="{_RENDERED.get(node.style, node.style)}"'
    before, after = ("(", ")") if node.style == "rt" else ("", "")
    out.append(f"<{tag}{lang}>{before}")
    _inlines(out, node.children)
    out.append(f"{after}</{tag.partition(' ')[0]}>")


def _mark(mark: NoteMark) -> str:
    label = _attribute(mark.label)
    return f'<ref target="#fn-{label}" rend="sup">[{label}]</ref>'


def _medium(medium: Media) -> str:
    address, said = _attribute(medium.url or ""), f"<desc>{_text(medium.alt)}</desc>" if medium.alt else ""
    if medium.kind == "image":
        return f'<graphic url="{address}">{said}</graphic>' if said else f'<graphic url="{address}"/>'
    kind = mimetypes.guess_type((medium.url or "").partition("?")[0])[0] or f"{medium.kind}/mp4"
    return f'<media mimeType="{kind}" url="{address}">{said}</media>'


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("", text), quote=False)


def _attribute(text: str) -> str:
    return escape(_NOT_XML.sub("", text))
