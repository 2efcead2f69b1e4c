"""``dehusk snapshot PAGE -o page.mhtml``: save a page with its style sheets and pictures, as a browser does."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dehusk.cli.arguments import add_drawing, drawing_of
from dehusk.errors import ArgumentError, DrawError, SourceError
from dehusk.layout import snapshot
from dehusk.source import read

_EPILOG = """\
examples:
  dehusk snapshot https://example.org/story -o story.mhtml             the page as its server sends it
  dehusk snapshot https://example.org/ -o page.mhtml --scripts         after its scripts have run
  dehusk story.mhtml                                                   every method reads it, without a browser
  dehusk story.mhtml --method gce                                      and this one draws it, without the network
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "dehusk snapshot",
        description="Save a page with its style sheets and pictures as one MHTML file.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("page", metavar="PAGE", help="an http(s) address, or a file")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="a name that ends in .mhtml")
    add_drawing(parser)
    return parser


def run(arguments: list[str]) -> int:
    """Save a page; 1 if it could not be read or drawn.

    >>> run(["no-such-page.html", "-o", "page.mhtml"])
    1
    """
    options = _parser().parse_args(arguments)
    path = Path(options.output)
    if path.suffix.lower() not in {".mhtml", ".mht"}:
        raise ArgumentError(f"{options.output}: the file's name must end in .mhtml")
    try:
        saved = snapshot(read(options.page), drawing_of(options))
    except (SourceError, DrawError) as error:
        print(f"dehusk: {error}", file=sys.stderr)
        return 1
    try:
        path.write_bytes(saved)
    except OSError as error:
        raise SourceError(str(path), error.strerror or str(error), "choose another output file") from error
    print(f"dehusk: wrote {path}", file=sys.stderr)
    return 0
