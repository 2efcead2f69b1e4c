"""Site methods, and page methods beside them, on the sites of collections.

Results go to a run directory, as those of ``dehusk bench run``; ``dehusk bench show`` prints them.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from dehusk.bench.extractors import extractor_version, make_extractor
from dehusk.bench.measure_task import measure_page
from dehusk.bench.page_scores import page_scores
from dehusk.bench.run import digest
from dehusk.bench.site_pages import LabelledSite, read_sites
from dehusk.bench.store import PageKey, Result, RunWriter, StoredPage
from dehusk.page import parse
from dehusk.site import extract_site, list_site_methods, make_site_method

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from dehusk.bench.collections import LabelledPage

    Measure = Callable[[LabelledSite], Iterator[tuple[LabelledPage, dict[str, Any]]]]


def run_sites(
    collections: Sequence[str | Path],
    names: Sequence[str],
    out: str | Path,
    *,
    split: str = "",
    tell: Callable[[str], None] = lambda _: None,
) -> int:
    """Measure site methods and extractors on sites of at least two pages; the number of results that were added.

    ``names``: of site methods, page methods or peers; ``split``: only pages of this split. ``tell`` is called with what
    was left out. Results that ``out`` has are not repeated. A page on which a method fails has a result with its error.

    >>> import json, tempfile
    >>> from pathlib import Path
    >>> row = {"dataset": "tea", "html": "<p>Tea", "gold": "Tea", "url": "http://e.org/"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "tea.jsonl")
    ...     _ = path.write_text("\\n".join(json.dumps(row | {"id": number}) for number in "12"))
    ...     run_sites([path], ["temex", "arias"], Path(folder, "run"))
    4
    """
    measures = {name: _measure_of(name) for name in names}
    added = 0
    with RunWriter(out) as writer:
        for collection in collections:
            for site in read_sites(collection, split=split, tell=tell):
                for name, measure in measures.items():
                    if all(PageKey(page.dataset, page.id) in writer.done(name) for page in site.pages):
                        continue
                    for page, measured in measure(site):
                        _store(writer, name, page, measured)
                        added += 1
    return added


def _store(writer: RunWriter, name: str, page: LabelledPage, measured: dict[str, Any]) -> None:
    text = measured.pop("text")
    about = {field: getattr(page, field) for field in ("dataset", "id", "split", "lang", "type")}
    size = len(page.html.encode("utf-8", "surrogatepass"))
    writer.add_page(StoredPage(digest=digest(page), url=page.url, **about), page.gold)
    version = extractor_version(name) or extractor_version("grain")
    writer.add(Result(extractor=name, version=version, bytes=size, **about, **measured), text)


def _measure_of(name: str) -> Measure:
    """How an extractor of this name is measured on a site."""
    if name.partition(":")[0] in list_site_methods():
        return _SiteMeasure(name)
    return _PageMeasure(name)


class _SiteMeasure:
    """A site method: all pages of a site at once."""

    def __init__(self, name: str) -> None:
        self.method = make_site_method(name)

    def __call__(self, site: LabelledSite) -> Iterator[tuple[LabelledPage, dict[str, Any]]]:
        started, cpu = time.perf_counter(), time.process_time()
        sources = [*[(page.html, page.url) for page in site.pages], *site.others]
        pages = [parse(html, url=url or None) for html, url in sources]
        found = extract_site(pages, method=self.method, key=lambda _: site.name)[: len(site.pages)]
        texts = [extraction.text for extraction in found]
        seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - cpu
        times = {"seconds": seconds / len(site), "cpu_seconds": cpu_seconds / len(site)}
        for page, extraction, text in zip(site.pages, found, texts, strict=True):
            error = extraction.reason if extraction.status == "failed" else ""
            scores = page_scores(page, text, None if error else extraction, gives_nodes=True)
            yield page, {"text": text, "error": error} | times | scores


class _PageMeasure:
    """An extractor that sees one page at a time."""

    def __init__(self, name: str) -> None:
        self.extractor = make_extractor(name)

    def __call__(self, site: LabelledSite) -> Iterator[tuple[LabelledPage, dict[str, Any]]]:
        for page in site.pages:
            yield page, measure_page(self.extractor, page)
