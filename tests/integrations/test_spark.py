"""Extraction on Spark workers. PySpark warns about pandas 3, which it does not need here."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from pyspark.sql import SparkSession

import dehusk
from dehusk.integrations.spark import extract_spark
from page_server import NEWS

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
    pytest.mark.filterwarnings("ignore:.*:ResourceWarning"),
]


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        session = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "2").getOrCreate()
        yield session
        session.stop()


def test_a_data_frame(spark: SparkSession) -> None:
    rows = [(1, NEWS, None), (2, None, None), (3, "<p>Tea from <a href=/y>Yunnan</a>.", "https://example.org/")]
    pages = spark.createDataFrame(rows, "id int, html string, url string")
    made = extract_spark(pages, formats=["markdown"])
    assert made.columns[:4] == ["id", "url", "text", "title"]
    found = {row.id: row for row in made.collect()}
    assert [found[number].status for number in (1, 2, 3)] == ["ok", "empty", "ok"]
    assert found[1].text == dehusk.extract(NEWS).text
    assert found[1].authors == list(dehusk.extract(NEWS).metadata.authors)
    assert found[3].markdown == "Tea from [Yunnan](https://example.org/y).\n"


def test_wrong_columns_are_reported_before_any_work(spark: SparkSession) -> None:
    with pytest.raises(dehusk.ArgumentError, match="no column 'html'"):
        extract_spark(spark.createDataFrame([("",)], "page string"))
