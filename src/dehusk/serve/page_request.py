"""What a request asks for: a page and how it is extracted, checked before any work begins."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from dehusk.errors import ArgumentError
from dehusk.limits import Limits
from dehusk.methods import DEFAULT_METHOD, list_methods
from dehusk.methods.registry import make_method, method_class
from dehusk.output import writer_names
from dehusk.output.json_writer import check_fields
from dehusk.page.parser import HiddenPolicy
from dehusk.serve.drawn_nodes import check_drawn
from dehusk.serve.problems import RequestProblem
from dehusk.source import is_url

PAGES = ("html", "data", "url", "drawn", "bytes")
"""The members of a request that are a page; each request has one of them. Bytes: of a document that was posted."""
_LONGEST_URL = 8_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """A page, and how it is extracted. The members have the names of the JSON object."""

    html: str | bytes | None = None
    url: str | None = None
    """To fetch the page from."""
    drawn: Mapping[str, Any] | None = None
    page_url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = DEFAULT_METHOD
    favor: str | float | None = None
    headline: bool | None = None
    hidden: HiddenPolicy = "drop"
    limits: Limits = field(default_factory=Limits)
    fields: tuple[str, ...] | None = None
    format: str | None = None
    methods: tuple[str, ...] = ()
    """Of a comparison."""

    @property
    def extractor_arguments(self) -> dict[str, Any]:
        """The arguments of an Extractor."""
        parameters = {"favor": self.favor, "headline": self.headline}
        given = {name: value for name, value in parameters.items() if value is not None}
        return {"method": self.method, "hidden": self.hidden, "limits": self.limits, **given}


def page_request(given: object, most: Limits) -> PageRequest:
    """Check a JSON object and make a request of it; ``most``: the limits that it cannot exceed.

    >>> page_request({"html": "<p>Tea", "favor": "recall", "limits": {"seconds": 600}}, Limits()).limits.seconds
    30.0
    >>> page_request({"html": "<p>Tea", "methood": "arias"}, Limits())
    Traceback (most recent call last):
    dehusk.serve.problems.RequestProblem: no member 'methood'; the members: html, data, url, drawn, page_url, ...
    """
    if not isinstance(given, dict):
        raise _problem("not_an_object", "the request must be a JSON object")
    if unknown := [name for name in given if name not in _CHECKS]:
        raise _problem("unknown_member", f"no member {unknown[0]!r}; the members: {', '.join(MEMBERS)}")
    pages = [name for name in PAGES if given.get(name) is not None]
    if len(pages) != 1:
        raise _problem("no_page", f"give exactly one of {', '.join(PAGES[:-1])}")
    checked = {name: _CHECKS[name](name, value) for name, value in given.items() if value is not None}
    for name in ("data", "bytes"):
        if name in checked:
            checked["html"] = checked.pop(name)
    request = PageRequest(**{**checked, "limits": clamped(checked.get("limits"), most)})
    _check_method(request)
    if isinstance(request.html, str | bytes) and len(request.html) > most.bytes:
        raise RequestProblem(413, "too_large", f"a page can have {most.bytes:,} bytes")
    return request


def clamped(asked: Mapping[str, float] | None, most: Limits) -> Limits:
    """Limits of which none is above those of the service.

    >>> clamped({"seconds": 5, "nodes": 10**9}, Limits())
    Limits(bytes=20000000, nodes=1000000, depth=500, seconds=5)
    """
    asked = asked or {}
    try:
        wanted = replace(most, **asked)  # type: ignore[arg-type]
    except (ArgumentError, TypeError) as error:
        raise _problem("limits", f"limits: {error}") from None
    return replace(most, **{name: min(getattr(wanted, name), getattr(most, name)) for name in asked})


def options_of(texts: Mapping[str, str]) -> dict[str, object]:
    """The members of a request from text: parameters of an address, or fields of a form.

    >>> options_of({"fields": "text,title", "headline": "true", "favor": "0.5"})
    {'fields': ['text', 'title'], 'headline': True, 'favor': 0.5}
    """
    found: dict[str, object] = {}
    for name, text in texts.items():
        if name in ("fields", "methods"):
            found[name] = [part for part in text.split(",") if part]
        elif name == "headline":
            found[name] = {"true": True, "false": False}.get(text.lower(), text)
        elif name == "favor":
            found[name] = _number_or_text(text)
        elif name in ("limits", "headers", "drawn"):
            raise _problem("unknown_member", f"{name} is for JSON requests")
        else:
            found[name] = text
    return found


def _problem(code: str, detail: str) -> RequestProblem:
    return RequestProblem(422, code, detail)


def _number_or_text(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise _problem(name, f"{name} must be text, not {type(value).__name__}")
    return value


def _data(name: str, value: object) -> bytes:
    try:
        return base64.b64decode(_text(name, value), validate=True)
    except (binascii.Error, ValueError):
        raise _problem(name, f"{name} must be base64") from None


def _url(name: str, value: object) -> str:
    text = _text(name, value)
    if not is_url(text) or len(text) > _LONGEST_URL or any(char <= " " for char in text):
        raise _problem(name, f"{name} must be an http or https address of at most {_LONGEST_URL:,} characters")
    return text


def _headers(name: str, value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise _problem(name, f"{name} must be an object of names and text")
    return value


def _choice(*choices: str) -> Callable[[str, object], str]:
    def check(name: str, value: object) -> str:
        if value not in choices:
            raise _problem(name, f"{name} must be one of {', '.join(choices)}, not {str(value)[:100]!r}")
        return str(value)

    return check


def _favor(name: str, value: object) -> str | float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0.1 <= value <= 10:
        return value
    if value not in ("precision", "recall"):
        raise _problem(name, f"{name} must be precision, recall or a number from 0.1 to 10, not {str(value)[:100]!r}")
    return str(value)


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _problem(name, f"{name} must be true or false")
    return value


def _limits(name: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _problem(name, f"{name} must be an object with bytes, nodes, depth or seconds")
    return {key: number for key, number in value.items() if number is not None}


def _names(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _problem(name, f"{name} must be a list of names")
    return tuple(dict.fromkeys(value))


def _fields(name: str, value: object) -> tuple[str, ...]:
    names = _names(name, value)
    try:
        check_fields(names)
    except ArgumentError as error:
        raise _problem(name, str(error)) from None
    return names


def check_method_name(name: str) -> str:
    """The name of a method that this service runs; parameters of methods could name files, so they are refused.

    >>> check_method_name("grain:model=/etc/passwd")
    Traceback (most recent call last):
    dehusk.serve.problems.RequestProblem: unknown method 'grain:model=/etc/passwd'; known: accb, alarte, ...
    """
    if name not in list_methods():
        raise _problem("method", f"unknown method {name[:100]!r}; known: {', '.join(list_methods())}")
    return name


def _check_method(request: PageRequest) -> None:
    if "layout" in method_class(request.method).needs and request.drawn is None:
        raise _problem("method", f"{request.method} needs a drawn page: give nodes and boxes in drawn")
    given = {"favor": request.favor, "headline": request.headline}
    try:
        make_method(request.method, **{name: value for name, value in given.items() if value is not None})
    except ArgumentError as error:
        raise _problem("method", str(error)) from None


_CHECKS: Mapping[str, Callable[[str, Any], Any]] = {
    "html": _text,
    "data": _data,
    "url": _url,
    "drawn": lambda _name, value: check_drawn(value),
    "page_url": _url,
    "headers": _headers,
    "method": lambda name, value: check_method_name(_text(name, value)),
    "favor": _favor,
    "headline": _flag,
    "hidden": _choice(*get_args(HiddenPolicy)),
    "limits": _limits,
    "fields": _fields,
    "format": lambda name, value: _choice(*writer_names())(name, value),
    "methods": _names,
    "bytes": lambda _name, value: value,
}
MEMBERS = tuple(name for name in _CHECKS if name != "bytes")
"""The members of a JSON request."""
