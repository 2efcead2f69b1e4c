"""The pieces of structure in a document: one entry per heading, list item, table cell, link, image and so on.

Every document is read in the same way, whoever wrote it: Markdown is rendered to HTML first, and HTML is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urljoin

from dehusk.bench.metrics.tokens import tokenize
from dehusk.content.mathml import mathml_tex
from dehusk.errors import MissingExtra
from dehusk.page import Page, parse

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

KINDS = (
    *("heading", "list item", "table cell", "code", "link", "image", "caption", "quote", "emphasis", "math", "note"),
)
"""The kinds of pieces, in the order of the table."""

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LISTS = frozenset({"ul", "ol", "menu"})
_STYLES = frozenset({"em", "i", "strong", "b"})
_NOTE_ID = re.compile(r"(?:user-content-)?(?:fn|footnote|endnote|cite_note|note)[-:_.]{0,2}\w{1,40}", re.IGNORECASE)
_FRONT_MATTER = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
_TEX_LAYOUT = re.compile(r"\\(?:displaystyle|textstyle|left|right|limits|mathrm|text|,|;|!|quad)(?![A-Za-z])|[\s{}$]")
# Commands with the same meaning.
_SAME_TEX = tuple(
    (re.compile(pattern), same)
    for pattern, same in (
        (r"\\([lgn]e)q(?![A-Za-z])", r"\\\1"),
        (r"\\lt(?![A-Za-z])", "<"),
        (r"\\gt(?![A-Za-z])", ">"),
        (r"\\[hlc]?dots(?![A-Za-z])", r"\\dots"),
        (r"\\overset\{\\cdot\}", r"\\dot"),
        (r"\\overset\{\\rightarrow\}", r"\\vec"),
        (r"\\(?:left|right)\s*\.|(?<!\\)\\ ", ""),
    )
)
_ABSOLUTE = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*:|//|#)", re.IGNORECASE)
_CALLOUT_MARK = re.compile(r"(<blockquote>\s*<p>)\[!\w+\][+-]?")
_IMAGE_SIZE = re.compile(r"-\d{2,4}x\d{2,4}(?=\.\w+$)|@\dx(?=\.\w+$)")
_DELIMITERS = re.compile(r"^\s*(?:\\\(|\\\[|\$\$?)|(?:\\\)|\\\]|\$\$?)\s*$")


class StructurePiece(NamedTuple):
    """One piece of structure."""

    kind: str
    words: str
    """Its words, in lower case, separated by spaces."""
    target: str = ""
    """What else must agree: the URL of a link, the file name of an image, the lines of code, the TeX of a formula."""
    near: tuple[str, str] = ("", "")
    """The words just before and after an image, by which its place is known."""


class StructureDocument(NamedTuple):
    """What is compared of a document."""

    words: str
    """All words, separated by spaces, with a space at both ends."""
    pieces: list[StructurePiece]
    blocks: frozenset[str]
    """The words of each paragraph."""


def read_markdown(text: str, url: str = "", captions: frozenset[str] = frozenset()) -> StructureDocument:
    """The pieces of Markdown; paragraphs with the words of a caption of the page are captions.

    >>> [(piece.kind, piece.words) for piece in read_markdown("## Tea\\n\\n- *green*").pieces]
    [('heading', 'tea'), ('list item', 'green'), ('emphasis', 'green')]
    """
    html = _markdown_parser().render(_FRONT_MATTER.sub("", text))
    found = read_html(_CALLOUT_MARK.sub(r"\1", html), url)
    return found._replace(
        pieces=[*found.pieces, *(StructurePiece("caption", words) for words in found.blocks & captions)]
    )


def read_html(html: str, url: str = "") -> StructureDocument:
    """The pieces of HTML.

    >>> read_html("<p>See <a href=/tea>tea</a>", "https://example.org/").pieces
    [StructurePiece(kind='link', words='tea', target='example.org/tea', near=('', ''))]
    """
    page = parse(html, hidden="keep")
    pieces = [piece for row in range(1, len(page)) if page.is_element[row] and (piece := _piece(page, row, url))]
    blocks = frozenset(_words(page, row) for row in range(len(page)) if page.tag_name(row) in {"p", "div"})
    return StructureDocument(f" {_words(page, 0)} ", pieces, blocks)


def plain_words(text: str) -> str:
    """The words of a text, in lower case, separated by spaces.

    >>> plain_words("Green-Tea!")
    'green tea'
    """
    return " ".join(tokenize(text.casefold()))


def _piece(page: Page, row: int, url: str) -> StructurePiece | None:
    name = page.tag_name(row)
    read = _READERS.get(name)
    found = read(page, row, url) if read else None
    if found is not None:
        return found
    if page.attr(row, "id") and _is_note(page, row):
        return StructurePiece("note", _words(page, row))
    return None


def _heading(page: Page, row: int, _url: str) -> StructurePiece | None:
    words = _words(page, row)
    return StructurePiece("heading", words) if words else None


def _item(page: Page, row: int, _url: str) -> StructurePiece | None:
    if _is_note(page, row):
        return StructurePiece("note", _words(page, row))
    own = _words(page, row, without=_LISTS)
    return StructurePiece("list item", own) if own else None


def _cell(page: Page, row: int, _url: str) -> StructurePiece | None:
    own = _words(page, row, without=frozenset({"table"}))
    return StructurePiece("table cell", own) if own else None


def _listing(page: Page, row: int, _url: str) -> StructurePiece | None:
    lines = "\n".join("".join(line.split()) for line in page.raw_text(row).splitlines() if line.strip())
    return StructurePiece("code", _words(page, row), lines) if lines else None


def _code(page: Page, row: int, _url: str) -> StructurePiece | None:
    if "pre" in _ancestors(page, row):
        return None
    text = "".join(page.raw_text(row).split())
    return StructurePiece("code", _words(page, row), text) if text else None


def _link(page: Page, row: int, url: str) -> StructurePiece | None:
    href, words = page.attr(row, "href") or "", _words(page, row)
    target = urljoin(url, href.strip())
    if not href or not words or target.startswith(f"{url}#") or href.startswith("#"):
        return None
    return StructurePiece("link", words, unquote(target.removesuffix("/")).partition("://")[2] or target)


def relative_links(html: str) -> frozenset[str]:
    """The addresses of the relative links of a page, without dots and slashes at their edges.

    >>> sorted(relative_links("<a href=/tea/>x</a><a href=../milk.html>y</a><a href=https://a.example/z>z</a>"))
    ['milk.html', 'tea']
    """
    page = parse(html, hidden="keep")
    addresses = (page.attr(row, "href") or "" for row in range(len(page)) if page.tag_name(row) == "a")
    relative = (unquote(url.strip()) for url in addresses if not _ABSOLUTE.match(url))
    return frozenset(filter(None, (url.lstrip("./").rstrip("/") for url in relative)))


def plain_target(target: str, relative: frozenset[str]) -> str:
    """The address of a link: of a relative link as the page has it, whatever it was resolved against.

    >>> plain_target("made.example/x/tea", frozenset({"tea"})), plain_target("a.example/milk", frozenset({"tea"}))
    ('/tea', 'a.example/milk')
    """
    rest = target.lstrip("./").rstrip("/")
    while rest not in relative:
        _, slash, rest = rest.partition("/")
        if not slash:
            return target
    return f"/{rest}"


def _image(page: Page, row: int, _url: str) -> StructurePiece | None:
    name = image_name(page.attr(row, "src") or page.attr(row, "data-src") or "")
    before, after = page.text[: page.offset[row]][-200:], page.text[page.offset[row] :][:200]
    near = " ".join(plain_words(before).split()[-4:]), " ".join(plain_words(after).split()[:4])
    return StructurePiece("image", "", name, near) if name else None


def image_name(url: str) -> str:
    """The file name of an image, without what states its size; empty for images in ``data:`` URLs.

    >>> image_name("https://example.org/img/tea-300x200.jpg?w=640"), image_name("data:image/gif;base64,R0")
    ('tea.jpg', '')
    """
    if url.startswith("data:"):
        return ""
    path = unquote(unquote(url)).partition("?")[0].rstrip("/")
    return _IMAGE_SIZE.sub("", path.rpartition("/")[2]).lower()


def image_names(html: str) -> dict[str, str]:
    """The names that belong to one image of a page, in all its sizes -> the first of them.

    >>> image_names("<img src=s.jpg srcset='m.jpg 800w, l.jpg 1600w'>")
    {'s.jpg': 's.jpg', 'm.jpg': 's.jpg', 'l.jpg': 's.jpg'}
    """
    page = parse(html, hidden="keep")
    first: dict[str, str] = {}
    for row in range(len(page)):
        if page.tag_name(row) in {"img", "picture"}:
            names = [image_name(url) for at in range(row, int(page.end[row])) for url in _image_urls(page, at)]
            known = next((first[name] for name in names if name in first), "")
            for name in filter(None, names):
                first.setdefault(name, known or names[0] or name)
    return first


def _image_urls(page: Page, row: int) -> list[str]:
    urls = []
    for name, value in page.attrs[row]:
        if value and name.endswith("srcset"):
            urls += [part.split()[0] for part in re.split(r",\s+", value) if part.strip()]
        elif value and (name == "src" or (name.startswith("data-") and "/" in value and " " not in value)):
            urls.append(value)
    return urls


def _caption(page: Page, row: int, _url: str) -> StructurePiece | None:
    words = _words(page, row)
    return StructurePiece("caption", words) if words else None


def _quote(page: Page, row: int, _url: str) -> StructurePiece | None:
    words = _words(page, row)
    return StructurePiece("quote", words) if words and "blockquote" not in _ancestors(page, row) else None


def _callout(page: Page, row: int, _url: str) -> StructurePiece | None:
    """A callout, which Markdown writes as a quotation."""
    classes = (page.attr(row, "class") or "").split()
    if "callout" not in classes and page.attr(row, "data-callout") is None:
        return None
    return _quote(page, row, _url)


def _emphasis(page: Page, row: int, _url: str) -> StructurePiece | None:
    words, above = _words(page, row), _ancestors(page, row)
    outer = above.isdisjoint(_STYLES | _HEADINGS | {"pre", "code", "figcaption"})
    return StructurePiece("emphasis", words) if words and outer else None


def _math(page: Page, row: int, _url: str) -> StructurePiece | None:
    tex = page.attr(row, "data-latex") or page.attr(row, "alttext")
    if not tex:
        annotations = [at for at in range(row, int(page.end[row])) if page.tag_name(at) == "annotation"]
        tex = page.raw_text(annotations[0]) if annotations else mathml_tex(page, row)
    return StructurePiece("math", _words(page, row), plain_tex(tex)) if tex.strip() else None


def _span(page: Page, row: int, _url: str) -> StructurePiece | None:
    if "math" not in (page.attr(row, "class") or "").split():
        return None
    return StructurePiece("math", _words(page, row), plain_tex(page.raw_text(row)))


def plain_tex(tex: str) -> str:
    r"""TeX without what changes nothing but spaces and sizes.

    >>> plain_tex(r"\( {\displaystyle x^{2} } \)")
    'x^2'
    """
    bare = _DELIMITERS.sub("", _DELIMITERS.sub("", tex))
    for pattern, same in _SAME_TEX:
        bare = pattern.sub(same, bare)
    return _TEX_LAYOUT.sub("", bare)


def _is_note(page: Page, row: int) -> bool:
    return page.tag_name(row) in {"li", "div", "p"} and bool(_NOTE_ID.fullmatch(page.attr(row, "id") or ""))


def _words(page: Page, row: int, without: frozenset[str] = frozenset()) -> str:
    """The words of a subtree without some elements in it; blocks and images separate words."""
    own: list[str] = []
    at, end, block = row if page.is_text[row] else row + 1, int(page.end[row]), int(page.block[row])
    while at < end:
        if page.tag_name(at) in without:
            at = int(page.end[at])
            continue
        if page.block[at] != block or page.tag_name(at) == "img":
            own.append(" ")
        block = int(page.block[at])
        if page.is_text[at]:
            own.append(page.raw_text(at))
        at += 1
    return plain_words("".join(own))


def _ancestors(page: Page, row: int) -> set[str]:
    names = set()
    while (row := int(page.parent[row])) > 0:
        names.add(page.tag_name(row))
    return names


_READERS: dict[str, Callable[[Page, int, str], StructurePiece | None]] = {
    **dict.fromkeys(_HEADINGS, _heading),
    **dict.fromkeys(_STYLES, _emphasis),
    "li": _item,
    "td": _cell,
    "th": _cell,
    "pre": _listing,
    "code": _code,
    "a": _link,
    "img": _image,
    "figcaption": _caption,
    "blockquote": _quote,
    "math": _math,
    "span": _span,
    "aside": _callout,
    "div": _callout,
}


@cache
def _markdown_parser() -> MarkdownIt:
    """CommonMark with tables, strike-through, footnotes and formulas."""
    try:
        from markdown_it import MarkdownIt
        from mdit_py_plugins.dollarmath import dollarmath_plugin
        from mdit_py_plugins.footnote import footnote_plugin
    except ImportError as error:
        raise MissingExtra("markdown-it-py and mdit-py-plugins", "bench") from error
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": 200}).enable(["table", "strikethrough"])
    parser.use(footnote_plugin).use(dollarmath_plugin, allow_digits=False, double_inline=True)
    rules: dict[str, Callable[..., str]] = getattr(parser.renderer, "rules")  # noqa: B009 - not in the protocol

    def formula(tokens: list[Token], index: int, *_: object) -> str:
        return f'<span class="math">{escape(tokens[index].content)}</span>'

    for name in ("math_inline", "math_inline_double", "math_block"):
        rules[name] = formula
    rules["footnote_ref"] = lambda *_: ""
    return parser
