"""Daft: extract a column of pages.

>>> import daft
>>> pages = daft.from_pydict({"id": [7], "html": ["<title>Tea</title><p>Steep it for three minutes."]})
>>> extract_daft(pages).select("id", "title", "text").to_pylist()
[{'id': 7, 'title': 'Tea', 'text': 'Steep it for three minutes.'}]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.errors import MissingExtra
from dehusk.integrations.arrow import content_type, extract_column, find_columns

try:
    import daft
except ImportError:
    raise MissingExtra("daft", "daft") from None

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa


def extract_daft(
    frame: daft.DataFrame,
    *,
    html: str = "html",
    url: str | None = None,
    formats: Sequence[str] = (),
    **options: Any,  # noqa: ANN401 - those of extract_column
) -> daft.DataFrame:
    """Replace the column ``html`` by the columns of its content; see :func:`dehusk.integrations.arrow.extract_column`.

    ``url``: the column of addresses; by default ``url``, if there is one.
    """
    url, _ = find_columns(frame.column_names, html, url, formats)

    @daft.func.batch(return_dtype=daft.DataType.from_arrow_type(content_type(formats)), unnest=True)
    def extract_pages(pages: daft.Series, *urls: daft.Series) -> pa.StructArray:
        return extract_column(pages.to_arrow(), *(each.to_arrow() for each in urls), formats=formats, **options)

    others = [name for name in frame.column_names if name != html]
    return frame.select(*others, extract_pages(frame[html], *([frame[url]] if url else [])))
