"""The arguments of commands that fetch pages: how pages are requested, and their encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.errors import ArgumentError
from dehusk.source import Fetching, Source, is_url

if TYPE_CHECKING:
    import argparse


def add_fetching(parser: argparse.ArgumentParser) -> None:
    """Add ``--header``, ``--user-agent``, ``--cookie``, ``--proxy``, ``--retry`` and ``--encoding``.

    >>> from dehusk.cli.arguments import command_parser
    >>> parser = command_parser("dehusk", "")
    >>> add_fetching(parser)
    >>> parser.parse_args(["--retry", "2"]).retry
    2
    """
    add = parser.add_argument_group("fetching", "how pages are requested from a server").add_argument
    add("--header", action="append", metavar="'NAME: VALUE'", help="send this header; can be given several times")
    add("--user-agent", metavar="TEXT", help="name of the client (default: dehusk)")
    add("--cookie", action="append", metavar="NAME=VALUE", help="send this cookie; can be given several times")
    what = "use this HTTP proxy (default: the variables http_proxy, https_proxy, all_proxy and no_proxy)"
    add("--proxy", metavar="URL", help=what)
    add("--retry", type=int, metavar="N", help="try again N times if there is no connection or the server is busy")
    add("--encoding", metavar="NAME", help="encoding of the pages, instead of what they or their server declare")


def fetching_of(given: argparse.Namespace) -> Fetching | None:
    """What the options of :func:`add_fetching` ask for, for the URLs among ``given.pages``; None if none is given.

    >>> from dehusk.cli.arguments import command_parser
    >>> parser = command_parser("dehusk", "")
    >>> parser.add_argument("pages", nargs="*") and add_fetching(parser)
    >>> fetching_of(parser.parse_args(["page.html", "--retry", "2"]))
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: --header, --user-agent, --cookie, --proxy and --retry are for pages with an ... URL
    """
    options = {
        "headers": None if given.header is None else dict(_pair("--header", each, ":") for each in given.header),
        "cookies": None if given.cookie is None else dict(_pair("--cookie", each, "=") for each in given.cookie),
        "user_agent": given.user_agent,
        "proxy": given.proxy,
        "retries": given.retry,
    }
    options = {name: value for name, value in options.items() if value is not None}
    if not options:
        return None
    if not any(map(is_url, given.pages)):
        raise ArgumentError("--header, --user-agent, --cookie, --proxy and --retry are for pages with an http(s) URL")
    return Fetching(**options)


def _pair(option: str, text: str, separator: str) -> tuple[str, str]:
    name, found, value = text.partition(separator)
    if not found:
        raise ArgumentError(f"{option} needs a name and a value with {separator!r} between them, not {text!r}")
    return name.strip(), value.strip()


def encoding_of(given: argparse.Namespace) -> str | None:
    """The value of ``--encoding``; raises if it is not known, before any page is read.

    >>> import argparse
    >>> encoding_of(argparse.Namespace(encoding="latin1"))
    'latin1'
    """
    if given.encoding is not None:
        Source.of(b"", encoding=given.encoding)
    name: str | None = given.encoding
    return name
