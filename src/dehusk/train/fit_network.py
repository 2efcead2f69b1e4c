"""From labelled pages to a model.

The network is trained on all training pages. The rule that decides, and what an expected F1 means, are chosen on scores
of pages from collections that the network never saw: some collections are left out, a network is trained on the rest,
and scores the ones left out. A user's page is like that: from a site that nobody trained on. The scale of the scores is
fitted to pages of sites that are left out, of all collections: where a whole collection is, its conventions are unknown
too, and some pages are misjudged with confidence.
"""

from __future__ import annotations

import itertools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from dehusk.errors import ArgumentError, CollectionError
from dehusk.methods.learned.decision import DecisionRule
from dehusk.methods.learned.model_file import Model
from dehusk.methods.learned.page_network import PageNetwork
from dehusk.methods.learned.page_style import styled_scores
from dehusk.methods.learned.page_type import TYPES
from dehusk.train.measure import TRAINING_NOISE, macro, means, measure
from dehusk.train.network_data import NO_TYPE, ScaledPages, TrainingBatch, epoch_batches, fit_scale, training_pages
from dehusk.train.network_module import PageModule, WeightAverage
from dehusk.train.site_split import TEST

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.page.arrays import Floats
    from dehusk.train.labels import Example
    from dehusk.train.measure import KnownF1
    from dehusk.train.network_data import TrainingPage

    Progress = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class PageNetworkSettings:
    """How the network is trained; the defaults were chosen by leaving collections out.

    >>> PageNetworkSettings(epochs=0)
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: epochs must be at least 1, not 0
    """

    epochs: int = 16
    """How often each page is shown."""
    fold_epochs: int = 8
    """The same for the networks that are trained without some collections."""
    learning_rate: float = 2e-3
    weight_decay: float = 0.01
    batch: int = 2250
    """Blocks per batch."""
    crop: int = 320
    """Of a longer page so many blocks in a row are drawn at random."""
    first: int = 64
    size: int = 48
    wide: int = 64
    """Numbers per block after the first layer, between layers, and inside each of the four layers."""
    average_from: float = 2 / 3
    """The weights of the network are the mean of those after each step behind this share of the training."""
    dropout: float = 0.1
    column_dropout: float = 0.2
    """Up to this share of the features is dropped per page."""
    class_dropout: float = 0.15
    """The share of pages that are shown without class words."""
    style_dropout: float = 0.35
    """The share of styles that are shown as unknown."""
    harder: float = 0.3
    """The share of pages in whose place a harder page is shown."""
    f1_weight: float = 0.5
    """The weight of 1 - F1 of the page beside the cross-entropy of the blocks."""
    type_weight: float = 0.1
    """The weight of the page type's cross-entropy."""
    balance: float = 0.5
    """A page of a collection with n pages has the weight n to the power of minus this."""
    sentences: float = 0.5
    """The weight of a page that is labelled by sentences, relative to one with gold text."""
    folds: int = 4
    """Groups of collections that are left out in turn."""
    seed: int = 20

    def __post_init__(self) -> None:
        for name in ("epochs", "fold_epochs", "batch", "crop", "first", "size", "wide", "folds"):
            if getattr(self, name) < 1:
                raise ArgumentError(f"{name} must be at least 1, not {getattr(self, name)}")


_RULES = [
    DecisionRule(spread=spread, comment_penalty=penalty, usual_beta=beta)
    for spread, penalty, beta in itertools.product((1.0, 2.0), (0.0, 1.0), (0.7, 1.0))
]
_USUAL_RULE = DecisionRule(comment_penalty=0.0)
"""Comments are left to the style: pages with comments are scored as pages whose text has none."""
_UNKNOWN_STYLE: tuple[float, ...] = (0.0, 0.0, 0.0)
"""The style of a new model: the network decides about headlines, comments and the rest of the page."""
_MIN_COLLECTION = 20
_FEW_PAGES = 100
"""With fewer pages, what was chosen for the model that training starts from stays."""
_SITES_LEFT_OUT = 5
"""One of so many sites is left out for the scale of the scores."""
_STEP_SIZES = (1.0, 0.3, 0.1, 0.01)
_MAX_GRADIENT = 1.0
_WARM_UP = 0.2
_WORKERS = 2
_CONFIDENCE_POINTS = 8
_MIN_TYPE_PAGES = 40
"""With fewer pages of a type left out, its expected F1 is mapped as that of all pages."""
_DIGITS = 4
"""Of the scale of the scores and of F1: sums in another order must not change the bytes of a model."""
_STEADY = 5.0
"""Added to the weight of a page's blocks, so that a page with one known block is not as loud as a long one."""


