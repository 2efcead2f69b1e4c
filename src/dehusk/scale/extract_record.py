"""What a worker process does with a document: decode it, extract it, filter it, make its row."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.extractor import Extractor
from dehusk.pool import stage
from dehusk.scale.record_document import read_document
from dehusk.scale.row_schema import RowMaker
from dehusk.scale.shard_records import Record, Verdict

if TYPE_CHECKING:
    from dehusk.extraction import Extraction
    from dehusk.scale.run_settings import RunSettings

SECONDS_TO_LOAD = 120.0


class ExtractRecord:
    """Extracts a document by the settings of a run; ``memories``: what sites repeat, if that is to count.

    >>> from dehusk.scale.run_settings import RunSettings
    >>> extract = ExtractRecord(RunSettings(fields=("text",)))
    >>> extract(Record(0, data=b"<p>Steep the tea for three minutes.")).row
    {'text': 'Steep the tea for three minutes.'}
    >>> extract(Record(0, data=b"%PDF-1.7"))
    Verdict(kind='skipped', reason='this is a PDF document, not HTML', row=None)
    """

    def __init__(self, settings: RunSettings, memories: Path | None = None) -> None:
        self.settings, self.memories = settings, memories

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.settings, self.memories)

    @cached_property
    def _loaded(self) -> tuple[Extractor, RowMaker]:
        with stage("loading", SECONDS_TO_LOAD):
            return self._extractor(), RowMaker(self.settings)

    def _extractor(self) -> Extractor:
        if self.memories is None:
            return self.settings.extractor()
        from dehusk.scale.remembering_grain import RememberingGrain

        settings = self.settings
        method = RememberingGrain(favor=settings.favor, model=settings.model, memories=self.memories)
        return Extractor(method=method, limits=settings.limits)

    def __call__(self, record: Record) -> Verdict:
        """What became of the document."""
        extractor, make_row = self._loaded
        limit = self.settings.limits.bytes
        source = read_document(record, limit)
        if isinstance(source, Verdict):
            return source
        extraction = extractor.extract(source)
        match extraction.status:
            case "empty":
                return Verdict("empty", extraction.reason)
            case "unreadable":
                return Verdict("skipped", extraction.reason)
            case "failed":
                return Verdict("memory" if "not enough memory" in extraction.reason else "crash", extraction.reason)
        if reason := self._filtered(extraction):
            return Verdict("filtered", reason)
        return Verdict("ok", extraction.reason, make_row(record, extraction))

    def _filtered(self, extraction: Extraction) -> str:
        """Why a document is not wanted; empty if it is."""
        settings, confidence = self.settings, extraction.confidence
        if extraction.status not in settings.statuses:
            return f"status {extraction.status}"
        if settings.min_confidence is not None and (confidence is None or confidence < settings.min_confidence):
            return "confidence " + ("unknown" if confidence is None else f"{confidence:.3f}")
        if settings.languages:
            language = (extraction.metadata.language or "unknown").partition("-")[0].lower()
            if language not in settings.languages:
                return f"language {language}"
        return ""
