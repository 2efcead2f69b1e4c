"""What a worker process does: several extractors on one page, which is parsed, and drawn, once for all of them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from dehusk.bench.extractors import ExtractionFailed, MethodExtractor, make_extractor
from dehusk.bench.measure_task import WARM_UP, NotLoaded, measure_page
from dehusk.bench.page_scores import page_scores
from dehusk.bench.papers.alarte_ratios import ABLATIONS, SomeRatios
from dehusk.extractor import extract
from dehusk.layout import Drawing, draw
from dehusk.page import parse
from dehusk.source import Source, read

if TYPE_CHECKING:
    from dehusk.bench.collections import LabelledPage
    from dehusk.bench.peers import ExtractFunction
    from dehusk.extraction import Extraction
    from dehusk.page import HiddenPolicy, Page


class PaperTask(NamedTuple):
    """A page, and the names of the extractors that are to be measured on it."""

    page: LabelledPage
    extractors: tuple[str, ...]


class _ReadPage(NamedTuple):
    page: Page
    seconds: float
    cpu_seconds: float


@dataclass(frozen=True)
class DrawnMethod(MethodExtractor):
    """A visual method on pages that are drawn in a window of a given size."""

    window: tuple[int, int]


def make_paper_extractor(name: str) -> ExtractFunction:
    """An extractor by name; also the variants that are only measured here.

    These are Alarte's method with some of its ratios, and a visual method with the size of the window after its name.

    >>> make_paper_extractor("alarte-only-word")("<p>Steep the tea.", "en", "")
    'Steep the tea.'
    """
    if name in ABLATIONS:
        return MethodExtractor(SomeRatios(ABLATIONS[name]), "drop")
    spec, _, size = name.partition("@window=")
    extractor = make_extractor(spec)
    if not size or not isinstance(extractor, MethodExtractor):
        return extractor
    width, height = map(int, size.split("x"))
    return DrawnMethod(extractor.method, extractor.hidden, (width, height))


@dataclass
class MeasureTogether:
    """Measures the extractors of a task.

    The time of a method is that of parsing or drawing, which is done once, and its own.

    >>> from dehusk.bench.collections import LabelledPage
    >>> page = LabelledPage(id="1", dataset="mine", html="<p>Steep the tea.", gold="Steep the tea.")
    >>> found = MeasureTogether()(PaperTask(page, ("arias", "no-such")))
    >>> found["arias"]["f1"], type(found["no-such"]).__name__
    (1.0, 'NotLoaded')
    """

    _extractors: dict[str, ExtractFunction | NotLoaded] = field(default_factory=dict)

    def __call__(self, task: PaperTask) -> dict[str, dict[str, Any] | NotLoaded]:
        """The text, the error, the times and the scores by extractor."""
        together = _OnePage(task.page)
        found: dict[str, dict[str, Any] | NotLoaded] = {}
        for name in task.extractors:
            extractor = self._extractor(name)
            if isinstance(extractor, NotLoaded):
                found[name] = extractor
            elif isinstance(extractor, MethodExtractor):
                found[name] = together.measure(extractor)
            else:
                found[name] = measure_page(extractor, task.page)
        return found

    def _extractor(self, name: str) -> ExtractFunction | NotLoaded:
        if name not in self._extractors:
            try:
                self._extractors[name] = _warm(make_paper_extractor(name))
            except Exception as error:  # noqa: BLE001 - any extractor, any error
                self._extractors[name] = NotLoaded(str(error))
        return self._extractors[name]


def _warm(extractor: ExtractFunction) -> ExtractFunction:
    """Let an extractor load what it loads with its first page, so that no page's time contains it."""
    if isinstance(extractor, MethodExtractor):
        if "layout" not in extractor.method.needs:
            extractor.extraction(WARM_UP, "")
    else:
        extractor(WARM_UP, "en", "")
    return extractor


class _OnePage:
    """A page that is parsed, and drawn, once; and the scores of selections, of which many are the same."""

    def __init__(self, labelled: LabelledPage) -> None:
        self.labelled = labelled
        self._read: dict[tuple[HiddenPolicy, Drawing | None], _ReadPage] = {}
        self._scores: dict[tuple[object, ...], dict[str, Any]] = {}

    def measure(self, extractor: MethodExtractor) -> dict[str, Any]:
        """The text, the error, the times and the scores of a method."""
        try:
            page = self._page(extractor)
            started, cpu = time.perf_counter(), time.process_time()
            extraction = extract(page.page, method=extractor.method)
            text = extraction.text
            seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - cpu
            if extraction.status == "failed":
                raise ExtractionFailed(extraction.reason)
        except Exception as problem:  # noqa: BLE001 - a page that breaks a method is a result
            error = f"{type(problem).__name__}: {problem}"[:200]
            return {"text": "", "error": error} | page_scores(self.labelled, "", gives_nodes=True)
        times = {"seconds": page.seconds + seconds, "cpu_seconds": page.cpu_seconds + cpu_seconds}
        return {"text": text, "error": ""} | times | self._scores_of(page, extraction)

    def _page(self, extractor: MethodExtractor) -> _ReadPage:
        drawing = None
        if "layout" in extractor.method.needs:
            drawing = Drawing(window=extractor.window) if isinstance(extractor, DrawnMethod) else Drawing()
        key = (extractor.hidden, drawing)
        if key not in self._read:
            self._read[key] = _read_page(self.labelled, *key)
        return self._read[key]

    def _scores_of(self, page: _ReadPage, extraction: Extraction) -> dict[str, Any]:
        selection = extraction.selection
        key = (id(page), extraction.text, selection.keep.tobytes(), selection.roots.tobytes())
        if key not in self._scores:
            self._scores[key] = page_scores(self.labelled, extraction.text, extraction, gives_nodes=True)
        return self._scores[key]


def _read_page(page: LabelledPage, hidden: HiddenPolicy, drawing: Drawing | None) -> _ReadPage:
    started, cpu = time.perf_counter(), time.process_time()
    if drawing:
        source = read(page.path) if page.path else Source.of(page.html, url=page.url or None)
        found = draw(source, drawing, hidden=hidden)
    else:
        found = parse(page.html, url=page.url or None, hidden=hidden)
    return _ReadPage(found, time.perf_counter() - started, time.process_time() - cpu)
