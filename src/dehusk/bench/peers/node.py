"""Peers that run in Node: a child process that reads and writes JSON Lines.

The npm packages are looked up in the directory that ``DEHUSK_NODE_MODULES`` names, else in ``./node_modules``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, cast

from dehusk.bench.peers.python import html_to_text
from dehusk.pool import ChildProcess

_DOMS = {"@mozilla/readability": ("jsdom", "linkedom"), "defuddle": ("linkedom", "jsdom")}
"""By package, what can parse a page for it; the one that its own documentation uses first."""
_SCRIPT = Path(__file__).parent.parent / "node" / "peers.js"


def node_modules() -> Path:
    """Where npm packages are looked up.

    >>> node_modules().name
    'node_modules'
    """
    directory = Path(os.environ.get("DEHUSK_NODE_MODULES") or Path.cwd())
    return directory if directory.name == "node_modules" else directory / "node_modules"


def require(package: str) -> None:
    """Raise ImportError, saying what to install, unless Node, the package and a DOM are there.

    >>> import tempfile, unittest.mock
    >>> with unittest.mock.patch.dict(os.environ, DEHUSK_NODE_MODULES=tempfile.gettempdir()):
    ...     require("defuddle")
    Traceback (most recent call last):
    ImportError: this needs ...
    """
    if shutil.which("node") is None:
        raise ImportError(f"this needs Node for {package!r}: install it from https://nodejs.org", name="node")
    if not (node_modules() / package).is_dir() or _dom(package) is None:
        preferred, other = _DOMS[package]
        raise ImportError(
            f"this needs the npm packages {package!r} and {preferred!r} (or {other!r}) in {node_modules()}: "
            f"npm install {package} {preferred} (DEHUSK_NODE_MODULES names another directory)",
            name=package,
        )


def version(package: str) -> str:
    """Name and version of an npm package and of the DOM that parses its pages; empty if it is not there.

    >>> version("no-such-package")
    ''
    """
    found = []
    for name in (package, _dom(package) or ""):
        try:
            found.append(f"{name} {json.loads((node_modules() / name / 'package.json').read_text())['version']}")
        except (OSError, ValueError, KeyError):
            return ""
    return ", ".join(found)


def _dom(package: str) -> str | None:
    return next((name for name in _DOMS.get(package, ()) if (node_modules() / name).is_dir()), None)


class NodePeer:
    """One npm package in one Node process, started with the first page and kept for the next ones.

    If the process dies, that page raises and the next one starts another.

    >>> NodePeer("defuddle").cpu_seconds
    0.0
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self.cpu_seconds = 0.0
        """What the Node processes have used so far; this process's clock does not count it."""
        self._child: ChildProcess | None = None

    def __call__(self, html: str, lang: str, url: str) -> str:  # noqa: ARG002 - the shape of an extractor
        """The main content as plain text."""
        return html_to_text(self.html(html, url))

    def html(self, html: str, url: str) -> str:
        """The main content as HTML."""
        answer = self._ask(json.dumps({"html": html, "url": url}))
        self.cpu_seconds += answer.get("cpu", 0.0)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return str(answer["html"])

    def _ask(self, question: str) -> dict[str, Any]:
        child = self._child = self._child or self._start()
        try:
            child.input.write(question.encode() + b"\n")
            child.input.flush()
            line = child.output.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            raise ChildProcessError(f"node died: {self._end()}")
        return cast("dict[str, Any]", json.loads(line))

    def _start(self) -> ChildProcess:
        command = ["node", str(_SCRIPT), self.package, _dom(self.package) or "", str(node_modules())]
        return ChildProcess(command, stderr=subprocess.DEVNULL)

    def _end(self) -> str:
        child, self._child = self._child, None
        return child.end() if child else ""

    def close(self) -> None:
        """End the Node process, if there is one."""
        if self._child:
            self._child.kill()
        self._end()
