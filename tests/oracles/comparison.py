"""The fast methods and their slow readings, side by side."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from dehusk import make_method
from dehusk.methods.web2text.feature_columns import FeatureScale
from dehusk.methods.web2text.mode_features import input_names, measure, scaled_columns
from oracles.alarte_oracle import alarte
from oracles.arias_oracle import arias
from oracles.cetd_oracle import cectd_s, cetd_ds
from oracles.gce_oracle import gce
from oracles.web2text_oracle import Web2TextPage, best_labels

if TYPE_CHECKING:
    from dehusk import Page
    from dehusk.methods.web2text.feature_columns import Matrix, Mode

Comparison = Callable[["Page"], str]
"""Compares one page; returns the difference in words, "" if there is none."""


def _leaves(name: str, slow: Callable[[Page], set[int]], page: Page) -> str:
    """Compare the leaves that a method keeps."""
    fast = set(np.flatnonzero(make_method(name).select(page).keep).tolist())
    expected = slow(page)
    if fast == expected:
        return ""
    return f"{len(fast - expected)} leaves more and {len(expected - fast)} fewer than the slow reading"


def _features(mode: Mode, page: Page) -> str:
    """Compare the features of Web2Text with the constants of the released code."""
    cdom, values = measure(page, "english", mode)
    blocks, edges = values.matrices(FeatureScale.of_authors(*scaled_columns(mode)))
    slow, rows = Web2TextPage(page), cdom.leaf_rows
    if [leaf.chain[-1].row for leaf in slow.leaves] != rows.tolist():
        return "other blocks"
    names, edge_names = input_names(mode)
    if mode == "paper":
        return _differing(blocks, slow.paper_rows(), names)
    breaks = page.block[rows][1:] != page.block[rows][:-1]
    different = _differing(blocks, slow.block_rows(), names)
    return different or _differing(edges, slow.edge_rows(breaks.tolist()), edge_names)


def _differing(fast: Matrix, slow: list[list[float]], names: tuple[str, ...]) -> str:
    expected = np.array(slow, dtype=np.float64).reshape(len(slow), len(names))
    wrong = np.flatnonzero(~np.isclose(fast, expected, rtol=1e-4, atol=1e-4).all(axis=0))
    return ", ".join(f"{names[place]} differs" for place in wrong.tolist())


def _labels(page: Page) -> str:
    """Compare the labels of Web2Text with the best ones by its potentials."""
    why = make_method("web2text:weights=cleaneval").select(page).why
    if "unary" not in why:
        return ""
    content = np.clip(why["unary"], 1e-12, 1 - 1e-12)
    unary, pairs = np.log(np.column_stack([1 - content, content])), np.log(np.maximum(why["pairwise"], 1e-300))
    expected = best_labels(unary.tolist(), pairs.tolist())
    return "" if why["labels"].tolist() == expected else "other labels"


COMPARISONS: dict[str, Comparison] = {
    "arias": partial(_leaves, "arias", partial(arias, reading="merged")),
    "arias:reading=entry": partial(_leaves, "arias:reading=entry", partial(arias, reading="entry")),
    "cetd-ds": partial(_leaves, "cetd-ds", partial(cetd_ds, composite=False)),
    "cectd-ds": partial(_leaves, "cectd-ds", partial(cetd_ds, composite=True)),
    "cectd-s": partial(_leaves, "cectd-s", cectd_s),
    "alarte": partial(_leaves, "alarte", partial(alarte, mode="paper")),
    "alarte:mode=author": partial(_leaves, "alarte:mode=author", partial(alarte, mode="author")),
    "web2text features of the paper": partial(_features, "paper"),
    "web2text features of the code": partial(_features, "author"),
    "web2text labels": _labels,
}
"""By name; for parsed pages."""
DRAWN_COMPARISONS: dict[str, Comparison] = {
    "gce": partial(_leaves, "gce", gce),
    "gce:mode=author": partial(_leaves, "gce:mode=author", partial(gce, mode="author")),
}
"""For pages with a layout."""
