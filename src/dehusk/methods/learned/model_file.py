"""A model file: plain arrays with the constants of the decision, a summary of the training data and checksums."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.errors import ModelError
from dehusk.methods.archive import read_archive, write_archive
from dehusk.methods.learned.decision import DecisionRule, probability
from dehusk.methods.learned.feature_table import TABLE
from dehusk.methods.learned.oblivious_trees import Trees
from dehusk.methods.learned.page_type import DESCRIPTION_LENGTH, PAGE_FEATURES, TYPES, PageTypes

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.page.arrays import Floats

FORMAT = 4
"""Grows when a file written before can no longer be read."""
_MAX_DEPTH = 16


@dataclass(frozen=True, eq=False)
class Model:
    """What was learned: trees over the features of the table, the rule that decides, how its expectation maps to F1."""

    trees: Trees
    rule: DecisionRule
    calibration: tuple[float, float]
    """Scale and offset that turn the trees' scores into log-odds."""
    confidence: npt.NDArray[np.float32]
    """Two rows: expected F1, and the mean F1 measured on pages where that was expected."""
    page_types: PageTypes
    summary: dict[str, Any]
    """What the model was trained on and how well it did."""

    def logits(self, matrix: Floats32) -> Floats:
        """How likely each block is to be content; ``matrix`` has one row per feature, one column per block."""
        return self.trees.scores(matrix)

    def probability(self, logits: Floats) -> Floats:
        """The calibrated probability that a block is content."""
        scale, offset = self.calibration
        return probability(scale * logits + offset)

    def page_f1(self, expected: float) -> float:
        """The F1 measured where this much was expected."""
        return float(np.interp(expected, self.confidence[0], self.confidence[1]))

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes."""
        arrays: dict[str, npt.NDArray[Any]] = {
            "feature": self.trees.feature.astype(np.uint16),
            "border": self.trees.border,
            "value": self.trees.value,
            "confidence": self.confidence,
            "page_types": self.page_types.weight.astype(np.float32),
        }
        about = {
            "kind": "grain",
            "format": FORMAT,
            "fingerprint": fingerprint(),
            "bias": self.trees.bias,
            "calibration": self.calibration,
            "rule": asdict(self.rule),
            "summary": self.summary,
        }
        write_archive(path, about, arrays)


def fingerprint() -> str:
    """A hash of what a model is given: the feature table, and the description of a page by which its type is told.

    >>> len(fingerprint())
    16
    """
    inputs = [TABLE.fingerprint, PAGE_FEATURES, TYPES]
    return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()[:16]


def read_model(path: str | Path) -> Model:
    """Read a model file.

    Raises :class:`~dehusk.errors.ModelError` if it is missing, cut short, changed, of another format, or made for
    other features.

    >>> read_model("no-such-model")
    Traceback (most recent call last):
    dehusk.errors.ModelError: no-such-model: cannot be read as a model: ...
    """
    about, arrays = read_archive(path, "grain", FORMAT)
    if about.get("fingerprint") != fingerprint():
        raise ModelError(
            f"{path}: made for other features (fingerprint {about.get('fingerprint')}, this version of dehusk has "
            f"{fingerprint()}); train it again with 'dehusk train', or use the version of dehusk that made it"
        )
    try:
        if set(about["rule"]) != {field.name for field in fields(DecisionRule)}:
            raise ModelError(f"{path}: its decision rule has other constants; train it again with 'dehusk train'")
        trees = Trees(arrays["feature"].astype(np.int32), arrays["border"], arrays["value"], about["bias"])
        rule, (scale, offset) = DecisionRule(**about["rule"]), about["calibration"]
        page_types = PageTypes(arrays["page_types"].astype(np.float64))
        model = Model(trees, rule, (scale, offset), arrays["confidence"], page_types, about["summary"])
        _check_model(model)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ModelError(f"{path}: cannot be read as a model: {error}") from error

    return model


def _check_model(model: Model) -> None:
    """Raise ValueError if an array or a number would fail, or give nonsense, when a page is extracted."""
    trees = model.trees
    if trees.feature.ndim != 2 or not trees.feature.size or trees.feature.shape[1] > _MAX_DEPTH:
        raise ValueError(f"features of shape {trees.feature.shape}")
    if trees.feature.min() < 0 or trees.feature.max() >= len(TABLE.names):
        raise ValueError("a tree asks for a feature that does not exist")
    count, depth = trees.feature.shape
    expected = (
        ("border", trees.border, (count, depth), np.float32),
        ("value", trees.value, (count, 2**depth), np.float32),
        ("confidence", model.confidence, (2, model.confidence.size // 2), np.float32),
        ("page_types", model.page_types.weight, (len(TYPES), DESCRIPTION_LENGTH + 1), np.float64),
    )
    for name, array, shape, dtype in expected:
        # A border that nothing exceeds is infinite: the last levels of a tree with fewer questions.
        usable = ~np.isnan(array) if name == "border" else np.isfinite(array)
        if array.shape != shape or array.dtype != dtype or not array.size or not usable.all():
            raise ValueError(f"the array {name!r} has another shape or type, or numbers that are not finite")
    if (np.diff(model.confidence[0]) < 0).any():
        raise ValueError("the expected F1 are not in order")
    for number in (trees.bias, *model.calibration, *asdict(model.rule).values()):
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            raise ValueError(f"{number!r} is not a finite number")
    if not isinstance(model.summary, dict):
        raise ValueError("the summary is not an object")


@cache
def shipped_model() -> Model:
    """The model that comes with dehusk.

    >>> len(shipped_model().trees.value) > 100
    True
    """
    return read_model(Path(__file__).with_name("model.npz"))
