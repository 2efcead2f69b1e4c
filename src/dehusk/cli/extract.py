"""``dehusk PAGE...``: extract pages."""

from __future__ import annotations

import argparse
import io
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.api import extract
from dehusk.cli.arguments import PAGE_HELP, add_hidden, add_method, add_writing, writing_options
from dehusk.errors import ArgumentError, SourceError
from dehusk.limits import Limits
from dehusk.output import WRITERS
from dehusk.output.isolate import isolated_bytes
from dehusk.source import read

if TYPE_CHECKING:
    from typing import TextIO

    from dehusk.content import Extraction

_EPILOG = """\
examples:
  dehusk page.html                        the content of a file, as text
  dehusk https://example.org/story        of a web page
  curl -s URL | dehusk -                  of standard input
  dehusk --format markdown a.html         as Markdown; --front-matter, --wrap 80, --no-links …
  dehusk --format html -o out.html a.html clean HTML into a file
  dehusk --format isolate a.html          the page itself, all but the content hidden
  dehusk --method arias:c1=0.5 a.html     another method, with a parameter
  dehusk methods                          the methods there are
  dehusk compare a.html                   what each method keeps of a page
  dehusk explain a.html -o a.svg          a picture of how a method sees a page

Content goes to standard output, everything else to standard error.
Exit code: 0 all went well, 1 some input failed, 2 wrong usage.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "dehusk",
        usage="dehusk [options] PAGE [PAGE ...]\n       dehusk bench|compare|explain|methods|train [options] ...",
        description="Extract the main content of web pages.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    limits = Limits()
    add = parser.add_argument
    add("pages", nargs="+", metavar="PAGE", help=PAGE_HELP)
    add_method(parser)
    add("--favor", choices=("precision", "recall"), help="keep less or more (default method only)")
    add("--model", metavar="FILE", help="a model made by 'dehusk train' (default method only)")
    add("-f", "--format", choices=WRITERS, default="text", help="what to write (default: %(default)s)")
    add_writing(parser)
    add("-o", "--output", metavar="FILE", help="write to a file instead of standard output")
    add("--url", help="where the page is from, if it is read from a file: makes links absolute")
    add_hidden(parser)
    add(
        "--max-bytes",
        type=int,
        default=limits.bytes,
        metavar="N",
        help="cut larger pages (default: %(default)s)",
    )
    add(
        "--max-seconds",
        type=float,
        default=limits.seconds,
        metavar="S",
        help="per page (default: %(default)s)",
    )
    add("-q", "--quiet", action="store_true", help="no notes on standard error, only errors")
    add("--version", action="version", version=f"dehusk {version('dehusk')}")
    return parser


def run(arguments: list[str]) -> int:
    """Extract each page; 1 if one of them could not be read.

    >>> run(["--quiet", "no-such-page.html"])
    1
    """
    options = _parser().parse_args(arguments)
    # A wrong method, favor or model is an error of usage, whatever the pages are.
    extract("", method=options.method, favor=options.favor, model=options.model)
    if options.format == "isolate" and len(options.pages) > 1:
        raise ArgumentError("--format isolate writes one whole document: name one page")
    options.limits = Limits(bytes=options.max_bytes, seconds=options.max_seconds)
    if options.output is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        return _write_all(options, sys.stdout)
    if Path(options.output).resolve() in {Path(name).resolve() for name in options.pages}:
        raise SourceError(options.output, "is also a page to read", "choose another output file")
    try:
        with Path(options.output).open("w", encoding="utf-8") as file:
            return _write_all(options, file)
    except OSError as error:
        raise SourceError(options.output, error.strerror or str(error), "choose another output file") from error


def _write_all(options: argparse.Namespace, out: TextIO) -> int:
    write, writing = WRITERS[options.format], writing_options(options)
    failed = 0
    for place, name in enumerate(options.pages):
        try:
            extraction = _extract(name, options)
        except SourceError as error:
            print(f"dehusk: {error}", file=sys.stderr)
            failed += 1
            continue
        _tell(name, extraction, quiet=options.quiet)
        failed += extraction.status in {"unreadable", "failed"}
        if options.format == "isolate":
            # Bytes as they came: the page says itself what encoding it is in.
            out.buffer.write(isolated_bytes(extraction))
            out.buffer.flush()
            continue
        if place and options.format != "json":
            out.write("\n")
        out.write(write(extraction, writing).rstrip("\n") + "\n")
        out.flush()
    return 1 if failed else 0


def _extract(name: str, options: argparse.Namespace) -> Extraction:
    source = read(name, options.limits)
    return extract(
        source.data,
        url=options.url or source.url,
        headers=source.headers,
        method=options.method,
        favor=options.favor,
        model=options.model,
        hidden=options.hidden,
        limits=options.limits,
    )


def _tell(name: str, extraction: Extraction, *, quiet: bool) -> None:
    """Say on standard error what there is to say about a page."""
    failed = extraction.status in {"unreadable", "failed"}
    if failed or (extraction.reason and not quiet):
        print(f"dehusk: {name}: {extraction.status}: {extraction.reason}", file=sys.stderr)
