"""A table of right and wrong labels by collection."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dehusk.bench.metrics import ConfusionCounts


def label_table(counts: Mapping[str, ConfusionCounts]) -> str:
    """Accuracy, precision, recall and F1 of the labels of each collection.

    >>> from dehusk.bench.metrics import ConfusionCounts
    >>> print(label_table({"tea": ConfusionCounts(tp=6, fp=2, fn=4, tn=8)}))
    collection        accuracy  precision     recall         F1
    tea                  0.700      0.750      0.600      0.667
    """
    lines = ["collection        accuracy  precision     recall         F1"]
    for name, found in counts.items():
        lines.append(f"{name:16}  {found.accuracy:8.3f}  {found.precision:9.3f}  {found.recall:9.3f}  {found.f1:9.3f}")
    return "\n".join(lines)
