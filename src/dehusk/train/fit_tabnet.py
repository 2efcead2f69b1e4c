"""Training TabNet on drawn pages whose elements are labelled, with the implementation that the GCE paper used."""

from __future__ import annotations

import io
import random
import warnings
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from dehusk.bench.page_scores import page_scores
from dehusk.errors import ArgumentError, CollectionError, MissingExtra
from dehusk.extractor import extract
from dehusk.layout import draw
from dehusk.methods.base import require_choice
from dehusk.methods.tabnet import TabNet
from dehusk.methods.tabnet.attentive_network import Affine, AttentiveNetwork, FeatureTransformer, Step
from dehusk.methods.tabnet.element_features import NAMES, TAGS, FeatureSet, element_rows, element_table
from dehusk.methods.tabnet.tabnet_weights import TabNetWeights
from dehusk.source import read

try:
    import torch
    from pytorch_tabnet.tab_model import TabNetClassifier
except ImportError:
    raise MissingExtra("pytorch-tabnet", "train") from None

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dehusk.bench.collections import LabelledPage
    from dehusk.methods.tabnet.element_features import Matrix
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

    Progress = Callable[[str], None]

_SCORES = ("block_f1", "block_f05", "block_precision", "block_recall", "char_f1", "f1")


@dataclass(frozen=True, kw_only=True)
class TabNetSettings:
    """How the network is trained; the paper gives only the shares of the splits.

    >>> TabNetSettings(features="all")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: features must be one of basic, both, not 'all'
    """

    features: FeatureSet = "both"
    epochs: int = 40
    patience: int = 10
    batch: int = 512
    learning_rate: float = 0.02
    validation: float = 0.1
    """The share of the sites that are kept for validation."""
    seed: int = 20

    def __post_init__(self) -> None:
        require_choice("features", self.features, tuple(NAMES))
        for name in ("epochs", "patience", "batch"):
            if getattr(self, name) < 1:
                raise ArgumentError(f"{name} must be at least 1, not {getattr(self, name)}")


@dataclass(frozen=True, eq=False)
class DrawnExample:
    """A drawn page and which of its elements are content."""

    labelled: LabelledPage
    page: Page
    label: Bools


def example(labelled: LabelledPage) -> DrawnExample:
    """Draw a page and label its elements; it must come from a collection that labels nodes."""
    if not labelled.gold_nodes or not labelled.path:
        raise CollectionError(f"{labelled.id}: no labelled nodes, or no file to draw")
    page, gold = draw(read(labelled.path)), frozenset(labelled.gold_nodes)
    return DrawnExample(labelled, page, np.array([page.path(row) in gold for row in element_rows(page).tolist()]))


def _table(each: DrawnExample, features: FeatureSet) -> Matrix:
    assert each.page.layout is not None  # noqa: S101 - a drawn page has one
    return element_table(each.page, each.page.layout, features)


def fit(examples: Sequence[DrawnExample], settings: TabNetSettings) -> TabNetWeights:
    """Train the network; the same examples and settings give the same weights."""
    if len(examples) < 2:
        raise CollectionError("at least two drawn pages with labelled nodes are needed")
    network = export(train_classifier(examples, settings))
    elements = sum(len(each.label) for each in examples)
    summary = {"sites": len(examples), "elements": elements, "settings": asdict(settings)}
    return TabNetWeights(settings.features, network, summary)


