import numpy as np
import numpy.typing as npt

from dehusk.page import Attributes

def name_bits(name: str, words: dict[str, int], pairs: dict[str, dict[str, int]], number_bit: int, /) -> int: ...
def read(
    attrs: tuple[Attributes, ...],
    names: frozenset[str],
    kind_name: str,
    words: dict[str, int],
    pairs: dict[str, dict[str, int]],
    number_bit: int,
    bits: npt.NDArray[np.int64],
    kinds: npt.NDArray[np.intp],
    /,
) -> None: ...
