"""Training Boilernet (Leonhardt, Anand & Khosla 2020): leaf labels by alignment, a bidirectional LSTM by Adam.

As in the authors' code: counts of frequent words and tags, classes weighted by their frequency, dropout before the
output, the state with the best F1 on validation pages.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from dehusk.bench.alignment import content_labels
from dehusk.bench.metrics import ConfusionCounts, block_label_counts, pool
from dehusk.errors import ArgumentError, CollectionError, MissingExtra
from dehusk.methods.boilernet.boilernet_weights import BoilernetWeights
from dehusk.methods.boilernet.leaf_tokens import (
    LeafCounts,
    Vocabulary,
    count_features,
    leaf_tokens,
    read_leaves,
    tag_counts_on_paths,
)
from dehusk.methods.boilernet.lstm import PIECE, Direction, LeafNetwork
from dehusk.page import parse

try:
    import torch
except ImportError:
    raise MissingExtra("torch", "train") from None

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dehusk.bench.collections import LabelledPage
    from dehusk.methods.boilernet.leaf_tokens import Matrix
    from dehusk.page.arrays import Bools, Floats

    Progress = Callable[[str], None]

_MOST_COUNTED = 2000
"""Of one page, so many of its words are counted for the vocabulary."""
_MAX_GRADIENT = 5.0
"""Longer gradients are shortened: the counts of a long leaf are large numbers."""


@dataclass(frozen=True, kw_only=True)
class LstmSettings:
    """How the network is trained; the authors use 256 dense and 256 hidden units, and 50 epochs.

    >>> LstmSettings(epochs=0)
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: epochs must be at least 1, not 0
    """

    words: int = 1000
    tags: int = 50
    dense: int = 64
    hidden: int = 64
    layers: int = 2
    dropout: float = 0.5
    epochs: int = 8
    batch: int = 16
    learning_rate: float = 1e-3
    validation: float = 0.1
    """The share of the pages that are kept for validation."""
    seed: int = 20

    def __post_init__(self) -> None:
        for name in ("words", "tags", "dense", "hidden", "layers", "epochs", "batch"):
            if getattr(self, name) < 1:
                raise ArgumentError(f"{name} must be at least 1, not {getattr(self, name)}")


def count_tokens(page: LabelledPage) -> tuple[Counter[str], Counter[str]] | None:
    """How often words and tags occur on a training page; None for a test page or one without gold text.

    >>> from dehusk.bench.collections import LabelledPage
    >>> count_tokens(LabelledPage(id="1", dataset="tea", html="<p>Tea, tea", gold="Tea"))
    (Counter({'tea': 2, ',': 1}), Counter({'body': 1, 'p': 1}))
    """
    if page.split == "test" or not page.gold:
        return None
    parsed = parse(page.html)
    rows = read_leaves(parsed)
    words = Counter[str]()
    for found in leaf_tokens(parsed, rows):
        words.update(found)
    names = {name: int(column.sum()) for name, column in tag_counts_on_paths(parsed, rows).items()}
    return Counter(dict(words.most_common(_MOST_COUNTED))), Counter(names)


def make_vocabulary(counts: Sequence[tuple[Counter[str], Counter[str]]], settings: LstmSettings) -> Vocabulary:
    """The most frequent words and tags of all training pages."""
    words, names = Counter[str](), Counter[str]()
    for words_of_page, names_of_page in counts:
        words.update(words_of_page)
        names.update(names_of_page)
    return Vocabulary.of_counts(words, names, settings.words, settings.tags)


@dataclass(frozen=True, eq=False)
class LeafExample:
    """A labelled page: the features of its leaves, and which of them are content."""

    collection: str
    split: str
    counts: LeafCounts
    label: Bools


def example(page: LabelledPage, vocabulary: Vocabulary) -> LeafExample | None:
    """Read and label a page; None if it has no gold text or no leaves.

    >>> from dehusk.bench.collections import LabelledPage
    >>> page = LabelledPage(id="1", dataset="tea", html="<p>Menu<p>Steep the tea well.", gold="Steep the tea well.")
    >>> example(page, Vocabulary(("tea",), ("p",))).label.tolist()
    [False, True]
    """
    if not page.gold:
        return None
    parsed = parse(page.html)
    rows = read_leaves(parsed)
    if not len(rows):
        return None
    label = content_labels(page.gold, [parsed.leaf_text(row) for row in rows.tolist()])
    return LeafExample(page.dataset, page.split, count_features(parsed, rows, vocabulary), label)


def fit(
    examples: Sequence[LeafExample], vocabulary: Vocabulary, settings: LstmSettings, progress: Progress
) -> BoilernetWeights:
    """Train the network; the same examples and settings give the same weights."""
    pages = list(examples)
    random.Random(settings.seed).shuffle(pages)  # noqa: S311 - must repeat, not be secret
    size = max(1, round(settings.validation * len(pages)))
    validation, training = pages[:size], pages[size:]
    share = float(np.mean(np.concatenate([page.label for page in training]))) if training else 0.0
    if not 0 < share < 1:
        raise CollectionError("no pages with leaves of both kinds: nothing to train on")
    progress(f"training on {len(training):,} pages, validating on {len(validation):,}")
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(settings.seed)
    # Sums in another order are rounded differently: with several threads the weights would depend on the machine.
    torch.set_num_threads(1)
    chance = np.random.default_rng(settings.seed)
    module = LeafModule(len(vocabulary), settings)
    optimiser = torch.optim.Adam(module.parameters(), lr=settings.learning_rate)
    best, best_score = module.exported(), -1.0
    for epoch in range(1, settings.epochs + 1):
        loss = _train_epoch(module, optimiser, training, share, settings, chance)
        network = module.exported()
        score = pool(_counts(network, page) for page in validation).f1
        progress(f"epoch {epoch} of {settings.epochs}: loss {loss:.3f}, validation {score:.4f}")
        if score > best_score:
            best, best_score = network, score
    summary = {
        "pages": dict(sorted(Counter(page.collection for page in pages).items())),
        "leaves": int(sum(len(page.label) for page in pages)),
        "settings": asdict(settings),
        "validation": {"leaf_f1": round(best_score, 4)},
    }
    return BoilernetWeights(vocabulary, best, summary)


def _train_epoch(
    module: LeafModule,
    optimiser: torch.optim.Optimizer,
    training: Sequence[LeafExample],
    share: float,
    settings: LstmSettings,
    chance: np.random.Generator,
) -> float:
    """One piece of every page, once; returns the mean loss.

    Pages of similar length are in one batch, and all pieces of a batch are as long as its shortest: sequences of
    different lengths take torch ten times as long.
    """
    order = sorted(
        chance.permutation(len(training)).tolist(), key=lambda page: min(training[page].counts.leaves, PIECE)
    )
    batches = [order[at : at + settings.batch] for at in range(0, len(order), settings.batch)]
    losses = []
    module.train()
    for number in chance.permutation(len(batches)).tolist():
        pages = [training[page] for page in batches[number]]
        size = min(PIECE, *(page.counts.leaves for page in pages))
        starts = [int(chance.integers(0, page.counts.leaves - size + 1)) for page in pages]
        spans = [(page, start, start + size) for page, start in zip(pages, starts, strict=True)]
        x = np.stack([page.counts.dense(module.features, start, stop) for page, start, stop in spans], axis=1)
        y = np.stack([page.label[start:stop] for page, start, stop in spans], axis=1)
        odds, label = module(torch.from_numpy(x)), torch.from_numpy(y.astype(np.float32))
        # Both classes have the same weight in all.
        weight = torch.where(label > 0, 0.5 / share, 0.5 / (1 - share))
        loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, label, weight)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(module.parameters(), _MAX_GRADIENT)
        optimiser.step()
        losses.append(loss.item())
    return float(np.mean(losses))


class LeafModule(torch.nn.Module):
    """The network as torch runs it."""

    def __init__(self, features: int, settings: LstmSettings) -> None:
        super().__init__()
        self.features = features
        self.dense = torch.nn.Linear(features, settings.dense)
        self.lstm = torch.nn.LSTM(settings.dense, settings.hidden, num_layers=settings.layers, bidirectional=True)
        self.dropout = torch.nn.Dropout(settings.dropout)
        self.output = torch.nn.Linear(2 * settings.hidden, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The log-odds of the leaves, (leaves, sequences); ``x`` is (leaves, sequences, features)."""
        states, _ = self.lstm(torch.relu(self.dense(x)))
        odds: torch.Tensor = self.output(self.dropout(states))[:, :, 0]
        return odds

    def exported(self) -> LeafNetwork:
        """The network as numpy runs it, in the half precision of the weights file."""
        arrays = {name: _halved(tensor) for name, tensor in self.state_dict().items()}
        layers = []
        for number in range(self.lstm.num_layers):
            directions = []
            for suffix in ("", "_reverse"):
                name = f"l{number}{suffix}"
                biases = [self.state_dict()[f"lstm.bias_{part}_{name}"] for part in ("ih", "hh")]
                directions.append(
                    Direction(
                        arrays[f"lstm.weight_ih_{name}"],
                        arrays[f"lstm.weight_hh_{name}"],
                        _halved(biases[0] + biases[1]),
                    )
                )
            layers.append((directions[0], directions[1]))
        return LeafNetwork(
            dense_weight=np.ascontiguousarray(arrays["dense.weight"].T),
            dense_bias=arrays["dense.bias"],
            layers=tuple(layers),
            output_weight=arrays["output.weight"][0],
            output_bias=float(arrays["output.bias"][0]),
        )


def _halved(tensor: torch.Tensor) -> Matrix:
    return cast("Matrix", tensor.detach().numpy().astype(np.float16).astype(np.float32))


def _counts(network: LeafNetwork, page: LeafExample) -> ConfusionCounts:
    probability: Floats = network.probabilities(page.counts).astype(np.float64)
    return block_label_counts(probability > 0.5, page.label)


def label_counts(weights: BoilernetWeights, pages: Sequence[LeafExample]) -> dict[str, ConfusionCounts]:
    """Right and wrong labels by collection."""
    found: dict[str, list[ConfusionCounts]] = {}
    for page in pages:
        found.setdefault(page.collection, []).append(_counts(weights.network, page))
    return {name: pool(counts) for name, counts in sorted(found.items())}
