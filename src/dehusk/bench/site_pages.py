"""Labelled pages by site: what methods that see several pages are measured on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dehusk.bench.collections import BadPage, LabelledPage, read
from dehusk.bench.collections.files import in_order, read_html

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True)
class LabelledSite:
    """The pages of one site; the first ones are labelled, ``others`` are there to be compared with.

    >>> LabelledSite("example.org", (), ()).name
    'example.org'
    """

    name: str
    pages: tuple[LabelledPage, ...]
    others: tuple[tuple[str, str], ...] = ()
    """HTML and address of the pages that are not labelled."""

    def __len__(self) -> int:
        return len(self.pages) + len(self.others)


def read_sites(
    path: str | Path, *, split: str = "", tell: Callable[[str], None] = lambda _: None
) -> Iterator[LabelledSite]:
    """The sites of a collection that have at least two pages, in the order of their first page.

    A page is of the site that its URL names. Pages without a URL, such as those of TECO, lie in a folder per site: the
    first part of their id; HTML files without labels that lie there too are the site's other pages.

    ``split``: only pages of this split. ``tell`` is called with what could not be read.

    >>> import json, tempfile
    >>> row = {"dataset": "tea", "html": "<p>Tea", "gold": "Tea", "url": "http://e.org/"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "tea.jsonl")
    ...     _ = path.write_text("\\n".join(json.dumps(row | {"id": number}) for number in "12"))
    ...     [(site.name, len(site)) for site in read_sites(path)]
    [('e.org', 2)]
    """
    sites: dict[tuple[str, str], list[LabelledPage]] = {}
    for page in read(path):
        if isinstance(page, BadPage):
            tell(str(page))
        elif split in ("", page.split):
            host = urlsplit(page.url).netloc.lower()
            where = ("host", host) if host else ("folder", PurePosixPath(page.id).parts[0])
            sites.setdefault(where, []).append(page)
    for (kind, name), pages in sites.items():
        folder = Path(path, name)
        others = _others(folder, pages) if kind == "folder" and folder.is_dir() else ()
        if kind == "folder":
            pages = [replace(page, url=f"http://{page.id}") for page in pages]
        site = LabelledSite(name, tuple(pages), others)
        if len(site) > 1:
            yield site


def _others(folder: Path, pages: list[LabelledPage]) -> tuple[tuple[str, str], ...]:
    """The HTML files of a site's folder that are not among its labelled pages."""
    labelled = {folder.parent / page.id for page in pages}
    files = [file for file in in_order(folder.rglob("*.htm*")) if file.is_file() and file not in labelled]
    return tuple((read_html(file), f"http://{file.relative_to(folder.parent).as_posix()}") for file in files)
