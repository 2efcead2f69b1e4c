"""The convolutional networks (section 3.4): inference with numpy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from dehusk.methods.web2text.feature_columns import Matrix

Form = Literal["released", "paper"]

FORMS: dict[Form, tuple[tuple[int, int], ...]] = {
    "released": ((1, 50), (1, 50), (3, 50), (3, 10), (3, 0)),
    "paper": ((3, 50), (3, 50), (3, 50), (3, 50), (3, 50), (3, 10), (3, 0)),
}
"""The layers of each form as pairs of width and number of filters; 0 means the number of classes."""


# The number of rows per matrix product. It is small enough that BLAS starts no threads, which cost more than they save
# here: on a busy machine with two cores select took 42 ms per page with threads and 6 ms without.
_PIECE = 32


def layer_shapes(form: Form, features: int, classes: int) -> list[tuple[int, int, int]]:
    """The shapes of a form's weights: width, inputs, outputs.

    >>> layer_shapes("released", 128, 2)
    [(1, 128, 50), (1, 50, 50), (3, 50, 50), (3, 50, 10), (3, 10, 2)]
    """
    outputs = [filters or classes for _, filters in FORMS[form]]
    inputs = [features, *outputs[:-1]]
    return [(width, n, m) for (width, _), n, m in zip(FORMS[form], inputs, outputs, strict=True)]


@dataclass(frozen=True, eq=False)
class Layer:
    """A convolution along the page: ``weight`` has one matrix (inputs, outputs) per position of the filter."""

    weight: Matrix
    bias: Matrix

    def __call__(self, x: Matrix) -> Matrix:
        """Convolve a matrix with one row per block, padded with zeros at both ends.

        >>> ones = np.ones((3, 1), dtype=np.float32)
        >>> Layer(np.ones((3, 1, 1), dtype=np.float32), np.zeros(1, dtype=np.float32))(ones).ravel().tolist()
        [2.0, 3.0, 2.0]
        """
        width, inputs, outputs = self.weight.shape
        pieces = -(-len(x) // _PIECE)
        padded = np.zeros((pieces * _PIECE + width - 1, inputs), dtype=np.float32)
        padded[width // 2 : width // 2 + len(x)] = x
        # One product for all positions of the filter is faster than one product per position.
        beside = np.concatenate([padded[place : place + pieces * _PIECE] for place in range(width)], axis=1)
        product = beside.reshape(pieces, _PIECE, width * inputs) @ self.weight.reshape(-1, outputs)
        return product.reshape(-1, outputs)[: len(x)] + self.bias


@dataclass(frozen=True, eq=False)
class Network:
    """Convolutions with ReLU between them and softmax at the end."""

    layers: tuple[Layer, ...]

    def logits(self, x: Matrix) -> Matrix:
        """The output of the last convolution."""
        for layer in self.layers[:-1]:
            x = np.maximum(layer(x), 0)
        return self.layers[-1](x)

    def log_probabilities(self, x: Matrix) -> Matrix:
        """The logarithms of the class probabilities, one row per block."""
        logits = self.logits(x)
        logits = logits - logits.max(axis=1, keepdims=True)
        result: Matrix = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return result
