"""The pass over a serialisation, compiled and not, beside the events of the parser's own walk; and documents that no
serialiser writes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from turbohtml import parse as parse_tree
from turbohtml.saxparse import Characters, EndElement, StartElement, iter_events

from core_forms import FORMS, core_module
from dehusk import Limits
from dehusk._core import flat_tables
from dehusk.page import collect as collecting
from dehusk.page import tags
from html_strategies import any_html

each_form = pytest.mark.parametrize("form", FORMS)
LIMITS = Limits()
DIFFICULT = {
    "void": "<p>a<br>b<img src=x><input><wbr>c<embed><param><source><track><keygen><bgsound><basefont><hr>d",
    "void in SVG": "<svg><source>x</source><link><input>y</svg>z",
    "raw text": "<xmp><b>&amp;</xmp><iframe><b>&amp;</iframe><style>a>b</style>c<noembed><i></noembed>d",
    "raw text in SVG": "<svg><xmp>&lt;b</xmp><style>&lt;<style>a</style></style><script>&lt;</script></svg>e",
    "HTML in SVG": "<svg><foreignObject><xmp><b></xmp><br>x</foreignObject><desc>no</desc><title>t</title></svg>y",
    "HTML in MathML": "<math><mi><br>x<mglyph></mi><annotation-xml encoding=TEXT/html><p>y<br></annotation-xml></math>",
    "SVG in MathML": "<math><annotation-xml><svg><source>a</source></svg></annotation-xml></math>b",
    "names": "<p =a b<c=1 d\"e='f' g'=1 a=1 a=2>x<o:p>y</o:p><a<b>z<x-y>w",
    "escaped": "<p title='&quot;<>&amp;&nbsp;class='>a&amp;lt;&nbsp;&lt;b&gt; class=\"x\"",
    "comments": "a<!-- x > --> b<!---->c<!-- - -- > ->-->d<?php x > y ?>e<!doctype x>f<![CDATA[g]]>h",
    "first newline": "<pre>\n\na</pre><pre>\nb</pre><textarea>\n\nc</textarea><listing>\n</listing><svg><textarea>\nd",
    "script in a comment": "<script><!--<script>a</script>--></script>b<script><!-->c</script>d<script><!--<script >e",
    "templates": "<template><p>a<template>b</template></template>c<div><template>d</template></div>",
    "plaintext": "<table><tr><td>a</table><plaintext>b</plaintext>&amp;<p>c",
    "head": "<title>a &amp; b</title><meta name=x content='&lt;'><link rel=y><base href=z><noscript><meta></noscript>",
    "JSON-LD": '<script type=\' APPLICATION/LD+JSON \'>{"a": "<b>&amp;"}</script><p>a<script type=ld+json>[]</script>b',
    "titles": "<svg><title>no</title></svg><title>a</title><math><title>b<mi>c</mi></title></math>",
    "frames": "<html lang=en><frameset><frame src=x></frameset>",
    "after the body": "<body class=a>a</body>b</html>c<body id=b hidden style='x:y'>",
    "tables": "a<table>b<tr>c<td>d</table>e<select><option>f<option>g</select>",
    "characters": "\0a\x0b\r\nb\u2028\ufeff\U0001f600é世&nbsp;<p\u0130x a\u0130=\u00e9>",
    "long names": f"<{'x' * 300} {'y' * 300}=1>a",
    "nested": "<div>" * 600 + "a" + "</div>" * 600 + "b",
}


def from_events(html: str) -> list[tuple[Any, ...]]:
    """The rows that the parser's events stand for: depth, name and attributes, or depth and text."""
    rows: list[tuple[Any, ...]] = []
    path: list[str] = []
    skipped = 0
    in_text = False
    for event in iter_events(html):
        if isinstance(event, StartElement):
            path.append(event.tag)
            in_body = path[:2] == ["html", "body"]
            skipped += in_body and event.tag in collecting.SKIPPED
            if in_body and not skipped:
                rows.append((len(path), event.tag[: tags.MAX_NAME], event.attrs))
                in_text = False
        elif isinstance(event, EndElement):
            in_body = path[:2] == ["html", "body"]
            in_text = in_text and bool(skipped)
            skipped -= in_body and event.tag in collecting.SKIPPED
            path.pop()
        elif isinstance(event, Characters) and path[:2] == ["html", "body"] and not skipped:
            if in_text:
                rows[-1] = (rows[-1][0], rows[-1][1] + event.data)
            else:
                rows.append((len(path) + 1, event.data))
            in_text = True
    return rows


