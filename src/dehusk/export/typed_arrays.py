"""A file of typed arrays that JavaScript can use in place.

Eight bytes with the length of the header, the header in JSON (UTF-8, padded with spaces to a multiple of 8), then the
arrays, little-endian, each at a multiple of 8 bytes from the end of the header. The header has the keys ``about`` (any
JSON) and ``arrays``: for each name its type, its shape and where it starts.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

_TYPES = frozenset(["float16", "float32", "float64", "int32", "uint32", "uint16", "uint8"])
_ALIGNMENT = 8


def pack_arrays(about: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The bytes of a file; the same input always gives the same bytes.

    >>> data = pack_arrays({"kind": "tea"}, {"leaf": np.arange(3, dtype=np.uint8)})
    >>> about, arrays = unpack_arrays(data)
    >>> about, arrays["leaf"].tolist()
    ({'kind': 'tea'}, [0, 1, 2])
    """
    places: dict[str, dict[str, Any]] = {}
    parts: list[bytes] = []
    size = 0
    for name, array in arrays.items():
        if array.dtype.name not in _TYPES:
            raise ValueError(f"{name} has items of type {array.dtype}; one of {', '.join(sorted(_TYPES))} was expected")
        data = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).tobytes()
        places[name] = {"type": array.dtype.name, "shape": list(array.shape), "start": size}
        parts.append(data + bytes(-len(data) % _ALIGNMENT))
        size += len(parts[-1])
    header = json.dumps({"about": about, "arrays": places}, separators=(",", ":"), ensure_ascii=False).encode()
    header += b" " * (-len(header) % _ALIGNMENT)
    return len(header).to_bytes(_ALIGNMENT, "little") + header + b"".join(parts)


def unpack_arrays(data: bytes) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """What :func:`pack_arrays` was given.

    >>> unpack_arrays(pack_arrays({}, {"half": np.array([[0.5], [2.0]], dtype=np.float16)}))[1]["half"].tolist()
    [[0.5], [2.0]]
    """
    start = _ALIGNMENT + int.from_bytes(data[:_ALIGNMENT], "little")
    header = json.loads(data[_ALIGNMENT:start])
    arrays = {}
    for name, place in header["arrays"].items():
        count = int(np.prod(place["shape"], dtype=np.intp))
        array = np.frombuffer(data, place["type"], count, start + place["start"])
        arrays[name] = array.reshape(place["shape"])
    return header["about"], arrays
