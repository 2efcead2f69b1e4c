"""Model files: arrays with a description, a format version and a checksum."""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import stat
import struct
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib import format as npy_format

from dehusk.errors import ArgumentError, ModelError
from dehusk.whole_file import write_whole

if TYPE_CHECKING:
    import numpy.typing as npt

    Arrays = dict[str, npt.NDArray[Any]]


# The largest model that is shipped unpacks to less than a hundredth of this.
_MAX_BYTES = 256 * 1024 * 1024
_MAX_PARTS = 1000
_MAX_DIRECTORY_BYTES = 1024 * 1024
"""Of the list of parts, which zipfile reads whole."""
_END = struct.Struct("<4s8xI4x2s")
"""The end of a zip file: a mark, the length of the list of parts, and that of a comment, which models do not have."""


def write_archive(path: str | Path, about: dict[str, Any], arrays: Arrays) -> None:
    """Write arrays and a description with ``kind`` and ``format``. The same input always gives the same bytes.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "tea.npz")
    ...     write_archive(path, {"format": 1, "kind": "tea"}, {"leaf": np.arange(3)})
    ...     about, arrays = read_archive(path, "tea", 1)
    >>> about["kind"], arrays["leaf"].tolist()
    ('tea', [0, 1, 2])
    """
    text = json.dumps(about | {"sha256": _checksum(arrays)}, indent=1, sort_keys=True)
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "about.json", text.encode())
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, array, allow_pickle=False)
            _add(archive, f"{name}.npy", buffer.getvalue())
    write_whole(Path(path), whole.getvalue())


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


def _checksum(arrays: Arrays) -> str:
    digest = hashlib.sha256()
    for array in arrays.values():
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _check_end(path: str | os.PathLike[str]) -> None:
    """Raise if this is no regular file, or has a list of parts that is too long, before the list is read."""
    if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - a path may be text
        raise ValueError("it is not a regular file")
    with open(path, "rb") as file:  # noqa: PTH123 - a path may be text
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 2 * _END.size, 0))
        tail = file.read()
    if len(tail) < _END.size or (end := _END.unpack(tail[-_END.size :]))[::2] != (b"PK\5\6", b"\0\0"):
        raise ValueError("it does not end like a zip file")
    if end[1] > _MAX_DIRECTORY_BYTES:
        raise ValueError(f"a list of parts with {end[1]:,} bytes; at most {_MAX_DIRECTORY_BYTES:,} are read")
    if b"PK\6\7" in tail[: -_END.size]:
        raise ValueError("a zip file with numbers of 64 bits")


def _check_size(archive: zipfile.ZipFile) -> None:
    """Raise if the parts are too many or too large, before one of them is unpacked."""
    parts = archive.infolist()
    for part in parts:
        if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError(f"{part.filename} is compressed in another way than models are")
    size = sum(part.file_size for part in parts)
    if len(parts) > _MAX_PARTS or size > _MAX_BYTES:
        raise ValueError(
            f"{len(parts):,} parts with {size:,} bytes; at most {_MAX_PARTS:,} with {_MAX_BYTES:,} are read"
        )
    if len({part.filename for part in parts}) < len(parts):
        raise ValueError("two parts have the same name")


def _array(data: bytes) -> npt.NDArray[Any]:
    """An array from the bytes of a ``.npy`` file, which must have the size that its header states."""
    stream = io.BytesIO(data)
    version = npy_format.read_magic(stream)
    read_header = npy_format.read_array_header_1_0 if version == (1, 0) else npy_format.read_array_header_2_0
    shape, _, dtype = read_header(stream)
    if math.prod(shape) * dtype.itemsize != len(data) - stream.tell():
        raise ValueError(f"an array of shape {shape} has another size")
    stream.seek(0)
    array: npt.NDArray[Any] = np.load(stream, allow_pickle=False)
    return array


def read_archive(path: str | Path, kind: str, version: int) -> tuple[dict[str, Any], Arrays]:
    """Read a file written by :func:`write_archive`: its description and its arrays.

    Raises :class:`~dehusk.errors.ModelError` if the file is missing, truncated, modified, or of another kind or format.

    >>> read_archive("no-such-model", "tea", 1)
    Traceback (most recent call last):
    dehusk.errors.ModelError: no-such-model: cannot be read as a model: ...
    """
    if not isinstance(path, str | os.PathLike):
        raise ArgumentError(f"model must be the path of a model file, not {path!r}")
    try:
        _check_end(path)
        with zipfile.ZipFile(path) as archive:
            _check_size(archive)
            about: dict[str, Any] = json.loads(archive.read("about.json"))
            names = [name.removesuffix(".npy") for name in archive.namelist() if name.endswith(".npy")]
            arrays = {name: _array(archive.read(f"{name}.npy")) for name in names}
        found_kind, found, checksum = about["kind"], about["format"], about["sha256"]
    except Exception as error:
        cause = getattr(error, "strerror", None) or error
        raise ModelError(f"{path}: cannot be read as a model: {cause}") from error
    if found_kind != kind:
        raise ModelError(f"{path}: a model for {found_kind}, not for {kind}; 'dehusk train {kind}' makes one")
    if found != version:
        raise ModelError(f"{path}: format {found!r}, but this version of dehusk reads {version}; train the model again")
    if checksum != _checksum(arrays):
        raise ModelError(f"{path}: the checksum does not match: the file was modified or is damaged")
    return about, arrays


def require_array(path: str | Path, arrays: Arrays, name: str, shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """An array of a model, checked: it must be there, have this shape, and contain finite numbers.

    >>> require_array("tea.npz", {"leaf": np.ones(3)}, "leaf", (4,))
    Traceback (most recent call last):
    dehusk.errors.ModelError: tea.npz: leaf is (3,); (4,) was expected
    """
    if name not in arrays or arrays[name].shape != shape:
        found = f"is {arrays[name].shape}" if name in arrays else "is missing"
        raise ModelError(f"{path}: {name} {found}; {shape} was expected")
    if not np.issubdtype(arrays[name].dtype, np.floating) or not np.isfinite(arrays[name]).all():
        raise ModelError(f"{path}: {name} has values that are not finite numbers")
    return arrays[name]
