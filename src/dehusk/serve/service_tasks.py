"""What worker processes do for the service: one function, which takes a task and returns the body of the answer."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from dehusk.errors import DehuskError
from dehusk.extractor import Extractor
from dehusk.labelling import label_data, page_to_label
from dehusk.output.json_writer import DEFAULT_FIELDS
from dehusk.page import parse
from dehusk.pictures import explain
from dehusk.serve.cut_positions import cut_positions, reasons_of_blocks, rules_of_blocks
from dehusk.serve.drawn_nodes import page_of_nodes
from dehusk.serve.page_comparison import compare_page
from dehusk.serve.page_request import PageRequest
from dehusk.serve.problems import RequestProblem
from dehusk.source import Source

if TYPE_CHECKING:
    from dehusk.extraction import Extraction

Kind = Literal["extract", "compare", "explain", "picture", "warm_up"]
MEDIA_TYPES = {
    "html": "text/html; charset=utf-8",
    "isolate": "text/html; charset=utf-8",
    "json": "application/json",
    "markdown": "text/markdown; charset=utf-8",
    "posts": "text/markdown; charset=utf-8",
    "reader": "text/html; charset=utf-8",
    "text": "text/plain; charset=utf-8",
    "xml": "application/xml",
}
"""Of the formats of dehusk; formats of other packages are plain text."""
MOST_ANSWER_BYTES = 50_000_000
"""Of one page, and of a batch."""
_EXPLAINED = (*DEFAULT_FIELDS, "markdown", "xml", "statistics")


@dataclass(frozen=True, slots=True)
class ServiceTask:
    """What a worker is to do, with which page."""

    kind: Kind
    request: PageRequest = field(default_factory=PageRequest)
    source: Source | None = None
    """The page, if it was fetched."""


class Answer(NamedTuple):
    """The body of an answer."""

    body: bytes
    media_type: str


def run_task(task: ServiceTask) -> Answer | RequestProblem:
    """Do a task.

    >>> from dehusk.serve.page_request import PageRequest
    >>> run_task(ServiceTask("extract", PageRequest(html="<p>Tea", format="text")))
    Answer(body=b'Tea', media_type='text/plain; charset=utf-8')
    """
    try:
        answer = _TASKS[task.kind](task)
    except RequestProblem as problem:
        return problem
    except DehuskError as error:
        return RequestProblem(422, "argument", str(error))
    return answer if len(answer.body) <= MOST_ANSWER_BYTES else answer_too_large()


def answer_too_large() -> RequestProblem:
    """The problem of an answer that would fill the memory of the service.

    >>> answer_too_large().status
    413
    """
    detail = f"the answer would have more than {MOST_ANSWER_BYTES:,} bytes: ask for fewer fields, or a smaller page"
    return RequestProblem(413, "answer_too_large", detail)


@lru_cache(maxsize=64)
def _extractor(arguments: frozenset[tuple[str, Any]]) -> Extractor:
    return Extractor(**dict(arguments))


def _extracted(task: ServiceTask) -> tuple[Extraction, Extractor]:
    request = task.request
    arguments = request.extractor_arguments
    if request.drawn is not None:
        hidden = arguments.pop("hidden")
        limits = arguments.pop("limits")
        page = page_of_nodes(request.drawn, url=request.page_url, limits=limits, hidden=hidden)
        extractor = _extractor(frozenset(arguments.items()))
        return extractor.extract(page), extractor
    extractor = _extractor(frozenset(arguments.items()))
    return extractor.extract(_source(task)), extractor


def _source(task: ServiceTask) -> Source:
    request = task.request
    if task.source is not None:
        return Source.of(task.source, url=request.page_url)
    return Source.of(request.html or "", url=request.page_url, headers=request.headers or None, limits=request.limits)


def _extract(task: ServiceTask) -> Answer:
    request = task.request
    extraction, _ = _extracted(task)
    if request.format is None:
        return _json(extraction.to_dict(request.fields))
    if extraction.status in ("unreadable", "failed"):
        raise RequestProblem(422, extraction.status, extraction.reason)
    media_type = MEDIA_TYPES.get(request.format, "text/plain; charset=utf-8")
    return Answer(extraction.to(request.format).encode("utf-8", "replace"), media_type)


def _explain(task: ServiceTask) -> Answer:
    """All that the web page shows of a page."""
    request = task.request
    started = time.perf_counter()
    if request.drawn is not None:
        raise RequestProblem(422, "drawn", "explaining is for documents, not for drawn pages")
    source = _source(task)
    if source.problem:
        raise RequestProblem(422, "unreadable", source.problem)
    extractor = _extractor(frozenset(request.extractor_arguments.items()))
    # The text, not the source: it is what is saved with labels, and what is parsed when the labels are used.
    extraction = extractor.extract(source.html, url=source.page_url)
    if extraction.status == "failed":
        raise RequestProblem(422, "failed", extraction.reason)
    label = label_data(page_to_label(extraction, source.html, source.page_url or "page"))
    method = extractor.method
    found: dict[str, Any] = {
        "extraction": extraction.to_dict(_EXPLAINED) | {"encoding": source.encoding},
        "label": label,
        "reasons": reasons_of_blocks(extraction, method),
        "rules": rules_of_blocks(extraction),
        "positions": [position._asdict() for position in cut_positions(extraction, method)],
    }
    found["seconds"] = round(time.perf_counter() - started, 4)
    return _json(found)


def _picture(task: ServiceTask) -> Answer:
    extraction, extractor = _extracted(task)
    if extraction.status in ("unreadable", "failed"):
        raise RequestProblem(422, extraction.status, extraction.reason)
    return Answer(explain(extraction, extractor.method).svg().encode("utf-8", "replace"), "image/svg+xml")


def _compare(task: ServiceTask) -> Answer:
    request = task.request
    if request.drawn is not None:
        page = page_of_nodes(request.drawn, url=request.page_url, limits=request.limits, hidden=request.hidden)
        return _json(compare_page(page, None, request.methods))
    source = _source(task)
    if source.problem:
        raise RequestProblem(422, "unreadable", source.problem)
    page = parse(source.html, url=source.page_url, hidden=request.hidden, limits=request.limits)
    return _json(compare_page(page, source.html, request.methods))


def _warm_up(_task: ServiceTask) -> Answer:
    """Load the default method."""
    text = Extractor().extract("<p>" + "Steep the tea for three minutes. " * 20).text
    return Answer(text.encode(), "text/plain")


_TASKS: Mapping[str, Callable[[ServiceTask], Answer]] = {
    "extract": _extract,
    "compare": _compare,
    "explain": _explain,
    "picture": _picture,
    "warm_up": _warm_up,
}


def _json(value: dict[str, Any]) -> Answer:
    # Lone surrogates cannot be encoded.
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Answer(text.encode("utf-8", "replace"), "application/json")
