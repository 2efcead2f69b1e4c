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
    ``seconds``: of work; a page that takes longer comes back with what was done, status ``truncated``.

    >>> Limits(seconds=2).depth
    500
    """

    bytes: int = 20_000_000
    nodes: int = 1_000_000
    depth: int = 500
    seconds: float = 30.0

    def __post_init__(self) -> None:
        for field in fields(self):
            if not getattr(self, field.name) > 0:
                raise ArgumentError(f"limit {field.name!r} must be above zero, not {getattr(self, field.name)!r}")
