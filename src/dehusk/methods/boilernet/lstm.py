"""The network: a dense layer, two bidirectional LSTM layers, one probability per leaf; inference with numpy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dehusk.methods.boilernet.leaf_tokens import LeafCounts, Matrix

PIECE = 512
"""The largest number of leaves that are read in one sequence; a longer page is read in several pieces."""
_PIECES_AT_ONCE = 32


@dataclass(frozen=True, eq=False)
class Direction:
    """An LSTM that reads a sequence in one direction; the gates are input, forget, cell and output."""

    input_weight: Matrix
    """(4 x hidden, inputs)"""
    state_weight: Matrix
    """(4 x hidden, hidden)"""
    bias: Matrix

    def __call__(self, x: Matrix, mask: Matrix, *, backward: bool) -> Matrix:
        """The states after each leaf; ``x`` is (leaves, sequences, inputs), ``mask`` is 0 after a sequence's end."""
        steps, sequences, _ = x.shape
        hidden = self.state_weight.shape[1]
        gates = x @ self.input_weight.T + self.bias
        state, cell = (np.zeros((sequences, hidden), dtype=np.float32) for _ in range(2))
        states = np.empty((steps, sequences, hidden), dtype=np.float32)
        for step in range(steps)[:: -1 if backward else 1]:
            gate = gates[step] + state @ self.state_weight.T
            opened = _sigmoid(gate)
            new = np.tanh(gate[:, 2 * hidden : 3 * hidden])
            cell = (opened[:, hidden : 2 * hidden] * cell + opened[:, :hidden] * new) * mask[step]
            state = opened[:, 3 * hidden :] * np.tanh(cell)
            states[step] = state
        return states


@dataclass(frozen=True, eq=False)
class LeafNetwork:
    """Dense layer with ReLU, bidirectional LSTM layers, a logistic output."""

    dense_weight: Matrix
    """(features, units)"""
    dense_bias: Matrix
    layers: tuple[tuple[Direction, Direction], ...]
    output_weight: Matrix
    output_bias: float

    def probabilities(self, counts: LeafCounts, piece: int = PIECE) -> Matrix:
        """The probability of each leaf to be content.

        Pieces of ``piece`` leaves are independent sequences, read side by side, so the time grows linearly.
        """
        starts = range(0, counts.leaves, piece)
        found = [np.empty(0, dtype=np.float32)]
        for at in range(0, len(starts), _PIECES_AT_ONCE):
            group = [(start, min(start + piece, counts.leaves)) for start in starts[at : at + _PIECES_AT_ONCE]]
            sizes = np.array([stop - start for start, stop in group])
            x = np.zeros((int(sizes.max()), len(group), len(self.dense_bias)), dtype=np.float32)
            for place, (start, stop) in enumerate(group):
                dense = counts.dense(len(self.dense_weight), start, stop) @ self.dense_weight + self.dense_bias
                x[: stop - start, place] = np.maximum(dense, 0)
            odds = self._odds(x, sizes)
            found += [_sigmoid(odds[:size, place]) for place, size in enumerate(sizes.tolist())]
        return np.concatenate(found)

    def _odds(self, x: Matrix, sizes: np.ndarray[tuple[int], np.dtype[np.intp]]) -> Matrix:
        mask = (np.arange(len(x))[:, None] < sizes).astype(np.float32)[:, :, None]
        for forward, backward in self.layers:
            x = np.concatenate([forward(x, mask, backward=False), backward(x, mask, backward=True)], axis=2)
        odds: Matrix = x @ self.output_weight + np.float32(self.output_bias)
        return odds


def _sigmoid(x: Matrix) -> Matrix:
    # By the hyperbolic tangent, because exp of a large number overflows.
    result: Matrix = 0.5 * (np.tanh(0.5 * x) + 1)
    return result
