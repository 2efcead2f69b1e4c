"""TabNet (Arik & Pfister 2021): inference with numpy.

In every step an attention over the columns selects what is read; the sum of what the steps found is classified. The
normalisation of batches is part of the weights: at inference it is a scale and a shift.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dehusk.methods.tabnet.element_features import Matrix

_HALF = np.float32(np.sqrt(0.5))


@dataclass(frozen=True, eq=False)
class Affine:
    """A matrix product and a shift."""

    weight: Matrix
    """(inputs, outputs)"""
    bias: Matrix

    def __call__(self, x: Matrix) -> Matrix:
        """Apply to a matrix with one row per element."""
        result: Matrix = x @ self.weight + self.bias
        return result


@dataclass(frozen=True, eq=False)
class FeatureTransformer:
    """Gated linear units; each but the first is added to its input."""

    layers: tuple[Affine, ...]

    def __call__(self, x: Matrix) -> Matrix:
        """Transform a matrix with one row per element."""
        x = _gated(self.layers[0](x))
        for layer in self.layers[1:]:
            x = (x + _gated(layer(x))) * _HALF
        return x


@dataclass(frozen=True, eq=False)
class Step:
    """One step: which columns are read, and what is made of them."""

    attention: Affine
    transformer: FeatureTransformer


@dataclass(frozen=True, eq=False)
class AttentiveNetwork:
    """A whole TabNet for two classes."""

    tag_values: Matrix
    """The number that stands for each tag (an embedding of one dimension)."""
    scale: Matrix
    shift: Matrix
    splitter: FeatureTransformer
    steps: tuple[Step, ...]
    output: Affine
    gamma: float
    decision_units: int
    """How many outputs of a transformer are for the decision; the others are for the next attention."""

    def probabilities(self, table: Matrix) -> Matrix:
        """The probability of the second class for each row of the table; its first column is the number of a tag."""
        x = table.copy()
        x[:, 0] = self.tag_values[table[:, 0].astype(np.intp)]
        x = x * self.scale + self.shift
        units = self.decision_units
        prior, found = np.ones_like(x), np.zeros((len(x), units), dtype=np.float32)
        attended = self.splitter(x)[:, units:]
        for step in self.steps:
            mask = sparsemax(step.attention(attended) * prior)
            prior = prior * (np.float32(self.gamma) - mask)
            out = step.transformer(mask * x)
            found += np.maximum(out[:, :units], 0)
            attended = out[:, units:]
        logits = self.output(found)
        return _sigmoid(logits[:, 1] - logits[:, 0])


def sparsemax(x: Matrix) -> Matrix:
    """The nearest point to each row among those with numbers of at least 0 and the sum 1.

    >>> sparsemax(np.array([[0.5, 0.5, -9.0], [3.0, 0.0, 0.0]], dtype=np.float32)).tolist()
    [[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]]
    """
    descending = -np.sort(-x, axis=1)
    sums = np.cumsum(descending, axis=1) - 1
    count = np.arange(1, x.shape[1] + 1)
    support = (descending * count > sums).sum(axis=1, keepdims=True)
    threshold = np.take_along_axis(sums, support - 1, axis=1) / support
    result: Matrix = np.maximum(x - threshold, 0).astype(np.float32)
    return result


def _gated(x: Matrix) -> Matrix:
    half = x.shape[1] // 2
    return x[:, :half] * _sigmoid(x[:, half:])


def _sigmoid(x: Matrix) -> Matrix:
    # By the hyperbolic tangent, because exp of a large number overflows.
    result: Matrix = np.float32(0.5) * (np.tanh(np.float32(0.5) * x) + 1)
    return result
