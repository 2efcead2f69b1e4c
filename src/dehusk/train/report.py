"""The report card of a model: F1 on pages it was not fitted to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.train.measure import macro, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.methods.learned.model import Model
    from dehusk.train.labels import Example


def report_card(model: Model, test: Sequence[Example]) -> str:
    """A table: each collection left out in training, and its test pages by the model itself."""
    left_out = model.summary["left_out_f1"]
    results = measure([(each, model.trees.scores(each.columns)) for each in test if len(each.gold)], model.rule)
    lines = ["collection        left out   test (pages)"]
    for name in sorted({*left_out, *results}):
        pages = results.get(name, [])
        tested = f"{np.mean([page.f1 for page in pages]):.3f} ({len(pages)})" if pages else "-"
        lines.append(f"{name:16}  {left_out.get(name, float('nan')):8.3f}   {tested}")
    if results:
        pages = [page for group in results.values() for page in group]
        lines.append(f"{'macro':16}  {np.mean(list(left_out.values())):8.3f}   {macro(results):.3f} ({len(pages)})")
        correlation = np.corrcoef([page.expected for page in pages], [page.f1 for page in pages])[0, 1]
        lines.append(f"correlation of expected and measured F1: {correlation:.2f}")
    return "\n".join(lines)
