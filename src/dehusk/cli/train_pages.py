"""What the commands that train have in common: their options, labelled pages, messages with the time."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from dehusk.cli.arguments import command_parser
from dehusk.cli.progress import Progress
from dehusk.cli.terminal import print_message
from dehusk.pool import Failure, map_items

if TYPE_CHECKING:
    import argparse

    from dehusk.bench.collections import LabelledPage

_Example = TypeVar("_Example")


class _Named(Protocol):
    """A page, or what is to be done with one."""

    @property
    def dataset(self) -> str: ...
    @property
    def id(self) -> str: ...


_Page = TypeVar("_Page", bound=_Named)

COLLECTIONS = """\
A collection is JSON Lines (html, gold, split, dataset, ...) or a directory in a layout that 'dehusk bench' reads.
Pages whose split is 'test' are not used for fitting; the report is about them.
"""


def train_parser(
    name: str, description: str, epilog: str, output: str, data: str = "labelled pages", *, positional: bool = False
) -> argparse.ArgumentParser:
    """A parser with the options that every training command has.

    ``data`` describes the collections; they follow ``--data``, or stand alone if they are ``positional``.

    >>> train_parser("dehusk train tea", "Train tea.", "", "tea.npz").parse_args(["--data", "teas"]).output.name
    'tea.npz'
    """
    parser = command_parser(name, description, epilog)
    add = parser.add_argument
    if positional:
        add("collections", nargs="+", metavar="COLLECTION", help=data)
    else:
        add("--data", dest="collections", nargs="+", required=True, metavar="COLLECTION", help=data)
    what = "file to write the model to (default: %(default)s)"
    add("-o", "--output", type=Path, default=Path(output), metavar="FILE", help=what)
    add("--seed", type=int, default=20, metavar="N", help="random seed (default: %(default)s)")
    return parser


def read_pages(collections: list[str], most: int | None = None, seed: int = 0) -> list[LabelledPage]:
    """The pages of the collections; of those that are not for testing at most ``most``, chosen at random."""
    from dehusk.bench.collections import BadPage, read

    pages: list[LabelledPage] = []
    for collection in collections:
        for page in read(collection):
            if isinstance(page, BadPage):
                print_message(f"{page.message}")
            else:
                pages.append(page)
    places = [place for place, page in enumerate(pages) if page.split != "test"]
    if most is not None and most < len(places):
        chosen = frozenset(random.Random(seed).sample(places, most))  # noqa: S311 - must repeat, not be secret
        pages = [page for place, page in enumerate(pages) if page.split == "test" or place in chosen]
    return pages


def examples_of(
    pages: list[_Page], example: Callable[[_Page], _Example | None], what: str = "labelling"
) -> list[_Example]:
    """The pages as the trainer sees them, made on every core; ``what`` is shown with the progress."""
    examples = []
    with Progress(what) as progress, closing(map_items(example, pages, jobs=0)) as outcomes:
        for done, (page, found) in enumerate(outcomes, 1):
            progress(done, len(pages))
            if isinstance(found, Failure):
                progress.clear()
                print_message(f"{page.dataset}/{page.id}: left out: {found.reason}")
            elif found is not None:
                examples.append(found)
    return examples


def log(what: str) -> None:
    """Write a message with the time of day to standard error."""
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr)
