"""``dehusk methods``: what can be given to ``--method``."""

from __future__ import annotations

import argparse

from dehusk.api import DEFAULT_METHOD
from dehusk.methods import methods


def run(arguments: list[str]) -> int:
    """List the methods, one a line.

    >>> run([])
    accb  ...
    0
    """
    argparse.ArgumentParser("dehusk methods", description="List the methods.").parse_args(arguments)
    known = methods()
    width = max(map(len, known))
    for name, description in known.items():
        print(f"{name:{width}}  {description}{' (default)' if name == DEFAULT_METHOD else ''}")
    return 0
