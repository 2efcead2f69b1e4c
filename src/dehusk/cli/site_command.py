"""``dehusk site``: extract pages by comparing those of the same site."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.arguments import add_hidden, command_parser
from dehusk.cli.batch import Written
from dehusk.cli.extract_command import page_bytes
from dehusk.cli.input_pages import Input, find_pages
from dehusk.cli.output_files import check_output_files, output_files, suffix
from dehusk.cli.summary import FAILURES, Summary
from dehusk.cli.terminal import print_message, write_standard_output
from dehusk.errors import ArgumentError, SourceError
from dehusk.output import writer_names
from dehusk.pool import Failure, job_count, map_items
from dehusk.scale.warc_pages import is_warc, read_warc
from dehusk.site import extract_site, list_site_methods, make_site_method
from dehusk.site.site_extraction import host_of
from dehusk.site.site_registry import DEFAULT_SITE_METHOD
from dehusk.source import Source, read
from dehusk.whole_file import write_whole

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from dehusk.page import HiddenPolicy

_EPILOG = """\
examples:
  dehusk site pages/ -o out                     extract every page below a directory
  dehusk site 'pages/*.html' --method temex     write the text of matching files to standard output
  dehusk site crawl.warc.gz -f markdown -o out  extract the pages of a WARC file (needs the extra 'scale')
  dehusk site --list                            list the site methods

Pages of the same host are one site. Pages whose URL is not known are one site if they are in the same directory.
All pages are held in memory.
Exit code: 0 success, 1 some input or output failed, 2 wrong usage.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteOptions:
    """What ``dehusk site`` is to do."""

    pages: list[str]
    """Files, directories, patterns, URLs, or WARC files."""
    method: str
    list_methods: bool
    format: str
    output: str | None
    """A directory; None for standard output."""
    one_site: bool
    hidden: HiddenPolicy
    quiet: bool
    jobs: int


def run(arguments: list[str]) -> int:
    """Extract the pages of sites; 1 if one of them cannot be read.

    >>> run(["--quiet", "no-such-page.html"])
    1
    """
    options = parse_options(arguments)
    if options.list_methods:
        _list_methods()
        return 0
    summary = Summary()
    pages = list(_read_all(options, summary))
    files = _output_files([page for page, _ in pages], options)
    sites = _sites(pages, one_site=options.one_site).values()
    named = ([(pages[number][0].name, pages[number][1]) for number in numbers] for numbers in sites)
    convert = ConvertSite(options.method, options.hidden, options.format)
    started = False
    with closing(map_items(convert, named, jobs=options.jobs, retry_crashed=1)) as answers:
        for numbers, (site, answer) in zip(sites, answers, strict=True):
            found = [Written(b"", "failed", answer.reason)] * len(site) if isinstance(answer, Failure) else answer
            for number, written in zip(numbers, found, strict=True):
                _report(pages[number][0].name, written, summary, options)
                if files is None:
                    write_standard_output(b"\n" * (started and options.format != "json") + written.data)
                    started = True
                elif written.status not in FAILURES:
                    write_whole(files[number], written.data)
    if not options.quiet and summary.counts.total() > 1:
        print_message(summary)
    return 1 if summary.failed else 0


@dataclass(frozen=True, slots=True)
class ConvertSite:
    """What a worker does with the pages of a site.

    >>> convert = ConvertSite("grain-site", "drop", "text")
    >>> [written.data for written in convert([("tea.html", Source.of("<p>Steep it for three minutes."))])]
    [b'Steep it for three minutes.\\n']
    """

    method: str
    hidden: HiddenPolicy
    format: str

    def __call__(self, pages: list[tuple[str, Source]]) -> list[Written]:
        """The pages in a format."""
        sources = [source for _, source in pages]
        found = extract_site(sources, method=make_site_method(self.method), key=lambda _: "", hidden=self.hidden)
        return [
            Written(page_bytes(name, extraction, self.format, {}), extraction.status, extraction.reason)
            for (name, _), extraction in zip(pages, found, strict=True)
        ]


def parse_options(arguments: list[str]) -> SiteOptions:
    """Parse and check the arguments.

    >>> options = parse_options(["pages/", "-m", "temex"])
    >>> options.pages, options.method, options.format
    (['pages/'], 'temex', 'text')
    """
    given = _parser().parse_args(arguments)
    if not (given.pages or given.list):
        raise ArgumentError("name pages, a directory or a WARC file; 'dehusk site --help' describes them")
    make_site_method(given.method)
    return SiteOptions(
        pages=given.pages,
        method=given.method,
        list_methods=given.list,
        format=given.format,
        output=given.output,
        one_site=given.one_site,
        hidden=given.hidden,
        quiet=given.quiet,
        jobs=job_count(given.jobs),
    )


def _parser() -> argparse.ArgumentParser:
    what = "Extract the main content of pages by comparing those of the same site."
    parser = command_parser("dehusk site", what, _EPILOG)
    add = parser.add_argument
    add("pages", nargs="*", metavar="PAGE", help="a file, a directory, a quoted pattern, an http(s) URL or a WARC file")
    add("-m", "--method", default=DEFAULT_SITE_METHOD, metavar="NAME",
        help="site method; --list lists them (default: %(default)s)")  # fmt: skip
    add("--list", action="store_true", help="list the site methods and exit")
    formats = [name for name in writer_names() if name != "isolate"]
    add("-f", "--format", choices=formats, default="text", help="output format (default: %(default)s)")
    add("-o", "--output", metavar="DIR", help="write to files in this directory, named like the pages")
    add("--one-site", action="store_true", help="compare all pages, as pages of one site")
    add_hidden(parser)
    what = "number of worker processes, each for one site at a time, 0 for one per core (default: %(default)s)"
    add("-j", "--jobs", type=int, default=1, metavar="N", help=what)
    add("-q", "--quiet", action="store_true", help="write errors only, no notes, to standard error")
    return parser


def _list_methods() -> None:
    methods = list_site_methods()
    width = max(map(len, methods))
    for name, description in methods.items():
        print(f"{name:{width}}  {description}{' (default)' if name == DEFAULT_SITE_METHOD else ''}")


def _read_all(options: SiteOptions, summary: Summary) -> Iterator[tuple[Input, Source]]:
    """Every page of the input; what cannot be read is reported and counted."""

    def fail(error: SourceError) -> None:
        print_message(error)
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
            for found in read_warc(name):
                if isinstance(found, SourceError):
                    fail(found)
                else:
                    yield Input(found.name), found
        except SourceError as error:
            fail(error)


def _sites(pages: list[tuple[Input, Source]], *, one_site: bool) -> dict[str, list[int]]:
    """The numbers of the pages of each site: by host, else by directory."""
    sites: dict[str, list[int]] = {}
    for number, (page, source) in enumerate(pages):
        site = "" if one_site else host_of(source.url) or os.path.dirname(os.path.abspath(page.name))  # noqa: PTH100, PTH120
        sites.setdefault(site, []).append(number)
    return sites


def _output_files(pages: list[Input], options: SiteOptions) -> list[Path] | None:
    """A file for each page; None if the pages go to standard output."""
    if options.output is None:
        return None
    files = output_files(pages, Path(options.output), suffix(options.format))
    check_output_files(pages, files)
    return files


def _report(name: str, written: Written, summary: Summary, options: SiteOptions) -> None:
    summary.add(name, written.status, written.reason)
    failed = written.status in FAILURES
    if failed or (written.reason and not options.quiet and options.output is None):
        print_message(f"{name}: {written.status}: {written.reason}")
