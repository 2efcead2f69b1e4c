"""Training Web2Text (Vogels, Ganea & Eickhoff 2018): labels by alignment, two networks by stochastic descent.

As in the authors' code: patches of nine blocks or of the eight pairs between them, Adam, dropout on the weights; of all
the states of a network the one is kept that does best on validation pages.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, NamedTuple, cast, get_args

import numpy as np

from dehusk.bench.alignment import content_labels
from dehusk.bench.metrics import ConfusionCounts, block_label_counts, pool
from dehusk.errors import ArgumentError, CollectionError, MissingExtra
from dehusk.methods.base import require_choice
from dehusk.methods.web2text.decoding import viterbi
from dehusk.methods.web2text.feature_columns import FeatureScale, MeasuredPage, Mode
from dehusk.methods.web2text.mode_features import measure, scaled_columns
from dehusk.methods.web2text.network import FORMS, Form, Layer, Network, layer_shapes
from dehusk.methods.web2text.text_statistics import Words, texts_of
from dehusk.methods.web2text.weights_file import Weights
from dehusk.page import parse
from dehusk.train.label_report import label_table

try:
    import torch
except ImportError:
    raise MissingExtra("torch", "train") from None

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dehusk.bench.collections import LabelledPage
    from dehusk.methods.web2text.feature_columns import Matrix
    from dehusk.page.arrays import Bools, Ints

    Progress = Callable[[str], None]

_FEW_BLOCKS = 10
"""Pages with no more blocks than this are not trained on."""


@dataclass(frozen=True, kw_only=True)
class NetworkSettings:
    """How networks are trained; the defaults are those of the authors' code.

    ``patience``: training ends after so many validations in a row that found nothing better.

    >>> NetworkSettings(form="seven")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: form must be one of released, paper, not 'seven'
    """

    form: Form = "released"
    mode: Mode = "released"
    words: Words = "english"
    steps: int = 5000
    patience: int = 10
    batch: int = 128
    patch: int = 9
    """Consecutive blocks; there is one pair fewer than there are blocks."""
    learning_rate: float = 1e-3
    dropout: float = 0.2
    validate_every: int = 100
    validation: float = 0.1
    """The share of the pages that are kept for validation."""
    seed: int = 20

    def __post_init__(self) -> None:
        require_choice("form", self.form, tuple(FORMS))
        require_choice("mode", self.mode, get_args(Mode))
        require_choice("words", self.words, ("english", "any"))
        for name in ("steps", "patience", "batch", "validate_every"):
            if getattr(self, name) < 1:
                raise ArgumentError(f"{name} must be at least 1, not {getattr(self, name)}")


@dataclass(frozen=True, eq=False)
class NetworkExample:
    """A labelled page: what is measured of it, and which of its blocks are content."""

    collection: str
    split: str
    values: MeasuredPage
    label: Bools


def example(page: LabelledPage, words: Words = "english", mode: Mode = "released") -> NetworkExample | None:
    """Measure and label a page; None if it has no gold text or no blocks.

    Hidden text is kept, as in the authors' code and in :func:`dehusk.bench.label_scores.label_scores`.

    >>> from dehusk.bench.collections import LabelledPage
    >>> page = LabelledPage(id="1", dataset="tea", html="<p>Menu<p>Steep the tea well.", gold="Steep the tea well.")
    >>> example(page).label.tolist()
    [False, True]
    """
    if not page.gold:
        return None
    cdom, values = measure(parse(page.html, hidden="keep"), words, mode)
    if not len(cdom.leaves):
        return None
    return NetworkExample(page.dataset, page.split, values, content_labels(page.gold, texts_of(cdom)))


def fit(examples: Sequence[NetworkExample], settings: NetworkSettings, progress: Progress) -> Weights:
    """Train both networks; the same examples and settings give the same weights."""
    pages = list(examples)
    random.Random(settings.seed).shuffle(pages)  # noqa: S311 - must repeat, not be secret
    validation_size = max(1, round(settings.validation * len(pages)))
    validation, training = pages[:validation_size], pages[validation_size:]
    if sum(len(page.label) > _FEW_BLOCKS + 1 for page in training) < 1:
        raise CollectionError(f"no page with gold text and more than {_FEW_BLOCKS} blocks: nothing to train on")
    columns = scaled_columns(settings.mode)
    scale = (
        FeatureScale.of_authors(*columns)
        if settings.mode == "author"
        else FeatureScale.fitted(*columns, [page.values for page in training])
    )
    progress(f"training on {len(training):,} pages, validating on {len(validation):,}")
    unary, pairwise = (
        _train(
            name,
            classes,
            settings.patch - edges,
            _Sequences.of(training, scale, edges=edges),
            _Sequences.of(validation, scale, edges=edges),
            settings,
            progress,
        )
        for name, classes, edges in (("blocks", 2, False), ("pairs", 4, True))
    )
    summary = {
        "pages": dict(sorted(Counter(page.collection for page in pages).items())),
        "blocks": int(sum(len(page.label) for page in pages)),
        "settings": asdict(settings),
        "validation": {"block_f1": round(unary.score, 4), "pair_accuracy": round(pairwise.score, 4)},
    }
    form, mode, words = settings.form, settings.mode, settings.words
    return Weights(form, mode, words, scale, unary.network, pairwise.network, summary)


@dataclass(frozen=True, eq=False)
class _Sequences:
    """Pages as one long matrix, one row per block or pair of blocks."""

    matrix: Matrix
    label: Ints
    bounds: Ints
    """Where each page begins, and the end."""

    @classmethod
    def of(cls, pages: Sequence[NetworkExample], scale: FeatureScale, *, edges: bool) -> _Sequences:
        matrices, labels = [], []
        for page in pages:
            matrices.append(page.values.matrices(scale)[edges])
            label = page.label.astype(np.intp)
            labels.append(2 * label[:-1] + label[1:] if edges else label)
        bounds = np.cumsum([0, *map(len, labels)])
        return cls(np.concatenate(matrices), np.concatenate(labels), bounds)

    def score(self, network: Network) -> float:
        """How well a network does alone: F1 over blocks, or the share of pairs that are right."""
        spans = zip(self.bounds[:-1].tolist(), self.bounds[1:].tolist(), strict=True)
        found = np.concatenate([network.logits(self.matrix[a:b]).argmax(axis=1) for a, b in spans if b > a])
        if network.layers[-1].weight.shape[2] == 2:
            return block_label_counts(found, self.label).f1
        return float((found == self.label).mean())


class _Trained(NamedTuple):
    network: Network
    score: float


def _train(
    name: str,
    classes: int,
    patch: int,
    training: _Sequences,
    validation: _Sequences,
    settings: NetworkSettings,
    progress: Progress,
) -> _Trained:
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(settings.seed)
    # Sums in another order are rounded differently: with several threads the weights would depend on the machine.
    torch.set_num_threads(1)
    chance = np.random.default_rng(settings.seed)
    parameters = _initial(layer_shapes(settings.form, training.matrix.shape[1], classes))
    optimiser = torch.optim.Adam([tensor for pair in parameters for tensor in pair], lr=settings.learning_rate)
    matrix, label = torch.from_numpy(training.matrix), torch.from_numpy(training.label)
    best, since = _Trained(_exported(parameters), -1.0), 0
    for step in range(1, settings.steps + 1):
        rows = torch.from_numpy(_patches(training.bounds, patch, settings.batch, chance))
        logits = forward(matrix[rows], parameters, settings.dropout)
        loss = torch.nn.functional.cross_entropy(logits.reshape(-1, classes), label[rows].reshape(-1))
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        if step % settings.validate_every == 0 or step == settings.steps:
            network = _exported(parameters)
            score, since = validation.score(network), since + 1
            if score > best.score:
                best, since = _Trained(network, score), 0
            if step % (10 * settings.validate_every) == 0:
                progress(f"{name}: step {step:,} of {settings.steps:,}, loss {loss.item():.3f}, best {best.score:.4f}")
            if since >= settings.patience:
                break
    progress(f"{name}: validation {best.score:.4f} after {step:,} steps")
    return best


def _patches(bounds: Ints, patch: int, batch: int, chance: np.random.Generator) -> Ints:
    """Rows of runs of consecutive blocks or pairs; a page's first and last one are never among them."""
    sizes = np.diff(bounds)
    pages = chance.choice(np.flatnonzero(sizes > patch + 1), batch)
    starts = bounds[pages] + chance.integers(1, sizes[pages] - patch)
    return cast("Ints", starts[:, None] + np.arange(patch))


