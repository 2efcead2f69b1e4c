"""The Source: a document as it was found, decoded once."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING

from dehusk._core.text_loops import is_utf8
from dehusk.errors import ArgumentError
from dehusk.lazy_attribute import lazy_attribute
from dehusk.limits import Limits, check_limits
from dehusk.source.encoding import UTF_8_MARK, decode_as, encoding_label, find_encoding, header_charset
from dehusk.source.local_files import STANDARD_INPUT, read_file
from dehusk.source.mhtml import is_mhtml, read_mhtml
from dehusk.source.sniff import data_format, not_html

if TYPE_CHECKING:
    from dehusk.source.encoding import FoundEncoding
    from dehusk.source.mhtml import Archived

_BLANK_LINES = re.compile(r"\n[ \t]*\n")
_EXAMPLE = {"Content-Type": "text/html; charset=utf-8"}


@dataclass(frozen=True)
class Source:
    """A document as it was found, and where it came from. :meth:`of` makes one from anything.

    A Source is immutable. Its document is recognised, unpacked and decoded when that is first asked for, and once.

    >>> source = Source.of(b"<meta charset=latin1><p>Th\\xe9", url="https://example.org/")
    >>> source.html, source.encoding
    ('<meta charset=latin1><p>Thé', 'latin1')
    """

    data: str | bytes = field(repr=False)
    """The document as it was given: text, the bytes of an HTML page, or those of an MHTML archive."""
    url: str | None = None
    """The address that was given for the document."""
    headers: Mapping[str, str] | None = field(default=None, hash=False, repr=False)
    """The HTTP headers that came with it."""
    name: str = STANDARD_INPUT
    """What it was read from: a path, a URL, or ``-``."""
    max_bytes: int = Limits().bytes
    """Bytes (of text: characters) of the document that count; :attr:`cut` says whether there are more."""
    missing: str = ""
    """What was not received of the document; empty if it is complete."""
    given_encoding: str | None = None
    """The encoding that was given for its bytes."""
    http_status: int | None = None
    """The HTTP status that it came with, if it is known."""

    def __post_init__(self) -> None:
        if not isinstance(self.data, str | bytes):
            raise ArgumentError(f"data must be text or bytes, not {type(self.data).__name__}: use Source.of")
        if not isinstance(self.url, str | None):
            raise ArgumentError(f"url must be text such as 'https://example.org/', not {self.url!r}")
        if self.given_encoding is not None:
            if isinstance(self.data, str):
                raise ArgumentError("encoding is for bytes: text is decoded already")
            label = encoding_label(str(self.given_encoding))
            if label is None:
                raise ArgumentError(f"encoding must be a name such as 'windows-1252', not {self.given_encoding!r}")
            object.__setattr__(self, "given_encoding", label)
        if self.http_status is not None and not (type(self.http_status) is int and 100 <= self.http_status <= 999):
            raise ArgumentError(f"http_status must be a number such as 200 or 404, not {self.http_status!r}")
        if self.headers is not None:
            object.__setattr__(self, "headers", MappingProxyType(_plain_headers(self.headers)))

    @classmethod
    def of(
        cls,
        document: str | bytes | bytearray | memoryview | os.PathLike[str] | Source,
        *,
        url: str | None = None,
        headers: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        encoding: str | None = None,
        http_status: int | None = None,
    ) -> Source:
        """The source of a document: text, bytes, a path of a file, or a Source.

        ``url``, ``headers`` and ``http_status`` replace those of a Source. ``encoding``: of the bytes, if you know
        better than the page and its headers; only a byte-order mark comes first. For text, ``headers`` say what kind
        of document it is (``text/plain``, JSON, ...); their charset is for bytes. A file is read up to
        ``limits.bytes``; one that cannot be read raises :class:`~dehusk.errors.SourceError`.

        >>> source = Source.of("<p>Tea")
        >>> Source.of(source) is source
        True
        """
        size = check_limits(limits).bytes
        if isinstance(document, Source):
            changes: dict[str, object] = {"url": url, "headers": headers, "given_encoding": encoding}
            changes["http_status"] = http_status
            changes = {name: value for name, value in changes.items() if value is not None}
            if size < document.max_bytes:
                changes["max_bytes"] = size
            return replace(document, **changes) if changes else document  # type: ignore[arg-type]
        if isinstance(document, str | bytes):
            return cls(document, url, headers, max_bytes=size, given_encoding=encoding, http_status=http_status)
        if isinstance(document, bytearray | memoryview):
            return cls(bytes(document), url, headers, max_bytes=size, given_encoding=encoding, http_status=http_status)
        if isinstance(document, os.PathLike):
            path = os.fspath(document)
            data = read_file(path, size + 1)
            return cls(data, url, headers, path, size, given_encoding=encoding, http_status=http_status)
        raise ArgumentError(f"a page is text, bytes, a Path or a Source, not {type(document).__name__}")

    @lazy_attribute
    def archive(self) -> Archived | None:
        """The page of an MHTML archive; None if the document is not an archive."""
        return read_mhtml(self.data) if isinstance(self.data, bytes) and is_mhtml(self.data) else None

    @lazy_attribute
    def content(self) -> str | bytes:
        """The page alone, out of its archive and up to ``max_bytes``."""
        return self._whole[: self.max_bytes]

    @property
    def _whole(self) -> str | bytes:
        return self.data if self.archive is None else self.archive.data

    @property
    def cut(self) -> tuple[str, ...]:
        """What the page lacks: what is after ``max_bytes``, and what was not received.

        >>> Source.of("<p>Tea", limits=Limits(bytes=3)).cut
        ('the page after 3 bytes',)
        """
        is_whole = len(self._whole) <= self.max_bytes
        missing = (self.missing,) if self.missing else ()
        return missing if is_whole else (f"the page after {self.max_bytes:,} bytes", *missing)

    @property
    def truncated(self) -> bool:
        """Whether something of the page is missing; :attr:`cut` says what."""
        return bool(self.cut)

    @property
    def page_url(self) -> str | None:
        """The page's address: the one that was given, else the one that its archive states."""
        return self.url or (self.archive.url if self.archive else None)

    @lazy_attribute
    def problem(self) -> str | None:
        """Why this is not an HTML page; None if it may be one.

        >>> Source.of(b"%PDF-1.7").problem
        'this is a PDF document, not HTML'
        """
        content = self.content
        kind = not_html(content, header_charset(self._page_headers)) if isinstance(content, bytes) else None
        if kind is None and not self.is_plain_text:
            kind = data_format(content, self._content_type)
        if kind:
            return f"this is {kind}, not HTML"
        if isinstance(content, str) and "<" not in content and (is_url(content) or content.endswith((".html", ".htm"))):
            return "this is the name of a page, not a page: dehusk.read(NAME) reads it"
        return None

    @lazy_attribute
    def is_plain_text(self) -> bool:
        """Whether the ``Content-Type`` header says that the document is text without markup.

        >>> Source.of(b"a < b", headers={"Content-Type": "text/plain"}).is_plain_text
        True
        """
        kind = self._content_type
        return bool(kind) and kind.partition(";")[0].strip().lower() == "text/plain"

    @lazy_attribute
    def html(self) -> str:
        """The page as text; plain text as HTML, with its paragraphs and lines.

        >>> Source.of(b"a < b", headers={"Content-Type": "text/plain"}).html
        '<p>a &lt; b</p>'
        """
        content = self.content
        text = content if isinstance(content, str) else decode_as(content, self._found_encoding)
        return _plain_text_as_html(text) if self.is_plain_text else text

    @property
    def utf8(self) -> bytes | None:
        """The bytes of the page without their mark if they are valid UTF-8, and are HTML; else None.

        >>> Source.of("<p>Thé".encode()).utf8, Source.of("<p>Thé".encode("latin-1")).utf8
        (b'<p>Th\xc3\xa9', None)
        """
        content = self.content
        if isinstance(content, str) or self.is_plain_text or not self._found_encoding.is_utf8:
            return None
        return content.removeprefix(UTF_8_MARK) if is_utf8(content) else None

    @property
    def encoding(self) -> str | None:
        """The encoding of the page's bytes; None if text was given."""
        return None if isinstance(self.content, str) else self._found_encoding.label

    @lazy_attribute
    def _found_encoding(self) -> FoundEncoding:
        return find_encoding(self.content, self._page_headers)  # type: ignore[arg-type]

    @lazy_attribute
    def _content_type(self) -> str:
        headers = self._page_headers
        if not headers:
            return ""
        return next((value for name, value in headers.items() if name.lower() == "content-type"), "")

    @lazy_attribute
    def _page_headers(self) -> Mapping[str, str] | None:
        headers = self.archive.headers if self.archive else self.headers
        if self.given_encoding is None:
            return headers
        kind = next((value for name, value in (headers or {}).items() if name.lower() == "content-type"), "text/html")
        return {"Content-Type": f"{kind.partition(';')[0]}; charset={self.given_encoding}"}

    def __reduce__(self) -> tuple[object, ...]:
        headers = None if self.headers is None else dict(self.headers)
        given = (self.missing, self.given_encoding, self.http_status)
        return Source, (self.data, self.url, headers, self.name, self.max_bytes, *given)


def is_url(name: str) -> bool:
    """Whether a name is a web address rather than a path.

    >>> is_url("https://example.org/"), is_url("page.html")
    (True, False)
    """
    return name.lower().startswith(("http://", "https://"))


def _plain_text_as_html(text: str) -> str:
    paragraphs = [part.strip("\n") for part in _BLANK_LINES.split(text.replace("\r\n", "\n").replace("\r", "\n"))]
    lines = (escape(paragraph, quote=False).replace("\n", "<br>") for paragraph in paragraphs if paragraph.strip())
    return "\n".join(f"<p>{paragraph}</p>" for paragraph in lines)


def _plain_headers(headers: Mapping[str, str]) -> dict[str, str]:
    try:
        plain = dict(headers.items())
    except (AttributeError, TypeError, ValueError):
        plain = None
    if plain is None or not all(isinstance(part, str) for pair in plain.items() for part in pair):
        raise ArgumentError(f"headers must map names to values, both text, such as {_EXAMPLE}, not {headers!r}")
    return plain
