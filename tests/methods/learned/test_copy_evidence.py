"""A copy of the article in the page's head decides which of several texts is the article, and the selection says so."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dehusk import extract, parse
from dehusk.methods.learned import Grain
from dehusk.methods.learned.copy_evidence import change_by_copy
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.pictures.grain import picture

STORY = [
    "The hills were green after the rain, and the pickers began at dawn, as they do every spring.",
    "By noon the baskets were full; the leaves were spread on racks and turned every hour until night.",
    "What was dry in the morning went down to the port, where the price had risen by a third within a week.",
]
OTHER = [
    "Silver kettles cost a fortune in every port of the coast, and only two smiths still make them by hand.",
    "The older one of them learned the trade from an aunt, who had never sold a kettle to a stranger.",
    "Now a museum wants to buy all that is left, and the price has not been settled for a year.",
]


def page(body: str, kind: str = "NewsArticle") -> str:
    copy = json.dumps({"@type": kind, "articleBody": body})
    stories = [f"<article><h1>{name}</h1>{paragraphs(texts)}</article>" for name, texts in (("A", STORY), ("B", OTHER))]
    return f'<script type="application/ld+json">{copy}</script><main>{"".join(stories)}</main>'


def paragraphs(texts: list[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def test_scores_of_the_copied_text_rise_and_those_of_the_other_article_fall() -> None:
    extraction = extract(page("\n".join(OTHER)))
    assert all(text in extraction.text for text in OTHER)
    assert extraction.selection.why["way"] == "copy"
    assert extraction.selection.why["by_copy"].tolist() == [0, -2, -2, -2, 0, 2, 2, 2]
    without = Grain().model.probability(extraction.selection.why["logits"])
    scores = np.array([block.score for block in extraction.blocks])
    assert (scores[1:4] < without[1:4]).all()
    assert (scores[5:] > without[5:]).all()


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("\n".join(OTHER), "DiscussionForumPosting"),
        ("\n".join(OTHER) + " and much more of it" * 5, "NewsArticle"),
        (OTHER[0], "NewsArticle"),
        ("Something else altogether, which is nowhere on this page. " * 5, "NewsArticle"),
    ],
    ids=["forum", "longer than what is found", "too short", "not on the page"],
)
def test_a_copy_that_does_not_fit_changes_nothing(body: str, kind: str) -> None:
    parsed = parse(page(body, kind))
    assert change_by_copy(BlockFeatures.of(parsed)) is None
    selection = Grain().select(parsed)
    assert selection.why["way"] == "scores"
    assert not selection.why["by_copy"].any()


def test_a_text_that_is_twice_on_the_page_is_longer_than_its_copy() -> None:
    twice = page("\n".join(OTHER)) + paragraphs(OTHER)
    assert change_by_copy(BlockFeatures.of(parse(twice))) is None


def test_the_picture_says_so() -> None:
    parsed = parse(page("\n".join(OTHER)))
    (chart,) = picture(parsed, Grain().select(parsed)).panels
    notes = [stripe.note for stripe in chart.stripes]  # type: ignore[attr-defined]
    assert any("changed by +2: found in the copy of the article" in note for note in notes)
    assert any("changed by -2: not found in the copy" in note for note in notes)
    assert np.isfinite([stripe.score for stripe in chart.stripes]).all()  # type: ignore[attr-defined]
