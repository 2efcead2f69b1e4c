from __future__ import annotations

import json

from hypothesis import given

from dehusk import Block, extract
from html_strategies import any_html

FIELDS = (
    "url title status reason method confidence page_type quality encoding hidden timings metadata "
    "text html blocks comments media"
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
    assert [Block(**block) for block in written["blocks"]] == rounded
