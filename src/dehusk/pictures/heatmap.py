"""A chart of a page's blocks as stripes from top to bottom, coloured by score, and a ranking beside it."""

from __future__ import annotations

from dataclasses import dataclass

from dehusk.pictures.markup import Markup, element, number
from dehusk.pictures.picture import WIDTH
from dehusk.pictures.width import fit

# From left to right: the mark of kept blocks, the stripes, their text, the ranking.
_MARK, _STRIPE, _TEXT, _TEXT_COLUMNS = 16, 26, 92, 76
_NAME, _BAR, _RIGHT = 620, 816, 52
_HEAD, _FOOT = 40, 24
_LINE, _RANK = 15.0, 26.0
_LABELLED = 120
# The height that is distributed over the stripes by length, in addition to the least height of each.
_SHARED = 480.0
_DARK = 0.55


@dataclass(frozen=True, slots=True)
class Stripe:
    """A block: its length, score and text; ``note`` is its tooltip.

    >>> Stripe(12, 0.9, True, "Tea").kept
    True
    """

    length: float
    score: float
    kept: bool
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """A bar of the ranking.

    >>> Share("words", 0.5).note
    ''
    """

    name: str
    value: float
    note: str = ""


@dataclass(frozen=True)
class HeatMap:
    """Stripes for the blocks of the page in document order and, if there is one, a ranking.

    >>> chart = HeatMap((Stripe(12, 0.9, True, "Tea"), Stripe(2, 0.1, False, "Home")), (Share("words", 0.5),))
    >>> chart.draw(0).count('class="stripe"'), chart.legend
    (2, (('kept-mark', 'kept'),))
    """

    stripes: tuple[Stripe, ...]
    shares: tuple[Share, ...] = ()

    @property
    def height(self) -> int:
        """In pixels, labels included."""
        return round(_HEAD + max(sum(self._heights()), _RANK * len(self.shares)) + _FOOT)

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The mark of kept blocks; the colours are explained by a scale in the chart."""
        return (("kept-mark", "kept"),) if any(stripe.kept for stripe in self.stripes) else ()

    def draw(self, top: float) -> Markup:
        """The chart as SVG, its upper edge at ``top``."""
        parts, y = [_scale(top + 14)], top + _HEAD
        for stripe, height in zip(self.stripes, self._heights(), strict=True):
            parts.append(_draw_stripe(stripe, y, height))
            y += height
        return element("g", *parts, _ranking(self.shares, top), class_="panel")

    def _heights(self) -> list[float]:
        """The heights of the stripes: one line (less if there are very many) and a part in proportion to the length."""
        least = _LINE if len(self.stripes) <= _LABELLED else max(_LINE * _LABELLED / len(self.stripes), 2.0)
        unit = _SHARED / max(sum(stripe.length for stripe in self.stripes), 1.0)
        return [least + unit * stripe.length for stripe in self.stripes]


def _scale(y: float) -> Markup:
    """The scale that explains the colours."""
    left, width = _MARK + 56, 14
    steps = [
        element("rect", x=left + width * step, y=y - 10, width=width, height=12, **_fill(step / 10))
        for step in range(11)
    ]
    ends = (
        element("text", "score", x=_MARK, y=y, class_="label"),
        element("text", "0", x=left - 6, y=y, text_anchor="end"),
        element("text", "1", x=left + width * len(steps) + 6, y=y),
    )
    return element("g", *ends, *steps)


def _draw_stripe(stripe: Stripe, y: float, height: float) -> Markup:
    gap = 1.0 if height >= _LINE / 2 else 0.0
    parts = [element("rect", x=_STRIPE, y=y, width=_TEXT - 8 - _STRIPE, height=height - gap, **_fill(stripe.score))]
    if stripe.kept:
        parts.append(element("rect", x=_MARK, y=y, width=6, height=height, class_="kept-mark"))
    if height >= _LINE:
        middle, inside = y + (height - gap) / 2 + 4, (_STRIPE + _TEXT - 8) / 2
        shade, ink = "on-dark" if stripe.score > _DARK else "on-light", "label" if stripe.kept else None
        parts += [
            element("text", f"{stripe.score:.2f}", x=inside, y=middle, text_anchor="middle", class_=shade),
            element("text", fit(stripe.text, _TEXT_COLUMNS), x=_TEXT, y=middle, class_=ink),
        ]
    # An invisible rectangle, so that the tooltip appears over the whole row.
    parts.append(element("rect", x=_MARK, y=y, width=_NAME - 24 - _MARK, height=height, class_="touch"))
    return element("g", element("title", stripe.note), *parts, class_="stripe")


def _fill(score: float) -> dict[str, object]:
    return {"class_": "heat", "fill_opacity": number(0.04 + 0.96 * score)}


def _ranking(shares: tuple[Share, ...], top: float) -> Markup | None:
    if not shares:
        return None
    unit = (WIDTH - _RIGHT - _BAR) / max(share.value for share in shares)
    rows = []
    for place, share in enumerate(shares):
        y = top + _HEAD + _RANK * place
        rows.append(
            element(
                "g",
                element("title", share.note),
                element("text", share.name, x=_BAR - 8, y=y + 13, text_anchor="end", class_="label"),
                element("rect", x=_BAR, y=y + 2, width=unit * share.value, height=_RANK - 11, class_="bar kept"),
                element("text", f"{share.value:.2f}", x=_BAR + unit * share.value + 6, y=y + 13),
            )
        )
    title = "features that mattered most: mean change of the log-odds"
    return element("g", element("text", title, x=_NAME, y=top + 14, class_="label"), *rows, class_="ranking")
