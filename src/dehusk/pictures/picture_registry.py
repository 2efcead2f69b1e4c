"""The pictures of methods: those of dehusk by name, those of other packages by the entry points ``dehusk.pictures``.

An entry point has the name of the method and loads a function ``picture(page, selection) -> Picture`` that reads the
values that the method stored in ``selection.why``. For a method without one, the scores of the blocks are drawn. The
picture of the default method also needs its model, which is not part of a selection.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from dehusk.methods import Method, Selection
from dehusk.methods.learned import Grain
from dehusk.page import Page
from dehusk.pictures import grain, score_picture
from dehusk.pictures.picture import Picture
from dehusk.plugins import Registry

if TYPE_CHECKING:
    from dehusk.extraction import Extraction

PictureFunction = Callable[[Page, Selection], Picture]

_PICTURES = Registry(
    "picture",
    "dehusk.pictures",
    {
        "alarte": "dehusk.pictures.alarte_picture:picture",
        "arias": "dehusk.pictures.arias_picture:picture",
        "cectd-ds": "dehusk.pictures.cetd_picture:picture",
        "cectd-s": "dehusk.pictures.cetd_picture:picture",
        "cetd-ds": "dehusk.pictures.cetd_picture:picture",
        "gce": "dehusk.pictures.gce_picture:picture",
        "grain": "dehusk.pictures.grain:picture",
        "web2text": "dehusk.pictures.web2text_picture:picture",
    },
    lambda name, _known: KeyError(name),
)


def picture_of(method: str) -> PictureFunction:
    """The function that draws a method's picture.

    >>> picture_of("arias").__module__, picture_of("no-such-method").__module__
    ('dehusk.pictures.arias_picture', 'dehusk.pictures.score_picture')
    """
    if method not in _PICTURES.names():
        return score_picture.picture
    return cast("PictureFunction", _PICTURES.load(method))


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
