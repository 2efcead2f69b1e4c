"""What a worker process does in a run: one extractor on one page, timed and scored."""

from __future__ import annotations

import logging
import os
import time
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from dehusk.bench.extractors import MethodExtractor, make_extractor
from dehusk.bench.page_scores import page_scores
from dehusk.pool import stage

if TYPE_CHECKING:
    from dehusk.bench.collections import LabelledPage
    from dehusk.bench.peers import ExtractFunction

WARM_UP = "<html><body><article><h1>Tea</h1>" + "<p>Steep the tea for three minutes, not more.</p>" * 9
"""A page with which an extractor loads what it loads with its first page."""


class BenchTask(NamedTuple):
    """A page and the name of the extractor that is to be measured on it."""

    page: LabelledPage
    extractor: str


class NotLoaded(NamedTuple):
    """Why an extractor could not be loaded."""

    reason: str


@dataclass
class Measure:
    """Measures tasks, for a worker process alone: extractors may print, so it turns the process's output off.

    An extractor is loaded with its first task, which has a deadline of its own, ``seconds_to_load``.

    >>> from dehusk.bench.collections import LabelledPage
    >>> from dehusk.pool import map_items
    >>> page = LabelledPage(id="1", dataset="mine", html="<p>Steep the tea.", gold="Steep the tea.")
    >>> [(_, found)] = map_items(Measure(seconds_to_load=60), [BenchTask(page, "arias")], seconds=60)
    >>> found["text"], found["f1"]
    ('Steep the tea.', 1.0)
    """

    seconds_to_load: float
    _extractors: dict[str, ExtractFunction | NotLoaded] = field(default_factory=dict)

    def __call__(self, task: BenchTask) -> dict[str, Any] | NotLoaded:
        """The text, the error, the time and the scores of a :class:`~dehusk.bench.store.Result`, by field."""
        if not self._extractors:
            _silence()
        if task.extractor not in self._extractors:
            with stage("loading", self.seconds_to_load):
                self._extractors[task.extractor] = _load(task.extractor)
        extractor = self._extractors[task.extractor]
        return extractor if isinstance(extractor, NotLoaded) else measure_page(extractor, task.page)


def _silence() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (1, 2):
        os.dup2(null, standard)
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)


def _load(name: str) -> ExtractFunction | NotLoaded:
    """Make an extractor and let it load what it loads with its first page."""
    try:
        extractor = make_extractor(name)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - any extractor, any error
        return NotLoaded(str(error))
    try:
        extractor(WARM_UP, "en", "")
    except ImportError as error:
        return NotLoaded(str(error))
    except (Exception, SystemExit):  # noqa: BLE001, S110 - it may do better on other pages
        pass
    return extractor


def measure_page(extractor: ExtractFunction, page: LabelledPage) -> dict[str, Any]:
    """The text, the error, the time and the scores of a result, by field. An extractor that raises has an empty text.

    >>> from dehusk.bench.collections import LabelledPage
    >>> page = LabelledPage(id="1", dataset="mine", html="<p>Tea", gold="Tea")
    >>> found = measure_page(lambda html, lang, url: [][0], page)
    >>> found["text"], found["error"], found["f1"]
    ('', 'IndexError: list index out of range', 0.0)
    """
    text, error = "", ""
    wall, cpu = time.perf_counter(), _cpu_seconds(extractor)
    try:
        found: str | None
        if isinstance(extractor, MethodExtractor):
            found = extractor.extraction(page.html, page.url, page.path).text
        else:
            found = extractor(page.html, page.lang, page.url)
        if not isinstance(found, str | None):
            raise TypeError(f"returned {type(found).__name__}, not text")
        text = found or ""
    except (Exception, SystemExit) as problem:  # noqa: BLE001 - any extractor, any error
        error = f"{type(problem).__name__}: {problem}"[:200]
    times = {"seconds": time.perf_counter() - wall, "cpu_seconds": _cpu_seconds(extractor) - cpu}
    extraction = None
    if page.gold_nodes and isinstance(extractor, MethodExtractor) and not error:
        # Once more, off the clock: a method gives the same answer again.
        extraction = extractor.extraction(page.html, page.url, page.path)
    scores = page_scores(page, text, extraction, gives_nodes=isinstance(extractor, MethodExtractor))
    return {"text": text, "error": error} | times | scores


def _cpu_seconds(extractor: ExtractFunction) -> float:
    """What this process has used, and the extractor's own processes."""
    return time.process_time() + float(getattr(extractor, "cpu_seconds", 0.0))
