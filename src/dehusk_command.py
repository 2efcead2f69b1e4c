"""The ``dehusk`` command. It is outside the package, so that Ctrl-C is handled while the package is imported too."""

from __future__ import annotations

import os
import signal

_EXIT_CODE = 130


def end_at_interrupt() -> None:
    """Let Ctrl-C end the process at once: packages that are being imported turn the exception into another one."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: object) -> None:  # noqa: ARG001
    os._exit(_EXIT_CODE)


def main() -> int:
    """Run the command line; 130 after Ctrl-C."""
    end_at_interrupt()
    from dehusk.cli import main as run

    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return run()
    except KeyboardInterrupt:
        return _EXIT_CODE
