"""JSON: everything that is known about a page, as one object."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dehusk._core.json_text import blocks_json, quoted
from dehusk.errors import ArgumentError
from dehusk.output.html_writer import write_html
from dehusk.output.markdown_writer import write_markdown
from dehusk.output.tei_writer import write_tei

if TYPE_CHECKING:
    from dehusk.content import PageContent

_SCORE_DECIMALS = 3
_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


def to_dict(content: PageContent, fields: Sequence[str] | None = None) -> dict[str, Any]:
    """What is known about a page, as plain data: these fields, or all but blocks and Markdown.

    >>> import dehusk
    >>> extraction = dehusk.extract("<p>Tea</p>", method="arias")
    >>> to_dict(extraction, ["blocks"])["blocks"]
    [{'text': 'Tea', 'kept': True, 'score': 1.0, 'tag': 'p', 'path': '/html/body/p'}]
    >>> to_dict(extraction, ["url", "markdown"])
    {'url': None, 'markdown': 'Tea\\n'}
    """
    names = DEFAULT_FIELDS if fields is None else check_fields(fields)
    return {name: _FIELDS[name](content) for name in names}


def check_fields(fields: object) -> Sequence[str]:
    """Names of fields, or an error that says which there are.

    >>> check_fields(["tea"])
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: no field 'tea'; the fields: url, base, title, ...
    """
    if isinstance(fields, str) or not isinstance(fields, Sequence):
        raise ArgumentError(f"fields must be a list of names, such as ['url', 'text'], not {fields!r}")
    unknown = [name for name in fields if name not in _FIELDS]
    if unknown:
        raise ArgumentError(f"no field {unknown[0]!r}; the fields: {', '.join(_FIELDS)}")
    return fields


def field_names() -> list[str]:
    """The names of all fields.

    >>> field_names()[:3]
    ['url', 'base', 'title']
    """
    return list(_FIELDS)


def _blocks(content: PageContent) -> list[dict[str, Any]]:
    return [
        {"text": text, "kept": kept, "score": round(score, _SCORE_DECIMALS), "tag": tag, "path": path}
        for text, kept, score, tag, path in content.blocks
    ]


_FIELDS: dict[str, Callable[[PageContent], Any]] = {
    "url": lambda content: content.url,
    "base": lambda content: content.base,
    "title": lambda content: content.title,
    "status": lambda content: content.status,
    "reason": lambda content: content.reason,
    "method": lambda content: content.method,
    "confidence": lambda content: content.confidence,
    "page_type": lambda content: content.page_type,
    "quality": lambda content: content.quality.to_dict(),
    "encoding": lambda content: content.encoding,
    "hidden": lambda content: content.hidden._asdict(),
    "timings": lambda content: dict(content.timings),
    "metadata": lambda content: content.metadata.to_dict(),
    "text": lambda content: content.text,
    "html": write_html,
    "comments": lambda content: content.comments,
    "media": lambda content: [media._asdict() for media in content.media],
    "markdown": write_markdown,
    "xml": write_tei,
    "blocks": _blocks,
    "fingerprint": lambda content: f"{content.fingerprint:016x}",
    "language": lambda content: content.language._asdict(),
    "statistics": lambda content: content.statistics._asdict(),
    "tables": lambda content: content.tables,
    "links": lambda content: [link._asdict() for link in content.links],
    "threads": lambda content: [thread.to_dict() for thread in content.threads],
    "records": lambda content: [record.to_dict() for record in content.records],
}
_ON_REQUEST = frozenset(
    {"markdown", "xml", "blocks", "fingerprint", "language", "statistics", "tables", "links", "threads", "records"}
)
DEFAULT_FIELDS = tuple(name for name in _FIELDS if name not in _ON_REQUEST)
"""What is written if no fields are named."""


def write_json(content: PageContent, *, fields: Sequence[str] | None = None) -> str:
    """JSON: one object on one line, with what is known about the page.

    >>> import dehusk
    >>> write_json(dehusk.extract("<p>Tea</p>"))[:24]
    '{"url":null,"base":null,'
    """
    names = DEFAULT_FIELDS if fields is None else check_fields(fields)
    members = [f'"{name}":{_written(content, name)}' for name in dict.fromkeys(names)]
    return f"{{{','.join(members)}}}"


def _written(content: PageContent, name: str) -> str:
    """A field as JSON; blocks in a fraction of the time that it takes to make them plain data first."""
    return blocks_json(*content.block_table) if name == "blocks" else dump_json(_FIELDS[name](content))


def dump_json(value: Any) -> str:  # noqa: ANN401 - what JSON can have
    """A value as JSON, on one line and without spaces: pages of many short blocks have long output.

    >>> dump_json({"url": None, "text": "Tea"})
    '{"url":null,"text":"Tea"}'
    """
    return quoted(value) if type(value) is str else _ENCODER.encode(value)
