"""A run directory: one result per page and extractor, stored so that an interrupted run can be resumed.

::

    RUN/pages.jsonl, pages.text.gz                              the pages and their gold
    RUN/extractors/NAME.jsonl, extractors/NAME.text.gz          an extractor's results and the extracted texts

All files are append-only. A text is one gzip member (``zcat`` reads all of them); its row is written after it and has
its position. What a killed run wrote after the last complete row is removed when the file is opened again.
"""

from __future__ import annotations

import gzip
import json
import sys
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Self, TypeVar
from urllib.parse import quote, unquote

from dehusk.errors import DehuskError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType


class RunError(DehuskError):
    """A run directory is missing, damaged or in use.

    >>> issubclass(RunError, DehuskError)
    True
    """


class PageKey(NamedTuple):
    """The key of a page in a run.

    >>> str(PageKey("cleaneval", "7"))
    'cleaneval/7'
    """

    dataset: str
    id: str

    def __str__(self) -> str:
        return f"{self.dataset}/{self.id}"


@dataclass(frozen=True, kw_only=True)
class _PageRow:
    """The common part of the rows of a run: the page, and where the row's text is."""

    dataset: str
    id: str
    split: str = ""
    lang: str = ""
    type: str = ""
    text_at: tuple[int, int] = (0, 0)

    @property
    def key(self) -> PageKey:
        """The page's key."""
        return PageKey(self.dataset, self.id)


@dataclass(frozen=True, kw_only=True)
class StoredPage(_PageRow):
    """What a run stores about a page; its gold is :meth:`Run.gold`.

    ``digest`` shows whether a page with the same key is the same page.

    >>> StoredPage(dataset="mine", id="1", digest="ab12").key
    PageKey(dataset='mine', id='1')
    """

    digest: str
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class Result(_PageRow):
    """The result of one extractor on one page; its text is :meth:`Run.text`.

    ``bytes``: the size of the HTML in UTF-8. ``seconds`` and ``cpu_seconds``: the time of the extraction. Scores are
    None if the page has no gold text; block scores if it has no labelled nodes; node scores also if the extractor
    returns only text. ``sequence`` and ``string``: the longest common subsequence and substring of characters without
    white space; ``char``: the former with white space. ``shingles``: true positives, false positives and false
    negatives, as shares of the page. ``snippets``: true positives, false positives, false negatives and true negatives,
    in snippets. ``labels``: the same, in text leaves. ``error``: why there is no text.

    >>> Result(extractor="arias", dataset="mine", id="1", f1=0.5).key
    PageKey(dataset='mine', id='1')
    """

    extractor: str
    version: str = ""
    error: str = ""
    bytes: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    cleaneval: float | None = None
    bag_precision: float | None = None
    bag_recall: float | None = None
    bag_f1: float | None = None
    node_precision: float | None = None
    node_recall: float | None = None
    node_f1: float | None = None
    node_word_precision: float | None = None
    node_word_recall: float | None = None
    node_word_f1: float | None = None
    block_precision: float | None = None
    block_recall: float | None = None
    block_f1: float | None = None
    block_f05: float | None = None
    char_precision: float | None = None
    char_recall: float | None = None
    char_f1: float | None = None
    char_f05: float | None = None
    sequence_precision: float | None = None
    sequence_recall: float | None = None
    sequence_f1: float | None = None
    string_precision: float | None = None
    string_recall: float | None = None
    string_f1: float | None = None
    shingles: tuple[float, float, float] | None = None
    snippets: tuple[int, int, int, int] = (0, 0, 0, 0)
    labels: tuple[float, float, float, float] | None = None


_Row = TypeVar("_Row", Result, StoredPage)


class Run:
    """The contents of a run directory, for reading; also while a run is still writing to it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with RunWriter(folder) as writer:
    ...         writer.add(Result(extractor="arias", dataset="mine", id="1", f1=0.5), "The text.")
    ...     run = Run(folder)
    ...     run.extractors, [run.text(result) for result in run.results("arias")]
    (['arias'], ['The text.'])
    """

    def __init__(self, directory: str | Path) -> None:
        self.directory = Path(directory)
        if not (self.directory / "extractors").is_dir():
            raise RunError(f"{directory}: not a run directory; 'dehusk bench run ... --out {directory}' makes one")

    @cached_property
    def extractors(self) -> list[str]:
        """The names of the extractors that have results, in alphabetical order."""
        files = (self.directory / "extractors").glob("*.jsonl")
        return sorted(unquote(file.name.removesuffix(".jsonl")) for file in files)

    def results(self, extractor: str) -> list[Result]:
        """All results of an extractor, in the order in which they were added."""
        if extractor not in self.extractors:
            known = ", ".join(self.extractors) or "none"
            raise RunError(f"{self.directory}: no results of {extractor!r}; extractors with results: {known}")
        rows = _rows(_base(self.directory, extractor).with_suffix(".jsonl"))
        return [_typed(Result, row) for row in rows]

    def text(self, result: Result) -> str:
        """The extracted text."""
        return _read_text(_base(self.directory, result.extractor), result.text_at)

    @cached_property
    def pages(self) -> dict[PageKey, StoredPage]:
        """The pages of the run by key."""
        rows = _rows(self.directory / "pages.jsonl")
        return {page.key: page for page in (_typed(StoredPage, row) for row in rows)}

    def gold(self, page: StoredPage) -> str:
        """The page's gold text; empty if it has only snippets."""
        return _read_text(self.directory / "pages", page.text_at)


