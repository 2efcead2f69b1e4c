from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.source import decode
from dehusk.source.encoding import header_charset

CZECH = "<p>Příliš žluťoučký kůň úpěl ďábelské ódy"
HEADER = {"Content-Type": "text/html; charset=windows-1250"}
META = b"<meta charset=iso-8859-2>"
MARKED = b"\xef\xbb\xbf"


def test_a_mark_beats_the_header_and_meta() -> None:
    assert decode(MARKED + META + CZECH.encode(), HEADER)[1:] == ("utf-8", "mark")


def test_the_header_beats_meta() -> None:
    decoded = decode(META + CZECH.encode("windows-1250"), HEADER)
    assert decoded == (META.decode() + CZECH, "windows-1250", "header")


def test_meta_beats_detection() -> None:
    decoded = decode(META + CZECH.encode("iso-8859-2"))
    assert decoded == (META.decode() + CZECH, "iso-8859-2", "meta")


@pytest.mark.parametrize("codec", ["utf-8", "windows-1251", "shift_jis", "gb18030", "euc-kr"])
def test_detection_is_the_last_resort(codec: str) -> None:
    texts = {
        "windows-1251": "Вчера всю ночь шёл дождь. ",
        "shift_jis": "昨日の夜、雨が降りました。",
        "euc-kr": "어젯밤에 비가 많이 왔습니다. ",
    }
    text = "<p>" + texts.get(codec, "昨天夜里下了一场大雨，河水涨了。") * 20
    decoded = decode(text.encode(codec))
    assert (decoded.text, decoded.named_by) == (text, "detection")


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("gb2312", "gbk"),
        ("GBK", "gbk"),
        ("shift_jis", "cp932"),
        ("x-sjis", "cp932"),
        ("euc-kr", "cp949"),
        ("utf8", "utf-8"),
        ("big5", "big5"),
    ],
)
def test_legacy_labels(label: str, codec: str) -> None:
    text = "<p>雨水"
    if codec == "cp949":
        text = "<p>비가"
    assert decode(text.encode(codec), {"content-type": f"text/html;charset={label}"}).text == text


@pytest.mark.parametrize("label", ["latin1", "iso-8859-1", "ascii", "us-ascii"])
def test_latin_1_means_windows_1252(label: str) -> None:
    text = "<p>“curly” – €"
    assert decode(text.encode("windows-1252"), {"content-type": f"text/html;charset={label}"}).text == text


@pytest.mark.parametrize(
    "meta",
    [
        b'<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">',
        b"<META CHARSET='Windows-1250'/>",
        b"<meta\ncharset = windows-1250 >",
        b"<!-- <meta charset=utf-8> --><meta charset=windows-1250>",
        b"<script>" + b" " * 20_000 + b"</script><meta charset=windows-1250>",
    ],
)
def test_meta_is_found_however_it_is_written(meta: bytes) -> None:
    decoded = decode(meta + CZECH.encode("windows-1250"))
    assert decoded.text.endswith(CZECH)
    assert decoded[1:] == ("windows-1250", "meta")


@pytest.mark.parametrize(
    "before",
    [
        b'<meta name="description" content="charset=koi8-r">',
        b'<meta content="text/html; charset=koi8-r">',
        b"<meta data-charset=koi8-r>",
        b"<meta name=x content='a charset=koi8-r'>",
        b"<meta charset=nonsense>",
        b"<meta charset>",
        b"<meta http-equiv=content-type content='text/html; charset'>",
        b"<meta http-equiv=refresh content='0; charset=koi8-r'>",
        b'<p title="<meta charset=koi8-r>">',
        b"<p title='>' x='<meta charset=koi8-r>'>",
        b"<!-->",
        b"<!-- <meta charset=koi8-r> > -->",
        b"<?php <meta charset=koi8-r ?>",
        b"</p <meta charset=koi8-r>",
        b"<metadata charset=koi8-r>",
        b"<meta =charset=koi8-r>",
    ],
)
def test_what_names_no_encoding_is_passed_over(before: bytes) -> None:
    decoded = decode(before + b"<meta charset=windows-1250>" + CZECH.encode("windows-1250"))
    assert decoded[1:] == ("windows-1250", "meta")


