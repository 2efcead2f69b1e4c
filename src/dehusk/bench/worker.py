"""A process that extracts and scores, so that an extractor that dies or hangs takes nothing with it.

``python -m dehusk.bench.worker`` reads requests and writes answers, a line of JSON each; :class:`Worker` is
the other end. A request is ``{"load": NAME}`` or ``{"extract": NAME, "html", ...}``.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from contextlib import suppress
from math import ceil
from typing import IO, TYPE_CHECKING, Any, Self, cast

from dehusk.bench.block_scores import block_scores
from dehusk.bench.extractors import MethodExtractor, extractor_version, make_extractor
from dehusk.bench.label_scores import label_scores
from dehusk.bench.node_scores import node_scores
from dehusk.bench.page_scores import page_scores
from dehusk.scale.worker import ONE_THREAD, ending

if TYPE_CHECKING:
    from dehusk.bench.peers import ExtractFunction

_WARM_UP = "<html><body><article><h1>Tea</h1>" + "<p>Steep the tea for three minutes, not more.</p>" * 9


class Worker:
    """A worker process, started when it is needed and again after it died.

    >>> worker = Worker(seconds=30)
    >>> answer = worker.ask({"load": "no-such"})
    >>> worker.close()
    >>> answer["error"][:27]
    "unknown extractor 'no-such'"
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.loaded: set[str] = set()
        """The extractors that the process has loaded."""
        self.asked = 0
        """How many requests the process has had."""
        self._process: subprocess.Popen[str] | None = None

    def ask(self, request: dict[str, Any], seconds: float | None = None) -> dict[str, Any]:
        """The answer; if the process dies or is late, ``{"error": ..., "died": True}``."""
        limit = seconds or self.seconds
        process = self._process = self._process or self._start(limit)
        self.asked += 1
        with _Deadline(process, limit) as deadline:
            try:
                cast("IO[str]", process.stdin).write(json.dumps(request) + "\n")
                cast("IO[str]", process.stdin).flush()
                line = cast("IO[str]", process.stdout).readline()
            except BrokenPipeError:
                line = ""
        if line.endswith("\n"):
            if deadline.passed:
                self.close()
            return cast("dict[str, Any]", json.loads(line))
        self.close()
        reason = f"late: more than {limit:g} seconds" if deadline.passed else f"died: {ending(process.returncode)}"
        return {"error": reason, "died": True}

    def _start(self, limit: float) -> subprocess.Popen[str]:
        env = os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-P", "-m", "dehusk.bench.worker", str(ceil(2 * max(limit, self.seconds)))]
        # A session of its own: Ctrl-C reaches only us, and what the worker starts ends with it.
        return subprocess.Popen(  # noqa: S603 - ourselves
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=env,
            start_new_session=True,
        )

    def close(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        self.loaded, self.asked = set(), 0
        if process is None:
            return
        _kill(process)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(BrokenPipeError):
                cast("IO[str]", pipe).close()

    def kill(self) -> None:
        """End the process from another thread; the one that waits for an answer gets ``died``."""
        if (process := self._process) is not None:
            _kill(process)


class _Deadline:
    """Kills a process unless the block ends in time, and never after the block has ended."""

    def __init__(self, process: subprocess.Popen[str], seconds: float) -> None:
        self.passed = False
        self._process, self._over, self._lock = process, False, threading.Lock()
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._over = True
        self._timer.cancel()

    def _end(self) -> None:
        with self._lock:
            if not self._over:
                self.passed = True
                _kill(self._process)


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill a worker and what it started."""
    if process.returncode is not None:
        return
    try:
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def main(arguments: list[str]) -> None:
    """Serve requests until standard input ends; the argument is how many seconds one may take at most.

    >>> main.__module__
    'dehusk.bench.worker'
    """
    questions, answers = _take_standard_streams()
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    extractors: dict[str, ExtractFunction] = {}
    for line in questions:
        # The other end kills what is late; this is for when the other end is gone.
        _alarm(int(arguments[0]))
        request = json.loads(line)
        answer = _load(request, extractors) if "load" in request else _extract(request, extractors)
        _alarm(0)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _alarm(seconds: int) -> None:
    """Die in so many seconds; 0 for never."""
    if sys.platform != "win32":
        signal.alarm(seconds)


def _take_standard_streams() -> tuple[IO[str], IO[str]]:
    """Standard input and output for ourselves; extractors get the null device, and may print to it."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    return questions, answers


def _load(request: dict[str, Any], extractors: dict[str, ExtractFunction]) -> dict[str, Any]:
    """Make an extractor and let it load what it loads with its first page."""
    name = request["load"]
    try:
        extractors[name] = make_extractor(name)
        extractors[name](_WARM_UP, "en", "")
    except ImportError as error:
        return {"error": str(error)}
    except (Exception, SystemExit) as error:  # noqa: BLE001 - any extractor, any error
        if name not in extractors:
            return {"error": str(error)}
    return {"version": extractor_version(name)}


def _extract(request: dict[str, Any], extractors: dict[str, ExtractFunction]) -> dict[str, Any]:
    extractor = extractors[request["extract"]]
    text, error = "", ""
    wall, cpu = time.perf_counter(), _cpu_seconds(extractor)
    try:
        found: str | None
        if isinstance(extractor, MethodExtractor):
            found = extractor.extraction(request["html"], request["url"], request["path"]).text
        else:
            found = extractor(request["html"], request["lang"], request["url"])
        if not isinstance(found, str | None):
            raise TypeError(f"returned {type(found).__name__}, not text")
        text = found or ""
    except (Exception, SystemExit) as problem:  # noqa: BLE001 - any extractor, any error
        error = f"{type(problem).__name__}: {problem}"[:200]
    seconds, cpu_seconds = time.perf_counter() - wall, _cpu_seconds(extractor) - cpu
    scores = page_scores(text, request["gold"], request["must"], request["mustnot"])
    if request["gold"]:
        scores |= label_scores(request["html"], text, request["gold"])
    if request["gold_nodes"]:
        extraction = None
        if isinstance(extractor, MethodExtractor):
            # Once more, off the clock: a method gives the same answer again.
            extraction = None if error else extractor.extraction(request["html"], request["url"], request["path"])
            scores |= node_scores(extraction, request["gold_nodes"])
        content = text if extraction is None else extraction
        scores |= block_scores(content, request["html"], request["gold"], request["gold_nodes"])
    return {"text": text, "error": error, "seconds": seconds, "cpu_seconds": cpu_seconds, **scores}


def _cpu_seconds(extractor: ExtractFunction) -> float:
    """What this process has used, and the extractor's own processes."""
    return time.process_time() + float(getattr(extractor, "cpu_seconds", 0.0))


if __name__ == "__main__":
    main(sys.argv[1:])
