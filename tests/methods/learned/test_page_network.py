"""The network: as its docstring says, as torch computes it, and with gradients that finite differences confirm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from dehusk import parse
from dehusk.methods.learned.feature_table import TABLE, BlockFeatures
from dehusk.methods.learned.page_network import PageNetwork, PageScores
from dehusk.methods.learned.quantile_scale import QuantileScale
from dehusk.methods.learned.reasons import block_reasons, feature_effects
from small_model import EVIDENCE, small_model, small_network

TESTS = Path(__file__).parents[2]
STYLE = np.array([1.0, -1.0, 0.5])
SIZES = (1, 2, 31, 32, 33, 70)


def made_up(blocks: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    matrix = random.normal(size=(len(TABLE.names), blocks)).astype(np.float32)
    return matrix, random.integers(1, 50, blocks).astype(np.float64)


def slow(network: PageNetwork, matrix: np.ndarray, words: np.ndarray, style: np.ndarray) -> PageScores:
    """The computation of the module's docstring, block by block, in double precision."""
    weights = {name: weight.astype(np.float64) for name, weight in network.weights.items()}
    scale, count = network.scale, matrix.shape[1]
    lines = zip(matrix, scale.borders, scale.levels, strict=True)
    x = np.array([np.interp(row, borders, levels) for row, borders, levels in lines]).T
    v = words / words.sum()

    def relu(values: np.ndarray) -> np.ndarray:
        return np.asarray(np.maximum(values, 0))

    h = relu(x @ weights["input.weight"] + style @ weights["style.weight"] + weights["input.bias"])
    h = relu(h @ weights["block.weight"] + weights["block.bias"])
    for k, dilation in enumerate((1, 2, 4, 8)):
        around = np.zeros_like(h)
        for i in range(count):
            for t in range(5):
                if 0 <= i + (t - 2) * dilation < count:
                    around[i] += weights[f"{k}.around"][t] * h[i + (t - 2) * dilation]
        odds = np.exp(h @ weights[f"{k}.query"])
        attention = odds / odds.sum(axis=0)
        page = np.concatenate([h.mean(axis=0), v @ h, h.max(axis=0), (attention.T @ h).ravel()])
        wide = relu(
            (around + page @ weights[f"{k}.page.weight"]) @ weights[f"{k}.wide.weight"] + weights[f"{k}.wide.bias"]
        )
        h = h + wide @ weights[f"{k}.narrow.weight"] + weights[f"{k}.narrow.bias"]
    summary = np.concatenate([h.mean(axis=0), v @ h, h.max(axis=0)])
    return PageScores(
        h @ weights["output.weight"] + weights["output.bias"],
        summary @ weights["page_type.weight"] + weights["page_type.bias"],
    )


@pytest.mark.parametrize("blocks", SIZES)
def test_the_network_does_what_its_docstring_says(blocks: int) -> None:
    network, (matrix, words) = small_network(), made_up(blocks)
    ours, expected = network.run(matrix, words, STYLE), slow(network, matrix, words, STYLE)
    np.testing.assert_allclose(ours.logits, expected.logits, atol=1e-5)
    np.testing.assert_allclose(ours.type_logits, expected.type_logits, atol=1e-5)


def test_features_are_scaled_by_broken_lines_that_end_level() -> None:
    random = np.random.default_rng(0)
    borders = np.sort(random.normal(size=(6, 5)).astype(np.float32), axis=1)
    levels = random.uniform(-1, 1, size=borders.shape).astype(np.float32)
    borders[0], levels[0] = 3, 0.25
    borders[1, 1:], levels[1, 1:] = borders[1, 1], levels[1, 1]
    borders[2, 2:], levels[2, 2:] = borders[2, 2], levels[2, 2]
    matrix = np.concatenate([random.normal(scale=3, size=(6, 50)).astype(np.float32), borders], axis=1)
    lines = zip(matrix, borders, levels, strict=True)
    expected = np.array([np.interp(row, points, values) for row, points, values in lines])
    np.testing.assert_allclose(QuantileScale(borders, levels).scaled(matrix).T, expected, atol=1e-6)


