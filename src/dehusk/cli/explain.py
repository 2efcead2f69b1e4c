"""``dehusk explain PAGE``: the picture of how a method saw a page."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from dehusk.api import extract
from dehusk.cli.arguments import PAGE_HELP, add_drawing, add_hidden, add_method, drawing_of
from dehusk.errors import SourceError
from dehusk.layout import Drawing
from dehusk.methods import make_method
from dehusk.pictures.write import picture_path, write_picture
from dehusk.source import read

_EPILOG = """\
examples:
  dehusk explain page.html -m arias -o graph.html      the density graph, and every block with its score
  dehusk explain page.html -m cectd-ds -o density.svg  the picture alone
  dehusk explain page.html -m gce -o grid.html         the drawn page with grid, centres, candidates and winner
  dehusk explain page.html -o scores.png               the default's heat map as PNG, drawn by Chromium or Chrome
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "dehusk explain",
        description="Draw how a method saw a page: the paper's own picture where there is one.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("page", metavar="PAGE", help=PAGE_HELP)
    add_method(parser)
    add("-o", "--output", required=True, metavar="FILE", help="a name that ends in .html, .svg or .png")
    add_hidden(parser)
    add_drawing(parser)
    return parser


def run(arguments: list[str]) -> int:
    """Draw the picture of one page; 1 if the page could not be read.

    >>> run(["no-such-page.html", "-o", "picture.svg"])
    1
    """
    options = _parser().parse_args(arguments)
    method, path = make_method(options.method), picture_path(options.output)
    try:
        source = read(options.page)
    except SourceError as error:
        print(f"dehusk: {error}", file=sys.stderr)
        return 1
    drawing = drawing_of(options)
    if method.needs:
        drawing = replace(drawing or Drawing(), screenshot=True)
    extraction = extract(source, method=method, hidden=options.hidden, drawing=drawing)
    if extraction.status in {"unreadable", "failed"}:
        print(f"dehusk: {options.page}: {extraction.status}: {extraction.reason}", file=sys.stderr)
        return 1
    write_picture(extraction, path, method)
    print(f"dehusk: wrote {path}", file=sys.stderr)
    return 0
