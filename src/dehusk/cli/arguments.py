"""Arguments that several commands take. A Namespace does not leave the module that parses it."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING

from dehusk.errors import ArgumentError
from dehusk.layout import Drawing
from dehusk.methods import DEFAULT_METHOD

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

PAGE_HELP = "a file, an http(s) URL, or - for standard input"
PAGES_HELP = "a file, a directory, a quoted pattern ('*.html'), an http(s) URL, or - for standard input"


def command_parser(name: str, description: str, epilog: str = "", usage: str | None = None) -> argparse.ArgumentParser:
    """The parser of a command.

    >>> command_parser("dehusk methods", "List the methods.").prog
    'dehusk methods'
    """
    formatter = argparse.RawDescriptionHelpFormatter
    return _CommandParser(name, usage, description, epilog, formatter_class=formatter)


class _CommandParser(argparse.ArgumentParser):
    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """As of argparse, which ignores that the file cannot be written."""
        (file or sys.stdout).write(self.format_help())


def add_method(parser: argparse.ArgumentParser) -> None:
    """Add ``--method``.

    >>> parser = command_parser("dehusk", "")
    >>> add_method(parser)
    >>> parser.parse_args(["-m", "arias"]).method
    'arias'
    """
    what = "extraction method; 'dehusk methods' lists them (default: %(default)s)"
    parser.add_argument("-m", "--method", default=DEFAULT_METHOD, metavar="NAME", help=what)


def add_hidden(parser: argparse.ArgumentParser) -> None:
    """Add ``--hidden``.

    >>> parser = command_parser("dehusk", "")
    >>> add_hidden(parser)
    >>> parser.parse_args([]).hidden
    'drop'
    """
    what = "drop or keep text that a browser would not show (default: %(default)s)"
    parser.add_argument("--hidden", choices=("drop", "keep"), default="drop", help=what)


def add_drawing(parser: argparse.ArgumentParser, *, always: bool = False) -> None:
    """Add ``--draw``, ``--scripts``, ``--window`` and ``--network``; no ``--draw`` if the command ``always`` draws.

    >>> parser = command_parser("dehusk", "")
    >>> add_drawing(parser)
    >>> drawing_of(parser.parse_args(["--scripts", "--window", "1280x1024"]))
    Drawing(window=(1280, 1024), scripts=True, network=None, screenshot=False)
    >>> drawing_of(parser.parse_args([])) is None
    True
    """
    others = "" if always else "; methods that need a drawn page draw it without these options"
    add = parser.add_argument_group("drawing", f"needs Chromium, Chrome or Edge{others}").add_argument
    if not always:
        add("--draw", action="store_true", help="draw the page in a browser first, so that style sheets apply")
    add("--scripts", action="store_true", help="draw the page and run its scripts")
    add("--window", type=_window, metavar="WxH", help="size of the browser window (default: 1920x1080)")
    add(
        "--network",
        choices=("on", "off"),
        help="whether a drawn page may load from the network (default: on for URLs, off for files)",
    )


def drawing_of(arguments: argparse.Namespace) -> Drawing | None:
    """What the options of :func:`add_drawing` ask for; None if none is given.

    >>> drawing_of(argparse.Namespace(scripts=False, window=None, network="off")).network
    False
    """
    drawn = getattr(arguments, "draw", False)
    if not (drawn or arguments.scripts or arguments.window or arguments.network):
        return None
    network = None if arguments.network is None else arguments.network == "on"
    window = {} if arguments.window is None else {"window": arguments.window}
    return Drawing(scripts=arguments.scripts, network=network, **window)


def _window(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)[xX](\d+)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"expected WIDTHxHEIGHT such as 1920x1080, not {text!r}")
    return int(found[1]), int(found[2])


def add_writing(parser: argparse.ArgumentParser) -> None:
    """Add the options of writers: ``--no-links``, ``--wrap``, ``--front-matter``, ``--fields`` and so on.

    >>> parser = command_parser("dehusk", "")
    >>> add_writing(parser)
    >>> writer_options(parser.parse_args(["--no-links", "--wrap", "80"]))
    {'links': False, 'wrap': 80}
    """
    group = parser.add_argument_group("output", "these options change how content is written, not what is extracted")
    add = group.add_argument
    add("--no-links", action="store_false", dest="links", help="write the text of links without their addresses")
    add("--no-images", action="store_false", dest="images", help="leave out images, video and audio")
    add("--no-tables", action="store_false", dest="tables", help="write the cells of tables as paragraphs")
    add("--captions", action="store_true", help="write the captions of pictures to text too")
    add("--notes", action="store_true", help="write footnotes that were not selected to text too")
    add("--paragraphs", action="store_true", help="write an empty line between the blocks of text")
    add("--list-marks", action="store_true", help="write the marks and numbers of list items to text")
    add("--cells", default="lines", metavar="HOW", help="write rows of tables to text as lines with tabs or pipes")
    add("--fragment", action="store_true", help="write HTML to a file as a fragment, not as a whole document")
    add("--fields", metavar="NAMES", help="write only these fields of JSON: url,title,markdown ...")
    add("--wrap", type=int, default=0, metavar="N", help="wrap lines of text and Markdown at N characters")
    add("--front-matter", action="store_true", help="start Markdown with the page's metadata as YAML")
    add("--threads", action="store_true", help="write comments and posts to XML as back matter")
    add("--style", default="quotes", metavar="HOW", help="write posts as nested quotes, or with headings")


_WRITER_DEFAULTS = {
    "links": True,
    "images": True,
    "tables": True,
    "wrap": 0,
    "front_matter": False,
    "fields": None,
    "captions": False,
    "notes": False,
    "paragraphs": False,
    "list_marks": False,
    "cells": "lines",
    "threads": False,
    "style": "quotes",
}


def option_names(written: dict[str, object]) -> str:
    """The options that :func:`writer_options` returned, as they are typed.

    >>> option_names({"links": False, "front_matter": True})
    '--no-links, --front-matter'
    """
    return ", ".join(("--no-" if value is False else "--") + name.replace("_", "-") for name, value in written.items())


def writer_options(arguments: argparse.Namespace) -> dict[str, object]:
    """The options of :func:`add_writing` that were given, as keyword arguments of a writer.

    >>> parser = command_parser("dehusk", "")
    >>> add_writing(parser)
    >>> writer_options(parser.parse_args([]))
    {}
    """
    if arguments.wrap < 0:
        raise ArgumentError(f"--wrap must be at least 0, not {arguments.wrap}")
    given = {name: getattr(arguments, name) for name in _WRITER_DEFAULTS}
    if given["fields"] is not None:
        given["fields"] = [name.strip() for name in given["fields"].split(",") if name.strip()]
    return {name: value for name, value in given.items() if value != _WRITER_DEFAULTS[name]}
