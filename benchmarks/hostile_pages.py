"""Pages that were made to cost much. Each function makes a page of about so many characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PROSE = "<p>It rained all night, and in the morning the river stood a hand below the bridge, brown and loud.</p>" * 5


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
}
