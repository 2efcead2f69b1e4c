"""What comes instead of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    Item = TypeVar("Item")
    Answer = TypeVar("Answer")


class Failure(NamedTuple):
    """Why an item has no answer.

    ``kind``: ``error`` (the function raised, or something could not be pickled), ``timeout`` (it passed its deadline),
    ``crash`` (the process died) or ``memory`` (it ran out of memory, or passed its bound). ``reason``: a message for
    people. ``stage``: the :func:`~dehusk.pool.stage` that the function was in, if any.

    >>> Failure("timeout", "took more than 30 seconds").kind
    'timeout'
    """

    kind: Literal["error", "timeout", "crash", "memory"]
    reason: str
    stage: str = ""


def call(function: Callable[[Item], Answer], item: Item) -> Answer | Failure:
    """The answer, or how the function failed.

    >>> call(int, "7"), call(int, "seven").reason
    (7, "ValueError: invalid literal for int() with base 10: 'seven'")
    """
    try:
        return function(item)
    except MemoryError as error:
        return Failure("memory", _message(error))
    except Exception as error:  # noqa: BLE001 - one item must not end the others
        return Failure("error", _message(error))


def _message(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
