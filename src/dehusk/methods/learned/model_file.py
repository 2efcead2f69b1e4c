"""A model file: plain arrays with the constants of the decision, a summary of the training data and checksums."""

from __future__ import annotations

import hashlib
import json
import math
from bisect import bisect_right
from dataclasses import asdict, dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.errors import ModelError
from dehusk.methods.archive import read_archive, write_archive
from dehusk.methods.learned.decision import DecisionRule, probability
from dehusk.methods.learned.feature_table import TABLE
from dehusk.methods.learned.page_network import STYLES, PageNetwork, weight_shapes
from dehusk.methods.learned.page_type import TYPES
from dehusk.methods.learned.quantile_scale import QuantileScale

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.page.arrays import Floats

FORMAT = 5
"""Grows when a file written before can no longer be read."""
_MAX_SIZE = 1024
"""Numbers per block in any stage of a network that is read."""
_SCALE = ("borders", "levels")


@dataclass(frozen=True, eq=False)
class Model:
    """What was learned: a network over the features of the table, the rule that decides, what its expectation means."""

    network: PageNetwork
    style: tuple[float, ...]
    """The style of text that is asked for: one number per entry of ``STYLES``."""
    rule: DecisionRule
    calibration: tuple[float, float]
    """Scale and offset that turn the network's logits into log-odds."""
    confidence: Floats32
    """For each page type two rows: expected F1, and the mean F1 measured on pages of this type where that was
    expected."""
    summary: dict[str, Any]
    """What the model was trained on and how well it did."""

    def style_with(self, headline: bool | None) -> Floats:
        """The style that is asked for, with the headline (True), without it (False) or as usual (None)."""
        style = np.array(self.style, dtype=np.float64)
        if headline is not None:
            style[STYLES.index("headline")] = 1.0 if headline else -1.0
        return style

    def probability(self, logits: Floats) -> Floats:
        """The calibrated probability that a block is content."""
        scale, offset = self.calibration
        return probability(scale * logits + offset)

    def page_f1(self, expected: float, type_probabilities: Sequence[float]) -> float:
        """The F1 measured where this much was expected, on pages of these types."""
        measured = [_interpolated(expected, *curve) for curve in self._curves]
        return sum([likely * f1 for likely, f1 in zip(type_probabilities, measured, strict=True)])

    @cached_property
    def _curves(self) -> list[list[list[float]]]:
        curves: list[list[list[float]]] = self.confidence.astype(np.float64).tolist()
        return curves

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes."""
        scale = self.network.scale
        arrays: dict[str, npt.NDArray[Any]] = {
            name: array.astype(np.float16) for name, array in self.network.weights.items()
        }
        arrays |= {"borders": scale.borders, "levels": scale.levels, "confidence": self.confidence}
        about = {
            "kind": "grain",
            "format": FORMAT,
            "fingerprint": fingerprint(),
            "style": self.style,
            "calibration": self.calibration,
            "rule": asdict(self.rule),
            "summary": self.summary,
        }
        write_archive(path, about, arrays)


def _interpolated(value: float, places: list[float], levels: list[float]) -> float:
    """The level at a place between others, as ``np.interp`` gives it, in less time for a single one.

    >>> _interpolated(0.5, [0.0, 1.0], [2.0, 4.0]), _interpolated(9.0, [0.0, 1.0], [2.0, 4.0])
    (3.0, 4.0)
    """
    above = bisect_right(places, value)
    if above == 0 or above == len(places):
        return levels[min(above, len(places) - 1)]
    low, high = places[above - 1], places[above]
    return (levels[above] - levels[above - 1]) / (high - low) * (value - low) + levels[above - 1]


def fingerprint() -> str:
    """A hash of what a model is given and what it answers: the feature table, the styles and the page types.

    >>> len(fingerprint())
    16
    """
    return hashlib.sha256(json.dumps([TABLE.fingerprint, STYLES, TYPES]).encode()).hexdigest()[:16]


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
        _check_arrays(arrays)
        network = _network(arrays)
        rule, (scale, offset) = DecisionRule(**about["rule"]), about["calibration"]
        model = Model(network, tuple(about["style"]), rule, (scale, offset), arrays["confidence"], about["summary"])
        _check_numbers(model)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ModelError(f"{path}: cannot be read as a model: {error}") from error

    return model


def _network(arrays: dict[str, npt.NDArray[Any]]) -> PageNetwork:
    weights = {name: arrays[name].astype(np.float32) for name in arrays if name not in (*_SCALE, "confidence")}
    return PageNetwork(QuantileScale(arrays["borders"], arrays["levels"]), weights)


def _check_arrays(arrays: dict[str, npt.NDArray[Any]]) -> None:
    """Raise ValueError if an array would fail, or give nonsense, when a page is extracted."""
    first, size, wide = (arrays[name].size for name in ("input.bias", "block.bias", "0.wide.bias"))
    if not all(0 < number <= _MAX_SIZE for number in (first, size, wide)):
        raise ValueError(f"a network of sizes {first}, {size}, {wide}")
    borders, confidence = arrays["borders"], arrays["confidence"]
    features, points = len(TABLE.names), confidence.size // (2 * len(TYPES))
    shapes: dict[str, tuple[tuple[int, ...], Any]] = {
        name: (shape, np.float16) for name, shape in weight_shapes(first, size, wide, features, len(TYPES)).items()
    }
    shapes |= dict.fromkeys(_SCALE, ((features, borders.size // features), np.float32))
    shapes["confidence"] = ((len(TYPES), 2, points), np.float32)
    for name, (shape, dtype) in shapes.items():
        array = arrays[name]
        if array.shape != shape or array.dtype != dtype or not array.size or not np.isfinite(array).all():
            raise ValueError(f"the array {name!r} has another shape or type, or numbers that are not finite")
    if unknown := set(arrays) - set(shapes):
        raise ValueError(f"unknown arrays: {', '.join(sorted(unknown))}")
    if (np.diff(borders) < 0).any():
        raise ValueError("the borders of a feature are not in order")
    if (np.diff(confidence[:, 0]) < 0).any():
        raise ValueError("the expected F1 are not in order")


def _check_numbers(model: Model) -> None:
    """Raise ValueError if a number is not one, or the summary is not an object."""
    if len(model.style) != len(STYLES):
        raise ValueError(f"{len(model.style)} numbers of a style, not {len(STYLES)}")
    for number in (*model.style, *model.calibration, *asdict(model.rule).values()):
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            raise ValueError(f"{number!r} is not a finite number")
    if not isinstance(model.summary, dict):
        raise ValueError("the summary is not an object")


@cache
def shipped_model() -> Model:
    """The model that comes with dehusk.

    >>> len(shipped_model().network.weights) > 20
    True
    """
    return read_model(Path(__file__).with_name("model.npz"))
