"""Words are neither glued nor split where elements begin and end inside a line."""

from __future__ import annotations

import pytest

from dehusk import extract
from html_strategies import Everything


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("red<img src=dot.gif width=1 height=1>car", "red car"),
        ("name<input type=text>and town<input value=x>too", "name and town too"),
        ("red<svg><path d=M0></svg>car", "red car"),
        ("<svg><text>North</text></svg>end", "North end"),
        ("super<wbr>cali<wbr>fragi", "supercalifragi"),
        ("<b>tea</b>s and <i>un</i>known", "teas and unknown"),
        ("H<sub>2</sub>O and m<sup>2</sup>", "H2O and m2"),
        ("<span>Brooks</span><span>Adrenaline GTS</span>", "Brooks Adrenaline GTS"),
        ("<span>NRS</span><span>Kaholo</span>", "NRS Kaholo"),
        ("<span>It is here.</span><span>Then it goes.</span>", "It is here. Then it goes."),
        ("<span>T</span><span>here are mills</span>", "There are mills"),
        ("<a href=/a>case stud</a><a href=/b>ies</a>", "case studies"),
        ("<tea-title>Green</tea-title><tea-price>4.50</tea-price>", "Green 4.50"),
        ("<number-counter>1500</number-counter>watts", "1500 watts"),
        ("a <glossary-term>mill</glossary-term>s wheel", "a mills wheel"),
        ("<code>x1</code><code>Y2</code>", "x1 Y2"),
        ("<strong>水車</strong><span>は回る</span>", "水車は回る"),
    ],
)
def test_words_at_inline_elements(html: str, expected: str) -> None:
    extraction = extract(f"<p>{html}</p>", method=Everything())
    assert extraction.text == expected
    written = extraction.to_markdown(links=False, images=False)
    for sign in ("<sub>", "</sub>", "<sup>", "</sup>", "*", "`"):
        written = written.replace(sign, "")
    assert written.strip() == expected


def test_a_button_and_the_texts_of_a_drawing_are_separate() -> None:
    html = "<p>Press<button>Start</button>now</p><svg><text>North</text><text>South</text></svg>"
    assert extract(html, method=Everything()).text.split() == ["Press", "Start", "now", "North", "South"]


def test_an_image_between_words_is_written_between_spaces() -> None:
    html = "<p>The red<img src=/photo.jpg width=400 height=300 alt=Photo>car was seen by many.</p>"
    written = extract(html, method=Everything()).markdown
    assert written == "The red ![Photo](/photo.jpg) car was seen by many.\n"