class RunWriter:
    """Writes to a run directory, with an exclusive lock. Use it as a context manager.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, RunWriter(folder) as writer:
    ...     writer.add(Result(extractor="arias", dataset="mine", id="1"), "")
    ...     writer.done("arias")
    {PageKey(dataset='mine', id='1')}
    """

    def __init__(self, directory: str | Path) -> None:
        self.directory = Path(directory)
        self._files: dict[str, _Ledger] = {}
        try:
            (self.directory / "extractors").mkdir(parents=True, exist_ok=True)
            self._lock = (self.directory / "lock").open("w")
        except OSError as error:
            raise RunError(f"{directory}: {error.strerror or error}; choose another directory") from error
        _hold(self._lock, self.directory)
        self._pages = _Ledger(self.directory / "pages")
        self.pages = {PageKey(row["dataset"], row["id"]): row["digest"] for row in self._pages.rows}
        """The digests of the pages of the run, by key."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for ledger in (self._pages, *self._files.values()):
            ledger.close()
        self._lock.close()

    def done(self, extractor: str) -> set[PageKey]:
        """The keys of the pages for which an extractor has a result."""
        return {PageKey(row["dataset"], row["id"]) for row in self._ledger(extractor).rows}

    def add_page(self, page: StoredPage, gold: str) -> None:
        """Store a page and its gold, unless it is already stored."""
        if page.key not in self.pages:
            self._pages.append(asdict(page), gold)
            self.pages[page.key] = page.digest

    def add(self, result: Result, text: str) -> None:
        """Store a result and the extracted text."""
        self._ledger(result.extractor).append(asdict(result), text)

    def forget(self, extractor: str) -> None:
        """Delete an extractor's results."""
        if ledger := self._files.pop(extractor, None):
            ledger.close()
        for ending in (".jsonl", ".text.gz"):
            _base(self.directory, extractor).with_suffix(ending).unlink(missing_ok=True)

    def _ledger(self, extractor: str) -> _Ledger:
        if extractor not in self._files:
            self._files[extractor] = _Ledger(_base(self.directory, extractor))
        return self._files[extractor]


class _Ledger:
    """A file of rows and the file of their texts, open for appending."""

    def __init__(self, base: Path) -> None:
        self.rows_file = _appending(base.with_suffix(".jsonl"))
        self.text_file = _appending(base.with_suffix(".text.gz"))
        self.rows = list(_rows(base.with_suffix(".jsonl")))
        _cut_after_last_line(self.rows_file)
        self.text_file.truncate(max((sum(row["text_at"]) for row in self.rows), default=0))

    def append(self, row: dict[str, Any], text: str) -> None:
        start = self.text_file.seek(0, 2)
        # No time stamp, so that the same text gives the same bytes.
        member = gzip.compress(text.encode("utf-8", "surrogatepass"), 6, mtime=0)
        self.text_file.write(member)
        self.text_file.flush()
        row["text_at"] = (start, len(member))
        self.rows_file.write(json.dumps(row).encode() + b"\n")
        self.rows_file.flush()
        self.rows.append(row)

    def close(self) -> None:
        self.rows_file.close()
        self.text_file.close()


def _base(directory: Path, extractor: str) -> Path:
    """The path of an extractor's files without suffix; it has no dot, so that ``with_suffix`` appends."""
    return directory / "extractors" / quote(extractor, safe="@=, ").replace(".", "%2E")


def _appending(path: Path) -> IO[bytes]:
    file = path.open("ab+")
    file.seek(0, 2)
    return file


def _cut_after_last_line(file: IO[bytes]) -> None:
    file.seek(0)
    end = size = 0
    for line in file:
        size += len(line)
        if line.endswith(b"\n"):
            end = size
    file.truncate(end)
    file.seek(0, 2)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """The complete lines of a file; the last line may still be incomplete."""
    if not path.exists():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                return
            try:
                row = json.loads(line)
                yield {**row, "dataset": row["dataset"], "id": row["id"], "text_at": tuple(row["text_at"])}
            except (ValueError, TypeError, KeyError) as error:
                raise RunError(f"{path}:{number}: not a result; remove the line or the file") from error


def _typed(kind: type[_Row], row: dict[str, Any]) -> _Row:
    """Convert a row to a dataclass and lists to tuples; fields of later versions are ignored."""
    known = {field.name for field in fields(kind)}
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    return kind(**{name: value for name, value in values.items() if name in known})


def _read_text(base: Path, text_at: tuple[int, int]) -> str:
    start, length = text_at
    path = base.with_suffix(".text.gz")
    try:
        with path.open("rb") as file:
            file.seek(start)
            return gzip.decompress(file.read(length)).decode("utf-8", "surrogatepass")
    except (OSError, EOFError) as error:
        raise RunError(f"{path}: no text at byte {start}: {error}") from error


if sys.platform == "win32":

    def _hold(lock: IO[str], directory: Path) -> None:
        """There are no advisory locks on Windows: the user must not start two runs in one directory."""

else:

    def _hold(lock: IO[str], directory: Path) -> None:
        """Lock the directory until the file is closed or the process ends for any reason."""
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise RunError(f"{directory}: another run is writing here; wait for it or choose another --out") from error
