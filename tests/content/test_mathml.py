"""MathML as TeX."""

from __future__ import annotations

import pytest

from dehusk import Page, Selection, extract, parse
from dehusk.content.mathml import mathml_tex
from dehusk.page import tags
from html_strategies import Everything

MATRIX = "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>"


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mi>a</mi><mo>+</mo><mn>1</mn>", "a+1"),
        ("<mi>α</mi><mi>x</mi>", r"\alpha x"),
        ("<mi>α</mi><mn>2</mn>", r"\alpha2"),
        ("<mi>sin</mi><mi>x</mi>", r"\sin x"),
        ("<mi>abc</mi>", r"\mathrm{abc}"),
        ("<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", "{ab}^{2}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>", r"\sum_{i}^{n}"),
        ("<mover><mi>x</mi><mo>→</mo></mover>", r"\vec{x}"),
        ("<msqrt><mi>x</mi></msqrt><mtext>if</mtext>", r"\sqrt{x}\text{if}"),
        ("<mfrac><mi>a</mi></mfrac>", "a"),
        ("<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>", r"\begin{matrix}a & b\end{matrix}"),
        (f"<mrow><mo>(</mo>{MATRIX}<mo>)</mo></mrow>", r"\begin{pmatrix}a & b\end{pmatrix}"),
        (f"<mi>D</mi><mo>=</mo><mo>|</mo>{MATRIX}<mo>|</mo>", r"D=\begin{vmatrix}a & b\end{vmatrix}"),
        (f"<mo>[</mo>{MATRIX}<mo>)</mo>", r"[\begin{matrix}a & b\end{matrix})"),
        (MATRIX.replace("<mtable", "<mtable columnalign='right left'"), r"\begin{aligned}a & b\end{aligned}"),
        (f"<mrow><mo>{{</mo>{MATRIX}</mrow>", r"\begin{cases}a & b\end{cases}"),
        ("<mi mathvariant=bold>V</mi><mi mathvariant=double-struck>R</mi>", r"\mathbf{V}\mathbb{R}"),
        ("<mi>𝑥</mi><mi>𝐁</mi><mi>ℝ</mi>", r"x\mathbf{B}\mathbb{R}"),
        ("<mi>ϕ</mi><mi>φ</mi><mi>ϵ</mi><mi>ε</mi>", r"\phi\varphi\epsilon\varepsilon"),
        ("<menclose notation=top><mi>A</mi><mi>B</mi></menclose>", r"\overline{AB}"),
        ("<mover><mi>A</mi><mo>⏞</mo></mover><munder><mi>B</mi><mo>⏟</mo></munder>", r"\overbrace{A}\underbrace{B}"),
        ("<munder><mi>A</mi><mo>_</mo></munder>", r"\underline{A}"),
        ("<mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>", r"\binom{n}{k}"),
        ("<mfrac linethickness=0px><mi>n</mi><mi>k</mi></mfrac>", r"\genfrac{}{}{0pt}{}{n}{k}"),
        ("<mi>a</mi><mspace width='-0.2em'/><mi>b</mi><mspace width=thinmathspace /><mi>c</mi>", r"ab\,c"),
        ("<mfenced open='[' close=')'><mi>a</mi><mi>b</mi></mfenced>", "[a,b)"),
        ("<mi>i</mi><msub><mi>T</mi><mi>in</mi></msub>", r"iT_{\mathrm{in}}"),
    ],
)
def test_mathml_becomes_tex(mathml: str, tex: str) -> None:
    assert mathml_tex(parse(f"<math>{mathml}</math>"), 1) == tex


def test_long_text_takes_linear_time() -> None:
    """Were the whole formula searched at every character, this would take minutes."""
    page = parse("<math><mtext>" + "x " * 300_000 + "</mtext></math>")
    assert len(mathml_tex(page, 1)) == len(r"\text{}") + 2 * 300_000 - 1


def mathjax(inner: str) -> str:
    return f"<mjx-container class=MathJax jax=CHTML><mjx-math>{inner}</mjx-math></mjx-container>"


