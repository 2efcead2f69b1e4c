"""From labelled pages to a model.

The trees are fitted to all training pages. The rest of the model (the rule that decides, the scale of the scores, the
map from expected to measured F1) is chosen on scores of pages from collections that the trees never saw: leave one
collection out, fit to the rest, score the one left out. A user's page is like that: from a site that nobody trained
on.
"""

from __future__ import annotations

import itertools
import json
import tempfile
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.errors import CollectionError, MissingExtra
from dehusk.methods.learned.decision import DecisionRule
from dehusk.methods.learned.model_file import Model
from dehusk.methods.learned.oblivious_trees import Trees
from dehusk.train.measure import macro, means, measure
from dehusk.train.page_types import fit_page_types

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from dehusk.page.arrays import Floats
    from dehusk.train.labels import Example

    Progress = Callable[[str], None]

try:
    import catboost
except ImportError:
    raise MissingExtra("catboost", "train") from None


@dataclass(frozen=True)
class TreeSettings:
    """How trees are fitted; the defaults were chosen by leaving collections out.

    >>> TreeSettings(trees=100).depth
    6
    """

    models: int = 3
    """Number of ensembles that are averaged, each with its own seed."""
    trees: int = 400
    depth: int = 6
    learning_rate: float = 0.12
    l2: float = 3.0
    features_per_level: float = 0.4
    blocks_per_tree: float = 0.6
    blocks_per_page: int = 250
    """Of a page with more blocks so many are drawn at random."""
    seed: int = 20
    threads: int = 2


# With a wider spread or a lower floor the longest list of links on a page is kept for its length alone.
_RULES = [
    DecisionRule(spread=spread, comment_penalty=penalty, floor=floor)
    for spread, penalty, floor in itertools.product((0.0, 1.0, 2.0), (0.0, 1.0, 2.0, 3.0), (0.12, 0.25))
]
TEST = "test"
_LARGE_COLLECTION = 100
_FOLDS = 4
_CONFIDENCE_BINS = 12


def fit(examples: Sequence[Example], settings: TreeSettings, progress: Progress) -> Model:
    """Fit a model; the same examples and settings give the same model.

    Nothing is fitted to or chosen on examples whose split is ``test``: they are for the report card.
    """
    train = [each for each in examples if each.split != TEST]
    if not any(len(each.gold) for each in train):
        raise CollectionError("no page with gold text: the decision cannot be fitted without any")
    scored = scores_left_out(examples, settings, progress)
    left_out = [(each, scores) for each, scores in scored if each.split != TEST]
    progress("choosing the decision rule on collections left out")
    rule = max(_RULES, key=lambda rule: macro(measure(left_out, rule)))
    progress(f"chosen: {rule}")
    progress(f"fitting {settings.models} times {settings.trees} trees to {len(train):,} pages")
    trees = fit_trees(train, settings)
    summary: dict[str, Any] = {
        "pages": dict(sorted(Counter(each.collection for each in train).items())),
        "blocks": int(sum(len(each.label) for each in train)),
        "settings": asdict(settings),
        "left_out_f1": means(measure(left_out, rule)),
        "left_out_test_f1": means(measure([pair for pair in scored if pair[0].split == TEST], rule)),
    }
    confidence, page_types = _confidence(left_out, rule), fit_page_types(train)
    return Model(trees, rule, _calibration(left_out), confidence, page_types, summary)


def fit_trees(examples: Sequence[Example], settings: TreeSettings) -> Trees:
    """Boosted oblivious trees for "this block is content": the mean of some ensembles."""
    pool = _pool(examples, settings)
    parts = [_fit_ensemble(pool, settings, settings.seed + number) for number in range(settings.models)]
    return Trees(
        np.concatenate([part.feature for part in parts]),
        np.concatenate([part.border for part in parts]),
        (np.concatenate([part.value for part in parts]) / settings.models).astype(np.float32),
        float(np.mean([part.bias for part in parts])),
    )


def _pool(examples: Sequence[Example], settings: TreeSettings) -> catboost.Pool:
    """The blocks that the trees see; those drawn from a long page have the weight of all its blocks."""
    random = np.random.default_rng(settings.seed)
    columns, label, weight = [], [], []
    for each in examples:
        known = np.flatnonzero(each.weight)
        drawn = known
        if len(known) > settings.blocks_per_page:
            drawn = random.choice(known, settings.blocks_per_page, replace=False)
        columns.append(each.columns[:, drawn].T)
        label.append(each.label[drawn])
        weight.append(each.weight[drawn] * each.weight[known].sum() / max(each.weight[drawn].sum(), 1e-9))
    return catboost.Pool(np.concatenate(columns), np.concatenate(label).astype(int), weight=np.concatenate(weight))


