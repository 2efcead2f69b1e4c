"""Formulas: MathML, and the inline elements around it that show the same formula again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Ints

_MATH = tags.tag_table("math")


def formula_of(page: Page) -> Ints:
    """The formula that each row belongs to: the outermost inline element around a MATH element; 0 if there is none.

    >>> from dehusk import parse
    >>> formula_of(parse("<p>Let <span><math><mi>x</mi></math><b>x</b></span>")).tolist()
    [0, 0, 0, 3, 3, 3, 3, 3, 3]
    """
    math = _MATH[page.tag]
    inline = page.above(math) & page.is_element & ~tags.BLOCK[page.tag]
    outermost = inline & ~inline[np.maximum(page.parent, 0)]
    return page.nearest(outermost)
