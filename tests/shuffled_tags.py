"""Prints what dehusk extracts from some pages, as JSON, with the tag numbers shuffled.

    python shuffled_tags.py SEED PAGE...

SEED is a number, or ``-`` for the tag numbers as they are. ``dehusk.testing.HARD_PAGES`` are added to the pages. This
is a program of its own because modules compute tables from the tag numbers when they are imported.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

MODULE = "dehusk.page.tags"


class ShuffledTags(SourceFileLoader):
    """Loads the module of tags with its list of names in another order."""

    seed = 0

    def get_code(self, _fullname: str) -> CodeType:
        """Compile the changed source."""
        source = Path(self.path).read_text("utf-8")
        names = re.search(r'_KNOWN = """(.*?)"""', source, re.DOTALL)
        assert names is not None
        shuffled = names[1].split()
        random.Random(self.seed).shuffle(shuffled)
        return compile(source.replace(names[1], " ".join(shuffled)), self.path, "exec")

    @classmethod
    def find_spec(cls, name: str, path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        """Find the module of tags; leave all others to Python."""
        spec = PathFinder.find_spec(name, path) if name == MODULE else None
        if spec is not None and spec.origin is not None:
            spec.loader = cls(name, spec.origin)
        return spec


def outputs(html: str) -> dict[str, object]:
    """The rows of a page, the text of every method and the formats of every writer."""
    from dehusk import extract, parse
    from dehusk.methods.registry import plain_methods

    page, extraction = parse(html), extract(html)
    found: dict[str, object] = {"rows": [page.tag_name(row) for row in range(len(page))]}
    found |= {name: getattr(extraction, name) for name in ("text", "markdown", "html", "xml")}
    for name in plain_methods():
        found[name] = extract(html, method=name).text
    return found


def main(seed: str, *pages: str) -> None:
    """Print the outputs of all pages."""
    if seed != "-":
        ShuffledTags.seed = int(seed)
        sys.meta_path.insert(0, ShuffledTags)
    from dehusk.page import tags
    from dehusk.testing import HARD_PAGES

    documents = HARD_PAGES | {page: Path(page).read_text("utf-8") for page in pages}
    results = {name: outputs(html) for name, html in documents.items()}
    print(json.dumps({"numbers": tags.NUMBERS, "results": results}))


if __name__ == "__main__":
    main(*sys.argv[1:])
