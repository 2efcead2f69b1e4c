"""Training the field, the LSTM and TabNet on small made-up collections: twice the same, and good enough for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dehusk import make_method, parse
from dehusk.bench.collections import LabelledPage
from dehusk.cli import main
from dehusk.cli.train_pages import read_pages
from dehusk.errors import CollectionError
from dehusk.methods.boilernet.leaf_tokens import Vocabulary
from dehusk.methods.tabnet.element_features import element_rows, element_table
from dehusk.testing import stacked_layout

pytest.importorskip("torch", reason="torch, of the extra 'train', is not installed")
pytest.importorskip("pycrfsuite", reason="python-crfsuite, of the extra 'train', is not installed")
pytest.importorskip("pytorch_tabnet", reason="pytorch-tabnet, of the extra 'train', is not installed")
import pycrfsuite
import torch

from dehusk.train import fit_boilernet, fit_crf, fit_tabnet
from made_up_pages import collection_file, made_up_page

PAGES = [made_up_page(number) for number in range(20)]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> str:
    return collection_file(PAGES, tmp_path_factory.mktemp("collection"))


@pytest.mark.parametrize("command", [["crf", "--iterations", "30"], ["boilernet", "--units", "8", "--epochs", "6"]])
def test_training_twice_gives_the_same_bytes_and_weights_that_work(
    command: list[str], collection: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    for path in (first, second):
        assert main(["train", *command, "--data", collection, "-o", str(path)]) == 0
    assert first.read_bytes() == second.read_bytes()
    assert capsys.readouterr().out.splitlines()[1].split()[0] == "made-up"
    page = parse(made_up_page(99).html)
    score = make_method(f"{command[0]}:weights={first}").select(page).score
    scores = {page.leaf_text(row): float(score[row]) for row in page.leaves.tolist()}
    gold = frozenset(made_up_page(99).gold.splitlines()[1:])
    assert min(scores[text] for text in gold) > max(scores[text] for text in scores if text.startswith("Imprint"))


def test_training_pages_are_sampled_and_test_pages_are_not(collection: str) -> None:
    pages = read_pages([collection], most=7, seed=3)
    assert sum(page.split != "test" for page in pages) == 7
    assert sum(page.split == "test" for page in pages) == sum(page.split == "test" for page in PAGES)
    assert [page.id for page in pages] == [page.id for page in read_pages([collection], most=7, seed=3)]


def test_the_field_of_numpy_is_that_of_crfsuite(tmp_path: Path) -> None:
    examples = [found for page in PAGES[:8] if (found := fit_crf.example(page)) is not None]
    weights = fit_crf.fit(examples, fit_crf.CrfSettings(iterations=20), lambda _: None)
    trainer = pycrfsuite.Trainer(verbose=False)
    tagged = pycrfsuite.Tagger()
    for each in examples:
        labels = [fit_crf.LABELS[int(label)] for label in each.label]
        trainer.append(fit_crf.attributes(weights.bins.of(each.values)), labels)
    trainer.set_params({"c1": 0.0, "c2": 1.0, "max_iterations": 20, "feature.possible_transitions": True})
    trainer.train(str(tmp_path / "model"))
    tagged.open(str(tmp_path / "model"))
    for each in examples:
        found = tagged.tag(fit_crf.attributes(weights.bins.of(each.values)))
        odds = weights.odds(each.values)
        assert [label == fit_crf.LABELS[1] for label in found] == weights.labels(odds).tolist()
        expected = [tagged.marginal(fit_crf.LABELS[1], place) for place in range(len(odds))]
        assert weights.probabilities(odds) == pytest.approx(expected, abs=1e-3)


def test_the_lstm_of_numpy_is_that_of_torch() -> None:
    counts = [found for page in PAGES[:6] if (found := fit_boilernet.count_tokens(page)) is not None]
    settings = fit_boilernet.LstmSettings(dense=6, hidden=5)
    vocabulary = fit_boilernet.make_vocabulary(counts, settings)
    torch.manual_seed(1)
    module = fit_boilernet.LeafModule(len(vocabulary), settings).eval()
    # The export rounds to half precision.
    module = module.half().float()
    example = fit_boilernet.example(PAGES[0], vocabulary)
    assert example is not None
    matrix = example.counts.dense(len(vocabulary), 0, example.counts.leaves)
    expected = torch.sigmoid(module(torch.from_numpy(matrix)[:, None]))[:, 0].detach().numpy()
    ours = module.exported().probabilities(example.counts)
    # The two biases of torch are added before they are rounded.
    assert ours == pytest.approx(expected, abs=1e-3)


def test_pages_without_gold_are_refused() -> None:
    bare = LabelledPage(id="1", dataset="tea", html="<p>Tea", gold="", must=("Tea",))
    assert fit_crf.example(bare) is None
    assert fit_boilernet.count_tokens(bare) is None
    with pytest.raises(CollectionError, match="nothing to train on"):
        fit_crf.fit([], fit_crf.CrfSettings(), lambda _: None)
    with pytest.raises(CollectionError, match="nothing to train on"):
        fit_boilernet.fit([], Vocabulary((), ()), fit_boilernet.LstmSettings(), lambda _: None)


# ---- TabNet ---------------------------------------------------------------------------------------------


def drawn_example(labelled: LabelledPage) -> fit_tabnet.DrawnExample:
    """A page with a layout that no browser drew; its paragraphs and headline are content."""
    page = parse(labelled.html)
    page = replace(page, layout=stacked_layout(page))
    names = [page.tag_name(row) for row in element_rows(page).tolist()]
    label = np.array([name in ("p", "h1") for name in names])
    inside = page.inside(np.isin(page.tag_names, ("p", "h1"))[page.tag])
    gold = [page.path(row) for row in np.flatnonzero(inside).tolist()]
    return fit_tabnet.DrawnExample(replace(labelled, gold_nodes=tuple(gold)), page, label)


EXAMPLES = [drawn_example(page) for page in PAGES[:6]]
SETTINGS = fit_tabnet.TabNetSettings(epochs=8, batch=64)


@pytest.mark.parametrize("features", ["basic", "both"])
def test_the_tabnet_of_numpy_is_that_of_torch(features: str) -> None:
    settings = replace(SETTINGS, features=features)  # type: ignore[arg-type]
    model = fit_tabnet.train_classifier(EXAMPLES, settings)
    page = EXAMPLES[0].page
    assert page.layout is not None
    table = element_table(page, page.layout, settings.features)
    expected = model.predict_proba(table)[:, 1]
    assert len(set(expected.tolist())) > 5
    assert fit_tabnet.export(model).probabilities(table) == pytest.approx(expected, abs=1e-5)


def test_tabnet_is_trained_the_same_twice(tmp_path: Path) -> None:
    for name in ("a.npz", "b.npz"):
        fit_tabnet.fit(EXAMPLES, SETTINGS).save(tmp_path / name)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_every_site_is_scored_by_a_network_without_it() -> None:
    seen = []
    said: list[str] = []

    def without(examples: list[fit_tabnet.DrawnExample], settings: fit_tabnet.TabNetSettings) -> object:
        seen.append([each.labelled.id for each in examples])
        return trained(examples, settings)

    trained = fit_tabnet.fit
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fit_tabnet, "fit", without)
        scores = fit_tabnet.left_out_scores(EXAMPLES[:3], replace(SETTINGS, epochs=2), 3, said.append)
        fit_tabnet.left_out_scores(EXAMPLES[:4], replace(SETTINGS, epochs=2), 2, said.append)
    assert seen == [["1", "2"], ["0", "2"], ["0", "1"], ["1", "3"], ["0", "2"]]
    assert (len(scores), len(said)) == (3, 7)
    assert fit_tabnet.report_card("both", scores).count("|") == 8


def test_one_site_is_not_enough_for_tabnet() -> None:
    with pytest.raises(CollectionError, match="at least two"):
        fit_tabnet.fit(EXAMPLES[:1], SETTINGS)
    with pytest.raises(CollectionError, match="no labelled nodes"):
        fit_tabnet.example(PAGES[0])