def collection_groups(sizes: Counter[str], folds: int) -> dict[str, int]:
    """Collection -> the group with which it is left out; collections whose names differ in digits only are together.

    >>> collection_groups(Counter({"daniel": 9, "wcxb": 5, "wcxb2": 3, "dragnet": 7}), 2)
    {'daniel': 0, 'dragnet': 1, 'wcxb': 1, 'wcxb2': 1}
    """
    families = Counter[str]()
    for name, size in sizes.items():
        families[name.rstrip("0123456789")] += size
    filled, group_of = [0] * folds, {}
    for family, size in sorted(families.items(), key=lambda item: (-item[1], item[0])):
        group_of[family] = int(np.argmin(filled))
        filled[group_of[family]] += size
    return {name: group_of[name.rstrip("0123456789")] for name in sorted(sizes)}


def groups_of(examples: Sequence[Example], folds: int) -> dict[str, int]:
    """The groups of the collections that have training pages with gold text."""
    return collection_groups(
        Counter(each.collection for each in examples if each.split != TEST and len(each.gold)), folds
    )


class Fold(NamedTuple):
    """What one network is trained on and what it scores."""

    name: str
    train: list[Example]
    scored: list[Example]
    epochs: int
    seed: int


def fit(
    examples: Sequence[Example], settings: PageNetworkSettings, progress: Progress, start: Model | None = None
) -> Model:
    """Fit a model; the same examples and settings give the same model.

    Nothing is fitted to or chosen on examples whose split is ``test``: they are for the report card. ``start``: a model
    whose network is trained on, instead of one with random weights. If there are few pages its style, its rule and the
    meaning of its scores stay as they are.
    """
    train = [each for each in examples if each.split != TEST]
    if not any(len(each.gold) for each in train):
        raise CollectionError("no page with gold text: the decision cannot be fitted without any")
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    scaled = ScaledPages(train, fit_scale(train, settings.seed) if start is None else start.network.scale)
    folds, of_sites = _folds(examples, settings), site_fold(train, settings)
    work = [Fold("nothing", train, [], settings.epochs, settings.seed), of_sites, *folds]
    with ThreadPoolExecutor(_WORKERS) as workers:
        networks = workers.map(lambda fold: train_network(fold, scaled, settings, progress, start), work)
        network, network_of_sites, *others = networks
    pairs = [(each, other) for fold, other in zip(folds, others, strict=True) for each in fold.scored]
    left_out = [pair for pair in pairs if pair[0].split != TEST]
    kept = start if len(left_out) < _FEW_PAGES else None
    known: KnownF1 = {}
    if kept is None:
        progress("choosing the decision rule on pages left out")
        style, rule = _UNKNOWN_STYLE, _choose_rule(left_out, known)
        progress(f"chosen: {rule}")
    else:
        style, rule = kept.style, kept.rule
    scored = _scored(left_out, style)
    tested = _scored([pair for pair in pairs if pair[0].split == TEST], style)
    summary: dict[str, Any] = {
        "pages": dict(sorted(Counter(each.collection for each in train).items())),
        "blocks": int(sum(len(each.label) for each in train)),
        "settings": asdict(settings),
        "left_out_f1": means(measure(scored, rule, known)),
        "left_out_test_f1": means(measure(tested, rule, known)),
    }
    if kept is not None:
        return replace(kept, network=network, summary=summary)
    calibration = _calibration(_scored([(each, network_of_sites) for each in of_sites.scored], style))
    return Model(network, style, rule, calibration, _confidence(scored, rule, known), summary)


