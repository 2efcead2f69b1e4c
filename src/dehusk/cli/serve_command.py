"""``dehusk serve``: run the HTTP service and its web page."""

from __future__ import annotations

import os
from dataclasses import replace
from importlib.util import find_spec

from dehusk.cli.arguments import command_parser
from dehusk.cli.terminal import print_message
from dehusk.errors import ArgumentError, MissingExtra

_TOKEN = "DEHUSK_TOKEN"  # noqa: S105 - the name of a variable
_EPILOG = f"""\
examples:
  dehusk serve                                   then open http://127.0.0.1:8000/ in a browser
  dehusk serve --allow-fetch                     pages can be given by URL; only public addresses are fetched
  {_TOKEN}=... dehusk serve --host 0.0.0.0 --name tea.example    for other machines, with a token
  curl --data-binary @page.html -H 'Content-Type: text/html' 'http://127.0.0.1:8000/v1/extract?format=markdown'

docs/serve.md describes the paths and the limits.
"""


def run(arguments: list[str]) -> int:
    """Serve until Ctrl-C.

    >>> run(["--host", "192.0.2.1"])
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: a service at 192.0.2.1 can be reached from other machines: it needs a token
    """
    for module, package in (
        ("starlette", "starlette"),
        ("uvicorn", "uvicorn"),
        ("python_multipart", "python-multipart"),
    ):
        if find_spec(module) is None:
            raise MissingExtra(package, "serve")
    # Loads the web framework, which other commands do without.
    from dehusk.serve.run_service import run_service
    from dehusk.serve.service_settings import ServiceSettings

    usual = ServiceSettings()
    parser = command_parser(
        "dehusk serve", "Run an HTTP service with a web page that shows why blocks are kept.", _EPILOG
    )
    add = parser.add_argument
    add("--host", default=usual.host, metavar="ADDRESS", help="address to listen at (default: %(default)s)")
    add("--port", type=int, default=usual.port, metavar="N", help="port to listen at (default: %(default)s)")
    add("--token", metavar="TEXT", help=f"what requests must present; better in the variable {_TOKEN}")
    what = "a name by which the service is known, besides localhost and addresses; can be given several times"
    add("--name", action="append", default=[], metavar="HOST", help=what)
    add("--allow-fetch", action="store_true", help="fetch pages by URL, from public addresses only")
    what = "a port that pages are fetched from, instead of 80 and 443; can be given several times"
    add("--fetch-port", action="append", type=int, metavar="N", help=what)
    add("-j", "--jobs", type=int, default=usual.jobs, metavar="N", help="worker processes (default: one per core)")
    add("--max-bytes", type=int, default=usual.limits.bytes, metavar="N", help="of a page (default: %(default)s)")
    add("--max-seconds", type=float, default=usual.limits.seconds, metavar="S", help="per page (default: %(default)s)")
    add("--max-memory", type=int, default=usual.memory, metavar="N", help="bytes of a worker (default: %(default)s)")
    what = "requests that are worked on or wait; more are refused (default: %(default)s)"
    add("--queue", type=int, default=usual.queue, metavar="N", help=what)
    what = "requests per second of one client (default: %(default)s)"
    add("--rate", type=float, default=usual.rate, metavar="N", help=what)
    add(
        "--burst",
        type=int,
        default=usual.burst,
        metavar="N",
        help="requests at once of one client (default: %(default)s)",
    )
    given = parser.parse_args(arguments)
    if given.fetch_port and not given.allow_fetch:
        raise ArgumentError("--fetch-port is for --allow-fetch")
    settings = ServiceSettings(
        host=given.host,
        port=given.port,
        token=given.token or os.environ.get(_TOKEN) or None,
        names=tuple(given.name),
        allow_fetch=given.allow_fetch,
        ports=tuple(given.fetch_port or usual.ports),
        jobs=given.jobs,
        limits=replace(usual.limits, bytes=given.max_bytes, seconds=given.max_seconds),
        memory=given.max_memory,
        queue=given.queue,
        rate=given.rate,
        burst=given.burst,
    )
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    print_message(f"open http://{host}:{settings.port}/ in a browser; Ctrl-C ends the service")
    run_service(settings)
    return 0
