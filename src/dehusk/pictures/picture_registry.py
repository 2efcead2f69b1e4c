"""The pictures of methods: those of dehusk by name, those of other packages by the entry points ``dehusk.pictures``.

An entry point has the name of the method and loads a function ``picture(page, selection) -> Picture`` that reads the
values that the method stored in ``selection.why``. For a method without one, the scores of the blocks are drawn. The
picture of the default method also needs its model, which is not part of a selection.
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
from dehusk.pictures import (
    alarte_picture,
    arias_picture,
    cetd_picture,
    gce_picture,
    grain,
    score_picture,
    web2text_picture,
)
from dehusk.pictures.picture import Picture

if TYPE_CHECKING:
    from dehusk.extraction import Extraction

GROUP = "dehusk.pictures"

PictureFunction = Callable[[Page, Selection], Picture]

_OURS: dict[str, PictureFunction] = {
    "alarte": alarte_picture.picture,
    "arias": arias_picture.picture,
    "cetd-ds": cetd_picture.picture,
    "cectd-ds": cetd_picture.picture,
    "cectd-s": cetd_picture.picture,
    "gce": gce_picture.picture,
    "grain": grain.picture,
    "web2text": web2text_picture.picture,
}


@cache
def _others() -> dict[str, PictureFunction]:
    return {point.name: cast("PictureFunction", point.load()) for point in entry_points(group=GROUP)}


def picture_of(method: str) -> PictureFunction:
    """The function that draws a method's picture.

    >>> picture_of("arias").__module__, picture_of("no-such-method").__module__
    ('dehusk.pictures.arias_picture', 'dehusk.pictures.score_picture')
    """
    return _others().get(method) or _OURS.get(method, score_picture.picture)


def explain(extraction: Extraction, method: Method | None = None) -> Picture:
    """The picture of how a method decided about a page.

    ``method``: the method that made the extraction; needed only for the default method with another model. If the
    method stored no values (an empty page, a page without links), the scores of the blocks are drawn.

    >>> import dehusk
    >>> explain(dehusk.extract("<p>Tea", method="arias")).title
    'Density graph · arias'
    """
    draw = picture_of(extraction.method) if extraction.selection.why else score_picture.picture
    if draw is grain.picture and isinstance(method, Grain):
        draw = partial(grain.picture, model=method.model)
    picture = draw(extraction.page, extraction.selection)
    return replace(picture, title=f"{picture.title} · {extraction.method}")
