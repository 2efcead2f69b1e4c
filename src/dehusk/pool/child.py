"""A child process with a pipe to its standard input and one from its standard output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, cast

if sys.platform == "linux":
    import fcntl

_SECONDS_TO_END = 1.0
_PIPE_BYTES = 1 << 20


class ChildProcess:
    """A child process, what is written to it and what is read from it.

    ``own_group``: in a process group and session of its own. Ctrl-C in a terminal does not reach it, and
    :meth:`kill` ends the processes that it started too. Without, it belongs to the group of this process.

    >>> child = ChildProcess([sys.executable, "-c", "print(input().upper())"])
    >>> _ = child.input.write(b"tea\\n")
    >>> child.input.flush()
    >>> child.output.readline()
    b'TEA\\n'
    >>> child.end()
    'exit code 0'
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        stderr: int | None = None,
        own_group: bool = False,
    ) -> None:
        self._own_group = own_group and sys.platform != "win32"
        self._process = subprocess.Popen(  # noqa: S603 - the callers' own commands
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=env,
            start_new_session=self._own_group,
        )
        self.input = cast("IO[bytes]", self._process.stdin)
        self.output = cast("IO[bytes]", self._process.stdout)
        _widen(self.input)
        _widen(self.output)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def terminate(self) -> None:
        """Ask the process to end."""
        self._process.terminate()

    def kill(self) -> None:
        """Kill the process, and its group if that is its own. What waits for its output gets the end of file."""
        if not self._own_group:
            self._process.kill()
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> str:
        """Wait a moment for the process to end, kill what is left, close the pipes, and say how it ended."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        self.kill()
        # Waited for first: a pipe that another thread reads from cannot be closed before it has ended.
        code = self._process.wait()
        for pipe in (self.input, self.output):
            with suppress(OSError):
                pipe.close()
        return describe_exit(code)


def _widen(pipe: IO[bytes]) -> None:
    """Let a whole page fit into a pipe, where that can be set: fewer switches between two processes."""
    if sys.platform == "linux":
        # Refused if other programs of the user have many wide pipes.
        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def describe_exit(code: int) -> str:
    """How a process ended, from its return code.

    >>> describe_exit(3), describe_exit(-9)
    ('exit code 3', 'SIGKILL')
    """
    try:
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
