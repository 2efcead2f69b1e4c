"""Recipes without schema.org: a list of ingredients and a list of steps, by class names and headings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.page_blocks import block_texts, kept_spans
from dehusk.content.record_fields import FieldValue, PageRecord
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page

_LISTS = [tags.NUMBERS["ul"], tags.NUMBERS["ol"]]
_LI, _H1 = tags.NUMBERS["li"], tags.NUMBERS["h1"]
_HEADINGS = [tags.NUMBERS[f"h{level}"] for level in range(1, 7)]
_MAX_HEADING = 40
_NAMES = {
    "ingredients": re.compile(
        r"ingr[eé]dient|zutaten|ingredienser|składniki|ингредиент|材料|재료|المقادير|malzemeler|bahan|συστατικά|összetevők",
        re.IGNORECASE,
    ),
    "steps": re.compile(
        r"instructions?|directions?|steps?\b|method\b|zubereitung|préparation|preparación|elaboración|preparazione"
        r"|preparo|bereiding|przygotowanie|приготовлен|作り方|做法|만드는|طريقة|hazırlanışı|εκτέλεση|elkészítés",
        re.IGNORECASE,
    ),
}
_MAX_FACT_CHARS = 120
_HOURS = r"(?:hours?|hrs?|h|std|stunden?|heures?|horas?|ore)\b\.?"
_MINUTES = r"(?:minut\w*|mins?)\b\.?"
_TIME = rf"\W{{0,3}}(\d[\d./–-]* ?(?:{_HOURS}(?: ?\d+ ?{_MINUTES})?|{_MINUTES}))"
_FACTS = {
    field: re.compile(rf"\b(?:{names}){value}", re.IGNORECASE)
    for field, names, value in (
        (
            "yield",
            "serves|servings?|yields?|makes|portionen|portions?|personnes|porciones|porzioni",
            r"\W{0,3}(\d[\d–-]*)",
        ),
        ("prep_time", r"prep(?:aration)?(?: time)?|vorbereitung(?:szeit)?|préparation", _TIME),
        ("cook_time", r"cook(?:ing)?(?: time)?|kochzeit|backzeit|cuisson|cocción|cottura", _TIME),
        ("total_time", r"total(?: time)?|gesamtzeit|temps total|tiempo total", _TIME),
    )
}
"""Written before the lists: "Serves 4 | Prep: 15 min"."""


def structured_recipe(page: Page) -> list[PageRecord]:
    """The recipe whose lists are named by their class or by the heading before them; both lists must be there.

    Yield and times are those that short lines of the page state.

    >>> from dehusk import parse
    >>> html = "<h1>Tee</h1><h2>Zutaten</h2><ul><li>2 g Tee</ul><h2>Zubereitung</h2><ol><li>Ziehen lassen.</ol>"
    >>> structured_recipe(parse(html))[0].fields
    {'title': 'Tee', 'ingredients': ['2 g Tee'], 'steps': ['Ziehen lassen.']}
    """
    headings = np.flatnonzero(np.isin(page.tag, _HEADINGS))
    found: dict[str, FieldValue] = {}
    titles = np.flatnonzero(page.tag == _H1)
    if len(titles):
        found["title"] = page.leaf_text(int(titles[0]))
    path = None
    for row in np.flatnonzero(np.isin(page.tag, _LISTS)).tolist():
        place = int(headings.searchsorted(row)) - 1
        names = page.attr(row, "class") or ""
        if place >= 0:
            start, stop = int(page.offset[headings[place]]), int(page.offset[page.end[headings[place]]])
            names += " " + page.text[start : min(stop, start + _MAX_HEADING)]
        for field, pattern in _NAMES.items():
            if field not in found and pattern.search(names):
                items = row + 1 + np.flatnonzero(page.tag[row + 1 : page.end[row]] == _LI)
                found[field] = [page.leaf_text(int(item)) for item in items if page.parent[item] == row]
                path = path or page.path(row)
                break
    if not (found.get("ingredients") and found.get("steps")):
        return []
    return [PageRecord("recipe", found | _facts(page), path)]


def _facts(page: Page) -> dict[str, FieldValue]:
    first, stop = kept_spans(page, page.chars > 0)
    short = page.offset[stop] - page.offset[first] <= _MAX_FACT_CHARS
    lines = block_texts(page, first[short], stop[short])
    stated = {field: next(filter(None, map(pattern.search, lines)), None) for field, pattern in _FACTS.items()}
    return {field: match[1] for field, match in stated.items() if match}
