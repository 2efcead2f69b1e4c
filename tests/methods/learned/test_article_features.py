"""Which article a page is about: the headline's place in the tree, and copies of the text."""

from __future__ import annotations

import json

import pytest

from dehusk import parse
from dehusk.methods.learned import article_features
from dehusk.methods.learned.article_features import found_in
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.methods.learned.page_head import read_head

TEXT = "The hills were green after the rain, and pickers began at dawn. "
PAGE = f"""<title>First flush</title><header><p>Menu of all our stories</p></header>
<article><div><h1>First flush</h1></div><p>{TEXT}</p></article>
<article><h1>Silver kettles</h1><p>They cost a fortune in every port of the coast.</p></article>
<p>{TEXT}</p>"""


def column(html: str, name: str) -> list[float]:
    return [round(float(value), 2) for value in BlockFeatures.of(parse(html))[name]]


def test_place_to_the_headline() -> None:
    assert column(PAGE, "title.levels_up") == [3, 0, 2, 3, 3, 3]
    assert column(PAGE, "title.levels_down") == [2, 0, 1, 2, 2, 1]
    assert column(PAGE, "title.same_article") == [-1, 1, 1, 0, 0, -1]
    shares = column(PAGE, "title.common_chars_share")
    assert shares[0] == shares[3] == 1
    assert shares[1] < shares[2] < 1


def test_without_a_headline_nothing_is_known() -> None:
    for name in ("title.levels_up", "title.levels_down", "title.common_chars_share", "title.same_article"):
        assert column("<p>Tea and milk for everybody", name) == [-1]


def test_a_headline_outside_articles() -> None:
    assert column("<h1>Tea</h1><article><p>Milk for all</article>", "title.same_article") == [-1, -1]


def test_repeated_text_is_seen_the_second_time() -> None:
    assert column(PAGE, "seen_before") == [0, 0, 0, 0, 0, 1]


def in_head(body: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"articleBody": body})}</script>{PAGE}'


def test_text_that_json_ld_repeats() -> None:
    assert column(in_head(TEXT * 5), "in_article_body") == [-1, -1, 1, -1, -1, 1]
    assert column(in_head(TEXT), "in_article_body") == [0] * 6  # a copy so short may be a teaser
    assert column(PAGE, "in_article_body") == [0] * 6


@pytest.mark.parametrize(
    "script",
    ['{"articleBody": "never ends', '{"articleBody": 5}', '{"articleBody": "\\uZZZZ"}', "", '{"articleBody": null}'],
)
def test_broken_json_ld_is_no_evidence(script: str) -> None:
    assert read_head(parse(f'<script type="application/ld+json">{script}</script><p>Tea')).body == ""


def test_the_description_names_the_beginning() -> None:
    html = f'<meta name="description" content="{TEXT[:45]}">{PAGE}'
    assert column(html, "in_description") == [0, 0, 1, 0, 0, 1]


def test_blocks_that_begin_with_a_part_of_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = Blocks.of(parse("<p>Steep the tea well<p>Tea<p>Steep the tea long<p>Steep  the\ttea well"))
    assert found_in(blocks, "Now:Steeptheteawell.") == [0, 3]
    assert found_in(blocks, "") == []
    monkeypatch.setattr(article_features, "_MAX_KEYS", 2)
    assert found_in(blocks, "Now:Steeptheteawell.") == [0]
