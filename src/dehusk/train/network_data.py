"""What the network is trained on: pages as scaled inputs, labels, weights and styles, in batches of similar length."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from dehusk.methods.learned.feature_table import TABLE
from dehusk.methods.learned.page_network import STYLES
from dehusk.methods.learned.page_type import TYPES
from dehusk.methods.learned.quantile_scale import QuantileScale
from dehusk.train.network_module import PageBatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.train.fit_network import PageNetworkSettings
    from dehusk.train.labels import Columns, Example

    Halves = npt.NDArray[np.float16]

_CORNERS = 32
_BLOCKS_OF_PAGE = 60
"""Blocks of each page from which the scale of features is fitted."""
_IS_TITLE, _IS_RUNNING = TABLE.place["is_title"], TABLE.place["is_running_text"]
_CLASS_FEATURES = np.array([name.startswith(("class.", "near_class.")) for name in TABLE.names])
_MIN_COMMENT_WORDS = 30
_COMMENTS_KEPT = 0.3
"""Comments are part of the gold text if this share of their words is."""
_MIDDLE, _RANGE = 0.7, 0.2
"""Share of running text that is content: a collection with less than .5 is tight, one with more than .9 is broad."""
_MIN_PAGES = 10
"""A smaller collection weighs as much per page as one of this size."""
NO_TYPE = -100
"""What torch ignores."""


def fit_scale(examples: Sequence[Example], seed: int) -> QuantileScale:
    """Corners at the quantiles of each feature; a feature with one or two values in most blocks is a straight line."""
    chance = np.random.default_rng(seed)
    drawn = []
    for each in examples:
        count = each.columns.shape[1]
        drawn.append(each.columns[:, chance.choice(count, min(count, _BLOCKS_OF_PAGE), replace=False)])
    values = np.concatenate(drawn, axis=1)
    borders = np.empty((len(values), _CORNERS), dtype=np.float32)
    levels = np.empty_like(borders)
    even = np.linspace(-1, 1, _CORNERS)
    quantiles = np.quantile(values, np.linspace(0, 1, _CORNERS), axis=1).T.astype(np.float32)
    for row, found in enumerate(quantiles):
        corners, places = np.unique(found, return_inverse=True)
        if len(corners) > 2:
            heights = np.bincount(places, weights=even) / np.bincount(places)
            heights[[0, -1]] = -1, 1
        else:
            low, high = values[row].min(), values[row].max()
            corners, heights = np.array([low, max(high, low + 1)]), np.array([-1.0, 1.0])
        borders[row], levels[row] = corners[-1], heights[-1]
        borders[row, : len(corners)], levels[row, : len(corners)] = corners, heights
    return QuantileScale(borders, levels)


@dataclass(frozen=True, eq=False)
class TrainingBlocks:
    """The blocks of a page as the network is trained on them."""

    inputs: Halves
    """(blocks, features)."""
    words: Floats32
    label: Floats32
    weight: Floats32

    def __len__(self) -> int:
        return len(self.words)

    @classmethod
    def of(cls, columns: Columns, scale: QuantileScale) -> TrainingBlocks:
        """From a labelled page, or from one that was made harder."""
        return cls(
            scale.scaled(columns.columns).astype(np.float16),
            columns.words.astype(np.float32),
            columns.label.astype(np.float32),
            columns.weight.astype(np.float32),
        )


@dataclass(frozen=True, eq=False)
class TrainingPage:
    """A page and the harder pages that were made of it."""

    blocks: TrainingBlocks
    harder: tuple[TrainingBlocks, ...]
    style: Floats32
    type: int
    """Its place in TYPES, or :data:`NO_TYPE`."""
    weight: float
    has_gold: bool


class ScaledPages:
    """The blocks of examples and of their harder pages, scaled once for all networks that are trained on them."""

    def __init__(self, examples: Sequence[Example], scale: QuantileScale) -> None:
        self.scale = scale
        self._blocks = {
            id(columns): TrainingBlocks.of(columns, scale)
            for each in examples
            for columns in (each.blocks, *each.harder)
        }

    def of(self, columns: Columns) -> TrainingBlocks:
        """The blocks of one of the pages."""
        return self._blocks[id(columns)]


def training_pages(
    examples: Sequence[Example], scaled: ScaledPages, settings: PageNetworkSettings
) -> list[TrainingPage]:
    """The pages with their weights: a page counts less in a large collection, and less without gold text."""
    sizes = Counter(each.collection for each in examples)
    broad = _broadness(examples)
    weights = [
        max(sizes[each.collection], _MIN_PAGES) ** -settings.balance * (1.0 if len(each.gold) else settings.sentences)
        for each in examples
    ]
    mean = float(np.mean(weights))
    return [
        TrainingPage(
            scaled.of(each.blocks),
            tuple(scaled.of(harder) for harder in each.harder),
            np.array([_headline(each), _comments(each), broad.get(each.collection, 0.0)], dtype=np.float32),
            TYPES.index(each.type) if each.type else NO_TYPE,
            weight / mean,
            len(each.gold) > 0,
        )
        for each, weight in zip(examples, weights, strict=True)
    ]


def _headline(each: Example) -> float:
    title = each.columns[_IS_TITLE] > 0
    if not len(each.gold) or not title.any():
        return 0.0
    return 1.0 if each.label[title].any() else -1.0


def _comments(each: Example) -> float:
    comment, words = each.inputs.comment, each.inputs.words
    total = words[comment].sum()
    if not len(each.gold) or total < _MIN_COMMENT_WORDS:
        return 0.0
    return 1.0 if words[comment & each.label].sum() > _COMMENTS_KEPT * total else -1.0


def _broadness(examples: Sequence[Example]) -> dict[str, float]:
    """For each collection with gold text how much of the running text is content, between -1 and 1."""
    shares: dict[str, list[float]] = defaultdict(list)
    for each in examples:
        running = each.inputs.words * (each.columns[_IS_RUNNING] > 0)
        if len(each.gold) and running.sum() > 0:
            shares[each.collection].append(float(running[each.label].sum() / running.sum()))
    return {name: float(np.clip((np.mean(found) - _MIDDLE) / _RANGE, -1, 1)) for name, found in shares.items()}


@dataclass(frozen=True, eq=False)
class TrainingBatch:
    """A batch with its labels and weights."""

    pages: PageBatch
    label: torch.Tensor
    weight: torch.Tensor
    types: torch.Tensor
    page_weight: torch.Tensor
    gold_weight: torch.Tensor
    """The weight of a page, 0 without gold text."""


def epoch_batches(
    pages: Sequence[TrainingPage], settings: PageNetworkSettings, chance: np.random.Generator
) -> Iterator[tuple[float, TrainingBatch]]:
    """All pages once, in batches of pages of similar length; some of them as a harder page that was made of them.

    Each batch comes with the share of the batches before it.
    """
    drawn = []
    for page in pages:
        harder = len(page.harder) > 0 and chance.random() < settings.harder
        drawn.append(page.harder[int(chance.integers(len(page.harder)))] if harder else page.blocks)
    batches = _similar(np.minimum([len(blocks) for blocks in drawn], settings.crop), settings, chance)
    for number, places in enumerate(batches):
        chosen = [(pages[place], drawn[place]) for place in places]
        yield number / len(batches), _batch(chosen, settings, chance)


def _similar(
    sizes: npt.NDArray[np.intp], settings: PageNetworkSettings, chance: np.random.Generator
) -> list[list[int]]:
    """The places of pages in batches that are filled up to the number of blocks of the settings, in random order."""
    order = np.argsort(sizes + 8 * chance.random(len(sizes)), kind="stable").tolist()
    batches: list[list[int]] = [[]]
    longest = 0
    for place in order:
        longest = max(longest, int(sizes[place]))
        if batches[-1] and (len(batches[-1]) + 1) * longest > settings.batch:
            batches.append([])
            longest = int(sizes[place])
        batches[-1].append(place)
    return [batches[number] for number in chance.permutation(len(batches)).tolist()]


def _batch(
    chosen: list[tuple[TrainingPage, TrainingBlocks]], settings: PageNetworkSettings, chance: np.random.Generator
) -> TrainingBatch:
    longest = min(max(len(blocks) for _, blocks in chosen), settings.crop)
    features = chosen[0][1].inputs.shape[1]
    inputs = np.zeros((len(chosen), longest, features), dtype=np.float32)
    words, label, weight = np.zeros((3, len(chosen), longest), dtype=np.float32)
    style = np.zeros((len(chosen), len(STYLES)), dtype=np.float32)
    for row, (page, blocks) in enumerate(chosen):
        start, count = 0, len(blocks)
        if count > longest:
            start, count = int(chance.integers(count - longest + 1)), longest
        part = slice(start, start + count)
        inputs[row, :count] = blocks.inputs[part]
        words[row, :count], label[row, :count] = blocks.words[part], blocks.label[part]
        weight[row, :count] = blocks.weight[part]
        style[row] = page.style * (chance.random(len(STYLES)) >= settings.style_dropout)
        inputs[row, :, chance.random(features) < chance.random() * settings.column_dropout] = 0
        if chance.random() < settings.class_dropout:
            inputs[row, :, _CLASS_FEATURES] = -1
    page_weight = torch.tensor([page.weight for page, _ in chosen])
    return TrainingBatch(
        PageBatch(*map(torch.from_numpy, (inputs, words, style))),
        label=torch.from_numpy(label),
        weight=torch.from_numpy(weight),
        types=torch.tensor([page.type for page, _ in chosen]),
        page_weight=page_weight,
        gold_weight=page_weight * torch.tensor([page.has_gold for page, _ in chosen]),
    )
