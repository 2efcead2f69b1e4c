"""Measures speed: ``python -m dehusk.bench.speed [CORPUS]``, or ``dehusk bench speed``.

One process on one core. After a warm-up on a few pages, several rounds run over the same pages. Each page is processed
by all subjects before the next page, so that other load on the machine affects them equally, and each round starts with
another subject. The ratio of a subject to the baseline is computed within each round; the table shows the median of the
rounds with the smallest and the largest. Parsing alone is the lower bound of what a method can take.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import turbohtml

from dehusk._core import COMPILED
from dehusk.bench.collections import LabelledPage, jsonl, read
from dehusk.bench.extractors import extractor_version, make_extractor, usable_extractors
from dehusk.errors import ArgumentError, CollectionError, DehuskError
from dehusk.methods.registry import plain_methods
from dehusk.page import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Subject = Callable[[LabelledPage], object]
PEERS = ("trafilatura", "resiliparse")
"""The peers that are timed by default: the most used one and the fastest one."""
_EVERY = 12
_ROUNDS = range(3, 10)  # at least three, so that there is a range; at most ten
_REPOSITORY_PAGES = Path("tests/pages")


@dataclass
class Timing:
    """The time of a subject for all pages, one value per round.

    >>> timing = Timing("arias", pages=10, bytes=2_000_000, wall=[1.0, 2.0, 4.0], cpu=[1.0, 1.0, 1.5])
    >>> timing.milliseconds, timing.cpu_milliseconds, timing.megabytes_per_second
    (200.0, 100.0, 2.0)
    """

    subject: str
    pages: int
    bytes: int
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    @property
    def milliseconds(self) -> float:
        """Wall time per page, the median of the rounds."""
        return 1000 * median(self.wall) / self.pages

    @property
    def cpu_milliseconds(self) -> float:
        """CPU time per page, the median of the rounds."""
        return 1000 * median(self.cpu) / self.pages

    @property
    def megabytes_per_second(self) -> float:
        """HTML per second of CPU time, which other programs on the machine influence little."""
        return self.bytes / 1e6 / max(median(self.cpu), 1e-9)

    def ratios(self, baseline: Timing) -> list[float]:
        """How many times as fast as the baseline in CPU time, one value per round, in ascending order."""
        return sorted(theirs / max(ours, 1e-9) for ours, theirs in zip(self.cpu, baseline.cpu, strict=True))


def measure(subjects: dict[str, Subject], pages: Sequence[LabelledPage], *, seconds: float = 120.0) -> list[Timing]:
    """Time subjects on pages in interleaved rounds: at least three, and more until ``seconds`` have passed.

    >>> page = LabelledPage(id="1", dataset="mine", html="<p>Tea", gold="Tea")
    >>> [(timing.subject, len(timing.cpu)) for timing in measure({"parse": parse_only}, [page], seconds=0)]
    [('parse', 3)]
    """
    size = sum(len(page.html.encode("utf-8", "surrogatepass")) for page in pages)
    timings = {name: Timing(name, len(pages), size) for name in subjects}
    for subject in subjects.values():
        for page in pages[:5]:
            subject(page)
    started = time.monotonic()
    order = list(subjects)
    for done in range(_ROUNDS.stop):
        spent = time.monotonic() - started
        if done >= _ROUNDS.start and spent * (done + 1) / done > seconds:
            break
        for timing in timings.values():
            timing.wall.append(0.0)
            timing.cpu.append(0.0)
        for page in pages:
            for name in order:
                wall, cpu = time.perf_counter(), time.process_time()
                subjects[name](page)
                timings[name].cpu[-1] += time.process_time() - cpu
                timings[name].wall[-1] += time.perf_counter() - wall
        order.append(order.pop(0))
    return list(timings.values())


def parse_only(page: LabelledPage) -> object:
    """Only parse, with another fast parser.

    >>> parse_only(LabelledPage(id="1", dataset="mine", html="<p>Tea", gold="Tea")) is None
    False
    """
    return turbohtml.parse(page.html)


def flatten(page: LabelledPage) -> object:
    """Make a Page from HTML, which is the input of every method.

    >>> flatten(LabelledPage(id="1", dataset="mine", html="<p>Tea", gold="Tea")).text
    'Tea'
    """
    return parse(page.html)


def subjects(names: Iterable[str]) -> tuple[dict[str, Subject], list[str]]:
    """The two parsers and the named extractors, and one message per name whose package is missing.

    >>> subjects(["arias"])
    ({'turbohtml.parse': ..., 'dehusk.parse': ..., 'arias': ...}, [])
    """
    problems: list[str] = []
    found: dict[str, Subject] = {"turbohtml.parse": parse_only, "dehusk.parse": flatten}
    return found | {name: _subject(name) for name in usable_extractors(names, problems.append)}, problems


def _subject(name: str) -> Subject:
    extractor = make_extractor(name)

    def run(page: LabelledPage) -> object:
        try:
            return extractor(page.html, page.lang, page.url)
        except Exception:  # noqa: BLE001 - the time until a peer fails counts
            return None

    return run


def sample_pages(corpus: Path, *, every: int = _EVERY) -> list[LabelledPage]:
    """Every N-th page of the ``test`` split over all files of a corpus; always the same pages.

    >>> sample_pages(Path("/nowhere"))
    Traceback (most recent call last):
    dehusk.errors.CollectionError: /nowhere: no such file or folder
    """
    files = jsonl.files(corpus) or [corpus]
    pages = [page for file in files for page in read(file) if isinstance(page, LabelledPage)]
    chosen = [page for page in pages if page.split in ("test", "")][::every]
    if not chosen:
        raise CollectionError(f"{corpus}: no page to time")
    return chosen


def _repository_pages() -> list[LabelledPage]:
    files = sorted(_REPOSITORY_PAGES.glob("*/page.html"))
    if not files:
        raise ArgumentError(f"no corpus and no folder {_REPOSITORY_PAGES}: name a corpus, or run in the repository")
    return [LabelledPage(id=file.parent.name, dataset="tests", html=file.read_text("utf-8"), gold="") for file in files]


def _pages(corpus: Path | None, every: int) -> list[LabelledPage]:
    if corpus is not None and corpus.exists():
        return sample_pages(corpus, every=every)
    missing = f"{corpus} does not exist" if corpus else "no corpus given"
    print(f"speed: {missing}: timing the small pages of {_REPOSITORY_PAGES} instead", file=sys.stderr)
    return _repository_pages()


def table(timings: Sequence[Timing], baseline: str) -> str:
    """Format the timings as a table, fastest first, with the ratio to a baseline.

    >>> slow = Timing("slow", pages=1, bytes=1000, wall=[0.2] * 3, cpu=[0.2] * 3)
    >>> fast = Timing("fast", pages=1, bytes=1000, wall=[0.1] * 3, cpu=[0.1, 0.1, 0.2])
    >>> print(table([slow, fast], "slow"))
    subject  CPU ms/page  wall ms/page  MB/s  times as fast as slow (min-max)
    fast          100.00        100.00  0.01                    2.00 (1.00-2.00)
    slow          200.00        200.00  0.01                    1.00 (1.00-1.00)
    """
    by_name = {timing.subject: timing for timing in timings}
    heads = ["subject", "CPU ms/page", "wall ms/page", "MB/s"]
    if baseline in by_name:
        heads.append(f"times as fast as {baseline} (min-max)")
    lines = [heads]
    for timing in sorted(timings, key=lambda timing: timing.cpu_milliseconds):
        lines.append([
            timing.subject,
            f"{timing.cpu_milliseconds:.2f}",
            f"{timing.milliseconds:.2f}",
            f"{timing.megabytes_per_second:.2f}",
        ])  # fmt: skip
        if baseline in by_name:
            ratios = timing.ratios(by_name[baseline])
            lines[-1].append(f"{median(ratios):.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})")
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip() for line in lines
    )


def what_is_measured(timings: Sequence[Timing], pages: Sequence[LabelledPage]) -> str:
    """What the table below it says, and about which versions.

    >>> page = LabelledPage(id="1", dataset="tea", html="<p>Tea", gold="Tea")
    >>> print(what_is_measured([Timing("arias", pages=1, bytes=6, cpu=[0.1])], [page]))
    Time from the decoded HTML of a page to its text, in memory: parsing, selecting and writing ...
    """
    collections = ", ".join(dict.fromkeys(page.dataset for page in pages))
    versions = dict.fromkeys(filter(None, (extractor_version(timing.subject) for timing in timings)))
    core = "compiled" if COMPILED else "not compiled: slow"
    return (
        "Time from the decoded HTML of a page to its text, in memory: parsing, selecting and writing plain text.\n"
        "Not measured: reading, decoding, metadata, other formats, importing and loading models (one warm-up).\n"
        "'dehusk.parse' makes a Page: the lower bound of every method. 'turbohtml.parse' is another fast parser.\n"
        f"{len(pages)} pages ({collections}), {timings[0].bytes / 1e6:.1f} MB; one process on one core; "
        f"medians of {len(timings[0].cpu)} rounds.\n"
        f"{date.today().isoformat()}, Python {platform.python_version()}, {platform.machine()}, core {core}; "
        f"{', '.join(versions) or 'no extractor'}.\n"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("dehusk bench speed", description="Time parsing, methods and peers on one core.")
    add = parser.add_argument
    add("corpus", nargs="?", type=Path, metavar="CORPUS", help="a collection, or a folder of JSON Lines")
    add("--with", dest="names", metavar="NAMES", help="names of extractors (default: methods and "
        f"{', '.join(PEERS)})")  # fmt: skip
    add("--baseline", default=PEERS[0], metavar="NAME", help="compute ratios to this one (default: %(default)s)")
    add("--every", type=int, default=_EVERY, metavar="N", help="only every N-th page (default: %(default)s)")
    add("--seconds", type=float, default=120.0, metavar="S", help="time for all rounds (default: %(default)g)")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Measure and print the table; return 1 if the package of a requested extractor is missing.

    >>> main(["--every", "0"])
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: every must be at least 1, not 0
    """
    from dehusk.bench.extractors import split_names

    options = _parser().parse_args(arguments)
    if options.every < 1:
        raise ArgumentError(f"every must be at least 1, not {options.every}")
    names = split_names(options.names) if options.names else [*plain_methods(), *PEERS]
    found, problems = subjects(names)
    for problem in problems:
        print(f"speed: {problem}", file=sys.stderr)
    pages = _pages(options.corpus, options.every)
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        timings = measure(found, pages, seconds=options.seconds)
    print(what_is_measured(timings, pages))
    print(table(timings, options.baseline))
    if options.baseline not in found:
        print(f"speed: baseline {options.baseline!r} was not timed", file=sys.stderr)
    return 1 if problems and options.names else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except DehuskError as error:
        sys.exit(f"speed: {error}")
