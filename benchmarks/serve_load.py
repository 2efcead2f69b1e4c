"""Load on a service on 127.0.0.1: requests per second, latency, errors, memory, overload, poisonous pages. Linux only.

    python benchmarks/serve_load.py --seconds 60

Pages are those of tests/pages. First the capacity is measured (as many clients as workers, one request after the
other), then the service gets 70 % of it at even intervals, then ten times of it for ten seconds, and at last pages that
hang, crash or need 5 GB of memory among others. The service runs in a process of its own, with a worker that knows such
pages (tests/poisoned_tasks.py).
"""

# ruff: noqa: T201 - prints what it measured

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE / "tests"))

from dehusk import Limits  # noqa: E402
from dehusk.serve.service_settings import ServiceSettings  # noqa: E402
from poisoned_tasks import run_poisoned  # noqa: E402
from running_service import running_service  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

PAGES = [path.read_text("utf-8") for path in sorted((HERE / "tests" / "pages").glob("*/page.html"))]
JOBS = 2
SETTINGS = ServiceSettings(
    jobs=JOBS, queue=16, rate=1e6, burst=10**6, limits=Limits(bytes=10_000_000, seconds=5), memory=1_000_000_000
)


def serve(pipe: Connection) -> None:
    """Run the service until the other end says something."""
    with running_service(SETTINGS, run_poisoned) as service:
        pipe.send(service.port)
        pipe.recv()


def ask(port: int, html: str) -> tuple[int, float]:
    """The status of one request, and its seconds; 0 if the connection failed."""
    started = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        body = json.dumps({"html": html, "fields": ["text", "title", "status"]})
        connection.request("POST", "/v1/extract", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        status = response.status
    except OSError:
        status = 0
    finally:
        connection.close()
    return status, time.perf_counter() - started


def resident(pid: int) -> int:
    """Bytes of memory of a process and its children."""
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            found += [int(child) for child in task.read_text().split()]
    return sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") for each in found)


def in_threads(count: int, work: Callable[[int], None]) -> float:
    """Run a function in threads; the seconds it took."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - started


def capacity(port: int, seconds: float) -> float:
    """Requests per second of as many clients as workers."""
    until = time.perf_counter() + seconds
    done: list[int] = []

    def client(number: int) -> None:
        place = number
        while time.perf_counter() < until:
            status, _ = ask(port, PAGES[place % len(PAGES)])
            done.append(status)
            place += JOBS

    taken = in_threads(JOBS, client)
    if set(done) != {200}:
        raise SystemExit(f"errors without load: {Counter(done)}")
    return len(done) / taken


def steady(port: int, rate: float, seconds: float, clients: int) -> list[tuple[int, float]]:
    """Requests at even intervals, from several clients; each request is sent at its own time."""
    answers: list[tuple[int, float]] = []
    started = time.perf_counter()

    def client(number: int) -> None:
        for place in range(number, int(rate * seconds), clients):
            wait = started + place / rate - time.perf_counter()
            if wait > 0:
                time.sleep(wait)
            answers.append(ask(port, PAGES[place % len(PAGES)]))

    in_threads(clients, client)
    return answers


def report(name: str, answers: list[tuple[int, float]], seconds: float) -> None:
    """Print what came of some requests."""
    good = sorted(taken for status, taken in answers if status == 200)
    late = good[min(int(len(good) * 0.99), len(good) - 1)] if good else float("nan")
    middle = median(good) if good else float("nan")
    statuses = dict(sorted(Counter(status for status, _ in answers).items()))
    print(
        f"{name}: {len(good) / seconds:.1f} answers/s, p50 {middle * 1000:.0f} ms, p99 {late * 1000:.0f} ms, {statuses}"
    )


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="of steady load")
    seconds = parser.parse_args().seconds
    context = multiprocessing.get_context("spawn")
    pipe, other = context.Pipe()
    process = context.Process(target=serve, args=(other,))
    process.start()
    port: int = pipe.recv()
    pid = process.pid or 0
    try:
        capacity(port, 3)
        most = capacity(port, 8)
        print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores; capacity {most:.1f} requests/s")
        before = resident(pid)
        report("70 %", steady(port, 0.7 * most, seconds, 32), seconds)
        print(f"memory: {before / 1e6:.0f} MB before, {resident(pid) / 1e6:.0f} MB after")
        report("10 times", steady(port, 10 * most, 10, 64), 10)
        started = time.perf_counter()
        while [ask(port, PAGES[0])[0] for _ in range(3)] != [200] * 3:
            time.sleep(0.05)
        print(f"recovered after {time.perf_counter() - started:.2f} s; memory {resident(pid) / 1e6:.0f} MB")
        poison: list[tuple[str, int]] = []
        pages = ["<p>HANG", "<p>CRASH", "<p>5 GB IN PIECES", "<p>5 GB AT ONCE"]

        def client(number: int) -> None:
            for place in range(10):
                kind = pages[number] if number < len(pages) and place == 3 else ""
                poison.append((kind[3:] or "page", ask(port, kind or PAGES[place])[0]))

        in_threads(8, client)
        print("poison:", {f"{kind} {status}": count for (kind, status), count in sorted(Counter(poison).items())})
        print(f"memory {resident(pid) / 1e6:.0f} MB")
    finally:
        pipe.send("end")
        process.join(30)


if __name__ == "__main__":
    main()
