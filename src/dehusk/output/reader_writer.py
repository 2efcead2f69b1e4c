"""A page to read and to print: title, byline, picture and content in one file without scripts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from dehusk.content.metadata.title import host_of
from dehusk.content.tree_contents import inline_text
from dehusk.content.tree_nodes import ContentTree, Heading, InlineMedia, Paragraph
from dehusk.output.html_writer import html_document, tree_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.content import PageContent

_MAX_BYLINE_CHARS = 120
STYLE = """\
<style>
:root { color-scheme: light dark; --ink: #1f2328; --pale: #667; --line: #d8dbe0; --page: #fdfdfb; --tint: #f2f3f0;
  --link: #0a5a9c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e2e4e8; --pale: #9aa0aa; --line: #3a3f47; --page: #16181c;
  --tint: #20242a; --link: #7db8ee; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 1.125rem/1.65 Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "Noto Serif", serif;
  overflow-wrap: break-word; }
main { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; }
header, h1, h2, h3, h4, h5, h6, figcaption, table, footer { font-family: system-ui, "Segoe UI", Roboto, sans-serif; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 2em 0 .6em; break-after: avoid; }
header h1 { font-size: 2.1rem; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.45rem; } h3 { font-size: 1.2rem; } h4, h5, h6 { font-size: 1rem; }
header { border-bottom: 1px solid var(--line); padding-bottom: 1.2rem; margin-bottom: 2rem; }
.byline, footer, figcaption { color: var(--pale); font-size: .9rem; line-height: 1.45; }
.byline { margin: 0; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em; }
img, video { max-width: 100%; height: auto; border-radius: 4px; }
figure { margin: 2rem 0; break-inside: avoid; } figcaption { margin-top: .5rem; }
blockquote { margin: 1.5rem 0; padding: .1rem 0 .1rem 1.2rem; border-inline-start: 3px solid var(--line);
  color: var(--pale); }
pre, code, kbd { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .85em; }
pre { background: var(--tint); padding: 1rem; border-radius: 6px; overflow-x: auto; line-height: 1.5; }
:not(pre) > code { background: var(--tint); padding: .1em .3em; border-radius: 3px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin: 1.5rem 0; display: block; overflow-x: auto; }
caption { text-align: start; color: var(--pale); padding-bottom: .4rem; }
td > ul, td > ol { margin: 0; padding-inline-start: 1.2em; }
th, td { border-bottom: 1px solid var(--line); padding: .45rem .6rem; text-align: start; vertical-align: top; }
.callout { --mark: var(--link); margin: 1.5rem 0; padding: .1rem 1.2rem; background: var(--tint);
  border-radius: 6px; border-inline-start: 4px solid var(--mark); break-inside: avoid; }
.callout.tip { --mark: #2e8b57; } .callout.important { --mark: #7a5bc0; }
.callout.warning { --mark: #c08a1e; } .callout.caution { --mark: #c0453c; }
a.embed { display: inline-block; padding: .45rem .9rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--tint); font: .9rem system-ui, "Segoe UI", Roboto, sans-serif; text-decoration: none; }
a.embed::before { content: "▸ "; }
.math { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .85em; white-space: pre-wrap; }
.math.display { display: block; text-align: center; margin: 1rem 0; }
sup { line-height: 0; font-size: .75em; } sup a { text-decoration: none; }
li[id^="fn-"] { font-size: .9rem; color: var(--pale); line-height: 1.5; }
li[data-label]::marker { content: "[" attr(data-label) "] "; }
li { margin: .25em 0; } hr { border: 0; border-top: 1px solid var(--line); margin: 2.5rem 0; }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; }
@media print { :root { --ink: #000; --pale: #444; --page: #fff; --tint: #f4f4f4; --link: #000; --line: #bbb; }
  body { font-size: 11pt; } main { max-width: none; padding: 0; } pre { white-space: pre-wrap; } }
</style>
"""


def write_reader(content: PageContent) -> str:
    """A page to read and to print: title, byline, picture and content in one HTML file.

    >>> import dehusk
    >>> page = write_reader(dehusk.extract("<title>Tea</title><h1>Tea</h1><p>Steep it."))
    >>> page.count("<h1>"), "<script" in page
    (1, False)
    """
    metadata = content.metadata
    tree = without_byline(without_title(content.tree, content.title), metadata.authors)
    parts = [", ".join(metadata.authors), (metadata.published or "")[:10], metadata.site_name or ""]
    byline = " · ".join(escape(part) for part in parts if part)
    title = f"<h1>{escape(content.title)}</h1>\n" if content.title else ""
    header = f'<header>\n{title}<p class="byline">{byline}</p>\n</header>\n' if title or byline else ""
    has_picture = any(isinstance(node, InlineMedia) for node in tree.walk())
    lead = (
        f'<figure><img src="{escape(metadata.image)}" alt=""></figure>\n' if metadata.image and not has_picture else ""
    )
    address = metadata.url or content.url
    host = host_of(address) if address and address.startswith(("http:", "https:")) else ""
    footer = f'<footer><a href="{escape(address or "")}">{escape(host)}</a></footer>\n' if host else ""
    return html_document(content, f"<main>\n{header}{lead}{tree_html(tree, delimiters=False)}{footer}</main>", STYLE)


def without_title(tree: ContentTree, title: str | None) -> ContentTree:
    """The tree without a first heading that repeats the title.

    >>> without_title(ContentTree([Heading(1, ["Tea"]), Heading(2, ["Milk"])]), "Tea").children
    [Heading(level=2, children=['Milk'])]
    """
    for place, block in enumerate(tree.children[:3]):
        if isinstance(block, Heading):
            if title and inline_text(block.children).casefold().strip() == title.casefold().strip():
                rest = [*tree.children[:place], *tree.children[place + 1 :]]
                return ContentTree(rest, tree.dir, tree.lang)
            break
    return tree


def without_byline(tree: ContentTree, authors: Sequence[str]) -> ContentTree:
    """The tree without a short first paragraph that names all authors.

    >>> without_byline(ContentTree([Paragraph(["By Ann Leaf, 3 May"]), Paragraph(["Tea."])]), ["Ann Leaf"]).children
    [Paragraph(children=['Tea.'])]
    """
    first = tree.children[0] if tree.children else None
    text = inline_text(first.children) if isinstance(first, Paragraph) else ""
    if not authors or len(text) > _MAX_BYLINE_CHARS or not all(name in text for name in authors):
        return tree
    return ContentTree(tree.children[1:], tree.dir, tree.lang)
