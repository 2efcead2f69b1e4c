"""Web2Text: networks, Viterbi, weights files, the method."""

from __future__ import annotations

import itertools
import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dehusk
from dehusk.errors import ArgumentError, ModelError
from dehusk.methods.learned import shipped_model
from dehusk.methods.web2text import Web2Text, read_weights, shipped_weights
from dehusk.methods.web2text.block_features import block_names, edge_names
from dehusk.methods.web2text.decoding import viterbi
from dehusk.methods.web2text.network import FORMS, Form
from dehusk.methods.web2text.weights_file import shipped_names
from dehusk.testing import check_method
from small_weights import random_network, small_weights

if TYPE_CHECKING:
    from dehusk.methods.web2text.feature_columns import Mode
    from dehusk.methods.web2text.text_statistics import Words

NEWS = (Path(__file__).parents[2] / "pages" / "news-en" / "page.html").read_text("utf-8")


@pytest.fixture(scope="module")
def weights_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "small.npz"
    small_weights().save(path)
    return path


# ---- networks and inference ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("features", "classes"), [(len(block_names()), 2), (len(edge_names()), 4)])
@pytest.mark.parametrize("blocks", [1, 2, 3, 200])
def test_numpy_and_torch_agree(form: Form, features: int, classes: int, blocks: int) -> None:
    torch = pytest.importorskip("torch", reason="torch, of the extra 'train', is not installed")
    network = random_network(form, features, classes)
    x = np.random.default_rng(2).normal(0, 1, (blocks, features)).astype(np.float32)
    y = torch.from_numpy(x.T[None])
    for place, layer in enumerate(network.layers):
        weight = torch.from_numpy(np.ascontiguousarray(layer.weight.transpose(2, 1, 0)))
        y = torch.relu(y) if place else y
        y = torch.nn.functional.conv1d(y, weight, torch.from_numpy(layer.bias), padding="same")
    expected = torch.log_softmax(y, dim=1)[0].numpy().T
    np.testing.assert_allclose(network.log_probabilities(x), expected, atol=1e-5)


def test_a_network_without_blocks_gives_nothing() -> None:
    assert random_network("released", 25, 4).log_probabilities(np.empty((0, 25), dtype=np.float32)).shape == (0, 4)


def test_the_forms_are_those_of_the_paper_and_of_the_code() -> None:
    shapes = {form: [layer.weight.shape for layer in random_network(form, 128, 2).layers] for form in FORMS}
    assert [shape[0] for shape in shapes["released"]] == [1, 1, 3, 3, 3]
    assert [shape[2] for shape in shapes["released"]] == [50, 50, 50, 10, 2]
    assert [shape[0] for shape in shapes["paper"]] == [3] * 7
    assert [shape[2] for shape in shapes["paper"]] == [50, 50, 50, 50, 50, 10, 2]


def test_the_worked_example_of_viterbi() -> None:
    unary, pairs = np.log([[0.4, 0.6], [0.7, 0.3], [0.2, 0.8]]), np.log([[0.3, 0.1, 0.1, 0.5]] * 2)
    assert viterbi(unary, pairs, 0).tolist() == viterbi(unary, pairs, 0.1).tolist() == [True, False, True]
    assert viterbi(unary, pairs, 1).tolist() == [True, True, True]


def test_viterbi_of_no_block_and_of_one() -> None:
    none = np.empty((0, 4))
    assert viterbi(np.empty((0, 2)), none).tolist() == []
    assert viterbi(np.log([[0.3, 0.7]]), none).tolist() == [True]
    assert viterbi(np.log([[0.5, 0.5]]), none).tolist() == [False]


@settings(deadline=None)
@given(st.integers(1, 8), st.floats(0, 3), st.integers(0, 1000))
def test_viterbi_finds_what_trying_all_labels_finds(blocks: int, lambda_: float, seed: int) -> None:
    chance = np.random.default_rng(seed)
    unary, pairs = chance.normal(size=(blocks, 2)), chance.normal(size=(blocks - 1, 4))

    def total(labels: tuple[int, ...]) -> float:
        single = sum(unary[place, label] for place, label in enumerate(labels))
        return float(
            single + lambda_ * sum(pairs[at, 2 * a + b] for at, (a, b) in enumerate(itertools.pairwise(labels)))
        )

    best = max(itertools.product((0, 1), repeat=blocks), key=total)
    assert total(tuple(viterbi(unary, pairs, lambda_).astype(int).tolist())) == pytest.approx(total(best))


# ---- weights files --------------------------------------------------------------------------------------------


