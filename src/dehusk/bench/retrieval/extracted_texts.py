"""What extractors make of documents, kept in files so that a stopped run goes on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from dehusk.bench.extractors import make_extractor
from dehusk.errors import CollectionError
from dehusk.page.text_measures import encodable
from dehusk.whole_file import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dehusk.bench.retrieval.documents import Document

GOLD = "gold"
"""Beside extractors: the text that people marked as the content of a page."""


def extracted_texts(
    name: str, documents: Sequence[Document], directory: Path, tell: Callable[[str], None] = lambda _: None
) -> list[str]:
    """The text that an extractor makes of each document, or its gold text.

    Texts are kept in ``directory``; those there are read, also those of a run that was stopped. An extractor that
    breaks on a document leaves no text of it, and ``tell`` is called.

    >>> import tempfile
    >>> from dehusk.bench.retrieval.documents import Document
    >>> page = Document(id="1", html="<ul><li><a>Home</a></ul><p>Steep the tea well.", gold="Steep the tea well.")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [extracted_texts(name, [page], Path(folder)) for name in ("lqf", "gold")]
    [['Steep the tea well.'], ['Steep the tea well.']]
    """
    if name == GOLD:
        return [document.gold for document in documents]
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{quote(name, safe='@=, ')}.jsonl.gz"
    known = _read(path)
    missing = [document for document in documents if document.id not in known]
    if missing:
        extract = make_extractor(name)
        with gzip.open(path, "at", encoding="utf-8") as file:
            for document in missing:
                try:
                    text = encodable(extract(document.html, document.lang, document.url) or "")
                except Exception as error:  # noqa: BLE001 - any extractor, any error
                    tell(f"{name}: {document.id}: {type(error).__name__}: {error}")
                    text = ""
                known[document.id] = text
                file.write(_row(document.id, text))
    return [known[document.id] for document in documents]


def _row(name: str, text: str) -> str:
    return json.dumps({"id": name, "text": text}) + "\n"


def _read(path: Path) -> dict[str, str]:
    """The texts of a file; if a run was stopped while it wrote, without the incomplete end, which is removed."""
    known: dict[str, str] = {}
    if not path.exists():
        return known
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                known[row["id"]] = row["text"]
    except EOFError:
        write_whole(path, gzip.compress("".join(_row(*each) for each in known.items()).encode()))
    except (OSError, ValueError, KeyError) as error:
        raise CollectionError(f"{path}: damaged ({error}); remove the file") from error
    return known
