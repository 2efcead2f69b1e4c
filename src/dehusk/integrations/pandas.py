"""pandas: extract a column of pages.

>>> import pandas as pd
>>> pages = pd.DataFrame({"id": [7], "html": ["<title>Tea</title><p>Steep it for three minutes."]}, index=["a"])
>>> extract_pandas(pages)[["id", "title", "text"]].to_dict("index")
{'a': {'id': 7, 'title': 'Tea', 'text': 'Steep it for three minutes.'}}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dehusk.errors import MissingExtra
from dehusk.integrations.arrow import extract_column, find_columns

try:
    import pandas as pd
    import pyarrow as pa
except ImportError:
    raise MissingExtra("pandas", "pandas") from None


def extract_pandas(
    frame: pd.DataFrame,
    *,
    html: str = "html",
    url: str | None = None,
    prefix: str = "",
    formats: Sequence[str] = (),
    **options: Any,  # noqa: ANN401 - those of extract_column
) -> pd.DataFrame:
    """Replace the column ``html`` by the columns of its content, as :func:`dehusk.integrations.arrow.extract_arrow`.

    The index and the types of the other columns stay as they are.
    """
    url, added = find_columns(list(frame.columns), html, url, formats, prefix)
    pages, *urls = (pa.array(frame[name], from_pandas=True) for name in (html, url) if name is not None)
    content = pa.table(extract_column(pages, *urls, formats=formats, **options).flatten(), added)
    return pd.concat([frame.drop(columns=html), content.to_pandas().set_axis(frame.index)], axis=1)
