"""``dehusk train``: fit a learned method to labelled pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from dehusk.cli.terminal import print_message
from dehusk.cli.train_methods import TRAINERS
from dehusk.cli.train_pages import COLLECTIONS, examples_of, log, read_pages, train_parser
from dehusk.errors import MissingExtra, ModelError
from dehusk.methods import DEFAULT_METHOD
from dehusk.methods.learned import read_model, shipped_model

if TYPE_CHECKING:
    from dehusk.methods.web2text.feature_columns import Mode
    from dehusk.methods.web2text.network import Form
    from dehusk.methods.web2text.text_statistics import Words

_EPILOG = f"""\
examples:
  dehusk train pages.jsonl.gz --from shipped       continue with the model that comes with dehusk, on your own pages
  dehusk train pages.jsonl.gz -o mine.npz          fit the default method to your own labelled pages alone
  dehusk --model mine.npz page.html                use the model
  dehusk train web2text --help                     train Web2Text instead; also: crf, boilernet, tabnet

{COLLECTIONS}"""
_SHIPPED = "shipped"
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
    start: str | None
    """``shipped`` or the file of a model to continue with."""
    epochs: int | None
    force: bool
    seed: int


def parse_options(arguments: list[str]) -> TrainOptions:
    """Parse the arguments of ``dehusk train``.

    >>> parse_options(["pages.jsonl", "--from", "shipped", "--epochs", "2"]).start
    'shipped'
    """
    what = "Fit the default method to labelled pages."
    parser = train_parser("dehusk train", what, _EPILOG, "model.npz", positional=True)
    add = parser.add_argument
    what = "continue with this model: 'shipped' for the one that comes with dehusk, or a file"
    add("--from", dest="start", metavar="MODEL", help=what)
    what = "how often each page is seen (default: 16; 4 with --from)"
    add("--epochs", type=int, metavar="N", help=what)
    add("--force", action="store_true", help="write the model even if it is worse than the one that comes with dehusk")
    return TrainOptions(**vars(parser.parse_args(arguments)))


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
    add("--form", default="released", help="networks: released (five convolutions, default) or paper (seven)")
    what = "features: released (those of the authors' code, default), author (with integer division), paper (Table 1)"
    add("--mode", default="released", help=what)
    add("--words", default="english", help="english (with stop words, default) or any (by script, no word list)")
    add("--steps", type=int, default=5000, metavar="N", help="maximum number of steps (default: %(default)s)")
    what = "stop after N validations without improvement (default: %(default)s)"
    add("--patience", type=int, default=10, metavar="N", help=what)
    return TrainWeb2TextOptions(**vars(parser.parse_args(arguments)))


def _train_default(options: TrainOptions) -> int:
    try:
        from dehusk.train import compare, fit, report_card
        from dehusk.train.labelled_examples import labelled_examples, settings_for
    except MissingExtra:
        raise MissingExtra("torch", "train") from None

    start = None
    if options.start is not None:
        start = shipped_model() if options.start == _SHIPPED else read_model(options.start)
    settings = settings_for(start, options.epochs, options.seed)
    # Sorted, because the order in which a shell gives the files depends on the language of its user.
    examples = labelled_examples(read_pages(sorted(options.collections)), settings, examples_of, log)
    model = fit(examples, settings, log, start)
    print(report_card(model, [each for each in examples if each.split == "test"]))
    try:
        compared = compare(model, shipped_model(), examples)
    except ModelError as error:
        log(f"not compared with the model that comes with dehusk: {error}")
    else:
        print(compared)
        if compared.is_worse and not options.force:
            print_message(f"the model is worse than the one that comes with dehusk; {options.output} was not written")
            print_message("more labelled pages, or --from shipped, may help; --force writes it anyway")
            return 1
    model.save(options.output)
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
