"""Checks on labelled pages that every format has the same words as the text, with all options.

    python benchmarks/same_words.py CORPUS [PAGES]

CORPUS is a folder of labelled pages (JSON Lines). Needs the development tools (markdown-it-py).
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from dehusk import extract
from dehusk.bench.collections import LabelledPage, read
from visible import with_all_options, words

FORMATS = with_all_options(wrap=40)
SEED = 2


def main(corpus: str, count: int) -> int:
    """Print the pages that differ and the number of pages compared."""
    found = (page for path in sorted(Path(corpus).glob("*.jsonl*")) for page in read(path))
    pages = random.Random(SEED).sample([page for page in found if isinstance(page, LabelledPage)], count)  # noqa: S311
    differ = 0
    for page in pages:
        extraction = extract(page.html, url=page.url)
        expected = {images: words("text", extraction.to_text(captions=images)) for images in (True, False)}
        for name, options in FORMATS:
            if words(name, extraction.to(name, **options)) != expected[bool(options.get("images"))]:
                print(f"{page.id}: {name} with {options}")
                differ += 1
                break
    print(f"{len(pages)} pages, {len(FORMATS)} formats with options: {differ} pages differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 250))
