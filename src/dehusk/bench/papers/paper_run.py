"""``run_papers``: measures what the experiments need, then finds their tables and charts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dehusk.bench.collections import BadPage, read
from dehusk.bench.extractors import extractor_version
from dehusk.bench.measure_task import NotLoaded
from dehusk.bench.page_scores import page_scores
from dehusk.bench.papers.alarte_paper import ALARTE
from dehusk.bench.papers.arias_paper import ARIAS
from dehusk.bench.papers.cetd_paper import CETD
from dehusk.bench.papers.gce_paper import GCE
from dehusk.bench.papers.page_sample import PageSample
from dehusk.bench.papers.paper_results import PaperResults
from dehusk.bench.papers.paper_task import MeasureTogether, PaperTask, make_paper_extractor
from dehusk.bench.papers.web2text_paper import WEB2TEXT
from dehusk.bench.run import digest
from dehusk.bench.site_run import run_sites
from dehusk.bench.store import PageKey, Result, Run, RunWriter, StoredPage
from dehusk.errors import ArgumentError, DehuskError
from dehusk.pool import Failure, job_count, map_items

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dehusk.bench.collections import LabelledPage
    from dehusk.bench.papers.experiment import Experiment, Paper
    from dehusk.bench.papers.findings import Finding

PAPERS: Mapping[str, Paper] = {paper.name: paper for paper in (ARIAS, CETD, ALARTE, WEB2TEXT, GCE)}
"""The papers by name, in the order of their years, the visual method last."""

Tell = Callable[[str], None]
Advance = Callable[[int, int], None]


class Remade(NamedTuple):
    """An experiment of a paper, and what was found."""

    paper: Paper
    experiment: Experiment
    finding: Finding


@dataclass(frozen=True, kw_only=True)
class PaperSettings:
    """Which experiments on which pages.

    ``papers``: names; all if empty. ``sample``: pages of each file or folder, 0 for all. ``split``: only pages of this
    split, where a collection has splits. ``jobs``: processes, 0 for one per core. ``seconds``: for all extractors on
    one page together.

    >>> PaperSettings(papers=("tea",))
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: unknown paper tea; known: arias, cetd, alarte, web2text, gce
    """

    papers: tuple[str, ...] = ()
    sample: int = 0
    split: str = ""
    jobs: int = 0
    seconds: float = 600.0

    def __post_init__(self) -> None:
        if unknown := [name for name in self.papers if name not in PAPERS]:
            raise ArgumentError(f"unknown paper {', '.join(unknown)}; known: {', '.join(PAPERS)}")
        job_count(self.jobs)

    @property
    def chosen(self) -> list[Paper]:
        """The papers."""
        return [paper for name, paper in PAPERS.items() if not self.papers or name in self.papers]


def run_papers(
    collections: Sequence[str | Path],
    out: str | Path,
    settings: PaperSettings | None = None,
    *,
    tell: Tell = lambda _: None,
    advance: Advance = lambda _done, _total: None,
) -> list[Remade]:
    """Repeat the experiments of the papers; results are stored in ``out`` and what is there is not measured again.

    ``tell`` is called with what was left out, ``advance`` with the number of pages that are done and their total.

    >>> import json, tempfile
    >>> row = {"id": "1", "dataset": "tea", "html": "<p>Steep the tea.<p>Drink.", "gold": "Steep the tea."}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "tea.jsonl")
    ...     _ = path.write_text(json.dumps(row))
    ...     found = run_papers([path], Path(folder, "run"), PaperSettings(papers=("cetd",), jobs=1))
    >>> [remade.experiment.name for remade in found if not remade.finding.remade]
    ['figure 1', 'figure 2', ...]
    """
    settings = settings or PaperSettings()
    paths, out = [Path(collection) for collection in collections], Path(out)
    sample = PageSample(paths, size=settings.sample, split=settings.split, tell=tell)
    experiments = [(paper, experiment) for paper in settings.chosen for experiment in paper.experiments]
    with RunWriter(out) as writer:
        _Measuring(sample, [each for _, each in experiments], settings, writer, tell, advance).run()
    site_methods = dict.fromkeys(
        name for _, each in experiments for name in getattr(each, "site_methods", ())
    )  # fmt: skip
    sites = _measure_sites(paths, list(site_methods), out / "sites", settings.split, tell) if site_methods else None
    measured = PaperResults(Run(out), sample, sites)
    return [Remade(paper, each, each.find(measured)) for paper, each in experiments]


def _measure_sites(paths: list[Path], names: list[str], out: Path, split: str, tell: Tell) -> Run | None:
    """Measure site methods on the collections with labelled nodes; None if these have no site of several pages."""
    labelled = [path for path in paths if any(page.gold_nodes for page in _pages(path))]
    if not labelled:
        return None
    for path in labelled:
        divided = any(page.split for page in _pages(path))
        run_sites([path], names, out, split=split if divided else "", tell=tell)
    sites = Run(out)
    return sites if sites.extractors and sites.results(names[0]) else None


def _pages(path: Path) -> Iterator[LabelledPage]:
    return (page for page in read(path) if not isinstance(page, BadPage))


@dataclass
class _Measuring:
    """The extractors that each page lacks, through worker processes into the store."""

    sample: PageSample
    experiments: list[Experiment]
    settings: PaperSettings
    writer: RunWriter
    tell: Tell
    advance: Advance
    told: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        wanted = dict.fromkeys(name for each in self.experiments for name in each.extractors)
        self.usable = {name for name in wanted if self._is_usable(name)}
        self.done = {name: self.writer.done(name) for name in self.usable}

    def _is_usable(self, name: str) -> bool:
        try:
            make_paper_extractor(name)
        except (DehuskError, ImportError) as error:
            # An unknown extractor's message lists all that are known.
            self._say(f"{name} is left out: {str(error).partition(';')[0]}")
            return False
        return True

    def _say(self, problem: str) -> None:
        if problem not in self.told:
            self.told.add(problem)
            self.tell(problem)

    def run(self) -> None:
        """Measure everything."""
        total, done = len(self.sample.keys), 0
        outcomes = map_items(
            MeasureTogether(),
            self._tasks(),
            jobs=min(job_count(self.settings.jobs), total),
            seconds=self.settings.seconds,
            ordered=False,
        )
        with closing(outcomes):
            for task, outcome in outcomes:
                self._keep(task, outcome)
                done += 1
                self.advance(done, total)

    def _tasks(self) -> Iterator[PaperTask]:
        for page in self.sample.pages():
            key = PageKey(page.dataset, page.id)
            if self.writer.pages.get(key, digest(page)) != digest(page):
                self._say(f"page {str(key)!r} is not what it was in {self.writer.directory}; start another --out")
                continue
            wanted = dict.fromkeys(
                name for each in self.experiments if each.needs(page) for name in each.extractors if name in self.usable
            )
            yield PaperTask(page, tuple(name for name in wanted if key not in self.done[name]))

    def _keep(self, task: PaperTask, outcome: dict[str, dict[str, Any] | NotLoaded] | Failure) -> None:
        page = task.page
        about = {name: getattr(page, name) for name in ("dataset", "id", "split", "lang", "type")}
        self.writer.add_page(StoredPage(digest=digest(page), url=page.url, **about), page.gold)
        size = len(page.html.encode("utf-8", "surrogatepass"))
        for name in task.extractors:
            measured = _failed(page, outcome) if isinstance(outcome, Failure) else outcome[name]
            if isinstance(measured, NotLoaded):
                self._say(f"{name} is left out: {measured.reason}")
                continue
            text = str(measured.pop("text"))
            version = extractor_version(name)
            self.writer.add(Result(extractor=name, version=version, bytes=size, **about, **measured), text)


def _failed(page: LabelledPage, failure: Failure) -> dict[str, Any]:
    return {"text": "", "error": failure.reason, "seconds": 0.0} | page_scores(page, "", gives_nodes=True)
