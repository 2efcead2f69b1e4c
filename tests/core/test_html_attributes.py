"""The attributes of start tags, compiled and not: written as a serialiser writes them."""

from __future__ import annotations

import re

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk._core import html_elements
from dehusk._core.attribute_loops import decode, encode_pairs

each_form = pytest.mark.parametrize("form", FORMS)
WRITTEN = {
    "as serialised": ('<p class="tea" id="steep">', ' class="tea" id="steep"'),
    "quotation marks": ("<p class='tea' id=steep hidden>", ' class="tea" id="steep" hidden=""'),
    "white space and capitals": ('<P\n CLASS="tea"\tdata-iD="Steep" >', ' class="tea" data-id="Steep"'),
    "a slash": ('<img class="tea" id="steep"/>', ' class="tea" id="steep"'),
    "slashes": ("<p/class=tea//id=steep/x/>", ' class="tea//id=steep/x/"'),
    "signs": ('<p class="tea|milk*" @click.x:y="{}">', ' class="tea|milk*" @click.x:y="{}"'),
    "other scripts": ('<p title="茶は三分間" lang="ja" té=x>', ' title="茶は三分間" lang="ja" té="x"'),
    "references": ('<p title="&copy; tea &#38; milk">', ' title="© tea &amp; milk"'),
    "what looks like a reference": ('<a href="?copy=2&copy=1&amp=3&x">', ' href="?copy=2&amp;copy=1&amp;amp=3&amp;x"'),
    "signs that are escaped": ("<p a='>' b='<' c='\"' d='& \xa0'>", ' a="&gt;" b="&lt;" c="&quot;" d="&amp; &nbsp;"'),
    "two bytes that begin alike": ('<p a="©\xa0®">', ' a="©&nbsp;®"'),
    "line breaks": ('<p title="tea\r\nmilk\rsugar\0">', ' title="tea\nmilk\nsugar\ufffd"'),
    "a name twice": ('<p class="tea" ID="a" CLASS="milk" id=b>', ' class="tea" id="a"'),
    "no space between": ('<p class="tea"id="steep">', ' class="tea" id="steep"'),
    "spaces around the sign": ('<p class = "tea" id\n=\nsteep>', ' class="tea" id="steep"'),
    "signs in values": ("<p class=tea=milk`' id=steep\"a>", ' class="tea=milk`\'" id="steep&quot;a"'),
    "no value": ("<p class= id=steep x= >", ' class="id=steep" x=""'),
    "names of signs": ("<p =a b'c=1 \"=2 <d=3 e\0=4>", ' =a="" b\'c="1" "="2" <d="3" e\ufffd="4"'),
    "no attributes": ("<p >", ""),
}  # fmt: skip


NAME_END = re.compile(rb"[\s/>]")


def written(tag: str, form: str, space: int = html_elements.HTML) -> str:
    data = tag.encode()
    end = NAME_END.search(data, 1)
    assert end
    reader = core_module("html_attributes", form).AttributeReader(len(data))
    assert reader.read(memoryview(data), end.start(), space) == len(data)
    found: bytes = reader.written()
    assert found == reader.last() == bytes(reader.used_bytes())[:-1]
    return found.decode()


@each_form
@pytest.mark.parametrize("name", WRITTEN)
def test_attributes_are_written_in_one_form(name: str, form: str) -> None:
    tag, expected = WRITTEN[name]
    assert written(tag, form) == expected


_PARTS = st.sampled_from([
    *("class", "Class", "id", "x" * 9, "é", "style", "hidden", "=", "='", "'", '"', '="', " ", " ", " ", "/", "\t"),
    *("&amp;", "&", "&lt", "&copy=", "\r\n", "\0", "<", "\xa0", "©", "茶", "tea", "&#65;", "&NotEqualTilde;", "\f"),
])  # fmt: skip


