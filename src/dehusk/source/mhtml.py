"""MHTML (RFC 2557): a page saved with its style sheets and images. Without a browser only its HTML is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from email.message import Message

_HEADER_BYTES = 16 * 1024
_FIELD_CHARS = 4 * 1024
_MULTIPART = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(rb"\s*+[!-9;-~]++:")
_HTML = frozenset(["text/html", "application/xhtml+xml"])


class Archived(NamedTuple):
    """The page of an archive: its bytes, its address and the headers that tell its encoding."""

    data: bytes
    url: str | None = None
    headers: dict[str, str] | None = None


def is_mhtml(data: bytes) -> bool:
    """Whether bytes are a saved page with its parts: mail headers that announce ``multipart/related``.

    >>> is_mhtml(b"MIME-Version: 1.0\\r\\nContent-Type: multipart/related; boundary=x\\r\\n\\r\\n"), is_mhtml(b"<p>Tea")
    (True, False)
    """
    if not _FIELD.match(data, 0, _HEADER_BYTES):
        return False
    headers, _, _ = data[:_HEADER_BYTES].lstrip().replace(b"\r\n", b"\n").partition(b"\n\n")
    return bool(_MULTIPART.search(headers))


def read_mhtml(data: bytes) -> Archived:
    """The page of an archive: the part that its ``start`` names, else the first that is HTML; empty if none is.

    >>> part = b"Content-Type: text/html\\n\\n<p>Tea"
    >>> read_mhtml(b"Content-Type: multipart/related; boundary=x\\n\\n--x\\n" + part + b"\\n--x--").data
    b'<p>Tea'
    """
    # A tenth of the time that it takes to import dehusk, and few pages are archives.
    from email import message_from_bytes
    from email.policy import Compat32

    class ShortFields(Compat32):
        """Header fields up to a length: parameters are parsed in quadratic time."""

        def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
            whole = "".join(sourcelines)
            return super().header_source_parse([whole[:_FIELD_CHARS]] if len(whole) > _FIELD_CHARS else sourcelines)

    message = message_from_bytes(data, policy=ShortFields())
    pages = [part for part in message.walk() if part.get_content_type() in _HTML]
    start = message.get_param("start")
    named = [part for part in pages if start and _field(part, "Content-ID") == start]
    for part in (*named, *pages):
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            url = _field(part, "Content-Location") or _field(message, "Snapshot-Content-Location")
            charset = part.get_param("charset")
            kind = f"text/html; charset={charset}" if isinstance(charset, str) else "text/html"
            return Archived(content, url, {"Content-Type": kind})
    return Archived(b"")


def _field(part: Message, name: str) -> str | None:
    value = part.get(name)
    return "".join(str(value).split()) if value else None
