from __future__ import annotations

import pytest

from dehusk.bench import metadata_scores
from dehusk.bench.collections import LabelledPage
from dehusk.bench.metadata_scores import FoundMetadata, measure, name_words, same_but_for_site, same_title, table


def page(html: str = "<title>Tea</title>", title: str = "", author: str = "", date: str = "") -> LabelledPage:
    return LabelledPage(id="1", dataset="mine", html=html, gold="x", title=title, author=author, date=date)


@pytest.mark.parametrize(
    ("ours", "gold", "same", "but_for_site"),
    [
        ("Tea & milk", "Tea  Milk!", True, True),
        ("Tea", "Tea | Leaf", False, True),
        ("Leaf - Tea", "Tea", False, True),
        ("Tea", "Tea time", False, False),
        ("", "Tea", False, False),
    ],
)
def test_titles(ours: str, gold: str, same: bool, but_for_site: bool) -> None:
    assert (same_title(ours, gold), same_but_for_site(ours, gold)) == (same, but_for_site)


def test_names_are_compared_without_their_order_and_degrees() -> None:
    assert name_words("Leaf, Ann, PhD; Bob Root") == name_words("by Bob Root and Ann Leaf")
    assert name_words("Ann Leaf") != name_words("Ann")


def test_pages_count_where_the_gold_says_something() -> None:
    pages = [page(title="Tea", author="Ann Leaf"), page("<p>By Ann Leaf", title="Milk", date="2020-01-02")]
    [score] = measure(pages, ["dehusk"])
    assert (score.mean("title"), score.mean("author"), score.mean("date")) == (0.5, 0.0, 0.0)
    assert (score.mean("-author"), score.mean("-date")) == (1.0, 0.0)


def test_an_extractor_that_fails_found_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_page: LabelledPage) -> FoundMetadata:
        raise ValueError

    monkeypatch.setitem(metadata_scores.EXTRACTORS, "broken", broken)
    [score] = measure([page(title="Tea")], ["broken"])
    assert (score.failed, score.mean("title")) == (1, 0.0)
    assert "| broken | .000 |" in table([score], 1)
