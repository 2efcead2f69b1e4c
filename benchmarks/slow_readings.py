"""The methods of the five papers against the slow readings of ``tests/oracles``, on labelled pages.

    python benchmarks/slow_readings.py CORPUS/*.jsonl.gz --pages 60 [--only NAME...]

Takes PAGES pages at regular intervals from every file and prints, for every method, on how many pages the kept leaves
(features, labels) are the same, and every difference. The slow readings need quadratic time, so pages of more than
6,000 nodes are left out. GCE needs a browser: its pages are drawn first.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from dehusk import Page, draw, parse
from dehusk.bench.collections import LabelledPage, read
from dehusk.errors import DehuskError
from dehusk.source import Source
from oracles.comparison import COMPARISONS, DRAWN_COMPARISONS

MOST_NODES = 6000


def sample(collection: str, pages: int) -> list[LabelledPage]:
    """Pages of a collection at regular intervals."""
    found = [page for page in read(collection) if isinstance(page, LabelledPage)]
    return found[:: max(1, len(found) // pages)][:pages]


def main(collections: list[str], pages: int, only: list[str]) -> None:
    """Print one line per method, and one per difference."""
    labelled = [page for collection in collections for page in sample(collection, pages)]
    names = (*COMPARISONS, *DRAWN_COMPARISONS)
    groups = set(only) - set(names)
    wanted = [name for name in names if not only or name in only or re.split("[: ]", name)[0] in groups]
    same, total = dict.fromkeys(wanted, 0), dict.fromkeys(wanted, 0)
    for each in labelled:
        for comparisons, page in ((COMPARISONS, _parsed(each)), (DRAWN_COMPARISONS, _drawn(each, wanted))):
            for name in comparisons.keys() & total.keys():
                if page is None or len(page) > MOST_NODES:
                    continue
                difference = comparisons[name](page)
                total[name] += 1
                same[name] += not difference
                if difference:
                    print(f"{name}: {each.id}: {difference}", flush=True)
    for name in wanted:
        print(f"{name}: {same[name]} of {total[name]} pages are the same")


def _parsed(page: LabelledPage) -> Page:
    return parse(page.html)


def _drawn(page: LabelledPage, wanted: list[str]) -> Page | None:
    """The page as a browser draws it; None if it is not needed or cannot be drawn."""
    if not DRAWN_COMPARISONS.keys() & set(wanted):
        return None
    try:
        return draw(Source.of(page.html, url=page.url or None))
    except DehuskError as problem:
        print(f"{page.id}: {problem}", file=sys.stderr)
        return None


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="+", metavar="COLLECTION")
    parser.add_argument(
        "--pages", type=int, default=60, metavar="N", help="pages per collection (default: %(default)s)"
    )
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="NAME", help="only these methods, or all that begin with web2text"
    )
    given = parser.parse_args()
    main(given.collections, given.pages, given.only)
