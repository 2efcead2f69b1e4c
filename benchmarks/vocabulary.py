"""The names of the elements around the main text, to compare our own pages with real ones.

python benchmarks/vocabulary.py CORPUS/*.jsonl.gz tests/drawn

Of every page (every tenth page of a file) the longest leaf that is in the gold is taken. Counted is whether it is in an
``<article>``, a ``<main>``, or an element with "article" or "content" in the value of an attribute.
"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk import parse
from dehusk.bench.collections import LabelledPage, read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk import Page

CONTENT_WORDS = ("article", "content")


def longest_in(gold: str, page: Page) -> int:
    """The row of the longest leaf whose text is in the gold; 0 if none of the thirty longest is."""
    for row in sorted(page.leaves.tolist(), key=lambda row: -page.chars[row])[:30]:
        if page.leaf_text(row) in gold:
            return int(row)
    return 0


def around(page: Page, row: int) -> Iterator[str]:
    """The tag names of a row's ancestors, and "named" for those with a content word in an attribute."""
    while (row := int(page.parent[row])) > 0:
        yield page.tag_name(row)
        values = [(value or "").lower() for _, value in page.attrs[row]]
        if any(word in value for value in values for word in CONTENT_WORDS):
            yield "named"


def main(paths: list[Path]) -> None:
    """Print one line per collection."""
    for path in paths:
        every = 1 if path.is_dir() else 10
        found = []
        for labelled in islice(read(path), 0, None, every):
            if isinstance(labelled, LabelledPage):
                page = parse(labelled.html)
                if row := longest_in(" ".join(labelled.gold.split()), page):
                    found.append(set(around(page, row)))
        if not found:
            continue
        kinds = {"article": {"article"}, "main": {"main"}, "named": {"named"}, "article or named": {"article", "named"}}
        shares = {kind: sum(not names.isdisjoint(one) for one in found) / len(found) for kind, names in kinds.items()}
        print(path.name, len(found), "pages:", ", ".join(f"{kind} {share:.2f}" for kind, share in shares.items()))  # noqa: T201


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
