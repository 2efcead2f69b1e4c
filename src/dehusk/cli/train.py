"""``dehusk train``: fit the default to labelled pages."""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.progress import Progress
from dehusk.errors import MissingExtra

if TYPE_CHECKING:
    from dehusk.bench.collections import LabelledPage
    from dehusk.train import Example

_EPILOG = """\
examples:
  dehusk train pages.jsonl.gz -o mine.npz          fit to your own labelled pages
  dehusk --model mine.npz page.html                use the model

A collection is JSON Lines (html, gold, split, dataset, ...) or a folder in a layout that 'dehusk bench' reads.
Pages whose split is 'test' are not fitted to; the report card is made of them.
"""


def run(arguments: list[str]) -> int:
    """Train and write a model.

    >>> run(["no-such-collection"])
    Traceback (most recent call last):
    dehusk.errors.CollectionError: ...
    """
    parser = argparse.ArgumentParser(
        "dehusk train",
        description="Fit the learned default to labelled pages.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("collections", nargs="+", metavar="COLLECTION", help="labelled pages")
    parser.add_argument(
        "-o", "--output", default="model.npz", metavar="FILE", help="where the model goes (default: %(default)s)"
    )
    parser.add_argument(
        "--models", type=int, default=2, metavar="N", help="ensembles that are averaged (default: %(default)s)"
    )
    parser.add_argument("--trees", type=int, default=500, metavar="N", help="trees of each (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=20, metavar="N", help="of the random choices (default: %(default)s)"
    )
    options = parser.parse_args(arguments)

    from dehusk.bench.collections import BadPage, read

    try:
        from dehusk.train import Settings, example, fit, report_card
    except MissingExtra:
        raise MissingExtra("catboost", "train") from None

    pages: list[LabelledPage] = []
    for collection in options.collections:
        for page in read(collection):
            if isinstance(page, BadPage):
                print(f"dehusk: {page.message}", file=sys.stderr)
            else:
                pages.append(page)
    examples: list[Example] = []
    with ProcessPoolExecutor(os.cpu_count()) as pool, Progress("labelling") as progress:
        for done, found in enumerate(pool.map(example, pages, chunksize=8), 1):
            progress(done, len(pages))
            if found is not None:
                examples.append(found)
    settings = Settings(trees=options.trees, models=options.models, seed=options.seed)
    model = fit(examples, settings, _say)
    model.save(Path(options.output))
    print(report_card(model, [each for each in examples if each.split == "test"]))
    _say(f"wrote {options.output}")
    return 0


def _say(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr)
