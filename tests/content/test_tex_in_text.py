"""TeX in the text of pages that MathJax or KaTeX renders; prices stay prices."""

from __future__ import annotations

import pytest

from dehusk import extract
from html_strategies import Everything
from visible import words

SCRIPT = "<script src='https://cdn.example/mathjax/tex.js'></script>"


def markdown(html: str) -> str:
    return extract(html, method=Everything()).markdown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Energie ist \(E=mc^2\), sagt man.", "Energie ist $E=mc^2$, sagt man."),
        ("Die Fläche $x^2$ wächst.", "Die Fläche $x^2$ wächst."),
        (r"So: \[ a_1 + b \] und $$c$$", "So: $$a_1 + b$$ und $$c$$"),
        ("Es kostet $24.71 oder $32.95 im Monat.", "Es kostet $24.71 oder $32.95 im Monat."),
        ("Von $5 bis $6, und $x_1$.", r"Von \$5 bis \$6, und $x_1$."),
    ],
)
def test_tex_stays_tex(text: str, expected: str) -> None:
    assert markdown(f"{SCRIPT}<p>{text}</p>") == f"{expected}\n"


def test_without_a_renderer_text_is_text() -> None:
    assert markdown("<p>Die Fläche $x^2$ wächst.</p>") == "Die Fläche \\$x^2\\$ wächst.\n"
    assert markdown(f"{SCRIPT}<p>Code: <code>$x^2$</code></p>") == "Code: `$x^2$`\n"


def test_all_formats_have_the_same_words() -> None:
    extraction = extract(rf"{SCRIPT}<p>Wenn \(a < b\) <b>und</b> $c^2$ \(d\)</p>", method=Everything())
    for name in ("markdown", "html", "xml"):
        assert words(name, extraction.to(name)) == words("text", extraction.text)


def test_escapes_only_what_would_be_read_otherwise() -> None:
    assert markdown("<p>NZ_(x), 5 &lt; 6, $24.71 or $32.95</p>") == "NZ_(x), 5 < 6, $24.71 or $32.95\n"
