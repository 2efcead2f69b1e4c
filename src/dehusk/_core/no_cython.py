"""Stands in for the module ``cython`` where Cython is not installed: types and decorators without a meaning.

The modules of this package are ordinary Python that Cython can compile ("pure Python mode"). What they use of the
module ``cython`` is here, so that they also run where neither a compiler nor Cython is installed. Type checkers read
this module, too (``stubs/cython.pyi``): the numbers of C have no type there, the C compiler checks them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

Decorated = TypeVar("Decorated", bound=Callable[..., Any] | type)

compiled = False

Py_ssize_t = Any
Py_UCS4 = Any
int = Any
longlong = Any
ulonglong = Any
bint = Any
float = Any
double = Any
void = Any


class _NoLock:
    """``with cython.nogil``, and the decorator of the same name."""

    def __call__(self, function: Decorated) -> Decorated:
        return function

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> Literal[False]:
        return False


nogil = _NoLock()


def cfunc(function: Decorated) -> Decorated:
    """A function that only compiled code of the same module calls."""
    return function


ccall = cclass = final = with_gil = cfunc


def declare(_: object, value: Any) -> Any:  # noqa: ANN401
    """A variable with a type of C."""
    return value


def cast(_: object, value: Any) -> Any:  # noqa: ANN401
    """A value as another type of C."""
    return value


def exceptval(value: object = None, *, check: bool = True) -> Callable[[Decorated], Decorated]:  # noqa: ARG001
    """Which result of a function says that it raised."""
    return cfunc
