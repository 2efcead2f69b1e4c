"""``extract``: from HTML to an Extraction, whatever the HTML."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from dehusk.errors import ArgumentError, DrawError
from dehusk.extraction import Extraction, Status
from dehusk.layout import Drawing, Layout, draw
from dehusk.limits import Limits
from dehusk.methods import Method, Selection, make_method
from dehusk.methods.learned import Grain
from dehusk.page import Page, parse
from dehusk.source import Source, decode, header_charset, is_mhtml, is_url, not_html, read_mhtml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dehusk.page.parse import HiddenPolicy

DEFAULT_METHOD = "grain"
_LOW_CONFIDENCE = 0.6


def extract(
    html: str | bytes | Source | Page,
    *,
    url: str | None = None,
    headers: Mapping[str, str] | None = None,
    method: str | Method = DEFAULT_METHOD,
    favor: str | None = None,
    model: str | Path | None = None,
    hidden: HiddenPolicy = "drop",
    limits: Limits | None = None,
    drawing: Drawing | None = None,
    layout: Layout | None = None,
) -> Extraction:
    """Extract the main content of a page.

    ``html``: text, or bytes as they came, with the HTTP ``headers`` if there were any; or what :func:`dehusk.read`
    gave; or a page that was parsed or drawn already. MHTML counts as the page that is in it. ``url``: where the
    page is from; relative links become absolute. ``method``: a name, a name with parameters
    (``"arias:c1=0.5"``) or a method object; ``dehusk.methods()`` lists them. ``favor``: ``"precision"`` or
    ``"recall"`` moves the default method's cut. ``model``: a file made by ``dehusk train``, for the default
    method. ``hidden="keep"`` does not leave out text that a browser would not show. ``limits``: how much work a
    page may be. ``drawing``: draw the page in a browser first, and how: scripts, window, network. A method that needs
    a layout draws by itself, unless ``layout`` is given: where each row of the page stands, measured elsewhere.

    Any document gives an Extraction, whose ``status`` and ``reason`` tell how it went; only a wrong argument
    raises.

    >>> extract(b"<title>Tea</title><p>Steep the tea for three minutes.</p>").text
    'Steep the tea for three minutes.'
    >>> extract(b"%PDF-1.7").reason
    'this is a PDF document, not HTML'
    """
    chosen, limits = chosen_method(method, favor, model), limits or Limits()
    started = time.perf_counter()
    if isinstance(html, Page):
        if "layout" in chosen.needs and layout is None and html.layout is None:
            raise ArgumentError(f"{chosen.name} needs a page that was drawn: dehusk.draw(dehusk.read(NAME)) gives one")
        return _select(_laid_out(html, layout), chosen, None, {})
    given = html if isinstance(html, Source) else Source("-", b"", url, dict(headers) if headers else None)
    if isinstance(html, Source):
        html, url, headers = given.data, url or given.url, headers or given.headers
    encoding, cut, source = None, False, html
    if isinstance(html, bytes | bytearray | memoryview):
        data = bytes(html)
        given = given._replace(data=data, url=url)
        if is_mhtml(data):
            data, archived_url, headers = read_mhtml(data)
            url = url or archived_url
        if kind := not_html(data, header_charset(headers)):
            return without_content(chosen, url, f"this is {kind}, not HTML")
        cut = len(data) > limits.bytes
        source = data[: limits.bytes]
        decoded = decode(source, headers)
        html, encoding = decoded.text, decoded.encoding
    elif not isinstance(html, str):
        raise ArgumentError(f"extract takes text or bytes, not {type(html).__name__}")
    elif "<" not in html and (is_url(html) or html.endswith((".html", ".htm"))):
        return without_content(chosen, url, "this is a name, not a page; dehusk.read(name).data is the page")
    timings = {"decode": time.perf_counter() - started}
    if drawing or ("layout" in chosen.needs and layout is None):
        if not given.data:
            # The mark at its start keeps the text from being taken for anything but UTF-8.
            given = given._replace(data=f"\ufeff{html}".encode("utf-8", "replace"))
        try:
            page, cut = draw(given, drawing, hidden=hidden, limits=limits), False
        except DrawError as error:
            return without_content(chosen, url, str(error), "failed")
    else:
        page = _laid_out(parse(html, url=url, hidden=hidden, limits=limits), layout)
    if cut:
        page = replace(page, cut=(f"the page after {limits.bytes:,} bytes", *page.cut))
    timings["parse"] = time.perf_counter() - started - timings["decode"]
    return replace(_select(page, chosen, encoding, timings), source=source)


def chosen_method(method: str | Method, favor: str | None, model: str | Path | None) -> Method:
    """The method that these arguments of :func:`extract` ask for.

    >>> chosen_method("arias", None, None).name
    'arias'
    """
    if method == DEFAULT_METHOD:
        return _default_method(favor, None if model is None else str(model))
    if favor or model:
        raise ArgumentError(f"favor and model are for the plain method {DEFAULT_METHOD!r}, not for {method!r}")
    return make_method(method)


@lru_cache(maxsize=8)
def _default_method(favor: str | None, model: str | None) -> Method:
    return Grain(favor=favor, model=model)


def _laid_out(page: Page, layout: Layout | None) -> Page:
    """The page with a layout that was given: it has a row for every row of the page as it was parsed."""
    if layout is None:
        return page
    parsed = len(page if page.origin is None else page.origin)
    if len(layout) == parsed and page.origin_rows is not None:
        layout = layout.of_rows(page.origin_rows)
    if len(layout) != len(page):
        raise ArgumentError(f"the layout has {len(layout)} rows, the page {parsed}: it is not the layout of this page")
    return replace(page, layout=layout)


def without_content(method: Method, url: str | None, reason: str, status: Status = "unreadable") -> Extraction:
    """The extraction of a page that there is nothing of.

    >>> without_content(chosen_method("arias", None, None), None, "no such file").status
    'unreadable'
    """
    page = parse("", url=url)
    return Extraction(page, _nothing(page), method.name, status, reason)


def _select(page: Page, method: Method, encoding: str | None, timings: dict[str, float]) -> Extraction:
    started = time.perf_counter()
    failure = ""
    try:
        selection = method.select(page)
    except Exception as error:  # noqa: BLE001 - one page that breaks a method must not end a crawl
        selection = _nothing(page)
        failure = f"{method.name} broke on this page: {type(error).__name__}: {error}"
    timings["select"] = time.perf_counter() - started
    if failure:
        return Extraction(page, selection, method.name, "failed", failure, encoding, timings)
    return Extraction(page, selection, method.name, *_verdict(page, selection), encoding, timings)


def _nothing(page: Page) -> Selection:
    return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))


def _verdict(page: Page, selection: Selection) -> tuple[Status, str]:
    notes = [f"cut: {what}" for what in page.cut]
    if page.hidden.kept and page.hidden.chars * 2 > page.chars.sum():
        notes.append("hidden text was kept, it is most of the page's text")
    if page.hidden.noscript_kept:
        notes.append("<noscript> was kept, it holds most of the page's text")
    if not len(page.leaves):
        made = f"; its {page.scripts} scripts may make it in a browser" if page.scripts else ""
        notes.append(f"the page has no text{made}")
    elif not selection.keep.any():
        notes.append("the method found no content")
    elif selection.confidence is not None and selection.confidence < _LOW_CONFIDENCE:
        notes.append(f"low confidence: {selection.why.get('doubt', 'the parts of this page are hard to tell apart')}")
    if page.cut:
        return "truncated", "; ".join(notes)
    return ("ok" if selection.keep.any() else "empty"), "; ".join(notes)
