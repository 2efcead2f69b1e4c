"""The programming language of a code listing, as its markup states it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page

_CODE = tags.NUMBERS["code"]
_NAME = r"([A-Za-z][A-Za-z0-9+#._-]{0,19})"
# The class names of syntax highlighters: Prism, highlight.js, Rouge, GitHub, Sphinx, SyntaxHighlighter, CodeMirror.
_PREFIXED = re.compile(
    rf"(?<![\w-])(?:language|lang|highlight-source|highlight|source|code)-{_NAME}(?!\S)|brush:\s*{_NAME}"
)
_ADJACENT = re.compile(
    rf"(?<!\S)(?:hljs|sourceCode|prettyprint|CodeMirror)\s+{_NAME}(?!\S)|(?<!\S){_NAME}\s+hljs(?!\S)"
)
_ATTRIBUTES = frozenset({"data-lang", "data-language", "data-code-language", "data-programming-language", "language"})
_NO_LANGUAGE = frozenset({"none", "default", "plain", "plaintext", "text", "txt", "nohighlight", "no-highlight"})
_NO_LANGUAGE |= {
    "block",
    "wrap",
    "wrapper",
    "snippet",
    "example",
    "sample",
    "area",
    "content",
    "view",
    "text",
    "highlight",
    "group",
    "inline",
    "header",
    "title",
    "frame",
    "body",
    "cell",
    "output",
    "input",
    "section",
    "table",
    "button",
    "container",
    "toolbar",
    "box",
    "line",
    "lines",
    "copy",
    "tab",
    "linenums",
    "to",
}
_NO_LANGUAGE |= {"number", "numbers", "editor", "style", "font", "panel", "listing", "viewer", "demo", "display"}
_MAX_ANCESTORS = 3


def code_language(page: Page, pre: int) -> str | None:
    """The language of the listing in a row, as stated by its CODE element, by itself or by its nearest ancestors.

    >>> from dehusk import parse
    >>> code_language(parse("<pre><code class='hljs language-python'>x = 1</code></pre>"), 1)
    'python'
    """
    rows = [pre]
    if pre + 1 < page.end[pre] and page.tag[pre + 1] == _CODE:
        rows.insert(0, pre + 1)
    row = pre
    for _ in range(_MAX_ANCESTORS):
        row = int(page.parent[row])
        # An element with much other text does not describe the listing.
        if row <= 0 or page.offset[page.end[row]] - page.offset[row] > 2 * (
            page.offset[page.end[pre]] - page.offset[pre]
        ):
            break
        rows.append(row)
    return next(filter(None, (_stated_language(page, at, at == pre or at == pre + 1) for at in rows)), None)


def _stated_language(page: Page, row: int, own: bool) -> str | None:
    for name, value in page.attrs[row]:
        if not value:
            continue
        if name == "class":
            for found in _PREFIXED.finditer(value):
                language = (found[1] or found[2]).lower()
                if language not in _NO_LANGUAGE:
                    return language
            adjacent = _ADJACENT.search(value)
            if adjacent and (language := (adjacent[1] or adjacent[2]).lower()) not in _NO_LANGUAGE:
                return language
        elif own and name in _ATTRIBUTES and re.fullmatch(_NAME, value):
            return value.lower()
    return None
