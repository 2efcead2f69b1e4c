"""The outcome of one page among many: what is light enough to come back from another process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dehusk.content.metadata import Metadata
from dehusk.errors import NotRequested
from dehusk.extraction import Extraction, Status
from dehusk.output import writer_names

if TYPE_CHECKING:
    from dehusk.content.quality import Quality

_NOT_REQUESTED = {
    "extraction": "the extraction was not requested: extract_many(..., full=True)",
    "quality": "the quality was not requested: extract_many(..., quality=True)",
}


class Formats(dict[str, str]):
    """The formats that were asked for, by name; any other raises :class:`~dehusk.errors.NotRequested`.

    >>> Formats(markdown="# Tea")["html"]
    Traceback (most recent call last):
    dehusk.errors.NotRequested: the format 'html' was not requested: extract_many(..., formats=('html',))
    """

    def __missing__(self, name: str) -> str:
        raise NotRequested(f"the format {name!r} was not requested: extract_many(..., formats=({name!r},))")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one page of :func:`dehusk.extract_many`. Every input has exactly one.

    >>> import dehusk
    >>> outcome, = dehusk.extract_many(["<title>Tea</title><p>Steep it for three minutes."], formats=("markdown",))
    >>> outcome.status, outcome.title, outcome.formats["markdown"]
    ('ok', 'Tea', 'Steep it for three minutes.\\n')
    """

    key: object
    """What ``extract_many(..., key=...)`` returned for the input; without it, the position of the input, from 0."""
    url: str | None
    """The page's address, if it is known."""
    status: Status
    """As of an Extraction. ``failed`` also if the page took too long, or ended its process."""
    reason: str
    """Why the status is not ``ok``, or what else is worth knowing."""
    method: str
    text: str = ""
    title: str | None = None
    metadata: Metadata = field(default_factory=Metadata, repr=False)
    confidence: float | None = None
    page_type: str = "unknown"
    timings: Mapping[str, float] = field(default_factory=dict, repr=False)
    """Seconds by step: ``decode``, ``parse``, ``select``."""
    formats: Mapping[str, str] = field(default_factory=Formats, repr=False)
    """The page in the formats that were asked for, by name."""
    whole: Extraction | None = field(default=None, repr=False)
    """The Extraction if it was asked for; :attr:`extraction` is the same without None."""
    assessed: Quality | None = field(default=None, repr=False)
    """The Quality if it was asked for; :attr:`quality` is the same without None."""

    @classmethod
    def of(
        cls, extraction: Extraction, formats: Sequence[str] = (), *, full: bool = False, quality: bool = False
    ) -> Outcome:
        """The outcome of an extraction; its key is still to be set."""
        return cls(
            key=None,
            url=extraction.url,
            status=extraction.status,
            reason=extraction.reason,
            method=extraction.method,
            text=extraction.text,
            title=extraction.title,
            metadata=extraction.metadata,
            confidence=extraction.confidence,
            page_type=extraction.page_type,
            timings=extraction.timings,
            formats=Formats({name: extraction.to(name) for name in formats}),
            whole=extraction if full else None,
            assessed=extraction.quality if quality else None,
        )

    @property
    def extraction(self) -> Extraction:
        """The whole Extraction, if ``extract_many(..., full=True)`` asked for it."""
        if self.whole is None:
            raise NotRequested(_NOT_REQUESTED["extraction"])
        return self.whole

    @property
    def quality(self) -> Quality:
        """Whether the page is worth keeping, if ``extract_many(..., quality=True)`` asked for it.

        >>> import dehusk
        >>> pages = ["<p>Steep it for three minutes.", "<title>404 Not Found</title><h1>Not found</h1>"]
        >>> [outcome.quality.names for outcome in dehusk.extract_many(pages, quality=True)]
        [(), ('soft_404',)]
        """
        if self.assessed is None:
            raise NotRequested(_NOT_REQUESTED["quality"])
        return self.assessed

    if not TYPE_CHECKING:  # a type checker is to report unknown attributes

        def __getattr__(self, name: str) -> object:
            if name in _NOT_REQUESTED:
                # An AttributeError of a property ends here.
                raise NotRequested(_NOT_REQUESTED[name])
            missing = f"an Outcome has no attribute {name!r}"
            if name in writer_names():
                how = f"extract_many(..., formats=({name!r},)) gives outcome.formats[{name!r}]"
                raise NotRequested(f"{missing}: {how}")
            if not name.startswith("_") and hasattr(Extraction, name):
                raise NotRequested(f"{missing}: extract_many(..., full=True) gives outcome.extraction.{name}")
            raise AttributeError(missing)
