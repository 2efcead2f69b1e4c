"""Alarte & Silva's method with some of its four ratios: what each of them contributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.methods.alarte import Alarte

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dehusk.page import Page
    from dehusk.page.arrays import Floats

RATIOS = ("word", "hyperlink", "children", "position")


class SomeRatios(Alarte):
    """The method in the space of some ratios only.

    >>> from dehusk import parse
    >>> page = parse("<ul><li><a>Home</a></ul><div><p>Steep the tea.<p>For three minutes.<p>Not more.</div>")
    >>> SomeRatios(("word", "position")).select(page).why["ratios"].shape[1]
    2
    """

    def __init__(self, ratios: tuple[str, ...]) -> None:
        super().__init__()
        self.columns = [RATIOS.index(ratio) for ratio in ratios]

    def _ratios(self, page: Page) -> Floats:
        chosen: Floats = super()._ratios(page)[:, self.columns]
        return chosen


ABLATIONS: Mapping[str, tuple[str, ...]] = {
    **{f"alarte-without-{left_out}": tuple(name for name in RATIOS if name != left_out) for left_out in RATIOS},
    **{f"alarte-only-{name}": (name,) for name in RATIOS},
}
"""The ratios of each variant, by the name that its results are stored under."""
