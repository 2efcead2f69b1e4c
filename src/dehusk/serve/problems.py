"""Problems of requests: an HTTP status, what was wrong and what would be right (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any


class RequestProblem(Exception):  # noqa: N818 - named for what it is
    """A request that is not answered as asked.

    >>> RequestProblem(422, "no_page", "give one of html, data, url, drawn").body("7f3a")["title"]
    'Unprocessable Entity'
    """

    def __init__(self, status: int, code: str, detail: str, *, retry_after: float | None = None) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.retry_after = status, code, detail, retry_after

    def __reduce__(self) -> tuple[object, ...]:
        # Problems are found in worker processes, too.
        return _restored, (self.status, self.code, self.detail, self.retry_after)

    @property
    def headers(self) -> dict[str, str]:
        """The headers that belong to the status."""
        found = {"Retry-After": str(max(1, round(self.retry_after)))} if self.retry_after is not None else {}
        return found | ({"WWW-Authenticate": 'Basic realm="dehusk", charset="UTF-8"'} if self.status == 401 else {})

    def body(self, request_id: str) -> dict[str, Any]:
        """The problem as ``application/problem+json``."""
        return {
            "type": "about:blank",
            "title": _TITLES.get(self.status) or HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "request_id": request_id,
        }


# Later versions of Python have other names for these.
_TITLES = {413: "Content Too Large", 422: "Unprocessable Entity"}


def _restored(status: int, code: str, detail: str, retry_after: float | None) -> RequestProblem:
    return RequestProblem(status, code, detail, retry_after=retry_after)
