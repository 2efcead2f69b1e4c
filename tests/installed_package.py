"""What a wheel must do in a new environment, without the checkout: ``make test-wheel`` runs this."""

# ruff: noqa: T201 - a command

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import dehusk

HERE = Path(dehusk.__file__).parent
PAGE = "<title>Tea</title><ul><li><a href=/>Home</a></ul><h1>Tea</h1><p>Steep the tea for three minutes, and no longer."


def main() -> None:
    """Extract with every method that needs no browser, write every format, run the command."""
    assert "site-packages" in HERE.parts, f"this is not the installed package: {HERE}"
    assert (HERE / "py.typed").is_file()
    for name in dehusk.list_methods():
        if not dehusk.make_method(name).needs:
            extraction = dehusk.extract(PAGE, method=name)
            assert extraction.status in ("ok", "empty"), (name, extraction.reason)
    extraction = dehusk.extract(PAGE)
    for name in dehusk.list_writers():
        assert extraction.to(name) or name == "posts", name
    command = Path(sys.executable).with_name("dehusk")
    done = subprocess.run([command, "-"], input=PAGE, capture_output=True, text=True, check=True)  # noqa: S603
    assert "Steep the tea" in done.stdout
    version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)  # noqa: S603
    assert importlib.metadata.version("dehusk") in version.stdout
    print(f"the installed package works: {version.stdout.strip()}")


if __name__ == "__main__":
    main()
