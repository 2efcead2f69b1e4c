"""The options that say how pages are requested and decoded, for every command that reads a URL."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dehusk.errors import ArgumentError
from dehusk.source import Fetching, Source, is_url, read

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from dehusk.limits import Limits


class Reading(NamedTuple):
    """How pages are read: arguments of :func:`dehusk.read`."""

    fetching: Fetching | None = None
    encoding: str | None = None

    def read(self, name: str, limits: Limits | None = None) -> Source:
        """Read a page; what is asked about requests applies to URLs only.

        >>> Reading().read("no-such-page.html")
        Traceback (most recent call last):
        dehusk.errors.SourceError: ...
        """
        return read(name, limits, fetching=self.fetching if is_url(name) else None, encoding=self.encoding)


def add_fetching(parser: argparse.ArgumentParser) -> None:
    """Add ``--header``, ``--user-agent``, ``--cookie``, ``--proxy``, ``--retry`` and ``--encoding``.

    >>> from dehusk.cli.arguments import command_parser
    >>> parser = command_parser("dehusk", "")
    >>> add_fetching(parser)
    >>> reading_of(parser.parse_args(["--retry", "2"]), ["https://example.org/"]).fetching.retries
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


def reading_of(given: argparse.Namespace, pages: Iterable[str]) -> Reading:
    """What the options of :func:`add_fetching` ask for.

    >>> import argparse
    >>> names = ("header", "cookie", "user_agent", "proxy", "retry", "encoding")
    >>> reading_of(argparse.Namespace(**dict.fromkeys(names)), ["page.html"])
    Reading(fetching=None, encoding=None)
    """
    options = {
        "headers": None if given.header is None else dict(_pair("--header", each, ":") for each in given.header),
        "cookies": None if given.cookie is None else dict(_pair("--cookie", each, "=") for each in given.cookie),
        "user_agent": given.user_agent,
        "proxy": given.proxy,
        "retries": given.retry,
    }
    options = {name: value for name, value in options.items() if value is not None}
    if options and not any(map(is_url, pages)):
        raise ArgumentError("--header, --user-agent, --cookie, --proxy and --retry are for pages with an http(s) URL")
    if given.encoding is not None:
        # Raises for a name that is not known, before any page is read.
        Source.of(b"", encoding=given.encoding)
    return Reading(Fetching(**options) if options else None, given.encoding)


def _pair(option: str, text: str, separator: str) -> tuple[str, str]:
    name, found, value = text.partition(separator)
    if not found:
        raise ArgumentError(f"{option} needs a name and a value with {separator!r} between them, not {text!r}")
    return name.strip(), value.strip()
