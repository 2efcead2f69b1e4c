"""The potentials of Web2Text (Vogels, Ganea & Eickhoff 2018) along the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.pictures.excerpt import excerpt
from dehusk.pictures.picture import Bar, Panel, Picture, ReferenceLine, Role, highest_of_bins

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

_CAPTION = (
    "Above: the probability that each text leaf is content, by itself. Below: the probability that of two neighbouring "
    "leaves one is content and the other is not. The result is the most likely sequence of labels: where a change is "
    "unlikely, a leaf can have the label of its neighbours in spite of its own probability."
)
_HALF = 0.5
_ROLES: tuple[Role, ...] = ("dropped", "partly", "kept")


def picture(page: Page, selection: Selection) -> Picture:
    """Draw the potentials: x is the number of a leaf.

    >>> from dehusk import make_method, parse
    >>> page = parse("<p>Tea</p><p>Milk</p><p>Sugar</p>")
    >>> drawn = picture(page, make_method("web2text").select(page))
    >>> [len(panel.bars) for panel in drawn.panels]
    [3, 2]
    """
    leaves: Ints = selection.why["leaves"]
    x = (-0.5, len(leaves) - 0.5)
    unary = Panel(
        "p(content)", "number of the leaf", x, (0, 1), _leaves(page, selection), (ReferenceLine(_HALF, "half"),)
    )
    pairs = Panel("p(change)", "number of the leaf", x, (0, 1), _pairs(selection), (ReferenceLine(_HALF, "half"),))
    return Picture("Potentials", _CAPTION, (unary, pairs) if len(leaves) > 1 else (unary,))


def _leaves(page: Page, selection: Selection) -> tuple[Bar, ...]:
    unary: Floats = selection.why["unary"]
    labels: Bools = selection.why["labels"]
    bars = []
    for place in highest_of_bins(unary).tolist():
        row = int(selection.why["leaves"][place])
        note = f"{page.path(row)}\np(content) {unary[place]:.3f}, {'kept' if labels[place] else 'dropped'}"
        note += f"\n{excerpt(page, row, row + 1)}"
        role: Role = "kept" if labels[place] else "dropped"
        bars.append(Bar(place - 0.5, place + 0.5, 0, float(unary[place]), role, note))
    return tuple(bars)


def _pairs(selection: Selection) -> tuple[Bar, ...]:
    pairwise: Floats = selection.why["pairwise"]
    labels: Bools = selection.why["labels"]
    change = pairwise[:, 1] + pairwise[:, 2]
    bars = []
    for place in highest_of_bins(change).tolist():
        neither, starts, ends, both = pairwise[place].tolist()
        note = (
            f"leaves {place} and {place + 1}: boilerplate {neither:.3f}, content starts {starts:.3f}, "
            f"content ends {ends:.3f}, content {both:.3f}"
        )
        role = _ROLES[int(labels[place]) + int(labels[place + 1])]
        bars.append(Bar(place + 0.05, place + 0.95, 0, float(change[place]), role, note))
    return tuple(bars)
