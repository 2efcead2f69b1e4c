from __future__ import annotations

import json

from hypothesis import given

from dehusk import Block, extract
from dehusk.output import WRITERS, to_dict, write_json
from html_strategies import any_html

FIELDS = (
    "url title status reason method confidence page_type encoding hidden timings metadata "
    "text html blocks comments media"
)


@given(any_html)
def test_json_reads_back_as_what_was_written(html: str) -> None:
    extraction = extract(html)
    written = write_json(extraction)
    assert "\n" not in written
    assert json.loads(written) == to_dict(extraction)


def test_json_tells_everything() -> None:
    extraction = extract("<title>Tea</title><p hidden>no</p><p>Steep it for long.", url="https://example.org/")
    written = json.loads(write_json(extraction))
    assert " ".join(written) == FIELDS
    assert (written["url"], written["title"]) == ("https://example.org/", "Tea")
    assert written["method"] == extraction.method
    assert written["hidden"] == {"chars": 2, "kept": False, "noscript_kept": False}
    assert [Block(**block) for block in written["blocks"]] == extraction.blocks


def test_every_format_has_a_writer() -> None:
    extraction = extract("<p>Tea</p>")
    written = {name: write(extraction) for name, write in WRITERS.items()}
    assert (written["text"], written["html"]) == (extraction.text, extraction.html)
    assert written["json"] == write_json(extraction)
