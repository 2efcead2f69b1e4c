"""Our pages through compiled code with sanitizers, as ``make sanitize`` runs it: an error ends the process."""

# ruff: noqa: T201 - a command

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from dehusk import list_writers
from dehusk.extractor import Extractor
from dehusk.testing import HARD_PAGES
from quality_cases import quality_cases
from test_pages import CASES, html_of

NOT_COMPILED = ("vectors", "views")
"""Modules whose compiled code is in those that use them."""


def check_build() -> None:
    """End the program if a module of the core is missing or was built without a sanitizer."""
    declared = {file.stem for file in Path("src/dehusk/_core").glob("*.pxd")}
    for name in sorted(declared.difference(NOT_COMPILED)):
        file = import_module(f"dehusk._core.{name}").__file__ or ""
        if b"__asan_init" not in Path(file).read_bytes():
            sys.exit(f"{file} was built without AddressSanitizer")


def main() -> None:
    """Extract every page, and write it in every format."""
    check_build()
    extractor = Extractor()
    writers = list_writers()
    pages = [*map(html_of, CASES), *(case.html for case in quality_cases()), *HARD_PAGES.values()]
    for page in pages:
        extraction = extractor.extract(page, url="https://example.org/")
        for writer in writers:
            extraction.to(writer)
        _ = extraction.quality
    print(f"{len(pages)} pages in {len(writers)} formats: no error")


if __name__ == "__main__":
    main()
