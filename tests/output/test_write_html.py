from __future__ import annotations

import re

import pytest
import turbohtml
from hypothesis import example, given
from hypothesis import strategies as st

from dehusk import extract
from dehusk.bench.metrics import tokenize
from dehusk.content.urls import safe_url
from html_strategies import Everything, any_html

DANGEROUS_TAGS = {
    *("script", "style", "iframe", "frame", "object", "embed", "applet", "form", "input", "button", "select"),
    *("textarea", "link", "meta", "base", "svg", "math", "template", "noscript", "xmp", "plaintext", "title"),
}
ADDRESSES = {"href", "src", "cite", "poster", "srcset", "action", "formaction", "data", "background"}
OURS = re.compile(r"math (?:inline|display)|language-[\w+#.-]+|fn-\w{1,4}")
SAFE_SCHEMES = {"http", "https", "mailto", "tel", "ftp"}

VECTORS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><text>x</text></svg>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='JaVaScRiPt:alert(1)'>x</a>",
    "<a href=' &#1; java\tscript:alert(1)'>x</a>",
    "<a href='java&#x0A;script:alert(1)'>x</a>",
    "<a href='javascript&colon;alert(1)'>x</a>",
    "<a href='&#106;avascript:alert(1)'>x</a>",
    "<a href='\u200bjavascript:alert(1)'>x</a>",
    "<a href='vbscript:msgbox(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href='blob:https://example.org/1'>x</a>",
    "<a href='view-source:javascript:alert(1)'>x</a>",
    "<a href=x onclick=alert(1) style='background:url(javascript:alert(1))'>x</a>",
    "<a title='\"><script>alert(1)</script>' href=y>x</a>",
    "<b title=x onmouseover=alert(1)>x</b>",
    "<p lang='\" onclick=alert(1) x=\"'>x</p>",
    "<iframe src=javascript:alert(1)>x</iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)>x</object><embed src=javascript:alert(1)>",
    "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>x</button></form>",
    "<base href='javascript:alert(1)//'><a href='x'>x</a>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'><p>x",
    "<link rel=stylesheet href=javascript:alert(1)><p>x",
    "<blockquote cite='javascript:alert(1)'>x</blockquote><q cite='data:x'>x</q>",
    "<xmp><script>alert(1)</script></xmp>",
    "<textarea></textarea><textarea><script>alert(1)</script></textarea>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>x</noscript>",
    "<template><script>alert(1)</script></template>",
    "<pre>&lt;script&gt;alert(1)&lt;/script&gt;</pre>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<plaintext><script>alert(1)</script>",
    "<p>x<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<select><option><style></option></select><img src=x onerror=alert(1)></style>",
]


def clean(html: str, url: str | None = None) -> str:
    return extract(html, method=Everything(), url=url, hidden="keep").html


def assert_safe(html: str) -> None:
    for node in turbohtml.parse(html).iter_elements():
        assert node.tag not in DANGEROUS_TAGS
        for name, value in node.attrs.items():
            assert not name.startswith("on")
            assert name not in {"style", "srcdoc", "action", "formaction"}
            assert name not in {"class", "id"} or OURS.fullmatch(str(value if name == "id" else " ".join(value or ())))
            if name in ADDRESSES:
                scheme = re.match("[a-z][a-z0-9+.-]*(?=:)", re.sub(r"[\x00-\x20]", "", str(value)).lower())
                assert scheme is None or scheme[0] in SAFE_SCHEMES


@pytest.mark.parametrize("vector", VECTORS)
@pytest.mark.parametrize("url", [None, "https://example.org/a/b"])
def test_nothing_that_runs_leaves_us(vector: str, url: str | None) -> None:
    assert_safe(clean(f"{vector}<p>Text after</p>", url))


@given(st.lists(st.sampled_from(VECTORS) | any_html, max_size=4).map("".join))
def test_any_html_comes_out_safe(html: str) -> None:
    assert_safe(clean(html))


