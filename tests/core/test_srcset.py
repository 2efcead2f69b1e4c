"""The candidates of a srcset, against a pattern."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module

# A URL and its size, if it states one; a URL may contain commas, but does not end in one.
CANDIDATE = re.compile(r"([^\s,](?:\S*[^\s,])?)(?:,|\s+([\d.]{1,12})[wxh]\s*(?=,|$)|[^,]*)")
PARTS = [
    "a.jpg",
    "b.jpg 2x",
    "c.jpg 300w",
    " ",
    ",",
    "\n",
    "\xa0",
    "d,e.jpg 1.5x",
    "x..y w",
    " 5",
    "1.1.1w",
    "é 7h",
    "٣x",
]


def slow_largest_candidate(srcset: str) -> str | None:
    largest, largest_size = None, -1.0
    for url, stated in CANDIDATE.findall(srcset):
        try:
            size = float(stated) if stated else 1.0
        except ValueError:
            size = 1.0
        if size > largest_size:
            largest, largest_size = url, size
    return largest


@pytest.mark.parametrize("form", FORMS)
@given(
    st.lists(st.sampled_from(PARTS), max_size=6).map(", ".join)
    | st.lists(st.sampled_from(PARTS), max_size=6).map("".join)
    | st.text("ab,. \t\n\x1f\u3000019٣wxh茶", max_size=30)
)
def test_the_largest_candidate(form: str, srcset: str) -> None:
    assert core_module("srcset", form).largest_candidate(srcset) == slow_largest_candidate(srcset)
