"""The ``dehusk`` command. It is outside the package, so that Ctrl-C is handled while the package is imported too."""

from __future__ import annotations


def main() -> int:
    """Run the command line; 130 after Ctrl-C."""
    try:
        from dehusk.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130
