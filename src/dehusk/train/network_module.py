"""The page network as torch trains it: all blocks of a page are seen together, in time linear in their number.

The exact computation, for a page of n blocks (row vectors; ``relu(x) = max(x, 0)``; float32 throughout):

1. *Inputs.* ``X`` (n, F): each feature by its own piecewise-linear map to [-1, 1], ``np.interp(x, borders[f],
   levels[f])``. ``v`` (n,): the words of a block divided by the words of the page. ``s`` (S,): the style of the gold
   text that is wanted, the same for all blocks (:data:`STYLES`; 0 is unknown).
2. *Blocks.* ``h = relu(X @ input.weight + s @ style.weight + input.bias)`` (n, first), then
   ``h = relu(h @ block.weight + block.bias)`` (n, size).
3. *Four layers*, ``k`` = 0 to 3, with dilation d = 1, 2, 4, 8:

   * around: ``c[i] = sum over t = 0..4 of k.around[t] * h[i + (t - 2) * d]``, zero outside the page, (n, size);
   * attention: ``a = softmax over blocks of (h @ k.query)`` (n, 4);
   * page: the concatenation of ``h.mean(0)``, ``v @ h``, ``h.max(0)`` and ``(a.T @ h)`` row by row, (7 size,);
     ``g = page @ k.page.weight`` (size,);
   * ``u = relu((c + g) @ k.wide.weight + k.wide.bias)`` (n, wide); ``h = h + u @ k.narrow.weight + k.narrow.bias``.

4. *Output.* ``logits = h @ output.weight + output.bias`` (n,).
5. *Page type.* ``t = concatenation of h.mean(0), v @ h, h.max(0)`` (3 size,);
   ``type_logits = t @ page_type.weight + page_type.bias``.

Weights are stored as (inputs, outputs): :meth:`PageModule.arrays` has exactly the names and shapes used above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk.errors import MissingExtra

try:
    import torch
except ImportError:
    raise MissingExtra("torch", "train") from None

from torch import nn
from torch.nn.functional import relu

from dehusk.methods.learned.page_network import DILATIONS, QUERIES, STYLES, TAPS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dehusk.methods.learned.array_ops import Floats32

_SUMMARIES = 3
_SMALL = 0.03
_NEVER = -1e9
"""The attention and the maximum of the places behind a page's last block."""


@dataclass(frozen=True, eq=False)
class PageBatch:
    """Pages of a batch, padded to the length of the longest."""

    inputs: torch.Tensor
    """(pages, blocks, features), each in [-1, 1]."""
    words: torch.Tensor
    """(pages, blocks): words of each block, 0 behind the last one."""
    style: torch.Tensor
    """(pages, styles)."""

    @property
    def real(self) -> torch.Tensor:
        """(pages, blocks): whether there is a block."""
        return self.words > 0


class ChannelDropout(nn.Module):
    """Drops channels of whole pages in training: cheaper than single numbers, and what is lost is lost everywhere."""

    def __init__(self, dropped: float, generator: torch.Generator) -> None:
        super().__init__()
        self.dropped = dropped
        self.generator = generator

    def forward(self, h: torch.Tensor) -> torch.Tensor:
        """``h`` (pages, blocks, size) without some of its channels, the others scaled up; in use ``h`` itself."""
        if not self.training or not self.dropped:
            return h
        kept = torch.rand(h.shape[0], 1, h.shape[2], generator=self.generator) >= self.dropped
        return h * (kept / (1 - self.dropped))


