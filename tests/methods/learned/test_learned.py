"""The learned default: trees, decision, features, model files."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import extract, parse
from dehusk.errors import ArgumentError, ModelError
from dehusk.methods.learned import Grain
from dehusk.methods.learned.decide import Aside, Rule, decide, hold_back, parts_between, probability
from dehusk.methods.learned.features import feature_names, features
from dehusk.methods.learned.model import read_model, shipped_model
from dehusk.methods.learned.trees import COMPILED, Trees
from html_strategies import any_html

PAGES = sorted((Path(__file__).parents[2] / "pages").glob("*/page.html"))


def walk(trees: Trees, block: np.ndarray) -> float:
    """One block through every tree, a comparison at a time."""
    total = trees.bias
    for feature, border, value in zip(trees.feature, trees.border, trees.value, strict=True):
        leaf = sum(1 << level for level in range(len(feature)) if block[feature[level]] > border[level])
        total += float(value[leaf])
    return total


@given(st.integers(0, 10_000))
@settings(max_examples=50)
def test_trees_agree_with_walking_them(seed: int) -> None:
    random = np.random.default_rng(seed)
    count, depth, inputs, blocks = random.integers(1, 9, size=4)
    trees = Trees(
        random.integers(0, inputs, (count, depth)),
        random.normal(size=(count, depth)).astype(np.float32),
        random.normal(size=(count, 1 << depth)).astype(np.float32),
        0.25,
    )
    columns = random.normal(size=(inputs, blocks)).astype(np.float32)
    walked = [walk(trees, columns[:, block]) for block in range(blocks)]
    np.testing.assert_allclose(trees.scores_numpy(columns), walked, rtol=1e-4, atol=1e-5)
    if COMPILED:
        np.testing.assert_allclose(trees.scores_compiled(columns), trees.scores_numpy(columns), rtol=1e-12)
        np.testing.assert_allclose(trees.scores_compiled(columns[:, ::2]), trees.scores_numpy(columns[:, ::2]))


@pytest.mark.skipif(not COMPILED, reason="dehusk was installed without a compiler")
def test_compiled_trees_refuse_arrays_that_do_not_fit() -> None:
    trees = Trees(np.array([[5]]), np.zeros((1, 1), dtype=np.float32), np.zeros((1, 2), dtype=np.float32), 0.0)
    with pytest.raises(ValueError, match="feature 5 of 3"):
        trees.scores_compiled(np.zeros((3, 4), dtype=np.float32))
    short = Trees(np.array([[0]]), np.zeros((1, 1), dtype=np.float32), np.zeros((1, 1), dtype=np.float32), 0.0)
    with pytest.raises(ValueError, match="value has 4 bytes, not 8"):
        short.scores_compiled(np.zeros((3, 4), dtype=np.float32))


@given(st.lists(st.tuples(st.floats(-6, 6), st.integers(1, 400)), min_size=1, max_size=8))
def test_no_other_cut_along_the_scores_expects_a_better_f1(blocks: list[tuple[float, int]]) -> None:
    logits, words = np.array([each[0] for each in blocks]), np.array([float(each[1]) for each in blocks])
    rule = Rule(spread=0.0, comment_penalty=0.0, floor=0.0)
    keep, expected = decide(logits, words, rule)
    p = probability(logits)

    def f1(mask: np.ndarray) -> float:
        return float(2 * (p * words)[mask].sum() / (words[mask].sum() + (p * words).sum()))

    order = np.argsort(-logits, kind="stable")
    cuts = []
    for size in range(1, len(blocks) + 1):
        mask = np.zeros(len(blocks), dtype=bool)
        mask[order[:size]] = True
        cuts.append(f1(mask))
    assert expected == pytest.approx(max(cuts))
    assert f1(keep) == pytest.approx(max(cuts))


def test_recall_keeps_no_less_than_precision() -> None:
    for path in PAGES:
        page = parse(path.read_text(encoding="utf-8"))
        kept = {favor: Grain(favor=favor).select(page) for favor in ("precision", None, "recall")}
        assert (kept["recall"].keep | ~kept["precision"].keep).all(), path
        assert np.array_equal(kept["recall"].score, kept["precision"].score), path


def test_comments_are_held_back_only_where_there_is_other_content() -> None:
    logits, comment = np.array([2.0, 2.0]), np.array([False, True])
    aside, rule = Aside(comment, np.zeros(2, dtype=bool)), Rule(comment_penalty=1.5)
    assert hold_back(logits, np.array([100.0, 100.0]), aside, rule).tolist() == [2.0, 0.5]
    assert hold_back(logits, np.array([5.0, 100.0]), aside, rule).tolist() == [2.0, 2.0]


@given(any_html)
@settings(max_examples=150)
def test_features_are_finite_numbers_for_every_block(html: str) -> None:
    blocks, columns = features(parse(html))
    if len(blocks):
        assert columns.names == feature_names()
        assert np.isfinite(columns.matrix(columns.names)).all()


def test_the_shipped_model_fits_the_features_and_is_small() -> None:
    model = shipped_model()
    assert set(model.features) <= set(feature_names())
    assert int(model.trees.feature.max()) < len(model.features)
    assert sum(model.summary["pages"].values()) > 1000
    path = Path(__file__).parents[3] / "src/dehusk/methods/learned/model.npz"
    assert path.stat().st_size < 5_000_000


def test_a_model_file_comes_back_as_it_was(tmp_path: Path) -> None:
    model = shipped_model()
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    model.save(first)
    model.save(second)
    assert first.read_bytes() == second.read_bytes()
    again = read_model(first)
    columns = np.random.default_rng(0).random((len(model.features), 5)).astype(np.float32)
    assert np.array_equal(again.trees.scores(columns), model.trees.scores(columns))
    assert again.rule == model.rule
    assert again.summary == model.summary


def test_a_damaged_model_file_is_refused(tmp_path: Path) -> None:
    whole, damaged = tmp_path / "whole.npz", tmp_path / "damaged.npz"
    shipped_model().save(whole)
    damaged.write_bytes(whole.read_bytes()[:-500])
    with pytest.raises(ModelError, match=r"damaged\.npz: cannot be read as a model"):
        read_model(damaged)


@pytest.mark.parametrize(
    ("field", "value", "message"), [("sha256", "0", "checksum"), ("format", 99, "train the model again")]
)
def test_a_changed_model_file_is_refused(tmp_path: Path, field: str, value: object, message: str) -> None:
    whole, changed = tmp_path / "whole.npz", tmp_path / "changed.npz"
    shipped_model().save(whole)
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "about.json":
                data = json.dumps(json.loads(data) | {field: value}).encode()
            new.writestr(name, data)
    with pytest.raises(ModelError, match=message):
        read_model(changed)


def test_wrong_arguments_name_the_right_ones() -> None:
    with pytest.raises(ArgumentError, match="precision, recall"):
        extract("<p>Tea", favor="speed")
    with pytest.raises(ArgumentError, match="are for the plain method 'grain'"):
        extract("<p>Tea", method="arias", favor="recall")
    with pytest.raises(ModelError, match="nowhere"):
        extract("<p>Tea", model="nowhere.npz")


_PARTS = {
    ".": "<p>x</p>",
    "c": "<figure><figcaption>x</figcaption></figure>",
    "l": "<pre><code>x</code></pre>",
    "t": "<table><tr><th>x</table>",
    "m": "<table><tr><td>x</table>",
}


def _between(keep: str, parts: str, logits: list[float]) -> str:
    """Which blocks join those kept ("K"): of paragraphs, captions, listings, tables with and without a header."""
    blocks, columns = features(parse("".join(_PARTS[part] for part in parts)))
    joins = parts_between(blocks, columns, np.array([sign == "K" for sign in keep]), np.array(logits))
    return "".join("+" if joined else sign for joined, sign in zip(joins, keep, strict=True))


def test_parts_between_kept_blocks_belong_to_them() -> None:
    assert _between("K.K", ".c.", [2, -0.5, 2]) == "K+K"
    assert _between("K..K", ".tc.", [2, -0.5, -0.5, 2]) == "K++K"
    assert _between("K.K", ".l.", [2, -2, 2]) == "K+K"


def test_parts_that_are_no_part_of_the_text() -> None:
    assert _between("K.K", ".t.", [2, -2, 2]) == "K.K", "too unlikely"
    assert _between("K.K", ".m.", [2, -0.5, 2]) == "K.K", "a table for the layout"
    assert _between("K..K", ".t..", [2, -0.5, -0.5, 2]) == "K..K", "something else stands there too"
    assert _between("K..", ".cc", [2, 0, 0]) == "K..", "nothing kept follows"
    assert _between(".K", "c.", [0, 2]) == ".K", "nothing kept stands before"
    long = 40
    assert _between(f"K{'.' * long}K", f".{'t' * long}.", [2.0] * (long + 2)) == f"K{'.' * long}K"
