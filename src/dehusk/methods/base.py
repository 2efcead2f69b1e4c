"""The contract of a method: the page it receives and the selection it returns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

import numpy as np

from dehusk.errors import ArgumentError

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints


@dataclass(frozen=True, eq=False, slots=True)
class Selection:
    """What a method keeps of a page. The arrays have one value per row of the page.

    >>> from dehusk import parse
    >>> page = parse("<p>Yes</p><p>No</p>")
    >>> selection = Selection.of_rows(page, np.array([1]))
    >>> [page.leaf_text(row) for row in page.leaves[selection.keep[page.leaves]]]
    ['Yes']
    """

    keep: Bools
    """Leaves that are content; False for elements and blank leaves."""
    score: Floats
    """How sure the method is that a leaf is content, in [0, 1]; 0 for elements and blank leaves."""
    roots: Ints
    """The elements that the method returned as content; media below them are content too."""
    confidence: float | None = None
    """How good the method expects its selection to be, in [0, 1]; None if the method gives no estimate."""
    page_type: str = "unknown"
    """The kind of page, if the method classifies pages: ``article``, ``forum``, ``product``, ..."""
    type_probabilities: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """How likely each kind of page is, if the method classifies pages."""
    why: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """The numbers behind the decision, for pictures and explanations."""
    fills_gaps: bool = False
    """Whether what is left out of tables, quotations and lists that are kept is written too; see ``filled_gaps.py``."""

    @classmethod
    def of_leaves(
        cls,
        page: Page,
        keep: Bools,
        *,
        score: Floats | None = None,
        roots: Ints | None = None,
        confidence: float | None = None,
        page_type: str = "unknown",
        type_probabilities: Mapping[str, float] | None = None,
        why: Mapping[str, Any] | None = None,
        fills_gaps: bool = False,
    ) -> Selection:
        """Make a selection from a mask over rows; without ``score`` a kept leaf scores 1 and any other leaf 0."""
        keep = keep & (page.chars > 0)
        if score is None:
            score = keep.astype(np.float64)
        rows = np.empty(0, dtype=np.intp) if roots is None else roots
        types, numbers = (MappingProxyType(dict(each or {})) for each in (type_probabilities, why))
        return cls(keep, score, rows, confidence, page_type, types, numbers, fills_gaps)

    @classmethod
    def of_rows(
        cls, page: Page, rows: Ints, *, score: Floats | None = None, why: Mapping[str, Any] | None = None
    ) -> Selection:
        """Make a selection of whole subtrees."""
        mask = np.zeros(len(page), dtype=np.bool_)
        mask[rows] = True
        return cls.of_leaves(page, page.inside(mask), score=score, roots=rows, why=why)

    def __reduce__(self) -> tuple[object, ...]:
        # A MappingProxyType cannot be pickled, the dict behind it can.
        mappings = dict(self.type_probabilities), dict(self.why)
        return _restored, (
            self.fills_gaps,
            *mappings,
            self.keep,
            self.score,
            self.roots,
            self.confidence,
            self.page_type,
        )


def _restored(fills_gaps: bool, types: dict[str, float], why: dict[str, Any], *others: Any) -> Selection:  # noqa: ANN401 - the other fields
    return Selection(*others, MappingProxyType(types), MappingProxyType(why), fills_gaps)  # type: ignore[call-arg]


@runtime_checkable
class Method(Protocol):
    """An algorithm that separates content from boilerplate.

    Parameters are keyword arguments of ``__init__``, with the paper's values as defaults. ``select`` is pure: the same
    page always gives the same selection, no HTML makes it raise, and it does not change the page.
    :func:`dehusk.testing.check_method` checks this for any method.
    """

    name: ClassVar[str]
    """The name by which users request the method: ``cectd-ds``."""
    description: ClassVar[str]
    """One line for ``dehusk methods``."""
    needs: ClassVar[frozenset[str]]
    """What the page must have besides its tree: ``{"layout"}`` for visual methods."""

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        ...


def require_number(name: str, value: object, low: float, high: float = float("inf")) -> float:
    """Return a parameter if it is within its bounds, else raise an error that states them.

    >>> require_number("c1", 2, 0, 1)
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: c1 must be between 0 and 1, not 2
    """
    if not isinstance(value, int | float) or not (low <= value <= high and math.isfinite(value)):
        bounds = f"at least {low:g}" if high == float("inf") else f"between {low:g} and {high:g}"
        raise ArgumentError(f"{name} must be {bounds}, not {value!r}")
    return float(value)


def require_choice(name: str, value: str, choices: tuple[str, ...]) -> str:
    """Return a parameter if it is one of the choices, else raise an error that lists them.

    >>> require_choice("mode", "papers", ("paper", "author"))
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: mode must be one of paper, author, not 'papers'
    """
    if value not in choices:
        raise ArgumentError(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return value


def require_flag(name: str, value: object) -> bool:
    """Return a parameter if it is True or False, else raise an error that says so.

    >>> require_flag("headline", "maybe")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: headline must be True or False, not 'maybe'
    """
    if not isinstance(value, bool):
        raise ArgumentError(f"{name} must be True or False, not {value!r}")
    return value
