"""The two readings of the Arias paper, by the paper's metric: LCSequence on characters without spaces.

    python benchmarks/arias_readings.py CORPUS/*.jsonl.gz

Only test pages with a gold text are used; F1 is averaged over pages.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import sys
from statistics import fmean

from dehusk import extract, parse
from dehusk.bench.collections import LabelledPage, read
from dehusk.bench.metrics import longest_common_sequence
from dehusk.methods.arias import Arias

READINGS = ("merged", "entry")


def main(collections: list[str]) -> None:
    """Print one line per collection."""
    for collection in collections:
        scores: dict[str, list[float]] = {reading: [] for reading in READINGS}
        for labelled in read(collection):
            if isinstance(labelled, LabelledPage) and labelled.split == "test" and labelled.gold:
                page = parse(labelled.html)
                for reading in READINGS:
                    text = extract(page, method=Arias(reading=reading)).text
                    scores[reading].append(longest_common_sequence(text, labelled.gold).f1)
        if scores["merged"]:
            means = ", ".join(f"{reading} {fmean(values):.3f}" for reading, values in scores.items())
            print(f"{collection.rpartition('/')[2]} {len(scores['merged'])} pages: {means}")


if __name__ == "__main__":
    main(sys.argv[1:])
