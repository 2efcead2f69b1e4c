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

MODULES = (
    "attribute_loops",
    "block_columns",
    "block_places",
    "block_rows",
    "block_text",
    "block_tree",
    "decision_steps",
    "element_names",
    "feature_matrix",
    "feature_scale",
    "feature_steps",
    "flatten",
    "kept_rows",
    "network_steps",
    "own_features",
    "raw_text",
    "row_loops",
    "string_lengths",
    "subtree_counts",
    "text_loops",
    "title_places",
)


def check_build() -> None:
    """End the program if a module is missing or was built without a sanitizer."""
    for name in MODULES:
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
