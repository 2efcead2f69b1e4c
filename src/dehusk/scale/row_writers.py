"""Writers of rows and of the ledger: Parquet and JSON Lines with zstd, the same bytes for the same rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any, Protocol, cast

from dehusk.errors import MissingExtra
from dehusk.scale.row_schema import arrow_schema

if TYPE_CHECKING:
    from dehusk.scale.part_file import PartFile
    from dehusk.scale.run_settings import OutputKind

SUFFIXES: Mapping[OutputKind, str] = {"parquet": ".parquet", "jsonl": ".jsonl.zst"}
_ROWS, _CHARACTERS = 1000, 32_000_000
"""Rows of a row group, and characters of their text, whichever comes first."""
_LEVEL = 3


class RowWriter(Protocol):
    """Writes rows to a file."""

    def add(self, row: Mapping[str, object]) -> None:
        """Write a row."""

    def finish(self) -> None:
        """Write what is left; the file stays open."""

    def close(self) -> None:
        """End the use of the file, finished or not."""


class ParquetRows:
    """Rows as Parquet with zstd compression."""

    def __init__(self, file: PartFile, columns: tuple[str, ...]) -> None:
        self._schema = arrow_schema(columns)
        import pyarrow.parquet as pq

        self._writer = pq.ParquetWriter(file, self._schema, compression="zstd", compression_level=_LEVEL)
        self._rows: list[Mapping[str, object]] = []
        self._characters = 0

    def add(self, row: Mapping[str, object]) -> None:
        """Write a row, with others."""
        self._rows.append(row)
        self._characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(self._rows) >= _ROWS or self._characters >= _CHARACTERS:
            self._write_group()

    def _write_group(self) -> None:
        import pyarrow as pa

        self._writer.write_table(pa.Table.from_pylist(self._rows, self._schema))
        self._rows, self._characters = [], 0

    def finish(self) -> None:
        """Write the rows that are left, and the end of the file."""
        if self._rows:
            self._write_group()
        self.close()

    def close(self) -> None:
        """Write the end of the file, if that was not done; the writer would do so when it is collected."""
        self._writer.close()


class JsonRows:
    """Rows as JSON Lines with zstd compression.

    >>> import tempfile, zstandard
    >>> from pathlib import Path
    >>> from dehusk.scale.part_file import PartFile
    >>> with tempfile.TemporaryDirectory() as folder, PartFile(Path(folder, "tea.jsonl.zst")) as file:
    ...     rows = JsonRows(file)
    ...     rows.add({"text": "Tea"})
    ...     rows.finish()
    ...     file.commit()
    ...     zstandard.ZstdDecompressor().decompressobj().decompress(file.path.read_bytes())
    b'{"text": "Tea"}\\n'
    """

    def __init__(self, file: PartFile) -> None:
        try:
            from zstandard import ZstdCompressor
        except ImportError:
            raise MissingExtra("zstandard", "scale") from None

        self._stream: Any = ZstdCompressor(level=_LEVEL, write_checksum=True).stream_writer(
            cast("IO[bytes]", file), closefd=False
        )

    def add(self, row: Mapping[str, object]) -> None:
        """Write a line."""
        self._stream.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")

    def finish(self) -> None:
        """Write the end of the compressed stream."""
        self._stream.close()

    def close(self) -> None:
        """Nothing is left to be done."""


def open_rows(kind: OutputKind, file: PartFile, columns: tuple[str, ...]) -> RowWriter:
    """The writer of a kind of output."""
    return ParquetRows(file, columns) if kind == "parquet" else JsonRows(file)
