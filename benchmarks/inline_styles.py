"""The results of a run on pages with inline style sheets and on pages without.

    python benchmarks/inline_styles.py RUN CORPUS

RUN is a directory written by ``dehusk bench run``, CORPUS the folder of its collections. A page has inline styles if
its STYLE elements contain more than 20 KB. Numbers are word LCS F1, averaged over pages with a gold text; *empty* is
the share of pages of which no correct text was kept.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import re
import sys
from pathlib import Path
from statistics import fmean

from dehusk.bench.collections import LabelledPage, jsonl, read
from dehusk.bench.store import PageKey, Run

_STYLE = re.compile(r"<style\b[^>]*>(.*?)</style", re.IGNORECASE | re.DOTALL)
_STYLED = 20_000


def style_bytes(html: str) -> int:
    """The size of a page's STYLE elements."""
    return sum(len(style.encode("utf-8", "replace")) for style in _STYLE.findall(html))


def main(run: str, corpus: str) -> None:
    """Print one row per extractor and kind of page."""
    pages = [page for file in jsonl.files(Path(corpus)) for page in read(file) if isinstance(page, LabelledPage)]
    scored = {PageKey(page.dataset, page.id): style_bytes(page.html) > _STYLED for page in pages if page.gold}
    stored = Run(Path(run))
    print("| extractor | pages | F1 | P | R | empty |\n|---|---|---|---|---|---|")
    for name in stored.extractors:
        results = [result for result in stored.results(name) if PageKey(result.dataset, result.id) in scored]
        for styled, label in ((True, "more than 20 KB of style"), (False, "less")):
            some = [result for result in results if scored[PageKey(result.dataset, result.id)] is styled]
            means = [fmean(getattr(result, field) for result in some) for field in ("f1", "precision", "recall")]
            empty = sum(result.recall == 0 for result in some) / len(some)
            numbers = " | ".join(f"{value:.3f}".lstrip("0") for value in means)
            print(f"| {name}, {label} | {len(some)} | {numbers} | {empty:.0%} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
