"""DuckDB: a function of SQL.

>>> import duckdb
>>> connection = duckdb.connect()
>>> register_extract(connection)
>>> connection.execute("CREATE TABLE pages AS SELECT '<title>Tea</title><p>Steep it.' AS html")
<...>
>>> connection.execute("SELECT c.title, c.text FROM (SELECT dehusk_extract(html, NULL) AS c FROM pages)").fetchall()
[('Tea', 'Steep it.')]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.errors import MissingExtra
from dehusk.integrations.arrow import content_type, extract_column

try:
    import duckdb
    import pyarrow as pa
except ImportError:
    raise MissingExtra("duckdb", "duckdb") from None

if TYPE_CHECKING:
    from collections.abc import Sequence


def register_extract(
    connection: duckdb.DuckDBPyConnection,
    name: str = "dehusk_extract",
    *,
    binary: bool = False,
    formats: Sequence[str] = (),
    **options: Any,  # noqa: ANN401 - those of extract_column
) -> None:
    """Add the function ``name(html, url)`` to a connection; it returns a STRUCT of the page's content.

    ``html`` is a VARCHAR, or a BLOB with ``binary=True``; ``url`` may be NULL. ``formats`` and ``options``: as in
    :func:`dehusk.integrations.arrow.extract_column`.
    """

    def extract_pages(html: pa.ChunkedArray, url: pa.ChunkedArray) -> pa.StructArray:
        return extract_column(html, url, formats=formats, **options)

    fields = {field.name: _sql_type(str(field.type)) for field in content_type(formats)}
    connection.create_function(
        name,
        extract_pages,
        ["BLOB" if binary else "VARCHAR", "VARCHAR"],
        duckdb.struct_type(fields),
        type="arrow",
        null_handling="special",
    )


def _sql_type(arrow_type: str) -> str:
    return {"string": "VARCHAR", "double": "DOUBLE"}.get(arrow_type, "VARCHAR[]")
