from __future__ import annotations

import polars as pl

import dehusk
from dehusk.integrations.polars import extract_polars
from page_server import NEWS


def test_frames() -> None:
    frame = pl.DataFrame({"id": [1, 2, 3], "html": [NEWS, None, "<p>Tea"]})
    made = extract_polars(frame, formats=["markdown"])
    assert made["id"].to_list() == [1, 2, 3]
    assert made["status"].to_list() == ["ok", "empty", "ok"]
    assert made["markdown"][0] == dehusk.extract(NEWS).markdown
    assert made.schema["confidence"] == pl.Float64
    assert made.schema["authors"] == pl.List(pl.String)


def test_a_lazy_frame() -> None:
    lazy = pl.LazyFrame({"html": ["<p>Tea", "<p>Milk"]})
    schema = extract_polars(lazy.head(0).collect()).schema
    made = lazy.map_batches(extract_polars, schema=schema).filter(pl.col("text") != "Tea").collect()
    assert made["text"].to_list() == ["Milk"]


def test_binary() -> None:
    assert extract_polars(pl.DataFrame({"html": ["<p>Café".encode("latin-1")]}))["text"].to_list() == ["Café"]
