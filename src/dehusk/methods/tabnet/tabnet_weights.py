"""The weights file of TabNet: a network and the feature set that it was trained on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from dehusk.errors import ModelError
from dehusk.methods.archive import read_archive, require_array, write_archive
from dehusk.methods.tabnet.attentive_network import Affine, AttentiveNetwork, FeatureTransformer, Step
from dehusk.methods.tabnet.element_features import NAMES, TAGS, FeatureSet

if TYPE_CHECKING:
    from dehusk.methods.archive import Arrays
    from dehusk.methods.tabnet.element_features import Matrix

KIND = "tabnet"
FORMAT = 1
"""Increased when older files can no longer be read."""
_MAX_UNITS, _MAX_STEPS, _MAX_LAYERS = 1024, 20, 20


@dataclass(frozen=True, eq=False)
class TabNetWeights:
    """A trained network."""

    features: FeatureSet
    network: AttentiveNetwork
    summary: dict[str, Any]
    """The training data and how it was trained."""

    def save(self, path: str | Path) -> None:
        """Write the weights to a file; the same weights always give the same bytes."""
        network = self.network
        arrays: Arrays = {"tag_values": network.tag_values, "scale": network.scale, "shift": network.shift}
        affines = {"output": network.output}
        for number, step in enumerate(network.steps):
            affines[f"step.{number}.attention"] = step.attention
        transformers = {"splitter": network.splitter}
        transformers |= {f"step.{number}.transformer": step.transformer for number, step in enumerate(network.steps)}
        for name, transformer in transformers.items():
            affines |= {f"{name}.{place}": layer for place, layer in enumerate(transformer.layers)}
        for name, affine in affines.items():
            arrays |= {f"{name}.weight": affine.weight, f"{name}.bias": affine.bias}
        about = {
            "kind": KIND,
            "format": FORMAT,
            "features": self.features,
            "columns": NAMES[self.features],
            "tags": TAGS,
            "gamma": network.gamma,
            "decision_units": network.decision_units,
            "attention_units": network.steps[0].attention.weight.shape[0],
            "layers": len(network.splitter.layers),
            "steps": len(network.steps),
            "summary": self.summary,
        }
        write_archive(path, about, {name: array.astype(np.float32) for name, array in arrays.items()})


def read_tabnet(path: str | Path) -> TabNetWeights:
    """Read a weights file.

    Raises :class:`~dehusk.errors.ModelError` if the file is missing, truncated, modified or for other features.

    >>> read_tabnet("no-such-weights")
    Traceback (most recent call last):
    dehusk.errors.ModelError: no-such-weights: cannot be read as a model: ...
    """
    about, arrays = read_archive(path, KIND, FORMAT)
    features = about.get("features")
    if features not in NAMES or tuple(about.get("columns", ())) != NAMES[features] or tuple(about["tags"]) != TAGS:
        raise ModelError(f"{path}: trained with other features; train the model again")
    try:
        numbers = [int(about[name]) for name in ("decision_units", "attention_units", "layers", "steps")]
        gamma = float(about["gamma"])
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"{path}: cannot be read as a model: {error!r}") from error
    decision, attention, layers, steps = numbers
    if min(numbers) < 1 or max(decision, attention) > _MAX_UNITS or steps > _MAX_STEPS or layers > _MAX_LAYERS:
        raise ModelError(f"{path}: a network of {steps} steps, {layers} layers and {decision} units cannot be read")
    columns, units = len(NAMES[features]), decision + attention

    def array(name: str, *shape: int) -> Matrix:
        return require_array(path, arrays, name, shape).astype(np.float32)

    def affine(name: str, inputs: int, outputs: int) -> Affine:
        return Affine(array(f"{name}.weight", inputs, outputs), array(f"{name}.bias", outputs))

    def transformer(name: str) -> FeatureTransformer:
        sizes = [columns, *[units] * (layers - 1)]
        return FeatureTransformer(tuple(affine(f"{name}.{place}", size, 2 * units) for place, size in enumerate(sizes)))

    network = AttentiveNetwork(
        tag_values=array("tag_values", len(TAGS) + 1),
        scale=array("scale", columns),
        shift=array("shift", columns),
        splitter=transformer("splitter"),
        steps=tuple(
            Step(affine(f"step.{number}.attention", attention, columns), transformer(f"step.{number}.transformer"))
            for number in range(steps)
        ),
        output=affine("output", decision, 2),
        gamma=gamma,
        decision_units=decision,
    )
    return TabNetWeights(cast("FeatureSet", features), network, about.get("summary", {}))


@cache
def shipped_tabnet(features: FeatureSet) -> TabNetWeights:
    """The weights for a feature set that are shipped with dehusk.

    >>> shipped_tabnet("both").features
    'both'
    """
    return read_tabnet(Path(str(files("dehusk.methods.tabnet"))) / "weights" / f"{features}.npz")
