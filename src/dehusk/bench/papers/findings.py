"""What an experiment of a paper gives when it is repeated: tables of our numbers beside the published ones, charts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Cell(NamedTuple):
    """Our number and the published one; None if there is none.

    >>> Cell(0.9).published is None
    True
    """

    ours: float | None = None
    published: float | None = None


@dataclass(frozen=True, kw_only=True)
class ComparisonTable:
    """Numbers by row and column.

    ``digits``: how many are shown after the point. ``shaded``: colour cells by their value, for a grid of settings.
    ``chosen``: row and column of the setting that the paper uses.

    >>> ComparisonTable(corner="method", columns=("F1",), rows={"bte": (Cell(0.81, 0.92),)}).digits
    3
    """

    corner: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]
    caption: str = ""
    digits: int = 3
    shaded: bool = False
    chosen: tuple[str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class LineChart:
    """Scores over the values of a parameter; ``published`` has the lines of the paper, ``chosen`` its value.

    >>> LineChart(title="lambda", x="lambda", y="score", lines={"F1": [(0.0, 0.5), (1.0, 0.9)]}).chosen is None
    True
    """

    title: str
    x: str
    y: str
    lines: dict[str, list[tuple[float, float]]]
    published: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    chosen: float | None = None


@dataclass(frozen=True, kw_only=True)
class BarChart:
    """One bar per text or node of a page, in document order; ``marked`` ones are kept by the method.

    >>> BarChart(title="A page", x="string", y="characters", values=[3.0, 90.0], marked=[False, True]).limit is None
    True
    """

    title: str
    x: str
    y: str
    values: list[float]
    marked: list[bool]
    limit: float | None = None


@dataclass(frozen=True, kw_only=True)
class PointChart:
    """One point per page.

    >>> PointChart(title="Time", x="rated nodes", y="ms", points=[(10.0, 0.5)]).points[0]
    (10.0, 0.5)
    """

    title: str
    x: str
    y: str
    points: list[tuple[float, float]]


Chart = LineChart | BarChart | PointChart


@dataclass(frozen=True, kw_only=True)
class Finding:
    """The tables and charts of an experiment, and what the reader must know about them.

    ``missing``: why it, or a part of it, was not repeated.

    >>> Finding(missing="the pages are not public").remade
    False
    """

    tables: list[ComparisonTable] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    note: str = ""
    missing: str = ""

    @property
    def remade(self) -> bool:
        """Whether anything was measured."""
        return bool(self.tables or self.charts)
