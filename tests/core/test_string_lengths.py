"""The strings of a page, compiled and not, beside slow definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk.methods.arias import STRUCTURAL
from html_strategies import pages

if TYPE_CHECKING:
    from dehusk import Page

each_form = pytest.mark.parametrize("form", FORMS)


def slow_strings(page: Page, reading: str, on_exit: bool) -> tuple[list[int], list[str]]:
    """The number of the string of each row, and the strings, empty ones included."""
    structural = STRUCTURAL[reading][page.tag].tolist()
    number, of_row, strings = 0, [], [""]
    for row in range(len(page)):
        ended = [up for up in range(row) if page.end[up] == row and structural[up]] if on_exit else []
        number += structural[row] + len(ended)
        strings += [""] * (number + 1 - len(strings))
        of_row.append(number)
        if page.is_text[row]:
            strings[number] += page.raw_text(row)
    return of_row, [" ".join(string.split()) for string in strings]


@each_form
@given(page=pages, reading=st.sampled_from(["entry", "merged"]), on_exit=st.booleans(), merged=st.booleans())
def test_string_lengths(form: str, page: Page, reading: str, on_exit: bool, merged: bool) -> None:
    loops = core_module("string_lengths", form)
    columns = page.tag, page.end, page.offset, page.chars, page.char_classes, STRUCTURAL[reading]
    of_row, lengths = loops.string_lengths(*columns, on_exit, merged)
    numbers, strings = slow_strings(page, reading, on_exit)
    if merged:
        filled = [number for number, string in enumerate(strings) if string]
        numbers = [max(0, sum(each <= number for each in filled) - 1) for number in numbers]
        strings = [strings[number] for number in filled]
    assert of_row.tolist() == numbers
    assert lengths.tolist() == [len(string) for string in strings]


def test_rows_of_a_region() -> None:
    for form in FORMS:
        loops = core_module("string_lengths", form)
        string, lengths, chars = np.array([0, 1, 1, 2]), np.array([2, 8, 4]), np.array([2, 0, 8, 4])
        keep, share = loops.rows_of_region(string, lengths, chars, 1, 2)
        assert keep.tolist() == [False, True, True, True]
        assert share.tolist() == [0.25, 0.0, 1.0, 0.5]
        with pytest.raises(ValueError, match="there is no string"):
            loops.densest_region(lengths[:0], 0.5, 4)
