"""Extractors on collections: every core, one result a page and extractor, stopped and resumed at will."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.bench.block_scores import block_scores
from dehusk.bench.collections import BadPage, LabelledPage, jsonl, read
from dehusk.bench.extractors import gives_nodes, make_extractor
from dehusk.bench.label_scores import label_scores
from dehusk.bench.node_scores import node_scores
from dehusk.bench.page_scores import page_scores
from dehusk.bench.store import PageKey, Result, RunWriter, StoredPage
from dehusk.bench.worker import Worker
from dehusk.errors import ArgumentError, CollectionError, DehuskError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# Peers leak; a fresh process now and then keeps the memory of a long run flat.
_REQUESTS_OF_A_PROCESS = 2000
# Some peers import for many seconds on a busy machine.
_SECONDS_TO_LOAD = 120.0


@dataclass
class Outcome:
    """How a run went.

    >>> Outcome(measured=3, problems=["a.jsonl:2: empty line"]).ok
    False
    """

    measured: int = 0
    """Results that this run added."""
    kept: int = 0
    """Results that were there before."""
    problems: list[str] = field(default_factory=list)
    """What was left out, and why: pages that could not be read, extractors that could not be used."""

    @property
    def ok(self) -> bool:
        """Whether nothing was left out. An extractor that fails on a page is a result, not a problem."""
        return not self.problems


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Which pages, and how.

    ``split``: only these. ``every``: only each N-th page of a file, counted before the split. ``jobs``:
    processes, by default one a core. ``seconds``: what one page may take; then it counts as failed.
    ``redo``: extractors whose earlier results are dropped.

    >>> Settings(every=0)
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: every must be at least 1, not 0
    """

    split: str = ""
    every: int = 1
    jobs: int = 0
    seconds: float = 60.0
    redo: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.every < 1:
            raise ArgumentError(f"every must be at least 1, not {self.every}")
        if self.jobs < 0:
            raise ArgumentError(f"jobs must be at least 1 (or 0: one a core), not {self.jobs}")
        if not self.seconds > 0:
            raise ArgumentError(f"seconds must be above zero, not {self.seconds}")


Tell = Callable[[str], None]
Advance = Callable[[int, int], None]


def run(
    collections: Sequence[str | Path],
    extractors: Sequence[str],
    out: str | Path,
    settings: Settings | None = None,
    *,
    tell: Tell = lambda _: None,
    advance: Advance = lambda _done, _total: None,
) -> Outcome:
    """Run extractors on collections and store the results in ``out``; what is there already is not repeated.

    ``tell`` gets a line for everything that is left out, ``advance`` the results so far and their total.

    >>> import json, tempfile
    >>> page = {"id": "1", "dataset": "mine", "html": "<p>Steep the tea.", "gold": "Steep the tea."}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "mine.jsonl")
    ...     _ = path.write_text(json.dumps(page))
    ...     run([path], ["arias", "no-such"], Path(folder, "run"), Settings(jobs=1), tell=print).measured
    unknown extractor 'no-such'; ...
    1
    """
    settings = settings or Settings()
    outcome = Outcome()

    def report(problem: str) -> None:
        outcome.problems.append(problem)
        tell(problem)

    usable = _usable(extractors, report)
    files = [file for collection in collections for file in _files(Path(collection), report)]
    with RunWriter(out) as writer:
        for name in settings.redo:
            writer.forget(name)
        plan = _Plan(files, usable, settings, writer, report)
        outcome.kept = plan.kept
        if plan.total:
            outcome.measured = _Crew(plan, writer, settings, report, advance).work()
    return outcome


def _usable(names: Iterable[str], report: Tell) -> list[str]:
    usable = []
    for name in dict.fromkeys(names):
        try:
            make_extractor(name)
        except (DehuskError, ImportError) as error:
            report(str(error) if repr(name) in str(error) else f"{name}: {error}")
        else:
            usable.append(name)
    return usable


def _files(path: Path, report: Tell) -> list[Path]:
    """A folder of JSON Lines is many collections: ``every`` counts within a file."""
    try:
        read(path)
    except CollectionError as error:
        report(str(error))
        return []
    return jsonl.files(path) or [path]


