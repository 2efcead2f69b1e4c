"""Do the default's scores mean what they say? Reliability of block scores and of the page's confidence.

python benchmarks/calibration.py CORPUS/*.jsonl.gz -o docs/pictures/reliability.svg

Test pages only. A block's score is held against the share of such blocks that are content (by words), a page's
confidence against the word-level F1 of its extraction.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import dehusk
from dehusk.bench.collections import LabelledPage, read
from dehusk.bench.metrics import word_lcs
from dehusk.methods.learned.page_blocks import Blocks
from dehusk.pictures.figure import Bar, Figure, Panel
from dehusk.train.labels import example

BINS = 10


class Reliability(Panel):
    """Bars for what is true, thin marks for what was said."""

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The two kinds of marks."""
        return ("kept", "measured"), ("dropped", "said")


def panel(
    said: np.ndarray, true: np.ndarray, weight: np.ndarray, x_label: str, y_label: str
) -> tuple[Reliability, float]:
    """A bar a tenth of the scale, with what it should be as a thin mark; and the expected calibration error."""
    place = np.minimum((said * BINS).astype(int), BINS - 1)
    bars, error = [], 0.0
    for number in range(BINS):
        inside = place == number
        if not weight[inside].sum():
            continue
        mean_said, mean_true = (float(np.average(each[inside], weights=weight[inside])) for each in (said, true))
        error += abs(mean_said - mean_true) * weight[inside].sum() / weight.sum()
        note = f"said {mean_said:.2f}, true {mean_true:.2f}, of {int(inside.sum()):,}"
        bars.append(Bar(number / BINS, (number + 1) / BINS, 0, mean_true, "kept", note))
        bars.append(Bar(number / BINS, (number + 1) / BINS, mean_said - 0.004, mean_said + 0.004, "dropped", "as said"))
        print(f"{x_label:12} {number / BINS:.1f}-{(number + 1) / BINS:.1f}  {note}")
    return Reliability(y_label, x_label, (0, 1), (0, 1), tuple(bars)), error


def main(collections: list[str], output: Path) -> None:
    """Measure and draw."""
    block_said, block_true, block_weight, page_said, page_true = [], [], [], [], []
    for page in (page for collection in collections for page in read(collection)):
        if not isinstance(page, LabelledPage) or page.split not in ("test", "") or not page.gold:
            continue
        extraction, labelled = dehusk.extract(page.html, url=page.url), example(page)
        if labelled is None:
            continue
        first = Blocks.of(extraction.page).first
        block_said.append(extraction.selection.score[first])
        block_true.append(labelled.label)
        block_weight.append(labelled.inputs.words)
        page_said.append(extraction.confidence or 0.0)
        page_true.append(word_lcs(extraction.text, page.gold).f1)
    said, true = np.array(page_said), np.array(page_true)
    blocks, block_error = panel(
        *(np.concatenate(each).astype(float) for each in (block_said, block_true, block_weight)),
        x_label="block score",
        y_label="share that is content",
    )
    pages, page_error = panel(said, true, np.ones(len(said)), x_label="confidence", y_label="mean F1")
    correlation = np.corrcoef(said, true)[0, 1]
    print(f"expected calibration error: blocks {block_error:.3f}, pages {page_error:.3f}")
    print(f"correlation of confidence and F1 over {len(said)} pages: {correlation:.2f}")
    caption = (
        f"Bars: what was measured; thin marks: what the model said. {len(said)} test pages. Expected calibration "
        f"error: blocks {block_error:.3f}, pages {page_error:.3f}; confidence and F1 correlate by {correlation:.2f}."
    )
    output.write_text(Figure("Reliability of grain's scores", caption, (blocks, pages)).svg(), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="+", metavar="COLLECTION")
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/pictures/reliability.svg"))
    options = parser.parse_args()
    main(options.collections, options.output)
