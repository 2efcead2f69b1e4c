"""``dehusk train crf``, ``boilernet`` and ``tabnet``: train the other systems that learn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from dehusk.cli.train_pages import COLLECTIONS, examples_of, log, read_pages, train_parser
from dehusk.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.methods.tabnet.element_features import FeatureSet

_CRF_EPILOG = f"""\
examples:
  dehusk train crf --data pages.jsonl.gz -o mine.npz
  dehusk --method crf:weights=mine.npz page.html

{COLLECTIONS}"""
_BOILERNET_EPILOG = f"""\
examples:
  dehusk train boilernet --data pages.jsonl.gz -o mine.npz
  dehusk --method boilernet:weights=mine.npz page.html

{COLLECTIONS}"""
_PAGES = "pages to train on, at random (default: %(default)s)"


@dataclass(frozen=True, slots=True)
class TrainCrfOptions:
    """What ``dehusk train crf`` is to do."""

    collections: list[str]
    output: Path
    pages: int
    iterations: int
    seed: int


def parse_crf_options(arguments: list[str]) -> TrainCrfOptions:
    """Parse the arguments of ``dehusk train crf``.

    >>> parse_crf_options(["--data", "pages.jsonl"]).pages
    1000
    """
    parser = train_parser("dehusk train crf", "Train the conditional random field.", _CRF_EPILOG, "crf.npz")
    add = parser.add_argument
    add("--pages", type=int, default=1000, metavar="N", help=_PAGES)
    what = "largest number of iterations (default: %(default)s)"
    add("--iterations", type=int, default=150, metavar="N", help=what)
    return TrainCrfOptions(**vars(parser.parse_args(arguments)))


def train_crf(arguments: list[str]) -> int:
    """Label the blocks of the pages, train the chain and write it."""
    options = parse_crf_options(arguments)
    try:
        from dehusk.train import fit_crf as trainer
        from dehusk.train.label_report import label_table
    except MissingExtra:
        raise MissingExtra("python-crfsuite", "train") from None

    settings = trainer.CrfSettings(iterations=options.iterations)
    examples = examples_of(read_pages(options.collections, options.pages, options.seed), trainer.example)
    weights = trainer.fit([each for each in examples if each.split != "test"], settings, log)
    weights.save(options.output)
    print(label_table(trainer.label_counts(weights, [each for each in examples if each.split == "test"])))
    log(f"wrote {options.output}")
    return 0


@dataclass(frozen=True, slots=True)
class TrainBoilernetOptions:
    """What ``dehusk train boilernet`` is to do."""

    collections: list[str]
    output: Path
    pages: int
    units: int
    epochs: int
    seed: int


def parse_boilernet_options(arguments: list[str]) -> TrainBoilernetOptions:
    """Parse the arguments of ``dehusk train boilernet``.

    >>> parse_boilernet_options(["--data", "pages.jsonl"]).units
    64
    """
    parser = train_parser(
        "dehusk train boilernet", "Train the network of Boilernet.", _BOILERNET_EPILOG, "boilernet.npz"
    )
    add = parser.add_argument
    add("--pages", type=int, default=1200, metavar="N", help=_PAGES)
    what = "units of the dense layer and of each LSTM; the authors: 256 (default: %(default)s)"
    add("--units", type=int, default=64, metavar="N", help=what)
    add("--epochs", type=int, default=8, metavar="N", help="passes over the pages (default: %(default)s)")
    return TrainBoilernetOptions(**vars(parser.parse_args(arguments)))


def train_boilernet(arguments: list[str]) -> int:
    """Count the words and tags of the pages, label their leaves, train the network and write it."""
    options = parse_boilernet_options(arguments)
    try:
        from dehusk.train import fit_boilernet as trainer
        from dehusk.train.label_report import label_table
    except MissingExtra:
        raise MissingExtra("torch", "train") from None

    settings = trainer.LstmSettings(dense=options.units, hidden=options.units, epochs=options.epochs, seed=options.seed)
    pages = read_pages(options.collections, options.pages, options.seed)
    vocabulary = trainer.make_vocabulary(examples_of(pages, trainer.count_tokens, "counting"), settings)
    examples = examples_of(pages, partial(trainer.example, vocabulary=vocabulary))
    weights = trainer.fit([each for each in examples if each.split != "test"], vocabulary, settings, log)
    weights.save(options.output)
    print(label_table(trainer.label_counts(weights, [each for each in examples if each.split == "test"])))
    log(f"wrote {options.output}")
    return 0


_TABNET_EPILOG = """\
examples:
  dehusk train tabnet --data tests/drawn -o both.npz
  dehusk --method tabnet:weights=both.npz page.html

The collection must label nodes and have files that a browser can draw, as tests/drawn has. Every page is one site: the
report is about networks that were trained without the site of the page.
"""


@dataclass(frozen=True, slots=True)
class TrainTabNetOptions:
    """What ``dehusk train tabnet`` is to do."""

    collections: list[str]
    output: Path
    features: str
    folds: int | None
    seed: int


def parse_tabnet_options(arguments: list[str]) -> TrainTabNetOptions:
    """Parse the arguments of ``dehusk train tabnet``.

    >>> parse_tabnet_options(["--data", "tests/drawn"]).features
    'both'
    """
    data = "drawn pages with labelled nodes"
    parser = train_parser("dehusk train tabnet", "Train TabNet on drawn pages.", _TABNET_EPILOG, "tabnet.npz", data)
    add = parser.add_argument
    add("--features", default="both", help="both (default) or basic: without the distances from the centres")
    what = "groups of sites; a network is trained without each of them (default: one per site; 0: no report)"
    add("--folds", type=int, metavar="N", help=what)
    return TrainTabNetOptions(**vars(parser.parse_args(arguments)))


def train_tabnet(arguments: list[str]) -> int:
    """Draw the pages, train the network on all of them and write it; report on each site by a network without it."""
    options = parse_tabnet_options(arguments)
    try:
        from dehusk.train import fit_tabnet as trainer
    except MissingExtra:
        raise MissingExtra("pytorch-tabnet", "train") from None

    settings = trainer.TabNetSettings(features=cast("FeatureSet", options.features), seed=options.seed)
    examples = [trainer.example(page) for page in read_pages(options.collections)]
    trainer.fit(examples, settings).save(options.output)
    log(f"wrote {options.output}")
    folds = len(examples) if options.folds is None else options.folds
    if folds:
        print(trainer.report_card(options.features, trainer.left_out_scores(examples, settings, folds, log)))
    return 0


TRAINERS: dict[str, Callable[[list[str]], int]] = {
    "crf": train_crf,
    "boilernet": train_boilernet,
    "tabnet": train_tabnet,
}
"""The commands by name."""