Parameters = list[tuple[torch.Tensor, torch.Tensor]]


def _initial(shapes: list[tuple[int, int, int]]) -> Parameters:
    parameters = []
    for shape in shapes:
        weight = torch.nn.init.trunc_normal_(torch.empty(shape), std=0.1, a=-0.2, b=0.2)
        parameters.append((weight.requires_grad_(), torch.zeros(shape[2]).requires_grad_()))
    return parameters


def forward(x: torch.Tensor, parameters: Parameters, dropout: float = 0.0) -> torch.Tensor:
    """A network as torch runs it: ``x`` is (pages, blocks, features); dropout acts on the weights.

    >>> weight, bias = torch.ones(3, 1, 1), torch.zeros(1)
    >>> forward(torch.ones(1, 3, 1), [(weight, bias)]).ravel().tolist()
    [2.0, 3.0, 2.0]
    """
    for place, (weight, bias) in enumerate(parameters):
        kept = torch.nn.functional.dropout(weight, dropout, training=dropout > 0)
        x = torch.relu(x) if place else x
        width, side = len(weight), len(weight) // 2
        # One product is a fifth faster than torch's own convolution at these sizes.
        padded = torch.nn.functional.pad(x, (0, 0, side, side))
        beside = [padded[:, start : start + x.shape[1]] for start in range(width)]
        x = torch.cat(beside, dim=2) @ kept.reshape(-1, kept.shape[2]) + bias
    return x


def _exported(parameters: Parameters) -> Network:
    copies = [[tensor.detach().numpy().copy() for tensor in pair] for pair in parameters]
    return Network(tuple(Layer(weight, bias) for weight, bias in copies))


def label_counts(weights: Weights, pages: Sequence[NetworkExample]) -> dict[str, ConfusionCounts]:
    """Right and wrong labels by collection."""
    found: dict[str, list[ConfusionCounts]] = {}
    for page in pages:
        blocks, edges = page.values.matrices(weights.scale)
        unary = weights.unary.log_probabilities(blocks).astype(np.float64)
        pairwise = weights.pairwise.log_probabilities(edges).astype(np.float64)
        counts = block_label_counts(viterbi(unary, pairwise), page.label)
        found.setdefault(page.collection, []).append(counts)
    return {name: pool(counts) for name, counts in sorted(found.items())}


def report_card(weights: Weights, pages: Sequence[NetworkExample]) -> str:
    """A table of block accuracy, precision, recall and F1 on pages that were not trained on.

    >>> print(report_card(cast(Weights, None), []))
    collection        accuracy  precision     recall         F1
    """
    return label_table(label_counts(weights, pages))
