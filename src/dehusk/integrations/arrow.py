"""Arrow: extract a column of pages. The adapters to DuckDB, Polars, pandas, Spark and Daft are thin over it.

>>> import pyarrow as pa
>>> pages = pa.table({"id": [7], "html": ["<title>Tea</title><p>Steep it for three minutes."]})
>>> extract_arrow(pages).select(["id", "title", "text", "status"]).to_pylist()
[{'id': 7, 'title': 'Tea', 'text': 'Steep it for three minutes.', 'status': 'ok'}]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dehusk.errors import ArgumentError, MissingExtra
from dehusk.extractor import Extractor

try:
    import pyarrow as pa
except ImportError:
    raise MissingExtra("pyarrow", "arrow") from None

_OF_OUTCOME = {
    **{name: pa.string() for name in ("text", "title", "page_type", "status", "reason")},
    "confidence": pa.float64(),
}
_OF_METADATA = {"authors": pa.list_(pa.string()), "published": pa.string(), "language": pa.string()}


def content_type(formats: Sequence[str] = ()) -> pa.StructType:
    """The type of :func:`extract_column`: one field per piece of information about a page, and per format.

    >>> [field.name for field in content_type(["markdown"])][-2:]
    ['language', 'markdown']
    """
    return pa.struct([*(_OF_OUTCOME | _OF_METADATA).items(), *((name, pa.string()) for name in formats)])


def extract_column(
    html: pa.Array | pa.ChunkedArray,
    url: pa.Array | pa.ChunkedArray | None = None,
    *,
    formats: Sequence[str] = (),
    jobs: int = 1,
    **options: Any,  # noqa: ANN401 - those of Extractor
) -> pa.StructArray:
    """Extract a column of pages (text or binary), with a column of their URLs, to a column of :func:`content_type`.

    A null is an empty page. ``formats``: as in ``dehusk.list_writers()``. ``jobs``: worker processes. ``options``:
    arguments of :class:`dehusk.Extractor`.

    >>> extract_column(pa.array([b"<p>Tea"])).field("text").to_pylist()
    ['Tea']
    """
    pages = [page or "" for page in html.to_pylist()]
    urls = url.to_pylist() if url is not None else [None] * len(pages)
    outcomes = Extractor(**options).extract_many(zip(pages, urls, strict=True), jobs=jobs, formats=formats)
    rows = [
        {name: getattr(outcome, name) for name in _OF_OUTCOME}
        | {name: getattr(outcome.metadata, name) for name in _OF_METADATA}
        | dict(outcome.formats)
        for outcome in outcomes
    ]
    return pa.array(rows, content_type(formats))


def find_columns(
    names: Sequence[str], html: str, url: str | None, formats: Sequence[str], prefix: str = ""
) -> tuple[str | None, list[str]]:
    """The column of URLs of a table with these columns, and the names of the columns that are added to it.

    >>> find_columns(["html", "url"], "html", None, [])[0]
    'url'
    >>> find_columns(["page"], "html", None, [])
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: there is no column 'html'; the columns: page
    """
    url = url or ("url" if "url" in names else None)
    for name in filter(None, (html, url)):
        if name not in names:
            raise ArgumentError(f"there is no column {name!r}; the columns: {', '.join(map(str, names))}")
    added = [prefix + field.name for field in content_type(formats)]
    if taken := [name for name in added if name in names and name != html]:
        raise ArgumentError(f"there are columns {', '.join(taken)} already: give another prefix, such as 'page_'")
    return url, added


def extract_arrow(
    table: pa.Table | pa.RecordBatch,
    *,
    html: str = "html",
    url: str | None = None,
    prefix: str = "",
    formats: Sequence[str] = (),
    **options: Any,  # noqa: ANN401 - those of extract_column
) -> pa.Table:
    """Replace the column ``html`` of a table by the columns of its content; rows and their order stay.

    ``url``: the column of addresses; by default ``url``, if there is one. ``prefix``: of the names of new columns, if
    the table has such names already. ``formats`` and ``options``: those of :func:`extract_column`.

    >>> extract_arrow(pa.table({"html": ["<p>Tea"], "title": ["A"]}), prefix="page_").column_names[:3]
    ['title', 'page_text', 'page_title']
    """
    url, added = find_columns(table.schema.names, html, url, formats, prefix)
    columns = dict(zip(table.schema.names, table.columns, strict=True))
    content = extract_column(columns.pop(html), columns.get(url), formats=formats, **options)
    return pa.table(columns | dict(zip(added, content.flatten(), strict=True)))
