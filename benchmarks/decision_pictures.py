"""Pictures of how the default decides about one of our pages, for docs/how-the-default-decides.md.

python benchmarks/decision_pictures.py [PAGE]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dehusk import Selection, parse, read
from dehusk._core.decision_steps import expected_f
from dehusk.cli.explain_command import run as explain
from dehusk.methods.learned import Grain
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.pictures.markup import Markup, element
from dehusk.pictures.svg import AxisScale, bottom_axis, document, left_axis, tick_text

if TYPE_CHECKING:
    from dehusk.methods.learned.learned_blocks import Blocks

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 330, 56, 24, 62, 60
CURVES = (("precision", 0.5, "#c44f00"), ("nothing", 1.0, "#0072b2"), ("recall", 2.0, "#00795a"))


def main() -> None:
    """Draw the three pictures."""
    name = sys.argv[1] if len(sys.argv) > 1 else "tests/pages/news-en/page.html"
    page = parse(read(name).html)
    selection = Grain().select(page)
    blocks = BlockFeatures.of(page).blocks
    (PICTURES / "decision-scores.svg").write_text(scores_picture(selection, blocks), "utf-8")
    (PICTURES / "decision-cut.svg").write_text(cut_picture(selection, blocks), "utf-8")
    explain([name, "-o", str(PICTURES / "explain-grain.svg")])


def scores_picture(selection: Selection, blocks: Blocks) -> Markup:
    """The blocks in the order of the page: as wide as they have words, as high as they are likely to be content."""
    words = np.maximum(blocks.words, 1.0)
    starts = np.concatenate([[0.0], np.cumsum(words)])
    across, up = AxisScale(0, float(starts[-1]), LEFT, WIDTH - RIGHT), AxisScale(0, 1, HEIGHT - BOTTOM, TOP)
    bars = []
    for place, first in enumerate(blocks.first.tolist()):
        score, kept = float(selection.score[first]), bool(selection.keep[first])
        x, top = across(float(starts[place])), up(score)
        width = max(across(float(starts[place + 1])) - x - 0.5, 0.6)
        bars.append(
            element("rect", x=x, y=top, width=width, height=up(0) - top, class_="bar kept" if kept else "bar dropped")
        )
    lowest = min((float(selection.score[row]) for row in blocks.first.tolist() if selection.keep[row]), default=0.0)
    rule = element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=up(lowest), y2=up(lowest), class_="rule")
    text = f"cut at {lowest:.2f}"
    label = element("text", text, x=WIDTH - RIGHT, y=up(lowest) - 6, text_anchor="end", class_="limit")
    axes = [
        left_axis(up, LEFT, [(tick, tick_text(tick)) for tick in up.ticks()], "Score of the block", WIDTH - RIGHT),
        bottom_axis(across, HEIGHT - BOTTOM, ticks_of(across), "Words of the page, from top to bottom"),
    ]
    return drawn("Score of every block; blue blocks are kept", [*axes, *bars, rule, label])


def cut_picture(selection: Selection, blocks: Blocks) -> Markup:
    """The expected F-measure against the number of words kept, blocks in the order of falling odds."""
    logits = selection.why["logits"] - selection.why["penalty"]
    words = np.maximum(blocks.words, 1.0)
    order = np.argsort(-logits, kind="stable")
    kept = np.cumsum(words[order])
    across, up = AxisScale(0, float(kept[-1]), LEFT, WIDTH - RIGHT), AxisScale(0, 1, HEIGHT - BOTTOM, TOP)
    rule = Grain().model.rule
    parts = [
        left_axis(up, LEFT, [(tick, tick_text(tick)) for tick in up.ticks()], "Expected F-measure", WIDTH - RIGHT),
        bottom_axis(across, HEIGHT - BOTTOM, ticks_of(across), "Words kept, blocks with the highest odds first"),
    ]
    for number, (favor, beta, colour) in enumerate(CURVES):
        expected = expected_f(logits[order], words[order], rule.spread_shifts, rule.shift_weights, beta)
        points = " ".join(f"{across(float(x)):.1f},{up(float(y)):.1f}" for x, y in zip(kept, expected, strict=True))
        best = int(np.argmax(expected))
        parts.append(element("polyline", points=points, fill="none", stroke=colour, stroke_width=2))
        parts.append(element("circle", cx=across(float(kept[best])), cy=up(float(expected[best])), r=5, fill=colour))
        text = f"F{beta:g}, favor {favor}: {kept[best]:,.0f} words"
        y = HEIGHT - BOTTOM - 60 + 18 * number
        parts.append(element("text", text, x=WIDTH - RIGHT - 8, y=y, text_anchor="end", style=f"fill:{colour}"))
    return drawn("Where the page is cut: the maximum of the expected F-measure", parts)


def ticks_of(scale: AxisScale) -> list[tuple[float, str]]:
    """Round numbers along an axis."""
    return [(tick, tick_text(tick)) for tick in scale.ticks(8)]


def drawn(title: str, parts: list[Markup]) -> Markup:
    """The picture with its title, on paper."""
    sheet = element("rect", width=WIDTH, height=HEIGHT, class_="sheet")
    heading = element("text", title, x=16, y=24, class_="title")
    return document(WIDTH, HEIGHT, sheet, heading, *parts, title=title)


if __name__ == "__main__":
    main()
