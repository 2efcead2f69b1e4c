"""Pictures of how methods decide about a page, drawn as SVG without a plotting library.

>>> import dehusk
>>> from dehusk.pictures import explain
>>> explain(dehusk.extract("<p>Tea", method="arias")).svg()[:4]
'<svg'
"""

from __future__ import annotations

from dehusk.pictures.picture import Band, Bar, Chart, Panel, Picture, ReferenceLine
from dehusk.pictures.picture_registry import explain
from dehusk.pictures.write import write_picture

__all__ = ["Band", "Bar", "Chart", "Panel", "Picture", "ReferenceLine", "explain", "write_picture"]
