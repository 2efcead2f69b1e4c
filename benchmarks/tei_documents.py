"""Whether pages of the corpus become valid TEI P5: ``python benchmarks/tei_documents.py CORPUS [PAGES]``."""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import random
import sys
from pathlib import Path

from dehusk import extract
from dehusk.bench.collections import LabelledPage, read

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from tei_schema import tei_errors


def main(corpus: Path, count: int) -> None:
    """Write one line per page that is not valid, and how many are."""
    collections = sorted(corpus.glob("*.jsonl.gz"))
    if not collections:
        sys.exit(f"no collections in {corpus}")
    chance = random.Random(0)  # noqa: S311 - a sample
    pages = [page for path in collections for page in read(path) if isinstance(page, LabelledPage)]
    valid = 0
    for page in chance.sample(pages, min(count, len(pages))):
        errors = tei_errors(extract(page.html, url=page.url or None).to_xml())
        valid += not errors
        if errors:
            print(page.id, errors[0])
    print(f"{valid} of {min(count, len(pages))} pages are valid")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 500)
