"""The Arrow core: one row per page, in order, whatever the page is."""

from __future__ import annotations

from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")

import dehusk  # noqa: E402
from dehusk.integrations.arrow import content_type, extract_arrow, extract_column  # noqa: E402
from page_server import NEWS  # noqa: E402

PAGES = [NEWS, None, "", "<p>Milk comes <a href=/first>first</a>."]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view(), pa.binary()], ids=str)
def test_every_type_of_text_and_binary(kind: Any) -> None:  # noqa: ANN401
    given = [page.encode() if page is not None and kind == pa.binary() else page for page in PAGES]
    rows = extract_column(pa.array(given, kind)).to_pylist()
    assert [row["status"] for row in rows] == ["ok", "empty", "empty", "ok"]
    assert rows[0]["text"] == dehusk.extract(NEWS).text
    assert rows[3]["text"] == "Milk comes first."


def test_rows_and_other_columns_stay() -> None:
    table = pa.table({"id": [1, 2, 3, 4], "html": pa.chunked_array([PAGES[:1], PAGES[1:]]), "note": list("abcd")})
    made = extract_arrow(table, formats=("markdown",))
    assert made.column_names == ["id", "note", *(field.name for field in content_type(("markdown",)))]
    assert made["id"].to_pylist() == [1, 2, 3, 4]
    assert made["note"].to_pylist() == list("abcd")
    assert made["authors"].to_pylist()[0] == list(dehusk.extract(NEWS).metadata.authors)


def test_urls_make_links_absolute() -> None:
    pages = pa.table({"html": [PAGES[3]] * 2, "url": ["https://example.org/a/b", None]})
    made = extract_arrow(pages, formats=("markdown",))["markdown"].to_pylist()
    assert made == ["Milk comes [first](https://example.org/first).\n", "Milk comes [first](/first).\n"]
    renamed = pages.rename_columns(["page", "address"])
    assert extract_arrow(renamed, html="page", url="address", formats=("markdown",))["markdown"].to_pylist() == made


def test_worker_processes_give_the_same() -> None:
    pages = pa.table({"html": PAGES * 3})
    assert extract_arrow(pages, jobs=2).equals(extract_arrow(pages))


def test_no_rows() -> None:
    made = extract_arrow(pa.table({"html": pa.array([], pa.string())}))
    assert made.num_rows == 0
    assert made.schema.field("confidence").type == pa.float64()


def test_options_are_those_of_the_extractor() -> None:
    column = pa.array([f"{PAGES[3]}<p>Copyright 2024"])
    assert extract_column(column, method="lqf")[0].as_py()["text"] != ""
    with pytest.raises(dehusk.UnknownMethod):
        extract_column(column, method="none")


def test_wrong_columns() -> None:
    with pytest.raises(dehusk.ArgumentError, match="no column 'html'; the columns: page"):
        extract_arrow(pa.table({"page": PAGES}))
    with pytest.raises(dehusk.ArgumentError, match="no column 'address'"):
        extract_arrow(pa.table({"html": PAGES}), url="address")
    with pytest.raises(dehusk.ArgumentError, match="columns text, title already: give another prefix"):
        extract_arrow(pa.table({"html": PAGES, "title": PAGES, "text": PAGES}))
