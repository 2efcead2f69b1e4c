"""Metrics of an extraction against the gold: one module per metric, pure functions, immutable results.

Needs the ``bench`` extra (rapidfuzz).
"""

from __future__ import annotations

from dehusk.bench.metrics.bag import bag_of_words
from dehusk.bench.metrics.cleaneval_metric import CleanEvalScore, cleaneval_score
from dehusk.bench.metrics.counts import ConfusionCounts, pool
from dehusk.bench.metrics.label_counts import block_label_counts
from dehusk.bench.metrics.lcs import lcs_length
from dehusk.bench.metrics.lcs_chars import (
    character_lcs,
    common_string_length,
    longest_common_sequence,
    longest_common_string,
)
from dehusk.bench.metrics.lcs_words import word_lcs
from dehusk.bench.metrics.node_sets import node_score, node_word_score
from dehusk.bench.metrics.precision_recall import PRF, Average, average, harmonic_mean, prf
from dehusk.bench.metrics.shingles import shingle_counts
from dehusk.bench.metrics.snippets import snippet_counts
from dehusk.bench.metrics.text_blocks import text_block_score
from dehusk.bench.metrics.tokens import tokenize

__all__ = [
    "PRF",
    "Average",
    "CleanEvalScore",
    "ConfusionCounts",
    "average",
    "bag_of_words",
    "block_label_counts",
    "character_lcs",
    "cleaneval_score",
    "common_string_length",
    "harmonic_mean",
    "lcs_length",
    "longest_common_sequence",
    "longest_common_string",
    "node_score",
    "node_word_score",
    "pool",
    "prf",
    "shingle_counts",
    "snippet_counts",
    "text_block_score",
    "tokenize",
    "word_lcs",
]