def site_fold(train: list[Example], settings: PageNetworkSettings) -> Fold:
    """Every fifth site is left out; where that is no page with gold text, or every page, every fifth with gold text."""
    with_gold = [each for each in train if len(each.gold)]
    out = {id(each) for each in train if crc32(each.site.encode()) % _SITES_LEFT_OUT == 0}
    if len(out) == len(train) or not any(id(each) in out for each in with_gold):
        out = {id(each) for each in with_gold[::_SITES_LEFT_OUT]}
    rest = [each for each in train if id(each) not in out] or train
    scored = [each for each in with_gold if id(each) in out]
    return Fold("every fifth site", rest, scored, settings.fold_epochs, settings.seed + 1 + settings.folds)


def _folds(examples: Sequence[Example], settings: PageNetworkSettings) -> list[Fold]:
    """Groups of collections that are left out in turn; with one collection, groups of its pages."""
    group_of = groups_of(examples, settings.folds)
    if len(set(group_of.values())) < 2:
        numbers = {id(each): place % settings.folds for place, each in enumerate(examples)}
    else:
        numbers = {id(each): group_of.get(each.collection, -1) for each in examples}
    folds = []
    for number in sorted(set(numbers.values()) - {-1}):
        train = [each for each in examples if each.split != TEST and numbers[id(each)] != number]
        scored = [each for each in examples if numbers[id(each)] == number and len(each.gold)]
        name = ", ".join(sorted({each.collection for each in scored}))
        if train and scored:
            folds.append(Fold(name, train, scored, settings.fold_epochs, settings.seed + 1 + number))
    return folds


def train_network(
    fold: Fold, scaled: ScaledPages, settings: PageNetworkSettings, progress: Progress, start: Model | None = None
) -> PageNetwork:
    """Train one network; it depends on nothing but its arguments."""
    pages = training_pages(fold.train, scaled, settings)
    chance = np.random.default_rng(fold.seed)
    generator = torch.Generator().manual_seed(fold.seed)
    module = PageModule(
        len(scaled.scale.borders),
        len(TYPES),
        first=settings.first,
        size=settings.size,
        wide=settings.wide,
        dropout=settings.dropout,
        generator=generator,
    )
    if start is not None:
        module.load_arrays(start.network.weights)
    optimiser = torch.optim.AdamW(module.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay)
    average = WeightAverage(module)
    module.train()
    for epoch in range(fold.epochs):
        loss = _train_epoch(module, optimiser, pages, settings, chance, (epoch, fold.epochs), average)
        progress(f"without {fold.name}: epoch {epoch + 1} of {fold.epochs}, loss {loss:.4f}")
    average.put()
    return PageNetwork.rounded(scaled.scale, module.arrays())


def _train_epoch(
    module: PageModule,
    optimiser: torch.optim.Optimizer,
    pages: Sequence[TrainingPage],
    settings: PageNetworkSettings,
    chance: np.random.Generator,
    epoch: tuple[int, int],
    average: WeightAverage,
) -> float:
    """One pass over the pages, the number of it and of all passes given; returns the mean loss.

    The weights after each step of the last part of the training are added to the average.
    """
    losses = []
    for before, batch in epoch_batches(pages, settings, chance):
        done = (epoch[0] + before) / epoch[1]
        rate = learning_rate_at(done)
        for group in optimiser.param_groups:
            group["lr"] = settings.learning_rate * rate
        loss = page_loss(module, batch, settings)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(module.parameters(), _MAX_GRADIENT)
        optimiser.step()
        if done >= settings.average_from:
            average.add()
        losses.append(loss.item())
    return float(np.mean(losses))


def learning_rate_at(done: float) -> float:
    """The learning rate after this share of the training, as a share of its maximum: it rises, then falls to 0.

    >>> [round(learning_rate_at(done), 2) for done in (0.0, 0.2, 0.6, 1.0)]
    [0.04, 1.0, 0.5, 0.0]
    """
    if done < _WARM_UP:
        return float(0.52 - 0.48 * np.cos(np.pi * done / _WARM_UP))
    return float(0.5 + 0.5 * np.cos(np.pi * (done - _WARM_UP) / (1 - _WARM_UP)))


