"""Arguments that several commands take, said once."""

from __future__ import annotations

import argparse
import re

from dehusk.api import DEFAULT_METHOD
from dehusk.errors import ArgumentError
from dehusk.layout import Drawing

PAGE_HELP = "a file, an http(s) address, or - for standard input"
PAGES_HELP = "a file, a directory, a pattern in quotes ('*.html'), an http(s) address, or - for standard input"


def add_method(parser: argparse.ArgumentParser) -> None:
    """``--method``.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_method(parser)
    >>> parser.parse_args(["-m", "arias"]).method
    'arias'
    """
    what = "how to tell content: see 'dehusk methods' (default: %(default)s)"
    parser.add_argument("-m", "--method", default=DEFAULT_METHOD, metavar="NAME", help=what)


def add_hidden(parser: argparse.ArgumentParser) -> None:
    """``--hidden``.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_hidden(parser)
    >>> parser.parse_args([]).hidden
    'drop'
    """
    what = "text that a browser would not show (default: %(default)s)"
    parser.add_argument("--hidden", choices=("drop", "keep"), default="drop", help=what)


def add_drawing(parser: argparse.ArgumentParser) -> None:
    """``--draw`` and how; :func:`drawing_of` reads it.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_drawing(parser)
    >>> drawing_of(parser.parse_args(["--scripts", "--window", "1280x1024"]))
    Drawing(window=(1280, 1024), scripts=True, network=None, screenshot=False)
    >>> drawing_of(parser.parse_args([])) is None
    True
    """
    group = parser.add_argument_group(
        "drawing", "with Chromium, Chrome or Edge; methods that need it draw by themselves"
    )
    add = group.add_argument
    add("--draw", action="store_true", help="let a browser draw the page first: what it hides is hidden text")
    add("--scripts", action="store_true", help="draw, and run the page's scripts")
    add("--window", type=_window, metavar="WxH", help="draw in a window of this size (default: 1920x1080)")
    add(
        "--network",
        choices=("on", "off"),
        help="whether what is drawn may load from the network (default: on for addresses, off for files)",
    )


def drawing_of(options: argparse.Namespace) -> Drawing | None:
    """How a page is to be drawn, or None if no option asks for it.

    >>> drawing_of(argparse.Namespace(draw=False, scripts=False, window=None, network="off")).network
    False
    """
    if not (options.draw or options.scripts or options.window or options.network):
        return None
    network = None if options.network is None else options.network == "on"
    window = {} if options.window is None else {"window": options.window}
    return Drawing(scripts=options.scripts, network=network, **window)


def _window(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)[xX](\d+)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"a width and a height like 1920x1080, not {text!r}")
    return int(found[1]), int(found[2])


def add_writing(parser: argparse.ArgumentParser) -> None:
    """How content is written: ``--no-links``, ``--no-images``, ``--no-tables``, ``--wrap``, ``--front-matter``.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_writing(parser)
    >>> writer_options(parser.parse_args(["--no-links", "--wrap", "80"]))
    {'links': False, 'wrap': 80}
    """
    group = parser.add_argument_group("options of the formats (they never change what is content)")
    add = group.add_argument
    formats = "Markdown, HTML and XML"
    add("--no-links", action="store_false", dest="links", help=f"only the text of links ({formats})")
    add("--no-images", action="store_false", dest="images", help=f"without images, video and audio ({formats})")
    add("--no-tables", action="store_false", dest="tables", help=f"the blocks of cells instead of tables ({formats})")
    add("--wrap", type=int, default=0, metavar="N", help="break lines at this width (text and Markdown)")
    add("--front-matter", action="store_true", help="begin with the metadata as YAML (Markdown)")


_WRITER_DEFAULTS = {"links": True, "images": True, "tables": True, "wrap": 0, "front_matter": False}


def writer_options(arguments: argparse.Namespace) -> dict[str, object]:
    """The options of :func:`add_writing` that were given, as keyword arguments of a writer.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_writing(parser)
    >>> writer_options(parser.parse_args([]))
    {}
    """
    if arguments.wrap < 0:
        raise ArgumentError(f"--wrap must be at least 0, not {arguments.wrap}")
    given = {name: getattr(arguments, name) for name in _WRITER_DEFAULTS}
    return {name: value for name, value in given.items() if value != _WRITER_DEFAULTS[name]}
