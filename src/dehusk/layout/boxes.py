"""The Layout: the boxes that a browser drew for the rows of a page, as columns."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.errors import ArgumentError
from dehusk.page.arrays import derived_column, read_only

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools, Floats, Ints

_COLUMNS = ("x", "y", "width", "height", "visible", "fixed", "font_size")


@dataclass(frozen=True, eq=False)
class Layout:
    """Boxes in CSS pixels from the upper left corner of the document, one entry per row of the page.

    The box of a text leaf or inline element is the smallest box around all its lines. A row that is not drawn has a box
    of zero size at (0, 0).

    >>> column = np.array([100.0, 60.0, 40.0])
    >>> layout = Layout.of_boxes(np.stack([column, column, column, column], axis=1), window=(800, 600))
    >>> layout.area.tolist(), layout.document
    ([10000.0, 3600.0, 1600.0], (800.0, 600.0))
    """

    x: Floats
    y: Floats
    width: Floats
    height: Floats
    visible: Bools
    """Rows that a reader can see, possibly after scrolling."""
    fixed: Bools
    """Rows that are fixed to the window (CSS ``position: fixed``), or inside an element that is."""
    font_size: Floats
    window: tuple[int, int]
    """Width and height of the window."""
    document: tuple[float, float]
    """Width and height of the document, at least those of the window."""
    notes: tuple[str, ...] = ()
    """Which parts of the document are not in the layout, in words."""
    screenshot: bytes | None = field(default=None, repr=False)
    """A JPEG image of the document from its top; None if it was not requested."""

    def __post_init__(self) -> None:
        for name in _COLUMNS:
            column = getattr(self, name)
            if column.shape != self.x.shape:
                raise ArgumentError(f"layout: {name} has {len(column)} rows, x has {len(self.x)}")
            read_only(column)

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()

    def __len__(self) -> int:
        return len(self.x)

    def __repr__(self) -> str:
        width, height = self.document
        return f"<Layout: {len(self)} rows, {int(self.visible.sum())} visible, {width:g} x {height:g} pixels>"

    @classmethod
    def of_boxes(
        cls,
        boxes: Floats,
        *,
        window: tuple[int, int] = (1920, 1080),
        document: tuple[float, float] | None = None,
        visible: Bools | None = None,
        fixed: Bools | None = None,
        font_size: Floats | None = None,
    ) -> Layout:
        """A layout from boxes that were measured elsewhere: one array row ``x, y, width, height`` per row of the page.

        Defaults: all rows with a size are visible, none is fixed, the font size is 16, and the document ends with its
        last box.
        """
        boxes = np.asarray(boxes, dtype=np.float64).reshape(-1, 4)
        x, y, width, height = (np.ascontiguousarray(column) for column in boxes.T)
        reach = (float((x + width).max(initial=0)), float((y + height).max(initial=0)))
        wide, high = reach if document is None else document
        return cls(
            x=x,
            y=y,
            width=width,
            height=height,
            visible=(width > 0) & (height > 0) if visible is None else np.asarray(visible, dtype=np.bool_),
            fixed=np.zeros(len(x), dtype=np.bool_) if fixed is None else np.asarray(fixed, dtype=np.bool_),
            font_size=np.full(len(x), 16.0) if font_size is None else np.asarray(font_size, dtype=np.float64),
            window=window,
            document=(max(float(window[0]), wide), max(float(window[1]), high)),
        )

    @derived_column
    def area(self) -> Floats:
        """The area of each box in square pixels; 0 for rows that are not visible."""
        return np.where(self.visible, self.width * self.height, 0.0)

    def of_rows(self, rows: Ints) -> Layout:
        """The layout of some rows, in the given order."""
        return replace(self, **{name: getattr(self, name)[rows] for name in _COLUMNS})
