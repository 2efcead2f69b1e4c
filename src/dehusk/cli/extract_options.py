"""The arguments of ``dehusk PAGE...``, parsed and checked."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Literal, get_args

import dehusk
from dehusk._core import COMPILED
from dehusk.cli.arguments import (
    PAGES_HELP,
    add_drawing,
    add_hidden,
    add_method,
    add_writing,
    command_parser,
    drawing_of,
    option_names,
    writer_options,
)
from dehusk.cli.fetching_options import Reading, add_fetching, reading_of
from dehusk.cli.input_pages import listed_pages
from dehusk.errors import ArgumentError
from dehusk.extractor import Extractor
from dehusk.limits import Limits
from dehusk.output import check_options, load_writer, writer_names
from dehusk.pool import job_count
from dehusk.source import is_url

QualityPolicy = Literal["report", "drop"]
METADATA = "metadata"
"""The format of ``--metadata``: JSON without the content."""

_USAGE = """\
dehusk [options] PAGE [PAGE ...]
       dehusk bench|compare|explain|export|label|methods|run|site|snapshot|train [options] ..."""
_EPILOG = """\
examples:
  dehusk page.html                        extract a file as text
  dehusk https://example.org/story        extract a web page
  curl -s URL | dehusk -                  extract standard input
  dehusk -i urls.txt -o out --jobs 4      extract the pages that a file lists
  dehusk --format markdown a.html         write Markdown
  dehusk --format html -o out.html a.html write clean HTML to a file
  dehusk --format isolate a.html          write the page itself with everything but its content hidden
  dehusk pages/ -o out --jobs 4           extract every page below a directory, with four processes
  dehusk 'pages/**/*.htm*' --metadata     write the metadata of matching files, one line of JSON per page
  dehusk --method arias:c1=0.5 a.html     use another method, with a parameter
  dehusk --scripts https://example.org/   run the page's scripts in a browser first
  dehusk methods                          list the methods
  dehusk site pages/ -o out               compare the pages of each site to find what they repeat
  dehusk run crawl/ -o out                extract a crawl (WARC, Parquet ...) and account for every record
  dehusk compare a.html                   show what each method keeps of a page
  dehusk explain a.html -o a.svg          draw how a method sees a page
  dehusk label pages/ -o labels.jsonl     label pages by hand, for training and benchmarks
  dehusk snapshot URL -o page.mhtml       save a page with its style sheets and images
  dehusk mcp                              serve tools for language models (MCP)

Content is written to standard output, everything else to standard error.
Exit code: 0 success, 1 some input or output failed, 2 wrong usage.
'dehusk COMMAND --help' describes bench, compare, explain, export, label, mcp, methods, run, site, snapshot and train.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractOptions:
    """What ``dehusk PAGE...`` is to do."""

    pages: list[str]
    """Files, directories, patterns, URLs, or ``-``."""
    listed: bool
    """Whether a file lists pages."""
    extractor: Extractor
    url: str | None
    """The address of the pages, where they do not have one of their own."""
    format: str
    """The name of a writer, or :data:`METADATA`."""
    writer_options: dict[str, object]
    output: str | None
    """A file or a directory; None for standard output."""
    skip_existing: bool
    jobs: int
    memory: int | None
    """Bytes that a worker process may use."""
    quiet: bool
    quality: QualityPolicy | None
    """What to do about pages that are not worth keeping; None for nothing."""
    reading: Reading


