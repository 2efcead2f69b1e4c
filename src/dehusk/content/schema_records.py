"""Recipes, products, events and the like that a page describes by schema.org."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.content.metadata.head import tidy
from dehusk.content.metadata.marked_rows import marked_rows
from dehusk.content.metadata.microdata import microdata_items
from dehusk.content.record_fields import PageRecord
from dehusk.content.schema_threads import json_ld
from dehusk.content.urls import base_url, safe_url

if TYPE_CHECKING:
    from dehusk.content.metadata.jsonld import SchemaItem
    from dehusk.content.record_fields import FieldValue
    from dehusk.page import Page

_KINDS = frozenset({"Recipe", "Product", "Event", "JobPosting", "Book", "Movie", "Course", "SoftwareApplication"})
_FIELDS = {
    "title": "name",
    "url": "url",
    "image": "image",
    "description": "description",
    "author": "author",
    "brand": "brand",
    "sku": "sku",
    "date": "datePublished",
    "start": "startDate",
    "end": "endDate",
    "place": "location",
    "yield": "recipeYield",
    "prep_time": "prepTime",
    "cook_time": "cookTime",
    "total_time": "totalTime",
}
_LISTS = {"ingredients": ("recipeIngredient", "ingredients"), "steps": ("recipeInstructions",)}
_INNER = {"price": ("offers", "price"), "currency": ("offers", "priceCurrency")}
_INNER |= {"rating": ("aggregateRating", "ratingValue"), "ratings": ("aggregateRating", "reviewCount")}
_MAX_VALUES = 1000


def schema_records(page: Page) -> list[PageRecord]:
    """The records that a page states in JSON-LD, otherwise in Microdata.

    >>> from dehusk import parse
    >>> item = '{"@type": "Recipe", "name": "Tea", "recipeIngredient": ["2 g tea"], "totalTime": "PT3M"}'
    >>> record, = schema_records(parse('<script type="application/ld+json">' + item + "</script>"))
    >>> record.kind, record.fields
    ('recipe', {'title': 'Tea', 'total_time': 'PT3M', 'ingredients': ['2 g tea']})
    """
    base = base_url(page)
    return _records(json_ld(page), base) or _records(microdata_items(page, marked_rows(page)), base)


def _records(items: list[SchemaItem], base: str | None) -> list[PageRecord]:
    found = []
    for item in items:
        names = {str(name).rpartition("/")[2] for name in _each(item.get("@type"))} & _KINDS
        fields = _item_fields(item, base) if names else {}
        if fields:
            found.append(PageRecord(min(names).lower(), fields))
    return found


def _item_fields(item: SchemaItem, base: str | None) -> dict[str, FieldValue]:
    fields: dict[str, FieldValue] = {}
    for name, stated in _FIELDS.items():
        if texts := _texts(item.get(stated)):
            fields[name] = texts[0]
    for name, (outer, stated) in _INNER.items():
        inner = next((each for each in _each(item.get(outer)) if isinstance(each, dict)), {})
        if texts := _texts(inner.get(stated)):
            fields[name] = texts[0]
    for name, choices in _LISTS.items():
        if texts := [text for stated in choices for text in _texts(item.get(stated))]:
            fields[name] = texts
    for name in ("url", "image"):
        if isinstance(address := fields.pop(name, None), str) and (url := safe_url(address, base)):
            fields[name] = url
    return fields


def _texts(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """The texts of a property in order; those of sections (HowToSection) are those of their steps."""
    found: list[str] = []
    waiting = _each(value)[::-1]
    while waiting and len(found) < _MAX_VALUES:
        each = waiting.pop()
        if isinstance(each, dict):
            inner = each.get("itemListElement") or each.get("text") or each.get("name") or each.get("url")
            waiting += _each(inner)[::-1]
        elif isinstance(each, list):
            waiting += each[::-1]
        elif isinstance(each, str | int | float) and not isinstance(each, bool) and (text := tidy(str(each))):
            found.append(text)
    return found


def _each(value: Any) -> list[Any]:  # noqa: ANN401 - JSON
    return value if isinstance(value, list) else [] if value is None else [value]
