"""The file of a model for browsers has what Python uses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dehusk.cli import main
from dehusk.errors import ModelError
from dehusk.export import browser_model, export_model
from dehusk.export.typed_arrays import pack_arrays, unpack_arrays
from dehusk.methods.learned import shipped_model
from dehusk.methods.learned.feature_table import TABLE
from dehusk.methods.learned.tag_groups import sign_classes
from dehusk.page import tags


def test_weights_are_those_of_the_model() -> None:
    model = shipped_model()
    about, arrays = unpack_arrays(export_model(model))
    for name, weight in model.network.weights.items():
        assert arrays[name].dtype == np.float16
        assert np.array_equal(arrays[name].astype(np.float32), weight), name
    assert about["features"] == list(TABLE.names)
    assert about["rule"]["floor"] == model.rule.floor
    assert about["tag_names"] == list(tags.NAMES)


def test_classes_of_characters() -> None:
    _, arrays = unpack_arrays(export_model(shipped_model()))
    assert np.array_equal(np.repeat(arrays["class.values"], arrays["class.lengths"]), sign_classes())


def test_less_than_half_a_megabyte_and_the_same_bytes_each_time() -> None:
    data = export_model(shipped_model())
    assert len(data) < 500_000
    assert data == export_model(shipped_model())


def test_arrays_are_aligned() -> None:
    arrays = {"a": np.arange(3, dtype=np.uint8), "b": np.array([1.5, 2.5])}
    data = pack_arrays({"name": "Tee – 茶"}, arrays)
    header = int.from_bytes(data[:8], "little")
    assert header % 8 == 0
    about, found = unpack_arrays(data)
    assert about == {"name": "Tee – 茶"}
    assert found["b"].tolist() == [1.5, 2.5]
    with pytest.raises(ValueError, match="int64"):
        pack_arrays({}, {"a": np.arange(3, dtype=np.int64)})


def test_more_bits_than_a_browser_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_model, "_BITS", 8)
    with pytest.raises(ModelError, match="8 bits"):
        export_model(shipped_model())


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "model.bin"
    assert main(["export", str(path)]) == 0
    assert path.read_bytes() == export_model(shipped_model())
    assert main(["export", str(tmp_path / "model.json")]) == 2
    assert "must end in .bin" in capsys.readouterr().err
    assert main(["export", str(path), "--model", str(tmp_path / "none.npz")]) == 2
