"""``dehusk PAGE...``: extract pages."""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dehusk.api import chosen_method, extract
from dehusk.cli.arguments import (
    PAGES_HELP,
    add_drawing,
    add_hidden,
    add_method,
    add_writing,
    drawing_of,
    writing_options,
)
from dehusk.cli.batch import Batch, Convert, Written, to_standard_output
from dehusk.cli.inputs import Input, Inputs, find_pages
from dehusk.cli.summary import Summary
from dehusk.cli.targets import check_targets, suffix, targets
from dehusk.errors import ArgumentError, SourceError
from dehusk.layout import find_browser
from dehusk.limits import Limits
from dehusk.output import WRITERS, to_dict
from dehusk.output.isolate import isolated_bytes
from dehusk.page.text import encodable
from dehusk.scale import process_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.content import Extraction
    from dehusk.source import Source

_FILE_SUFFIXES = {".jsonl", *map(suffix, WRITERS)}

_EPILOG = """\
examples:
  dehusk page.html                        the content of a file, as text
  dehusk https://example.org/story        of a web page
  curl -s URL | dehusk -                  of standard input
  dehusk --format markdown a.html         as Markdown; --front-matter, --wrap 80, --no-links …
  dehusk --format html -o out.html a.html clean HTML into a file
  dehusk --format isolate a.html          the page itself, all but the content hidden
  dehusk pages/ -o out --jobs 4           every page of a directory into another, in four processes
  dehusk 'pages/**/*.htm*' --metadata     what is known about the pages of a pattern, a line of JSON each
  dehusk site pages/ -o out               the same, comparing the pages of each site
  dehusk --method arias:c1=0.5 a.html     another method, with a parameter
  dehusk methods                          the methods there are
  dehusk compare a.html                   what each method keeps of a page
  dehusk explain a.html -o a.svg          a picture of how a method sees a page
  dehusk --scripts https://example.org/   of a page that its scripts make, drawn by a browser
  dehusk snapshot URL -o page.mhtml       saves a page with its styles and pictures

Content goes to standard output, everything else to standard error.
Exit code: 0 all went well, 1 some input failed, 2 wrong usage.
'dehusk COMMAND --help' tells more about bench, compare, explain, methods, site and train.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "dehusk",
        usage="dehusk [options] PAGE [PAGE ...]\n"
        "       dehusk bench|compare|explain|methods|site|snapshot|train [options] ...",
        description="Extract the main content of web pages.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    limits = Limits()
    add = parser.add_argument
    add("pages", nargs="+", metavar="PAGE", help=PAGES_HELP)
    add_method(parser)
    add("--favor", choices=("precision", "recall"), help="keep less or more (default method only)")
    add("--model", metavar="FILE", help="a model made by 'dehusk train' (default method only)")
    add("-f", "--format", choices=WRITERS, default="text", help="what to write (default: %(default)s)")
    add_writing(parser)
    add("--metadata", action="store_true", help="write what is known about the page instead of its content, as JSON")
    add("-o", "--output", metavar="OUT", help="write to a file; of several pages, to a directory with their names")
    add("--skip-existing", action="store_true", help="with an output directory: only the pages that have no file yet")
    add(
        "-j",
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="how many processes, 0 for one a core (default: %(default)s)",
    )
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
        help="what fetching, and parsing, one page may take (default: %(default)s)",
    )
    add("-q", "--quiet", action="store_true", help="no notes on standard error, only errors")
    add_drawing(parser)
    add("--version", action="version", version=f"dehusk {version('dehusk')}")
    return parser


def run(arguments: list[str]) -> int:
    """Extract each page; 1 if one of them could not be read.

    >>> run(["--quiet", "no-such-page.html"])
    1
    """
    options = _parser().parse_args(arguments)
    # A wrong method, favor or model is an error of usage, whatever the pages are.
    method = chosen_method(options.method, options.favor, options.model)
    writing_options(options)
    if drawing_of(options) or "layout" in method.needs:
        find_browser()
    options.limits = Limits(bytes=options.max_bytes, seconds=options.max_seconds)
    if options.metadata:
        options.format = "metadata"
    jobs = process_count(options.jobs)
    inputs = find_pages(options.pages, leave_out=options.output)
    directory = _output_directory(options, inputs)
    if options.format == "isolate" and directory is None and not inputs.one_page:
        raise ArgumentError("--format isolate writes one whole document: name one page, or a directory with -o")
    summary = Summary()
    for error in inputs.problems:
        print(f"dehusk: {error}", file=sys.stderr)
        summary.add(error.name, "not read", f"{error.cause} ({error.remedy})")
    convert = Convert(partial(_written, options=options), options.limits)
    with _batch(options, inputs, directory, summary) as batch:
        try:
            batch.run(convert, jobs, summary)
        except KeyboardInterrupt:
            _sum_up(summary, options, f"stopped after {summary.counts.total():,} of {len(inputs.pages):,} pages: ")
            raise
    _sum_up(summary, options)
    return 1 if summary.failed else 0


def _sum_up(summary: Summary, options: argparse.Namespace, stopped: str = "") -> None:
    if not options.quiet and (stopped or summary.counts.total() > 1):
        print(f"dehusk: {stopped}{summary}", file=sys.stderr)


def _output_directory(options: argparse.Namespace, inputs: Inputs) -> Path | None:
    """The directory that output goes to; None if it goes to a file or to standard output."""
    name = options.output
    path = Path(name or "")
    to_directory = bool(name) and (path.is_dir() or name.endswith(("/", os.sep)) or not inputs.one_page)
    if options.skip_existing and not to_directory:
        raise ArgumentError("--skip-existing is for an output directory: -o DIR")
    if not to_directory:
        return None
    if not path.is_dir() and not name.endswith(("/", os.sep)) and path.suffix in _FILE_SUFFIXES:
        remedy = f"several pages go to a directory: -o {path.with_suffix('')}; for one file, use > {name}"
        raise SourceError(name, "looks like a file", remedy)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SourceError(name, error.strerror or str(error), "choose another output directory") from error
    return path


def _once(pages: list[Input]) -> list[Input]:
    """A page that is named twice, as itself and by its directory, is one page."""
    first: dict[str, Input] = {}
    for page in pages:
        first.setdefault(page.name if page.base is None else os.path.abspath(page.name), page)  # noqa: PTH100
    return list(first.values())


@contextmanager
def _batch(options: argparse.Namespace, inputs: Inputs, directory: Path | None, summary: Summary) -> Iterator[Batch]:
    """The pages with where they go."""
    names = [page.name for page in inputs.pages]
    batch = partial(Batch, between=b"" if options.format in {"json", "metadata"} else b"\n", quiet=options.quiet)
    if directory is not None:
        pages = _once(inputs.pages)
        files = targets(pages, directory, suffix(options.format))
        check_targets(pages, files)
        left = [
            (page.name, file)
            for page, file in zip(pages, files, strict=True)
            if not (options.skip_existing and file.exists())
        ]
        if len(left) < len(pages):
            summary.counts["skipped"] = len(pages) - len(left)
        yield batch([name for name, _ in left], [file for _, file in left], None)
    elif options.output is None:
        yield batch(names, None, to_standard_output)
    else:
        if Path(options.output).resolve() in {Path(name).resolve() for name in names}:
            raise SourceError(options.output, "is also a page to read", "choose another output file")
        try:
            with Path(options.output).open("wb") as file:
                yield batch(names, None, file.write)
        except OSError as error:
            raise SourceError(options.output, error.strerror or str(error), "choose another output file") from error


def _written(source: Source, options: argparse.Namespace) -> Written:
    extraction = _extract(source, options)
    if options.format == "isolate":
        # Bytes as they came: the page says itself what encoding it is in.
        data = isolated_bytes(extraction)
    elif options.format == "json":
        data = _json_line(source.name, to_dict(extraction))
    elif options.format == "metadata":
        data = _json_line(source.name, extraction.metadata.to_dict())
    else:
        written = WRITERS[options.format](extraction, writing_options(options)).rstrip("\n")
        data = f"{written}\n".encode() if written else b""
    return Written(data, extraction.status, extraction.reason)


def _json_line(name: str, known: dict[str, Any]) -> bytes:
    """What is known of a page, led by its name: a line may have many others around it."""
    return (json.dumps({"page": encodable(name), **known}, ensure_ascii=False) + "\n").encode()


def _extract(source: Source, options: argparse.Namespace) -> Extraction:
    return extract(
        source,
        url=options.url,
        method=options.method,
        favor=options.favor,
        model=options.model,
        hidden=options.hidden,
        limits=options.limits,
        drawing=drawing_of(options),
    )
