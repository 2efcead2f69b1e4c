"""Aligning a text with a page's blocks: anchors, dynamic programming, labels."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.bench import alignment
from dehusk.bench.alignment import aligned, characters_of, content_labels

SENTENCES = [
    "The kettle sings before the water boils, as kettles do.",
    "Nobody in the valley drinks coffee after noon.",
    "A cup of green tea wants water of seventy degrees.",
    "They sold the harvest at the market in the port.",
]


def drawn(text: str, blocks: list[str]) -> list[str]:
    masks = aligned(text, blocks)
    return [
        "".join(c if here else "." for c, here in zip(block, mask, strict=True))
        for block, mask in zip(blocks, masks, strict=True)
    ]


def score_of_best(gold: str, source: str) -> int:
    """The same dynamic programming, written plainly."""
    best = {(0, 0, False): 0}

    def at(i: int, j: int, gap: bool) -> int:
        return best.get((i, j, gap), -(10**9))

    for i in range(len(gold) + 1):
        for j in range(len(source) + 1):
            options = [at(i, j, False)]
            if i:
                options.append(max(at(i - 1, j, False), at(i - 1, j, True)) - 6)
            if i and j and gold[i - 1].lower() == source[j - 1].lower():
                same = gold[i - 1] == source[j - 1]
                gain = 3 if same and gold[i - 1].isalnum() else 1
                options.append(max(at(i - 1, j - 1, False), at(i - 1, j - 1, True)) + gain)
            best[i, j, False] = max(options)
            if j:
                best[i, j, True] = max(at(i, j - 1, True), at(i, j - 1, False) - 2)
    return max(at(len(gold), len(source), False), at(len(gold), len(source), True))


def score_of_pairs(gold: str, source: str, ours: list[int], theirs: list[int]) -> int:
    total, last = -6 * (len(gold) - len(ours)), -1
    for g, s in zip(ours, theirs, strict=True):
        assert gold[g].lower() == source[s].lower()
        total += 3 if gold[g] == source[s] and gold[g].isalnum() else 1
        total -= 2 if s != last + 1 else 0
        last = s
    return total - (2 if last + 1 < len(source) else 0)


def test_the_worked_example() -> None:
    assert drawn("keep this", ["You should keep this text"]) == ["." * 11 + "keep this" + "." * 5]


@settings(deadline=None)
@given(st.text("aAbB.1", max_size=8), st.text("aAbB.1", max_size=10))
def test_dynamic_programming_finds_the_best_score(gold: str, source: str) -> None:
    ours, theirs = (each.tolist() for each in alignment._by_characters(characters_of(gold), characters_of(source)))
    assert sorted(set(ours)) == ours
    assert sorted(set(theirs)) == theirs
    assert score_of_pairs(gold, source, ours, theirs) == score_of_best(gold, source)


def test_blocks_of_the_text_are_content_in_whatever_form_it_is_written() -> None:
    blocks = ["Home", SENTENCES[0], "News", "A cup of ", "green tea", " wants water of seventy degrees.", "Imprint"]
    gold = f"{SENTENCES[0].upper()}\n\n\t{SENTENCES[2].replace(' ', chr(10))}"
    assert content_labels(gold, blocks).tolist() == [False, True, False, True, True, True, False]


def test_two_thirds_of_a_block_must_be_in_the_text() -> None:
    assert content_labels("abcdef", ["abcdefxyz"]).tolist() == [False]
    assert content_labels("abcdefx", ["abcdefxyz"]).tolist() == [True]


def test_text_that_occurs_twice_is_found_beside_its_neighbours() -> None:
    blocks = [SENTENCES[1], "Menu", SENTENCES[0], SENTENCES[1], SENTENCES[2]]
    assert content_labels(" ".join(SENTENCES[:3]), blocks).tolist() == [False, False, True, True, True]


def test_a_passage_in_another_order_does_not_affect_the_rest() -> None:
    blocks = [SENTENCES[3], *SENTENCES[:3]]
    assert content_labels("\n".join([*SENTENCES[:3], SENTENCES[3]]), blocks).tolist() == [False, True, True, True]


@pytest.mark.parametrize(("gold", "blocks"), [("", []), ("x", []), ("", ["x"]), (" \n", ["x y"]), ("y", ["", "x"])])
def test_nothing_to_align(gold: str, blocks: list[str]) -> None:
    assert not content_labels(gold, blocks).any()
    assert len(content_labels(gold, blocks)) == len(blocks)


def test_letters_that_lower_case_makes_longer_stay_in_place() -> None:
    assert drawn("İstanbul büyük", ["x İstanbul büyük şehir"]) == ["..İstanbul büyük......"]


@settings(deadline=None)
@given(st.lists(st.sampled_from([*SENTENCES, "Home", "a", "1999", "Ünïcode ß"]), max_size=8), st.data())
def test_any_choice_of_blocks_is_found_again_where_they_differ(blocks: list[str], data: st.DataObject) -> None:
    unique = list(dict.fromkeys(blocks))
    kept = data.draw(st.lists(st.booleans(), min_size=len(unique), max_size=len(unique)))
    gold = " ".join(block for block, keep in zip(unique, kept, strict=True) if keep)
    masks = aligned(gold, unique)
    for block, mask, keep in zip(unique, masks, kept, strict=True):
        if keep and len(block) > 20:
            assert mask.all()


def test_long_texts_without_an_anchor_are_aligned_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(4)
    words = ["tea", "cup", "milk", "water", "leaf"]
    # Ten characters in a row always occur several times here.
    blocks = [" ".join(chance.choices(words, k=60)) for _ in range(40)]
    expected = content_labels(" ".join(blocks[10:20]), blocks)
    monkeypatch.setattr(alignment, "_MOST_CELLS", 0)
    assert expected[10:20].all()
    assert content_labels(" ".join(blocks[10:20]), blocks)[10:20].sum() >= 9


def test_alignment_is_the_same_each_time() -> None:
    blocks = SENTENCES * 3
    first, second = (np.concatenate(aligned(" ".join(SENTENCES[1:3]), blocks)) for _ in range(2))
    assert np.array_equal(first, second)
