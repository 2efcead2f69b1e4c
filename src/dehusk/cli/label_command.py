"""``dehusk label PAGE...``: write a web page in which one chooses what of these pages is content."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from dehusk.cli.arguments import PAGES_HELP, command_parser
from dehusk.cli.fetching_options import Reading, add_fetching, reading_of
from dehusk.cli.input_pages import find_pages, listed_pages
from dehusk.cli.output_files import check_output_files
from dehusk.cli.terminal import print_message
from dehusk.errors import ArgumentError, SourceError
from dehusk.extractor import Extractor
from dehusk.labelling import PageToLabel, label_html, page_to_label
from dehusk.whole_file import write_whole

_EPILOG = """\
examples:
  dehusk label page.html                      write labels.html; open it, choose the blocks, and save labels.jsonl
  dehusk label pages/ -o tea.jsonl            label all pages of a directory, one after the other, with tea.html
  dehusk label -i urls.txt -o tea.jsonl       label the pages that a file lists
  dehusk label pages/ --model mine.npz        start from what your own model keeps
  dehusk train labels.jsonl -o mine.npz       what the labels are for; also 'dehusk bench run labels.jsonl'

The web page needs no network and no server. The browser keeps the labels of unfinished pages.
Exit code: 0 success, 1 some page could not be read or the web page not be written, 2 wrong usage.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelOptions:
    """What ``dehusk label`` is to do."""

    pages: list[str]
    """Files, directories, patterns, URLs, or ``-``."""
    output: Path
    """The file of labelled pages that the web page saves."""
    extractor: Extractor
    reading: Reading

    @property
    def web_page(self) -> Path:
        """The file that is written."""
        return self.output.with_suffix(".html")


def parse_options(arguments: list[str]) -> LabelOptions:
    """Parse and check the arguments.

    >>> parse_options(["pages/", "-o", "out/tea.jsonl"]).web_page.as_posix()
    'out/tea.html'
    """
    parser = command_parser("dehusk label", "Label pages by hand: choose the blocks that are content.", _EPILOG)
    add = parser.add_argument
    add("pages", nargs="*", metavar="PAGE", help=PAGES_HELP)
    add("-i", "--input", metavar="FILE", help="read names of pages from this file, one per line; - for standard input")
    what = "name of the file to save, which ends in .jsonl; the web page FILE.html is written (default: %(default)s)"
    add("-o", "--output", type=Path, default="labels.jsonl", metavar="FILE", help=what)
    add("--model", metavar="FILE", help="start from what this model keeps, which 'dehusk train' wrote")
    add_fetching(parser)
    given = parser.parse_args(arguments)
    given.pages += listed_pages(given.input) if given.input else []
    if not given.pages and not given.input:
        parser.error("the following arguments are required: PAGE")
    if given.output.suffix != ".jsonl":
        raise ArgumentError(f"{given.output}: the name of a file of labelled pages must end in .jsonl")
    return LabelOptions(
        pages=given.pages,
        output=given.output,
        extractor=Extractor(model=given.model),
        reading=reading_of(given, given.pages),
    )


def run(arguments: list[str]) -> int:
    """Write the web page; 1 if a page cannot be read.

    >>> run(["no-such-page.html"])
    1
    """
    options = parse_options(arguments)
    found = find_pages(options.pages)
    for error in found.problems:
        print_message(error)
    # The web page of an earlier run may be in a directory of pages.
    own = os.path.realpath(options.web_page)
    inputs = [page for page in found.pages if page.name in options.pages or os.path.realpath(page.name) != own]
    check_output_files(inputs, [options.web_page])
    names = list(dict.fromkeys(page.name for page in inputs))
    pages = [page for page in (_page(name, options) for name in names) if page is not None]
    if not pages:
        return 1
    write_whole(options.web_page, label_html(pages, options.output.name, options.extractor.method.name).encode())
    count = f"{len(pages):,} page{'s' * (len(pages) != 1)}"
    print_message(f"wrote {options.web_page} with {count}: open it in a browser; it saves {options.output.name}")
    return 1 if found.problems or len(pages) < len(names) else 0


def _page(name: str, options: LabelOptions) -> PageToLabel | None:
    """A page to label; None, and a message, if there is nothing to label."""
    try:
        source = options.reading.read(name)
    except SourceError as error:
        print_message(error)
        return None
    if source.problem:
        print_message(f"{name}: {source.problem}")
        return None
    # The text, not the source: it is what is saved, and what is parsed when the labels are used.
    extraction = options.extractor.extract(source.html, url=source.page_url)
    page = page_to_label(extraction, source.html, name)
    if not page.texts:
        print_message(f"{name}: {extraction.reason or 'the page has no text'}")
        return None
    return page
