"""Harder pages: what is inserted is not content, what was content stays."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk.bench.collections import LabelledPage
from dehusk.methods.learned.feature_table import TABLE

pytest.importorskip("rapidfuzz")
from dehusk.train.labels import example
from dehusk.train.network_augmentation import (
    cut_short,
    harder_pages,
    harder_tasks,
    with_pieces,
    with_second_article,
)


def page(number: int, dataset: str = "tea", split: str = "train") -> LabelledPage:
    paragraphs = [f"Paragraph {place} of story {number} is about tea, milk and the weather." for place in range(6)]
    body = "".join(f"<p class=text>{text}</p>" for text in paragraphs)
    html = (
        f"<nav><p>Menu of site {number} here</p></nav><main><h1>Story {number}</h1>{body}</main><footer>Legal {number}"
    )
    gold = "\n".join(paragraphs)
    return LabelledPage(id=str(number), dataset=dataset, html=html, gold=gold, split=split, type="article")


PAGES = [page(number) for number in range(4)] + [page(9, "milk"), page(10, split="test")]
EXAMPLES = [found for each in PAGES if (found := example(each)) is not None]


def test_pages_lend_parts_within_their_group_only() -> None:
    groups = {"tea": 0, "milk": 1}
    tasks = harder_tasks(PAGES, EXAMPLES, groups.__getitem__, seed=1)
    assert [task.id for task in tasks] == ["0", "1", "2", "3"]  # no test page, and no other page in the group of milk
    for task in tasks:
        own = task.document.html
        assert all(other.html != own and "story 9" not in other.html for other in task.foreign)


def test_the_same_task_gives_the_same_pages() -> None:
    task = harder_tasks(PAGES, EXAMPLES, lambda _: 0, seed=1)[0]
    first, second = harder_pages(task), harder_pages(task)
    assert len(first) == len(second) == 3
    for one, other in zip(first, second, strict=True):
        assert one.columns.shape == (len(TABLE.names), len(one.label))
        np.testing.assert_array_equal(one.columns, other.columns)
        np.testing.assert_array_equal(one.label, other.label)
        assert one.label.any()
        assert (one.weight > 0).all()


def test_what_is_made() -> None:
    task = harder_tasks(PAGES, EXAMPLES, lambda _: 0, seed=1)[0]
    own, foreign = task.document.rows(), [document.rows() for document in task.foreign]
    chance = np.random.default_rng(0)
    words = own.page.words[own.content].sum()
    for made in (with_second_article(own, foreign[0], chance), with_pieces(own, foreign, chance)):
        assert made.page.words[made.content].sum() == words
        assert len(made.page.leaves) > 0
    assert "of story" in with_second_article(own, foreign[0], chance).page.text.split("story 0")[-1]
    short = cut_short(own, foreign, chance)
    assert 0 < short.page.words[short.content].sum() < words
