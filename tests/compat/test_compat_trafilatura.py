"""The examples of trafilatura's documentation on our own pages, its options, and the same calls on trafilatura."""

from __future__ import annotations

import csv
import io
import json
import warnings
from typing import Any, cast

import lxml.html  # type: ignore[import-untyped]
import pytest
import trafilatura

import dehusk
from dehusk.compat.ignored_options import IgnoredOptionWarning
from dehusk.compat.trafilatura import bare_extraction, extract, extract_metadata, fetch_url
from page_server import NEWS, page_server

PAGE = (
    "<html lang=en><title>Tea</title><meta name=author content='Ann Green'><meta name=date content=2024-05-17>"
    "<link rel=canonical href=https://example.org/tea><main><h1>Tea</h1>"
    "<p>Steep the <b>tea</b> from <a href=/y>Yunnan</a> for three minutes, and not for a minute longer than that.</p>"
    "<img src=/cup.jpg alt='A cup of tea' width=640 height=480>"
    "<p>Milk comes first, whatever other people may say.</p></main>"
)


def test_the_example_of_the_first_page() -> None:
    with page_server() as address:
        downloaded = fetch_url(f"{address}/news")
        assert fetch_url(f"{address}/none") is None
    assert downloaded is not None
    assert extract(downloaded) == f"{dehusk.extract(NEWS).text}\n" + "\n".join(dehusk.extract(NEWS).comments)
    assert extract(None) is None


def test_formats() -> None:
    assert (extract(PAGE) or "").startswith("Tea\nSteep the tea from Yunnan for")
    assert (extract(PAGE, output_format="markdown") or "").startswith("# Tea\n\nSteep the **tea** from Yunnan for")
    assert "**tea**" in (extract(PAGE, include_formatting=True) or "")
    assert (extract(PAGE, output_format="html") or "").startswith("<!DOCTYPE html>")
    assert (extract(PAGE, output_format="xmltei") or "").startswith("<?xml")
    assert set(json.loads(extract(PAGE, output_format="json") or "")) == {"text", "comments"}
    with pytest.raises(ValueError, match="output_format must be one of csv, html"):
        extract(PAGE, output_format="docx")


def test_links_images_and_comments() -> None:
    assert "(https://example.org/y)" in (extract(PAGE, output_format="markdown", include_links=True) or "")
    assert "](" not in (extract(PAGE, output_format="markdown") or "")
    assert "cup.jpg" in (extract(PAGE, output_format="markdown", include_images=True) or "")
    assert "My grandfather carried sacks" in (extract(NEWS) or "")
    assert "My grandfather carried sacks" not in (extract(NEWS, include_comments=False) or "")


def test_favor() -> None:
    for option, favor in (("favor_precision", "precision"), ("favor_recall", "recall")):
        assert (
            extract(NEWS, include_comments=False, **cast("Any", {option: True}))
            == dehusk.extract(NEWS, favor=favor).text
        )


@pytest.mark.parametrize("options", [{}, {"record_id": "7"}])
def test_json_and_csv_have_the_fields_of_trafilatura(options: dict[str, Any]) -> None:
    call: dict[str, Any] = {"output_format": "json", "with_metadata": True, **options}
    ours, theirs = (json.loads(each(PAGE, **call) or "") for each in (extract, trafilatura.extract))
    assert ours.keys() == theirs.keys()
    for name in ("title", "author", "date", "source", "hostname", "id"):
        assert ours[name] == theirs[name], name
    call["output_format"] = "csv"
    ours, theirs = (
        next(csv.reader(io.StringIO(each(PAGE, **call) or "", newline=""), delimiter="\t"))
        for each in (extract, trafilatura.extract)
    )
    assert len(ours) == len(theirs)
    assert [ours[at] for at in (0, 1, 3, 4, 6)] == [theirs[at] for at in (0, 1, 3, 4, 6)]


def test_metadata_before_the_text() -> None:
    lines = (extract(PAGE, with_metadata=True) or "").splitlines()
    assert lines[:4] == ["---", 'title: "Tea"', 'author: "Ann Green"', 'url: "https://example.org/tea"']
    assert 'date: "2024-05-17"' in lines


def test_bare_extraction() -> None:
    document = bare_extraction(PAGE, with_metadata=True)
    assert not isinstance(document, dict)
    assert document is not None
    assert (document.title, document.author, document.date) == ("Tea", "Ann Green", "2024-05-17")
    assert document.as_dict().keys() == cast("Any", trafilatura.bare_extraction(PAGE)).as_dict().keys()
    assert (document.text or "").startswith("Tea\nSteep")
    plain = bare_extraction(PAGE, output_format="python", as_dict=True)
    assert isinstance(plain, dict)
    assert plain["title"] is None
    assert plain["text"] == document.text
    assert bare_extraction("<title>Nothing</title>") is None


def test_extract_metadata() -> None:
    ours, theirs = extract_metadata(PAGE), trafilatura.extract_metadata(PAGE)
    for name in ("title", "author", "url", "hostname", "date"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert extract_metadata(PAGE, author_blacklist={"Ann Green"}).author is None
    assert extract_metadata("<p>Tea", "https://example.org/a").url == "https://example.org/a"


def test_filters() -> None:
    assert extract(PAGE, target_language="de") is None
    assert extract(PAGE, target_language="en") is not None
    assert extract(PAGE, only_with_metadata=True) is not None
    assert extract("<title>Tea</title><p>Steep it.", only_with_metadata=True) is None
    assert extract(PAGE, url="https://example.org/", url_blacklist={"https://example.org/"}) is None
    assert bare_extraction(PAGE, with_metadata=True, author_blacklist={"Ann Green"}, as_dict=True)["author"] is None  # type: ignore[index]


def test_trees_of_lxml() -> None:
    assert extract(lxml.html.fromstring(PAGE)) == extract(PAGE)
    with pytest.raises(TypeError, match="must be text, bytes or a tree of lxml, not int"):
        extract(7)  # type: ignore[arg-type]


IGNORED: list[dict[str, Any]] = [
    {"fast": True},
    {"no_fallback": True},
    {"include_tables": False},
    {"deduplicate": True},
    {"date_extraction_params": {"max_date": "2024-01-01"}},
    {"max_tree_size": 10},
    {"prune_xpath": "//p"},
    {"settingsfile": "a.cfg"},
    {"tei_validation": True},
    {"output_format": "xml"},
]


@pytest.mark.parametrize("options", IGNORED, ids=str)
def test_what_has_no_effect_warns_at_the_line_of_the_caller(options: dict[str, Any]) -> None:
    with pytest.warns(IgnoredOptionWarning, match=f"^{next(iter(options))}=.* has no effect with dehusk: ") as caught:
        assert extract(PAGE, **options)
    assert [each.filename for each in caught] == [__file__]


def test_a_warning_comes_once_per_line() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            extract(PAGE, fast=True)
    assert len(caught) == 1


def test_what_does_not_change_anything_does_not_warn() -> None:
    extract(PAGE, fast=False, include_tables=True, deduplicate=False, settingsfile=None)


def test_an_unknown_option() -> None:
    with pytest.raises(TypeError, match="unexpected option 'favour_recall'; the options: author_blacklist"):
        extract(PAGE, favour_recall=True)
