"""Scores and decisions of the shipped model on our own pages, as stored in golden_scores.json.

``make golden`` writes the file again. Do so only if features, vocabulary, decision or model were changed on purpose,
and look at the difference: it is what every user will get.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from dehusk import parse
from dehusk.methods.learned import Grain
from dehusk.methods.learned.feature_table import TABLE, BlockFeatures

PAGES = Path(__file__).parent / "pages"
FILE = Path(__file__).with_suffix(".json")


def measure() -> dict[str, Any]:
    """Two numbers per feature over the blocks of all pages, and what is decided about each page.

    The numbers are the mean, and the mean with weights that differ from block to block, so that values which moved to
    other blocks are noticed too. ``keep`` has one digit per block: 1 if it is kept.
    """
    methods = {"keep": Grain(), "keep_precision": Grain(favor="precision"), "keep_recall": Grain(favor="recall")}
    decided: dict[str, Any] = {}
    matrices = []
    for folder in sorted(PAGES.iterdir()):
        page = parse((folder / "page.html").read_text(encoding="utf-8"))
        features = BlockFeatures.of(page)
        matrices.append(features.matrix)
        found = {name: method.select(page) for name, method in methods.items()}
        first, selection = features.blocks.first, found["keep"]
        kept = {name: "".join(map(str, each.keep[first].astype(int).tolist())) for name, each in found.items()}
        decided[folder.name] = {
            **kept,
            "type": selection.page_type,
            "confidence": round(selection.confidence or 0.0, 4),
            "scores": selection.score[first].round(4).tolist(),
        }
    matrix = np.concatenate(matrices, axis=1, dtype=np.float64)
    weighted = matrix * np.cos(np.arange(matrix.shape[1]))
    numbers = zip(matrix.mean(axis=1).tolist(), weighted.mean(axis=1).tolist(), strict=True)
    features_of_all = {
        name: [float(f"{value:.6g}") for value in pair] for name, pair in zip(TABLE.names, numbers, strict=True)
    }
    return {"features": features_of_all, "pages": decided}


def stored() -> dict[str, Any]:
    """What the file holds."""
    loaded: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return loaded


def write() -> None:
    """Write the file, one line per feature and per page."""
    parts = []
    for name, entries in measure().items():
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in entries.items())
        parts.append(f"{json.dumps(name)}: {{\n{lines}\n}}")
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