class PageLayer(nn.Module):
    """One layer: what is around a block and what the page is like, through a dense layer, added to the block."""

    def __init__(self, dilation: int, size: int, wide: int, dropout: ChannelDropout) -> None:
        super().__init__()
        self.dilation = dilation
        self.around = nn.Parameter(torch.zeros(TAPS, size))
        self.query = nn.Parameter(torch.zeros(size, QUERIES))
        self.page = nn.Linear((_SUMMARIES + QUERIES) * size, size, bias=False)
        self.wide = nn.Linear(size, wide)
        self.narrow = nn.Linear(wide, size)
        self.dropout = dropout

    def forward(self, h: torch.Tensor, share: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
        """The new states of the blocks (pages, blocks, size); places behind the last block stay 0."""
        count = h.shape[1]
        reach = TAPS // 2 * self.dilation
        padded = nn.functional.pad(h, (0, 0, reach, reach))
        mixed = self.around[0] * padded[:, :count]
        for tap in range(1, TAPS):
            mixed = torch.addcmul(mixed, self.around[tap], padded[:, tap * self.dilation : tap * self.dilation + count])
        behind = torch.where(real, 0.0, _NEVER)[:, :, None]
        attention = torch.softmax(h @ self.query + behind, dim=1)
        pooled = [*summaries(h, share, real, behind), (attention.transpose(1, 2) @ h).flatten(1)]
        state = self.page(torch.cat(pooled, dim=1))[:, None]
        wide = self.dropout(relu(self.wide(mixed + state)))
        added: torch.Tensor = (h + self.narrow(wide)) * real[:, :, None]
        return added


def summaries(h: torch.Tensor, share: torch.Tensor, real: torch.Tensor, behind: torch.Tensor) -> list[torch.Tensor]:
    """The mean of the blocks' states, their mean weighted by words, and their maximum."""
    count = real.sum(1, keepdim=True)
    return [h.sum(1) / count, (share[:, None] @ h)[:, 0], (h + behind).amax(1)]


class PageModule(nn.Module):
    """The network of the module's docstring."""

    def __init__(
        self,
        features: int,
        types: int,
        *,
        first: int,
        size: int,
        wide: int,
        dropout: float,
        generator: torch.Generator,
    ) -> None:
        super().__init__()
        self.input = nn.Linear(features, first)
        self.style = nn.Linear(len(STYLES), first, bias=False)
        self.block = nn.Linear(first, size)
        self.dropout = ChannelDropout(dropout, generator)
        self.layers = nn.ModuleList(PageLayer(dilation, size, wide, self.dropout) for dilation in DILATIONS)
        self.output = nn.Linear(size, 1)
        self.page_type = nn.Linear(_SUMMARIES * size, types)
        self._initialise(generator)

    @torch.no_grad()
    def _initialise(self, generator: torch.Generator) -> None:
        """Random weights, by this generator alone; a layer adds little at first, and looks at the block itself."""
        for name, weight in self.named_parameters():
            if name.endswith(("page.weight", "narrow.weight", "around", "query")):
                weight.normal_(std=_SMALL, generator=generator)
            elif name.endswith("bias"):
                weight.zero_()
            else:
                bound = weight.shape[1] ** -0.5
                weight.uniform_(-bound, bound, generator=generator)
            if name.endswith("around"):
                weight[TAPS // 2] += 1.0

    def forward(self, batch: PageBatch) -> tuple[torch.Tensor, torch.Tensor]:
        """The log-odds of the blocks (pages, blocks), and the log-odds of the page types (pages, types)."""
        real = batch.real
        share = batch.words / batch.words.sum(1, keepdim=True)
        h = self.dropout(relu(self.input(batch.inputs) + self.style(batch.style)[:, None]))
        h = relu(self.block(h)) * real[:, :, None]
        for layer in self.layers:
            h = layer(h, share, real)
        logits: torch.Tensor = self.output(h)[:, :, 0]
        behind = torch.where(real, 0.0, _NEVER)[:, :, None]
        types: torch.Tensor = self.page_type(torch.cat(summaries(h, share, real, behind), dim=1))
        return logits, types

    @torch.no_grad()
    def load_arrays(self, arrays: Mapping[str, Floats32]) -> None:
        """Take over the weights that :meth:`arrays` of a network of the same size gave."""
        for name, tensor in self.state_dict().items():
            array = arrays[name.removeprefix("layers.")]
            tensor.copy_(torch.from_numpy(array.T if name.endswith(".weight") else array))

    def arrays(self) -> dict[str, Floats32]:
        """The weights by the names of the module's docstring; dense weights as (inputs, outputs)."""
        found: dict[str, Floats32] = {}
        for name, tensor in self.state_dict().items():
            array = tensor.detach().numpy().astype(np.float32)
            dense = name.endswith(".weight")
            found[name.removeprefix("layers.")] = np.ascontiguousarray(array.T if dense else array)
        found["output.weight"] = found["output.weight"][:, 0]
        return found


class WeightAverage:
    """The mean of a network's weights over several steps of its training."""

    def __init__(self, module: PageModule) -> None:
        self._weights = list(module.parameters())
        self._sums = [torch.zeros_like(weight) for weight in self._weights]
        self._steps = 0

    @torch.no_grad()
    def add(self) -> None:
        """Count the weights that the network has now."""
        self._steps += 1
        for total, weight in zip(self._sums, self._weights, strict=True):
            total += weight

    @torch.no_grad()
    def put(self) -> None:
        """Give the network the mean of the weights that were counted, if any were."""
        if not self._steps:
            return
        for total, weight in zip(self._sums, self._weights, strict=True):
            weight.copy_(total / self._steps)
