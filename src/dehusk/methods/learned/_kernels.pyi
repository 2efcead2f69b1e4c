from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from dehusk.page import Attributes

def scores(
    columns: npt.NDArray[np.float32],
    features: int,
    blocks: int,
    feature: npt.NDArray[np.int32],
    border: npt.NDArray[np.float32],
    value: npt.NDArray[np.float32],
    trees: int,
    depth: int,
    sums: npt.NDArray[np.float64],
    /,
) -> None: ...
def inherit(
    rows: int,
    parent: npt.NDArray[np.intp],
    tags: npt.NDArray[np.int64],
    cues: npt.NDArray[np.int64],
    path: npt.NDArray[np.uint64],
    styled: npt.NDArray[np.uint64],
    /,
) -> None: ...
def bit_rows(
    numbers: int,
    places: int,
    bits: npt.NDArray[np.int64],
    place: npt.NDArray[np.intp],
    rows: npt.NDArray[np.uint8],
    /,
) -> None: ...
def word_bits(name: str, bits_of_word: dict[str, int], /) -> int: ...
def cues_of(
    attrs: tuple[Attributes, ...],
    names: frozenset[str],
    bits: Mapping[str, int],
    numbered: str,
    numbers_of: Mapping[str, int],
    cues: npt.NDArray[np.int64],
    numbers: npt.NDArray[np.intp],
    /,
) -> None: ...
