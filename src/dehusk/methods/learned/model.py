"""A model file: plain arrays with a version, a summary of the training data and a checksum."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.errors import ModelError
from dehusk.methods.archive import read_archive, write_archive
from dehusk.methods.learned.decide import Rule, probability
from dehusk.methods.learned.features import feature_names
from dehusk.methods.learned.page_type import PageTypes
from dehusk.methods.learned.trees import Trees

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.page.text import Floats, Ints

FORMAT = 3
"""Grows when a file written before can no longer be read."""


@dataclass(frozen=True, eq=False)
class Model:
    """What was learned: trees over named features, the rule that decides, how its expectation maps to F1."""

    features: tuple[str, ...]
    """The names of the features, in the order of the trees' numbers."""
    trees: Trees
    rule: Rule
    calibration: tuple[float, float]
    """Scale and offset that turn the trees' scores into log-odds."""
    confidence: npt.NDArray[np.float32]
    """Two rows: expected F1, and the mean F1 measured on pages where that was expected."""
    page_types: PageTypes
    summary: dict[str, Any]
    """What the model was trained on and how well it did."""

    @cached_property
    def places(self) -> Ints:
        """Where the model's features stand among all features."""
        return np.array([feature_names().index(name) for name in self.features])

    @cached_property
    def trees_over_all(self) -> Trees:
        """The trees with numbers of all features in place of the model's."""
        return replace(self.trees, feature=self.places[self.trees.feature].astype(np.int32))

    def probability(self, scores: Floats) -> Floats:
        """The calibrated probability that a block is content."""
        scale, offset = self.calibration
        return probability(scale * scores + offset)

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
            "features": self.features,
            "bias": self.trees.bias,
            "calibration": self.calibration,
            "rule": asdict(self.rule),
            "summary": self.summary,
        }
        write_archive(path, about, arrays)


def read_model(path: str | Path) -> Model:
    """Read a model file.

    Raises :class:`~dehusk.errors.ModelError` if it is missing, cut short, changed, or of another format.

    >>> read_model("no-such-model")
    Traceback (most recent call last):
    dehusk.errors.ModelError: no-such-model: cannot be read as a model: ...
    """
    about, arrays = read_archive(path, "grain", FORMAT)
    try:
        if unknown := set(about["features"]) - set(feature_names()):
            raise ModelError(f"{path}: asks for features that dehusk does not have: {', '.join(sorted(unknown))}")
        trees = Trees(arrays["feature"].astype(np.int32), arrays["border"], arrays["value"], about["bias"])
        rule, (scale, offset) = Rule(**about["rule"]), about["calibration"]
        confidence, page_types = arrays["confidence"], PageTypes(arrays["page_types"].astype(np.float64))
        summary = about["summary"]
        return Model(tuple(about["features"]), trees, rule, (scale, offset), confidence, page_types, summary)
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"{path}: cannot be read as a model: {error}") from error


@cache
def shipped_model() -> Model:
    """The model that comes with dehusk.

    >>> len(shipped_model().features) > 100
    True
    """
    return read_model(Path(__file__).with_name("model.npz"))
