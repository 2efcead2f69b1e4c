"""What a reader sees of each format, and the words of it."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import turbohtml
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from dehusk.bench.metrics.tokens import tokenize
from dehusk.content.embeds import media_link
from dehusk.tree import InlineMedia

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from markdown_it.token import Token

    from dehusk import Extraction

# Elements that begin and end lines, in HTML and TEI.
_LINES = """
p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tr td th caption pre blockquote figure figcaption br hr
article section head ab list item label row cell quote note lb milestone
"""
LINES = frozenset(_LINES.split())
CALLOUT_MARK = re.compile(r"^((?:[ \d.)*-]*> )+)\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]$", re.MULTILINE)
MARK_WORD = "calloutmark"


def markdown_parser(*, html: bool = True) -> MarkdownIt:
    """CommonMark with tables, strike-through, footnotes where they stand, and formulas."""
    parser = MarkdownIt("commonmark", {"html": html, "maxNesting": 200}).enable(["table", "strikethrough"])
    parser.use(footnote_plugin).use(dollarmath_plugin, allow_digits=True, allow_space=True, double_inline=True)
    parser.core.ruler.disable("footnote_tail")
    rules: dict[str, Callable[..., str]] = getattr(parser.renderer, "rules")  # noqa: B009 - not in the protocol

    def tagged(before: str, text: Callable[[Token], str] = lambda _: "", after: str = "") -> Callable[..., str]:
        return lambda tokens, index, *_: before + text(tokens[index]) + after

    rules["footnote_ref"] = tagged("[", lambda token: str(token.meta["label"]), "]")
    rules["footnote_reference_open"] = tagged("<div>")
    rules["footnote_reference_close"] = tagged("</div>")
    for name in ("math_inline", "math_inline_double", "math_block"):
        rules[name] = tagged(
            "<code>$", lambda token: token.content.replace("&", "&amp;").replace("<", "&lt;"), "$</code>"
        )
    return parser


def html_text(html: str) -> str:
    """The text of HTML, with line breaks where a browser has them."""
    root = turbohtml.parse(html).root
    return "".join(_html_pieces(root)) if root is not None else ""


def _html_pieces(node: turbohtml.Element) -> Iterator[str]:
    if "embed" in (node.attrs.get("class") or ()):
        return
    ends = "\n" if node.tag in LINES else ""
    quote = ("“", "”") if node.tag == "q" else ("", "")
    yield ends + quote[0]
    for child in node.children:
        if isinstance(child, turbohtml.Text):
            yield child.text
        elif isinstance(child, turbohtml.Element):
            yield from _html_pieces(child)
    yield quote[1] + ends


def markdown_text(markdown: str) -> str:
    """The text of Markdown, rendered; front matter and the marks of callouts are no part of it."""
    markdown = re.sub(r"\A---\n.*?^---\n", "", markdown, flags=re.DOTALL | re.MULTILINE)
    return html_text(markdown_parser().render(CALLOUT_MARK.sub(r"\1", markdown)))


def xml_text(xml: str) -> str:
    """The text of a TEI document."""
    body = ET.fromstring(xml).find("{*}text/{*}body")  # noqa: S314 - our own
    assert body is not None
    return "".join(_xml_pieces(body))


def _xml_pieces(node: ET.Element) -> Iterator[str]:
    name = node.tag.rpartition("}")[2]
    if name in {"graphic", "media"} or node.get("type") == "embed":
        return
    before, after = {"formula": (" $", "$ "), "q": ("“", "”")}.get(name, ("\n", "\n") if name in LINES else ("", ""))
    yield before + (node.text or "")
    for child in node:
        yield from _xml_pieces(child)
        yield child.tail or ""
    yield after


TEXT_OF: dict[str, Callable[[str], str]] = {
    "text": str,
    "markdown": markdown_text,
    "html": html_text,
    "xml": xml_text,
}


BOTH = (True, False)


def with_all_options(wrap: int) -> list[tuple[str, dict[str, object]]]:
    """Every format with every set of its options."""
    trees = [dict(zip(("links", "images", "tables"), values, strict=True)) for values in product(BOTH, repeat=3)]
    wraps = [{"wrap": 0}, {"wrap": wrap}]
    sets: dict[str, list[dict[str, object]]] = {
        "text": [{**each} for each in wraps],
        "markdown": [{**tree, **each} for tree, each in product(trees, wraps)],
        "html": [{**tree} for tree in trees],
        "xml": [{**tree} for tree in trees],
    }
    return [(name, options) for name in TEXT_OF for options in sets[name]]


def words(name: str, written: str) -> Sequence[str]:
    """The words that a reader sees of what was written in a format."""
    return tokenize(TEXT_OF[name](written))


def expected_words(extraction: Extraction, name: str, options: Mapping[str, object]) -> Sequence[str]:
    """The words of the text; in formats with markup with attached notes and, where pictures are written, captions."""
    marked = name != "text"
    return words("text", extraction.to_text(captions=marked and bool(options.get("images", True)), notes=marked))


def written_words(extraction: Extraction, name: str, options: Mapping[str, object]) -> Sequence[str]:
    """The words of a format, without the links that stand for media, which are no text of the page."""
    text = extraction.to(name, **options)
    if name == "markdown":
        for node in extraction.tree.walk():
            if isinstance(node, InlineMedia) and node.media.kind != "image":
                url, label = media_link(node.media)
                words_of_label = r"\s+".join(map(re.escape, label.split()))
                text = re.sub(rf"\[{words_of_label}\]\({re.escape(url)}\)", "", text)
        marked = words(name, CALLOUT_MARK.sub(_as_word, text))
        return _titles_of_callouts(marked, expected_words(extraction, name, options))
    return words(name, text)


def _as_word(mark: re.Match[str]) -> str:
    return f"{mark[1]}{MARK_WORD}{mark[2].lower()}\n{re.sub('[^> ]', ' ', mark[1])}"


def _titles_of_callouts(written: Sequence[str], expected: Sequence[str]) -> list[str]:
    """The marks of callouts are words only where they stand for the title of a callout."""
    found: list[str] = []
    for place, word in enumerate(written):
        kind = word.removeprefix(MARK_WORD)
        if kind == word:
            found.append(word)
        elif written[place + 1 : place + 2] != expected[len(found) : len(found) + 1]:
            found.append(expected[len(found)] if expected[len(found)].lower() == kind else word)
    return found
