from __future__ import annotations

import daft
import pytest

import dehusk
from dehusk.integrations.daft import extract_daft
from page_server import NEWS


def test_a_data_frame() -> None:
    pages = {
        "id": [1, 2, 3],
        "html": [NEWS, None, "<p>Tea from <a href=/y>Yunnan</a>."],
        "url": [None, None, "https://e.org/"],
    }
    rows = extract_daft(daft.from_pydict(pages), formats=["markdown"]).to_pylist()
    assert [(row["id"], row["status"]) for row in rows] == [(1, "ok"), (2, "empty"), (3, "ok")]
    assert rows[0]["text"] == dehusk.extract(NEWS).text
    assert rows[0]["authors"] == list(dehusk.extract(NEWS).metadata.authors)
    assert rows[2]["markdown"] == "Tea from [Yunnan](https://e.org/y).\n"
    assert "html" not in rows[0]


def test_bytes_without_addresses() -> None:
    pages = daft.from_pydict({"page": ["<meta charset=latin-1><p>Café".encode("latin-1")]})
    assert extract_daft(pages, html="page", method="bte").to_pydict()["text"] == ["Café"]


def test_wrong_columns() -> None:
    with pytest.raises(dehusk.ArgumentError, match="no column 'html'"):
        extract_daft(daft.from_pydict({"page": [""]}))
    with pytest.raises(dehusk.ArgumentError, match="columns title already"):
        extract_daft(daft.from_pydict({"html": [""], "title": [""]}))
