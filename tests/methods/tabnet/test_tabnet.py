"""TabNet: its table, sparsemax, the network against a literal one, and the shipped weights."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import ArgumentError, Layout, ModelError, Page, make_method, parse
from dehusk.methods.tabnet import TabNet
from dehusk.methods.tabnet.attentive_network import (
    Affine,
    AttentiveNetwork,
    FeatureTransformer,
    Step,
    sparsemax,
)
from dehusk.methods.tabnet.element_features import NAMES, TAGS, element_table
from dehusk.methods.tabnet.tabnet_weights import TabNetWeights, read_tabnet, shipped_tabnet

NEWS = Path(__file__).parents[2] / "pages" / "news-en" / "page.html"


def random_network(columns: int, units: int = 3, steps: int = 2, seed: int = 1) -> AttentiveNetwork:
    chance = np.random.default_rng(seed)

    def array(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return chance.normal(0, 0.7, shape).astype(np.float32)

    def transformer() -> FeatureTransformer:
        sizes = [columns, 2 * units, 2 * units, 2 * units]
        return FeatureTransformer(tuple(Affine(array(size, 4 * units), array(4 * units)) for size in sizes))

    return AttentiveNetwork(
        tag_values=array(len(TAGS) + 1),
        scale=array(columns),
        shift=array(columns),
        splitter=transformer(),
        steps=tuple(Step(Affine(array(units, columns), array(columns)), transformer()) for _ in range(steps)),
        output=Affine(array(units, 2), array(2)),
        gamma=1.3,
        decision_units=units,
    )


def literal_probability(network: AttentiveNetwork, row: list[float]) -> float:
    """The network for one row, number by number."""

    def affine(layer: Affine, x: list[float]) -> list[float]:
        return [
            float(layer.bias[out]) + sum(float(layer.weight[at, out]) * x[at] for at in range(len(x)))
            for out in range(len(layer.bias))
        ]

    def transformed(transformer: FeatureTransformer, x: list[float]) -> list[float]:
        for number, layer in enumerate(transformer.layers):
            both = affine(layer, x)
            half = len(both) // 2
            gated = [a / (1 + math.exp(-b)) for a, b in zip(both[:half], both[half:], strict=True)]
            x = [(a + b) * math.sqrt(0.5) for a, b in zip(x, gated, strict=True)] if number else gated
        return x

    x = [float(network.tag_values[int(row[0])]), *row[1:]]
    x = [value * float(s) + float(t) for value, s, t in zip(x, network.scale, network.shift, strict=True)]
    units, prior = network.decision_units, [1.0] * len(x)
    attended, found = transformed(network.splitter, x)[units:], [0.0] * network.decision_units
    for step in network.steps:
        scores = [a * p for a, p in zip(affine(step.attention, attended), prior, strict=True)]
        mask = sparsemax(np.array([scores], dtype=np.float32))[0].tolist()
        prior = [p * (network.gamma - m) for p, m in zip(prior, mask, strict=True)]
        out = transformed(step.transformer, [m * value for m, value in zip(mask, x, strict=True)])
        found = [f + max(o, 0.0) for f, o in zip(found, out[:units], strict=True)]
        attended = out[units:]
    zero, one = affine(network.output, found)
    return 1 / (1 + math.exp(zero - one))


def test_the_network_is_the_literal_one() -> None:
    columns = len(NAMES["both"])
    network, chance = random_network(columns), np.random.default_rng(3)
    table = chance.normal(0, 1, (20, columns)).astype(np.float32)
    table[:, 0] = chance.integers(0, len(TAGS) + 1, 20)
    expected = [literal_probability(network, row) for row in table.tolist()]
    assert network.probabilities(table) == pytest.approx(expected, abs=1e-4)


@given(st.lists(st.floats(-3, 3, width=32), min_size=1, max_size=6))
def test_sparsemax_is_a_projection(values: list[float]) -> None:
    found = sparsemax(np.array([values], dtype=np.float32))[0].astype(float)
    assert found.sum() == pytest.approx(1, abs=1e-5)
    assert (found >= 0).all()
    # Nothing else on the simplex is nearer: the differences of the positive ones are those of the values.
    threshold = max(value - share for value, share in zip(values, found.tolist(), strict=True) if share > 0)
    assert found == pytest.approx(np.maximum(np.array(values) - threshold, 0), abs=1e-5)


def drawn(html: str, boxes: list[list[int]]) -> Page:
    page = parse(html)
    return replace(page, layout=Layout.of_boxes(np.array(boxes), document=(1920, 2000)))


def test_the_table() -> None:
    # BODY, DIV, text, A, text.
    boxes = [[0, 0, 1920, 2000], [460, 100, 1000, 300], [460, 100, 900, 20], [470, 380, 50, 20], [470, 380, 50, 20]]
    page = drawn("<div>Tea leaves <a href=/x>cup</a></div>", boxes)
    assert page.layout is not None
    body, division, link = (
        dict(zip(NAMES["both"], row, strict=True)) for row in element_table(page, page.layout, "both").tolist()
    )
    assert [TAGS[int(row["tag"]) - 1] for row in (body, division, link)] == ["body", "div", "a"]
    assert (division["descendants"], division["links"], division["text_length"], link["links"]) == (1, 1, 13, 0)
    assert (link["offset_left"], link["offset_top"]) == (10, 280)
    assert [division[name] for name in ("left", "top", "right", "bottom", "width", "height")] == [
        460,
        100,
        1460,
        400,
        1000,
        300,
    ]
    # The centre of the window is (960, 540), that of the document (960, 1000).
    assert (division["window_centre_distance"], division["document_centre_distance"]) == (140, 600)
    assert body["window_centre_distance"] == 0
    assert element_table(page, page.layout, "basic").shape == (3, len(NAMES["basic"]))


def test_a_leaf_has_the_probability_of_its_parent() -> None:
    page = drawn("<div>Tea <b>leaves</b></div>", [[0, 0, 900, 900]] * 5)
    weights = TabNetWeights("both", random_network(len(NAMES["both"])), {})
    selection = TabNet(weights=weights, threshold=0.0).select(page)
    probability = selection.why["probability"]
    assert selection.score[page.leaves].tolist() == probability[page.parent[page.leaves]].tolist()
    assert not TabNet(weights=weights, threshold=1.0).select(page).keep.any()


@pytest.mark.parametrize("features", ["basic", "both"])
def test_weights_are_read_as_they_were_written(features: str, tmp_path: Path) -> None:
    weights = TabNetWeights(features, random_network(len(NAMES[features])), {"made": "by chance"})  # type: ignore[arg-type, index]
    weights.save(tmp_path / "a.npz")
    weights.save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    again = read_tabnet(tmp_path / "a.npz")
    table = np.random.default_rng(1).random((9, len(NAMES[again.features]))).astype(np.float32)
    assert again.network.probabilities(table).tolist() == weights.network.probabilities(table).tolist()
    assert make_method(f"tabnet:weights={tmp_path / 'a.npz'}").weights.features == features  # type: ignore[attr-defined]


def test_weights_for_other_features_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, "both", NAMES["both"][::-1])
    TabNetWeights("both", random_network(len(NAMES["both"])), {}).save(tmp_path / "other.npz")
    monkeypatch.undo()
    with pytest.raises(ModelError, match="trained with other features"):
        read_tabnet(tmp_path / "other.npz")


def test_both_feature_sets_are_shipped() -> None:
    assert (shipped_tabnet("basic").features, shipped_tabnet("both").features) == ("basic", "both")
    assert TabNet(features="basic").weights.features == "basic"
    with pytest.raises(ArgumentError, match="features must be one of basic, both"):
        TabNet(features="all")
