"""Arguments that several commands take, said once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.api import DEFAULT_METHOD

if TYPE_CHECKING:
    import argparse

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
