"""Extractor: from a document to an Extraction, with settings that are checked once."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import numpy as np

from dehusk.errors import ArgumentError, DrawError, SourceError
from dehusk.extraction import Extraction, Status
from dehusk.layout import Drawing, Layout, draw
from dehusk.layout.drawing import check_drawing
from dehusk.limits import Limits, check_limits
from dehusk.methods import DEFAULT_METHOD, Method, Selection, make_method
from dehusk.outcome import Outcome
from dehusk.output import load_writer
from dehusk.page import Page, parse
from dehusk.page.parser import HiddenPolicy, parse_utf8
from dehusk.source import Fetching, Source, is_url, read
from dehusk.time_limit import TimeIsUp, call_within

if TYPE_CHECKING:
    from dehusk.pool import Failure

PageInput = str | bytes | bytearray | memoryview | os.PathLike[str] | Source | Page
"""What a page can be given as: text, bytes, the path of a file, a Source, or a Page."""
ManyInput = PageInput | tuple[PageInput, str | None] | tuple[PageInput, str | None, *tuple[object, ...]]
"""What one page of many can be given as: a page, or a tuple of a page, its URL, and anything else."""
Item = TypeVar("Item", bound=ManyInput)
_PAGE_TYPES = (str, bytes, bytearray, memoryview, os.PathLike, Source, Page)

_LOW_CONFIDENCE = 0.6
_PARSING_SHARE = 0.5
_METHOD_SHARE = 0.75
"""Of ``limits.seconds``: when parsing ends, and when the method ends. The rest is for what is made of the selection."""


class Extractor:
    """Extracts the main content of pages, with settings that are checked once.

    ``method``: a name, a name with parameters (``"arias:c1=0.5"``) or a method object;
    :func:`dehusk.list_methods` lists the names. ``favor`` (``"precision"``, ``"recall"`` or a number: the beta of
    F-beta), ``headline`` (True keeps the page's headline, False drops it) and ``model`` (a file that ``dehusk train``
    wrote) are parameters of the default method, and of any other that has them. ``hidden="keep"`` keeps text that a
    browser would not show (default: ``"drop"``). ``limits``: how much of a page is read and for how long. ``drawing``:
    draw pages in a browser first, and how. A method that needs a layout draws them anyway. ``fetching``: how
    :meth:`read` requests a URL.

    >>> extractor = Extractor(method="arias", limits=Limits(bytes=1_000_000))
    >>> extractor.extract("<p>Steep the tea for three minutes.").text
    'Steep the tea for three minutes.'
    """

    def __init__(
        self,
        *,
        method: str | Method = DEFAULT_METHOD,
        favor: str | float | None = None,
        headline: bool | None = None,
        model: str | os.PathLike[str] | None = None,
        hidden: HiddenPolicy | None = None,
        limits: Limits | None = None,
        drawing: Drawing | None = None,
        fetching: Fetching | None = None,
    ) -> None:
        if not isinstance(model, str | os.PathLike | None):
            raise ArgumentError(f"model must be the path of a model file, not {model!r}")
        if hidden not in (None, *get_args(HiddenPolicy)):
            raise ArgumentError(f"hidden must be 'drop' or 'keep', not {hidden!r}")
        check_drawing(drawing)
        if not isinstance(fetching, Fetching | None):
            raise ArgumentError(f"fetching must be a Fetching, such as dehusk.Fetching(retries=2), not {fetching!r}")
        parameters = {"favor": favor, "headline": headline, "model": model}
        self.method = make_method(method, **{name: value for name, value in parameters.items() if value is not None})
        self.hidden: HiddenPolicy = hidden or "drop"
        self.limits = check_limits(limits)
        self._parsing_limits = replace(self.limits, seconds=self.limits.seconds * _PARSING_SHARE)
        self.drawing = drawing
        self.fetching = fetching
        others = {"hidden": hidden, "limits": limits, "drawing": drawing, "fetching": fetching}
        self._arguments: dict[str, Any] = {"method": method, **parameters, **others}

    def __reduce__(self) -> tuple[object, ...]:
        # Arguments are light; the method that they name may hold a model of megabytes.
        return partial(Extractor, **self._arguments), ()

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self._arguments.items() if value is not None)
        return f"Extractor({given})"

    def read(self, name: str | os.PathLike[str]) -> Source:
        """Read a page as :func:`dehusk.read` does, with the ``limits`` and ``fetching`` of this Extractor.

        >>> extractor = Extractor(fetching=Fetching(user_agent="tea-bot/1.0", retries=2))
        >>> extractor.extract(extractor.read("no-such-page.html"))
        Traceback (most recent call last):
        dehusk.errors.SourceError: no-such-page.html: no such file (check the path; ...)
        """
        return read(name, self.limits, fetching=self.fetching if is_url(os.fspath(name)) else None)

    def extract(
        self,
        page: PageInput,
        *,
        url: str | None = None,
        headers: Mapping[str, str] | None = None,
        layout: Layout | None = None,
    ) -> Extraction:
        """Extract one page.

        ``page``: text or bytes, with the HTTP ``headers`` that came with them; the ``Path`` of a file; a Source, such
        as :func:`dehusk.read` returns; or a Page, which is parsed or drawn already. An MHTML archive counts as the page
        in it. ``url``: the address of the page, which makes links absolute. Of ``headers`` only ``Content-Type`` is
        used: for the kind of document, and for the encoding of bytes. ``layout``: where each row of the page was drawn,
        measured elsewhere; without it, a method that needs a layout has the page drawn.

        Every document gives an Extraction, whose ``status`` and ``reason`` say how it went. What raises is a wrong
        argument (:class:`~dehusk.ArgumentError`), a file that cannot be read (:class:`~dehusk.SourceError`), or a
        browser that is missing (:class:`~dehusk.BrowserError`).
        """
        if not isinstance(layout, Layout | None):
            raise ArgumentError(f"layout must be a dehusk.Layout, not {type(layout).__name__}")
        if isinstance(page, Page):
            self._check_page_arguments(url=url, headers=headers, limits=self._arguments["limits"])
            return self._extract_page(page, layout)
        if layout is not None and self.drawing is not None:
            raise ArgumentError("layout and drawing exclude each other: a layout is of a page that was drawn already")
        source = Source.of(page, url=url, headers=headers, limits=self.limits)
        try:
            return self._extract_source(source, layout)
        except MemoryError:
            return self._without_content(url, "there was not enough memory for this page", "failed")

    def extract_many(
        self,
        pages: Iterable[Item],
        *,
        jobs: int = 1,
        key: Callable[[Item], object] | None = None,
        formats: Collection[str] = (),
        full: bool = False,
        quality: bool = False,
        ordered: bool = True,
        memory: int | None = None,
    ) -> Generator[Outcome, None, None]:
        """Extract many pages: one :class:`~dehusk.Outcome` for each, in order.

        ``pages``: what :meth:`extract` takes, or tuples that start with a page and its URL (or None). They are taken a
        few ahead of the outcomes that were asked for, so there may be endlessly many. ``jobs``: the number of worker
        processes; 1 works in this process, 0 means one per core. ``key``: a function that is called with each input;
        what it returns is the outcome's ``key`` (default: the input's position, from 0). ``formats``: names of output
        formats, such as ``("markdown", "html")``, to be made where the page is extracted. ``full=True`` adds the whole
        Extraction to each outcome; between processes that costs several times the size of the page. ``quality=True``
        adds whether the page is worth keeping. ``ordered=False`` yields each outcome as soon as it is there.
        ``memory``: how many bytes of memory a worker process may use (Linux only).

        No page ends the iteration. A file that cannot be read is ``unreadable``. In worker processes a page is
        ``failed`` if its process died twice, passed ``memory``, or had to be ended after ``limits.seconds``. The reason
        says why. A wrong argument raises at once.

        >>> from pathlib import Path
        >>> pages = ["<p>Tea", Path("no-such-page.html"), (b"<p>Milk", "https://example.org/milk")]
        >>> [(outcome.key, outcome.text or outcome.status) for outcome in Extractor().extract_many(pages)]
        [(0, 'Tea'), (1, 'unreadable'), (2, 'Milk')]
        >>> rows = [("<p>Tea", "https://example.org/tea", "row 7"), ("<p>Milk", None, "row 8")]
        >>> [outcome.key for outcome in Extractor().extract_many(rows, key=lambda row: row[2])]
        ['row 7', 'row 8']
        """
        # Loads what starts and watches processes.
        from dehusk.pool import job_count, map_items

        if isinstance(pages, _PAGE_TYPES) or not isinstance(pages, Iterable):
            raise ArgumentError(f"pages must be an iterable of pages, such as a list, not {type(pages).__name__}")
        for name, flag in (("full", full), ("quality", quality), ("ordered", ordered)):
            if not isinstance(flag, bool):
                raise ArgumentError(f"{name} must be True or False, not {flag!r}")
        if not (key is None or callable(key)):
            raise ArgumentError(f"key must be a function of one input, not {key!r}")
        extract_item = _ExtractItem(self, _checked_formats(formats), full, quality)
        jobs = job_count(jobs)
        # One page at a time in this process cannot be stopped from outside.
        seconds = self.limits.seconds if jobs > 1 or memory is not None else None
        keys: dict[int, object] = {}
        items = _numbered(pages, key, keys)
        answers = map_items(
            extract_item, items, jobs=jobs, seconds=seconds, memory=memory, ordered=ordered, retry_crashed=1
        )
        return _outcomes(answers, extract_item, keys)

    def _check_page_arguments(self, **given: object) -> None:
        """Raise if an argument is about how a Page is made."""
        given |= {name: self._arguments[name] for name in ("hidden", "drawing")}
        if names := [name for name, value in given.items() if value is not None]:
            raise ArgumentError(
                f"{', '.join(names)} cannot apply to a Page, which is made already: "
                "give it to dehusk.parse, dehusk.draw or dehusk.Source.of"
            )

    def _extract_page(self, page: Page, layout: Layout | None) -> Extraction:
        if "layout" in self.method.needs and layout is None and page.layout is None:
            raise ArgumentError(
                f"{self.method.name} needs a page that was drawn: dehusk.draw(dehusk.read(NAME)) returns one"
            )
        return self._select(_with_layout(page, layout), time.perf_counter())

    def _extract_source(self, source: Source, layout: Layout | None) -> Extraction:
        started = time.perf_counter()
        if source.problem:
            return self._without_content(source.page_url, source.problem)
        utf8 = source.utf8
        html = source.html if utf8 is None else ""
        timings = {"decode": time.perf_counter() - started}
        if self.drawing or ("layout" in self.method.needs and layout is None):
            try:
                page = draw(source, self.drawing, hidden=self.hidden, limits=self.limits)
            except DrawError as error:
                return self._without_content(source.page_url, str(error), "failed")
        else:
            limits, url = self._parsing_limits, source.page_url
            if utf8 is None:
                page = parse(html, url=url, hidden=self.hidden, limits=limits)
            else:
                page = parse_utf8(utf8, url=url, hidden=self.hidden, limits=limits)
            page = _with_layout(replace(page, cut=(*source.cut, *page.cut)) if source.cut else page, layout)
        timings["parse"] = time.perf_counter() - started - timings["decode"]
        if source.is_plain_text:
            # It has no boilerplate.
            selection = _everything(page)
            status, reason = _status(page, selection)
            reason = "; ".join(filter(None, (reason, "this is plain text, kept whole")))
            return Extraction(page, selection, self.method.name, status, reason, source.encoding, timings, html)
        requested_url = source.name if is_url(source.name) else None
        about = (source.encoding, timings, source.content, source.http_status, requested_url)
        return self._select(page, started, *about)

    def _select(
        self,
        page: Page,
        started: float,
        encoding: str | None = None,
        timings: dict[str, float] | None = None,
        *about: Any,  # noqa: ANN401 - the last fields of an Extraction
    ) -> Extraction:
        method, before = self.method, time.perf_counter()
        failure = late = ""
        left = self.limits.seconds * _METHOD_SHARE - (before - started)
        seconds = max(left, self.limits.seconds * (_METHOD_SHARE - _PARSING_SHARE))
        try:
            selection = call_within(seconds, method.select, page)
        except TimeIsUp:
            selection = _everything(page)
            late = f"{method.name} did not end within {seconds:.3g} seconds, all text is kept"
        except Exception as error:  # noqa: BLE001 - a page that breaks a method must not end a crawl
            selection = _nothing(page)
            failure = f"{method.name} broke on this page: {type(error).__name__}: {error}"
        timings = {**(timings or {}), "select": time.perf_counter() - before}
        if failure:
            return Extraction(page, selection, method.name, "failed", failure, encoding, timings, *about)
        status, reason = _status(page, selection)
        if late:
            status, reason = "truncated", "; ".join(filter(None, (late, reason)))
        return Extraction(page, selection, method.name, status, reason, encoding, timings, *about)

    def _without_content(self, url: str | None, reason: str, status: Status = "unreadable") -> Extraction:
        page = parse("", url=url)
        return Extraction(page, _nothing(page), self.method.name, status, reason)


def extract(
    page: PageInput,
    *,
    url: str | None = None,
    headers: Mapping[str, str] | None = None,
    layout: Layout | None = None,
    method: str | Method = DEFAULT_METHOD,
    favor: str | float | None = None,
    headline: bool | None = None,
    model: str | os.PathLike[str] | None = None,
    hidden: HiddenPolicy | None = None,
    limits: Limits | None = None,
    drawing: Drawing | None = None,
) -> Extraction:
    """Extract the main content of a page: :class:`Extractor` (...) . :meth:`~Extractor.extract` (page, ...).

    Make an :class:`Extractor` instead if there are many pages and the arguments are the same for all of them; a
    ``model`` is then read once.

    >>> extract(b"<title>Tea</title><p>Steep the tea for three minutes.</p>").text
    'Steep the tea for three minutes.'
    >>> extract(b"%PDF-1.7").reason
    'this is a PDF document, not HTML'
    """
    extractor = Extractor(
        method=method, favor=favor, headline=headline, model=model, hidden=hidden, limits=limits, drawing=drawing
    )
    return extractor.extract(page, url=url, headers=headers, layout=layout)


def extract_many(
    pages: Iterable[Item],
    *,
    jobs: int = 1,
    key: Callable[[Item], object] | None = None,
    formats: Collection[str] = (),
    full: bool = False,
    quality: bool = False,
    ordered: bool = True,
    memory: int | None = None,
    method: str | Method = DEFAULT_METHOD,
    favor: str | float | None = None,
    headline: bool | None = None,
    model: str | os.PathLike[str] | None = None,
    hidden: HiddenPolicy | None = None,
    limits: Limits | None = None,
    drawing: Drawing | None = None,
) -> Generator[Outcome, None, None]:
    """Extract many pages: :class:`Extractor` (...) . :meth:`~Extractor.extract_many` (pages, ...).

    >>> [outcome.text for outcome in extract_many(["<p>Tea", b"<p>Milk"])]
    ['Tea', 'Milk']
    """
    extractor = Extractor(
        method=method, favor=favor, headline=headline, model=model, hidden=hidden, limits=limits, drawing=drawing
    )
    return extractor.extract_many(
        pages, jobs=jobs, key=key, formats=formats, full=full, quality=quality, ordered=ordered, memory=memory
    )


def _checked_formats(formats: Collection[str]) -> tuple[str, ...]:
    if isinstance(formats, str) or not isinstance(formats, Collection):
        raise ArgumentError(f"formats must be a tuple of names, such as ('markdown', 'html'), not {formats!r}")
    for name in formats:
        load_writer(name)
    return tuple(formats)


@dataclass(frozen=True, slots=True)
class _ExtractItem:
    """What a worker process does with an input."""

    extractor: Extractor
    formats: tuple[str, ...]
    full: bool
    quality: bool

    def __call__(self, numbered: tuple[int, PageInput, str | None]) -> Outcome:
        _, page, url = numbered
        try:
            if isinstance(page, Page):
                # Limits apply here even so: a worker process has a deadline.
                self.extractor._check_page_arguments(url=url)
                extraction = self.extractor._extract_page(page, None)
            else:
                extraction = self.extractor.extract(page, url=url)
        except (ArgumentError, SourceError) as error:
            return self.without_content(page, url, "unreadable", str(error))
        return Outcome.of(extraction, self.formats, full=self.full, quality=self.quality)

    def without_content(self, page: PageInput, url: str | None, status: Status, reason: str) -> Outcome:
        if isinstance(page, Source | Page):
            url = url or page.url
        url = url if isinstance(url, str) else None
        extraction = self.extractor._without_content(url, reason, status)
        return Outcome.of(extraction, self.formats, full=self.full, quality=self.quality)


def _numbered(
    pages: Iterable[Item], key: Callable[[Item], object] | None, keys: dict[int, object]
) -> Iterator[tuple[int, PageInput, str | None]]:
    """Numbers, pages and URLs, which are sent to workers; keys stay in this process."""
    for number, item in enumerate(pages):
        keys[number] = number if key is None else key(item)
        if isinstance(item, tuple) and len(item) >= 2:
            yield number, item[0], item[1]
        else:
            yield number, item, None  # type: ignore[misc]


def _outcomes(
    answers: Generator[tuple[tuple[int, PageInput, str | None], Outcome | Failure], None, None],
    extract_item: _ExtractItem,
    keys: dict[int, object],
) -> Generator[Outcome, None, None]:
    with closing(answers):
        for (number, page, url), answer in answers:
            outcome = answer
            if not isinstance(outcome, Outcome):
                outcome = extract_item.without_content(page, url, "failed", outcome.reason)
            yield replace(outcome, key=keys.pop(number))


def _with_layout(page: Page, layout: Layout | None) -> Page:
    """The page with a layout that was measured elsewhere: one row for every row of the page as it was parsed."""
    if layout is None:
        return page
    parsed = len(page if page.origin is None else page.origin)
    if len(layout) == parsed and page.origin_rows is not None:
        layout = layout.of_rows(page.origin_rows)
    if len(layout) != len(page):
        raise ArgumentError(f"the layout has {len(layout)} rows, the page {parsed}: it is not the layout of this page")
    return replace(page, layout=layout)


def _nothing(page: Page) -> Selection:
    return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))


def _everything(page: Page) -> Selection:
    every_leaf = np.zeros(len(page), dtype=np.bool_)
    every_leaf[page.leaves] = True
    return Selection.of_leaves(page, every_leaf)


def _status(page: Page, selection: Selection) -> tuple[Status, str]:
    notes = [f"cut: {what}" for what in page.cut]
    if page.hidden.kept and page.hidden.chars * 2 > page.chars.sum():
        notes.append("hidden text was kept, it is most of the page's text")
    if page.hidden.noscript_kept:
        notes.append("<noscript> was kept, it holds most of the page's text")
    is_empty = not selection.keep.any()
    if is_empty and not len(page.leaves):
        made = f"; its {page.scripts} scripts may make it in a browser" if page.scripts else ""
        notes.append(f"the page has no text{made}")
    elif is_empty:
        notes.append("the method found no content")
    elif selection.confidence is not None and selection.confidence < _LOW_CONFIDENCE:
        notes.append(f"low confidence: {selection.why.get('doubt', 'the parts of this page are hard to tell apart')}")
    if page.cut:
        return "truncated", "; ".join(notes)
    return ("empty" if is_empty else "ok"), "; ".join(notes)
