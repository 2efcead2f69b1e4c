"""The page of a request: a JSON object, the bytes of a document, or a form with a file; never more than allowed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect

from dehusk.serve.page_request import options_of
from dehusk.serve.problems import RequestProblem

if TYPE_CHECKING:
    from starlette.requests import Request

DOCUMENT_TYPES = (
    "text/html",
    "application/xhtml+xml",
    "text/plain",
    "multipart/related",
    "message/rfc822",
    "application/x-mimearchive",
    "application/octet-stream",
)
"""The media types of documents that can be posted as they are."""
_ENVELOPE = 65_536
_MOST_PARTS = 20


async def request_object(request: Request, most_bytes: int, seconds: float) -> dict[str, Any]:
    """The request as a JSON object; a document that was posted as it is becomes the member ``html``, as bytes."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("application/json", "multipart/form-data", *DOCUMENT_TYPES):
        known = ", ".join(("application/json", "multipart/form-data", *DOCUMENT_TYPES))
        raise RequestProblem(415, "media_type", f"the Content-Type must be one of {known}")
    # Text in JSON can be twice as long as the document.
    body = await _body(request, 2 * most_bytes + _ENVELOPE, seconds)
    if kind == "application/json":
        return _json_object(body)
    if kind == "multipart/form-data":
        return await _form_object(request, body)
    given: dict[str, Any] = options_of(dict(request.query_params))
    return given | _document(body, request.headers["content-type"])


def _document(data: bytes, content_type: str) -> dict[str, Any]:
    kind = content_type.partition(";")[0].strip().lower()
    # The type of an archive, or of unknown bytes, says nothing about the page in it.
    headers = {"Content-Type": content_type} if kind in DOCUMENT_TYPES[:3] else {}
    return {"bytes": data, "headers": headers}


async def _body(request: Request, most: int, seconds: float) -> bytes:
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > most:
        raise RequestProblem(413, "too_large", f"a request can have {most:,} bytes")
    pieces: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                size += len(piece)
                if size > most:
                    raise RequestProblem(413, "too_large", f"a request can have {most:,} bytes")
                pieces.append(piece)
    except TimeoutError:
        raise RequestProblem(408, "slow", f"the request did not arrive within {seconds:g} seconds") from None
    except ClientDisconnect:
        raise RequestProblem(400, "disconnected", "the client ended the request") from None
    return b"".join(pieces)


def _json_object(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise RequestProblem(400, "json", "the body is not JSON") from None
    if not isinstance(found, dict):
        raise RequestProblem(422, "not_an_object", "the body must be a JSON object")
    if "bytes" in found:
        raise RequestProblem(422, "unknown_member", "no member 'bytes': use data, as base64")
    return found


def _no_constant(name: str) -> float:
    raise ValueError(name)


async def _form_object(request: Request, body: bytes) -> dict[str, Any]:
    async def stream() -> AsyncIterator[bytes]:
        yield body

    limits = {"max_files": 1, "max_fields": _MOST_PARTS, "max_part_size": len(body) + 1}
    try:
        form = await MultiPartParser(request.headers, stream(), **limits).parse()  # type: ignore[arg-type]
    except (MultiPartException, KeyError, ValueError) as error:
        raise RequestProblem(400, "form", f"the form cannot be read: {error}") from None
    given: dict[str, Any] = {}
    texts: dict[str, str] = {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            given |= _document(await value.read(), value.content_type or "")
            await value.close()
        else:
            texts[name] = value
    if "bytes" not in given and not texts.keys() & {"html", "url", "data"}:
        raise RequestProblem(422, "no_page", "the form needs a file")
    return options_of(texts) | given
