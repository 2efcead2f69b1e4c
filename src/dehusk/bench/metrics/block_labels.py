"""Block labels: accuracy, precision, recall and F1 over blocks (Web2Text 2018)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dehusk.bench.metrics.counts import Counts
from dehusk.errors import ArgumentError


def block_label_counts(predicted: npt.ArrayLike, gold: npt.ArrayLike) -> Counts:
    """Count right and wrong labels of one page's blocks; a label is true for content.

    Pool the counts of all pages for the published (micro) scores. A page that an extractor gave nothing for
    is a page of false labels, not a page left out.

    >>> counts = block_label_counts([True, True, False, False], [True, False, False, True])
    >>> counts, counts.accuracy
    (Counts(tp=1, fp=1, fn=1, tn=1), 0.5)
    """
    kept, content = np.asarray(predicted, dtype=np.bool_), np.asarray(gold, dtype=np.bool_)
    if kept.shape != content.shape:
        raise ArgumentError(f"labels of the same blocks: {kept.size} predicted, {content.size} in the gold")
    return Counts(
        tp=int((kept & content).sum()),
        fp=int((kept & ~content).sum()),
        fn=int((~kept & content).sum()),
        tn=int((~kept & ~content).sum()),
    )
