from __future__ import annotations

import pytest

pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

import dehusk  # noqa: E402
from dehusk.integrations.pandas import extract_pandas  # noqa: E402
from page_server import NEWS  # noqa: E402


def test_index_types_and_order_stay() -> None:
    when = pd.Timestamp("2026-01-02", tz="UTC")
    values = {"html": [NEWS, None, "<p>Tea"], "fetched": [when] * 3, "note": [{"a": 1}, "x", 3]}
    frame = pd.DataFrame(values, index=["c", "a", "a"])
    made = extract_pandas(frame, formats=["markdown"])
    assert list(made.index) == ["c", "a", "a"]
    assert made["fetched"].dtype == frame["fetched"].dtype
    assert list(made["note"]) == [{"a": 1}, "x", 3]
    assert list(made["status"]) == ["ok", "empty", "ok"]
    assert made["markdown"].iloc[0] == dehusk.extract(NEWS).markdown
    assert "html" not in made


def test_bytes_and_addresses() -> None:
    frame = pd.DataFrame({"page": [b"<p>Milk comes <a href=/x>first</a>."], "at": ["https://example.org/"]})
    made = extract_pandas(frame, html="page", url="at", formats=["markdown"])
    assert made.loc[0, "markdown"] == "Milk comes [first](https://example.org/x).\n"
    assert made.loc[0, "at"] == "https://example.org/"


def test_wrong_columns() -> None:
    with pytest.raises(dehusk.ArgumentError, match="no column 'html'"):
        extract_pandas(pd.DataFrame({"page": [""]}))
    with pytest.raises(dehusk.ArgumentError, match="columns title already"):
        extract_pandas(pd.DataFrame({"html": [""], "title": [""]}))
    assert "page_title" in extract_pandas(pd.DataFrame({"html": [""], "title": [""]}), prefix="page_")
