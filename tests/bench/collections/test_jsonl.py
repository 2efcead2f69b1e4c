from __future__ import annotations

import dataclasses
import gzip
import json
import re
from pathlib import Path

import pytest

from dehusk.bench.collections import BadPage, LabelledPage, labelled_page, read
from dehusk.errors import CollectionError

DOCUMENT = Path(__file__).parents[3] / "docs" / "labelled-pages.md"
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


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"gold": "Hi"}, "field 'html' is missing"),
        ({"html": None, "gold": "Hi"}, "field 'html' is empty"),
        ({"html": "<p>Hi"}, "no gold: the fields 'gold', 'must' and 'mustnot' are all empty"),
        ({"html": "<p>Hi", "gold": "Hi", "id": ""}, "field 'id' is empty"),
        ({"html": "<p>Hi", "gold": "Hi", "id": 7}, "field 'id' must be a string, not a number"),
    ],
)
def test_what_is_missing_is_named(row: dict[str, object], message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    assert [str(page) for page in read(path)] == [f"{path}:1: {message}"]


@pytest.mark.parametrize("name", ["id", "dataset"])
def test_only_the_reader_of_a_file_has_default_names(name: str) -> None:
    row = {key: value for key, value in ROW.items() if key != name}
    with pytest.raises(CollectionError, match=f"^a: field '{name}' is missing$"):
        labelled_page(row, "a")


@pytest.mark.parametrize("end", [".jsonl", ".jsonl.gz"])
def test_id_and_dataset_are_optional(end: str, tmp_path: Path) -> None:
    path = tmp_path / f"tea.pages{end}"
    bare = {"html": "<p>Hi", "gold": "Hi"}
    rows = (bare, "bad", {**bare, "id": None, "dataset": "mine"}, {**bare, "id": "c"})
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(data) if end.endswith("gz") else data)
    names = [(page.dataset, page.id) for page in read(path) if isinstance(page, LabelledPage)]
    assert names == [("tea.pages", "tea.pages:1"), ("mine", "tea.pages:3"), ("tea.pages", "c")]


def test_default_names_differ_between_the_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({**ROW, "id": None}), encoding="utf-8")
    assert [page.id for page in read(tmp_path) if isinstance(page, LabelledPage)] == ["a:1", "b:1"]


def test_gold_may_be_missing_if_there_are_sentences(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps({"html": "<p>Hi", "must": ["Hi"]}), encoding="utf-8")
    (page,) = read(path)
    assert isinstance(page, LabelledPage)
    assert (page.gold, page.must) == ("", ("Hi",))


def test_gold_may_be_snippets() -> None:
    assert labelled_page({**ROW, "gold": "", "mustnot": ["ad"]}, "a:1").mustnot == ("ad",)


def test_the_examples_and_messages_of_the_documentation_are_real(tmp_path: Path) -> None:
    text = DOCUMENT.read_text("utf-8")
    path = tmp_path / "labels.jsonl"
    path.write_text(text.partition("```json\n")[2].partition("```")[0], encoding="utf-8")
    pages = [page for page in read(path) if isinstance(page, LabelledPage)]
    assert [page.id for page in pages] == ["labels:1", "labels:2", "kettles/7"]
    documented = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    fields = {name for cell in documented for name in re.findall(r"\w+", cell)}
    assert fields >= {field.name for field in dataclasses.fields(LabelledPage)}
    first = '{"html": "<p>Hi"}\n{"html": "<p>Hi"}\n{}\n{"html": "<p>Hi"}\n\n\n'
    path.write_text(first + '{"html": "<p>Hi", "gold": "Hi", "split": "dev"}', encoding="utf-8")
    messages = [str(page).removeprefix(f"{tmp_path}/") for page in read(path)]
    assert [message for message in messages if message in text] == [messages[place] for place in (2, 3, 6)]
