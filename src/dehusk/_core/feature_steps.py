"""Small steps that the functions of the core share."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import math
import os

import numpy as np

from dehusk._core import views

_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
# The seed is random, so that no page can contain keys that collide.
_SEED = cython.declare(cython.ulonglong, int.from_bytes(os.urandom(8)))
_FIRST_FACTOR = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_SECOND_FACTOR = cython.declare(cython.ulonglong, 0x94D049BB133111EB)

_KNOWN_LOGS = cython.declare(cython.Py_ssize_t, 1024)
_LOGS = cython.declare(views.Floats, np.array([math.log1p(count) for count in range(1024)]).data)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def log_count(count: cython.Py_ssize_t) -> cython.double:
    """The logarithm of 1 more than a count; 0 for a negative one.

    >>> log_count(0), round(log_count(1_000_000), 3)
    (0.0, 13.816)
    """
    if count < 0:
        return 0.0
    return _LOGS[count] if count < _KNOWN_LOGS else math.log1p(count)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def clip(number: cython.Py_ssize_t, low: cython.Py_ssize_t, high: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """A number within bounds.

    >>> clip(-5, 0, 2), clip(1, 0, 2), clip(5, 0, 2)
    (0, 1, 2)
    """
    return low if number < low else min(number, high)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def mixed(key: cython.ulonglong) -> cython.ulonglong:
    """A number that spreads keys over slots: the finalizer of splitmix64, with a seed.

    >>> mixed(1) == mixed(1), mixed(1) == mixed(2)
    (True, False)
    """
    key ^= _SEED
    key = ((key ^ (key >> 30)) * _FIRST_FACTOR) & _MASK
    key = ((key ^ (key >> 27)) * _SECOND_FACTOR) & _MASK
    return key ^ (key >> 31)


@cython.ccall
@cython.exceptval(-1, check=False)
def check_length(name: str, length: cython.Py_ssize_t, wanted: cython.Py_ssize_t) -> cython.int:
    """Raise ValueError if an array has another length."""
    if length != wanted:
        raise ValueError(f"{name} has {length} items, not {wanted}")
    return 0


@cython.ccall
@cython.exceptval(-1, check=False)
def check_parents(parent: views.Ints) -> cython.int:
    """Raise IndexError unless the parent of each row but the first is a row before it."""
    row: cython.Py_ssize_t
    for row in range(1, parent.shape[0]):
        if parent[row] < 0 or parent[row] >= row:
            raise IndexError(f"row {row} has parent {parent[row]}")
    return 0


@cython.ccall
@cython.exceptval(-1, check=False)
def check_ends(end: views.Ints) -> cython.int:
    """Raise IndexError unless each row ends within the page."""
    row: cython.Py_ssize_t
    for row in range(end.shape[0]):
        if end[row] < 0 or end[row] > end.shape[0]:
            raise IndexError(f"row {row} ends at {end[row]}")
    return 0


@cython.ccall
@cython.exceptval(-1, check=False)
def check_ends_after(end: views.Ints) -> cython.int:
    """Raise IndexError unless each row ends after itself, and within the page."""
    row: cython.Py_ssize_t
    for row in range(end.shape[0]):
        if end[row] <= row or end[row] > end.shape[0]:
            raise IndexError(f"row {row} ends at {end[row]}")
    return 0
