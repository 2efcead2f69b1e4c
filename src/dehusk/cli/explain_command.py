"""``dehusk explain PAGE``: draw how a method sees a page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from dehusk.cli.arguments import PAGE_HELP, add_drawing, add_hidden, add_method, command_parser, drawing_of
from dehusk.cli.fetching_options import Reading, add_fetching, reading_of
from dehusk.cli.terminal import print_message
from dehusk.errors import SourceError
from dehusk.extractor import Extractor
from dehusk.layout import Drawing
from dehusk.methods import make_method
from dehusk.pictures.write import picture_path, write_picture

_EPILOG = """\
examples:
  dehusk explain page.html -m arias -o graph.html      the density graph, and every block with its score
  dehusk explain page.html -m cectd-ds -o density.svg  the figure alone
  dehusk explain page.html -m gce -o grid.html         the drawn page with grid, centres, candidates and result
  dehusk explain page.html -o scores.png               the default's heat map as PNG, which needs a browser
"""


@dataclass(frozen=True, slots=True)
class ExplainOptions:
    """What ``dehusk explain`` is to do."""

    page: str
    reading: Reading
    extractor: Extractor
    output: Path


def parse_options(arguments: list[str]) -> ExplainOptions:
    """Parse and check the arguments.

    >>> parse_options(["page.html", "-m", "arias", "-o", "graph.svg"]).extractor.method.name
    'arias'
    """
    description = "Draw how a method sees a page: the figure of its paper where there is one."
    parser = command_parser("dehusk explain", description, _EPILOG)
    add = parser.add_argument
    add("page", metavar="PAGE", help=PAGE_HELP)
    add_method(parser)
    add("-o", "--output", required=True, metavar="FILE", help="a file name that ends in .html, .svg or .png")
    add_hidden(parser)
    add_drawing(parser)
    add_fetching(parser)
    given = parser.parse_args(arguments)
    method, drawing = make_method(given.method), drawing_of(given)
    if "layout" in method.needs:
        drawing = replace(drawing or Drawing(), screenshot=True)
    return ExplainOptions(
        page=given.page,
        reading=reading_of(given, [given.page]),
        extractor=Extractor(method=method, hidden=given.hidden, drawing=drawing),
        output=picture_path(given.output),
    )


def run(arguments: list[str]) -> int:
    """Draw how a method sees one page; 1 if the page cannot be read.

    >>> run(["no-such-page.html", "-o", "picture.svg"])
    1
    """
    options = parse_options(arguments)
    try:
        source = options.reading.read(options.page)
    except SourceError as error:
        print_message(error)
        return 1
    extraction = options.extractor.extract(source)
    if extraction.status in {"unreadable", "failed"}:
        print_message(f"{options.page}: {extraction.status}: {extraction.reason}")
        return 1
    write_picture(extraction, options.output, options.extractor.method)
    print_message(f"wrote {options.output}")
    return 0
