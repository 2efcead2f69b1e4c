"""Training Web2Text on a small made-up collection: twice the same, and good enough for it."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from dehusk import make_method, parse
from dehusk.bench.collections import LabelledPage
from dehusk.bench.label_scores import label_scores
from dehusk.cli import main
from dehusk.errors import ArgumentError, CollectionError
from dehusk.methods.web2text import read_weights
from dehusk.methods.web2text.block_features import LEAF
from dehusk.methods.web2text.network import FORMS, layer_shapes

pytest.importorskip("torch", reason="torch, of the extra 'train', is not installed")
from dehusk.train import fit_web2text as web2text
from dehusk.train.fit_web2text import NetworkSettings, example, fit
from made_up_pages import collection_file, made_up_page

if TYPE_CHECKING:
    from dehusk.page.arrays import Ints

PAGES = [made_up_page(number) for number in range(30)]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> str:
    return collection_file(PAGES, tmp_path_factory.mktemp("collection"))


def test_training_twice_gives_the_same_bytes_and_weights_that_work(
    collection: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    for path in (first, second):
        assert main(["train", "web2text", "--data", collection, "-o", str(path), "--steps", "120"]) == 0
    assert first.read_bytes() == second.read_bytes()
    out, err = capsys.readouterr()
    assert out.splitlines()[1].split()[0] == "made-up"
    assert "blocks: validation" in err
    assert read_weights(first).summary["pages"] == {"made-up": 24}
    page = parse(made_up_page(99).html)
    kept = make_method(f"web2text:weights={first}").select(page).keep
    text = [page.leaf_text(row) for row in np.flatnonzero(kept).tolist()]
    assert set(made_up_page(99).gold.splitlines()[1:]) <= set(text)
    assert not any(each.startswith("Imprint") for each in text)


@pytest.mark.parametrize(
    ("form", "mode", "words"),
    [("paper", "author", "english"), ("released", "released", "any"), ("paper", "paper", "english")],
)
def test_every_form_and_mode_trains(form: str, mode: str, words: str) -> None:
    examples = [found for page in PAGES[:12] if (found := example(page, words, mode)) is not None]  # type: ignore[arg-type]
    settings = NetworkSettings(form=form, mode=mode, words=words, steps=4, batch=8, validate_every=2)  # type: ignore[arg-type]
    said: list[str] = []
    weights = fit(examples, settings, said.append)
    assert (weights.form, weights.mode, weights.words) == (form, mode, words)
    assert said[-1].startswith("pairs: validation")
    authors = np.array([column.mean for column in LEAF])
    assert np.array_equal(weights.scale.leaf[0], authors) == (mode == "author")


def test_another_seed_gives_other_weights() -> None:
    examples = [found for page in PAGES[:12] if (found := example(page)) is not None]
    make = partial(NetworkSettings, steps=2, batch=8, validate_every=2)
    a, b = (fit(examples, make(seed=seed), lambda _: None) for seed in (1, 2))
    assert not np.array_equal(a.unary.layers[0].weight, b.unary.layers[0].weight)


def test_training_ends_when_validation_gets_no_better(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = [found for page in PAGES[:12] if (found := example(page)) is not None]
    scores = iter([0.5, 0.6, 0.6, 0.4, *[0.9] * 100])
    monkeypatch.setattr(web2text._Sequences, "score", lambda _self, _network: next(scores))
    said: list[str] = []
    fit(examples, NetworkSettings(steps=50, batch=8, validate_every=1, patience=2), said.append)
    assert "blocks: validation 0.6000 after 4 steps" in said


def test_the_first_and_last_block_of_a_page_are_never_sampled() -> None:
    bounds = np.array([0, 11, 16, 40])
    chance = np.random.default_rng(3)
    rows = np.concatenate([web2text._patches(bounds, 9, 128, chance) for _ in range(30)])
    assert set(rows.ravel().tolist()) == {*range(1, 10), *range(17, 39)}
    assert (np.diff(rows, axis=1) == 1).all()


def test_patches_are_nine_blocks_and_eight_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = [found for page in PAGES[:12] if (found := example(page)) is not None]
    patch, shapes = web2text._patches, []

    def recorded(bounds: Ints, size: int, batch: int, chance: np.random.Generator) -> Ints:
        rows = patch(bounds, size, batch, chance)
        shapes.append(rows.shape)
        return rows

    monkeypatch.setattr(web2text, "_patches", recorded)
    fit(examples, NetworkSettings(steps=1, batch=8), lambda _: None)
    assert shapes == [(8, 9), (8, 8)]


def test_hidden_text_is_trained_on_as_it_is_scored() -> None:
    html = "<p>Menu<p hidden>Steep the tea well.<p>Drink the tea while it is hot."
    gold = "Steep the tea well. Drink the tea while it is hot."
    found = example(LabelledPage(id="1", dataset="x", html=html, gold=gold))
    assert found is not None
    assert found.label.tolist() == [False, True, True]
    assert label_scores(html, gold, gold) == {"labels": (2, 0, 0, 1)}


def test_torch_runs_the_network_that_numpy_runs() -> None:
    import torch

    torch.manual_seed(1)
    for form in FORMS:
        parameters = web2text._initial(layer_shapes(form, 128, 2))
        x = torch.randn(1, 50, 128)
        expected = web2text.forward(x, parameters)[0].detach().numpy()
        np.testing.assert_allclose(web2text._exported(parameters).logits(x[0].numpy()), expected, atol=1e-5)


def test_nothing_to_train_on_is_an_error_that_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CollectionError, match="no page with gold text and more than 10 blocks"):
        fit([], NetworkSettings(), lambda _: None)
    assert example(LabelledPage(id="1", dataset="x", html="<p>Tea", gold="")) is None
    path = tmp_path / "sentences.jsonl"
    path.write_text(json.dumps({"id": "1", "dataset": "x", "html": "<p>Tea.", "gold": "", "must": ["Tea"]}))
    assert main(["train", "web2text", "--data", str(path), "-o", str(tmp_path / "w.npz")]) == 2
    assert "nothing to train on" in capsys.readouterr().err


def test_settings_are_checked(capsys: pytest.CaptureFixture[str], collection: str) -> None:
    with pytest.raises(ArgumentError, match="steps must be at least 1, not 0"):
        NetworkSettings(steps=0)
    assert main(["train", "web2text", "--data", collection, "--form", "seven"]) == 2
    assert "form must be one of released, paper" in capsys.readouterr().err
