"""Robustness of the default: pages without class and id names, minified pages, large pages, thousands of pages.

    python benchmarks/robustness.py CORPUS

CORPUS is a folder of labelled pages (JSON Lines); their ``test`` split is used. Speed is compared with trafilatura.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import argparse
import re
import resource
import time
from collections.abc import Callable
from pathlib import Path
from statistics import correlation, fmean

from dehusk import extract, parse
from dehusk.bench.collections import LabelledPage, read
from dehusk.bench.extractors import make_extractor
from dehusk.bench.metrics import word_lcs

_NAMES = re.compile(r"""\s(?:class|id)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)
_LARGE = 2000
_MANY = 5000


def without_names(html: str) -> str:
    """The page without class and id attributes."""
    return _NAMES.sub("", html)


def minified(html: str) -> str:
    """The page with white space collapsed."""
    return re.sub(r"\s+", " ", html)


def accuracy(pages: list[LabelledPage]) -> None:
    """F1 by collection, unchanged, without names and minified; and the mean F1 by confidence."""
    changes: dict[str, Callable[[str], str]] = {"as given": str, "no class, id": without_names, "minified": minified}
    for name, change in changes.items():
        scores: dict[str, list[float]] = {}
        for page in pages:
            scores.setdefault(page.dataset, []).append(word_lcs(extract(change(page.html)).text, page.gold).f1)
        means = {collection: fmean(values) for collection, values in sorted(scores.items())}
        means["macro"] = fmean(means.values())
        print(f"{name:14}", *(f"{key} {value:.3f}" for key, value in means.items()))
    extractions = [(extract(page.html), page.gold) for page in pages]
    pairs = [(each.confidence or 0.0, word_lcs(each.text, gold).f1) for each, gold in extractions]
    print(f"correlation of confidence and F1: {correlation(*zip(*pairs, strict=True)):.2f}")
    for low, high in ((0.0, 0.6), (0.6, 0.8), (0.8, 0.9), (0.9, 1.01)):
        group = [f1 for confidence, f1 in pairs if low <= confidence < high]
        if group:
            print(f"confidence {low:.1f} to {min(high, 1):.1f}: {len(group):4} pages, mean F1 {fmean(group):.3f}")


def speed_on_large_pages(pages: list[LabelledPage]) -> None:
    """CPU time relative to trafilatura on pages of thousands of nodes, interleaved."""
    large = [page for page in pages if len(parse(page.html)) >= _LARGE][::5]
    subjects = {name: make_extractor(name) for name in ("trafilatura", "arias", "cectd-ds", "alarte", "grain")}
    spent = dict.fromkeys(subjects, 0.0)
    for _ in range(3):
        for page in large:
            for name, run in subjects.items():
                started = time.process_time()
                run(page.html, page.lang, page.url)
                spent[name] += time.process_time() - started
    print(f"{len(large)} pages of {_LARGE:,} nodes or more, times as fast as trafilatura:")
    print(*(f"{name} {spent['trafilatura'] / seconds:.1f}" for name, seconds in spent.items()))


def memory(pages: list[LabelledPage]) -> None:
    """The peak memory of the process after thousands of pages; it includes the labelled pages themselves."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    for number in range(_MANY):
        _ = extract(pages[number % len(pages)].html).text
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory before and after {_MANY:,} extractions: {before} MB, {after} MB")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    corpus = parser.parse_args().corpus
    pages = [page for page in read(corpus) if isinstance(page, LabelledPage) and page.split == "test" and page.gold]
    accuracy(pages)
    speed_on_large_pages(pages)
    memory(pages)


if __name__ == "__main__":
    main()
