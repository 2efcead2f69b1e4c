"""The command line: parses arguments and calls the library."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli import bench, compare, explain, extract, methods, site_command, snapshot, train
from dehusk.errors import DehuskError

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "bench": bench.run,
    "compare": compare.run,
    "explain": explain.run,
    "methods": methods.run,
    "site": site_command.run,
    "snapshot": snapshot.run,
    "train": train.run,
}
"""What a first argument can be besides a page; a file of such a name is written ``./methods``."""


def main(argv: list[str] | None = None) -> int:
    """Run the command line; the exit code is 0, 1 (some input failed) or 2 (usage).

    >>> main(["no-such-page.html"])
    1
    """
    arguments = sys.argv[1:] if argv is None else argv
    if arguments in (["help"], ["version"]) and not Path(arguments[0]).exists():
        arguments = [f"--{arguments[0]}"]
    command = COMMANDS.get(arguments[0]) if arguments else None
    try:
        return command(arguments[1:]) if command else extract.run(arguments)
    except DehuskError as error:
        print(f"dehusk: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
