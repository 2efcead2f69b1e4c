"""The extension's JavaScript against Python: blocks, features and decisions on our pages and on a corpus, and GCE.

``python benchmarks/extension_parity.py CORPUS --count 300`` prints one row per collection; exit code 1 if anything
differs. Needs Chromium.
"""

# ruff: noqa: T201 - a command

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "extension"))

from build_extension import build  # noqa: E402
from parity import PageParity, ScriptEngine, compare_gce, compare_html  # noqa: E402


def corpus_pages(corpus: Path, count: int) -> list[tuple[str, str]]:
    """Pages of all files of a corpus, spread evenly over each file, as (name, HTML)."""
    files = sorted(corpus.glob("*.jsonl.gz"))
    found: list[tuple[str, str]] = []
    for number, path in enumerate(files):
        wanted = -(-(count - len(found)) // (len(files) - number))
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            pages = [json.loads(line)["html"] for line in lines]
        step = max(1, len(pages) // max(1, wanted))
        found += [(f"{path.name.split('.')[0]}-{at}", pages[at]) for at in range(0, len(pages), step)][:wanted]
    return found


def paths_of(folder: str) -> list[Path]:
    """The pages of a folder of the tests."""
    return sorted((ROOT / "tests" / folder).glob("*/page.html"))


def own_pages(folder: str) -> list[tuple[str, str]]:
    """The pages of a folder of the tests, as (name, HTML)."""
    return [(path.parent.name, path.read_text("utf-8")) for path in paths_of(folder)]


def row(name: str, results: list[PageParity]) -> str:
    """A row of the table."""
    return (
        f"| {name} | {len(results)} | {sum(each.blocks for each in results):,} "
        f"| {sum(not each.same_blocks for each in results)} | {max(each.largest_difference for each in results):.1g} "
        f"| {sum(each.masks_differ > 0 for each in results)} | {sum(not each.same_alarte for each in results)} "
        f"| {max(each.logit_difference for each in results):.1g} |"
    )


def main() -> int:
    """Compare, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", type=Path)
    parser.add_argument("--count", type=int, default=300)
    given = parser.parse_args()
    collections = {"our pages": own_pages("pages"), "drawn sites": own_pages("drawn")}
    if given.corpus and given.corpus.is_dir():
        collections["corpus"] = corpus_pages(given.corpus, given.count)
    print("| pages | number | blocks | pages with other blocks | largest difference of a feature ", end="")
    print(
        "| pages with other decisions | pages with another choice of Alarte & Silva | largest difference of a logit |"
    )
    print("|---|---|---|---|---|---|---|---|")
    wrong: list[PageParity] = []
    wrong_by_gce: list[Path] = []
    with tempfile.TemporaryDirectory() as folder, ScriptEngine(build(Path(folder))["chrome"]) as engine:
        for name, pages in collections.items():
            results = [compare_html(engine, *page) for page in pages]
            print(row(name, results), flush=True)
            wrong += [each for each in results if _differs(each)]
        for folder_name in ("pages", "drawn"):
            others = [path for path in paths_of(folder_name) if not compare_gce(engine, path)]
            print(f"GCE, tests/{folder_name}: other text on {len(others)} of {len(paths_of(folder_name))} pages")
            wrong_by_gce += others
    for each in [*wrong, *wrong_by_gce]:
        print(each)
    return 1 if wrong or wrong_by_gce else 0


def _differs(found: PageParity) -> bool:
    return not found.same_blocks or found.largest_difference > 1e-5 or found.masks_differ > 0 or not found.same_alarte


if __name__ == "__main__":
    sys.exit(main())
