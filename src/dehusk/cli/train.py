"""``dehusk train``: fit a learned method to labelled pages."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from dehusk.cli.progress import Progress
from dehusk.errors import MissingExtra
from dehusk.pool import Failure, map_items

if TYPE_CHECKING:
    from dehusk.bench.collections import LabelledPage

_Example = TypeVar("_Example")

_COLLECTIONS = """\
A collection is JSON Lines (html, gold, split, dataset, ...) or a folder in a layout that 'dehusk bench' reads.
Pages whose split is 'test' are not fitted to; the report card is made of them.
"""
_EPILOG = f"""\
examples:
  dehusk train pages.jsonl.gz -o mine.npz          fit the default to your own labelled pages
  dehusk --model mine.npz page.html                use the model
  dehusk train web2text --help                     train Web2Text instead

{_COLLECTIONS}"""
_WEB2TEXT_EPILOG = f"""\
examples:
  dehusk train web2text --data pages.jsonl.gz -o mine.npz
  dehusk --method web2text:weights=mine.npz page.html

{_COLLECTIONS}"""


def run(arguments: list[str]) -> int:
    """Train and write a model: of the method that the first argument names, else of the default.

    >>> run(["no-such-collection"])
    Traceback (most recent call last):
    dehusk.errors.CollectionError: ...
    """
    trainers = {"grain": _grain, "web2text": _web2text}
    if arguments and arguments[0] in trainers:
        return trainers[arguments[0]](arguments[1:])
    return _grain(arguments)


def _grain(arguments: list[str]) -> int:
    parser = _parser("dehusk train", "Fit the learned default to labelled pages.", _EPILOG, "model.npz")
    parser.add_argument("collections", nargs="+", metavar="COLLECTION", help="labelled pages")
    parser.add_argument(
        "--models", type=int, default=3, metavar="N", help="ensembles that are averaged (default: %(default)s)"
    )
    parser.add_argument("--trees", type=int, default=400, metavar="N", help="trees of each (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        from dehusk.train import TreeSettings, example, fit, report_card
    except MissingExtra:
        raise MissingExtra("catboost", "train") from None

    examples = _labelled(options.collections, example)
    settings = TreeSettings(trees=options.trees, models=options.models, seed=options.seed)
    model = fit(examples, settings, _say)
    model.save(Path(options.output))
    print(report_card(model, [each for each in examples if each.split == "test"]))
    _say(f"wrote {options.output}")
    return 0


def _web2text(arguments: list[str]) -> int:
    parser = _parser("dehusk train web2text", "Train Web2Text's networks.", _WEB2TEXT_EPILOG, "web2text.npz")
    add = parser.add_argument
    add("--data", nargs="+", required=True, metavar="COLLECTION", help="labelled pages")
    add("--form", default="released", help="of the networks: released (default: five convolutions) or paper (seven)")
    add("--mode", default="paper", help="of the features: paper (default) or author (integer division)")
    add("--words", default="english", help="english (default: with stop words) or any (script, no word list)")
    add("--steps", type=int, default=5000, metavar="N", help="at most so many steps (default: %(default)s)")
    add("--patience", type=int, default=10, metavar="N", help="validations without gain (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        from dehusk.train.web2text import NetworkSettings, example, fit, report_card
    except MissingExtra:
        raise MissingExtra("torch", "train") from None

    settings = NetworkSettings(
        form=options.form,
        mode=options.mode,
        words=options.words,
        steps=options.steps,
        patience=options.patience,
        seed=options.seed,
    )
    examples = _labelled(options.data, partial(example, words=settings.words, mode=settings.mode))
    weights = fit([each for each in examples if each.split != "test"], settings, _say)
    weights.save(Path(options.output))
    print(report_card(weights, [each for each in examples if each.split == "test"]))
    _say(f"wrote {options.output}")
    return 0


def _parser(name: str, description: str, epilog: str, output: str) -> argparse.ArgumentParser:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(name, description=description, epilog=epilog, formatter_class=formatter)
    add = parser.add_argument
    add("-o", "--output", default=output, metavar="FILE", help="where the model goes (default: %(default)s)")
    add("--seed", type=int, default=20, metavar="N", help="of the random choices (default: %(default)s)")
    return parser


def _labelled(collections: list[str], example: Callable[[LabelledPage], _Example | None]) -> list[_Example]:
    """Every page of the collections as the trainer sees it, on every core."""
    from dehusk.bench.collections import BadPage, read

    pages: list[LabelledPage] = []
    for collection in collections:
        for page in read(collection):
            if isinstance(page, BadPage):
                print(f"dehusk: {page.message}", file=sys.stderr)
            else:
                pages.append(page)
    examples = []
    with Progress("labelling") as progress, closing(map_items(example, pages, jobs=0)) as outcomes:
        for done, (page, found) in enumerate(outcomes, 1):
            progress(done, len(pages))
            if isinstance(found, Failure):
                progress.clear()
                print(f"dehusk: {page.dataset}/{page.id}: left out: {found.reason}", file=sys.stderr)
            elif found is not None:
                examples.append(found)
    return examples


def _say(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr)
