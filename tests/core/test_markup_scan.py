"""What is left out of a document, or moved out of it, before it is parsed changes no page; what tags are counted."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk import Page, parse
from dehusk._core.markup_scan import FORMATTING_NAMES, ScannedMarkup, scan_text
from dehusk.page import parser
from dehusk.page.text_measures import encodable
from html_strategies import TEXTS, any_html

each_form = pytest.mark.parametrize("form", FORMS)
CODE = "let cups = '<p>two cups of tea</p>'; // or 3"


def scanned(html: str, form: str, moves: bool = False) -> ScannedMarkup:
    module = core_module("markup_scan", form)
    found: ScannedMarkup = (module.scan_markup if moves else module.scan_text)(encodable(html).encode())
    return found


# ---- what is left out ------------------------------------------------------------------------------------------------

LEFT_OUT = {
    "a script": f"<p>Tea<script>{CODE}</script>Milk",
    "in any case, with attributes and signs": f"<SCRIPT async src='a>b' data-x=/>{CODE}</sCript\n>",
    "a slash that closes nothing": f"<script/>{CODE}</script>",
    "a style": f"<style media=print>{CODE}</style>",
    "after a comment with a script": f"<!-- <script> --><script>{CODE}</script>",
    "after comments that end at once": f"<!--><!---><script>{CODE}</script>",
    "after a comment with a wrong end": f"<!-- x --!><script>{CODE}</script>",
    "after a doctype, an instruction, stray signs": f"<!doctype html 'x>'><?x y?></><</ x><script>{CODE}</script>",
    "after text with markup": f"<title><!-- <script></title><textarea><script></textarea><script>{CODE}</script>",
    "after a drawing": f"<svg viewBox='0 0 9 9'><g><path d=x /></g><title>T</title></svg><script>{CODE}</script>",
    "after an empty drawing": f"<svg/><script>{CODE}</script>",
    "after a formula": f"<math><mi>x</mi><mo>=</mo><mfrac></mfrac></math><script>{CODE}</script>",
    "after a list of choices": f"<select><option>a<optgroup><option>b</select><script>{CODE}</script>",
    "in a list of choices": f"<select><script>{CODE}</script><option>a</select>",
    "in a table": f"<table><script>{CODE}</script><tr><td>Tea</table>",
    "with a comment": f"<script><!-- {CODE} //--></script>Tea<!-- -->",
    "with characters outside Latin-1": f"<p>茶 𠀀<script>{CODE} 茶</script>",
}
KEPT = {
    "nothing": "",
    "short scripts": "<script>var tea = 1</script>",
    "JSON-LD": f"<script type=application/LD+json>{CODE}</script>",
    "JSON-LD after a sign": f'<script data-x="a>b" type="application/ld&#43;json">{CODE}</script>',
    "TeX": f"<script type=math/tex>{CODE}</script>",
    "a script that does not end": f"<script>{CODE}",
    "a script that a comment makes endless": f"<script><!-- <script>{CODE}</script>",
    "a tag that does not end": f"<p title='><script>{CODE}</script>",
    "a comment that does not end": f"<!-- <script>{CODE}</script>",
    "a style in a drawing": f"<svg><style>{CODE}</style></svg>",
    "after a style with markup in a drawing": f"<svg><style><g></style></svg><script>{CODE}</script>",
    "after CDATA in a drawing": f"<svg><![CDATA[ <a> ]]></svg><script>{CODE}</script>",
    "in HTML in a drawing": f"<svg><foreignObject><style>{CODE}</style></foreignObject></svg>",
    "after HTML in a title of a drawing": f"<svg><title><div></svg><style>{CODE}</style>",
    "in a drawing whose end is an attribute": f"<svg viewBox=0/><style>{CODE}</style>",
    "after HTML in a formula": f"<math><mi><div></math><style>{CODE}</style>",
    "a style in a list of choices": f"<select><style>{CODE}</style></select>",
    "after plain text": f"<plaintext><script>{CODE}</script>",
    "in frames": f"<frameset><script>{CODE}</script></frameset>",
    "another name": f"<scripts>{CODE}</scripts><textareax>{CODE}</textareax>",
}


@each_form
@pytest.mark.parametrize("name", LEFT_OUT)
def test_the_text_of_scripts_and_styles_is_left_out(name: str, form: str) -> None:
    html = LEFT_OUT[name]
    start = html.rindex(">", 0, html.index(CODE)) + 1
    rest = html[:start] + html[html.index("</", html.index(CODE) + len(CODE)) :]
    assert scanned(html, form).html == rest
    assert_same_page(html)


@each_form
@pytest.mark.parametrize("inner", ["script", "SCRIPT ", "script/"])
def test_a_script_in_a_comment_in_a_script_is_left_out_with_it(form: str, inner: str) -> None:
    html = f"Tea<script><!-- <{inner}>{CODE}</script> {CODE} --></script>Milk"
    assert scanned(html, form).html == "Tea<script></script>Milk"
    assert_same_page(f"{html}<script><!-->{CODE}</script>Sugar<script><!-- <scripts>{CODE}</script>Salt")


@each_form
@pytest.mark.parametrize("name", KEPT)
def test_what_is_read_or_uncertain_is_kept(name: str, form: str) -> None:
    assert scanned(KEPT[name], form).html == KEPT[name]


def page_and_unscanned_page(html: str) -> list[Page]:
    def unread(document: bytes) -> ScannedMarkup:
        return scan_text(document)._replace(html=document.decode())

    with patch.object(parser, "scan_markup", unread):
        unscanned = parse(html, hidden="keep")
    return [parse(html, hidden="keep"), unscanned]


def assert_same_page(html: str) -> None:
    page, unscanned = page_and_unscanned_page(html)
    assert page.text == unscanned.text
    for name in ("tag", "parent", "end", "depth", "offset"):
        assert getattr(page, name).tolist() == getattr(unscanned, name).tolist()
    assert list(page.attrs) == list(unscanned.attrs)
    assert page.root_attrs == unscanned.root_attrs
    assert list(page.head) == list(unscanned.head)
    assert page.scripts == unscanned.scripts


_NAMES = (
    *("script", "style", "title", "textarea", "iframe", "xmp", "noembed", "noframes", "noscript", "svg", "math", "mi"),
    *(
        "select",
        "option",
        "div",
        "p",
        "b",
        "a",
        "table",
        "tr",
        "td",
        "template",
        "head",
        "body",
        "desc",
        "g",
        "plaintext",
    ),
    *("frameset", "foreignObject", "annotation-xml", "metadata", "SCRIPT", "scripts", "br", "input"),
)
_ATTRIBUTES = (
    *("", "", "", " a='>'", ' a=">"', " a=x'", " a= />", " /", "/", " a='", ' b="', " a=b/", " <b>", "\t\n=x"),
    *(" type=application/ld+json", " a =  'q>'b", " encoding=text/html"),
    *(
        ' class="tea and milk" id=x',
        " class='two cups' HREF=/tea",
        " viewbox='0 0 9 9' d='M 1 1'",
        " type=hidden name=tea",
    ),
    *(
        ' href="?tea=1&milk=2&amp;copy=3"',
        " title='of tea &copy=1' hidden",
        ' title="tea&nbsp;&lt;3"',
        ' title="té\xa0x y"',
    ),
    *(
        " class=tea/and/milk/",
        " class=tea class=milk",
        ' a="tea and milk"b=1',
        " ~0",
        ' ~1="" class=milk',
        ' x="\r\n\0 tea"',
    ),
)
_CODES = [
    f"<{start}>{text}</{end}>"
    for start in ("script", "style", "script src=x", "script/")
    for text in (CODE, f"<!--{CODE}-->", f"<!--{CODE}", f"{CODE}<b>x")
    for end in ("script", "style", "script ")
]
_CLOSED = (
    "<svg><path d=''/></svg>",
    "<svg><style>x</style></svg>",
    "<select><option>a</select>",
    "<math><mi>x</mi></math>",
)
_SIGNS = (
    *(
        "<!--",
        "-->",
        "<!-->",
        "<!--->",
        "--!>",
        "<!",
        "<?x",
        "<![CDATA[",
        "]]>",
        "</>",
        "</ x>",
        "<!-- x -->",
        "'",
        '"',
    ),
    *("\0", "\r", "\x0b", "\f", "<script", "</script", "</style", "<", ">", CODE, *TEXTS),
)
_PIECES = (
    st.sampled_from(_CODES)
    | st.sampled_from(_CLOSED)
    | st.builds("<{}{}>".format, st.sampled_from(_NAMES), st.sampled_from(_ATTRIBUTES))
    | st.builds("</{}>".format, st.sampled_from(_NAMES))
    | st.sampled_from(_SIGNS)
)
documents = st.lists(_PIECES, max_size=14).map("".join) | any_html


@settings(max_examples=1500)
@given(documents)
def test_a_page_is_the_same_as_without_the_scan(html: str) -> None:
    # The parser takes text in tables in another way if the document has no character outside Latin-1.
    assert_same_page(f"茶{html}")


@given(documents)
def test_both_forms_find_the_same(html: str) -> None:
    for moves in (False, True):
        ours, theirs = scanned(html, "installed", moves), scanned(html, "uncompiled", moves)
        assert ours._replace(moved=ours.moved.places.tolist()) == (
            ours.html,
            theirs.moved.places.tolist(),
            *theirs[2:],
        )
        assert (ours.html, ours.moved.source) == (theirs.html, theirs.moved.source)


# ---- what is moved ---------------------------------------------------------------------------------------------------

MOVED = {
    "as serialised": ('<p class="tea" id="steep">', ' class="tea" id="steep"'),
    "quotation marks": ("<p class='tea' id=steep hidden>", ' class="tea" id="steep" hidden=""'),
    "white space and capitals": ('<P\n CLASS="tea"\tdata-iD="Steep" >', ' class="tea" data-id="Steep"'),
    "a slash": ('<img class="tea" id="steep"/>', ' class="tea" id="steep"'),
    "signs": ('<p class="tea|milk*" @click.x:y="{}">', ' class="tea|milk*" @click.x:y="{}"'),
    "a query": ('<a href="/tea?cups=2&milk=1&amp;sugar=0">', ' href="/tea?cups=2&amp;milk=1&amp;sugar=0"'),
    "what looks like a reference": ('<a href="/tea?copy=2&copy=1&amp=3">', ' href="/tea?copy=2&amp;copy=1&amp;amp=3"'),
    "other scripts": ('<p title="茶は三分間" lang="ja">', ' title="茶は三分間" lang="ja"'),
    "many names": (f"<p {' '.join(f'a{n}' for n in range(64))}>", "".join(f' a{n}=""' for n in range(64))),
    "in a drawing": ('<svg><path d="M 1 2" fill="#fff"/><g class="cups of tea">', ' d="M 1 2" fill="#fff"'),
    "in a list of choices": ('<select><option value="tea" selected>', ' value="tea" selected=""'),
}
NOT_MOVED = {
    "few": "<p class=tea>",
    "of formatting elements": '<b class="tea" id="steep"><font color="red" size="7">',
    "of elements of which they are read": '<html lang="en" class="x"><body class="tea"><input type="hidden" id="b">',
    "references": '<p title="&copy; tea, steeped"><p title="&nbsp;tea, steeped"><p title="tea & milk, steeped">',
    "references of numbers, and at the end": '<p title="&#38;tea, steeped"><p title="steep the tea &copy">',
    "signs that are escaped": "<p title='a > b and so on'><p title='a < b and so on'><p title='the \"tea\" of'>",
    "no-break spaces": '<p title="tea\xa0steeped well">',
    "line breaks": '<p title="tea\r\nsteeped well"><p title="tea\0steeped well">',
    "a name twice": '<p class="tea" id="steep" CLASS="milk">',
    "names with other signs": '<p class="tea" (click)="steep()"><p class="tea" té="steeped">',
    "no space between": '<p class="tea"id="steep">',
    "spaces around the sign": '<p class = "tea" id="steep">',
    "signs in values": "<p class=tea=milk id=steep><p class=tea`milk id=steep>",
    "no value": '<p class= id="steep well">',
    "a tag that does not end": '<p class="tea" id="steep',
    "a value that does not end": '<p class="tea" id="steep>',
    "too many": f"<p {' '.join(f'a{n}' for n in range(65))}>",
    "names that SVG changes": '<svg><path pathlength="9" d="M"/><g refx="tea" refy="milk"/><a xmlns="http://tea"/>',
    "a slash in SVG": "<svg><path d=M id=the-way-of-tea/></svg>",
    "what looks like moved ones": '<p class="tea" id="steep"><p ~0><p a=1~1><p a="1"~1>',
    "what may look like moved ones": '<p class="tea" id="steep"><svg><p><p ~0>',
    "the same in capitals": '<p class="tea" id="steep"><svg><p><p class=""~AF>',
}


@each_form
@pytest.mark.parametrize("name", MOVED)
def test_attributes_are_moved_out_of_the_document(name: str, form: str) -> None:
    html, attributes = MOVED[name]
    found = scanned(html, form, True)
    assert found.moved.source.decode().split(">")[0] == attributes
    assert " ~0" in found.html
    assert attributes not in found.html
    assert_same_page(html)
    assert_same_page(f"<table><tr>{html}Tea</table>{html}")


@each_form
@pytest.mark.parametrize("name", NOT_MOVED)
def test_attributes_that_the_parser_reads_or_changes_stay(name: str, form: str) -> None:
    html = NOT_MOVED[name]
    found = scanned(html, form, True)
    assert (found.html, found.moved.source, found.moved.places.tolist()) == (html, b"", [])
    assert_same_page(html)


@each_form
def test_tildes_that_begin_no_number_change_nothing(form: str) -> None:
    html = '<p class="tea" id="steep"><svg><p>~1 a~1 ~tea ~<p ~><p ~=""><p ~x ~>'
    assert len(scanned(html, form, True).moved.places) == 1
    assert_same_page(html)


def test_moved_attributes_are_those_of_all_elements_that_the_parser_makes_of_a_tag() -> None:
    page = parse('<p><a href="/tea/green" class="x">Tea<p>Milk<p>Sugar')
    assert [page.attr(row, "href") for row in range(len(page)) if page.tag_name(row) == "a"] == ["/tea/green"] * 3


def test_attributes_in_the_head_and_of_hidden_elements_are_read_where_they_are_moved_to() -> None:
    page = parse(
        '<meta name="author" content="Ann Leaf"><div class="milk" style="display:none">Milk</div><p>' + "Tea " * 9
    )
    assert [dict(item.attrs) for item in page.head] == [{"name": "author", "content": "Ann Leaf"}]
    assert "Milk" not in page.text


# ---- what is counted -------------------------------------------------------------------------------------------------


@each_form
@given(st.lists(st.sampled_from((*_CLOSED, "<b>", "<B x=1>", "<i/>", "</b>", "<html>", "<body a>", "<big\n>", "text"))))
def test_tags_are_counted(form: str, pieces: list[str]) -> None:
    html = "".join(pieces)
    starts = [name.lower() for name in re.findall(r"<([a-z]+)", html, re.IGNORECASE)]
    plain = sum(html.lower().count(f"<{name}>") for name in FORMATTING_NAMES)
    formatting = sum(map(starts.count, FORMATTING_NAMES))
    counts = (html.count("<"), starts.count("html") + starts.count("body"), formatting, plain, 0)
    assert scanned(html, form)[2:] == counts


@each_form
@pytest.mark.parametrize("before", ["", "<plaintext>", '<p title="'])
def test_where_the_search_has_ended_tags_are_counted(form: str, before: str) -> None:
    found = scanned(f"{before}<b><script type='math/tex; mode=display'>x</script><body>", form)
    assert (found.formatting_tags, found.tex_scripts, found.root_tags) == (1, 1, 1)
