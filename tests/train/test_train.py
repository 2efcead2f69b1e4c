"""Training: labels from gold text, and a model from a small made-up collection, twice the same."""

from __future__ import annotations

import gzip
import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dehusk.bench.collections import LabelledPage
from dehusk.cli import main
from dehusk.methods.learned.model_file import read_model, shipped_model

pytest.importorskip("torch")
import torch

from dehusk.train import PageNetworkSettings, compare, example
from dehusk.train.fit_network import site_fold
from dehusk.train.labels import found
from dehusk.train.network_module import PageModule, WeightAverage

WORDS = (
    "tea",
    "leaf",
    "cup",
    "water",
    "steam",
    "kettle",
    "garden",
    "hill",
    "rain",
    "harvest",
    "market",
    "ship",
    "port",
    "milk",
)


def sentence(source: random.Random, size: int) -> str:
    return " ".join(source.choice(WORDS) for _ in range(size)).capitalize() + "."


def made_up_page(number: int, collection: str) -> dict[str, str]:
    source = random.Random(f"{collection}{number}")
    paragraphs = [sentence(source, source.randint(15, 60)) for _ in range(source.randint(3, 8))]
    menu = "".join(f"<li><a href=/{n}>{source.choice(WORDS).title()}</a></li>" for n in range(12))
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    html = f"<nav><ul>{menu}</ul></nav><main><h1>Tea {number}</h1>{body}</main><footer>Imprint and contact</footer>"
    split = "test" if number % 5 == 0 else "train"
    gold = "\n".join([f"Tea {number}", *paragraphs])
    return {"id": f"{collection}-{number}", "dataset": collection, "split": split, "html": html, "gold": gold}