def _fit_ensemble(pool: catboost.Pool, settings: TreeSettings, seed: int) -> Trees:
    booster = catboost.CatBoostClassifier(
        iterations=settings.trees,
        depth=settings.depth,
        learning_rate=settings.learning_rate,
        l2_leaf_reg=settings.l2,
        rsm=settings.features_per_level,
        bootstrap_type="Bernoulli",
        subsample=settings.blocks_per_tree,
        boosting_type="Plain",
        border_count=64,
        random_seed=seed,
        thread_count=settings.threads,
        allow_writing_files=False,
        verbose=0,
    )
    booster.fit(pool)
    return _exported(booster)


def _exported(booster: catboost.CatBoostClassifier) -> Trees:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trees.json"
        booster.save_model(str(path), format="json")
        exported = json.loads(path.read_text())
    trees = exported["oblivious_trees"]
    depth = max(len(tree["splits"]) for tree in trees)
    feature = np.zeros((len(trees), depth), dtype=np.int32)
    border = np.full((len(trees), depth), np.inf, dtype=np.float32)
    value = np.zeros((len(trees), 1 << depth), dtype=np.float32)
    for row, tree in enumerate(trees):
        for level, split in enumerate(tree["splits"]):
            feature[row, level], border[row, level] = split["float_feature_index"], split["border"]
        value[row, : len(tree["leaf_values"])] = tree["leaf_values"]
    scale, (bias,) = exported["scale_and_bias"]
    return Trees(feature, border, value * np.float32(scale), float(bias))


def scores_left_out(
    examples: Sequence[Example], settings: TreeSettings, progress: Progress
) -> list[tuple[Example, Floats]]:
    """Pages with gold text and their scores by trees that saw neither their collection nor the test split."""
    left_out = []
    for name, group in _groups(examples).items():
        inside = set(map(id, group))
        rest = [each for each in examples if each.split != TEST and id(each) not in inside]
        progress(f"leaving out {name}: fitting to {len(rest):,} pages")
        trees = fit_trees(rest, settings)
        left_out += [(each, trees.scores(each.columns)) for each in group if len(each.gold)]
    return left_out


def _groups(examples: Sequence[Example]) -> dict[str, list[Example]]:
    """What is left out together: the large collections, or every n-th page if there are not two of them."""
    sizes = Counter(each.collection for each in examples if len(each.gold) and each.split != TEST)
    large = sorted(name for name, size in sizes.items() if size >= _LARGE_COLLECTION)
    if len(large) > 1:
        return {name: [each for each in examples if each.collection == name] for name in large}
    return {f"every {_FOLDS}th page from {start}": list(examples[start::_FOLDS]) for start in range(_FOLDS)}


def _calibration(scored: list[tuple[Example, Floats]]) -> tuple[float, float]:
    """Scale and offset that make scores log-odds (Platt 1999): logistic regression by Newton's method."""
    z = np.concatenate([logits for _, logits in scored])
    y = np.concatenate([each.label for each, _ in scored]).astype(np.float64)
    w = np.concatenate([each.weight for each, _ in scored])
    inputs = np.column_stack([z, np.ones(len(z))])
    solution = np.array([1.0, 0.0])
    for _ in range(20):
        p = 1 / (1 + np.exp(-np.clip(inputs @ solution, -30, 30)))
        gradient = inputs.T @ (w * (y - p))
        curvature = (inputs * (w * p * (1 - p))[:, None]).T @ inputs
        solution += np.linalg.solve(curvature, gradient)
    return float(solution[0]), float(solution[1])


def _confidence(scored: list[tuple[Example, Floats]], rule: DecisionRule) -> npt.NDArray[np.float32]:
    """Expected F1 against measured F1, in bins of equally many pages, made to rise."""
    pages = [page for group in measure(scored, rule).values() for page in group]
    pages.sort(key=lambda page: page.expected)
    bins = np.array_split(np.array([(page.expected, page.f1) for page in pages]), _CONFIDENCE_BINS)
    points = np.array([group.mean(axis=0) for group in bins if len(group)], dtype=np.float32).T
    points[1] = np.maximum.accumulate(points[1])
    return points
