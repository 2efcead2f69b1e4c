from __future__ import annotations

import json

from hypothesis import given

from dehusk import Block, extract
from html_strategies import any_html

FIELDS = (
    "url base title status reason method confidence page_type quality encoding hidden timings metadata "
    "text html comments media"
)


@given(any_html)
def test_json_reads_back_as_what_was_written(html: str) -> None:
    extraction = extract(html)
    written = extraction.to_json()
    assert "\n" not in written
    assert json.loads(written) == extraction.to_dict()


def test_json_has_all_fields() -> None:
    extraction = extract("<title>Tea</title><p hidden>no</p><p>Steep it for long.", url="https://example.org/")
    written = json.loads(extraction.json)
    assert " ".join(written) == FIELDS
    assert (written["url"], written["title"]) == ("https://example.org/", "Tea")
    assert written["method"] == extraction.method
    assert written["hidden"] == {"chars": 2, "kept": False, "noscript_kept": False}
    rounded = [block._replace(score=round(block.score, 3)) for block in extraction.blocks]
    asked = extraction.to_dict(["blocks", "markdown"])
    assert [Block(**block) for block in asked["blocks"]] == rounded
    assert asked["markdown"] == extraction.markdown


def test_relative_links_are_resolved_and_the_base_is_stated() -> None:
    link = "<p>Steep <a href=green>green</a> tea for long.</p>"
    canonical = "<link rel=canonical href=https://tea.example/kinds/all>"
    extraction = extract(canonical + link)
    assert extraction.to_dict(["url", "base"]) == {"url": None, "base": "https://tea.example/kinds/all"}
    assert "(https://tea.example/kinds/green)" in extraction.markdown
    assert extract(canonical + link, url="https://a.example/b").links[0].url == "https://a.example/green"
    assert extract(f"<base href=https://b.example/x/>{canonical}{link}").links[0].url == "https://b.example/x/green"
