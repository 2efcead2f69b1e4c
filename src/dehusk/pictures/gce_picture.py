"""The page as a browser draws it, with the grid, excluded cells, centres, seeds, candidates and winner of GCE."""

from __future__ import annotations

import base64
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk.layout.tab import SCREENSHOT_WINDOWS
from dehusk.methods.gce import RULES
from dehusk.pictures import score_picture
from dehusk.pictures.excerpt import excerpt
from dehusk.pictures.markup import Markup, element, number
from dehusk.pictures.picture import WIDTH, Picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.layout import Layout
    from dehusk.methods import Selection
    from dehusk.page import Page

_CAPTION = (
    "The page as a browser draws it. The grid covers the first screens; cells at the edge and cells with menus are "
    "excluded, and C1 is the mean centre of the others. C2 and C3 also include the centres of the window and the "
    "document. From the text nearest to each centre the method climbs the tree to an article, an attribute value with "
    "'article' or 'content', or a much wider parent. The densest candidate of C3, else C2, else C1 wins."
)
_MARGIN = 16
_LABEL = 13
_LINE = 30.0
_LABEL_WIDTH = 600.0
_MOST_TEXTS = 3000


def picture(page: Page, selection: Selection) -> Picture:
    """Draw the grid and the candidates on the page, or the scores of the blocks if the page has no layout.

    >>> from dataclasses import replace
    >>> from dehusk import make_method, parse
    >>> from dehusk.testing import stacked_layout
    >>> page = parse("<article><p>It rained all night.</article>")
    >>> page = replace(page, layout=stacked_layout(page))
    >>> picture(page, make_method("gce").select(page)).panels[0].legend[0]
    ('box-winner', 'winner')
    """
    if page.layout is None or "grid" not in selection.why:
        return score_picture.picture(page, selection)
    return Picture("Grid, centres, candidates", _CAPTION, (Screen(page, page.layout, selection),))


@dataclass(frozen=True)
class Screen:
    """A chart: the page with all marks on it, scaled to the width of the picture."""

    page: Page
    layout: Layout
    selection: Selection

    @property
    def scale(self) -> float:
        """Pixels of the picture per pixel of the page."""
        return (WIDTH - 2 * _MARGIN) / self.layout.window[0]

    @property
    def shown(self) -> float:
        """The height of the part of the page that is shown, in pixels of the page."""
        grid = self.selection.why["grid"]
        least = float(grid.kept.shape[0] * grid.cell[1])
        return max(least, min(self.layout.document[1], SCREENSHOT_WINDOWS * self.layout.window[1]))

    @property
    def height(self) -> int:
        """In pixels, labels included."""
        return round(self.shown * self.scale) + 2 * _MARGIN

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The kinds of marks."""
        return (
            ("box-winner", "winner"),
            ("box-candidate", "candidate"),
            ("seed", "nearest text"),
            ("centre", "centre"),
            ("cell-links", "cell with a menu"),
            ("cell-edge", "cell at the edge"),
        )

    def draw(self, top: float) -> Markup:
        """The chart as SVG, its upper edge at ``top``."""
        width = self.layout.window[0]
        return element(
            "svg",
            element("rect", width=width, height=self.shown, class_="screen"),
            *self._background(),
            *self._cells(),
            *self._candidates(),
            *self._seeds(),
            *self._centres(),
            element("rect", width=width, height=self.layout.window[1], class_="window"),
            x=_MARGIN,
            y=top,
            width=width * self.scale,
            height=self.shown * self.scale,
            viewBox=f"0 0 {width} {number(self.shown)}",
        )

    def _background(self) -> Iterator[Markup]:
        """The screenshot, or the boxes of the text if there is none."""
        if self.layout.screenshot is not None:
            data = base64.b64encode(self.layout.screenshot).decode()
            # Without a height: the screenshot has the same height as the part of the page that is shown.
            yield element("image", href=f"data:image/jpeg;base64,{data}", width=self.layout.window[0], class_="shot")
            return
        leaves = self.page.leaves[self.layout.area[self.page.leaves] > 0]
        for row in leaves[self.layout.y[leaves] < self.shown][:_MOST_TEXTS].tolist():
            yield element("rect", **self._box(row), class_="text-box")

    def _cells(self) -> Iterator[Markup]:
        grid = self.selection.why["grid"]
        width, height = grid.cell
        for (row, column), edge in np.ndenumerate(grid.edge):
            kind = "cell-edge" if edge else "cell-links" if grid.links[row, column] else "cell"
            yield element("rect", x=column * width, y=row * height, width=width, height=height, class_=kind)

    def _candidates(self) -> Iterator[Markup]:
        """Each candidate once, with the centres and rules that found it; the winner is drawn last, on top."""
        names: dict[int, list[str]] = defaultdict(list)
        for centre, rows in enumerate(self.selection.why.get("candidates", ()), start=1):
            for rule, row in zip(RULES, rows, strict=True):
                if row:
                    names[row].append(f"C{centre} {rule}")
        winner = self.selection.why.get("winner", 0)
        labels = _Labels()
        for row in sorted(names, key=lambda row: row == winner):
            kind = "winner" if row == winner else "candidate"
            density = float(self.selection.why["text_density"][row])
            note = f"{self.page.path(row)}\n{', '.join(names[row])}\ntext density {density:.2f}"
            note += f"\n{excerpt(self.page, row, int(self.page.end[row]))}"
            step = self.page.path(row).rpartition("/")[2]
            label = f"{step}: {_short(names[row])}, density {density:.2f}"
            yield element("rect", element("title", note), **self._box(row), class_=f"box-{kind}")
            yield self._text(label, *labels.place(float(self.layout.x[row]) + 8, float(self.layout.y[row]) + 26), kind)

    def _seeds(self) -> Iterator[Markup]:
        for row in sorted(set(self.selection.why.get("seeds", ()))):
            note = element("title", f"{self.page.path(row)}\n{excerpt(self.page, row, row + 1)}")
            yield element("rect", note, **self._box(row), class_="seed")

    def _centres(self) -> Iterator[Markup]:
        for place, (x, y) in enumerate(self.selection.why["centres"].tolist(), start=1):
            yield element("circle", cx=x, cy=y, r=9, class_="centre")
            # The three labels must not overlap, even if the centres are close together.
            yield self._text(f"C{place}", x + 16, y + (place - 2) * _LINE + 8, "centre")

    def _box(self, row: int) -> dict[str, object]:
        sides = {name: float(getattr(self.layout, name)[row]) for name in ("x", "y", "width", "height")}
        return dict(sides)

    def _text(self, text: str, x: float, y: float, kind: str) -> Markup:
        size = number(_LABEL / self.scale)
        return element("text", text, x=x, y=y, class_=f"on-screen {kind}-text", style=f"font-size:{size}px")


class _Labels:
    """Positions of labels; a label that would overlap another is moved below it."""

    def __init__(self) -> None:
        self._taken: list[tuple[float, float]] = []

    def place(self, x: float, y: float) -> tuple[float, float]:
        while any(abs(y - other) < _LINE and abs(x - left) < _LABEL_WIDTH for left, other in self._taken):
            y += _LINE
        self._taken.append((x, y))
        return x, y


def _short(names: list[str]) -> str:
    """The rules that found a candidate, each once with its centres: ``tag (C1 C2 C3)``."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in names:
        centre, rule = name.split()
        found[rule].append(centre)
    return ", ".join(f"{rule} ({' '.join(centres)})" for rule, centres in found.items())
