"""A chart of a page's blocks as stripes from top to bottom, coloured by score, and a ranking beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dehusk.pictures.markup import Markup, element, number
from dehusk.pictures.picture import WIDTH
from dehusk.pictures.width import fit, wrap

# From left to right: the mark of kept blocks, the stripes, their text, the ranking.
_MARK, _STRIPE, _TEXT, _TEXT_COLUMNS = 16, 26, 92, 76
_NAME, _BAR, _RIGHT, _MEANING_COLUMNS = 620, 800, 52, 58
_HEAD, _FOOT = 40, 24
_LINE, _RANK, _MEANING_LINE = 15.0, 30.0, 14.0
_LABELLED = 120
_MOST_LINES = 800  # of text; if all texts have more, one line of each is shown
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
    """A bar of the ranking; ``meaning`` is written below it.

    >>> Share("words", 0.5).note
    ''
    """

    name: str
    value: float
    note: str = ""
    meaning: str = ""

    @property
    def lines(self) -> list[str]:
        """The lines of the meaning."""
        return wrap(self.meaning, _MEANING_COLUMNS) if self.meaning else []

    @property
    def height(self) -> float:
        """In pixels."""
        return _RANK + _MEANING_LINE * len(self.lines)


@dataclass(frozen=True)
class HeatMap:
    """Stripes for the blocks of the page in document order and, if there is one, a ranking.

    >>> chart = HeatMap((Stripe(12, 0.9, True, "Tea"), Stripe(2, 0.1, False, "Home")), (Share("words", 0.5),))
    >>> chart.draw(0).count('class="stripe"'), chart.legend
    (2, (('kept-mark', 'kept'),))
    """

    stripes: tuple[Stripe, ...]
    shares: tuple[Share, ...] = ()
    cut: float | None = None
    """The score above which blocks are kept; marked on the scale."""

    @property
    def height(self) -> int:
        """In pixels, labels included."""
        return round(_HEAD + max(sum(self._heights()), sum(share.height for share in self.shares)) + _FOOT)

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The mark of kept blocks; the colours are explained by a scale in the chart."""
        return (("kept-mark", "kept"),) if any(stripe.kept for stripe in self.stripes) else ()

    def draw(self, top: float) -> Markup:
        """The chart as SVG, its upper edge at ``top``."""
        parts, y = [_scale(top + 14, self.cut)], top + _HEAD
        for stripe, height, lines in zip(self.stripes, self._heights(), self._lines, strict=True):
            parts.append(_draw_stripe(stripe, y, height, lines))
            y += height
        return element("g", *parts, _ranking(self.shares, top), class_="panel")

    @cached_property
    def _lines(self) -> list[list[str]]:
        """The whole text of each stripe; one line of it if they would be too many."""
        wrapped = [wrap(stripe.text, _TEXT_COLUMNS) for stripe in self.stripes]
        if sum(map(len, wrapped)) <= _MOST_LINES:
            return wrapped
        return [[fit(stripe.text, _TEXT_COLUMNS)] for stripe in self.stripes]

    def _heights(self) -> list[float]:
        """The heights of the stripes: as their text needs or, without room for it, in proportion to the length."""
        if any(len(lines) > 1 for lines in self._lines):
            return [_LINE * len(lines) + 3 for lines in self._lines]
        least = _LINE if len(self.stripes) <= _LABELLED else max(_LINE * _LABELLED / len(self.stripes), 2.0)
        unit = _SHARED / max(sum(stripe.length for stripe in self.stripes), 1.0)
        return [least + unit * stripe.length for stripe in self.stripes]


def _scale(y: float, cut: float | None) -> Markup:
    """The scale that explains the colours, with the cut."""
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
    if cut is None:
        return element("g", *ends, *steps)
    at, right = left + width * len(steps) * cut, left + width * len(steps) + 24
    line = element("line", x1=at, x2=at, y1=y - 15, y2=y + 6, class_="cut")
    return element("g", *ends, *steps, line, element("text", f"cut at {cut:.2f}", x=right, y=y, class_="limit"))


def _draw_stripe(stripe: Stripe, y: float, height: float, lines: list[str]) -> Markup:
    gap = 1.0 if height >= _LINE / 2 else 0.0
    parts = [element("rect", x=_STRIPE, y=y, width=_TEXT - 8 - _STRIPE, height=height - gap, **_fill(stripe.score))]
    if stripe.kept:
        parts.append(element("rect", x=_MARK, y=y, width=6, height=height, class_="kept-mark"))
    if height >= _LINE:
        middle, inside = y + (height - gap) / 2 + 4, (_STRIPE + _TEXT - 8) / 2
        first = middle - _LINE * (len(lines) - 1) / 2
        shade, ink = "on-dark" if stripe.score > _DARK else "on-light", "label" if stripe.kept else None
        parts += [
            element("text", f"{stripe.score:.2f}", x=inside, y=middle, text_anchor="middle", class_=shade),
            *(element("text", line, x=_TEXT, y=first + _LINE * place, class_=ink) for place, line in enumerate(lines)),
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
    rows, y = [], top + _HEAD
    for share in shares:
        rows.append(
            element(
                "g",
                element("title", share.note),
                element("text", share.name, x=_NAME, y=y + 13, class_="label"),
                element("rect", x=_BAR, y=y + 2, width=unit * share.value, height=_RANK - 15, class_="bar kept"),
                element("text", f"{share.value:.2f}", x=_BAR + unit * share.value + 6, y=y + 13),
                *(
                    element("text", line, x=_NAME, y=y + 28 + _MEANING_LINE * place, class_="meaning")
                    for place, line in enumerate(share.lines)
                ),
            )
        )
        y += share.height
    title = "features that mattered most: mean change of the log-odds"
    return element("g", element("text", title, x=_NAME, y=top + 14, class_="label"), *rows, class_="ranking")
