"""Model files: written and read back, and refused where they do not fit."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dehusk import extract
from dehusk.errors import ArgumentError, ModelError
from dehusk.methods.archive import read_archive, write_archive
from dehusk.methods.learned import model_file
from dehusk.methods.learned.decision import DecisionRule
from dehusk.methods.learned.feature_table import TABLE, FeatureTable
from dehusk.methods.learned.model_file import fingerprint, read_model, shipped_model


def test_the_shipped_model_fits_the_features_and_is_small() -> None:
    model = shipped_model()
    assert len(model.network.scale.borders) == len(TABLE.names)
    assert sum(model.summary["pages"].values()) > 1000
    path = Path(__file__).parents[3] / "src/dehusk/methods/learned/model.npz"
    assert path.stat().st_size < 2_000_000


def test_a_model_file_comes_back_as_it_was(tmp_path: Path) -> None:
    model = shipped_model()
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    model.save(first)
    model.save(second)
    assert first.read_bytes() == second.read_bytes()
    again = read_model(first)
    columns = np.random.default_rng(0).random((len(TABLE.names), 5)).astype(np.float32)
    ours, theirs = (each.network.run(columns, np.ones(5), each.style_with(None)) for each in (again, model))
    assert np.array_equal(ours.logits, theirs.logits)
    assert np.array_equal(ours.type_logits, theirs.type_logits)
    assert np.array_equal(again.confidence, model.confidence)
    assert (again.rule, again.style, again.calibration) == (model.rule, model.style, model.calibration)
    assert again.summary == model.summary


def test_every_constant_of_the_rule_is_in_the_file(tmp_path: Path) -> None:
    other = DecisionRule(*(float(number) for number in range(len(DecisionRule.__dataclass_fields__))))  # type: ignore[arg-type]
    path = tmp_path / "other.npz"
    replace(shipped_model(), rule=other).save(path)
    assert read_model(path).rule == other


def test_a_damaged_model_file_is_refused(tmp_path: Path) -> None:
    whole, damaged = tmp_path / "whole.npz", tmp_path / "damaged.npz"
    shipped_model().save(whole)
    damaged.write_bytes(whole.read_bytes()[:-500])
    with pytest.raises(ModelError, match=r"damaged\.npz: cannot be read as a model"):
        read_model(damaged)


def changed_file(folder: Path, **changes: Any) -> Path:  # noqa: ANN401 - anything that JSON holds
    """The shipped model with other entries in its description; None leaves an entry out."""
    whole, changed = folder / "whole.npz", folder / "changed.npz"
    shipped_model().save(whole)
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "about.json":
                about = json.loads(data) | changes
                data = json.dumps({key: value for key, value in about.items() if value is not None}).encode()
            new.writestr(name, data)
    return changed


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sha256": "0"}, "checksum"),
        ({"format": 99}, "format 99"),
        ({"fingerprint": "0123456789abcdef"}, "made for other features .*; train it again with 'dehusk train'"),
        ({"fingerprint": None}, "made for other features"),
        ({"rule": {"spread": 2.0}}, "other constants; train it again with 'dehusk train'"),
        ({"style": None}, "cannot be read as a model"),
        ({"style": [0.0, 0.0]}, "2 numbers of a style, not 3"),
        ({"style": [0.0, "x", 0.0]}, "'x' is not a finite number"),
        ({"style": 1.0}, "cannot be read as a model"),
        ({"calibration": [1.0, float("nan")]}, "nan is not a finite number"),
        ({"calibration": [1.0, None]}, "None is not a finite number"),
        ({"summary": "x"}, "the summary is not an object"),
        ({"sha256": None}, "cannot be read as a model"),
    ],
)
def test_a_changed_model_file_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        read_model(changed_file(tmp_path, **changes))


def test_a_model_is_refused_once_the_features_have_changed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    shipped_model().save(path)
    before = fingerprint()
    for table in (
        FeatureTable(TABLE.groups[::-1]),
        FeatureTable((replace(TABLE.groups[0], version="2"), *TABLE.groups[1:])),
    ):
        monkeypatch.setattr(model_file, "TABLE", table)
        with pytest.raises(ModelError, match=f"fingerprint {before}, this version of dehusk has {fingerprint()}"):
            read_model(path)
    monkeypatch.undo()
    for name in ("STYLES", "TYPES"):
        monkeypatch.setattr(model_file, name, ("one", "two"))
        with pytest.raises(ModelError, match="made for other features"):
            read_model(path)
        monkeypatch.undo()


def test_wrong_arguments_name_the_right_ones() -> None:
    with pytest.raises(ArgumentError, match="precision, recall"):
        extract("<p>Tea", favor="speed")
    with pytest.raises(ArgumentError, match="method 'arias' has no parameter favor"):
        extract("<p>Tea", method="arias", favor="recall")
    with pytest.raises(ModelError, match="nowhere"):
        extract("<p>Tea", model="nowhere.npz")


Arrays = dict[str, Any]
BROKEN_ARRAYS: dict[str, Callable[[Arrays], Arrays]] = {
    "missing": lambda arrays: {name: array for name, array in arrays.items() if name != "2.around"},
    "one too many": lambda arrays: arrays | {"4.around": arrays["3.around"]},
    "another number of features": lambda arrays: arrays | {"input.weight": arrays["input.weight"][1:]},
    "one dimension": lambda arrays: arrays | {"block.weight": arrays["block.weight"].ravel()},
    "no states": lambda arrays: arrays | {"block.bias": arrays["block.bias"][:0]},
    "too many states": lambda arrays: arrays | {"block.bias": np.zeros(100_000, dtype=np.float16)},
    "scalar": lambda arrays: arrays | {"0.wide.bias": np.float16(1)},
    "fewer borders": lambda arrays: arrays | {"borders": arrays["borders"][1:]},
    "fewer levels": lambda arrays: arrays | {"levels": arrays["levels"][:, 1:]},
    "unordered borders": lambda arrays: arrays | {"borders": -arrays["borders"]},
    "no borders": lambda arrays: arrays | {name: arrays[name][:, :0] for name in ("borders", "levels")},
    "another type": lambda arrays: arrays | {"1.query": arrays["1.query"].astype(np.float64)},
    "text": lambda arrays: arrays | {"levels": arrays["levels"].astype(str)},
    "not a number": lambda arrays: arrays | {"output.weight": arrays["output.weight"] * np.float16("nan")},
    "unordered confidence": lambda arrays: arrays | {"confidence": 1 - arrays["confidence"]},
    "scalar confidence": lambda arrays: arrays | {"confidence": np.float32(1)},
    "other page types": lambda arrays: arrays | {"page_type.weight": arrays["page_type.weight"][:, 1:]},
}


@pytest.mark.parametrize("name", BROKEN_ARRAYS)
def test_arrays_that_do_not_fit_are_refused_at_once(tmp_path: Path, name: str) -> None:
    path = tmp_path / "model.npz"
    shipped_model().save(path)
    about, arrays = read_archive(path, "grain", model_file.FORMAT)
    write_archive(path, about, BROKEN_ARRAYS[name](arrays))
    with pytest.raises(ModelError, match=r"model\.npz: cannot be read as a model"):
        read_model(path)
