"""The documents to search: pages of labelled collections, or of WARC files such as ClueWeb12's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dehusk.bench.collections import BadPage, read
from dehusk.errors import SourceError
from dehusk.scale.warc_pages import is_warc, read_warc
from dehusk.scale.warc_records import TREC_ID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Document:
    """A page to be searched; gold text and title are empty where they are not known.

    >>> Document(id="1", html="<p>Tea").gold
    ''
    """

    id: str
    html: str
    url: str = ""
    lang: str = ""
    title: str = ""
    gold: str = ""


def read_documents(
    paths: Sequence[Path], *, split: str = "", tell: Callable[[str], None] = lambda _: None
) -> Iterator[Document]:
    """The documents of collections and WARC files.

    ``split``: of collections, only pages of this split. ``tell`` is called with what could not be read. A page of a
    WARC file is known by its ``WARC-TREC-ID``, or by its address if it has none.

    >>> import json, pathlib, tempfile
    >>> row = {"id": "1", "dataset": "tea", "html": "<p>Tea", "gold": "Tea"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "tea.jsonl")
    ...     _ = path.write_text(json.dumps(row))
    ...     [document.id for document in read_documents([path])]
    ['tea/1']
    """
    for path in paths:
        if is_warc(path.name):
            yield from _of_warc(path, tell)
            continue
        for page in read(path):
            if isinstance(page, BadPage):
                tell(str(page))
            elif split in ("", page.split):
                yield Document(
                    id=f"{page.dataset}/{page.id}",
                    html=page.html,
                    url=page.url,
                    lang=page.lang,
                    title=page.title,
                    gold=page.gold,
                )


def _of_warc(path: Path, tell: Callable[[str], None]) -> Iterator[Document]:
    for found in read_warc(path):
        if isinstance(found, SourceError):
            tell(str(found))
        else:
            name = (found.headers or {}).get(TREC_ID) or found.name
            yield Document(id=name, html=found.html, url=found.url or "")