@pytest.mark.parametrize(
    "meta",
    [
        b"<meta content='text/html; charset=windows-1250' http-equiv=Content-Type>",
        b"<meta http-equiv=content-type content='charset charset = \"windows-1250\" '>",
        b"<meta charset=windows-1250 charset=koi8-r>",
        b"<meta/charset='windows-1250'>",
        b"<meta name=x\tcharset=windows-1250\n>",
        b"<meta http-equiv=content-type content='charset=koi8-r' charset=windows-1250>",
    ],
)
def test_attributes_of_meta(meta: bytes) -> None:
    assert decode(meta + CZECH.encode("windows-1250"))[1:] == ("windows-1250", "meta")


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"\xff\xfe" + CZECH.encode("utf-16-le"), "utf-16-le"),
        (b"\xfe\xff" + CZECH.encode("utf-16-be"), "utf-16-be"),
        (CZECH.encode("utf-16-le"), "utf-16-le"),
        (CZECH.encode("utf-16-be"), "utf-16-be"),
    ],
)
def test_utf_16_is_told_by_its_first_bytes(data: bytes, encoding: str) -> None:
    assert decode(data, HEADER) == (CZECH, encoding, "mark")


def test_a_header_can_name_utf_16() -> None:
    text = " \n" + CZECH
    assert decode(text.encode("utf-16-be"), {"Content-Type": "text/html; charset=utf-16be"}).text == text


@pytest.mark.parametrize("label", ["utf-16", "UTF-16LE", "unicode", "ucs-2"])
def test_a_meta_cannot_name_utf_16(label: str) -> None:
    decoded = decode(f"<meta charset={label}>{CZECH}".encode())
    assert decoded.text.endswith(CZECH)
    assert decoded[1:] == ("utf-8", "meta")


def test_truncated_utf_16_ends_in_the_replacement_character() -> None:
    assert decode(b"\xff\xfe" + "<p>Tea".encode("utf-16-le")[:-1]).text == "<p>Te\ufffd"


@pytest.mark.parametrize(
    "label", ["hz-gb-2312", "iso-2022-kr", "replacement", "utf-7", "nonsense", "idna", "rot13", "base64"]
)
def test_unsafe_and_unknown_labels_are_passed_over(label: str) -> None:
    data = f"<meta charset=windows-1250>{CZECH}".encode("windows-1250")
    assert decode(data, {"Content-Type": f"text/html; charset={label}"})[1:] == ("windows-1250", "meta")
    assert decode(f"<meta charset={label}>{CZECH}".encode()).text.endswith(CZECH)


def test_wrong_bytes_become_the_replacement_character() -> None:
    assert decode(b"a\xffb\x80c", {"Content-Type": "text/html; charset=utf-8"}).text == "a\ufffdb\ufffdc"


@pytest.mark.parametrize(
    ("headers", "charset"),
    [
        (None, None),
        ({}, None),
        ({"Content-Type": "text/html"}, None),
        ({"CONTENT-TYPE": "text/html;Charset=utf-8"}, "utf-8"),
        ({"content-type": "text/html; charset='utf-8'; x=y"}, "utf-8"),
        ({"x": "charset=utf-8"}, None),
    ],
)
def test_the_charset_of_a_header(headers: dict[str, str] | None, charset: str | None) -> None:
    assert header_charset(headers) == charset


@given(st.binary(max_size=200), st.none() | st.text(max_size=12))
def test_any_bytes_decode(data: bytes, label: str | None) -> None:
    decoded = decode(data, {"Content-Type": f"text/html; charset={label}"} if label else None)
    decoded.text.encode()
    assert decoded.named_by in {"mark", "header", "meta", "detection"}


@pytest.mark.parametrize(
    "meta",
    [
        b"<meta charset=windows-1250",
        b"<meta charset=windows-1250 x",
        b"<meta charset=windows-1250 x='>",
        b"<meta charset='windows-1250>",
        b"<p title='><meta charset=windows-1250>",
        b'<meta charset=windows-1250">',
        b'<meta http-equiv="Content-Type content="text/html; charset=windows-1250">',
    ],
)
def test_meta_that_browsers_do_not_read(meta: bytes) -> None:
    assert decode(meta).named_by == "detection"


def test_labels_with_a_year() -> None:
    assert decode(b"<meta charset=ISO_8859-2:1987>" + "ž".encode("iso-8859-2")).text.endswith("ž")
