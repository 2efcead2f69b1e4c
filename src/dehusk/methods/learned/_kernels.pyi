import numpy as np
import numpy.typing as npt

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
    classes: npt.NDArray[np.int64],
    tag_path: npt.NDArray[np.uint64],
    class_path: npt.NDArray[np.uint64],
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
