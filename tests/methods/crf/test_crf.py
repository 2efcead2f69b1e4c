"""The conditional random field: bins, the chain against all sequences of labels, features, and the shipped weights."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import ModelError, make_method, parse
from dehusk.methods.crf import Crf
from dehusk.methods.crf.chain import MOST_BINS, OFFSETS, Bins, CrfWeights, beside, read_crf, shipped_crf
from dehusk.methods.crf.victor_features import NAMES, VictorBlocks, measure_blocks

NEWS = Path(__file__).parents[2] / "pages" / "news-en" / "page.html"
NUMBERS = st.floats(-5, 5)


def random_weights(seed: int = 1) -> CrfWeights:
    chance = np.random.default_rng(seed)
    borders = np.sort(chance.random((len(NAMES), MOST_BINS - 1)), axis=1)
    state = chance.normal(0, 0.2, (len(OFFSETS), len(NAMES), MOST_BINS))
    return CrfWeights(Bins(borders), state, chance.normal(0, 1, (2, 2)), {"made": "by chance"})


def features(html: str) -> list[dict[str, float]]:
    values = measure_blocks(VictorBlocks.of(parse(html)))
    return [dict(zip(NAMES, row, strict=True)) for row in values.tolist()]


@given(st.lists(NUMBERS, min_size=1, max_size=7), st.lists(NUMBERS, min_size=4, max_size=4))
def test_labels_and_probabilities_are_those_of_all_sequences(odds: list[float], transition: list[float]) -> None:
    own = np.array(odds)
    weights = CrfWeights(Bins(np.zeros((0, 0))), np.zeros(0), np.array(transition).reshape(2, 2), {})
    scores = {}
    for labels in product((0, 1), repeat=len(odds)):
        pairs = sum(weights.transition[pair] for pair in pairwise(labels))
        scores[labels] = float(own @ np.array(labels)) + pairs
    likely = {labels: np.exp(score) for labels, score in scores.items()}
    total = sum(likely.values())
    marginal = [sum(p for labels, p in likely.items() if labels[at]) / total for at in range(len(odds))]
    assert weights.probabilities(own) == pytest.approx(marginal, abs=1e-9)
    found = tuple(weights.labels(own).astype(int).tolist())
    assert scores[found] == pytest.approx(max(scores.values()))


def test_a_worked_example() -> None:
    # One feature with the border 0.5, in the bin above it 2 for content; staying costs nothing, changing costs 1.2.
    state = np.zeros((len(OFFSETS), 1, MOST_BINS))
    state[OFFSETS.index(0), 0, :2] = (-1.0, 2.0)
    bins = Bins(np.array([[0.5, *[np.inf] * (MOST_BINS - 2)]]))
    weights = CrfWeights(bins, state, np.array([[0.0, -1.2], [-1.2, 0.0]]), {})
    odds = weights.odds(np.array([[0.0], [1.0], [0.0], [1.0], [1.0], [0.0]]))
    assert odds.tolist() == [-1, 2, -1, 2, 2, -1]
    # 0 1 1 1 1 0 has 2 - 1 + 2 + 2 - 2.4 = 2.6; 1 1 1 1 1 1 has 3.
    assert weights.labels(odds).tolist() == [True] * 6
    # With 0.3 less for each content block they have 1.4 and 1.2.
    assert weights.labels(odds - 0.3).tolist() == [False, True, True, True, True, False]


def test_neighbours_are_read_at_their_distance() -> None:
    bins = np.array([[1], [2], [3]])
    assert [beside(bins, offset)[:, 0].tolist() for offset in (-2, -1, 0, 1, 2)] == [
        [-1, -1, 1],
        [-1, 1, 2],
        [1, 2, 3],
        [2, 3, -1],
        [3, -1, -1],
    ]
    assert beside(bins, 5)[:, 0].tolist() == [-1, -1, -1]


@given(st.lists(st.integers(0, 30), min_size=1, max_size=200))
def test_bins_keep_the_order_of_values(column: list[int]) -> None:
    values = np.array(column, dtype=np.float64)[:, None]
    bins = Bins.fitted(values).of(values)[:, 0]
    assert bins.max() < MOST_BINS
    order = np.argsort(values[:, 0], kind="stable")
    assert (np.diff(bins[order]) >= 0).all()
    if len(set(column)) <= MOST_BINS:
        assert len(set(bins.tolist())) == len(set(column))


def test_features_of_markup() -> None:
    menu, heading, text = features("<ul><li><a href=/>Home</a></ul><hr><h2><b>Tea</b></h2><form><p>Drink<br></form>")
    assert [menu[f"container.{name}"] for name in ("list", "a", "header", "form")] == [1, 1, 0, 0]
    assert [heading[f"container.{name}"] for name in ("list", "a", "header", "bold")] == [0, 0, 1, 1]
    assert [text[f"container.{name}"] for name in ("p", "form", "header")] == [1, 1, 0]
    assert [each["split.hr"] for each in (menu, heading, text)] == [0, 1, 0]


def test_features_of_text() -> None:
    first, second, third = features("<p>Tea at 10:30, 3 cups x2!<p>tea. Hot... Good<p>tea. Hot... Good")
    assert [first[f"token.{name}-abs"] for name in ("alpha", "num", "mix", "other")] == [3, 2, 1, 0]
    assert (first["sentence.count"], first["sentence-begin"], first["sentence-end"]) == (1, 1, 1)
    assert (second["sentence.count"], second["sentence-begin"], second["sentence-end"]) == (3, 0, 0)
    assert second["sentence.avg-length"] == 1
    assert first["regexp.time"] == 1
    assert [each["first-duplicate"] for each in (first, second, third)] == [0, 1, 0]
    assert [each["duplicate-count"] for each in (first, second, third)] == [0, 1, 1]


def test_features_of_the_document() -> None:
    first, second = features("<div>one two three</div><div>four</div>")
    assert (first["position"], second["position"]) == (0, 1)
    assert (first["document.word-count"], first["document.block-count"]) == (4, 2)
    assert (first["div-group.word-ratio"], second["div-group.word-ratio"]) == (0.75, 0.25)
    assert (first["document.max-div-group"], second["document.max-div-group"]) == (1, 0)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    weights = random_weights()
    weights.save(tmp_path / "a.npz")
    weights.save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    again = read_crf(tmp_path / "a.npz")
    values = measure_blocks(VictorBlocks.of(parse(NEWS.read_text("utf-8"))))
    assert again.odds(values) == pytest.approx(weights.odds(values), abs=1e-4)
    assert make_method(f"crf:weights={tmp_path / 'a.npz'}").weights.summary == {"made": "by chance"}  # type: ignore[attr-defined]


def test_weights_for_other_features_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dehusk.methods.crf.chain.NAMES", NAMES[::-1])
    random_weights().save(tmp_path / "other.npz")
    monkeypatch.undo()
    with pytest.raises(ModelError, match="trained with other features"):
        read_crf(tmp_path / "other.npz")


def test_the_shipped_weights_find_our_article() -> None:
    page = parse(NEWS.read_text("utf-8"))
    selection = Crf().select(page)
    kept = " ".join(page.leaf_text(row) for row in np.flatnonzero(selection.keep).tolist())
    assert "The wheel at Sallow Quay last turned in 1934" in kept
    assert shipped_crf().transition[0, 0] > shipped_crf().transition[0, 1]
