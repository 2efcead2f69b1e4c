"""The command line: parses arguments into options and calls the library."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.terminal import discard_standard_output, print_message, replace_closed_streams
from dehusk.errors import DehuskError, DrawError, OutputError, SourceError

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS = (
    "bench", "compare", "explain", "export", "label", "mcp", "methods", "run", "serve", "site", "snapshot", "train",
)  # fmt: skip
"""What the first argument can be instead of a page; a file with such a name is written as ``./methods``."""


def main(argv: list[str] | None = None) -> int:
    """Run the command line.

    The exit code is 0 (success), 1 (some input could not be read, or some output not written), 2 (wrong usage) or 130
    (Ctrl-C).

    >>> main(["no-such-page.html"])
    1
    """
    arguments = sys.argv[1:] if argv is None else argv
    if arguments in (["help"], ["version"]) and not Path(arguments[0]).exists():
        arguments = [f"--{arguments[0]}"]
    command, rest = "extract", arguments
    if arguments and arguments[0] in COMMANDS:
        command, *rest = arguments
    replace_closed_streams()
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_others: print_message(f"warning: {message}")
        try:
            run: Callable[[list[str]], int] = import_module(f"dehusk.cli.{command}_command").run
            try:
                return run(rest)
            finally:
                # Here an error can still be reported.
                sys.stdout.flush()
        except (SourceError, OutputError, DrawError) as error:
            print_message(error)
            return 1
        except DehuskError as error:
            print_message(error)
            return 2
        except BrokenPipeError:
            discard_standard_output()
            return 1
        except OSError as error:
            discard_standard_output()
            print_message(f"{error.filename or 'standard output'}: {error.strerror or error}")
            return 1
        except KeyboardInterrupt:
            return 130
