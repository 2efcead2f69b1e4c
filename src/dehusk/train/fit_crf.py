"""Training the conditional random field of Victor (Marek, Pecina & Spousta 2007) with CRFsuite."""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dehusk.bench.alignment import content_labels
from dehusk.bench.metrics import ConfusionCounts, block_label_counts, pool
from dehusk.errors import ArgumentError, CollectionError, MissingExtra
from dehusk.methods.crf.chain import MOST_BINS, OFFSETS, Bins, CrfWeights, beside
from dehusk.methods.crf.victor_features import NAMES, VictorBlocks, measure_blocks
from dehusk.page import parse

try:
    import pycrfsuite
except ImportError:
    raise MissingExtra("python-crfsuite", "train") from None

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dehusk.bench.collections import LabelledPage
    from dehusk.page.arrays import Bools, Floats, Ints

    Progress = Callable[[str], None]

LABELS = ("boilerplate", "content")


@dataclass(frozen=True, kw_only=True)
class CrfSettings:
    """How the chain is trained.

    ``blocks``: of one page so many blocks from its beginning; CRFsuite keeps all of them in memory. ``ridge``: the
    weight of the squared weights.

    >>> CrfSettings(iterations=0)
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: iterations must be at least 1, not 0
    """

    blocks: int = 500
    ridge: float = 1.0
    iterations: int = 150

    def __post_init__(self) -> None:
        for name in ("blocks", "iterations"):
            if getattr(self, name) < 1:
                raise ArgumentError(f"{name} must be at least 1, not {getattr(self, name)}")


@dataclass(frozen=True, eq=False)
class BlockExample:
    """A labelled page: the features of its blocks, and which of them are content."""

    collection: str
    split: str
    values: Floats
    label: Bools


def example(page: LabelledPage) -> BlockExample | None:
    """Measure and label a page; None if it has no gold text or no blocks.

    >>> from dehusk.bench.collections import LabelledPage
    >>> page = LabelledPage(id="1", dataset="tea", html="<p>Menu<p>Steep the tea well.", gold="Steep the tea well.")
    >>> example(page).label.tolist()
    [False, True]
    """
    if not page.gold:
        return None
    blocks = VictorBlocks.of(parse(page.html))
    if not len(blocks):
        return None
    label = content_labels(page.gold, blocks.texts())
    return BlockExample(page.dataset, page.split, measure_blocks(blocks), label)


def fit(examples: Sequence[BlockExample], settings: CrfSettings, progress: Progress) -> CrfWeights:
    """Train the chain; the same examples and settings give the same weights."""
    pages = list(examples)
    if not pages:
        raise CollectionError("no page with gold text and blocks: nothing to train on")
    bins = Bins.fitted(np.concatenate([page.values for page in pages]))
    trainer = pycrfsuite.Trainer(verbose=False)
    for page in pages:
        found = bins.of(page.values[: settings.blocks])
        label = page.label[: settings.blocks]
        trainer.append(attributes(found), [LABELS[each] for each in label.astype(int).tolist()])
    progress(f"training on {len(pages):,} pages")
    trainer.set_params(
        {"c1": 0.0, "c2": settings.ridge, "max_iterations": settings.iterations, "feature.possible_transitions": True}
    )
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "model")
        trainer.train(path)
        state, transition = _weights(path)
    summary = {
        "pages": dict(sorted(Counter(page.collection for page in pages).items())),
        "blocks": int(sum(len(page.label) for page in pages)),
        "settings": asdict(settings),
    }
    return CrfWeights(bins, state, transition, summary)


def attributes(bins: Ints) -> list[list[str]]:
    """The attributes of each block as CRFsuite reads them.

    >>> attributes(np.array([[1], [2]]))[0]
    ['2.0.1', '3.0.2']
    """
    found: list[list[str]] = [[] for _ in range(len(bins))]
    for number, offset in enumerate(OFFSETS):
        for block, row in enumerate(beside(bins, offset).tolist()):
            found[block] += [f"{number}.{feature}.{value}" for feature, value in enumerate(row) if value >= 0]
    return found


def _weights(path: str) -> tuple[Floats, Floats]:
    """The weights of a model of CRFsuite as arrays."""
    tagger = pycrfsuite.Tagger()
    tagger.open(path)
    found = tagger.info()
    tagger.close()
    state, transition = np.zeros((len(OFFSETS), len(NAMES), MOST_BINS)), np.zeros((2, 2))
    for (attribute, label), weight in found.state_features.items():
        place = tuple(map(int, attribute.split(".")))
        state[place] += weight if label == LABELS[1] else -weight
    for (before, after), weight in found.transitions.items():
        transition[LABELS.index(before), LABELS.index(after)] = weight
    return state, transition


def label_counts(weights: CrfWeights, pages: Sequence[BlockExample]) -> dict[str, ConfusionCounts]:
    """Right and wrong labels by collection."""
    found: dict[str, list[ConfusionCounts]] = {}
    for page in pages:
        labels = weights.labels(weights.odds(page.values))
        found.setdefault(page.collection, []).append(block_label_counts(labels, page.label))
    return {name: pool(counts) for name, counts in sorted(found.items())}
