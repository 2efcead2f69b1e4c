"""``dehusk compare PAGE``: what several methods kept of a page."""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys

from dehusk.api import extract
from dehusk.cli.arguments import PAGE_HELP, add_hidden
from dehusk.errors import ArgumentError, DrawError, SourceError
from dehusk.layout import draw
from dehusk.methods import make_method, methods
from dehusk.methods.registry import plain_methods, split_specs
from dehusk.pictures.comparison import compare
from dehusk.pictures.comparison_html import comparison_html
from dehusk.pictures.comparison_text import comparison_text
from dehusk.pictures.write import picture_path, write_file
from dehusk.source import read

_EPILOG = """\
examples:
  dehusk compare page.html                                every method, side by side in the terminal
  dehusk compare page.html --methods arias,cectd-ds       two of them
  dehusk compare page.html --methods arias,arias:c1=0.5   one with two settings
  dehusk compare page.html --disputed                     only the blocks on which they differ
  dehusk compare page.html -o compare.html                as a web page with filters
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "dehusk compare",
        description="Show what each method kept of a page, block by block.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("page", metavar="PAGE", help=PAGE_HELP)
    add(
        "-m",
        "--methods",
        metavar="NAMES",
        help="names with commas between: see 'dehusk methods' (default: every method that needs no browser)",
    )
    add("-o", "--output", metavar="FILE", help="write a web page (FILE.html) instead of a table")
    add("--disputed", action="store_true", help="in the terminal, only the blocks on which methods differ")
    add_hidden(parser)
    return parser


def run(arguments: list[str]) -> int:
    """Compare methods on one page; 1 if the page could not be read.

    >>> run(["no-such-page.html", "--methods", "arias,cetd-ds"])
    1
    """
    options = _parser().parse_args(arguments)
    names = _names(options.methods)
    chosen = [make_method(name) for name in names]
    path = picture_path(options.output, (".html",)) if options.output else None
    try:
        source = read(options.page)
        # Methods are compared on one page: if one of them needs it drawn, the others are given it drawn too.
        page = draw(source, hidden=options.hidden) if any(method.needs for method in chosen) else source
    except (SourceError, DrawError) as error:
        print(f"dehusk: {error}", file=sys.stderr)
        return 1
    extractions = [extract(page, method=method, hidden=options.hidden) for method in chosen]
    compared = compare(extractions, names)
    for note in compared.notes:
        print(f"dehusk: {options.page}: {note}", file=sys.stderr)
    if all(extraction.status in {"unreadable", "failed"} for extraction in extractions):
        return 1
    if path:
        write_file(path, comparison_html(compared))
        print(f"dehusk: wrote {path}", file=sys.stderr)
    else:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        width = shutil.get_terminal_size((100, 24)).columns
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        print(comparison_text(compared, width=width, colour=colour, disputed=options.disputed))
    return 0


def _names(given: str | None) -> list[str]:
    """The methods asked for; all of them if none is."""
    names = plain_methods() if given is None else list(dict.fromkeys(split_specs(given)))
    if not names:
        raise ArgumentError(f"--methods needs a name; known: {', '.join(methods())}")
    return names
