from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from dehusk.bench.collections import BadPage, LabelledPage, labelled_page, read
from dehusk.errors import CollectionError

SAMPLES = Path(__file__).parent / "samples" / "jsonl"
ROW = {"id": "1", "dataset": "mine", "html": "<p>Hi", "gold": "Hi"}


def test_bad_lines_are_named_and_the_rest_goes_on() -> None:
    path = SAMPLES / "bad.jsonl"
    pages = list(read(path))
    assert [page.id for page in pages if isinstance(page, LabelledPage)] == ["ferry", "last"]
    bad = [page.message.removeprefix(f"{path}:") for page in pages if isinstance(page, BadPage)]
    assert bad[0].startswith("2: not JSON: ")
    assert bad[1:] == [
        "3: empty line",
        "4: field 'html' is empty",
        "5: field 'gold' must be a string, not a number",
        "6: a page must be a JSON object, not an array",
        "7: no gold: the fields 'gold', 'must' and 'mustnot' are all empty",
        "8: field 'split' must be one of train, test, not 'dev'",
        "9: field 'must' must be a list of strings",
    ]


def test_all_fields() -> None:
    page = next(read(SAMPLES / "bad.jsonl"))
    assert isinstance(page, LabelledPage)
    assert (page.dataset, page.split, page.lang, page.type) == ("sample", "test", "en", "article")
    assert (page.url, page.title, page.author, page.date) == (
        "http://ferry.example/",
        "The slow ferry",
        "",
        "",
    )
    assert (page.must, page.mustnot, page.gold_nodes) == (("leaves at",), ("Boats",), ())


def test_gzip_and_folders() -> None:
    ids = [page.id for page in read(SAMPLES / "good.jsonl.gz") if isinstance(page, LabelledPage)]
    assert ids == ["ferry", "ferry-2"]
    both = [page.id for page in read(SAMPLES) if isinstance(page, LabelledPage)]
    assert both == ["ferry", "last", "ferry", "ferry-2"]


def test_reading_is_lazy(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl.gz"
    rows = "".join(json.dumps({**ROW, "id": str(number)}) + "\n" for number in range(5000))
    path.write_bytes(gzip.compress(rows.encode())[:-30])
    pages = read(path)
    first = next(pages)
    assert isinstance(first, LabelledPage)
    *_, last = pages
    assert isinstance(last, BadPage)
    assert last.message.startswith(f"{path}:")


def test_not_gzip_at_all(tmp_path: Path) -> None:
    path = tmp_path / "plain.jsonl.gz"
    path.write_text(json.dumps(ROW))
    (bad,) = read(path)
    assert str(bad).startswith(f"{path}:1: ")


def test_bytes_that_are_not_utf8_cost_one_line(tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_bytes(json.dumps(ROW).encode() + b'\n{"id": "\xff"}\n' + json.dumps(ROW).encode())
    assert [type(page) for page in read(path)] == [LabelledPage, BadPage, LabelledPage]


@pytest.mark.parametrize("name", ["id", "dataset", "html", "gold"])
def test_required_fields(name: str) -> None:
    row = {key: value for key, value in ROW.items() if key != name}
    with pytest.raises(CollectionError, match=f"^a.jsonl:7: field '{name}' is missing$"):
        labelled_page(row, "a.jsonl:7")


def test_gold_may_be_snippets() -> None:
    assert labelled_page({**ROW, "gold": "", "mustnot": ["ad"]}, "a:1").mustnot == ("ad",)
