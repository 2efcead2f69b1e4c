"""The settings of a run: everything that decides what its output is."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import dehusk
from dehusk.errors import ArgumentError
from dehusk.extraction import Status
from dehusk.extractor import Extractor
from dehusk.limits import Limits
from dehusk.methods import DEFAULT_METHOD
from dehusk.output import load_writer

if TYPE_CHECKING:
    from dehusk.methods import Method

OutputKind = Literal["parquet", "jsonl"]
HTML_TYPES = ("text/html", "application/xhtml+xml")
SCHEMA_VERSION = 2
"""Changes with the columns of the output and the lines of the ledger."""
_KEPT = ("ok", "truncated")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """What decides the output of a run; two runs with equal settings write equal bytes for equal inputs.

    ``method``, ``favor``, ``model``, ``limits``: as of :class:`dehusk.Extractor`. A document larger than
    ``limits.bytes`` is not cut but counted as too large. ``memory``: bytes that a worker process may use (Linux only).
    ``formats``: columns with other formats than text. ``fields``: the columns to write; none for all.
    ``output``: ``parquet`` or ``jsonl``. ``html_column``, ``url_column``, ``id_column``: of tables. Filters:
    ``min_confidence``; ``languages``, such as ``("en", "de")``; ``statuses``, of ``ok`` and ``truncated``; ``sample``,
    the share of documents to extract. ``mime``: content types of documents in WARC files. ``keep_html`` adds the page
    itself, ``timings`` the seconds of each step, which differ from run to run. ``by_site``: give the default what the
    other pages of a site repeat.

    >>> RunSettings(method="arias", formats=("markdown",)).digest() != RunSettings().digest()
    True
    >>> RunSettings(sample=2)
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: sample must be a share above 0 and at most 1, not 2
    """

    method: str = DEFAULT_METHOD
    favor: str | None = None
    model: str | None = None
    formats: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    output: OutputKind = "parquet"
    html_column: str = "html"
    url_column: str = "url"
    id_column: str = "id"
    min_confidence: float | None = None
    languages: tuple[str, ...] = ()
    statuses: tuple[str, ...] = _KEPT
    sample: float = 1.0
    mime: tuple[str, ...] = HTML_TYPES
    keep_html: bool = False
    timings: bool = False
    by_site: bool = False
    limits: Limits = field(default_factory=Limits)
    memory: int | None = 2_000_000_000

    def __post_init__(self) -> None:
        if self.output not in get_args(OutputKind):
            raise ArgumentError(f"output must be one of {', '.join(get_args(OutputKind))}, not {self.output!r}")
        if not 0 < self.sample <= 1:
            raise ArgumentError(f"sample must be a share above 0 and at most 1, not {self.sample!r}")
        if self.min_confidence is not None and not 0 <= self.min_confidence <= 1:
            raise ArgumentError(f"min_confidence must be from 0 to 1, not {self.min_confidence!r}")
        for status in self.statuses:
            if status not in _KEPT:
                raise ArgumentError(f"statuses are {' and '.join(_KEPT)}, not {status!r}; {', '.join(get_args(Status))}"
                                    " have no content")  # fmt: skip
        for name in self.formats:
            load_writer(name)
        if self.by_site and self.method != DEFAULT_METHOD:
            raise ArgumentError(f"by_site is for the method {DEFAULT_METHOD}, not {self.method}")

    def extractor(self) -> Extractor:
        """The Extractor that works by these settings."""
        return Extractor(method=self.method, favor=self.favor, model=self.model, limits=self.limits)

    def to_dict(self) -> dict[str, object]:
        """The settings and what else decides the output, as plain data."""
        return {
            **asdict(self),
            "model": model_name(self.extractor().method, self.model),
            "version": dehusk.__version__,
            "schema": SCHEMA_VERSION,
        }

    def digest(self) -> str:
        """What two runs have in common whose outputs may be mixed."""
        return blake2b(json.dumps(self.to_dict(), sort_keys=True).encode(), digest_size=8).hexdigest()


def model_name(method: Method, path: str | None = None) -> str | None:
    """The name of a method and a digest of what it has learned; None if it has learned nothing.

    >>> from dehusk import make_method
    >>> model_name(make_method("arias")) is None, model_name(make_method("grain"))[:6]
    (True, 'grain-')
    """
    if path:
        files = [Path(path)]
    else:
        module = import_module(type(method).__module__)
        folder = Path(module.__file__ or "").parent
        files = sorted([*folder.glob("*.npz"), *folder.glob("weights/*.npz")])
    if not files:
        return None
    learned = blake2b(b"".join(file.read_bytes() for file in files), digest_size=4)
    return f"{method.name}-{learned.hexdigest()}"
