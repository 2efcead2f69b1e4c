"""MathML as TeX."""

from __future__ import annotations

import pytest

from dehusk import parse
from dehusk.content.mathml import mathml_tex


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
    ],
)
def test_mathml_becomes_tex(mathml: str, tex: str) -> None:
    assert mathml_tex(parse(f"<math>{mathml}</math>"), 1) == tex


def test_long_text_takes_linear_time() -> None:
    """Were the whole formula searched at every character, this would take minutes."""
    page = parse("<math><mtext>" + "x " * 300_000 + "</mtext></math>")
    assert len(mathml_tex(page, 1)) == len(r"\text{}") + 2 * 300_000 - 1
