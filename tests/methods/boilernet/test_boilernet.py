"""Boilernet: what is counted, the network against a literal one, pieces, and the shipped weights."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from dehusk import ModelError, make_method, parse
from dehusk.methods.archive import write_archive
from dehusk.methods.boilernet import Boilernet
from dehusk.methods.boilernet.boilernet_weights import FORMAT, BoilernetWeights, read_boilernet
from dehusk.methods.boilernet.leaf_tokens import Vocabulary, count_features, read_leaves, tokens
from dehusk.methods.boilernet.lstm import Direction, LeafNetwork

NEWS = Path(__file__).parents[2] / "pages" / "news-en" / "page.html"
VOCABULARY = Vocabulary(("the", "tea", "."), ("p", "a", "li"))


def random_network(features: int, dense: int = 5, hidden: int = 4, seed: int = 1) -> LeafNetwork:
    chance = np.random.default_rng(seed)

    def array(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return chance.normal(0, 0.5, shape).astype(np.float32)

    def direction(inputs: int) -> Direction:
        return Direction(array(4 * hidden, inputs), array(4 * hidden, hidden), array(4 * hidden))

    layers = tuple((direction(size), direction(size)) for size in (dense, 2 * hidden))
    return LeafNetwork(array(features, dense), array(dense), layers, array(2 * hidden), 0.1)


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def literal_lstm(direction: Direction, inputs: list[list[float]]) -> list[list[float]]:
    """The equations of an LSTM, number by number."""
    size = direction.state_weight.shape[1]
    state, cell, states = [0.0] * size, [0.0] * size, []
    for x in inputs:
        gate = [
            float(direction.bias[row])
            + sum(float(w) * v for w, v in zip(direction.input_weight[row], x, strict=True))
            + sum(float(w) * v for w, v in zip(direction.state_weight[row], state, strict=True))
            for row in range(4 * size)
        ]
        put, forget, new, out = (gate[part * size : (part + 1) * size] for part in range(4))
        cell = [sigmoid(f) * c + sigmoid(i) * math.tanh(g) for i, f, g, c in zip(put, forget, new, cell, strict=True)]
        state = [sigmoid(o) * math.tanh(c) for o, c in zip(out, cell, strict=True)]
        states.append(state)
    return states


def test_the_network_is_the_literal_one() -> None:
    page = parse("<ul><li>Tea<li><a href=/>the</a></ul><p>The tea is hot. <b>Drink</b>")
    counts = count_features(page, read_leaves(page), VOCABULARY)
    network = random_network(len(VOCABULARY))
    x = np.maximum(
        counts.dense(len(VOCABULARY), 0, counts.leaves) @ network.dense_weight + network.dense_bias, 0
    ).tolist()
    for forward, backward in network.layers:
        ahead, back = literal_lstm(forward, x), literal_lstm(backward, x[::-1])[::-1]
        x = [one + two for one, two in zip(ahead, back, strict=True)]
    expected = [sigmoid(0.1 + float(np.dot(network.output_weight, row))) for row in x]
    assert network.probabilities(counts) == pytest.approx(expected, abs=1e-5)


def test_pieces_are_sequences_of_their_own() -> None:
    html = "<p>tea</p><li>the</li><p>tea.</p>" * 3
    page, network = parse(html), random_network(len(VOCABULARY))
    counts = count_features(page, read_leaves(page), VOCABULARY)
    whole = network.probabilities(counts, piece=4)
    parts = []
    for start in range(0, counts.leaves, 4):
        rows = read_leaves(page)[start : start + 4]
        parts.append(network.probabilities(count_features(page, rows, VOCABULARY)))
    assert whole == pytest.approx(np.concatenate(parts), abs=1e-6)


def test_what_is_counted() -> None:
    page = parse("<ul><li><a href=/>The tea</a> x y<li><button>Buy</button></ul>")
    rows = read_leaves(page)
    assert [page.leaf_text(row) for row in rows] == ["The tea", "x y"]
    # Other words, the, tea, full stop; other tags (body, ul), p, a, li.
    expected = [[0, 1, 1, 0, 2, 0, 1, 1], [2, 0, 0, 0, 2, 0, 0, 1]]
    assert count_features(page, rows, VOCABULARY).dense(len(VOCABULARY), 0, 2).tolist() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It's 5 o'clock!", ["it", "'", "s", "5", "o", "'", "clock", "!"]),
        ("日本の茶", ["日", "本", "の", "茶"]),
        ("чай и мёд", ["чай", "и", "мёд"]),
        ("x" * 99, ["x" * 30]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    weights = BoilernetWeights(VOCABULARY, random_network(len(VOCABULARY)), {"made": "by chance"})
    weights.save(tmp_path / "a.npz")
    weights.save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    again = read_boilernet(tmp_path / "a.npz")
    page = parse(NEWS.read_text("utf-8"))
    counts = count_features(page, read_leaves(page), VOCABULARY)
    assert again.vocabulary == VOCABULARY
    assert again.network.probabilities(counts) == pytest.approx(weights.network.probabilities(counts), abs=0.01)
    assert make_method(f"boilernet:weights={tmp_path / 'a.npz'}").select(page).score.max() > 0


@pytest.mark.parametrize("change", [{"hidden": 10**9}, {"layers": 0}, {"words": 3}, {"dense": "many"}])
def test_damaged_weights_are_refused(change: dict[str, object], tmp_path: Path) -> None:
    about = {"kind": "boilernet", "format": FORMAT, "words": [], "tags": [], "dense": 5, "hidden": 4, "layers": 2}
    write_archive(tmp_path / "bad.npz", about | change, {"x": np.zeros(1)})
    with pytest.raises(ModelError):
        read_boilernet(tmp_path / "bad.npz")


def test_the_shipped_weights_find_our_article() -> None:
    page = parse(NEWS.read_text("utf-8"))
    kept = " ".join(page.leaf_text(row) for row in np.flatnonzero(Boilernet().select(page).keep).tolist())
    assert "The wheel at Sallow Quay last turned in 1934" in kept
