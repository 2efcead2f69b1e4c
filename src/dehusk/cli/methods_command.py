"""``dehusk methods``: list the methods."""

from __future__ import annotations

from dehusk.cli.arguments import command_parser
from dehusk.methods import DEFAULT_METHOD, list_methods


def run(arguments: list[str]) -> int:
    """List the methods, one per line.

    >>> run([])
    accb  ...
    0
    """
    command_parser("dehusk methods", "List the extraction methods.").parse_args(arguments)
    methods = list_methods()
    width = max(map(len, methods))
    for name, description in methods.items():
        print(f"{name:{width}}  {description}{' (default)' if name == DEFAULT_METHOD else ''}")
    return 0
