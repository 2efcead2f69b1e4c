"""A browser process and the line to it: the DevTools protocol over a pair of pipes.

Messages are JSON with a NUL after each (``--remote-debugging-pipe``): no port is opened, no other program can
connect, and the standard library is all it takes. https://chromedevtools.github.io/devtools-protocol/
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


class Late(Exception):  # noqa: N818 - told apart from errors, never leaves this package
    """The browser did not answer in time."""


class Gone(Exception):  # noqa: N818 - as above
    """The browser process has ended."""


class Refused(Exception):  # noqa: N818 - as above
    """The browser answered with an error."""


class DevTools:
    """A browser process that answers calls; events go to ``on_event``.

    >>> DevTools("/no/such/browser", network=False)
    Traceback (most recent call last):
    dehusk.errors.BrowserError: the browser /no/such/browser did not start: ...
    """

    def __init__(self, program: str, *, network: bool) -> None:
        if sys.platform == "win32":
            raise BrowserError("drawing pages works on Linux and macOS; on Windows use WSL")
        self.program = program
        self.on_event: Callable[[Message], None] = lambda _event: None
        self._last_id = 0
        self._answers: dict[int, Message] = {}
        self._buffer = bytearray()
        self._profile = tempfile.mkdtemp(prefix="dehusk-browser-")
        # Not in the profile, which the launcher removes as soon as the program has ended.
        with tempfile.TemporaryFile() as log:
            self._start(log, network=network)
            try:
                self.version: str = self.call("Browser.getVersion", deadline=_in(_SECONDS_TO_START))["product"]
            except (Late, Gone, Refused):
                said = _last_words(log)
                self.kill()
                raise BrowserError(f"the browser {program} did not start: {said}") from None

    def _start(self, log: IO[bytes], *, network: bool) -> None:
        read, self._write = os.pipe()
        self._read, write = os.pipe()
        pipes = [str(read), str(write)]
        start = [sys.executable, "-I", "-S", launcher.__file__, *pipes, self._profile, self.program]
        flags = [*browser_flags(network=network), f"--user-data-dir={self._profile}"]
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
        """Send a command and wait for its result; :class:`Late`, :class:`Gone` or :class:`Refused` if none comes."""
        number = self.send(method, params, session=session, deadline=deadline)
        while number not in self._answers:
            self.listen(deadline)
        return self.result(number)

    def send(self, method: str, params: Message | None = None, *, session: str | None = None, deadline: float) -> int:
        """Send a command; its number."""
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
                raise Gone from None
        return self._last_id

    def result(self, number: int) -> Message:
        """The answer to a command that was sent, which must have come."""
        answer = self._answers.pop(number)
        if "error" in answer:
            raise Refused(answer["error"].get("message", "no reason given"))
        result: Message = answer["result"]
        return result

    def answered(self, number: int) -> bool:
        """Whether the answer to a command has come."""
        return number in self._answers

    def listen(self, deadline: float) -> None:
        """Wait for messages and hand them on: answers to whoever asked, events to ``on_event``."""
        self._wait(self._read, select.POLLIN, deadline)
        try:
            data = os.read(self._read, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            raise Gone from None
        if not data:
            raise Gone
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
        """Drop answers that nobody waits for."""
        self._answers.clear()

    @staticmethod
    def _wait(pipe: int, what: int, deadline: float) -> None:
        poll = select.poll()
        poll.register(pipe, what)
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise Late

    # ---- the process -----------------------------------------------------------------------------

    @property
    def pid(self) -> int:
        """The process group of the browser."""
        return self._process.pid

    def close(self) -> None:
        """End the browser in order, or kill it if it does not end."""
        with suppress(Late, Gone, Refused):
            self.send("Browser.close", deadline=_in(1))
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_SECONDS_TO_END)
        self.kill()

    def kill(self) -> None:
        """End the browser and everything it started, now."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._read, self._write):
            with suppress(OSError):
                os.close(pipe)
        shutil.rmtree(self._profile, ignore_errors=True)


def _last_words(log: IO[bytes]) -> str:
    """The last line that a program wrote; read without moving where it writes."""
    lines = os.pread(log.fileno(), 1 << 16, 0).decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")


def _in(seconds: float) -> float:
    return time.monotonic() + seconds
