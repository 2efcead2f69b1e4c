"""How well the language of a text is identified: ``python benchmarks/languages.py CORPUS [--split test]``.

For every labelled page with a known language, the language of its gold text (or of its required sentences) is
identified: the share of pages with the right language, how many are unknown, and whether the confidence is right.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from dehusk.content.metadata.language import identify, same_language

BOUNDS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 1.01)


def labelled_texts(corpus: Path, split: str) -> Iterator[tuple[str, str]]:
    """The language and the text of every page of a split."""
    for path in sorted(corpus.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                page = json.loads(line)
                text = page.get("gold") or "\n".join(page.get("must") or [])
                if page["split"] == split and page["lang"] and text.strip():
                    yield page["lang"], text


def main() -> None:
    """Print accuracy, and accuracy by confidence."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path, metavar="CORPUS")
    parser.add_argument("--split", default="test")
    given = parser.parse_args()
    pages, right, unknown = 0, 0, 0
    by_confidence: dict[float, list[float]] = {bound: [] for bound in BOUNDS[:-1]}
    confidences: dict[float, list[float]] = {bound: [] for bound in BOUNDS[:-1]}
    wrong: Counter[tuple[str, str]] = Counter()
    for language, text in labelled_texts(given.corpus, given.split):
        pages += 1
        found = identify(text)
        if found.language is None:
            unknown += 1
            continue
        is_right = same_language(found.language, language)
        right += is_right
        wrong[language, found.language] += not is_right
        bound = max(bound for bound in by_confidence if bound <= found.confidence)
        by_confidence[bound].append(is_right)
        confidences[bound].append(found.confidence)
    print(f"{pages} texts: {right / pages:.3f} right, {unknown / pages:.3f} unknown")
    print("| confidence | texts | mean confidence | right |\n|---|---|---|---|")
    for low, high in pairwise(BOUNDS):
        if outcomes := by_confidence[low]:
            mean = sum(confidences[low]) / len(outcomes)
            print(f"| {low} to {min(high, 1)} | {len(outcomes)} | {mean:.3f} | {sum(outcomes) / len(outcomes):.3f} |")
    print("most frequent errors (labelled, identified):", wrong.most_common(6))


if __name__ == "__main__":
    main()