class _Plan:
    """What is still to do: the extractors that each page lacks. One pass over the files, to know the total."""

    def __init__(
        self, files: list[Path], names: list[str], settings: Settings, writer: RunWriter, report: Tell
    ) -> None:
        self.files, self.settings = files, settings
        self.missing: dict[tuple[Path, int], tuple[str, ...]] = {}
        self.kept = 0
        done = {name: writer.done(name) for name in names}
        seen: dict[PageKey, Path] = {}
        for file in files:
            pages = 0
            for place, page in enumerate(read(file)):
                if isinstance(page, BadPage):
                    report(str(page))
                elif self._is_chosen(place, page):
                    pages += 1
                    key = PageKey(page.dataset, page.id)
                    if problem := self._conflict(key, page, seen, writer):
                        report(f"{file}: {problem}")
                        continue
                    seen[key] = file
                    missing = tuple(name for name in names if key not in done[name])
                    self.kept += len(names) - len(missing)
                    if missing:
                        self.missing[file, place] = missing
            if not pages:
                report(f"{file}: no page {f'of split {settings.split!r} ' if settings.split else ''}to measure")
        self.total = sum(map(len, self.missing.values()))

    def _is_chosen(self, place: int, page: LabelledPage) -> bool:
        return place % self.settings.every == 0 and self.settings.split in ("", page.split)

    @staticmethod
    def _conflict(key: PageKey, page: LabelledPage, seen: dict[PageKey, Path], writer: RunWriter) -> str:
        if key in seen:
            return f"page {str(key)!r} is in {seen[key]} already; it is measured once"
        if writer.pages.get(key, digest(page)) != digest(page):
            return f"page {str(key)!r} is not what it was in {writer.directory}; start another --out"
        return ""

    def pages(self) -> Iterator[tuple[LabelledPage, tuple[str, ...]]]:
        """The pages that lack results, with the extractors they lack."""
        wanted = {file for file, _ in self.missing}
        for file in self.files:
            if file not in wanted:
                continue
            for place, page in enumerate(read(file)):
                names = self.missing.pop((file, place), None)
                if names and isinstance(page, LabelledPage):
                    yield page, names


def digest(page: LabelledPage) -> str:
    """A short name for everything about a page that a result depends on.

    >>> digest(LabelledPage(id="1", dataset="mine", html="<p>Tea", gold="Tea"))
    '...'
    """
    labels = [page.html, page.gold, page.lang, page.url, *page.must, "\0", *page.mustnot]
    if page.gold_nodes:
        labels += ["\0", *page.gold_nodes]
    data = "\0".join(labels).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class _Crew:
    """Threads with a worker process each; they share the pages and the store."""

    def __init__(self, plan: _Plan, writer: RunWriter, settings: Settings, report: Tell, advance: Advance) -> None:
        self.total, self.pages = plan.total, plan.pages()
        self.writer, self.settings, self.report, self.advance = writer, settings, report, advance
        self.lock = threading.Lock()
        self.stopped = False
        self.done = self.measured = 0
        self.unusable: set[str] = set()
        self.versions: dict[str, str] = {}
        jobs = min(settings.jobs or _cores(), plan.total)
        self.workers = [Worker(settings.seconds) for _ in range(jobs)]

    def work(self) -> int:
        """Measure everything; the number of results."""
        with ThreadPoolExecutor(len(self.workers)) as threads:
            futures = [threads.submit(self._serve, worker) for worker in self.workers]
            try:
                finished, _ = wait(futures, return_when=FIRST_EXCEPTION)
                for future in finished:
                    future.result()
            finally:
                self.stopped = True
                for worker in self.workers:
                    worker.kill()
        return self.measured

    def _serve(self, worker: Worker) -> None:
        try:
            while not self.stopped:
                with self.lock:
                    page, names = next(self.pages, (None, ()))
                if page is None:
                    return
                for name in names:
                    self._measure(worker, page, name)
        finally:
            worker.close()

    def _measure(self, worker: Worker, page: LabelledPage, name: str) -> None:
        if worker.asked >= _REQUESTS_OF_A_PROCESS:
            worker.close()
        if self._is_loaded(worker, name) and not self.stopped:
            answer = worker.ask(
                {
                    "extract": name,
                    "html": page.html,
                    "lang": page.lang,
                    "url": page.url,
                    "path": page.path,
                    "gold": page.gold,
                    "must": page.must,
                    "mustnot": page.mustnot,
                    "gold_nodes": page.gold_nodes,
                }
            )
            if self.stopped:
                return
            if answer.pop("died", False):
                answer |= {"seconds": self.settings.seconds if answer["error"].startswith("late") else 0.0}
                answer |= page_scores("", page.gold, page.must, page.mustnot)
                if page.gold:
                    answer |= label_scores(page.html, "", page.gold)
                if page.gold_nodes:
                    answer |= block_scores("", page.html, page.gold, page.gold_nodes)
                    if gives_nodes(name):
                        answer |= node_scores(None, page.gold_nodes)
            self._keep(page, name, answer)
        with self.lock:
            self.done += 1
            self.advance(self.done, self.total)

    def _is_loaded(self, worker: Worker, name: str) -> bool:
        if name in worker.loaded:
            return True
        if name in self.unusable:
            return False
        answer = worker.ask({"load": name}, max(_SECONDS_TO_LOAD, self.settings.seconds))
        with self.lock:
            if "version" in answer:
                worker.loaded.add(name)
                self.versions[name] = answer["version"]
                return True
            if name not in self.unusable and not self.stopped:
                self.unusable.add(name)
                self.report(f"{name}: could not be loaded, left out: {answer['error']}")
        return False

    def _keep(self, page: LabelledPage, name: str, answer: dict[str, object]) -> None:
        text = str(answer.pop("text", ""))
        about = {field: getattr(page, field) for field in ("dataset", "id", "split", "lang", "type")}
        size = len(page.html.encode("utf-8", "surrogatepass"))
        result = Result(extractor=name, version=self.versions[name], bytes=size, **about, **answer)  # type: ignore[arg-type]
        with self.lock:
            self.writer.add_page(StoredPage(digest=digest(page), url=page.url, **about), page.gold)
            self.writer.add(result, text)
            self.measured += 1
