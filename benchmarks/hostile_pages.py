"""Pages that were made to cost much, of about so many characters, and a method that keeps all of their text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import dehusk

if TYPE_CHECKING:
    from collections.abc import Callable

PROSE = "<p>It rained all night, and in the morning the river stood a hand below the bridge, brown and loud.</p>" * 5


class AllText:
    """Keeps all text."""

    name: ClassVar[str] = "all-text"
    description: ClassVar[str] = "keeps all text"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: dehusk.Page) -> dehusk.Selection:
        """Keep all text."""
        return dehusk.Selection.of_leaves(page, page.chars > 0)


def repeat(unit: str) -> Callable[[int], str]:
    """Pages that repeat a piece of markup."""
    return lambda size: PROSE + unit * (size // len(unit))


def number(unit: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """Pages that repeat a piece of markup with a number in it."""
    return lambda size: (
        before + "".join(unit.format(n) for n in range(size // len(unit.format(10_000)))) + after + PROSE
    )


def surround(before: str, unit: str, after: str = "") -> Callable[[int], str]:
    """Pages that repeat a character or word between two pieces of markup."""
    return lambda size: before + unit * (size // len(unit)) + after + PROSE


GENERATORS: dict[str, Callable[[int], str]] = {
    "HTML tags with attributes": number("<html a{}=1>"),
    "HTML tags after many attributes": lambda size: (
        number("a{}=1 ", "<html ", ">")(size) + "".join(f"<html b{n}=1>" for n in range(100))
    ),
    "BODY tags with attributes": number("<body a{}=1>"),
    "formatting in each paragraph": number("<p><b x={}>t"),
    "formatting, then paragraphs": lambda size: number("<i x={}>")(8_000) + "<p>t" * (size // 4),
    "end tags in comments": number("<p><b x={}><!--</b>-->t"),
    "misnested formatting": repeat("<b><i><p></b>x</i>"),
    "misnested links": repeat("<a href=x><div>y"),
    "one-letter paragraphs": repeat("<p>x"),
    "empty paragraphs": repeat("<p>"),
    "nested DIVs": repeat("<div>"),
    "nested lists": repeat("<ul><li>x"),
    "nested quotes": repeat("<blockquote>x"),
    "deep tables": repeat("<table><td>x"),
    "text in wrong places of tables": repeat("<table>x<tr>y"),
    "wide table": lambda size: "<table><tr>" + "<th>a" * 200 + "<tr><td>b" * (size // 9) + PROSE,
    "spanning cells": repeat("<table><tr><td rowspan=999 colspan=999>a<td>b<tr><td>c</table>"),
    "long lines": surround("<p>", "a<br>"),
    "links in one line": surround("<p>", "b <a href=/x>a</a>! "),
    "emphasis in one line": surround("<p>", "<em>a</em> <b>b</b> "),
    "code in one line": surround("<p>", "<code>a</code>"),
    "ruby": surround("<p>", "<ruby>a<rt>b</ruby>"),
    "footnotes": number("<p>w<sup><a href=#n{0} id=r{0}>{0}</a></sup><p id=n{0}>note <a href=#r{0}>b</a>"),
    "scripts of TeX": surround("", "<script type=math/tex>"),
    "long title": surround("<title>", "tea - leaf | ", "</title>"),
    "long heading": surround("<title>Tea</title><h1>", "tea leaf ", "</h1>"),
    "many headings": number("<h1>tea {}</h1>", "<title>" + "tea | " * 500 + "</title>"),
    "long BASE": lambda size: (
        f"<base href=http://a.example/{'x' * (size // 4)}/>" + "<p><a href=y>z</a>" * (size // 24)
    ),
    "long tag name": lambda size: f"<{'x' * (size // 2)}>" + "<p>tea" * (size // 12),
    "many tag names": number("<x{}>y"),
    "attributes of one element": surround("<p ", "a=1 ", ">"),
    "different attributes of one element": number("a{}=1 ", "<p ", ">"),
    "long class": surround("<p class='", "tea-leaf ", "'>"),
    "long style": surround("<p style='", "a:b;", "'>"),
    "JSON-LD": number('{{"@type":"Article","headline":"{}"}},', "<script type=application/ld+json>[", "{}]</script>"),
    "unclosed JSON-LD": surround("<script type=application/ld+json>", "[", "</script>"),
    "srcset": surround("<img srcset='", "a 1x, ", "'>"),
    "images": repeat("<img src=a width=900>"),
    "entities": surround("<p>", "&notit;&amp;"),
    "signs of Markdown": surround("<p>", "_*[`"),
    "comments": repeat("<!-- x -->"),
    "control characters": surround("<p>", "\x01"),
    "nested emphasis": surround("<p>" + "<em><b>" * 100, "tea "),
    "emphasis in each word": surround("<p>" + "<em><b>" * 20, "<em>tea</em> "),
    "quotations": surround("<p>", "<q>a</q> "),
    "formulas": surround("<p>", "<math><mi>x</mi></math> "),
    "formulas as text": surround("<p>", "<math alttext=x></math>"),
    "one formula": surround("<p><math>", "<mi>x</mi>", "</math>"),
    "code blocks": repeat("<pre>a\n</pre>"),
    "one code block": surround("<pre>", "a\n", "</pre>"),
    "definitions": surround("<dl>", "<dt>a<dd>b", "</dl>"),
    "numbered items": number("<li value={}>x", "<ol>", "</ol>"),
    "figures": repeat("<figure><img src=a width=900><figcaption>b</figure>"),
    "ids": number("<p id=n{0}><a href=#n{0}>x</a>"),
    "classes": number("<p class=c{0}>x"),
    "hidden paragraphs": number("<p style='display:none;order:{}'>x"),
    "dates and authors": number("<p class=byline>By Ann Lee, 3 May {}"),
    "microdata": number("<div itemscope itemtype=https://schema.org/Article><b itemprop=headline>t{}</b></div>"),
    "site names": lambda size: (
        number("<meta property=og:site_name content='tea {}'>")(size // 2)
        + f"<title>{'tea leaf | ' * (size // 22)}</title>"
    ),
    "META elements": number("<meta name=author content='Ann {}'>"),
    "one-letter list items": surround("<ul>", "<li>x", "</ul>"),
    "one word": surround("<p>", "a"),
    "words without spaces": surround("<p>", "雨が降った"),
    "one line of text": surround("<p>", "tea leaf, "),
    "sentences": surround("<p>", "Tea. "),
    "empty elements": repeat("<span></span>"),
    "nested spans": repeat("<span>x"),
    "stray end tags": repeat("</p>x</br>"),
    "ends of formatting": repeat("</b></i></a>x"),
    "open comments": surround("<p>tea</p>", "<!-"),
    "unclosed comments": repeat("<p>x<!--"),
    "CDATA": repeat("<![CDATA["),
    "unclosed tags": repeat("<p x="),
    "open quotes": repeat('<p x="'),
    "scripts in scripts": repeat("<script><!--<script>"),
    "unclosed scripts": repeat("<script>x"),
    "scripts": repeat("<script>x</script>"),
    "templates": repeat("<template>x"),
    "shadow roots": repeat("<div><template shadowrootmode=open>x"),
    "nested SVG": repeat("<svg><g>x<foreignObject>"),
    "nested MATH": surround("<p>", "<math><mrow><mi>x"),
    "text in text of formulas": surround("<p><math>", "<mtext>x"),
    "formulas of one wrapper": surround(
        "<p><span class=katex>", "<math><annotation encoding=tex>x</annotation></math>"
    ),
    "selects": repeat("<select><option>x"),
    "forms": repeat("<form><button>x"),
    "frames": repeat("<iframe src=a></iframe>"),
    "words in framesets": surround("<frameset>", "tea "),
    "noscript": repeat("<noscript><p>x</noscript>"),
    "references": surround("<p>", "&#x41;"),
    "wrong references": surround("<p>", "&#xD800;"),
    "notes to one place": lambda size: repeat("<sup><a href=#n>1</a></sup>")(size) + f"<p id=n>{'note ' * 2000}",
    "nested figures": repeat("<figure><figcaption>x"),
    "nested details": repeat("<details><summary>x"),
    "nested definitions": repeat("<dl><dt>x<dd>y"),
    "highlighted code": surround("<pre><code>", "<span class=k>a</span>\n", "</code></pre>"),
    "spaces": surround("<p>a", " \n\t", "b"),
    "white space between": repeat("<b> </b>\n"),
    "captions": repeat("<table><caption>a</caption><tr><td>b</table>"),
    "columns": lambda size: "<table><tr>" + "<td>a" * (size // 5) + PROSE,
    "one spanning cell": lambda size: "<table><tr><td colspan=1000 rowspan=65534>a" + "<tr><td>b" * (size // 9) + PROSE,
    "directions": repeat("<p dir=rtl lang=ar>x<bdo dir=ltr>y</bdo>"),
    "comment threads": repeat("<div class=comment><p>Ann Lee, 3 May 2012: tea"),
    "flat comments": repeat("<div class=comment><p>Ann Lee, 3 May 2012: tea</div>"),
    "dates in one line": surround("<p>", "3 May 2012, "),
    "digits": surround("<p>", "12/"),
    "authors": number("<a rel=author href=/a{0}>Ann {0}</a> "),
    "links in the head": number("<link rel=alternate hreflang=x{0} href=/{0}>"),
    "redirections": number("<meta http-equiv=refresh content='0;url=/{}'>"),
    "charsets": repeat("<meta charset=utf-7>"),
    "nested JSON-LD": lambda size: (
        "<script type=application/ld+json>" + '{"a":' * (size // 12) + "1" + "}" * (size // 12) + "</script>" + PROSE
    ),
    "JSON-LD graph": number(
        '{{"@id":"#{0}","@type":"Article","author":{{"@id":"#{0}"}}}},',
        '<script type=application/ld+json>{"@graph":[',
        "{}]}</script>",
    ),
    "one JSON-LD string": surround(
        '<script type=application/ld+json>{"@type":"Article","headline":"', "tea ", '"}</script>'
    ),
    "JSON-LD in SVG": surround("<svg><script type=application/ld+json>", "{<g/>", "</script></svg>"),
    "blocks of JSON-LD": number('<script type=application/ld+json>{{"@type":"Article","headline":"{}"}}</script>'),
    "cookie walls": surround("<p>", "Accept all cookies. 404 not found. Log in to continue. "),
    "addresses in text": surround("<p>", "http://a.example/?b=1&c "),
    "nested microdata": repeat("<div itemscope itemprop=author><b itemprop=name>x"),
    "sources": surround("<picture>", "<source srcset='a 1x, b 2x'>", "<img src=c></picture>"),
    "videos": repeat("<video src=a poster=b><source src=c></video>"),
    "image addresses": surround("<img width=900 src='data:image/png;base64,", "iVBORw0K", "'>"),
    "address of a link": surround("<p><a href='/", "a/../", "'>x</a>"),
    "ids of one element": surround("<p id='", "a ", "'>"),
    "inline styles": repeat("<p style='display:block;visibility:visible;color:red'>x"),
    "different addresses": number("<p><a href='/{0}?b={0}'>{0}</a>"),
    "quotes of code": surround("<p><code>", "`", "</code>"),
    "pipes": surround("<table><tr><td>", "|\\", "</table>"),
    "headings of all levels": repeat("<h1>a<h2>b<h6>c"),
    "lists in tables": repeat("<table><tr><td><ul><li>x</table>"),
    "surrogates": surround("<p>", "\ud83d \ude00"),
    "marks": surround("<p>a", "\u0301"),
    "invisible characters": surround("<p>a", "\u200b\u202e\ufeff"),
    "wide characters": surround("<p>", "𠀀"),
    "accents of a title": surround("<title>a", "\u0327\u0300", "</title>"),
    "numbers before code": surround("<pre><span class=lineno>", "1 ", "x</span>tea</pre>"),
    "blank lines in JSON-LD": surround('<script type=application/ld+json>{"@type":"Article"', "\n", "x</script>"),
    "empty attributes": repeat("<p a b c d e f g h i j k>x"),
    "names of attributes that look alike": repeat(
        "<p " + " ".join("n" * 99 + f"{n:02}n" for n in range(64)) + ">x",
    ),
    "scripts in comments of scripts": repeat("<script><!--<script></script>--></script>x"),
    "tildes": repeat("<p class='green tea' ~>x"),
    "full stops": surround("<p>", "."),
}
