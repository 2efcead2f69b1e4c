"""``dehusk train``: fit a learned method to labelled pages."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from dehusk.cli.arguments import command_parser
from dehusk.cli.progress import Progress
from dehusk.cli.terminal import print_message
from dehusk.errors import MissingExtra
from dehusk.methods import DEFAULT_METHOD
from dehusk.pool import Failure, map_items

if TYPE_CHECKING:
    import argparse

    from dehusk.bench.collections import LabelledPage
    from dehusk.methods.web2text.block_features import Mode
    from dehusk.methods.web2text.network import Form
    from dehusk.methods.web2text.text_statistics import Words

_Example = TypeVar("_Example")

_COLLECTIONS = """\
A collection is JSON Lines (html, gold, split, dataset, ...) or a directory in a layout that 'dehusk bench' reads.
Pages whose split is 'test' are not used for fitting; the report is about them.
"""
_EPILOG = f"""\
examples:
  dehusk train pages.jsonl.gz -o mine.npz          fit the default method to your own labelled pages
  dehusk --model mine.npz page.html                use the model
  dehusk train web2text --help                     train Web2Text instead

{_COLLECTIONS}"""
_WEB2TEXT_EPILOG = f"""\
examples:
  dehusk train web2text --data pages.jsonl.gz -o mine.npz
  dehusk --method web2text:weights=mine.npz page.html

{_COLLECTIONS}"""


def run(arguments: list[str]) -> int:
    """Train the method that the first argument names, else the default one, and write the model.

    >>> run(["no-such-collection"])
    Traceback (most recent call last):
    dehusk.errors.CollectionError: ...
    """
    if arguments[:1] == ["web2text"]:
        return _train_web2text(parse_web2text_options(arguments[1:]))
    return _train_default(parse_options(arguments[1:] if arguments[:1] == [DEFAULT_METHOD] else arguments))


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """What ``dehusk train`` is to do."""

    collections: list[str]
    output: Path
    models: int
    trees: int
    seed: int


def parse_options(arguments: list[str]) -> TrainOptions:
    """Parse the arguments of ``dehusk train``.

    >>> parse_options(["pages.jsonl", "--trees", "100"]).trees
    100
    """
    parser = _parser("dehusk train", "Fit the default method to labelled pages.", _EPILOG, "model.npz")
    add = parser.add_argument
    add("collections", nargs="+", metavar="COLLECTION", help="labelled pages")
    add("--models", type=int, default=3, metavar="N", help="number of ensembles to average (default: %(default)s)")
    add("--trees", type=int, default=400, metavar="N", help="number of trees per ensemble (default: %(default)s)")
    given = parser.parse_args(arguments)
    return TrainOptions(given.collections, Path(given.output), given.models, given.trees, given.seed)


@dataclass(frozen=True, slots=True)
class TrainWeb2TextOptions:
    """What ``dehusk train web2text`` is to do."""

    collections: list[str]
    output: Path
    form: str
    mode: str
    words: str
    steps: int
    patience: int
    seed: int


def parse_web2text_options(arguments: list[str]) -> TrainWeb2TextOptions:
    """Parse the arguments of ``dehusk train web2text``.

    >>> parse_web2text_options(["--data", "pages.jsonl"]).form
    'released'
    """
    parser = _parser("dehusk train web2text", "Train the networks of Web2Text.", _WEB2TEXT_EPILOG, "web2text.npz")
    add = parser.add_argument
    add("--data", nargs="+", required=True, metavar="COLLECTION", help="labelled pages")
    add("--form", default="released", help="networks: released (five convolutions, default) or paper (seven)")
    add("--mode", default="paper", help="features: paper (default) or author (with integer division)")
    add("--words", default="english", help="english (with stop words, default) or any (by script, no word list)")
    add("--steps", type=int, default=5000, metavar="N", help="maximum number of steps (default: %(default)s)")
    what = "stop after N validations without improvement (default: %(default)s)"
    add("--patience", type=int, default=10, metavar="N", help=what)
    given = parser.parse_args(arguments)
    return TrainWeb2TextOptions(
        collections=given.data,
        output=Path(given.output),
        form=given.form,
        mode=given.mode,
        words=given.words,
        steps=given.steps,
        patience=given.patience,
        seed=given.seed,
    )


def _parser(name: str, description: str, epilog: str, output: str) -> argparse.ArgumentParser:
    parser = command_parser(name, description, epilog)
    add = parser.add_argument
    add("-o", "--output", default=output, metavar="FILE", help="file to write the model to (default: %(default)s)")
    add("--seed", type=int, default=20, metavar="N", help="random seed (default: %(default)s)")
    return parser


def _train_default(options: TrainOptions) -> int:
    try:
        from dehusk.train import TreeSettings, example, fit, report_card
    except MissingExtra:
        raise MissingExtra("catboost", "train") from None

    examples = _labelled(options.collections, example)
    settings = TreeSettings(trees=options.trees, models=options.models, seed=options.seed)
    model = fit(examples, settings, _log)
    model.save(options.output)
    print(report_card(model, [each for each in examples if each.split == "test"]))
    _log(f"wrote {options.output}")
    return 0


def _train_web2text(options: TrainWeb2TextOptions) -> int:
    try:
        from dehusk.train.fit_web2text import NetworkSettings, example, fit, report_card
    except MissingExtra:
        raise MissingExtra("torch", "train") from None

    settings = NetworkSettings(
        form=cast("Form", options.form),
        mode=cast("Mode", options.mode),
        words=cast("Words", options.words),
        steps=options.steps,
        patience=options.patience,
        seed=options.seed,
    )
    examples = _labelled(options.collections, partial(example, words=settings.words, mode=settings.mode))
    weights = fit([each for each in examples if each.split != "test"], settings, _log)
    weights.save(options.output)
    print(report_card(weights, [each for each in examples if each.split == "test"]))
    _log(f"wrote {options.output}")
    return 0


def _labelled(collections: list[str], example: Callable[[LabelledPage], _Example | None]) -> list[_Example]:
    """Every page of the collections as the trainer sees it, on every core."""
    from dehusk.bench.collections import BadPage, read

    pages: list[LabelledPage] = []
    for collection in collections:
        for page in read(collection):
            if isinstance(page, BadPage):
                print_message(f"{page.message}")
            else:
                pages.append(page)
    examples = []
    with Progress("labelling") as progress, closing(map_items(example, pages, jobs=0)) as outcomes:
        for done, (page, found) in enumerate(outcomes, 1):
            progress(done, len(pages))
            if isinstance(found, Failure):
                progress.clear()
                print_message(f"{page.dataset}/{page.id}: left out: {found.reason}")
            elif found is not None:
                examples.append(found)
    return examples


def _log(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr)
