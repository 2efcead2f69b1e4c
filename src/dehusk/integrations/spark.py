"""Spark: extract a column of pages, on the workers of a cluster, which need dehusk too.

extract_spark(spark.read.parquet("pages")).select("url", "title", "text").write.parquet("texts")
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from dehusk.errors import MissingExtra
from dehusk.integrations.arrow import extract_arrow

try:
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
except ImportError:
    raise MissingExtra("pyspark", "spark") from None

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyspark.sql import DataFrame


def extract_spark(frame: DataFrame, **options: Any) -> DataFrame:  # noqa: ANN401 - those of extract_arrow
    """Replace the column ``html`` by the columns of its content; as :func:`dehusk.integrations.arrow.extract_arrow`."""
    made = extract_arrow(to_arrow_schema(frame.schema).empty_table(), **options).schema
    return frame.mapInArrow(partial(_extract_batches, options=options, schema=made), from_arrow_schema(made))


def _extract_batches(
    batches: Iterable[pa.RecordBatch], *, options: dict[str, Any], schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield from extract_arrow(batch, **options).cast(schema).to_batches()
