"""The weights file of Boilernet: the vocabulary and the network, in half precision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.errors import ModelError
from dehusk.methods.archive import read_archive, require_array, write_archive
from dehusk.methods.boilernet.leaf_tokens import Vocabulary
from dehusk.methods.boilernet.lstm import Direction, LeafNetwork

if TYPE_CHECKING:
    from dehusk.methods.archive import Arrays
    from dehusk.methods.boilernet.leaf_tokens import Matrix

KIND = "boilernet"
FORMAT = 1
"""Increased when older files can no longer be read."""
_DIRECTIONS = ("forward", "backward")
_MAX_UNITS, _MAX_LAYERS = 4096, 8


@dataclass(frozen=True, eq=False)
class BoilernetWeights:
    """A network and the vocabulary that it was trained with."""

    vocabulary: Vocabulary
    network: LeafNetwork
    summary: dict[str, Any]
    """The training data and the scores on the validation pages."""

    def save(self, path: str | Path) -> None:
        """Write the weights to a file; the same weights always give the same bytes."""
        network = self.network
        output = {"output.weight": network.output_weight, "output.bias": np.array([network.output_bias])}
        arrays: Arrays = {"dense.weight": network.dense_weight, "dense.bias": network.dense_bias, **output}
        for number, directions in enumerate(network.layers):
            for name, direction in zip(_DIRECTIONS, directions, strict=True):
                arrays[f"lstm.{number}.{name}.input"] = direction.input_weight
                arrays[f"lstm.{number}.{name}.state"] = direction.state_weight
                arrays[f"lstm.{number}.{name}.bias"] = direction.bias
        about = {
            "kind": KIND,
            "format": FORMAT,
            "words": self.vocabulary.words,
            "tags": self.vocabulary.tags,
            "dense": len(network.dense_bias),
            "hidden": network.layers[0][0].state_weight.shape[1],
            "layers": len(network.layers),
            "summary": self.summary,
        }
        write_archive(path, about, {name: array.astype(np.float16) for name, array in arrays.items()})


def read_boilernet(path: str | Path) -> BoilernetWeights:
    """Read a weights file.

    Raises :class:`~dehusk.errors.ModelError` if the file is missing, truncated, modified or not a weights file.

    >>> read_boilernet("no-such-weights")
    Traceback (most recent call last):
    dehusk.errors.ModelError: no-such-weights: cannot be read as a model: ...
    """
    about, arrays = read_archive(path, KIND, FORMAT)
    try:
        vocabulary = Vocabulary(tuple(map(str, about["words"])), tuple(map(str, about["tags"])))
        dense, hidden, layers = (int(about[name]) for name in ("dense", "hidden", "layers"))
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"{path}: cannot be read as a model: {error!r}") from error
    if not (0 < dense <= _MAX_UNITS and 0 < hidden <= _MAX_UNITS and 0 < layers <= _MAX_LAYERS):
        raise ModelError(f"{path}: a network of {layers} layers with {dense} and {hidden} units cannot be read")

    def array(name: str, *shape: int) -> Matrix:
        return require_array(path, arrays, name, shape).astype(np.float32)

    def direction(prefix: str, inputs: int) -> Direction:
        state = array(f"{prefix}.state", 4 * hidden, hidden)
        return Direction(array(f"{prefix}.input", 4 * hidden, inputs), state, array(f"{prefix}.bias", 4 * hidden))

    pairs = []
    for number in range(layers):
        inputs = 2 * hidden if number else dense
        first, second = (direction(f"lstm.{number}.{name}", inputs) for name in _DIRECTIONS)
        pairs.append((first, second))
    network = LeafNetwork(
        dense_weight=array("dense.weight", len(vocabulary), dense),
        dense_bias=array("dense.bias", dense),
        layers=tuple(pairs),
        output_weight=array("output.weight", 2 * hidden),
        output_bias=float(array("output.bias", 1)[0]),
    )
    return BoilernetWeights(vocabulary, network, about.get("summary", {}))


@cache
def shipped_boilernet() -> BoilernetWeights:
    """The weights that are shipped with dehusk.

    >>> len(shipped_boilernet().vocabulary.words)
    1000
    """
    return read_boilernet(Path(str(files("dehusk.methods.boilernet"))) / "weights.npz")
