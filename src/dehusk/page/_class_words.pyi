from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from dehusk.page import Attributes

def word_bits(name: str, words: dict[str, int], pairs: dict[str, dict[str, int]], /) -> int: ...
def read(
    attrs: tuple[Attributes, ...],
    names: frozenset[str],
    bits_of: Mapping[str, int],
    kind_name: str,
    kind_of: Mapping[str, int],
    bits: npt.NDArray[np.int64],
    kinds: npt.NDArray[np.intp],
    /,
) -> None: ...
