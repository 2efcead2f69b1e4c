"""``dehusk compare PAGE``: show what several methods keep of a page."""

from __future__ import annotations

import io
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.arguments import PAGE_HELP, add_hidden, command_parser
from dehusk.cli.fetching_options import Reading, add_fetching, reading_of
from dehusk.cli.terminal import print_message, printable
from dehusk.errors import ArgumentError, DrawError, SourceError
from dehusk.extractor import Extractor
from dehusk.layout import draw
from dehusk.methods import DEFAULT_METHOD, list_methods, make_method
from dehusk.methods.registry import plain_methods, split_specs
from dehusk.pictures.comparison import compare
from dehusk.pictures.comparison_html import comparison_html
from dehusk.pictures.comparison_text import comparison_text
from dehusk.pictures.write import picture_path, write_file

if TYPE_CHECKING:
    from dehusk.extraction import Extraction
    from dehusk.methods import Method
    from dehusk.page.parser import HiddenPolicy
    from dehusk.pictures.comparison import Comparison

_EPILOG = """\
examples:
  dehusk compare page.html                                all methods side by side, in the terminal
  dehusk compare page.html --methods arias,cectd-ds       two methods
  dehusk compare page.html --methods arias,arias:c1=0.5   one method with two settings
  dehusk compare page.html --disputed                     only the blocks on which methods differ
  dehusk compare page.html -o compare.html                a web page with filters
"""


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """What ``dehusk compare`` is to do."""

    page: str
    reading: Reading
    methods: dict[str, Method]
    """By the name that each was given."""
    hidden: HiddenPolicy
    output: Path | None
    """A web page; None for the terminal."""
    disputed: bool


def parse_options(arguments: list[str]) -> CompareOptions:
    """Parse and check the arguments.

    >>> list(parse_options(["page.html", "--methods", "arias,arias:c1=0.5"]).methods)
    ['arias', 'arias:c1=0.5']
    """
    parser = command_parser("dehusk compare", "Show what each method keeps of a page, block by block.", _EPILOG)
    add = parser.add_argument
    add("page", metavar="PAGE", help=PAGE_HELP)
    add(
        "-m",
        "--methods",
        metavar="NAMES",
        help="comma-separated names (default: the default method, then every other that needs no browser)",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("-o", "--output", metavar="FILE", help="write a web page (FILE.html) instead of a table")
    form.add_argument("--disputed", action="store_true", help="show only the blocks on which methods differ")
    add_hidden(parser)
    add_fetching(parser)
    given = parser.parse_args(arguments)
    every = [DEFAULT_METHOD, *(name for name in plain_methods() if name != DEFAULT_METHOD)]
    names = every if given.methods is None else list(dict.fromkeys(split_specs(given.methods)))
    if not names:
        raise ArgumentError(f"--methods needs a name; known: {', '.join(list_methods())}")
    return CompareOptions(
        page=given.page,
        reading=reading_of(given, [given.page]),
        methods={name: make_method(name) for name in names},
        hidden=given.hidden,
        output=picture_path(given.output, (".html",)) if given.output else None,
        disputed=given.disputed,
    )


def run(arguments: list[str]) -> int:
    """Compare methods on one page; 1 if the page cannot be read.

    >>> run(["no-such-page.html", "--methods", "arias,cetd-ds"])
    1
    """
    options = parse_options(arguments)
    try:
        extractions = _extractions(options)
    except (SourceError, DrawError) as error:
        print_message(error)
        return 1
    compared = compare(extractions, list(options.methods))
    for note in compared.notes:
        print_message(f"{options.page}: {note}")
    if all(extraction.status in {"unreadable", "failed"} for extraction in extractions):
        return 1
    if options.output:
        write_file(options.output, comparison_html(compared))
        print_message(f"wrote {options.output}")
    else:
        _print(compared, disputed=options.disputed)
    return 0


def _extractions(options: CompareOptions) -> list[Extraction]:
    source, methods = options.reading.read(options.page), options.methods.values()
    if any("layout" in method.needs for method in methods):
        # Methods are compared on the same page: if one of them needs it drawn, all are given the drawn page.
        page = draw(source, hidden=options.hidden)
        return [Extractor(method=method).extract(page) for method in methods]
    return [Extractor(method=method, hidden=options.hidden).extract(source) for method in methods]


def _print(compared: Comparison, *, disputed: bool) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    width = shutil.get_terminal_size((100, 24)).columns
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    text = comparison_text(compared, width=width, colour=colour, disputed=disputed)
    print(printable(text, colour=colour) if sys.stdout.isatty() else text)
