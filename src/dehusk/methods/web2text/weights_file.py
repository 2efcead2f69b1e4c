"""The weights file: both networks, the features they use, and how they were trained."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

import numpy as np

from dehusk.errors import ModelError
from dehusk.methods.archive import read_archive, require_array, write_archive
from dehusk.methods.web2text.feature_columns import FeatureScale, Mode
from dehusk.methods.web2text.mode_features import input_names, scaled_columns
from dehusk.methods.web2text.network import FORMS, Form, Layer, Network, layer_shapes
from dehusk.methods.web2text.text_statistics import Words

if TYPE_CHECKING:
    import numpy.typing as npt

FORMAT = 2
"""Increased when older files can no longer be read."""
_FOLDER = Path(str(files("dehusk.methods.web2text"))) / "weights"


@dataclass(frozen=True, eq=False)
class Weights:
    """Two networks and the kind of features that they were trained on."""

    form: Form
    mode: Mode
    words: Words
    scale: FeatureScale
    unary: Network
    pairwise: Network
    summary: dict[str, Any]
    """The training data and the scores on the validation pages."""

    def save(self, path: str | Path) -> None:
        """Write the weights to a file; the same weights always give the same bytes."""
        arrays: dict[str, npt.NDArray[Any]] = {"scale.leaf": self.scale.leaf, "scale.node": self.scale.node}
        for name, network in (("unary", self.unary), ("pairwise", self.pairwise)):
            for place, layer in enumerate(network.layers):
                arrays[f"{name}.{place}.weight"] = layer.weight
                arrays[f"{name}.{place}.bias"] = layer.bias
        about = {"kind": "web2text", "format": FORMAT, "form": self.form, "mode": self.mode, "words": self.words}
        write_archive(path, about | {"summary": self.summary}, arrays)


def read_weights(path: str | Path) -> Weights:
    """Read a weights file.

    Raises :class:`~dehusk.errors.ModelError` if the file is missing, truncated, modified or not a weights file.

    >>> read_weights("no-such-weights")
    Traceback (most recent call last):
    dehusk.errors.ModelError: no-such-weights: cannot be read as a model: ...
    """
    about, arrays = read_archive(path, "web2text", FORMAT)
    for name, choices in (("form", tuple(FORMS)), ("mode", get_args(Mode)), ("words", get_args(Words))):
        if str(about.get(name)) not in choices:
            raise ModelError(f"{path}: unknown {name} {about.get(name)!r}; known: {', '.join(choices)}")
    form, mode = cast("Form", about["form"]), cast("Mode", about["mode"])
    leaf, node = scaled_columns(mode)
    scale = FeatureScale(
        require_array(path, arrays, "scale.leaf", (2, len(leaf))),
        require_array(path, arrays, "scale.node", (2, len(node))),
    )
    unary, pairwise = (
        _network(path, arrays, name, layer_shapes(form, len(names), classes))
        for name, names, classes in zip(("unary", "pairwise"), input_names(mode), (2, 4), strict=True)
    )
    return Weights(form, mode, about["words"], scale, unary, pairwise, about.get("summary", {}))


def _network(
    path: str | Path, arrays: dict[str, npt.NDArray[Any]], name: str, shapes: list[tuple[int, int, int]]
) -> Network:
    return Network(
        tuple(
            Layer(
                require_array(path, arrays, f"{name}.{place}.weight", shape).astype(np.float32),
                require_array(path, arrays, f"{name}.{place}.bias", shape[2:]).astype(np.float32),
            )
            for place, shape in enumerate(shapes)
        )
    )


@cache
def shipped_names() -> tuple[str, ...]:
    """The names of the weights that are shipped with dehusk.

    >>> "cleaneval" in shipped_names()
    True
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.npz")))


@cache
def shipped_weights(name: str) -> Weights:
    """The shipped weights of that name.

    >>> shipped_weights("cleaneval").summary["pages"]
    {'cleaneval': 425}
    """
    return read_weights(_FOLDER / f"{name}.npz")
