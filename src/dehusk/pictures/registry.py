"""Which picture a method has: ours by name, any other package's by the entry point group ``dehusk.pictures``.

An entry point is named like the method and loads a function ``picture(page, selection) -> Figure`` that reads
the numbers that the method left in ``selection.why``. A method without one gets the picture of its blocks.
The default's picture also asks its model, which is no part of a selection.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, cast

from dehusk.methods import Method, Selection
from dehusk.methods.learned import Grain
from dehusk.page import Page
from dehusk.pictures import alarte, arias, blocks, cetd, gce, grain, web2text
from dehusk.pictures.figure import Figure

if TYPE_CHECKING:
    from dehusk.extraction import Extraction

GROUP = "dehusk.pictures"

Picture = Callable[[Page, Selection], Figure]

_OURS: dict[str, Picture] = {
    "alarte": alarte.picture,
    "arias": arias.picture,
    "cetd-ds": cetd.picture,
    "cectd-ds": cetd.picture,
    "cectd-s": cetd.picture,
    "gce": gce.picture,
    "grain": grain.picture,
    "web2text": web2text.picture,
}


@cache
def _others() -> dict[str, Picture]:
    return {point.name: cast("Picture", point.load()) for point in entry_points(group=GROUP)}


def picture_of(method: str) -> Picture:
    """The function that draws a method's picture.

    >>> picture_of("arias").__module__, picture_of("no-such-method").__module__
    ('dehusk.pictures.arias', 'dehusk.pictures.blocks')
    """
    return _others().get(method) or _OURS.get(method, blocks.picture)


def explain(extraction: Extraction, method: Method | None = None) -> Figure:
    """The picture of how a method saw a page.

    ``method``: the object that was asked to extract, needed only for the default with a model of your own. Where the
    method decided without its numbers (an empty page, a page without links) the blocks are drawn.

    >>> import dehusk
    >>> explain(dehusk.extract("<p>Tea", method="arias")).title
    'Density graph · arias'
    """
    draw = picture_of(extraction.method) if extraction.selection.why else blocks.picture
    if draw is grain.picture and isinstance(method, Grain):
        draw = partial(grain.picture, model=method.model)
    figure = draw(extraction.page, extraction.selection)
    return replace(figure, title=f"{figure.title} · {extraction.method}")
