"""Retrieved DOM nodes and words: sets of nodes compared by identity (Alarte & Silva 2020)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from dehusk.bench.metrics.precision_recall import prf

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping
    from collections.abc import Set as AbstractSet

    from dehusk.bench.metrics.precision_recall import PRF

Node = TypeVar("Node", bound="Hashable")


def node_score(predicted: AbstractSet[Node], gold: AbstractSet[Node]) -> PRF:
    """Precision and recall of retrieved nodes; a node is a row of the page or a path.

    >>> node_score({4, 5, 6, 7}, {5, 6, 7, 8, 9, 10})
    PRF(precision=0.75, recall=0.5)
    """
    return prf(len(predicted & gold), len(predicted), len(gold))


def node_word_score(predicted: AbstractSet[Node], gold: AbstractSet[Node], words: Mapping[Node, int]) -> PRF:
    """Precision and recall of retrieved words: a text leaf has its number of ``words`` as weight, other nodes have 0.

    >>> node_word_score({"p", "leaf 1", "leaf 2"}, {"p", "leaf 1"}, {"leaf 1": 30, "leaf 2": 10})
    PRF(precision=0.75, recall=1.0)
    """

    def weigh(nodes: AbstractSet[Node]) -> int:
        return sum(words.get(node, 0) for node in nodes)

    return prf(weigh(predicted & gold), weigh(predicted), weigh(gold))
