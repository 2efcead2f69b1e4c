"""How a run was made: the commands that added to it, when, and with which versions (``RUN/commands.jsonl``)."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict, dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

_FILE = "commands.jsonl"


@dataclass(frozen=True)
class RunCommand:
    """A command that added results to a run.

    >>> RunCommand(date="2026-01-31", command="dehusk bench run a.jsonl --out run", versions="dehusk 0.1.0").date
    '2026-01-31'
    """

    date: str
    command: str
    versions: str


def system_versions() -> str:
    """The versions of dehusk and Python, and the kind of machine.

    >>> system_versions().startswith("dehusk ")
    True
    """
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"dehusk {version('dehusk')}, {python}, {platform.system()} {platform.machine()}"


def note_command(directory: str | Path, command: str) -> None:
    """Note a command in a run directory; once if it is repeated on the same day. Without the directory, nothing.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     note_command(folder, "dehusk bench run a.jsonl --out run")
    ...     note_command(folder, "dehusk bench run a.jsonl --out run")
    ...     [noted.command for noted in noted_commands(folder)]
    ['dehusk bench run a.jsonl --out run']
    """
    noted = RunCommand(date.today().isoformat(), command, system_versions())
    if Path(directory).is_dir() and noted not in noted_commands(directory):
        with Path(directory, _FILE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(noted)) + "\n")


def noted_commands(directory: str | Path) -> list[RunCommand]:
    """The commands of a run, in their order; none if it was made before they were noted.

    >>> noted_commands("no-such-run")
    []
    """
    path = Path(directory, _FILE)
    if not path.exists():
        return []
    return [RunCommand(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]
