"""The OpenAPI 3.1 document of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk import __version__
from dehusk.methods import list_methods
from dehusk.output import writer_names
from dehusk.output.json_writer import DEFAULT_FIELDS, field_names
from dehusk.serve.request_body import DOCUMENT_TYPES
from dehusk.serve.service_tasks import MEDIA_TYPES

if TYPE_CHECKING:
    from dehusk.serve.service_settings import ServiceSettings

Schema = dict[str, Any]
_TEXT: Schema = {"type": "string"}
_PROBLEM = {"$ref": "#/components/schemas/Problem"}
_PAGE_REQUEST = {"$ref": "#/components/schemas/PageRequest"}
_STATUSES = {
    "400": "The request cannot be read.",
    "401": "The token is missing or wrong.",
    "403": "A request of another web page, or an address although the service does not fetch.",
    "408": "The request did not arrive in time.",
    "413": "The request or the page is too large.",
    "415": "The Content-Type is not known.",
    "421": "The service is not known by this host name.",
    "422": "A member of the request is wrong, or the page cannot be read.",
    "429": "Too many requests of this client; Retry-After says when to come again.",
    "500": "The worker process ended while it worked on this page.",
    "503": "Too many requests; Retry-After says when to come again.",
    "504": "The page took too long.",
}


def openapi_document(settings: ServiceSettings) -> Schema:
    """Describe the service with its limits.

    >>> from dehusk.serve.service_settings import ServiceSettings
    >>> document = openapi_document(ServiceSettings())
    >>> document["openapi"], sorted(document["paths"])[:2]
    ('3.1.0', ['/healthz', '/metrics'])
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "dehusk",
            "version": __version__,
            "description": "The main content of web pages, and why it is.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": _paths(),
        "components": {
            "schemas": _schemas(settings),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        **({"security": [{"token": []}]} if settings.token else {}),
    }


def _paths() -> Schema:
    texts = sorted(set(MEDIA_TYPES.values()) - {"application/json"})
    extraction = {"$ref": "#/components/schemas/Extraction"}
    outputs = {"application/json": {"schema": extraction}} | {kind: {"schema": _TEXT} for kind in texts}
    return {
        "/v1/extract": {"post": _page_operation("Extract the content of one page.", "extract", outputs)},
        "/v1/compare": {"post": _page_operation("What several methods keep.", "compare", _json(_object("Comparison")))},
        "/v1/explain": {"post": _page_operation("Why blocks are kept.", "explain", _json(_object("Explanation")))},
        "/v1/picture": {
            "post": _page_operation("The picture of a method.", "picture", {"image/svg+xml": {"schema": _TEXT}})
        },
        "/v1/batch": {"post": _batch_operation()},
        "/v1/methods": {"get": _simple("Methods, peers, formats and limits.", "methods", _json(_object("Service")))},
        "/healthz": {"get": _simple("Whether the process lives.", "health", _json({"type": "object"}), probe=True)},
        "/readyz": {"get": _simple("Whether it can work.", "ready", _json({"type": "object"}), "503", probe=True)},
        "/metrics": {"get": _simple("Prometheus metrics.", "metrics", {"text/plain": {"schema": _TEXT}})},
        "/openapi.json": {"get": _simple("This document.", "openapi", _json({"type": "object"}))},
    }


