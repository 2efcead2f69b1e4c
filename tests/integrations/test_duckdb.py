from __future__ import annotations

import duckdb
import pytest

import dehusk
from dehusk.integrations.duckdb import register_extract
from page_server import NEWS


@pytest.fixture
def connection() -> duckdb.DuckDBPyConnection:
    made = duckdb.connect()
    made.execute("CREATE TABLE pages (id INTEGER, html VARCHAR, url VARCHAR)")
    rows = [(1, NEWS, None), (2, None, None), (3, "<p>Milk comes <a href=/x>first</a>.", "https://example.org/")]
    made.executemany("INSERT INTO pages VALUES (?, ?, ?)", rows)
    return made


def test_a_function_of_sql(connection: duckdb.DuckDBPyConnection) -> None:
    register_extract(connection, formats=["markdown"])
    content = "SELECT id, dehusk_extract(html, url) AS c FROM pages"
    query = f"SELECT id, c.status, c.text, c.markdown, c.authors FROM ({content}) ORDER BY id"  # noqa: S608
    rows = connection.execute(query).fetchall()
    assert [row[:2] for row in rows] == [(1, "ok"), (2, "empty"), (3, "ok")]
    assert rows[0][2] == dehusk.extract(NEWS).text
    assert rows[0][4] == list(dehusk.extract(NEWS).metadata.authors)
    assert rows[2][3] == "Milk comes [first](https://example.org/x).\n"


def test_more_rows_than_one_vector(connection: duckdb.DuckDBPyConnection) -> None:
    register_extract(connection)
    texts = "SELECT dehusk_extract('<p>Tea number ' || i, NULL).text AS t FROM range(5000) AS r(i)"
    query = f"SELECT count(*), min(t), max(t) FROM ({texts})"  # noqa: S608
    assert connection.execute(query).fetchone() == (5000, "Tea number 0", "Tea number 999")


def test_blobs_and_another_name(connection: duckdb.DuckDBPyConnection) -> None:
    register_extract(connection, "content", binary=True, method="bte")
    page = "<meta charset=latin-1><p>Café".encode("latin-1")
    assert connection.execute("SELECT content(?, NULL).text", [page]).fetchone() == ("Café",)