@given(any_html)
def test_the_html_holds_the_text_and_nothing_else(html: str) -> None:
    html = html.replace("<math>", "<i>")  # formulas stand between other signs in plain text
    extraction = extract(html, method=Everything())
    written = turbohtml.parse(extraction.html).root
    assert written is not None
    assert "".join(written.text.split()) == "".join(extraction.text.split())


@given(any_html)
@example("<h2><plaintext></a>\n <a>")
@example("a<math><mi>m<a> ")
def test_blocks_of_the_html_are_those_of_the_text(html: str) -> None:
    extraction = extract(html, method=Everything())
    # Formulas have other signs around them in HTML than in text: words are compared.
    again = extract(extraction.html, method=Everything()).text
    assert [found for line in again.splitlines() if (found := tokenize(line))] == [
        found for line in extraction.text.splitlines() if (found := tokenize(line))
    ]


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<div>Tea</div><div>Milk</div>", "<p>Tea</p>\n<p>Milk</p>\n"),
        ("a<div>b</div>c", "<p>a</p>\n<p>b</p>\n<p>c</p>\n"),
        (
            "<h2>a<pre>b\n\n c <b>d</b>\n<i>e</i></pre>f</h2>",
            "<h2>a<br>\nb<br>\nc <strong>d</strong><br>\n<em>e</em><br>\nf</h2>\n",
        ),
        ("<h2>T</h2><p>a <b>b</b> <i>c</i></p>", "<h2>T</h2>\n<p>a <strong>b</strong> <em>c</em></p>\n"),
        ("<p>a<br>b<br><br>c</p>", "<p>a<br>\nb</p>\n<p>c</p>\n"),
        (
            "<ul><li>a<li>b<ol start=3><li>c</ol></ul>",
            '<ul>\n<li>a</li>\n<li>b\n<ol start="3">\n<li>c</li>\n</ol>\n</li>\n</ul>\n',
        ),
        (
            "<table><tr><th scope=col>a<td colspan=2>b</table>",
            '<table>\n<tbody>\n<tr>\n<th>a</th>\n<td colspan="2">b</td>\n</tr>\n</tbody>\n</table>\n',
        ),
        ("<pre>x = 1\n  y</pre>", "<pre><code>x = 1\n  y</code></pre>\n"),
        ("<p dir=rtl lang=ar class=x>نص</p>", '<p dir="rtl" lang="ar">نص</p>\n'),
        ("<span>1 &lt; 2 &amp; 3</span>", "<p>1 &lt; 2 &amp; 3</p>\n"),
        ("<blockquote><p>q</p></blockquote>", "<blockquote>\n<p>q</p>\n</blockquote>\n"),
        ("", ""),
    ],
)
def test_structure_is_kept(html: str, written: str) -> None:
    assert clean(html) == written


@pytest.mark.parametrize(
    ("html", "url", "href"),
    [
        ("<a href=/tea>x</a>", "https://example.org/a/b", "https://example.org/tea"),
        ("<a href=tea>x</a>", "https://example.org/a/b", "https://example.org/a/tea"),
        ("<base href=/c/><a href=tea>x</a>", "https://example.org/a/b", "https://example.org/c/tea"),
        ("<base href=https://other.example/><a href=tea>x</a>", None, "https://other.example/tea"),
        ("<a href=tea>x</a>", None, "tea"),
        ("<a href=#note>x</a>", None, "#note"),
        ("<a href=mailto:a@b.example>x</a>", None, "mailto:a@b.example"),
        (
            "<a href='https://example.org/?a=1&amp;b=\"2\"'>x</a>",
            None,
            "https://example.org/?a=1&amp;b=&quot;2&quot;",
        ),
    ],
)
def test_links_are_made_absolute(html: str, url: str | None, href: str) -> None:
    assert clean(html, url) == f'<p><a href="{href}">x</a></p>\n'


@pytest.mark.parametrize("url", ["javascript:x", "data:,x", "http://[::1", " vbscript:x", "\x00javascript:x"])
def test_an_unsafe_address_is_none(url: str) -> None:
    assert safe_url(url, "https://example.org/") is None
