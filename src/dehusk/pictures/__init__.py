"""Pictures of what methods see on a page, drawn as SVG without any plotting library.

>>> import dehusk
>>> from dehusk.pictures import explain
>>> explain(dehusk.extract("<p>Tea", method="arias")).svg()[:4]
'<svg'
"""

from __future__ import annotations

from dehusk.pictures.figure import Band, Bar, Chart, Figure, Panel, Rule
from dehusk.pictures.registry import explain
from dehusk.pictures.write import write_picture

__all__ = ["Band", "Bar", "Chart", "Figure", "Panel", "Rule", "explain", "write_picture"]