def page_loss(module: PageModule, batch: TrainingBatch, settings: PageNetworkSettings) -> torch.Tensor:
    """Cross-entropy of the blocks, 1 - F1 of the page by words, and the cross-entropy of the page type."""
    logits, types = module(batch.pages)
    weight, page_weight, words = batch.weight, batch.page_weight, batch.pages.words
    blocks = binary_cross_entropy_with_logits(logits, batch.label, weight, reduction="none").sum(1)
    loss = (page_weight * blocks / (weight.sum(1) + _STEADY)).sum() / page_weight.sum()
    kept = torch.sigmoid(logits) * words
    found = (kept * batch.label).sum(1)
    f1 = (2 * found + 1) / (kept.sum(1) + (batch.label * words).sum(1) + 1)
    loss = loss + settings.f1_weight * ((1 - f1) * batch.gold_weight).sum() / page_weight.sum()
    if bool((batch.types != NO_TYPE).any()):
        of_types = cross_entropy(types, batch.types, ignore_index=NO_TYPE, reduction="sum")
        loss = loss + settings.type_weight * of_types / len(batch.types)
    return loss


def _choose_rule(left_out: list[tuple[Example, PageNetwork]], known: KnownF1) -> DecisionRule:
    """The rule with the highest macro F1 on the pages left out.

    Small collections do not count, if there are others. Another rule than the usual one must gain more than two
    trainings differ by.
    """
    sizes = Counter(each.collection for each, _ in left_out)
    large = [pair for pair in left_out if sizes[pair[0].collection] >= _MIN_COLLECTION] or left_out
    scored = _scored(large, _UNKNOWN_STYLE)
    found = {rule: macro(measure(scored, rule, known)) for rule in (_USUAL_RULE, *_RULES)}
    best = max(_RULES, key=found.__getitem__)
    return best if found[best] > found[_USUAL_RULE] + TRAINING_NOISE else _USUAL_RULE


def _scored(pages: list[tuple[Example, PageNetwork]], style: tuple[float, ...]) -> list[tuple[Example, Floats]]:
    """Each page with the logits that its network gives it in a style."""
    wanted = np.array(style)
    return [
        (each, styled_scores(network, each.columns, each.inputs, wanted, DecisionRule()).scores.logits)
        for each, network in pages
    ]


def _calibration(scored: list[tuple[Example, Floats]]) -> tuple[float, float]:
    """Scale and offset that make scores log-odds (Platt 1999): logistic regression by Newton's method."""
    z = np.concatenate([logits for _, logits in scored])
    y = np.concatenate([each.label for each, _ in scored]).astype(np.float64)
    w = np.concatenate([each.weight for each, _ in scored])
    inputs = np.column_stack([z, np.ones(len(z))])

    def loss(solution: Floats) -> float:
        found = inputs @ solution
        return float(w @ (np.logaddexp(0.0, found) - y * found))

    solution = np.array([1.0, 0.0])
    for _ in range(20):
        p = 1 / (1 + np.exp(-np.clip(inputs @ solution, -30, 30)))
        gradient = inputs.T @ (w * (y - p))
        curvature = (inputs * (w * p * (1 - p))[:, None]).T @ inputs + 1e-3 * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        # A whole step can lead too far where most probabilities are near 0 or 1.
        size = next((size for size in _STEP_SIZES if loss(solution + size * step) < loss(solution)), 0.0)
        solution = solution + size * step
    return round(float(solution[0]), _DIGITS), round(float(solution[1]), _DIGITS)


def _confidence(scored: list[tuple[Example, Floats]], rule: DecisionRule, known: KnownF1) -> Floats32:
    """For each page type: expected F1 and measured F1, in bins of equally many pages, made to rise."""
    pages = [(each.type, measure([(each, logits)], rule, known)[each.collection][0]) for each, logits in scored]
    curves = []
    for name in TYPES:
        of_type = [page for kind, page in pages if kind == name]
        chosen = of_type if len(of_type) >= _MIN_TYPE_PAGES else [page for _, page in pages]
        points = np.array(sorted((page.expected, page.f1) for page in chosen))
        bins = [part.mean(axis=0) for part in np.array_split(points, _CONFIDENCE_POINTS) if len(part)]
        bins += [bins[-1]] * (_CONFIDENCE_POINTS - len(bins))
        curve = np.array(bins).T
        curves.append([curve[0], np.maximum.accumulate(curve[1])])
    return np.round(curves, _DIGITS).astype(np.float32)
