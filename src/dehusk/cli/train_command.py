"""``dehusk train``: fit a learned method to labelled pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from dehusk.cli.train_methods import TRAINERS
from dehusk.cli.train_pages import COLLECTIONS, examples_of, log, read_pages, train_parser
from dehusk.errors import MissingExtra
from dehusk.methods import DEFAULT_METHOD

if TYPE_CHECKING:
    from dehusk.methods.web2text.block_features import Mode
    from dehusk.methods.web2text.network import Form
    from dehusk.methods.web2text.text_statistics import Words

_EPILOG = f"""\
examples:
  dehusk train pages.jsonl.gz -o mine.npz          fit the default method to your own labelled pages
  dehusk --model mine.npz page.html                use the model
  dehusk train web2text --help                     train Web2Text instead; also: crf, boilernet, tabnet

{COLLECTIONS}"""
_WEB2TEXT_EPILOG = f"""\
examples:
  dehusk train web2text --data pages.jsonl.gz -o mine.npz
  dehusk --method web2text:weights=mine.npz page.html

{COLLECTIONS}"""


def run(arguments: list[str]) -> int:
    """Train the method that the first argument names, else the default one, and write the model.

    >>> run(["no-such-collection"])
    Traceback (most recent call last):
    dehusk.errors.CollectionError: ...
    """
    if arguments[:1] == ["web2text"]:
        return _train_web2text(parse_web2text_options(arguments[1:]))
    if arguments and arguments[0] in TRAINERS:
        return TRAINERS[arguments[0]](arguments[1:])
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
    parser = train_parser("dehusk train", "Fit the default method to labelled pages.", _EPILOG, "model.npz")
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
    parser = train_parser("dehusk train web2text", "Train the networks of Web2Text.", _WEB2TEXT_EPILOG, "web2text.npz")
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


def _train_default(options: TrainOptions) -> int:
    try:
        from dehusk.train import TreeSettings, example, fit, report_card
    except MissingExtra:
        raise MissingExtra("catboost", "train") from None

    examples = examples_of(read_pages(options.collections), example)
    settings = TreeSettings(trees=options.trees, models=options.models, seed=options.seed)
    model = fit(examples, settings, log)
    model.save(options.output)
    print(report_card(model, [each for each in examples if each.split == "test"]))
    log(f"wrote {options.output}")
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
    examples = examples_of(read_pages(options.collections), partial(example, words=settings.words, mode=settings.mode))
    weights = fit([each for each in examples if each.split != "test"], settings, log)
    weights.save(options.output)
    print(report_card(weights, [each for each in examples if each.split == "test"]))
    log(f"wrote {options.output}")
    return 0
