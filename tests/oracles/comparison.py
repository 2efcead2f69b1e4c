"""The fast methods and their slow readings, side by side."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from dehusk import make_method
from oracles.alarte_oracle import alarte
from oracles.arias_oracle import arias
from oracles.cetd_oracle import cectd_s, cetd_ds
from oracles.gce_oracle import gce

if TYPE_CHECKING:
    from dehusk import Page

Comparison = Callable[["Page"], str]
"""Compares one page; returns the difference in words, "" if there is none."""


def _leaves(name: str, slow: Callable[[Page], set[int]], page: Page) -> str:
    """Compare the leaves that a method keeps."""
    fast = set(np.flatnonzero(make_method(name).select(page).keep).tolist())
    expected = slow(page)
    if fast == expected:
        return ""
    return f"{len(fast - expected)} leaves more and {len(expected - fast)} fewer than the slow reading"


COMPARISONS: dict[str, Comparison] = {
    "arias": partial(_leaves, "arias", partial(arias, reading="merged")),
    "arias:reading=entry": partial(_leaves, "arias:reading=entry", partial(arias, reading="entry")),
    "cetd-ds": partial(_leaves, "cetd-ds", partial(cetd_ds, composite=False)),
    "cectd-ds": partial(_leaves, "cectd-ds", partial(cetd_ds, composite=True)),
    "cectd-s": partial(_leaves, "cectd-s", cectd_s),
    "alarte": partial(_leaves, "alarte", partial(alarte, mode="paper")),
    "alarte:mode=author": partial(_leaves, "alarte:mode=author", partial(alarte, mode="author")),
}
"""By name; for parsed pages."""
DRAWN_COMPARISONS: dict[str, Comparison] = {
    "gce": partial(_leaves, "gce", gce),
    "gce:mode=author": partial(_leaves, "gce:mode=author", partial(gce, mode="author")),
}
"""For pages with a layout."""