def train_classifier(examples: Sequence[DrawnExample], settings: TabNetSettings) -> Any:  # noqa: ANN401 - no types
    """A classifier of pytorch-tabnet, trained; some of the pages are for validation."""
    pages = list(examples)
    random.Random(settings.seed).shuffle(pages)  # noqa: S311 - must repeat, not be secret
    size = max(1, round(settings.validation * len(pages)))
    parts = []
    for part in (pages[size:], pages[:size]):
        table = np.concatenate([_table(each, settings.features) for each in part])
        parts.append((table, np.concatenate([each.label for each in part]).astype(np.int64)))
    torch.use_deterministic_algorithms(True)
    # Sums in another order are rounded differently: with several threads the weights would depend on the machine.
    torch.set_num_threads(1)
    # It prints and warns that training has ended.
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        model = TabNetClassifier(
            cat_idxs=[0],
            cat_dims=[len(TAGS) + 1],
            cat_emb_dim=1,
            optimizer_params={"lr": settings.learning_rate},
            seed=settings.seed,
            verbose=0,
            device_name="cpu",
        )
        model.fit(
            *parts[0],
            eval_set=[parts[1]],
            eval_metric=["logloss"],
            max_epochs=settings.epochs,
            patience=settings.patience,
            batch_size=settings.batch,
            virtual_batch_size=settings.batch,
            drop_last=False,
            compute_importance=False,
        )
    return model


def export(model: Any) -> AttentiveNetwork:  # noqa: ANN401 - pytorch-tabnet has no types
    """The network as numpy runs it; the normalisations become part of the matrices."""
    network = model.network.eval()
    encoder = network.tabnet.encoder
    scale, shift = _normalisation(encoder.initial_bn)
    return AttentiveNetwork(
        tag_values=_array(network.embedder.embeddings[0].weight)[:, 0],
        scale=scale,
        shift=shift,
        splitter=_transformer(encoder.initial_splitter),
        steps=tuple(
            Step(_normalised(attention.fc, attention.bn.bn), _transformer(transformer))
            for attention, transformer in zip(encoder.att_transformers, encoder.feat_transformers, strict=True)
        ),
        output=Affine(_array(network.tabnet.final_mapping.weight).T, np.zeros(2, dtype=np.float32)),
        gamma=float(encoder.gamma),
        decision_units=int(encoder.n_d),
    )


def _transformer(module: Any) -> FeatureTransformer:  # noqa: ANN401
    layers = [*module.shared.glu_layers, *module.specifics.glu_layers]
    return FeatureTransformer(tuple(_normalised(layer.fc, layer.bn.bn) for layer in layers))


def _normalised(linear: Any, norm: Any) -> Affine:  # noqa: ANN401
    scale, shift = _normalisation(norm)
    return Affine(_array(linear.weight).T * scale, shift)


def _normalisation(norm: Any) -> tuple[Matrix, Matrix]:  # noqa: ANN401
    """The scale and the shift of a normalisation of batches."""
    scale = _array(norm.weight) / np.sqrt(_array(norm.running_var) + np.float32(norm.eps))
    return scale, _array(norm.bias) - _array(norm.running_mean) * scale


def _array(tensor: torch.Tensor) -> Matrix:
    return cast("Matrix", tensor.detach().numpy().astype(np.float32))


def left_out_scores(
    examples: Sequence[DrawnExample], settings: TabNetSettings, folds: int, progress: Progress
) -> list[dict[str, float]]:
    """The scores of every page by a network that was trained without its site; every page is one site.

    The sites are divided into ``folds`` groups, and a network is trained without each group; with as many groups as
    sites, without each site.
    """
    found = []
    for fold in range(folds):
        weights = fit([each for place, each in enumerate(examples) if place % folds != fold], settings)
        for each in examples[fold::folds]:
            extraction = extract(each.page, method=TabNet(weights=weights))
            scores = page_scores(each.labelled, extraction.text, extraction, gives_nodes=True)
            found.append({name: float(scores[name]) for name in _SCORES})
            progress(f"{settings.features}: {each.labelled.id}: {scores['block_f1']:.3f}")
    return found


def report_card(name: str, scores: Sequence[dict[str, float]]) -> str:
    """A table row with the means over pages, as in the benchmarks.

    >>> print(report_card("both", [dict.fromkeys(_SCORES, 0.5)]))
    | tabnet:features=both | .500 | .500 | .500 | .500 | .500 | .500 |
    """
    cells = [f"{np.mean([page[key] for page in scores]):.3f}".lstrip("0") for key in _SCORES]
    return f"| tabnet:features={name} | {' | '.join(cells)} |"
