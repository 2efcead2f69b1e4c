"""Calibration of the default: reliability of block scores and of the confidence of pages.

python benchmarks/calibration.py CORPUS/*.jsonl.gz -o docs/pictures/reliability.svg

Only test pages are used. Block scores are compared with the share of content among blocks of that score (weighted by
words), the confidence of pages with the word-level F1 of their extractions.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import dehusk
from dehusk.bench.collections import LabelledPage, read
from dehusk.bench.metrics import word_lcs
from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.pictures.picture import Bar, Panel, Picture
from dehusk.train.labels import example

BINS = 10


class Reliability(Panel):
    """Bars for measured values, thin marks for predicted ones."""

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The two kinds of marks."""
        return ("kept", "measured"), ("dropped", "predicted")


def panel(
    predicted: np.ndarray, measured: np.ndarray, weight: np.ndarray, x_label: str, y_label: str
) -> tuple[Reliability, float]:
    """The chart, with one bar per tenth of the scale, and the expected calibration error."""
    place = np.minimum((predicted * BINS).astype(int), BINS - 1)
    bars, error = [], 0.0
    for number in range(BINS):
        inside = place == number
        if not weight[inside].sum():
            continue
        left, right = number / BINS, (number + 1) / BINS
        means = (float(np.average(each[inside], weights=weight[inside])) for each in (predicted, measured))
        mean_predicted, mean_measured = means
        error += abs(mean_predicted - mean_measured) * weight[inside].sum() / weight.sum()
        note = f"predicted {mean_predicted:.2f}, measured {mean_measured:.2f}, of {int(inside.sum()):,}"
        bars.append(Bar(left, right, 0, mean_measured, "kept", note))
        bars.append(Bar(left, right, mean_predicted - 0.004, mean_predicted + 0.004, "dropped", "predicted"))
        print(f"{x_label:12} {left:.1f}-{right:.1f}  {note}")
    return Reliability(y_label, x_label, (0, 1), (0, 1), tuple(bars)), error


def main(collections: list[str], output: Path) -> None:
    """Measure and draw."""
    block_scores, block_labels, block_words, confidences, f1s = [], [], [], [], []
    for page in (page for collection in collections for page in read(collection)):
        if not isinstance(page, LabelledPage) or page.split not in ("test", "") or not page.gold:
            continue
        extraction, labelled = dehusk.extract(page.html, url=page.url), example(page)
        if labelled is None:
            continue
        first = Blocks.of(extraction.page).first
        block_scores.append(extraction.selection.score[first])
        block_labels.append(labelled.label)
        block_words.append(labelled.inputs.words)
        confidences.append(extraction.confidence or 0.0)
        f1s.append(word_lcs(extraction.text, page.gold).f1)
    confidence, f1 = np.array(confidences), np.array(f1s)
    blocks, block_error = panel(
        *(np.concatenate(each).astype(float) for each in (block_scores, block_labels, block_words)),
        x_label="block score",
        y_label="share of content",
    )
    pages, page_error = panel(confidence, f1, np.ones(len(f1)), x_label="confidence", y_label="mean F1")
    correlation = np.corrcoef(confidence, f1)[0, 1]
    print(f"expected calibration error: blocks {block_error:.3f}, pages {page_error:.3f}")
    print(f"correlation of confidence and F1 over {len(f1)} pages: {correlation:.2f}")
    caption = (
        f"Bars: measured; thin marks: predicted by the model. {len(f1)} test pages. Expected calibration error: blocks "
        f"{block_error:.3f}, pages {page_error:.3f}; correlation of confidence and F1: {correlation:.2f}."
    )
    output.write_text(Picture("Reliability of grain's scores", caption, (blocks, pages)).svg(), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="+", metavar="COLLECTION")
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/pictures/reliability.svg"))
    options = parser.parse_args()
    main(options.collections, options.output)
