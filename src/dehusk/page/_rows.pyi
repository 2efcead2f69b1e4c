import numpy as np
import numpy.typing as npt

from dehusk.page.rows import Named, PythonRows
from dehusk.page.tree import Attributes

class Rows(PythonRows): ...

def subtree_argmax(
    parent: npt.NDArray[np.intp],
    is_element: npt.NDArray[np.bool_],
    values: npt.NDArray[np.float64],
    best: npt.NDArray[np.intp],
    /,
) -> None: ...
def named(attrs: tuple[Attributes, ...], names: frozenset[str], /) -> Named: ...