def parse_options(arguments: list[str]) -> ExtractOptions:
    """Parse and check the arguments.

    >>> options = parse_options(["page.html", "--favor", "recall"])
    >>> options.pages, options.extractor.method.favor, options.format
    (['page.html'], 'recall', 'text')
    """
    parser = _parser()
    given = parser.parse_args(arguments)
    given.pages += listed_pages(given.input) if given.input else []
    if not given.pages and not given.input:
        parser.error("the following arguments are required: PAGE")
    if given.url is not None and not is_url(given.url):
        raise ArgumentError(f"--url must be an http(s) URL such as https://example.org/page, not {given.url!r}")
    written = writer_options(given)
    if given.metadata and written:
        raise ArgumentError(f"--metadata has no content to write: it cannot be used with {option_names(written)}")
    if given.url is not None and (addresses := [page for page in given.pages if is_url(page)]):
        raise ArgumentError(f"--url is for pages that have no address of their own, unlike {addresses[0]}")
    if given.fragment and given.format != "html":
        raise ArgumentError("--fragment is for --format html")
    if given.format == "html" and given.output and not given.fragment:
        written["document"] = True
    if "fields" in written:
        # Loads writers, which other options do without.
        from dehusk.output.json_writer import check_fields

        check_fields(written["fields"])
    if not given.metadata:
        check_options(given.format, load_writer(given.format), written)
    extractor = Extractor(
        method=given.method,
        favor=given.favor,
        headline=given.headline,
        model=given.model,
        hidden=given.hidden,
        limits=Limits(bytes=given.max_bytes, seconds=given.max_seconds),
        drawing=drawing_of(given),
    )
    return ExtractOptions(
        pages=given.pages,
        listed=given.input is not None,
        extractor=extractor,
        url=given.url,
        format=METADATA if given.metadata else given.format,
        writer_options=written,
        output=given.output,
        skip_existing=given.skip_existing,
        jobs=job_count(given.jobs),
        memory=given.max_memory,
        quiet=given.quiet,
        quality=given.quality,
        reading=reading_of(given, given.pages),
    )


class _PrintVersion(argparse.Action):
    """Unlike argparse's own action, looks the version up only when it is asked for: that takes long."""

    def __call__(self, parser: argparse.ArgumentParser, *_others: object) -> None:
        print(f"dehusk {dehusk.__version__}{'' if COMPILED else ' (not compiled: slow)'}")
        parser.exit()


def _favor(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def _parser() -> argparse.ArgumentParser:
    parser = command_parser("dehusk", "Extract the main content of web pages.", _EPILOG, _USAGE)
    limits = Limits()
    add = parser.add_argument
    add("pages", nargs="*", metavar="PAGE", help=PAGES_HELP)
    add("-i", "--input", metavar="FILE", help="read names of pages from this file, one per line; - for standard input")
    add_method(parser)
    what = "keep less (precision) or more (recall); or the beta of F-beta (methods with this parameter)"
    add("--favor", type=_favor, metavar="{precision,recall,NUMBER}", help=what)
    what = "keep or drop the page's headline (methods with this parameter)"
    add("--headline", action=argparse.BooleanOptionalAction, help=what)
    add("--model", metavar="FILE", help="a model that 'dehusk train' wrote (methods with this parameter)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "-f", "--format", choices=writer_names(), default="text", help="output format (default: %(default)s)"
    )
    form.add_argument("--metadata", action="store_true", help="write metadata as JSON instead of the content")
    add_writing(parser)
    add("-o", "--output", metavar="OUT", help="write to this file; for several pages, to files in this directory")
    add("--skip-existing", action="store_true", help="skip pages whose file in the output directory exists")
    add(
        "-j",
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="number of worker processes, 0 for one per core (default: %(default)s)",
    )
    add("--url", metavar="URL", help="address of a page that is read from a file, which makes its links absolute")
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
        help="time limit for fetching and for extracting a page; with --jobs, for both (default: %(default)s)",
    )
    what = "bytes of memory that a worker process may use; a page that needs more fails (Linux only)"
    add("--max-memory", type=int, metavar="N", help=what)
    what = "report pages that are not worth keeping (error pages, logins, paywalls ...), or drop them, with the reason"
    add("--quality", choices=get_args(QualityPolicy), help=what)
    add("-q", "--quiet", action="store_true", help="write errors only, no notes, to standard error")
    add_fetching(parser)
    add_drawing(parser)
    add("--version", action=_PrintVersion, nargs=0, help="print the version and exit")
    return parser
