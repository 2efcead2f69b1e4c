"""Block labels: accuracy, precision, recall and F1 over blocks (Web2Text 2018)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dehusk.bench.metrics.counts import ConfusionCounts
from dehusk.errors import ArgumentError


def block_label_counts(predicted: npt.ArrayLike, gold: npt.ArrayLike) -> ConfusionCounts:
    """Count correct and wrong labels of one page's blocks; a label is true for content.

    The published (micro) scores are those of the pooled counts of all pages. A page without any extracted text counts
    with all labels false; it is not skipped.

    >>> counts = block_label_counts([True, True, False, False], [True, False, False, True])
    >>> counts, counts.accuracy
    (ConfusionCounts(tp=1, fp=1, fn=1, tn=1), 0.5)
    """
    kept, content = np.asarray(predicted, dtype=np.bool_), np.asarray(gold, dtype=np.bool_)
    if kept.shape != content.shape:
        raise ArgumentError(f"labels must be of the same blocks: {kept.size} predicted, {content.size} in the gold")
    return ConfusionCounts(
        tp=int((kept & content).sum()),
        fp=int((kept & ~content).sum()),
        fn=int((~kept & content).sum()),
        tn=int((~kept & ~content).sum()),
    )