def test_gradients_are_those_of_finite_differences() -> None:
    network, (matrix, words) = small_network(3), made_up(3, seed=3)
    gradients, scaled = network.own_gradients(matrix, words, STYLE)
    # One block alone: what its neighbours and the page do with its features is left out of its own gradient.
    weights = {name: weight.copy() for name, weight in network.weights.items()}
    for number in range(4):
        weights[f"{number}.around"][[0, 1, 3, 4]] = 0
        weights[f"{number}.page.weight"][:] = 0
    alone = PageNetwork(network.scale, weights)
    gradients, scaled = alone.own_gradients(matrix, words, STYLE)
    assert scaled.shape == gradients.shape == (3, len(TABLE.names))
    flat = QuantileScale(
        np.tile(np.array([-9, 9], dtype=np.float32), (len(TABLE.names), 1)),
        np.tile(np.array([-9, 9], dtype=np.float32), (len(TABLE.names), 1)),
    )
    plain = PageNetwork(flat, weights)
    step = 1e-3
    for feature in range(0, len(TABLE.names), 7):
        moved = []
        for sign in (1, -1):
            inputs = scaled.T.copy()
            inputs[feature] += sign * step
            moved.append(slow(plain, inputs, words, STYLE).logits)
        np.testing.assert_allclose(gradients[:, feature], (moved[0] - moved[1]) / (2 * step), atol=1e-3)


def test_reasons_name_the_features_that_decide() -> None:
    features, model = (
        BlockFeatures.of(parse("<nav><a href=x>Menu</a></nav><p>Steep it well. Then drink it, all of it.")),
        small_model(),
    )
    words, style = np.maximum(features.blocks.words, 1), model.style_with(None)
    effects = feature_effects(model, features.matrix, words, style)
    logits = model.network.run(features.matrix, words, style).logits
    # The network of small_model is linear, so effects add up to what makes a block differ from the mean block.
    np.testing.assert_allclose(effects.sum(axis=1), logits - logits.mean(), atol=1e-3)
    menu, text = block_reasons(features.matrix, effects)
    assert [len(menu), len(text)] == [3, 3]
    assert all(reason.effect < 0 for reason in menu)
    assert all(reason.effect > 0 for reason in text)
    assert {reason.feature for reason in (*menu, *text)} <= {name for name, *_ in EVIDENCE}
    assert str(menu[0]).startswith("against (")
    assert str(text[0]).startswith("for (")


@pytest.mark.parametrize("blocks", SIZES)
def test_torch_computes_the_same(blocks: int) -> None:
    torch = pytest.importorskip("torch")
    from dehusk.train.network_module import PageBatch, PageModule

    chance = torch.Generator().manual_seed(blocks)
    module = PageModule(len(TABLE.names), 9, first=12, size=8, wide=10, dropout=0.1, generator=chance).eval()
    network = PageNetwork(small_network().scale, module.arrays())
    matrix, words = made_up(blocks)
    inputs = torch.tensor(network.scale.scaled(matrix)[None], requires_grad=True)
    batch = PageBatch(
        inputs, torch.tensor(words[None], dtype=torch.float32), torch.tensor(STYLE[None], dtype=torch.float32)
    )
    logits, types = module(batch)
    ours = network.run(matrix, words, STYLE)
    np.testing.assert_allclose(ours.logits, logits[0].detach().numpy(), atol=1e-5)
    np.testing.assert_allclose(ours.type_logits, types[0].detach().numpy(), atol=1e-5)
    other = PageModule(len(TABLE.names), 9, first=12, size=8, wide=10, dropout=0.1, generator=chance)
    other.load_arrays(network.weights)
    for name, weight in other.arrays().items():
        np.testing.assert_array_equal(weight, network.weights[name])


_THREADS = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from dehusk.methods.learned import shipped_model
from dehusk.methods.learned.feature_table import TABLE
random = np.random.default_rng(0)
matrix = random.normal(size=(len(TABLE.names), 700)).astype(np.float32)
scores = shipped_model().network.run(matrix, np.ones(700), np.zeros(3))
print(scores.logits.tobytes().hex(), scores.type_logits.tobytes().hex())
"""


def test_the_number_of_threads_changes_no_bit() -> None:
    found = {
        subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", _THREADS, str(TESTS)],
            capture_output=True,
            text=True,
            check=True,
            env={"OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads, "MKL_NUM_THREADS": threads},
        ).stdout
        for threads in ("1", "2", "4")
    }
    assert len(found) == 1


def test_more_blocks_take_linear_memory() -> None:
    network, (matrix, words) = small_network(), made_up(20_000)
    assert np.isfinite(network.run(matrix, words, STYLE).logits).all()
