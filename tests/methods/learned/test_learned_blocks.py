"""Blocks of the learned default: their number is bounded."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk import extract, parse
from dehusk.methods.learned import learned_blocks
from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.site import SiteMemory


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 1_000])
def test_number_of_blocks_is_bounded(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned_blocks, "MAX_BLOCKS", 10)
    page = parse("<p>Green tea" * count)
    blocks = Blocks.of(page)
    assert len(blocks) == min(count, 10)
    assert blocks.words.sum() == 2 * count
    assert (blocks.of_leaf == np.searchsorted(blocks.first, page.leaves, side="right") - 1).all()


def test_pages_with_more_blocks_are_extracted(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<nav><a href=/>Home</a></nav>" + "<p>It rained all night, and the river stood a hand below it.</p>" * 100
    whole = extract(html)
    monkeypatch.setattr(learned_blocks, "MAX_BLOCKS", 20)
    extraction = extract(html)
    assert extraction.status == "ok"
    assert extraction.text.splitlines()[-90:] == whole.text.splitlines()[-90:]


def test_a_site_remembers_such_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned_blocks, "MAX_BLOCKS", 5)
    page = parse("<p>Green tea" * 20)
    memory = SiteMemory()
    memory.add(page, np.zeros(5))
    assert len(memory.adjust(page, np.zeros(5))) == 5
