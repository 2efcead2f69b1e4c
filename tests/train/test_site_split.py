"""No training page is from the site of a test page, in whatever collection."""

from __future__ import annotations

import pytest

from dehusk.bench.collections import LabelledPage
from dehusk.train.site_split import Address, address, separate_sites


def page(number: int, dataset: str, url: str, split: str = "train", gold: str = "Tea") -> LabelledPage:
    return LabelledPage(id=str(number), dataset=dataset, html="<p>Tea", gold=gold, url=url, split=split)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://WWW.Example.org:80/a/", Address("example.org", "/a")),
        ("example.org/a?page=2", Address("example.org", "/a?page=2")),
        ("https://example.org/", Address("example.org", "")),
        ("http://[broken", Address("", "")),
        ("", Address("", "")),
    ],
)
def test_addresses(url: str, expected: Address) -> None:
    assert address(url) == expected


def test_pages_of_a_test_site_are_dropped_in_all_collections() -> None:
    pages = [
        page(1, "green", "https://tea.org/one"),
        page(2, "black", "http://www.tea.org/two", split="test"),
        page(3, "green", "https://milk.org/one"),
        page(4, "green", ""),
        page(5, "black", "", split="test"),
    ]
    kept, dropped = separate_sites(pages)
    assert [each.id for each in kept] == ["2", "3", "4", "5"]
    assert dropped == {"green: site of a test page": 1}


def test_of_two_copies_the_one_with_gold_text_stays() -> None:
    pages = [
        page(1, "sentences", "http://tea.org/one", gold=""),
        page(2, "green", "https://tea.org/one/"),
        page(3, "black", "https://tea.org/one"),
    ]
    kept, dropped = separate_sites(pages)
    assert [each.id for each in kept] == ["2"]
    assert dropped == {"black: twice": 1, "sentences: twice": 1}


def test_a_url_that_names_only_the_site_is_not_a_copy() -> None:
    pages = [page(1, "green", "http://tea.org/"), page(2, "green", "http://tea.org/")]
    assert separate_sites(pages) == (pages, {})