@pytest.fixture(scope="module")
def collections(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("collections")
    paths = []
    for name in ("green", "black"):
        path = folder / f"{name}.jsonl.gz"
        with gzip.open(path, "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(made_up_page(number, name)) + "\n" for number in range(40))
        paths.append(str(path))
    return paths


def test_training_twice_gives_the_same_bytes_and_a_model_that_works(
    collections: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    for path, given in ((first, collections), (second, collections[::-1])):
        assert main(["train", *given, "-o", str(path), "--epochs", "40", "--force"]) == 0
    assert first.read_bytes() == second.read_bytes()
    assert "macro" in capsys.readouterr().out
    assert read_model(first).summary["pages"] == {"black": 32, "green": 32}
    page = tmp_path / "page.html"
    page.write_text(made_up_page(99, "white")["html"], encoding="utf-8")
    assert main(["--model", str(first), str(page)]) == 0
    out = capsys.readouterr().out
    assert made_up_page(99, "white")["gold"].splitlines()[1] in out
    assert "Imprint" not in out


def test_a_model_can_be_trained_on_and_a_worse_one_is_not_written(
    collections: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.npz"
    assert main(["train", *collections, "-o", str(path), "--epochs", "1"]) == 1
    assert "is worse than the one that comes with dehusk" in capsys.readouterr().err
    assert not path.exists()
    assert main(["train", *collections, "-o", str(path), "--epochs", "1", "--from", "shipped", "--force"]) == 0
    out = capsys.readouterr().out
    assert "of the model that comes with dehusk" in out
    mine, shipped = read_model(path), shipped_model()
    assert mine.rule == shipped.rule, "64 pages are too few to choose another rule"
    distance = [
        float(np.abs(mine.network.weights[name] - weight).mean()) for name, weight in shipped.network.weights.items()
    ]
    assert 0 < max(distance) < 0.1
    again = tmp_path / "again.npz"
    assert main(["train", *collections, "-o", str(again), "--epochs", "1", "--from", str(path), "--force"]) == 0


def test_without_test_pages_the_pages_left_out_are_compared() -> None:
    examples = [each for number in range(6) if (each := example(labelled(number)))]
    shipped = shipped_model()
    model = replace(shipped, summary={"left_out_f1": {"tea": 0.5}})
    compared = compare(model, shipped, examples)
    assert (compared.ours, compared.pages) == (0.5, 6)
    assert compared.is_worse
    assert "left out in turn" in str(compared)


def test_models_of_the_same_pages_are_compared_on_collections_left_out() -> None:
    examples = [each for number in range(6) if (each := example(labelled(number)))]
    shipped = replace(shipped_model(), summary={"pages": {"tea": 6}, "left_out_f1": {"tea": 0.5}})
    for f1, is_worse in ((0.6, False), (0.4995, False), (0.49, True)):
        model = replace(shipped, summary={"pages": {"tea": 6}, "left_out_f1": {"tea": f1}})
        compared = compare(model, shipped, examples)
        assert (compared.ours, compared.theirs, compared.is_worse) == (f1, 0.5, is_worse)
    assert str(compared).startswith("F1 on 6 training pages of collections left out: 0.490")


def test_sites_are_left_out_as_a_whole() -> None:
    pages = [each for number in range(40) if (each := example(labelled(number)))]
    examples = [replace(each, site=f"site-{place % 10}.example") for place, each in enumerate(pages)]
    fold = site_fold(examples, PageNetworkSettings())
    scored, trained = {each.site for each in fold.scored}, {each.site for each in fold.train}
    assert scored
    assert trained
    assert not scored & trained
    of_one_site = site_fold([replace(each, site="one.example") for each in pages], PageNetworkSettings())
    assert (len(of_one_site.scored), len(of_one_site.train)) == (8, 32)


def test_the_mean_of_weights_is_that_of_the_steps_counted() -> None:
    generator = torch.Generator().manual_seed(1)
    module = PageModule(3, 2, first=4, size=4, wide=4, dropout=0.0, generator=generator)
    average = WeightAverage(module)
    average.put()
    assert module.output.bias.item() == 0.0, "without a step the weights stay"
    for number in (1.0, 2.0, 6.0):
        torch.nn.init.constant_(module.output.bias, number)
        average.add()
    average.put()
    assert module.output.bias.item() == 3.0


def labelled(number: int) -> LabelledPage:
    made = made_up_page(5 * number + 1, "tea")
    return LabelledPage(id=made["id"], dataset="tea", html=made["html"], gold=made["gold"], split="train")


def test_words_found_in_menus_do_not_make_them_content() -> None:
    html = "<ul><li>tea<li>milk<li>sugar</ul><p>The tea comes with milk and sugar, as always."
    labelled = example(
        LabelledPage(id="1", dataset="x", html=html, gold="The tea comes with milk and sugar, as always.")
    )
    assert labelled is not None
    assert labelled.label.tolist() == [False, False, False, True]


def test_sentences_label_the_blocks_that_hold_them() -> None:
    html = "<p>Keep this sentence, please.<p>Drop this other sentence.<p>Nothing is known of this one."
    page = LabelledPage(
        id="1", dataset="x", html=html, gold="", must=("Keep this sentence",), mustnot=("Drop this other",)
    )
    labelled = example(page)
    assert labelled is not None
    assert labelled.label.tolist() == [True, False, False]
    assert (labelled.weight > 0).tolist() == [True, True, False]


def test_siblings_of_known_blocks_are_alike() -> None:
    html = """<div><p>Keep this sentence, please.<p>This one stands right beside it, so it stays.<p>Short.</div>
        <ul><li>Drop this other sentence.<li>And this one goes with the other.</ul><p>Nothing is known of this one."""
    page = LabelledPage(
        id="1", dataset="x", html=html, gold="", must=("Keep this sentence",), mustnot=("Drop this other",)
    )
    labelled = example(page)
    assert labelled is not None
    assert labelled.label.tolist() == [True, True, False, False, False, False]
    assert (labelled.weight > 0).tolist() == [True, True, False, True, True, False]
    assert labelled.weight[1] < labelled.weight[0]


def test_tokens_are_found_in_order() -> None:
    blocks = (np.array([1, 2, 3]), np.array([7, 8]), np.array([4, 5]))
    assert found(blocks, np.array([1, 2, 3, 4, 5])).tolist() == [3, 0, 2]


def test_no_gold_text_is_an_error_that_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sentences.jsonl"
    row = {"id": "1", "dataset": "x", "html": "<p>Tea is ready.", "gold": "", "must": ["Tea is ready"]}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert main(["train", str(path), "-o", str(tmp_path / "model.npz")]) == 2
    assert "no page with gold text" in capsys.readouterr().err
    assert main(["train", "grain", str(path), "-o", str(tmp_path / "model.npz")]) == 2
    assert "no page with gold text" in capsys.readouterr().err
