"""What the elements of a head say, against a slow definition, in both forms."""

from __future__ import annotations

from html import unescape

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk._core.attribute_loops import decode, encode_pairs
from dehusk._core.flatten import HEAD_TAGS

each_form = pytest.mark.parametrize("form", FORMS)
RELATIONS = ("canonical", "license")
WANTED = frozenset(["dc.title", "a", "green", "canonical"])
NAMES = ["name", "property", "itemprop", "http-equiv", "content", "value", "rel", "href", "=", "names"]
VALUES = ["", "a", "DC:Title b", " ", "Green\n &amp;nbsp; tea", "x &amp;amp;", "canonical License", "canonical", "/t "]
attributes = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES)), unique_by=lambda pair: pair[0])
elements = st.lists(st.tuples(st.sampled_from(HEAD_TAGS), attributes))


def tidy(text: str) -> str:
    return " ".join(unescape(text).split())


@each_form
@given(items=elements)
def test_values_of_a_head(form: str, items: list[tuple[str, list[tuple[str, str | None]]]]) -> None:
    sources = [encode_pairs(attrs) for _, attrs in items]
    bounds = np.cumsum([3, *map(len, sources)], dtype=np.intp)
    tags = np.array([HEAD_TAGS.index(tag) for tag, _ in items], dtype=np.intp)
    texts = dict.fromkeys(range(0, len(items), 2), " Tea\n &amp;")
    links: dict[str, list[str]] = {}
    metas: dict[str, list[str]] = {}
    for (tag, _), source in zip(items, sources, strict=True):
        attrs = {name: value or "" for name, value in decode(source)}
        if tag == "link":
            for relation in RELATIONS:
                if relation in attrs.get("rel", "").lower().split():
                    links.setdefault(relation, []).append(attrs.get("href", "").strip())
        content = tidy(attrs.get("content", "")) or tidy(attrs.get("value", ""))
        if tag == "meta" and content:
            naming = [value for name, value in attrs.items() if name in ("name", "property", "itemprop", "http-equiv")]
            for name in " ".join(naming).lower().replace(":", ".").split():
                if name in WANTED:
                    metas.setdefault(name, []).append(content)
    titles, scripts = (
        [texts.get(place, "") for place, (tag, _) in enumerate(items) if tag == wanted]
        for wanted in ("title", "script")
    )
    values = core_module("head_values", form).head_values
    found = values(b"tea" + b"".join(sources), tags, bounds[:-1], bounds[1:], texts, RELATIONS, WANTED)
    assert found == ([tidy(title) for title in titles], scripts, links, metas)


@each_form
def test_places_that_are_not_in_the_source(form: str) -> None:
    values, one = core_module("head_values", form).head_values, np.array([1])
    with pytest.raises(IndexError, match="element 0"):
        values(b"tea", one, one, np.array([4]), {}, (), WANTED)
    with pytest.raises(ValueError, match="1 elements"):
        values(b"tea", one, one, np.array([1, 2]), {}, (), WANTED)
