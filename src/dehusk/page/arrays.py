"""Types of numpy arrays, and columns that are computed once and cannot be changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from dehusk.lazy_attribute import lazy_attribute

Ints = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Classes = npt.NDArray[np.uint8]
"""Classes of characters (``dehusk.page.text_measures``)."""
Hashes = npt.NDArray[np.uint64]
Tags = npt.NDArray[np.uint16]
"""Tag numbers (``dehusk.page.tags``)."""

Array = TypeVar("Array", bound=npt.NDArray[Any])


def read_only(array: Array) -> Array:
    """The same array, after which writing to it is an error.

    >>> read_only(np.zeros(3))[0] = 1
    Traceback (most recent call last):
    ValueError: assignment destination is read-only
    """
    array.setflags(write=False)
    return array


def derived_column(compute: Callable[[Any], Array]) -> lazy_attribute[Array]:
    """A ``lazy_attribute`` whose value is a read-only array.

    >>> class Numbers:
    ...     @derived_column
    ...     def squares(self):
    ...         return np.arange(4) ** 2
    >>> Numbers().squares.flags.writeable
    False
    """

    @wraps(compute)
    def compute_read_only(owner: object) -> Array:
        return read_only(compute(owner))

    return lazy_attribute(compute_read_only)
