"""Arguments that several commands take, said once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.api import DEFAULT_METHOD
from dehusk.errors import ArgumentError
from dehusk.output import Options

if TYPE_CHECKING:
    import argparse

PAGE_HELP = "a file, an http(s) address, or - for standard input"


def add_method(parser: argparse.ArgumentParser) -> None:
    """``--method``.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_method(parser)
    >>> parser.parse_args(["-m", "arias"]).method
    'arias'
    """
    what = "see 'dehusk methods' (default: %(default)s)"
    parser.add_argument("-m", "--method", default=DEFAULT_METHOD, metavar="NAME", help=what)


def add_hidden(parser: argparse.ArgumentParser) -> None:
    """``--hidden``.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_hidden(parser)
    >>> parser.parse_args([]).hidden
    'drop'
    """
    what = "text that a browser would not show"
    parser.add_argument("--hidden", choices=("drop", "keep"), default="drop", help=what)


def add_writing(parser: argparse.ArgumentParser) -> None:
    """How content is written: ``--no-links``, ``--no-images``, ``--no-tables``, ``--wrap``, ``--front-matter``.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_writing(parser)
    >>> writing_options(parser.parse_args(["--no-links", "--wrap", "80"]))
    Options(links=False, images=True, tables=True, wrap=80, front_matter=False)
    """
    group = parser.add_argument_group("how it is written (never what is)")
    add = group.add_argument
    add("--no-links", action="store_false", dest="links", help="the text of links alone")
    add("--no-images", action="store_false", dest="images", help="without pictures, films and sounds")
    add("--no-tables", action="store_false", dest="tables", help="the cells of tables one after the other")
    add("--wrap", type=int, default=0, metavar="N", help="break the lines of text and Markdown at this width")
    add("--front-matter", action="store_true", help="begin Markdown with what is known of the page, as YAML")


def writing_options(arguments: argparse.Namespace) -> Options:
    """The options that :func:`add_writing` added, as a writer takes them.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_writing(parser)
    >>> writing_options(parser.parse_args([])) == Options()
    True
    """
    if arguments.wrap < 0:
        raise ArgumentError(f"--wrap must be at least 0, not {arguments.wrap}")
    return Options(*(getattr(arguments, name) for name in Options._fields))
