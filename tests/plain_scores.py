"""A simple computation of scores of extracted text against gold text, with which our metrics must agree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"


def plain_tokens(text: str) -> list[str]:
    """Words; CJK characters are words by themselves."""
    return re.findall(f"[{CJK}]|[^\\W{CJK}]+", text)


def plain_lcs(a: Sequence[str], b: Sequence[str]) -> int:
    """The length of the longest common subsequence, row by row."""
    above = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
        above = row
    return above[-1]


def plain_common_string(a: str, b: str) -> int:
    """The length of the longest common substring, row by row."""
    best, above = 0, [0] * (len(b) + 1)
    for x in a:
        row = [0] + [above[j] + 1 if x == y else 0 for j, y in enumerate(b)]
        best, above = max(best, *row), row
    return best


def plain_score(predicted: str, gold: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of words."""
    a, b = plain_tokens(predicted), plain_tokens(gold)
    matched = plain_lcs(a, b)
    p, r = matched / len(a) if a else 0.0, matched / len(b) if b else 1.0
    return p, r, 2 * p * r / (p + r) if p + r else 0.0


def plain_shingles(predicted: str, gold: str) -> list[float]:
    """Shares of runs of four words: in both, in the prediction alone, in the gold alone."""

    def cut(words: list[str]) -> Counter[tuple[str, ...]]:
        if len(words) < 4:
            return Counter([tuple(words)] if words else [])
        return Counter(tuple(words[i : i + 4]) for i in range(len(words) - 3))

    a, b = cut(plain_tokens(predicted)), cut(plain_tokens(gold))
    tp = (a & b).total()
    counts = (tp, a.total() - tp, b.total() - tp)
    return [count / (sum(counts) or 1) for count in counts]
