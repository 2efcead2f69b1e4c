"""``dehusk bench structure``: how much of the structure of pages do extractors keep?"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.progress import Progress

if TYPE_CHECKING:
    import argparse

    from dehusk.bench.structure.structure_run import StructureResult

_SHOWN_WORDS = 12


@dataclass(frozen=True, slots=True)
class StructureOptions:
    """What ``dehusk bench structure`` is to do."""

    pages: list[Path]
    names: str
    every: int
    differences: str | None

    def run(self) -> int:
        """Measure and print a table."""
        from dehusk.bench.extractors import split_names
        from dehusk.bench.structure.structure_run import measure_structure, read_structure_pages, structure_table

        pages = [page for path in self.pages for page in read_structure_pages(path)][:: self.every]
        with Progress("structure") as progress:
            results = measure_structure(pages, split_names(self.names), progress)
        print(f"{len(pages)} pages with a reference; F1 (precision, recall)\n")
        print(structure_table(results))
        for result in results:
            if result.failed:
                print(f"{result.name} failed on {result.failed} pages", file=sys.stderr)
            if self.differences:
                _print_differences(result, self.differences)
        return 0


def _print_differences(result: StructureResult, kind: str) -> None:
    for page in result.pages:
        missing, extra = page.differences[kind]
        for sign, pieces in (("-", missing), ("+", extra)):
            for piece in pieces:
                words = " ".join(piece.words.split()[:_SHOWN_WORDS])
                print(f"{result.name} {page.id} {sign} {words} {piece.target!r}")


def add_structure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_structure(parser)
    >>> parser.parse_args(["pages.jsonl.gz"]).every
    1
    """
    from dehusk.bench.structure.structure_pieces import KINDS

    add = parser.add_argument
    add("pages", nargs="+", type=Path, metavar="PAGES", help="JSON Lines with html and reference_markdown or "
        "reference_html")  # fmt: skip
    names = "comma-separated extractors that keep structure (default: those in Python; readability_js and defuddle too)"
    add("--with", dest="names", action="append", metavar="NAMES", help=names)
    add("--every", type=int, default=1, metavar="N", help="use only every N-th page")
    add("--differences", choices=KINDS, help="also list the pieces of this kind that differ")
    parser.set_defaults(options=_options)


def _options(given: argparse.Namespace) -> StructureOptions:
    names = ",".join(given.names or ["dehusk,dehusk_markdown,trafilatura,trafilatura_html,readability,resiliparse"])
    return StructureOptions(pages=given.pages, names=names, every=max(given.every, 1), differences=given.differences)
