"""The records of tables: Parquet, and JSON Lines with or without compression. Needs the ``scale`` extra."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from dehusk.errors import ArgumentError, MissingExtra
from dehusk.scale.expanded_files import open_expanded
from dehusk.scale.shard_records import Record

if TYPE_CHECKING:
    from dehusk.scale.input_files import InputFile

_ROWS = 64
_LONGEST_ESCAPE = 6  # a character of JSON: \u0041


class TableColumns(NamedTuple):
    """Which columns of a table hold the page, its address and its id; the last two may be absent.

    >>> TableColumns("html", "url", "id").url
    'url'
    """

    html: str
    url: str
    id: str


def read_parquet_records(file: InputFile, columns: TableColumns, max_bytes: int) -> Iterator[Record]:
    """One record per row. The rows of a row group that cannot be read are ``undecodable``."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise MissingExtra("pyarrow", "scale") from None

    try:
        table = ParquetFile(io.BufferedReader(file))
    except (ArrowException, OSError) as error:
        file.raise_error()
        yield Record(0, kind="undecodable", reason=f"this is not a whole Parquet file: {error}")
        return
    _check_columns(file.name, columns, table.schema_arrow.names)
    wanted = [name for name in columns if name in table.schema_arrow.names]
    row = 0
    for group in range(table.num_row_groups):
        end = row + table.metadata.row_group(group).num_rows
        try:
            for batch in table.iter_batches(_ROWS, row_groups=[group], columns=wanted):
                for values in batch.to_pylist():
                    yield _record(row, values, columns, max_bytes)
                    row += 1
        except (ArrowException, OSError) as error:
            file.raise_error()
            for number in range(row, end):
                yield Record(number, kind="undecodable", reason=f"the row group cannot be read: {error}")
        row = end


def read_json_records(file: InputFile, columns: TableColumns, max_bytes: int) -> Iterator[Record]:
    """One record per line that is not blank; ``offset`` is that of the line in the uncompressed file."""
    longest = _LONGEST_ESCAPE * max_bytes
    offset, checked = 0, False
    lines = open_expanded(file)
    try:
        while line := lines.readline(longest):
            size = len(line)
            while not line.endswith(b"\n") and size >= longest and (rest := lines.readline(longest)):
                size, line = size + len(rest), rest
            if size > longest:
                yield Record(offset, kind="too_large", reason=f"a line of {size:,} bytes")
            elif line.strip():
                values = _object(line)
                if isinstance(values, str):
                    yield Record(offset, kind="undecodable", reason=values)
                else:
                    if not checked:
                        _check_columns(file.name, columns, list(values))
                        checked = True
                    yield _record(offset, values, columns, max_bytes)
            offset += size
    except OSError as error:
        file.raise_error()
        yield Record(offset, kind="undecodable", reason=f"the rest of the file cannot be read: {error}")


def _object(line: bytes) -> dict[str, Any] | str:
    """The object in a line, or why there is none."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"not JSON: {error}"
    return values if isinstance(values, dict) else f"not a JSON object: {type(values).__name__}"


def _check_columns(name: str, columns: TableColumns, found: list[str]) -> None:
    if columns.html not in found:
        raise ArgumentError(f"{name}: no column {columns.html!r} (--html-column); it has {', '.join(found)}")


def _record(offset: int, values: Mapping[str, Any], columns: TableColumns, max_bytes: int) -> Record:
    html, url, name = (values.get(column) for column in columns)
    record = Record(offset, url if isinstance(url, str) else None, None if name is None else str(name))
    if html is None:
        return record._replace(kind="empty", reason=f"no value in the column {columns.html!r}")
    if not isinstance(html, str | bytes):
        return record._replace(kind="undecodable", reason=f"{columns.html!r} is {type(html).__name__}, not text")
    if len(html) > max_bytes:
        return record._replace(kind="too_large", reason=f"{len(html):,} bytes")
    return record._replace(data=html)
