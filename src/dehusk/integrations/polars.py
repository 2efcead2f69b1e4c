"""Polars: extract a column of pages.

>>> import polars as pl
>>> pages = pl.DataFrame({"id": [7], "html": ["<title>Tea</title><p>Steep it for three minutes."]})
>>> extract_polars(pages).select("id", "title", "text").rows()
[(7, 'Tea', 'Steep it for three minutes.')]
"""

from __future__ import annotations

from typing import Any

from dehusk.errors import MissingExtra
from dehusk.integrations.arrow import extract_arrow

try:
    import polars as pl
except ImportError:
    raise MissingExtra("polars", "polars") from None


def extract_polars(frame: pl.DataFrame, **options: Any) -> pl.DataFrame:  # noqa: ANN401 - those of extract_arrow
    """Replace the column ``html`` by the columns of its content; see :func:`dehusk.integrations.arrow.extract_arrow`.

    For a LazyFrame: ``lazy.map_batches(extract_polars, schema=...)``.
    """
    return pl.DataFrame(extract_arrow(frame.to_arrow(), **options))
