"""The time of writing compared with extracting: ``python benchmarks/writing.py CORPUS [PAGES]``.

For every page: the CPU time of ``extract`` and of each format, each from a new extraction (without tree, media and
text). Rounds are interleaved; the table shows means over pages of the fastest round. ``json, blocks`` is JSON with its
usual fields and the blocks. The metadata, which XML and JSON contain, and the quality, which JSON contains, are also
measured separately.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk import extract
from dehusk.bench.collections import LabelledPage, read
from dehusk.output import load_writer
from dehusk.output.json_writer import DEFAULT_FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk import Extraction

STEPS: dict[str, Callable[[Extraction], object]] = {
    **{name: load_writer(name) for name in ("text", "markdown", "html", "xml", "json")},
    "json, blocks": lambda extraction: extraction.to_json(fields=[*DEFAULT_FIELDS, "blocks"]),
    "(metadata)": lambda extraction: extraction.metadata,
    "(quality)": lambda extraction: extraction.quality,
}
ROUNDS = 3
SEED = 1


def cost(html: str, url: str | None) -> dict[str, float]:
    """Seconds of CPU time by step."""
    costs = {}
    for name, step in STEPS.items():
        started = time.process_time()
        extraction = extract(html, url=url)
        selected = time.process_time()
        step(extraction)
        costs[name] = time.process_time() - selected
        costs["extract"] = min(costs.get("extract", 9.0), selected - started)
    return costs


def main(corpus: str, count: int) -> None:
    """Print a table."""
    read_pages = (page for path in sorted(Path(corpus).glob("*.jsonl*")) for page in read(path))
    pages = [page for page in read_pages if isinstance(page, LabelledPage) and page.split == "test"]
    pages = random.Random(SEED).sample(pages, min(count, len(pages)))  # noqa: S311
    total = dict.fromkeys(("extract", *STEPS), 0.0)
    for page in pages:
        rounds = [cost(page.html, page.url) for _ in range(ROUNDS)]
        for name in total:
            total[name] += min(each[name] for each in rounds)
    print(f"{len(pages)} pages; extract: {total['extract'] / len(pages) * 1000:.2f} ms per page")
    print("format    ms per page        share")
    for name in STEPS:
        print(f"{name:12}{total[name] / len(pages) * 1000:9.2f}{total[name] / (total['extract'] + total[name]):13.1%}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
