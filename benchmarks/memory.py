"""The memory of a process over many pages whose attributes contain much text that no other page has.

    python benchmarks/memory.py [PAGES] [ATTRIBUTE...]

Makes PAGES pages (default 5,000), each with an attribute of 50 KB (default: style, class and id) whose value occurs on
this page only, extracts text, Markdown and metadata of each, and prints the resident memory along the way. Linux only.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import os
import sys
from pathlib import Path

from dehusk import extract

_ATTRIBUTE_BYTES = 50_000
_STEPS = 10
_PROSE = "It rained all night, and in the morning the river stood a hand below the bridge. "
_ATTRIBUTES = ("style", "class", "id")


def page(attribute: str, number: int) -> str:
    """A page with a long value of an attribute."""
    unit = f"--{attribute}-{number}: 1px; "
    value = unit * (_ATTRIBUTE_BYTES // len(unit))
    return f"<title>River</title><div {attribute}='{value}'><h1>River</h1>{f'<p>{_PROSE * 4}</p>' * 5}</div>"


def resident_megabytes() -> float:
    """The resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure(attribute: str, pages: int) -> list[float]:
    """The resident memory after each tenth of the pages."""
    found = []
    for number in range(pages):
        extraction = extract(page(attribute, number))
        if not (extraction.text and extraction.markdown and extraction.metadata.title):
            raise SystemExit(f"nothing was extracted from page {number}")
        if (number + 1) % (pages // _STEPS) == 0:
            found.append(resident_megabytes())
    return found


def main(pages: str = "5000", *attributes: str) -> None:
    """Print one row per attribute."""
    counts = [int(pages) // _STEPS * step for step in range(1, _STEPS + 1)]
    print("| attribute |", " | ".join(f"{count:,} pages" for count in counts), "|")
    print("|---|" + "---|" * len(counts))
    for attribute in attributes or _ATTRIBUTES:
        print(f"| {attribute} |", " | ".join(f"{size:.0f} MB" for size in measure(attribute, int(pages))), "|")


if __name__ == "__main__":
    main(*sys.argv[1:])
