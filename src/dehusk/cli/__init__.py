"""The command line: parses arguments into options and calls the library."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.errors import DehuskError

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS = ("bench", "compare", "explain", "methods", "snapshot", "train")
"""What the first argument can be instead of a page; a file with such a name is written as ``./methods``."""


def main(argv: list[str] | None = None) -> int:
    """Run the command line. The exit code is 0 (success), 1 (some input failed) or 2 (wrong usage).

    >>> main(["no-such-page.html"])
    1
    """
    arguments = sys.argv[1:] if argv is None else argv
    if arguments in (["help"], ["version"]) and not Path(arguments[0]).exists():
        arguments = [f"--{arguments[0]}"]
    command, rest = "extract", arguments
    if arguments and arguments[0] in COMMANDS:
        command, *rest = arguments
    run: Callable[[list[str]], int] = import_module(f"dehusk.cli.{command}_command").run
    try:
        return run(rest)
    except DehuskError as error:
        print(f"dehusk: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
