"""Our own test pages as a collection, for a report that can be published.

python benchmarks/our_pages.py out/our-pages.jsonl
dehusk bench run out/our-pages.jsonl --with methods,peers --out out/our-pages
dehusk bench report out/our-pages -o docs/report-our-pages.html
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from test_pages import CASES, expected_of, gold_of, html_of


def main(out: Path) -> None:
    """Write one line per page."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("w", encoding="utf-8") as file:
        for case in CASES:
            expected = expected_of(case)
            row = {"id": case, "dataset": "our pages", "lang": expected["language"], "type": expected["type"]}
            row |= {"must": expected["must"], "mustnot": expected["must_not"]}
            file.write(json.dumps(row | {"html": html_of(case), "gold": gold_of(case)}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
