"""``extract_many``: from pages to Extractions, one after the other, in as many processes as you like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from dehusk.api import DEFAULT_METHOD, chosen_method, extract, without_content
from dehusk.errors import ArgumentError, SourceError
from dehusk.scale import Lost, ordered_map, process_count
from dehusk.source import Source, read

if TYPE_CHECKING:
    from dehusk.extraction import Extraction
    from dehusk.limits import Limits
    from dehusk.methods import Method
    from dehusk.page.parse import HiddenPolicy


class Options(TypedDict):
    """What :func:`extract` is to do with every page."""

    method: str | Method
    favor: str | None
    model: str | Path | None
    hidden: HiddenPolicy
    limits: Limits | None


PageSource = str | bytes | Path | Source
"""What a page can be given as: text, bytes, a file, or bytes with where they came from."""


def extract_many(
    pages: Iterable[PageSource],
    *,
    jobs: int = 1,
    method: str | Method = DEFAULT_METHOD,
    favor: str | None = None,
    model: str | Path | None = None,
    hidden: HiddenPolicy = "drop",
    limits: Limits | None = None,
) -> Iterator[Extraction]:
    """Extract many pages: an Extraction for each, in order.

    ``pages``: text or bytes as for :func:`extract`, a ``Path`` of a file, or a :class:`Source` (bytes with a URL and
    headers). They are taken as results are asked for, a few ahead, so they may be endless. ``jobs``: how many
    processes; 1 works in this one, 0 is one a core. The rest is as for :func:`extract`.

    No page ends it: a file that cannot be read is ``unreadable``, a page on which a process died is ``failed``,
    and the reason says why. A wrong argument raises at once.

    >>> pages = ["<p>Tea", Path("no-such-page.html"), b"<p>Milk"]
    >>> [extraction.text or extraction.status for extraction in extract_many(pages)]
    ['Tea', 'unreadable', 'Milk']
    """
    if isinstance(pages, str | bytes) or not isinstance(pages, Iterable):
        raise ArgumentError(f"extract_many takes an iterable of pages, not {type(pages).__name__}")
    chosen = chosen_method(method, favor, model)
    options = Options(method=method, favor=favor, model=model, hidden=hidden, limits=limits)
    extract("", **options)
    return _extractions(partial(_extract_one, options=options), pages, process_count(jobs), chosen)


def _extractions(
    one: partial[Extraction], pages: Iterable[PageSource], jobs: int, method: Method
) -> Iterator[Extraction]:
    for page, found in ordered_map(one, pages, jobs):
        if isinstance(found, Lost):
            url = page.url if isinstance(page, Source) else None
            yield without_content(method, url, found.reason, "failed")
        else:
            yield found


def _extract_one(page: PageSource, options: Options) -> Extraction:
    try:
        if isinstance(page, Path):
            page = read(page, options["limits"])
        if isinstance(page, Source):
            extraction = extract(page.data, url=page.url, headers=page.headers, **options)
        else:
            extraction = extract(page, **options)
    except (ArgumentError, SourceError) as error:
        return without_content(_method(options), None, str(error))
    # Kept with the extraction: a process makes it beside others, its reader would make it alone.
    _ = extraction.text
    return extraction


def _method(options: Options) -> Method:
    return chosen_method(options["method"], options["favor"], options["model"])