def letter(char: str, *, text: bool) -> str:
    return f"<mjx-mi><mjx-c class=mjx-c{ord(char):X}>{char if text else ''}</mjx-c></mjx-mi>"


@pytest.mark.parametrize("text", [True, False])
def test_formulas_that_mathjax_drew_without_mathml(text: bool) -> None:
    x, i, n = (letter(char, text=text) for char in "𝑥𝑖𝑛")
    fraction = (
        f"<mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut>{x}</mjx-num><mjx-dbox><mjx-dtable><mjx-line></mjx-line>"
        f"<mjx-row><mjx-den><mjx-dstrut></mjx-dstrut>{n}</mjx-den></mjx-row></mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac>"
    )
    total = (
        f"<mjx-munderover><mjx-over>{n}</mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base><mjx-mo>"
        f"<mjx-c class='mjx-c2211 TEX-S2'>{'∑' if text else ''}</mjx-c></mjx-mo></mjx-base></mjx-row>"
        f"<mjx-row><mjx-under>{i}</mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover>"
    )
    power = f"<mjx-msubsup>{x}<mjx-script>{n}<mjx-spacer></mjx-spacer>{i}</mjx-script></mjx-msubsup>"
    root = f"<mjx-msqrt><mjx-sqrt><mjx-surd><mjx-mo>√</mjx-mo></mjx-surd><mjx-box>{x}</mjx-box></mjx-sqrt></mjx-msqrt>"
    for drawn, tex in (
        (fraction, r"\frac{x}{n}"),
        (total + power, r"\sum_{i}^{n}x_{i}^{n}"),
        (root, r"\sqrt{x}"),
    ):
        extraction = extract(f"<p>The mean is {mathjax(drawn)} here.</p>", method=Everything())
        assert extraction.markdown == f"The mean is ${tex}$ here.\n"
        assert extraction.text == f"The mean is ${tex}$ here."


@pytest.mark.parametrize(
    "image",
    [
        "<img src='https://tex.example/svg.image?%5Cfrac%7Ba%7D%7Bb%7D'>",
        r"<img src='https://tex.example/png.latex?\frac{a}{b}'>",
        "<img src='https://charts.example/chart?cht=tx&amp;chl=%5Cfrac%7Ba%7D%7Bb%7D'>",
        "<img src='https://mill.example/formula/%5Cfrac%7Ba%7D%7Bb%7D'>",
        r"<img class=latex src='/1.png' alt='\frac{a}{b}'>",
        r"<span data-tex='\frac{a}{b}'><math><mi>c</mi></math></span>",
    ],
)
def test_the_source_of_a_formula(image: str) -> None:
    extraction = extract(f"<p>The share is {image}.</p>", method=Everything())
    assert extraction.markdown == "The share is $\\frac{a}{b}$.\n"


def test_an_image_with_percent_signs_in_its_address_is_a_picture() -> None:
    html = "<p>The share.</p><p><img src='/a%5Cb/photo.jpg' width=400 alt=x></p><p>End.</p>"
    assert "![x](/a%5Cb/photo.jpg)" in extract(html, method=Everything()).markdown


class WithoutFormulas(Everything):
    """Keeps all text outside of MathML."""

    def select(self, page: Page) -> Selection:
        kept = super().select(page)
        return Selection.of_leaves(page, kept.keep & ~page.inside(page.tag == tags.NUMBERS["math"]))


def test_a_formula_between_kept_blocks_belongs_to_the_content() -> None:
    formula = "<math display=block><mi>y</mi><mo>=</mo><mi>x</mi></math>"
    html = f"<p>The slope is</p><p>{formula}</p><p>as everybody knows.</p><p>{formula}</p>"
    extraction = extract(html, method=WithoutFormulas())
    assert extraction.markdown == "The slope is\n\n$$y=x$$\n\nas everybody knows.\n"
    assert extraction.text == "The slope is\n$$y=x$$\nas everybody knows."
