"""A browser process and the connection to it: the DevTools protocol over a pair of pipes.

Messages are JSON, each followed by a NUL (``--remote-debugging-pipe``): no port is opened, no other program can
connect, and only the standard library is needed. https://chromedevtools.github.io/devtools-protocol/
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from dehusk.errors import BrowserError
from dehusk.layout import launcher
from dehusk.layout.find import browser_flags

if TYPE_CHECKING:
    from collections.abc import Callable

Message = dict[str, Any]

_CHUNK = 1 << 20
_SECONDS_TO_START = 60.0
_SECONDS_TO_END = 10.0


# No speculation rules: pages are neither prefetched nor prerendered. Such requests are not announced to a tab.
_PREFERENCES = {"net": {"network_prediction_options": 2}}


class DevToolsError(Exception):
    """A command failed; caught in this package, never raised to users."""


class BrowserTimeoutError(DevToolsError):
    """The browser did not answer in time."""


class BrowserClosedError(DevToolsError):
    """The browser process has ended."""


class CommandError(DevToolsError):
    """The browser answered with an error."""


class DevTools:
    """A browser process that answers commands; events are passed to ``on_event``.

    ``flags``: further flags of the browser.

    >>> DevTools("/no/such/browser", network=False)
    Traceback (most recent call last):
    dehusk.errors.BrowserError: the browser /no/such/browser did not start: ...
    """

    def __init__(self, program: str, *, network: bool, flags: tuple[str, ...] = ()) -> None:
        if sys.platform == "win32":
            raise BrowserError("drawing pages works on Linux and macOS; on Windows use WSL")
        self.program = program
        self._flags = [*browser_flags(network=network), *flags]
        self.on_event: Callable[[Message], None] = lambda _event: None
        self._last_id = 0
        self._answers: dict[int, Message] = {}
        self._buffer = bytearray()
        self._profile = tempfile.mkdtemp(prefix="dehusk-browser-")
        Path(self._profile, "Default").mkdir()
        Path(self._profile, "Default", "Preferences").write_text(json.dumps(_PREFERENCES), encoding="utf-8")
        # Not in the profile, which the launcher removes as soon as the browser has ended.
        with tempfile.TemporaryFile() as log:
            self._start(log)
            try:
                self.version: str = self.call("Browser.getVersion", deadline=_deadline(_SECONDS_TO_START))["product"]
            except DevToolsError:
                message = _last_line(log)
                self.kill()
                raise BrowserError(f"the browser {program} did not start: {message}") from None

    def _start(self, log: IO[bytes]) -> None:
        read, self._write = os.pipe()
        self._read, write = os.pipe()
        pipes = [str(read), str(write)]
        start = [sys.executable, "-I", "-S", launcher.__file__, *pipes, self._profile, self.program]
        flags = [*self._flags, f"--user-data-dir={self._profile}"]
        flags += ["--remote-debugging-pipe", "--no-startup-window"]
        self._process = subprocess.Popen(  # noqa: S603 - what find_browser found
            [*start, *flags],
            pass_fds=(read, write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
            start_new_session=True,
        )
        os.close(read)
        os.close(write)
        for pipe in (self._read, self._write):
            os.set_blocking(pipe, False)

    # ---- calls -----------------------------------------------------------------------------------

    def call(
        self, method: str, params: Message | None = None, *, session: str | None = None, deadline: float
    ) -> Message:
        """Send a command and wait for its result; raises a :class:`DevToolsError` if there is none."""
        number = self.send(method, params, session=session, deadline=deadline)
        while number not in self._answers:
            self.listen(deadline)
        return self.result(number)

    def send(self, method: str, params: Message | None = None, *, session: str | None = None, deadline: float) -> int:
        """Send a command; returns its number."""
        self._last_id += 1
        message: Message = {"id": self._last_id, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        data = memoryview(json.dumps(message, separators=(",", ":")).encode() + b"\0")
        while data:
            self._wait(self._write, select.POLLOUT, deadline)
            try:
                data = data[os.write(self._write, data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise BrowserClosedError from None
        return self._last_id

    def result(self, number: int) -> Message:
        """The result of a command whose answer has arrived."""
        answer = self._answers.pop(number)
        if "error" in answer:
            raise CommandError(answer["error"].get("message", "no reason given"))
        result: Message = answer["result"]
        return result

    def answered(self, number: int) -> bool:
        """Whether the answer to a command has arrived."""
        return number in self._answers

    def listen(self, deadline: float) -> None:
        """Wait for messages: store the answers, and pass the events to ``on_event``."""
        self._wait(self._read, select.POLLIN, deadline)
        try:
            data = os.read(self._read, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            raise BrowserClosedError from None
        if not data:
            raise BrowserClosedError
        self._buffer += data
        if b"\0" not in data:
            return
        *messages, rest = self._buffer.split(b"\0")
        self._buffer = rest
        for text in messages:
            message: Message = json.loads(text)
            if "id" in message:
                self._answers[message["id"]] = message
            else:
                self.on_event(message)

    def forget(self) -> None:
        """Drop the answers that were not read."""
        self._answers.clear()

    @staticmethod
    def _wait(pipe: int, what: int, deadline: float) -> None:
        poll = select.poll()
        poll.register(pipe, what)
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise BrowserTimeoutError

    # ---- the process -----------------------------------------------------------------------------

    @property
    def pid(self) -> int:
        """The process group of the browser."""
        return self._process.pid

    def close(self) -> None:
        """Ask the browser to end, and kill it if it does not."""
        with suppress(DevToolsError):
            self.send("Browser.close", deadline=_deadline(1))
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_SECONDS_TO_END)
        self.kill()

    def kill(self) -> None:
        """Kill the browser and all processes it started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._read, self._write):
            with suppress(OSError):
                os.close(pipe)
        shutil.rmtree(self._profile, ignore_errors=True)


def _last_line(log: IO[bytes]) -> str:
    """The last line that a program wrote; read without changing the position where it writes."""
    lines = os.pread(log.fileno(), 1 << 16, 0).decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "it wrote no message")


def _deadline(seconds: float) -> float:
    return time.monotonic() + seconds
