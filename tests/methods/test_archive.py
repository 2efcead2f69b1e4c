"""Files of arrays: what is damaged or hostile is refused with a ModelError, before it takes memory."""

from __future__ import annotations

import os
import random
import struct
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from dehusk.errors import ModelError, OutputError
from dehusk.methods.archive import read_archive, write_archive
from dehusk.methods.web2text.weights_file import FORMAT, read_weights, shipped_weights


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.npz"
    write_archive(path, {"kind": "tea", "format": 1}, {"leaf": np.arange(100), "stem": np.ones((3, 4))})
    return path


def npy(header: str) -> bytes:
    """A ``.npy`` file without data."""
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()


HOSTILE = {
    "huge shape": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 1000000, 10)}\n"),
    "negative shape": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 8)}\n"),
    "objects": npy("{'descr': '|O', 'fortran_order': False, 'shape': (0,)}\n"),
    "deep header": npy("(" * 9000),
    "no header": npy(""),
    "not an array": b"x" * 100,
    "empty": b"",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_arrays(tmp_path: Path, name: str) -> None:
    path = tmp_path / "model.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("about.json", '{"kind": "tea", "format": 1, "sha256": ""}')
        archive.writestr("leaf.npy", HOSTILE[name])
    with pytest.raises(ModelError):
        read_archive(path, "tea", 1)


@pytest.mark.parametrize("part", ["about.json", "leaf.npy"])
def test_a_file_that_expands_is_not_unpacked(tmp_path: Path, part: str) -> None:
    path = tmp_path / "model.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(part, "w") as file:
        for _ in range(300):
            file.write(bytes(1024 * 1024))
    tracemalloc.start()
    try:
        with pytest.raises(ModelError, match="1 parts with 314,572,800 bytes; at most"):
            read_archive(path, "tea", 1)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_too_many_parts(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(1001):
            archive.writestr(f"{number}.npy", b"")
    with pytest.raises(ModelError, match="1,001 parts"):
        read_archive(path, "tea", 1)


def test_a_long_list_of_parts_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    parts = (b"PK\1\2" + bytes(24) + b"\1" + bytes(17) + b"x") * 300_000
    path.write_bytes(parts + struct.pack("<4s8xII2x", b"PK\5\6", len(parts), 0))
    tracemalloc.start()
    try:
        with pytest.raises(ModelError, match="a list of parts"):
            read_archive(path, "tea", 1)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_a_file_of_another_zip_format(tmp_path: Path, model: Path) -> None:
    data = model.read_bytes()
    model.write_bytes(data[:-22] + b"PK\6\7" + bytes(16) + data[-22:])
    with pytest.raises(ModelError, match="64 bits"):
        read_archive(model, "tea", 1)
    path = tmp_path / "packed.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("about.json", "{}")
    with pytest.raises(ModelError, match=r"about\.json is compressed in another way"):
        read_archive(path, "tea", 1)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files")
def test_what_is_no_regular_file_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), tmp_path):
        with pytest.raises(ModelError, match="not a regular file"):
            read_archive(path, "tea", 1)


@pytest.mark.parametrize("text", ["[]", "{", "1", '{"kind": "tea"}', "[" * 100_000])
def test_a_description_that_is_not_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "model.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("about.json", text)
    with pytest.raises(ModelError):
        read_archive(path, "tea", 1)


def test_bytes_that_are_changed_or_missing(model: Path) -> None:
    whole = model.read_bytes()
    about, arrays = read_archive(model, "tea", 1)
    choose = random.Random(5)
    refused = 0
    for _ in range(500):
        data = bytearray(whole)
        data[choose.randrange(len(data))] ^= choose.randrange(1, 256)
        model.write_bytes(data[: choose.choice([len(data), choose.randrange(len(data))])])
        try:
            found_about, found = read_archive(model, "tea", 1)
        except ModelError:
            refused += 1
        else:
            # Changed where nothing is read, such as a date.
            assert found_about == about
            assert all(np.array_equal(found[name], arrays[name]) for name in arrays)
    assert refused > 400


def test_a_model_that_cannot_be_written_leaves_the_old_one(model: Path) -> None:
    before = model.read_bytes()
    with pytest.raises(OutputError):
        write_archive(model / "below.npz", {"kind": "tea", "format": 1}, {})
    assert model.read_bytes() == before


@pytest.mark.parametrize("wrong", ["x", np.nan, 1j])
def test_weights_that_are_not_numbers(tmp_path: Path, wrong: object) -> None:
    path = tmp_path / "weights.npz"
    shipped_weights("cleaneval").save(path)
    about, arrays = read_archive(path, "web2text", FORMAT)
    write_archive(path, about, arrays | {"unary.0.bias": np.full(arrays["unary.0.bias"].shape, wrong)})
    with pytest.raises(ModelError, match=r"unary\.0\.bias has values that are not finite numbers"):
        read_weights(path)


def test_a_missing_file_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"model: No such file or directory$"):
        read_archive(tmp_path / "none", "tea", 1)
