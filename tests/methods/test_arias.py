from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import ArgumentError, Page, parse
from dehusk._core.string_lengths import densest_region
from dehusk.methods.arias import STRUCTURAL, Arias
from html_strategies import kept_texts, pages

LENGTHS = [12, 8, 15, 40, 5, 120, 0, 300, 4, 2, 110, 3, 9, 7, 130, 6]


def page_of(lengths: list[int]) -> Page:
    """A page whose strings after the first have these lengths: BODY's own text is the first string."""
    return parse("<body>" + "<p>".join("x" * length for length in lengths))


def naive_region(lengths: list[int], c1: float, c2: float) -> tuple[int, int]:
    """The paper's words: grow the region until nothing joins."""
    longest = max(lengths)
    region = {lengths.index(longest)}
    while True:
        joining = {
            i
            for i, length in enumerate(lengths)
            if i not in region and length > c1 * longest and any(abs(i - j) < c2 for j in region)
        }
        if not joining:
            return min(region), max(region)
        region |= joining


def naive_strings(page: Page) -> list[str]:
    """Runs of structural tags, with no text between them, separate two strings."""
    strings: list[str] = []
    open_elements: list[int] = []
    new = True
    for row in range(len(page)):
        while open_elements and page.end[open_elements[-1]] <= row:
            new |= bool(STRUCTURAL["merged"][page.tag[open_elements.pop()]])
        if page.is_element[row]:
            new |= bool(STRUCTURAL["merged"][page.tag[row]])
            open_elements.append(row)
        elif page.chars[row] and new:
            strings.append(page.raw_text(row))
            new = False
        elif strings and not new:
            strings[-1] += page.raw_text(row)
    return [" ".join(string.split()) for string in strings]


def naive_entry_strings(page: Page) -> list[str]:
    """The entry reading: a text leaf goes to the last string, a structural element begins a new one."""
    strings = [""]
    for row in range(len(page)):
        if STRUCTURAL["entry"][page.tag[row]]:
            strings.append("")
        elif page.is_text[row]:
            strings[-1] += page.raw_text(row)
    return [" ".join(string.split()) for string in strings]


@pytest.mark.parametrize(
    ("lengths", "region"), [(LENGTHS, (5, 10)), ([length for length in LENGTHS if length != 7], (5, 13))]
)
def test_example_of_the_specification(lengths: list[int], region: tuple[int, int]) -> None:
    assert densest_region(np.array(lengths), 0.333, 4) == region
    page = page_of(lengths)
    selection = Arias(reading="entry").select(page)
    assert selection.why["lengths"].tolist() == [0, *lengths]
    assert selection.why["cutoff"] == pytest.approx(99.9)
    assert selection.why["region"] == (region[0] + 1, region[1] + 1)
    assert [len(text) for text in kept_texts(page, selection)] == [
        length for length in lengths[region[0] : region[1] + 1] if length
    ]


@given(
    st.lists(st.integers(0, 20), min_size=1, max_size=40).filter(any),
    st.sampled_from([0.0, 0.333, 0.5, 1.0]),
    st.sampled_from([1, 2, 4, 4.5]),
)
def test_the_linear_scan_is_the_fixpoint(lengths: list[int], c1: float, c2: float) -> None:
    assert densest_region(np.array(lengths), c1, c2) == naive_region(lengths, c1, c2)


@pytest.mark.parametrize(("reading", "naive"), [("merged", naive_strings), ("entry", naive_entry_strings)])
@given(page=pages)
def test_strings_are_those_of_the_reading(reading: str, naive: Callable[[Page], list[str]], page: Page) -> None:
    strings = naive(page)
    selection = Arias(reading=reading).select(page)
    if not any(strings):
        assert not selection.keep.any()
        return
    lengths = [len(string) for string in strings]
    assert selection.why["lengths"].tolist() == lengths
    first, last = naive_region(lengths, 0.333, 4)
    assert "".join("".join(kept_texts(page, selection)).split()) == "".join("".join(strings[first : last + 1]).split())


def test_the_first_of_two_longest_strings_is_the_peak() -> None:
    assert densest_region(np.array([9, 0, 0, 0, 0, 9]), 0.333, 4) == (0, 0)


def test_inline_elements_do_not_separate_strings() -> None:
    page = parse("<p>One <b>two</b> <a href=x>three</a></p>")
    assert Arias().select(page).why["lengths"].tolist() == [13]
    assert Arias(reading="entry").select(page).why["lengths"].tolist() == [0, 0, 13]


def test_a_run_of_structural_tags_is_one_cut() -> None:
    one, two = "a" * 50, "b" * 50
    page = parse(f"<div><p>{one}</p> </div>\n<div> <div><div><div><p>{two}</p></div></div></div></div>")
    assert kept_texts(page, Arias().select(page)) == [one, two]
    assert kept_texts(page, Arias(reading="entry").select(page)) == [one]


@pytest.mark.parametrize("tag", ["option", "select", "optgroup", "textarea", "caption", "legend", "button"])
def test_controls_and_captions_are_structural(tag: str) -> None:
    container = {"option": "select", "optgroup": "select", "caption": "table", "legend": "fieldset"}.get(tag, "div")
    page = parse(f"<{container}><{tag}>aaa</{tag}><{tag}>bbb</{tag}></{container}>")
    assert Arias().select(page).why["lengths"].tolist() == [3, 3]


def test_a_line_break_between_two_texts_separates_them() -> None:
    assert Arias().select(parse("<p>one<br>three")).why["lengths"].tolist() == [3, 5]


def test_short_strings_inside_the_region_are_kept() -> None:
    page = parse(f"<p>{'a' * 50}</p><p>b</p><p>{'c' * 50}</p>")
    assert Arias().select(page).keep[page.leaves].all()


def test_break_on_exit_doubles_gaps() -> None:
    page = page_of([300, 1, 1, 300])
    assert Arias(reading="entry").select(page).keep[page.leaves].all()
    doubled = Arias(reading="entry", break_on_exit=True).select(page)
    assert doubled.keep[page.leaves].tolist() == [True, False, False, False]


@pytest.mark.parametrize("parameters", [{"c1": 1.5}, {"c1": -1}, {"c2": 0}, {"c2": float("inf")}, {"c1": float("nan")}])
def test_parameters_are_checked(parameters: dict[str, float]) -> None:
    with pytest.raises(ArgumentError, match=f"{next(iter(parameters))} must be"):
        Arias(**parameters)  # type: ignore[arg-type]


def test_break_on_exit_needs_the_entry_reading() -> None:
    with pytest.raises(ArgumentError, match="break_on_exit is an option of reading='entry'"):
        Arias(break_on_exit=True)
    with pytest.raises(ArgumentError, match="reading must be one of merged, entry"):
        Arias(reading="literal")