@given(st.lists(_PARTS, max_size=20).map("".join))
def test_attributes_are_those_that_another_parser_reads(text: str) -> None:
    html = f"<p {text}"
    for tag in (f"{html}>", f"{html}'>", f'{html}">'):
        element = turbohtml.parse(tag).find("p")
        data = tag.encode()
        ours = []
        for form in FORMS:
            reader = core_module("html_attributes", form).AttributeReader(0)
            end = reader.read(memoryview(data), 2, html_elements.HTML)
            ours.append((end, reader.last() if end >= 0 else b""))
        assert ours[0] == ours[1]
        assert (ours[0][0] < 0) == (element is None)
        if element is not None:
            expected = {
                name: " ".join(value) if isinstance(value, list) else value for name, value in element.attrs.items()
            }
            found = dict(decode(ours[0][1]))
            assert {name: " ".join((value or "").split()) for name, value in found.items()} == {
                name: " ".join((value or "").split()) for name, value in expected.items()
            }
            assert encode_pairs(decode(ours[0][1])) == ours[0][1]


@each_form
@pytest.mark.parametrize("count", [63, 64, 65, 200])
def test_many_attributes_are_compared_with_those_before(form: str, count: int) -> None:
    names = [f"a{number}" for number in range(count)]
    tag = f"<p {' '.join(names)} {' '.join(name.upper() for name in names)} last=1>"
    assert [name for name, _ in decode(written(tag, form).encode())] == [*names, "last"]


@each_form
def test_names_that_drawings_and_formulas_write_in_another_case(form: str) -> None:
    tag = "<a viewbox=\"0 0 9 9\" REFX=1 refy='2' pathLENGTH=3 definitionurl=x viewboxes=4 readable=5>"
    svg, math = (written(tag, form, space) for space in (html_elements.SVG, html_elements.MATH))
    assert [name for name, _ in decode(svg.encode())] == [
        *("viewBox", "refX", "refY", "pathLength", "definitionurl", "viewboxes", "readable"),
    ]
    assert [name for name, _ in decode(math.encode())] == [
        *("viewbox", "refx", "refy", "pathlength", "definitionURL", "viewboxes", "readable"),
    ]
    assert written('<a viewBox="1" viewbox="2" VIEWBOX=3>', form, html_elements.SVG) == ' viewBox="1"'


@each_form
def test_what_is_said_of_a_tag(form: str) -> None:
    reader = core_module("html_attributes", form).AttributeReader(9)
    said = []
    for tag in (b"<p a=/>", b"<p a />", b"<p/ >", b"<p STYLE=x>", b"<p class=a hidden>", b'<p hidden="">', b"<p hid>"):
        reader.read(memoryview(tag), 2, 0)
        said.append((reader.is_closed, reader.may_hide))
    assert said == [
        *((False, False), (True, False), (False, False), (False, True), (False, True), (False, True), (False, False)),
    ]


@each_form
def test_attributes_that_are_not_used_are_dropped(form: str) -> None:
    reader = core_module("html_attributes", form).AttributeReader(9)
    for tag in (b"<p a=1>", b"<p b=2>", b"<p c=3>"):
        reader.read(memoryview(tag), 2, 0)
        if b"b" in tag:
            reader.forget()
    assert reader.written() == b' a="1"> c="3"'


@each_form
@pytest.mark.parametrize(
    "tag", [b"", b"<p", b"<p ", b"<p a", b"<p a=", b"<p a='", b'<p a="b', b'<p a="b"', b"<p /", b"<p a\xc2"]
)
def test_tags_that_do_not_end(form: str, tag: bytes) -> None:
    reader = core_module("html_attributes", form).AttributeReader(0)
    for at in (-1, 0, 2, len(tag), 99):
        assert reader.read(memoryview(tag), at, 0) == -1


@each_form
def test_there_is_room_for_attributes_that_grow(form: str) -> None:
    signs = '\xa0&"' * 3000
    tag = f"<p a='{signs}' b='{signs}'>"
    assert dict(decode(written(tag, form).encode())) == {"a": signs, "b": signs}


@each_form
def test_wrong_arguments(form: str) -> None:
    module = core_module("html_attributes", form)
    with pytest.raises(ValueError, match="less than 0"):
        module.AttributeReader(-1)
    for wrong in (None, "9", 1.5):
        with pytest.raises(TypeError):
            module.AttributeReader(wrong)


@each_form
@pytest.mark.parametrize(("at", "code"), [(-1, 65), (1, 0x20AC), (4, 65), (99, 65)])
def test_characters_are_written_into_the_memory_only(form: str, at: int, code: int) -> None:
    out = bytearray(4)
    assert core_module("html_references", form).write_character(memoryview(out), at, code) == at
    assert out == bytes(4)
