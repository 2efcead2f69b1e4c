"""The files of the web page, with their security policy: no script or style but ours, nothing from the network."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from starlette.responses import Response

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types dehusk-inert"
)
_KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_PAGE = "index.html"
_SHARED = {"label_state.js": "dehusk.labelling"}
"""Files of other packages."""


class StaticFile(NamedTuple):
    """A file, what it is, and its hash."""

    data: bytes
    media_type: str
    etag: str


@cache
def static_names() -> tuple[str, ...]:
    """The names of the files below ``/static``.

    >>> "label_state.js" in static_names()
    True
    """
    own = [entry.name for entry in files("dehusk.serve").joinpath("static").iterdir() if entry.name != _PAGE]
    return tuple(sorted(name for name in [*own, *_SHARED] if name.rpartition(".")[2] in _KINDS))


@cache
def _file(name: str) -> StaticFile:
    folder = files(_SHARED[name]) if name in _SHARED else files("dehusk.serve").joinpath("static")
    data = folder.joinpath(name).read_bytes()
    return StaticFile(data, _KINDS[name.rpartition(".")[2]], f'"{hashlib.sha256(data).hexdigest()[:24]}"')


def static_response(name: str, known: str | None) -> Response:
    """The answer to a request for a file; 304 if the browser has it.

    >>> static_response("label_state.js", None).media_type
    'text/javascript; charset=utf-8'
    """
    found = _file(name)
    headers = {"ETag": found.etag, "Cache-Control": "no-cache", "Content-Security-Policy": PAGE_POLICY}
    if known == found.etag:
        return Response(status_code=304, headers=headers)
    return Response(found.data, headers=headers, media_type=found.media_type)


def page_response(known: str | None) -> Response:
    """The web page itself.

    >>> page_response(None).headers["Content-Security-Policy"].count("unsafe-inline")
    0
    """
    return static_response(_PAGE, known)
