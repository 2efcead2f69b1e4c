from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.bench.metrics import (
    PRF,
    ConfusionCounts,
    block_label_counts,
    node_score,
    node_word_score,
    pool,
    text_block_score,
)
from dehusk.errors import ArgumentError

nodes = st.frozensets(st.integers(0, 20))


def test_nodes_and_words_of_a_page() -> None:
    """BODY > DIV(P(40), P(60)), P(6): the gold is the DIV with all below it, one P was missed."""
    words = {"div/p1/text": 40, "div/p2/text": 60, "p/text": 6}
    gold = {"div", "div/p1", "div/p1/text", "div/p2", "div/p2/text"}
    predicted = {"div/p2", "div/p2/text", "p", "p/text"}
    assert node_score(predicted, gold) == PRF(2 / 4, 2 / 5)
    assert node_word_score(predicted, gold, words) == PRF(60 / 66, 60 / 100)


@given(nodes, nodes)
def test_node_scores(predicted: frozenset[int], gold: frozenset[int]) -> None:
    there, back = node_score(predicted, gold), node_score(gold, predicted)
    assert 0 <= there.f1 <= 1
    if predicted and gold:
        assert (there.precision, there.recall) == (back.recall, back.precision)
    assert node_word_score(predicted, gold, dict.fromkeys(range(21), 3)) == there


@given(nodes, nodes)
def test_text_blocks(predicted: frozenset[int], gold: frozenset[int]) -> None:
    found = text_block_score(predicted, gold)
    if not predicted or not gold:
        assert found == PRF(0.0, 0.0)
        assert found.f1 == found.f05 == 0.0
    else:
        p, r = found.precision, found.recall
        assert found.f05 == pytest.approx(1.25 * p * r / (0.25 * p + r) if p + r else 0.0)
        assert min(p, r) - 1e-12 <= found.f05 <= max(p, r) + 1e-12


def test_f05_leans_to_precision() -> None:
    assert PRF(0.9, 0.5).f05 > PRF(0.9, 0.5).f1 > PRF(0.5, 0.9).f05


@given(st.lists(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=8), max_size=4))
def test_pooled_block_labels_are_those_of_all_blocks(pages: list[list[tuple[bool, bool]]]) -> None:
    def counts(blocks: list[tuple[bool, bool]]) -> ConfusionCounts:
        return block_label_counts([kept for kept, _ in blocks], [content for _, content in blocks])

    assert pool(map(counts, pages)) == counts([block for page in pages for block in page])


def test_block_accuracy() -> None:
    found = block_label_counts([1, 1, 0, 0, 0], [1, 0, 0, 0, 1])
    assert (found.accuracy, found.precision, found.recall, found.f1) == (0.6, 0.5, 0.5, 0.5)


def test_missing_output_counts_as_empty() -> None:
    assert block_label_counts([False] * 3, [True, True, False]) == ConfusionCounts(tp=0, fp=0, fn=2, tn=1)


def test_labels_of_other_blocks() -> None:
    with pytest.raises(ArgumentError, match="1 predicted, 2 in the gold"):
        block_label_counts([True], [True, False])
