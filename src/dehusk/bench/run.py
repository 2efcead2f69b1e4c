"""Extractors on collections: on every core, one result per page and extractor, stopped and resumed at will."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dehusk.bench.collections import BadPage, LabelledPage, jsonl, read
from dehusk.bench.extractors import extractor_version, gives_nodes, usable_extractors
from dehusk.bench.measure_task import BenchTask, Measure, NotLoaded
from dehusk.bench.page_scores import page_scores
from dehusk.bench.store import PageKey, Result, RunWriter, StoredPage
from dehusk.errors import ArgumentError, CollectionError
from dehusk.pool import Failure, job_count, map_items

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Peers leak; a worker that has grown to half of this is replaced, which bounds the memory of a long run.
_MEMORY = 4_000_000_000
# Some peers import for many seconds on a busy machine.
_SECONDS_TO_LOAD = 120.0


@dataclass
class RunReport:
    """How a run went.

    >>> RunReport(measured=3, problems=["a.jsonl:2: empty line"]).ok
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
    processes, by default one per core. ``seconds``: what one page may take; then it counts as failed.
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
        job_count(self.jobs)
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
) -> RunReport:
    """Run extractors on collections and store the results in ``out``; what is there already is not repeated.

    ``tell`` gets a line for everything that is left out, ``advance`` the results so far and their total. A name that
    is unknown raises an error before anything is read.

    >>> import json, tempfile
    >>> page = {"id": "1", "dataset": "mine", "html": "<p>Steep the tea.", "gold": "Steep the tea."}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "mine.jsonl")
    ...     _ = path.write_text(json.dumps(page))
    ...     run([path], ["arias", "lqf"], Path(folder, "run"), Settings(jobs=1), tell=print).measured
    2
    """
    settings = settings or Settings()
    outcome = RunReport()

    def report(problem: str) -> None:
        outcome.problems.append(problem)
        tell(problem)

    usable = usable_extractors(extractors, report)
    files = [file for collection in collections for file in _files(Path(collection), report)]
    with RunWriter(out) as writer:
        for name in settings.redo:
            writer.forget(name)
        plan = _Plan(files, usable, settings, writer, report)
        outcome.kept = plan.kept
        if plan.total:
            outcome.measured = _Measuring(plan, writer, settings, report, advance).run()
    return outcome


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


class _Measuring:
    """Tasks through worker processes into the store."""

    def __init__(self, plan: _Plan, writer: RunWriter, settings: Settings, report: Tell, advance: Advance) -> None:
        self.plan, self.writer, self.settings, self.report, self.advance = plan, writer, settings, report, advance
        self.done = self.measured = 0
        self.unusable: set[str] = set()

    def run(self) -> int:
        """Measure everything; the number of results."""
        outcomes = map_items(
            Measure(seconds_to_load=max(_SECONDS_TO_LOAD, self.settings.seconds)),
            self._tasks(),
            jobs=min(job_count(self.settings.jobs), self.plan.total),
            seconds=self.settings.seconds,
            memory=_MEMORY if sys.platform == "linux" else None,
            ordered=False,
        )
        with closing(outcomes):
            for task, outcome in outcomes:
                self._take(task, outcome)
        return self.measured

    def _tasks(self) -> Iterator[BenchTask]:
        for page, names in self.plan.pages():
            for name in names:
                if name in self.unusable:
                    self._count()
                else:
                    yield BenchTask(page, name)

    def _take(self, task: BenchTask, outcome: dict[str, Any] | NotLoaded | Failure) -> None:
        if isinstance(outcome, NotLoaded) or (isinstance(outcome, Failure) and outcome.stage):
            if task.extractor not in self.unusable:
                self.unusable.add(task.extractor)
                self.report(f"{task.extractor}: could not be loaded, left out: {outcome.reason}")
        elif isinstance(outcome, Failure):
            self._keep(task, self._failed(task, outcome))
        else:
            self._keep(task, outcome)
        self._count()

    def _failed(self, task: BenchTask, failure: Failure) -> dict[str, Any]:
        seconds = self.settings.seconds if failure.kind == "timeout" else 0.0
        scores = page_scores(task.page, "", gives_nodes=gives_nodes(task.extractor))
        return {"text": "", "error": failure.reason, "seconds": seconds} | scores

    def _keep(self, task: BenchTask, measured: dict[str, Any]) -> None:
        page, text = task.page, str(measured.pop("text"))
        about = {field: getattr(page, field) for field in ("dataset", "id", "split", "lang", "type")}
        size = len(page.html.encode("utf-8", "surrogatepass"))
        version = extractor_version(task.extractor)
        self.writer.add_page(StoredPage(digest=digest(page), url=page.url, **about), page.gold)
        self.writer.add(Result(extractor=task.extractor, version=version, bytes=size, **about, **measured), text)
        self.measured += 1

    def _count(self) -> None:
        self.done += 1
        self.advance(self.done, self.plan.total)
