"""``dehusk snapshot PAGE -o page.mhtml``: save a page with its style sheets and images."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.arguments import add_drawing, command_parser, drawing_of
from dehusk.cli.fetching_options import Reading, add_fetching, reading_of
from dehusk.cli.terminal import print_message
from dehusk.errors import ArgumentError, DrawError, SourceError
from dehusk.layout import snapshot
from dehusk.whole_file import write_whole

if TYPE_CHECKING:
    from dehusk.layout import Drawing

_EPILOG = """\
examples:
  dehusk snapshot https://example.org/story -o story.mhtml       save the page as the server sends it
  dehusk snapshot https://example.org/ -o page.mhtml --scripts   save it after its scripts have run
  dehusk story.mhtml                                             extract the saved page, without a browser
  dehusk story.mhtml --method gce                                this method draws it, without the network
"""


@dataclass(frozen=True, slots=True)
class SnapshotOptions:
    """What ``dehusk snapshot`` is to do."""

    page: str
    reading: Reading
    output: Path
    drawing: Drawing | None


def parse_options(arguments: list[str]) -> SnapshotOptions:
    """Parse and check the arguments.

    >>> parse_options(["page.html", "-o", "page.html"])
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: page.html: the file name must end in .mhtml
    """
    description = "Save a page with its style sheets and images as one MHTML file."
    parser = command_parser("dehusk snapshot", description, _EPILOG)
    parser.add_argument("page", metavar="PAGE", help="an http(s) URL or a file")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="a file name that ends in .mhtml")
    add_drawing(parser, always=True)
    add_fetching(parser)
    given = parser.parse_args(arguments)
    output = Path(given.output)
    if output.suffix.lower() not in {".mhtml", ".mht"}:
        raise ArgumentError(f"{given.output}: the file name must end in .mhtml")
    return SnapshotOptions(given.page, reading_of(given, [given.page]), output, drawing_of(given))


def run(arguments: list[str]) -> int:
    """Save a page; 1 if it cannot be read or drawn.

    >>> run(["no-such-page.html", "-o", "page.mhtml"])
    1
    """
    options = parse_options(arguments)
    try:
        archive = snapshot(options.reading.read(options.page), options.drawing)
    except (SourceError, DrawError) as error:
        print_message(error)
        return 1
    write_whole(options.output, archive)
    print_message(f"wrote {options.output}")
    return 0