def test_weights_come_back_as_they_were_and_the_bytes_are_the_same(weights_file: Path, tmp_path: Path) -> None:
    again = read_weights(weights_file)
    again.save(tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == weights_file.read_bytes()
    assert again.summary == {"made": "by chance"}


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_truncated_file_is_a_clear_error(weights_file: Path, tmp_path: Path, share: float) -> None:
    data = weights_file.read_bytes()
    path = tmp_path / "cut.npz"
    path.write_bytes(data[: int(share * len(data))])
    with pytest.raises(ModelError, match=r"cut\.npz: cannot be read as a model"):
        Web2Text(weights=path)


@settings(deadline=None)
@given(place=st.integers(0, 10**6))
def test_a_changed_byte_never_gives_other_weights(weights_file: Path, place: int) -> None:
    data = bytearray(weights_file.read_bytes())
    data[place % len(data)] ^= 0x55
    path = weights_file.with_name("changed.npz")
    path.write_bytes(data)
    try:
        read = read_weights(path)
    except ModelError:
        return
    # A byte that says nothing of the content: a date, a flag of the archive.
    for ours, theirs in zip(read.unary.layers, small_weights().unary.layers, strict=True):
        assert np.array_equal(ours.weight, theirs.weight)


def rewritten(source: Path, target: Path, **changes: bytes) -> Path:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, changes.get(name.replace(".", "_"), old.read(name)))
    return target


def test_tampered_weights_are_rejected(weights_file: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(weights_file) as archive:
        other = archive.read("pairwise.0.bias.npy")[:-4] + b"\0\0\0\0"
    path = rewritten(weights_file, tmp_path / "tampered.npz", pairwise_0_bias_npy=other)
    with pytest.raises(ModelError, match="the checksum does not match: the file was modified or is damaged"):
        read_weights(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 99}, "format 99, but this version of dehusk reads 2; train the model again"),
        ({"kind": "tea"}, "a model for tea, not for web2text"),
        ({"form": "paper"}, r"unary\.0\.weight is \(1, 128, 50\); \(3, 128, 50\) was expected"),
        ({"mode": "poem"}, "unknown mode 'poem'; known: released, paper, author"),
    ],
)
def test_weights_for_something_else_are_rejected(
    weights_file: Path, tmp_path: Path, change: dict[str, object], message: str
) -> None:
    with zipfile.ZipFile(weights_file) as archive:
        about = json.loads(archive.read("about.json")) | change
    path = rewritten(weights_file, tmp_path / "other.npz", about_json=json.dumps(about).encode())
    with pytest.raises(ModelError, match=message):
        read_weights(path)


def test_a_model_of_the_default_is_not_taken_for_weights(tmp_path: Path) -> None:
    shipped_model().save(tmp_path / "model.npz")
    with pytest.raises(ModelError, match="a model for grain, not for web2text; 'dehusk train web2text' makes"):
        Web2Text(weights=tmp_path / "model.npz")


def test_unknown_weights_list_the_known() -> None:
    with pytest.raises(ModelError, match=r"tea: no such file; weights shipped with dehusk: .*cleaneval"):
        Web2Text(weights="tea")


# ---- the method ------------------------------------------------------------------------------------------------


def test_the_contract_holds_for_every_kind_of_weights(tmp_path: Path) -> None:
    kinds: list[tuple[Form, Mode, Words]] = [("paper", "author", "any"), ("paper", "paper", "english")]
    for form, mode, words in kinds:
        small_weights(form, mode, words).save(tmp_path / "w.npz")
        check_method(Web2Text(weights=tmp_path / "w.npz"), fuzzed=60)
    check_method(Web2Text(weights="cleaneval", lambda_=0.1), fuzzed=60)


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_weights_keep_an_article_and_drop_menus(name: str) -> None:
    found = dehusk.extract(NEWS, method=f"web2text:weights={name}").text
    expected = (Path(__file__).parents[2] / "pages" / "news-en" / "expected.md").read_text("utf-8")
    paragraphs = [line for line in expected.splitlines() if len(line) > 100 and not line.startswith(("#", "!", ">"))]
    assert sum(paragraph[:60] in found for paragraph in paragraphs) >= 0.8 * len(paragraphs)
    assert shipped_weights(name).summary["blocks"] > 10_000


def test_the_weights_for_the_papers_numbers_are_as_in_the_paper() -> None:
    weights = shipped_weights("cleaneval-paper")
    assert (weights.form, weights.mode, weights.words) == ("paper", "paper", "english")
    assert weights.unary.layers[0].weight.shape == weights.pairwise.layers[0].weight.shape == (3, 48, 50)


def test_potentials_are_in_why() -> None:
    extraction = dehusk.extract(NEWS, method="web2text")
    page, selection = extraction.page, extraction.selection
    why = selection.why
    assert why["pairwise"].sum(axis=1) == pytest.approx(np.ones(len(why["leaves"]) - 1), abs=1e-5)
    assert np.array_equal(selection.keep[why["leaves"]], why["labels"])
    assert np.array_equal(selection.score[why["leaves"]], why["unary"])
    assert page.is_text[why["leaves"]].all()


def test_without_pairs_every_leaf_decides_alone() -> None:
    why = dehusk.extract(NEWS, method="web2text:lambda_=0").selection.why
    assert np.array_equal(why["labels"], why["unary"] > 0.5)


def test_lambda_is_checked() -> None:
    with pytest.raises(ArgumentError, match="lambda_ must be at least 0"):
        Web2Text(lambda_=-1)
