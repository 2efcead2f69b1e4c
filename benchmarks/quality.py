"""How often the flags of quality are right, and how often they are raised on ordinary pages.

    python benchmarks/quality.py [CORPUS]

Our own pages (``tests/quality_pages``) have a known flag each. The pages of CORPUS, a folder of labelled pages (JSON
Lines), are taken for ordinary ones; every page that has a flag is printed with the evidence.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import get_args

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from dehusk import Quality, extract
from dehusk.bench.collections import LabelledPage, read
from dehusk.content.quality import FlagName
from quality_cases import ORDINARY, Case, quality_cases
from test_pages import CASES, html_of

_NAMES: tuple[FlagName, ...] = get_args(FlagName)


def our_pages() -> None:
    """Print one row per flag: how many of its pages have it, and how many other pages."""
    found = [(case, extract(case.source).quality) for case in quality_cases()]
    ordinary = [extract(html_of(case)).quality for case in CASES]
    print(f"{'flag':15}{'tuned':>9}{'held out':>10}{'false, tuned':>14}{'false, held out':>17}")
    for name in _NAMES:
        tuned, held_out = ([each for each in found if each[0].held_out == half] for half in (False, True))
        counts = [_right(half, name) for half in (tuned, held_out)] + [_false(half, name) for half in (tuned, held_out)]
        print(f"{name:15}{counts[0]:>9}{counts[1]:>10}{counts[2]:>14}{counts[3]:>17}")
    flagged = sum(not quality.worth_keeping for quality in ordinary)
    print(f"test pages of the extractor: {flagged} of {len(ordinary)} have a flag")
    for case, quality in found:
        if quality.names != (() if case.flag == ORDINARY else (case.flag,)):
            print(f"  {case.name}: {', '.join(quality.names) or 'no flag'} {dict(quality.scores)}")


def _right(found: list[tuple[Case, Quality]], name: str) -> str:
    pages = [quality for case, quality in found if case.flag == name]
    return f"{sum(name in quality.names for quality in pages)}/{len(pages)}"


def _false(found: list[tuple[Case, Quality]], name: str) -> str:
    pages = [quality for case, quality in found if case.flag != name]
    return f"{sum(name in quality.names for quality in pages)}/{len(pages)}"


def corpus_pages(corpus: Path) -> None:
    """Print the flags of labelled pages, and how often each flag is raised, by split."""
    totals: Counter[str] = Counter()
    raised: Counter[tuple[str, str]] = Counter()
    for page in read(corpus):
        if not isinstance(page, LabelledPage):
            continue
        totals[page.split] += 1
        # Flags do not depend on the method; this one is fast.
        quality = extract(page.html, url=page.url or None, method="bte").quality
        for flag in quality.flags:
            raised[page.split, flag.name] += 1
            evidence = "; ".join(f"{each.what} ({each.where})" for each in flag.evidence)
            print(f"  {page.id}: {flag.name} {flag.score}: {evidence}")
        raised[page.split, "any"] += bool(quality.flags)
    for split, pages in sorted(totals.items()):
        counts = ", ".join(f"{name} {raised[split, name]}" for name in (*_NAMES, "any"))
        print(f"{split}, {pages:,} pages: {counts} ({raised[split, 'any'] / pages:.2%})")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?")
    corpus = parser.parse_args().corpus
    our_pages()
    if corpus is None:
        print("no corpus was named: false alarms on real pages are not measured")
    else:
        corpus_pages(corpus)


if __name__ == "__main__":
    main()
