"""What a shard is made of: records, and what becomes of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

Kind = Literal["ok", "empty", "filtered", "skipped", "timeout", "crash", "memory", "undecodable", "too_large"]
"""What became of a record; docs/scale.md describes each. Every record that was read has exactly one."""
KINDS: tuple[Kind, ...] = get_args(Kind)


class Record(NamedTuple):
    """One record of a shard: a document, or what the reader already knows to be none.

    >>> Record(0, "https://example.org/", kind="skipped", reason="content type image/png").data is None
    True
    """

    offset: int
    """Where it is: the byte in a WARC, zip or tar file or among lines of JSON, the row of a table, the number of a file
    in a folder."""
    url: str | None = None
    record_id: str | None = None
    """The id of a WARC record, the value of a table's id column, or the name of a file in an archive or folder."""
    date: str | None = None
    """When it was fetched, as the WARC record says."""
    data: bytes | str | None = None
    """The document; None if ``kind`` says why there is none."""
    headers: Mapping[str, str] | None = None
    """The HTTP headers."""
    http_status: int | None = None
    missing: str = ""
    """What the crawler did not get of the document."""
    kind: Kind | None = None
    reason: str = ""


class Verdict(NamedTuple):
    """What became of a document, why, and its row if it is ``ok``.

    >>> Verdict("empty", "the page has no text").row is None
    True
    """

    kind: Kind
    reason: str
    row: dict[str, object] | None = None