def flattened(html: str, form: str) -> list[tuple[Any, ...]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dehusk._core.flatten.Flattener", core_module("flatten", form).Flattener)
        page = collecting.collect(lambda: parse_tree(html).html.encode(), url=None, limits=LIMITS).page
    return [
        (depth + 2, page.raw_text(row)) if page.is_text[row] else (depth + 2, page.tag_name(row), page.attrs[row])
        for row, depth in enumerate(page.depth.tolist())
    ]


@each_form
@pytest.mark.parametrize("name", [name for name in DIFFICULT if name not in ("frames", "nested")])
def test_difficult_markup(form: str, name: str) -> None:
    html = DIFFICULT[name]
    assert flattened(html, form) == from_events(html)


@each_form
@given(html=any_html)
def test_any_document(form: str, html: str) -> None:
    if "plaintext" not in html and not html.count("<") > 500:
        found, expected = flattened(html, form), from_events(html)
        assert found == expected or expected == []


def flatten(source: bytes, form: str, depth: int = 9) -> tuple[object, ...]:
    flattener = core_module("flatten", form).Flattener(source, collecting.SERIALISED, len(tags.NUMBERS), depth)
    while not flattener.run(flattener.row_count() + 1):
        pass
    columns: tuple[object, ...] = flattener.columns()
    return columns


@given(
    st.lists(st.sampled_from([b"<", b">", b"/", b"!--", b"-->", b' a="', b'" ', b"style=", b"&", b"&nbsp;", b"script",
        b"<script>", b"<body>", b"<html>", b"</", b"plaintext", b"x", b"\n", b"\xff", b"\xc3", b"=", b"?", b"<svg>"]))
)  # fmt: skip
def test_what_no_serialiser_writes(parts: list[bytes]) -> None:
    ours, theirs = (flatten(b"".join(parts), form) for form in FORMS)
    for mine, other in zip(ours, theirs, strict=True):
        if isinstance(mine, np.ndarray):
            np.testing.assert_array_equal(mine, other)
        else:
            assert mine == other


@each_form
@pytest.mark.parametrize(
    "arguments",
    [
        ("text", collecting.SERIALISED, 9, 9),
        (b"", collecting.SERIALISED, 0, 9),
        (b"", collecting.SERIALISED, 9, -1),
        (b"", collecting.SERIALISED._replace(slots=np.full(2048, 5000)), 9, 9),
        (b"", collecting.SERIALISED._replace(starts=collecting.SERIALISED.starts[::-1].copy()), 9, 9),
        (b"", collecting.SERIALISED._replace(flags=np.zeros(3, dtype=np.intp)), 9, 9),
    ],
)
def test_wrong_arguments(form: str, arguments: tuple[object, ...]) -> None:
    with pytest.raises((TypeError, ValueError)):
        core_module("flatten", form).Flattener(*arguments)


STYLES = {
    "display: NONE": True, "Visibility:hidden": True, "visibility:collapse": True, "FONT-SIZE:0": True,
    "overflow:hidden;height:0": True, "color:red": False, "": False, "no&amp;ne": False, "non": False, "hid": False,
}  # fmt: skip


@each_form
@pytest.mark.parametrize("style", STYLES)
def test_styles_that_may_hide(form: str, style: str) -> None:
    attributes = core_module("tag_attributes", form).TagAttributes()
    tag = f'<p style="{style}" hidden="x">'.encode()
    assert attributes.read(memoryview(tag), 2, 0) == len(tag) - 1
    assert (attributes.style_start >= 0) == STYLES[style]
    assert tag[attributes.hidden_start : attributes.hidden_stop] == b"x"


@each_form
def test_names_are_read_inside_the_data_only(form: str) -> None:
    names = core_module("element_names", form).Names(collecting.SERIALISED)
    data = memoryview(b"<br>")
    assert names.number_at(names.find(data, 1, 3)) == tags.NUMBERS["br"]
    assert [names.find(data, start, stop) for start, stop in ((-1, 3), (1, 99), (0, 2))] == [-1, -1, -1]
    assert (names.flags_at(-1), names.flags_at(9999), names.number_at(-1), names.number_at(9999)) == (0, 0, -1, -1)


MOVED = b' class="tea" id="a"> style="display:none" title="&lt;"> hidden="">'
PLACES = (0, 2 * 20 + 1, 2 * 55 + 1)


def with_moved(source: bytes, form: str, places: tuple[int, ...] = PLACES) -> tuple[object, ...]:
    moved = core_module("moved_attributes", form).MovedAttributes(MOVED, np.array(places, dtype=np.intp))
    flattener = core_module("flatten", form).Flattener(source, collecting.SERIALISED, len(tags.NUMBERS), 9, moved)
    assert flattener.run(99)
    columns: tuple[object, ...] = flattener.columns()
    return columns


@each_form
def test_moved_attributes_are_found_by_their_number(form: str) -> None:
    numbered = b'<html><body ~0=""><p ~1="">a</p><p ~2="">b</p><p ~0="">c</p><p x="~0">d</p></body></html>'
    written = numbered
    for number, attributes in enumerate(MOVED[:-1].split(b">")):
        written = written.replace(b' ~%d=""' % number, attributes)
    ours, theirs = with_moved(numbered, form), flatten(written, form)
    for name in ("tag", "parent", "end", "offset", "text"):
        place = flat_tables.FlatColumns._fields.index(name)
        np.testing.assert_array_equal(ours[place], theirs[place])

    def attributes_of(columns: tuple[object, ...]) -> tuple[list[bytes], list[tuple[int, int, bytes]]]:
        flat = flat_tables.FlatColumns(*columns)  # type: ignore[arg-type]
        spans = zip(flat.attr_start.tolist(), flat.attr_stop.tolist(), strict=True)
        styled = [(row, is_style, flat.attr_bytes[start:stop]) for row, is_style, start, stop in flat.styled]
        return [flat.attr_bytes[start:stop] for start, stop in spans], styled

    assert attributes_of(ours) == attributes_of(theirs)


@each_form
@pytest.mark.parametrize("name", [b"~3", b"~ff", b"~", b"~0g", b"~A", b"~99999999999999999999", b"~0 x", b"class"])
def test_other_attributes_are_not_taken_for_moved_ones(form: str, name: bytes) -> None:
    source = b'<html><body><p %s="">a</p></body></html>' % name
    flat = flat_tables.FlatColumns(*with_moved(source, form))  # type: ignore[arg-type]
    assert flat.attr_bytes[flat.attr_start[1] : flat.attr_stop[1]] == b' %s=""' % name


@each_form
@pytest.mark.parametrize("place", [-1, -(1 << 40), 1 << 40, 2 * len(MOVED) + 1, 2 * len(MOVED) + 3])
def test_places_outside_of_the_moved_attributes_are_not_read(form: str, place: int) -> None:
    with_moved(b'<html><body><p ~0="">a</p></body></html>', form, (place,))


@each_form
def test_a_mover_writes_into_its_own_memory_only(form: str) -> None:
    module = core_module("moved_attributes", form)
    tag = memoryview(b"<p " + b" ".join(b"a%d" % number for number in range(60)) + b">")
    assert module.AttributeMover(9, 9).move(tag, 2, False) == -1
    assert module.AttributeMover(len(tag), 0).move(tag, 2, False) == -1
    mover = module.AttributeMover(len(tag), 3)
    assert [mover.move(tag, 2, False) for _ in range(4)] == [len(tag), -1, -1, -1]
    assert [mover.move(tag, place, False) for place in (-1, len(tag), 999)] == [-1, -1, -1]
    mover.take_back()
    mover.take_back()
    assert mover.moved().source == b""
    for wrong in ((-1, 0), (0, -1)):
        with pytest.raises(ValueError, match="less than 0"):
            module.AttributeMover(*wrong)
    assert module.write_number(memoryview(bytearray(17)), 0, 5) == 0
