"""A real Firefox with the extension, driven through its own Marionette protocol: for tests."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Self

_SECONDS = 90.0
_PREFERENCES = {"xpinstall.signatures.required": False, "browser.shell.checkDefaultBrowser": False}
_PRESS = """
const { Management } = ChromeUtils.importESModule("resource://gre/modules/Extension.sys.mjs");
const { extension } = WebExtensionPolicy.getByID(arguments[0]);
Management.global.browserActionFor(extension).triggerAction(window);
"""


def find_firefox() -> str | None:
    """The program, if it is installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class FirefoxBrowser:
    """A browser with the extension loaded, and one tab."""

    def __init__(self, program: str, folder: Path) -> None:
        self._profile = tempfile.mkdtemp(prefix="dehusk-firefox-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        settings = {**_PREFERENCES, "marionette.port": port}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()]
        Path(self._profile, "user.js").write_text("".join(lines), encoding="utf-8")
        flags = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote"]
        self._process = subprocess.Popen(  # noqa: S603 - what find_firefox found
            [program, *flags, "--profile", self._profile],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self._profile},
        )
        self._number = 0
        self._socket = self._connect(port)
        self._stream = self._socket.makefile("rb")
        self._receive()
        self.call("WebDriver:NewSession", capabilities={})
        self.id = self.call("Addon:Install", path=str(folder.resolve()), temporary=True)["value"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._stream.close()
        self._socket.close()
        self._process.terminate()
        self._process.wait()
        shutil.rmtree(self._profile, ignore_errors=True)

    def _connect(self, port: int) -> socket.socket:
        deadline = time.monotonic() + _SECONDS
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=_SECONDS)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def _receive(self) -> Any:  # noqa: ANN401 - any JSON value
        """A message: its length, a colon, JSON."""
        length = b""
        while (char := self._stream.read(1)) != b":":
            length += char
        return json.loads(self._stream.read(int(length)))

    def call(self, name: str, **params: object) -> dict[str, Any]:
        """Send a command and return its result."""
        self._number += 1
        message = json.dumps([0, self._number, name, params]).encode()
        self._socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self._receive()
        if error:
            raise RuntimeError(json.dumps(error)[:1000])
        return dict(result) if result else {}

    def open(self, address: str) -> None:
        """Load a page."""
        self.call("WebDriver:Navigate", url=address)

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - any JSON value
        """The value of an expression in the page."""
        return self.call("WebDriver:ExecuteScript", script=f"return {expression}", args=[])["value"]

    def until(self, condition: str) -> None:
        """Wait until an expression in the page is true."""
        deadline = time.monotonic() + _SECONDS
        while not self.evaluate(condition):
            if time.monotonic() > deadline:
                raise TimeoutError(condition)
            time.sleep(0.1)

    def press(self) -> None:
        """Press the button."""
        self.call("Marionette:SetContext", value="chrome")
        self.call("WebDriver:ExecuteScript", script=_PRESS, args=[self.id])
        self.call("Marionette:SetContext", value="content")
