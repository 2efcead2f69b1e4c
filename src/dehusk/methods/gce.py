"""Jung, Han, Kim, Kim & Cha (2022): grid-centering-expanding (GCE), a visual and language-independent method.

A grid covers the part of the page that a reader sees first. The mean centre of the cells without menus is in or near
the content. From the text nearest to this centre the method climbs the tree until a rule ends the climb.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, cast

import numpy as np

from dehusk.errors import ArgumentError
from dehusk.methods.base import Selection, require_choice, require_number
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.layout import Layout
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

Mode = Literal["paper", "author"]
RULES = ("tag", "attr", "width")
"""The rules that can end a climb, in the order of the paper."""

_LINKS = {"paper": tags.tag_table("a"), "author": tags.tag_table("a button")}
_IMAGES = tags.tag_table("img svg")
_ARTICLE = tags.NUMBERS["article"]
# The elements that the authors' framework can return.
_RESULTS = tags.tag_table(
    "article blockquote body details dialog div fieldset figure form main section table"
)  # fmt: skip
_POSITIVE = ("article", "content")


@dataclass(frozen=True, eq=False, slots=True)
class Grid:
    """The grid over the first browsing area (section 3.1), and the cells that are excluded from it."""

    cell: tuple[float, float]
    """Width and height of a cell."""
    edge: Bools
    """Cells of the first row and of the first and last columns."""
    links: Bools
    """Cells that overlap high-link text."""

    @property
    def kept(self) -> Bools:
        """The cells whose centres count; if none remain, the exclusion because of links is undone."""
        kept: Bools = ~(self.edge | self.links)
        return kept if kept.any() else ~self.edge

    @property
    def centres(self) -> Floats:
        """The centres of the cells that count, one row per cell."""
        row, column = np.nonzero(self.kept)
        centres: Floats = np.stack([(column + 0.5) * self.cell[0], (row + 0.5) * self.cell[1]], axis=1)
        return centres


def make_grid(layout: Layout, boxes: Ints, rows: int = 7, columns: int = 8, alpha: float = 2.0) -> Grid:
    """Make the grid of a layout; ``boxes``: the rows of the high-link text leaves (section 3.1).

    >>> from dehusk.layout import Layout
    >>> layout = Layout.of_boxes(np.zeros((1, 4)), document=(1920, 5000))
    >>> grid = make_grid(layout, np.array([], dtype=np.intp))
    >>> grid.kept.shape, int(grid.kept.sum())
    ((14, 8), 78)
    """
    (window_width, window_height), (_, height) = layout.window, layout.document
    cell = (window_width / columns, window_height / rows)
    # Rounded before the ceiling, because 2160 / (1080 / 7) must be exactly 14.
    count = math.ceil(round(min(alpha * window_height, max(height, window_height)) / cell[1], 6))
    edge = np.zeros((count, columns), dtype=np.bool_)
    edge[0] = edge[:, 0] = edge[:, -1] = True
    return Grid(cell, edge, _touched(layout, boxes, cell, (count, columns)))


def _touched(layout: Layout, boxes: Ints, cell: tuple[float, float], shape: tuple[int, int]) -> Bools:
    """The cells that overlap a box by more than an edge: the cumulative sum of a difference array of the corners."""
    x, y = layout.x[boxes], layout.y[boxes]
    left, right = _span(x, x + layout.width[boxes], cell[0], shape[1])
    top, bottom = _span(y, y + layout.height[boxes], cell[1], shape[0])
    change = np.zeros((shape[0] + 1, shape[1] + 1), dtype=np.intp)
    for row, column, sign in ((top, left, 1), (top, right, -1), (bottom, left, -1), (bottom, right, 1)):
        np.add.at(change, (row, column), sign)
    return change.cumsum(axis=0).cumsum(axis=1)[:-1, :-1] > 0


def _span(low: Floats, high: Floats, size: float, count: int) -> tuple[Ints, Ints]:
    """The first cell that an interval overlaps and the cell after the last; equal if it overlaps none."""
    first = np.clip(np.floor(low / size), 0, count)
    last = np.clip(np.ceil(high / size), 0, count)
    return first.astype(np.intp), np.maximum(first, last).astype(np.intp)


def make_centres(grid: Grid, layout: Layout) -> Floats:
    """The centres C1, C2 and C3, one row each (section 3.2).

    >>> from dehusk.layout import Layout
    >>> layout = Layout.of_boxes(np.zeros((1, 4)), document=(1920, 5000))
    >>> make_centres(make_grid(layout, np.array([], dtype=np.intp)), layout).round(2).tolist()
    [[960.0, 1157.14], [960.0, 1149.33], [960.0, 1166.21]]
    """
    (window_width, window_height), (width, height) = layout.window, layout.document
    of_window = (window_width / 2, window_height / 2)
    of_document = (min(window_width, width) / 2, height / 2)
    points = np.concatenate([grid.centres, [of_window, of_document]])
    return np.stack([points[:-2].mean(axis=0), points[:-1].mean(axis=0), points.mean(axis=0)])


class Gce:
    """Grid-centering-expanding.

    ``rows``, ``columns``: number of cells in the window. ``alpha``: the maximal height of the grid in windows.
    ``beta``: the link density above which an element is a menu. ``width_factor``: how many times wider than a node its
    parent must be to end a climb. ``mode="author"``: as in the authors' framework, buttons are links, the
    width rule has two more conditions, and the first candidate of a centre is its best if none is high enough.

    It needs a page drawn by a browser; :func:`dehusk.extract` draws the page if necessary.

    >>> from dehusk import parse
    >>> Gce().select(parse("<p>Tea"))
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: gce needs a page with a layout: dehusk.draw(dehusk.read(NAME)) gives one
    """

    name: ClassVar[str] = "gce"
    description: ClassVar[str] = "grid-centering-expanding on the page as a browser draws it (Jung et al. 2022)"
    needs: ClassVar[frozenset[str]] = frozenset({"layout"})

    def __init__(
        self,
        *,
        rows: int = 7,
        columns: int = 8,
        alpha: float = 2.0,
        beta: float = 0.5,
        width_factor: float = 1.7,
        mode: Mode = "paper",
    ) -> None:
        # With fewer rows or columns every cell would be at an edge.
        self.rows = int(require_number("rows", rows, 2, 1000))
        self.columns = int(require_number("columns", columns, 3, 1000))
        self.alpha = require_number("alpha", alpha, 1, 100)
        self.beta = require_number("beta", beta, 0)
        self.width_factor = require_number("width_factor", width_factor, 1)
        self.mode = cast("Mode", require_choice("mode", mode, ("paper", "author")))

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        layout = page.layout
        if layout is None:
            raise ArgumentError("gce needs a page with a layout: dehusk.draw(dehusk.read(NAME)) gives one")
        # Elements with a fixed position (cookie banners) are excluded before anything is measured, and from the result.
        area = np.where(layout.fixed, 0.0, layout.area)
        text = (page.chars > 0) & (area > 0)
        high_link = text & page.inside(self.link_density(page, area) > self.beta)
        low_link = text & ~high_link
        grid = make_grid(layout, np.flatnonzero(high_link), self.rows, self.columns, self.alpha)
        centres = make_centres(grid, layout)
        why = {"grid": grid, "centres": centres, "high_link": high_link}
        if not text.any():
            return Selection.of_rows(page, np.empty(0, dtype=np.intp), why=why)
        if not low_link.any():
            # As for the cells, an exclusion that leaves nothing is undone.
            low_link = text
        leaves = np.flatnonzero(low_link)
        seeds = [int(leaves[np.argmin(distances(layout, leaves, centre))]) for centre in centres]
        candidates = [self._climb(page, layout, area, seed, grid.cell[0]) for seed in seeds]
        density = text_density(page, area, low_link)
        best = [self._best(rows, density, layout) for rows in candidates]
        winner = _winner(best, candidates)
        why |= {"seeds": seeds, "candidates": candidates, "best": best, "winner": winner, "text_density": density}
        if not winner:
            return Selection.of_rows(page, np.empty(0, dtype=np.intp), why=why)
        keep = ~layout.fixed
        keep[:winner] = keep[page.end[winner] :] = False
        return Selection.of_leaves(page, keep, roots=np.array([winner], dtype=np.intp), why=why)

    def link_density(self, page: Page, area: Floats) -> Floats:
        """D_l: the area of the link containers below an element / its own area (equation 1); 0 if it has none."""
        held, container = np.zeros(len(page)), np.zeros(len(page), dtype=np.bool_)
        leaves = page.subtree_sum(page.chars > 0)
        images = page.subtree_sum(np.where(_IMAGES[page.tag], area, 0.0))
        for link in np.flatnonzero(_LINKS[self.mode][page.tag] & page.above(area > 0)).tolist():
            row, size = link, float(area[link])
            if not leaves[link]:
                size = float(images[link]) or size
            else:
                # The container is the highest ancestor that has no text besides that of the link.
                while page.parent[row] > 0 and leaves[page.parent[row]] == leaves[link]:
                    row = int(page.parent[row])
                    size = max(size, float(area[row]))
            held[row] = max(held[row], size)
            container[row] = True
        below = page.subtree_sum(held) - held
        some = page.subtree_sum(container) - container > 0
        return np.divide(below, area, out=np.zeros(len(page)), where=some & (area > 0) & page.is_element)

    def _climb(self, page: Page, layout: Layout, area: Floats, seed: int, cell: float) -> tuple[int, int, int]:
        """The first match of each rule on the path from a leaf to BODY, or BODY (algorithm 1)."""
        found = dict.fromkeys(RULES, 0)
        row = int(page.parent[seed])
        while row > 0:
            parent = int(page.parent[row])
            # An element without a box (display: contents) has no width to compare with.
            while parent > 0 and not area[parent]:
                parent = int(page.parent[parent])
            if _RESULTS[page.tag[row]] and area[row]:
                matches = {
                    "tag": page.tag[row] == _ARTICLE,
                    "attr": _is_positive(page, row),
                    "width": self._is_wider(float(layout.width[parent]), float(layout.width[row]), cell),
                }
                for rule, matched in matches.items():
                    if matched and not found[rule]:
                        found[rule] = row
            row = int(page.parent[row])
        return (found["tag"], found["attr"], found["width"])

    def _is_wider(self, parent: float, node: float, cell: float) -> bool:
        factor = parent > node * self.width_factor
        if self.mode == "paper":
            return factor
        return node > 2 * cell and (factor or parent - node > cell)

    def _best(self, candidates: tuple[int, int, int], density: Floats, layout: Layout) -> int:
        """The densest of a centre's candidates that are at least half as high as the window; 0 if there is none.

        If there is none, the authors' framework takes the first candidate, because all of them have the same value;
        it may be BODY, which is not a result.
        """
        high = [row for row in candidates if row and layout.height[row] >= layout.window[1] / 2]
        if not high and self.mode == "author":
            return candidates[0]
        return max(high, key=lambda row: float(density[row]), default=0)


def distances(layout: Layout, rows: Ints, point: Floats) -> Floats:
    """The distance from a point to each row's box; 0 inside the box.

    >>> from dehusk.layout import Layout
    >>> layout = Layout.of_boxes(np.array([[0, 0, 10, 10], [13, 14, 5, 5]]))
    >>> distances(layout, np.array([0, 1]), np.array([10.0, 10.0])).tolist()
    [0.0, 5.0]
    """
    x, y = layout.x[rows], layout.y[rows]
    aside = np.maximum(np.maximum(x - point[0], point[0] - x - layout.width[rows]), 0)
    above = np.maximum(np.maximum(y - point[1], point[1] - y - layout.height[rows]), 0)
    return cast("Floats", np.hypot(aside, above))


def text_density(page: Page, area: Floats, low_link: Bools) -> Floats:
    """D_t: the area of low-link text below an element / its own area (equation 2)."""
    text = page.subtree_sum(np.where(low_link, area, 0.0))
    return np.divide(text, area, out=np.zeros(len(page)), where=(area > 0) & page.is_element)


def _is_positive(page: Page, row: int) -> bool:
    values = [(value or "").lower() for _, value in page.attrs[row]]
    return any(word in value for value in values for word in _POSITIVE)


def _winner(best: list[int], candidates: list[tuple[int, int, int]]) -> int:
    """The best of C3, C2 or C1; else the last candidate that is not BODY; 0 if there is none."""
    for row in reversed(best):
        if row:
            return row
    return next((row for rows in reversed(candidates) for row in reversed(rows) if row), 0)
