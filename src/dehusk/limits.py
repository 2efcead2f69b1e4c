"""How much of a page, and how long, dehusk will work on."""

from __future__ import annotations

from dataclasses import dataclass, fields

from dehusk.errors import ArgumentError


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one page. What lies beyond them is cut, and the result says so.

    ``bytes``: of input (characters, when text is given). ``nodes``: of the parsed tree.
    ``depth``: of nesting; deeper elements are unwrapped, their text stays (Chromium flattens at 512). The
    parser does not go below 509: a higher limit is taken as that.
    ``seconds``: of fetching, and again of everything else. After half of them, what was parsed by then is the page;
    after three quarters, a method that has not ended is stopped and all text is kept: status ``truncated``. In worker
    processes (``extract_many`` with several jobs) a page that takes longer is given up: status ``failed``.

    >>> Limits(seconds=2).depth
    500
    """

    bytes: int = 20_000_000
    nodes: int = 1_000_000
    depth: int = 500
    seconds: float = 30.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            whole = field.name != "seconds"
            if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
                raise ArgumentError(f"limit {field.name!r} must be a {'whole ' if whole else ''}number, not {value!r}")
            if not value > 0:
                raise ArgumentError(f"limit {field.name!r} must be above zero, not {value!r}")


def check_limits(limits: Limits | None) -> Limits:
    """The limits that were given, or the default ones.

    >>> check_limits(None) == Limits()
    True
    >>> check_limits(5)
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: limits must be Limits, such as dehusk.Limits(seconds=5), not 5
    """
    if not isinstance(limits, Limits | None):
        raise ArgumentError(f"limits must be Limits, such as dehusk.Limits(seconds=5), not {limits!r}")
    return limits or Limits()
