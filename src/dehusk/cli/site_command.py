"""``dehusk site``: extract pages by comparing those of the same site."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.arguments import add_hidden
from dehusk.cli.batch import to_standard_output
from dehusk.cli.inputs import Input, find_pages
from dehusk.cli.summary import FAILURES, Summary
from dehusk.cli.targets import check_targets, suffix, targets, write_whole
from dehusk.errors import ArgumentError, SourceError
from dehusk.output import WRITERS
from dehusk.site import extract_site, list_site_methods, make_site_method
from dehusk.site.site_extraction import DEFAULT_SITE_METHOD, host_of
from dehusk.site.warc_pages import is_warc, read_warc
from dehusk.source import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.content import Extraction
    from dehusk.source import Source

_EPILOG = """\
examples:
  dehusk site pages/ -o out                       every page below a directory, into another
  dehusk site 'pages/*.html' --method temex       the text of the pages of a pattern, one after the other
  dehusk site crawl.warc.gz -f markdown -o out    the pages of a WARC file (needs the extra 'scale')
  dehusk site --list                              the site methods

Pages of the same host are one site. Where the address of a page is not known, those of the same directory are.
All pages of the input are held in memory.
Exit code: 0 all went well, 1 some input failed, 2 wrong usage.
"""


def run(arguments: list[str]) -> int:
    """Extract the pages of sites; 1 if one of them could not be read.

    >>> run(["--quiet", "no-such-page.html"])
    1
    """
    options = _parser().parse_args(arguments)
    if options.list:
        _list_methods()
        return 0
    if not options.pages:
        raise ArgumentError("name pages, a directory or a WARC file; 'dehusk site --help' tells more")
    make_site_method(options.method)
    summary = Summary()
    pages = list(_read_all(options, summary))
    files = _output_files([page for page, _ in pages], options)
    started = False
    for numbers in _sites(pages, one_site=options.one_site).values():
        sources = [pages[number][1] for number in numbers]
        found = extract_site(sources, method=options.method, key=lambda _: "", hidden=options.hidden)
        for number, extraction in zip(numbers, found, strict=True):
            _tell(pages[number][0].name, extraction, summary, options)
            written = WRITERS[options.format](extraction).rstrip("\n")
            data = f"{written}\n".encode() if written else b""
            if files is None:
                to_standard_output(b"\n" * (started and options.format != "json") + data)
                started = True
            elif extraction.status not in FAILURES:
                write_whole(files[number], data)
    if not options.quiet and summary.counts.total() > 1:
        print(f"dehusk: {summary}", file=sys.stderr)
    return 1 if summary.failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "dehusk site",
        description="Extract the main content of pages by comparing those of the same site.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("pages", nargs="*", metavar="PAGES", help="files, directories, patterns in quotes, or WARC files")
    add("-m", "--method", default=DEFAULT_SITE_METHOD, metavar="NAME",
        help="how to compare pages: see --list (default: %(default)s)")  # fmt: skip
    add("--list", action="store_true", help="list the site methods")
    formats = sorted(WRITERS.keys() - {"isolate"})
    add("-f", "--format", choices=formats, default="text", help="what to write (default: %(default)s)")
    add("-o", "--output", metavar="DIR", help="write to files in this directory, with the names of the pages")
    add("--one-site", action="store_true", help="take all pages for pages of one site")
    add_hidden(parser)
    add("-q", "--quiet", action="store_true", help="no notes on standard error, only errors")
    return parser


def _list_methods() -> None:
    known = list_site_methods()
    width = max(map(len, known))
    for name, description in known.items():
        print(f"{name:{width}}  {description}{' (default)' if name == DEFAULT_SITE_METHOD else ''}")


def _read_all(options: argparse.Namespace, summary: Summary) -> Iterator[tuple[Input, Source]]:
    """Every page of the input; what cannot be read is told and counted."""

    def fail(error: SourceError) -> None:
        print(f"dehusk: {error}", file=sys.stderr)
        summary.add(error.name, "not read", f"{error.cause} ({error.remedy})")

    inputs = find_pages([name for name in options.pages if not is_warc(name)], leave_out=options.output)
    for error in inputs.problems:
        fail(error)
    for page in inputs.pages:
        try:
            yield page, read(page.name)
        except SourceError as error:
            fail(error)
    for name in filter(is_warc, options.pages):
        try:
            for source in read_warc(name):
                yield Input(source.name), source
        except SourceError as error:
            fail(error)


def _sites(pages: list[tuple[Input, Source]], *, one_site: bool) -> dict[str, list[int]]:
    """The numbers of the pages of each site: by host, else by directory."""
    sites: dict[str, list[int]] = {}
    for number, (page, source) in enumerate(pages):
        site = "" if one_site else host_of(source.url) or os.path.dirname(os.path.abspath(page.name))  # noqa: PTH100, PTH120
        sites.setdefault(site, []).append(number)
    return sites


def _output_files(pages: list[Input], options: argparse.Namespace) -> list[Path] | None:
    """A file for each page; None if the pages go to standard output."""
    if options.output is None:
        return None
    files = targets(pages, Path(options.output), suffix(options.format))
    check_targets(pages, files)
    return files


def _tell(name: str, extraction: Extraction, summary: Summary, options: argparse.Namespace) -> None:
    summary.add(name, extraction.status, extraction.reason)
    failed = extraction.status in FAILURES
    if failed or (extraction.reason and not options.quiet and options.output is None):
        print(f"dehusk: {name}: {extraction.status}: {extraction.reason}", file=sys.stderr)