def _object(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _problems(*statuses: str) -> Schema:
    content = {"application/problem+json": {"schema": _PROBLEM}}
    return {status: {"description": _STATUSES[status], "content": content} for status in statuses}


def _page_operation(summary: str, name: str, outputs: Schema) -> Schema:
    form = {"type": "object", "properties": {"file": {"type": "string"}}, "required": ["file"]}
    inputs: Schema = _json(_PAGE_REQUEST) | {"multipart/form-data": {"schema": form}}
    inputs |= {kind: {"schema": _TEXT} for kind in DOCUMENT_TYPES if not kind.startswith(("multipart/", "message/"))}
    parameters = [
        {"name": "method", "in": "query", "schema": {"type": "string", "enum": sorted(list_methods())}},
        {"name": "favor", "in": "query", "schema": _TEXT},
        {"name": "page_url", "in": "query", "schema": {"type": "string", "format": "uri"}},
        {"name": "fields", "in": "query", "schema": _TEXT, "description": "Separated by commas."},
        {"name": "format", "in": "query", "schema": {"type": "string", "enum": writer_names()}},
    ]
    return {
        "operationId": name,
        "summary": summary,
        "description": "The parameters are for documents that are posted as they are; JSON has them as members.",
        "parameters": parameters,
        "requestBody": {"required": True, "content": inputs},
        "responses": {"200": {"description": summary, "content": outputs}} | _problems(*_STATUSES),
    }


def _batch_operation() -> Schema:
    return {
        "operationId": "batch",
        "summary": "Extract several pages; one result per page, in order.",
        "requestBody": {"required": True, "content": _json(_object("BatchRequest"))},
        "responses": {
            "200": {"description": "One result per page.", "content": _json(_object("BatchResult"))},
            **_problems(*_STATUSES),
        },
    }


def _simple(summary: str, name: str, outputs: Schema, *problems: str, probe: bool = False) -> Schema:
    found = {
        "operationId": name,
        "summary": summary,
        "responses": {"200": {"description": summary, "content": outputs}}
        | _problems("401", "403", "421", "429", *problems),
    }
    return found | ({"security": []} if probe else {})


def _schemas(settings: ServiceSettings) -> Schema:
    names = {"type": "array", "items": _TEXT}
    options = _option_schemas(settings)
    page = {
        "html": {"type": "string", "description": "The document as text."},
        "data": {"type": "string", "contentEncoding": "base64", "description": "Its bytes, or those of an MHTML file."},
        "url": {"type": "string", "format": "uri", "description": "Where to fetch it, if the service does that."},
        "drawn": _object("DrawnPage"),
    }
    one_page = [{"required": [name]} for name in page]
    any_object = {"type": "object"}
    block = {"text": _TEXT, "tag": _TEXT, "path": _TEXT, "kept": {"type": "array", "items": {"type": "boolean"}}}
    return {
        "PageRequest": {
            "type": "object",
            "properties": page | options,
            "oneOf": one_page,
            "additionalProperties": False,
        },
        "BatchRequest": {
            "type": "object",
            "properties": {
                "pages": {"type": "array", "items": any_object, "minItems": 1, "maxItems": settings.batch},
                **options,
            },
            "required": ["pages"],
            "description": "What all pages have in common is beside them; a page has the members of a PageRequest.",
        },
        "DrawnPage": _drawn_schema(),
        "Extraction": {
            "type": "object",
            "description": "The fields that were asked for; docs/output.md describes them.",
            "properties": {"status": {"enum": ["ok", "empty", "truncated", "unreadable", "failed"]}, "text": _TEXT},
        },
        "BatchResult": {
            "type": "object",
            "properties": {
                "results": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"extraction": _object("Extraction"), "problem": _PROBLEM},
                    },
                }
            },
            "required": ["results"],
        },
        "Comparison": {
            "type": "object",
            "properties": {
                "title": _TEXT,
                "methods": {"type": "array", "items": any_object},
                "blocks": {"type": "array", "items": {"type": "object", "properties": block}},
            },
            "required": ["title", "methods", "blocks"],
        },
        "Explanation": {
            "type": "object",
            "properties": {"extraction": _object("Extraction"), "positions": {"type": "array", "items": any_object}},
            "required": ["extraction", "label", "reasons", "rules", "positions", "seconds"],
        },
        "Service": {"type": "object", "properties": {"version": _TEXT, "peers": names, "fetch": {"type": "boolean"}}},
        "Problem": {
            "type": "object",
            "properties": {
                **dict.fromkeys(("type", "title", "detail", "code", "request_id"), _TEXT),
                "status": {"type": "integer"},
            },
            "required": ["type", "title", "status", "detail", "code", "request_id"],
        },
    }


def _option_schemas(settings: ServiceSettings) -> Schema:
    positive = {"type": "integer", "minimum": 1}
    limits = {"bytes": positive, "nodes": positive, "depth": positive, "seconds": {"type": "number", "minimum": 0.1}}
    favors = [{"enum": ["precision", "recall"]}, {"type": "number", "minimum": 0.1, "maximum": 10}]
    return {
        "page_url": {"type": "string", "format": "uri", "description": "The address of the page, for its links."},
        "headers": {
            "type": "object",
            "additionalProperties": _TEXT,
            "description": "Of the page; Content-Type counts.",
        },
        "method": {"type": "string", "enum": sorted(list_methods()), "default": "grain"},
        "methods": {"type": "array", "items": _TEXT, "description": "Of a comparison: methods and peers."},
        "favor": {"anyOf": favors, "description": "Keep less or more; a number is the beta of F-beta."},
        "headline": {"type": "boolean"},
        "hidden": {"enum": ["drop", "keep"]},
        "limits": {
            "type": "object",
            "properties": limits,
            "additionalProperties": False,
            "description": f"At most {settings.limits.bytes:,} bytes and {settings.limits.seconds:g} seconds.",
        },
        "fields": {"type": "array", "items": {"enum": field_names()}, "default": list(DEFAULT_FIELDS)},
        "format": {"enum": writer_names(), "description": "The answer is this format instead of JSON."},
    }


def _drawn_schema() -> Schema:
    number = {"type": "number"}
    texts = {"type": "object", "additionalProperties": _TEXT}
    node = {
        "name": _TEXT,
        "text": _TEXT,
        "parent": {"type": "integer", "minimum": 0},
        "box": {"type": "array", "items": number, "minItems": 4, "maxItems": 4},
        "attributes": texts,
        "style": texts,
    }
    return {
        "type": "object",
        "description": "A drawn page: elements (name) and texts in document order, HTML first, with their boxes.",
        "properties": {
            "nodes": {"type": "array", "items": {"type": "object", "properties": node}, "minItems": 1},
            "window": {"type": "array", "items": {"type": "number", "minimum": 1}, "minItems": 2, "maxItems": 2},
        },
        "required": ["nodes"],
        "additionalProperties": False,
    }
