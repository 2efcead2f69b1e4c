"""The application: paths, and what answers them."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from dehusk import __version__
from dehusk.errors import SourceError
from dehusk.methods import DEFAULT_METHOD, list_methods
from dehusk.methods.registry import method_class
from dehusk.output import list_writers
from dehusk.output.reader_writer import STYLE
from dehusk.pool import Failure, WorkerPool
from dehusk.serve.admission import AdmissionQueue, TokenBuckets
from dehusk.serve.openapi_document import openapi_document
from dehusk.serve.page_comparison import check_compared, peer_names
from dehusk.serve.page_request import PageRequest, options_of, page_request
from dehusk.serve.problems import RequestProblem
from dehusk.serve.request_body import request_object
from dehusk.serve.request_guard import RequestGuard, problem_response
from dehusk.serve.service_metrics import ServiceMetrics
from dehusk.serve.service_tasks import (
    MOST_ANSWER_BYTES,
    Answer,
    Kind,
    ServiceTask,
    answer_too_large,
    run_task,
)
from dehusk.serve.web_page import page_response, static_names, static_response
from dehusk.source import Fetching, Source, read

if TYPE_CHECKING:
    from concurrent.futures import Future

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from dehusk.serve.service_settings import ServiceSettings

_FETCHES = 16
_WORKER_MARGIN = 2.0
"""Seconds that a worker has beyond the limit, which ends most pages by itself."""
_FAILURES = {
    "timeout": (504, "timeout", "the page took too long"),
    "memory": (422, "memory", "the page needs more memory than this service gives to a page"),
    "crash": (500, "crash", "the worker process ended while it worked on this page"),
    "error": (500, "internal", "an error of the service"),
}
_READER_HASH = base64.b64encode(
    hashlib.sha256(STYLE.partition("<style>")[2].rpartition("</style>")[0].encode()).digest()
).decode()
READER_POLICY = (
    f"default-src 'none'; style-src 'sha256-{_READER_HASH}'; img-src http: https: data:; media-src http: https:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups "
    "allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
)


class ExtractionService:
    """The service behind the paths: worker processes, a queue, and what is counted."""

    def __init__(
        self, settings: ServiceSettings, run: Callable[[ServiceTask], Answer | RequestProblem] = run_task
    ) -> None:
        self.settings = settings
        self.metrics = ServiceMetrics()
        self.queue = AdmissionQueue(settings.queue)
        self.buckets = TokenBuckets(settings.rate, settings.burst)
        seconds = settings.limits.seconds + _WORKER_MARGIN
        self.pool = WorkerPool(run, jobs=settings.jobs, seconds=seconds, memory=settings.memory)
        self.is_ready = False
        self._fetching = asyncio.Semaphore(_FETCHES)

    @asynccontextmanager
    async def running(self, _app: object) -> AsyncIterator[None]:
        """Start the worker processes, and end them."""
        with self.pool:
            first: list[Future[Any]] = [self.pool.submit(ServiceTask("warm_up")) for _ in range(self.pool.jobs)]
            first[0].add_done_callback(self._set_ready)
            yield
            self.is_ready = False

    def _set_ready(self, first: Future[Any]) -> None:
        self.is_ready = not first.cancelled() and not first.exception() and isinstance(first.result(), Answer)

    async def answer(self, kind: Kind, request: PageRequest) -> Answer:
        """The answer of a worker process, or a problem."""
        source = None if request.url is None else await self._fetch(request)
        task = ServiceTask(kind, replace(request, url=None), source)
        future = self.pool.submit(task)
        waiting = asyncio.wrap_future(future)
        seconds = self.settings.wait_seconds + self.settings.limits.seconds + _WORKER_MARGIN
        done, _ = await asyncio.wait([waiting], timeout=seconds)
        if not done:
            if future.cancel():
                raise RequestProblem(503, "no_worker", "no worker was free in time: try again later", retry_after=2)
            raise RequestProblem(504, "timeout", "the page took too long")
        found = waiting.result()
        if isinstance(found, Answer):
            return found
        if isinstance(found, RequestProblem):
            raise found
        failure: Failure = found
        self.metrics.failure(failure.kind)
        raise RequestProblem(*_FAILURES[failure.kind])

    async def _fetch(self, request: PageRequest) -> Source:
        if not self.settings.allow_fetch:
            raise RequestProblem(403, "fetch_off", "this service does not fetch pages: start it with --allow-fetch")
        fetching = Fetching(ports=self.settings.ports, user_agent=f"dehusk/{__version__}")
        call = partial(read, str(request.url), request.limits, fetching=fetching, public_only=True)
        async with self._fetching:
            try:
                return await asyncio.to_thread(call)
            except SourceError as error:
                raise RequestProblem(422, "fetch", f"{error.cause} ({error.remedy})") from None

    async def given(self, request: Request) -> dict[str, Any]:
        """The JSON object of a request."""
        return await request_object(request, self.settings.limits.bytes, self.settings.wait_seconds)


def make_app(settings: ServiceSettings, service: ExtractionService | None = None) -> ASGIApp:
    """The application.

    >>> from dehusk.serve.service_settings import ServiceSettings
    >>> type(make_app(ServiceSettings())).__name__
    'RequestGuard'
    """
    service = service or ExtractionService(settings)
    endpoints: dict[str, tuple[str, Callable[[ExtractionService, Request], Awaitable[Response]]]] = {
        "/v1/extract": ("POST", _extract),
        "/v1/batch": ("POST", _batch),
        "/v1/compare": ("POST", _compare),
        "/v1/explain": ("POST", _explain),
        "/v1/picture": ("POST", _picture),
        "/v1/methods": ("GET", _methods),
        "/read": ("GET POST", _read),
        "/openapi.json": ("GET", _openapi),
        "/healthz": ("GET", _health),
        "/readyz": ("GET", _ready),
        "/metrics": ("GET", _metrics),
        "/": ("GET", _page),
    }
    routes = [
        Route(path, partial(endpoint, service), methods=method.split())
        for path, (method, endpoint) in endpoints.items()
    ]
    routes += [Route(f"/static/{name}", partial(_static, name), methods=["GET"]) for name in static_names()]
    handlers: dict[Any, Any] = {404: _on_error, 405: _on_error, RequestProblem: _on_problem}
    app = Starlette(routes=routes, lifespan=service.running, exception_handlers=handlers)
    paths = frozenset(endpoints)
    return RequestGuard(app, settings, service.buckets, service.metrics, paths)


async def _on_problem(request: Request, error: Exception) -> Response:
    return problem_response(error, request.state.request_id)


async def _on_error(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's HTTPException
    details = {404: "there is nothing at this path", 405: "this path has another method"}
    problem = RequestProblem(error.status_code, "not_found", details[error.status_code])
    response = problem_response(problem, request.state.request_id)
    response.headers.update(error.headers or {})
    return response


def _response(answer: Answer) -> Response:
    return Response(answer.body, media_type=answer.media_type)


async def _one_page(service: ExtractionService, request: Request, kind: Kind) -> Response:
    with service.queue.place():
        asked = page_request(await service.given(request), service.settings.limits)
        if kind == "compare":
            check_compared(asked.methods, is_drawn=asked.drawn is not None)
        elif asked.methods:
            raise RequestProblem(422, "methods", "methods is for comparisons: give method")
        return _response(await service.answer(kind, asked))


async def _extract(service: ExtractionService, request: Request) -> Response:
    return await _one_page(service, request, "extract")


async def _compare(service: ExtractionService, request: Request) -> Response:
    return await _one_page(service, request, "compare")


async def _explain(service: ExtractionService, request: Request) -> Response:
    return await _one_page(service, request, "explain")


async def _picture(service: ExtractionService, request: Request) -> Response:
    return await _one_page(service, request, "picture")


async def _batch(service: ExtractionService, request: Request) -> Response:
    with service.queue.place():
        given = await service.given(request)
        pages = given.pop("pages", None)
        if not isinstance(pages, list) or not 1 <= len(pages) <= service.settings.batch:
            raise RequestProblem(422, "pages", f"pages must be a list of 1 to {service.settings.batch} requests")
        # No more than there are workers, so that other requests have their turn.
        free = asyncio.Semaphore(service.pool.jobs)
        room = _Room(MOST_ANSWER_BYTES)
        results = await asyncio.gather(*(_batch_page(service, given, page, free, room, request) for page in pages))
        return Response(b'{"results":[' + b",".join(results) + b"]}", media_type="application/json")


class _Room:
    """How many bytes the answer to a batch may still have."""

    def __init__(self, most: int) -> None:
        self._left = most

    def take(self, body: bytes) -> bytes:
        """The body, or a problem if there is no room for it."""
        self._left -= len(body)
        if self._left < 0:
            raise answer_too_large()
        return body


async def _batch_page(
    service: ExtractionService,
    shared: dict[str, Any],
    page: object,
    free: asyncio.Semaphore,
    room: _Room,
    request: Request,
) -> bytes:
    """One result of a batch: an extraction, or a problem."""
    async with free:
        try:
            if not isinstance(page, dict):
                raise RequestProblem(422, "not_an_object", 'each page must be an object, such as {"html": "..."}')
            asked = page_request(shared | page, service.settings.limits)
            if asked.methods or asked.format:
                raise RequestProblem(422, "pages", "methods and format are not for batches: give fields")
            return b'{"extraction":' + room.take((await service.answer("extract", asked)).body) + b"}"
        except RequestProblem as problem:
            return b'{"problem":' + json.dumps(problem.body(request.state.request_id)).encode() + b"}"


async def _methods(service: ExtractionService, _request: Request) -> Response:
    settings = service.settings
    methods = [
        {"name": name, "description": text, "needs": sorted(method_class(name).needs)}
        for name, text in list_methods().items()
    ]
    return JSONResponse(
        {
            "version": __version__,
            "default": DEFAULT_METHOD,
            "methods": methods,
            "peers": peer_names(),
            "formats": [{"name": name, "description": text} for name, text in list_writers().items()],
            "fetch": settings.allow_fetch,
            "limits": {name: getattr(settings.limits, name) for name in ("bytes", "nodes", "depth", "seconds")},
            "batch": settings.batch,
        }
    )


async def _read(service: ExtractionService, request: Request) -> Response:
    """A page to read: of an address, or of a form of the web page with the document in it."""
    with service.queue.place():
        is_form = request.method == "POST"
        given = await service.given(request) if is_form else options_of(dict(request.query_params))
        asked = page_request({**given, "format": "reader"}, service.settings.limits)
        answer = await service.answer("extract", asked)
    return Response(answer.body, headers={"Content-Security-Policy": READER_POLICY}, media_type=answer.media_type)


async def _openapi(service: ExtractionService, _request: Request) -> Response:
    return JSONResponse(openapi_document(service.settings))


async def _health(_service: ExtractionService, _request: Request) -> Response:
    return JSONResponse({"status": "ok"})


async def _ready(service: ExtractionService, _request: Request) -> Response:
    if not service.is_ready:
        raise RequestProblem(503, "not_ready", "the worker processes are starting", retry_after=1)
    return JSONResponse({"status": "ready"})


async def _metrics(service: ExtractionService, _request: Request) -> Response:
    text = service.metrics.text(service.queue.length)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


async def _page(_service: ExtractionService, request: Request) -> Response:
    return page_response(request.headers.get("if-none-match"))


async def _static(name: str, request: Request) -> Response:
    return static_response(name, request.headers.get("if-none-match"))
