"""The columns of the output: one row per document that is ``ok``. docs/scale.md describes them."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import dehusk
from dehusk.content.metadata import Metadata
from dehusk.errors import ArgumentError, MissingExtra
from dehusk.output import load_writer, writer_names
from dehusk.scale.run_settings import model_name

if TYPE_CHECKING:
    from dehusk.extraction import Extraction
    from dehusk.scale.run_settings import RunSettings
    from dehusk.scale.shard_records import Record

    Row = dict[str, object]

_FIRST = ("url", "record_id", "offset", "date", "http_status", "title", "text")
_LAST = (
    *("metadata", "language", "confidence", "page_type", "quality", "fingerprint"),
    *("status", "reason", "method", "model", "version"),
)
_INTEGERS, _FLOATS, _LISTS = frozenset({"offset", "http_status"}), frozenset({"confidence"}), frozenset({"quality"})
_METADATA = {"str | None": "text", "tuple[str, ...]": "list", "int": "integer", "Mapping[str, str]": "map"}
TIMINGS = ("decode", "parse", "select")


def column_names(settings: RunSettings) -> tuple[str, ...]:
    """The columns that the settings ask for, in order.

    >>> from dehusk.scale.run_settings import RunSettings
    >>> column_names(RunSettings(fields=("text", "url", "markdown")))
    ('url', 'text', 'markdown')
    """
    extra = [*settings.formats, *(name for name in settings.fields if name in writer_names())]
    formats = [name for name in dict.fromkeys(extra) if name != "text"]
    known = (*_FIRST, *formats, *_LAST, *(["source"] * settings.keep_html), *(["timings"] * settings.timings))
    for name in settings.fields:
        if name not in known:
            raise ArgumentError(f"no column {name!r}; known: {', '.join((*known, *writer_names()))}")
    return tuple(name for name in known if not settings.fields or name in settings.fields)


class RowMaker:
    """Makes the row of a document.

    >>> from dehusk.scale.run_settings import RunSettings
    >>> from dehusk.scale.shard_records import Record
    >>> RowMaker(RunSettings(fields=("fingerprint",)))(Record(0), dehusk.extract("<p>Steep the tea."))
    {'fingerprint': '...'}
    >>> make = RowMaker(RunSettings(fields=("url", "text", "markdown")))
    >>> make(Record(0), dehusk.extract("<h1>Tea</h1><p>Steep it.", url="https://example.org/"))
    {'url': 'https://example.org/', 'text': 'Tea\\nSteep it.', 'markdown': '# Tea\\n\\nSteep it.\\n'}
    """

    def __init__(self, settings: RunSettings) -> None:
        self.columns = column_names(settings)
        for name in self.columns:
            if name in writer_names():
                load_writer(name)
        self._model = model_name(settings.extractor().method, settings.model)

    def __call__(self, record: Record, extraction: Extraction) -> Row:
        """The row."""
        return {name: self._value(name, record, extraction) for name in self.columns}

    def _value(self, name: str, record: Record, extraction: Extraction) -> object:
        match name:
            case "record_id" | "offset" | "date":
                return getattr(record, name)
            case "metadata":
                return extraction.metadata.to_dict()
            case "language":
                return extraction.metadata.language
            case "quality":
                return list(extraction.quality.names)
            case "fingerprint":
                return f"{extraction.fingerprint:016x}"
            case "model":
                return self._model
            case "version":
                return dehusk.__version__
            case "source":
                found = extraction.source or ""
                return found.decode(extraction.encoding or "utf-8", "replace") if isinstance(found, bytes) else found
            case "timings":
                return {step: extraction.timings.get(step) for step in TIMINGS}
            case "url" | "title" | "text" | "http_status" | "confidence" | "page_type" | "status" | "reason" | "method":
                return getattr(extraction, name)
            case _:
                return extraction.to(name)


def arrow_schema(columns: tuple[str, ...]) -> Any:  # noqa: ANN401 - an optional package
    """The columns as an Arrow schema.

    >>> print(arrow_schema(("url", "offset", "quality")))
    url: string
    offset: int64
    quality: list<item: string>
      child 0, item: string
    """
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtra("pyarrow", "scale") from None

    types = {"text": pa.string(), "integer": pa.int64(), "list": pa.list_(pa.string())}
    types["map"] = pa.map_(pa.string(), pa.string())

    def type_of(name: str) -> Any:  # noqa: ANN401
        if name == "metadata":
            return pa.struct([(each.name, types[_METADATA[str(each.type)]]) for each in fields(Metadata)])
        if name == "timings":
            return pa.struct([(step, pa.float64()) for step in TIMINGS])
        if name in _LISTS:
            return types["list"]
        return types["integer"] if name in _INTEGERS else pa.float64() if name in _FLOATS else pa.string()

    return pa.schema([(name, type_of(name)) for name in columns])
