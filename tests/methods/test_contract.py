"""``check_method``: every registered method passes, and every violation of the contract is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar
from unittest import SkipTest

import numpy as np
import pytest

from dehusk import ArgumentError, Page, Selection, UnknownMethod, extract, list_methods, make_method
from dehusk.methods import Method, method_class
from dehusk.testing import check_method, fuzzed_html, reverse_attributes
from html_strategies import Everything

if TYPE_CHECKING:
    from collections.abc import Callable


def broken(select: Callable[[Page], object]) -> type[Method]:
    """A method that selects by a function."""
    return type("Broken", (Everything,), {"select": lambda _self, page: select(page)})


def changed(**columns: Callable[[Page], object]) -> type[Method]:
    """A method with a column of its selection replaced."""

    def select(page: Page) -> Selection:
        made = Everything().select(page)
        values = {"keep": made.keep, "score": made.score, "roots": made.roots, "confidence": made.confidence}
        return Selection(**(values | {name: make(page) for name, make in columns.items()}))  # type: ignore[arg-type]

    return broken(select)


@pytest.mark.parametrize("name", list_methods())
def test_every_method_keeps_the_contract(name: str) -> None:
    check_method(method_class(name))


def test_a_sound_method_passes_as_class_and_as_object() -> None:
    check_method(Everything)
    check_method(Everything())


calls = iter(range(10**6))


def write_column(page: Page) -> Selection:
    page.chars[:] = 0
    return Everything().select(page)


def replace_column(page: Page) -> Selection:
    selection = Everything().select(page)
    vars(page)["chars"] = page.chars + 1
    return selection


def by_attribute_order(page: Page) -> Selection:
    id_first = [attrs[:1] == (("id", "foot"),) for attrs in page.attrs]
    return Selection.of_rows(page, np.flatnonzero(id_first))


@pytest.mark.parametrize(
    ("method", "message"),
    [
        (broken(lambda page: page.leaves[0]), "select raised IndexError"),
        (broken(lambda _page: None), "select returned NoneType, not a Selection"),
        (broken(write_column), "select raised ValueError"),
        (broken(replace_column), "select changed page.chars"),
        (changed(score=lambda page: np.where(page.chars > 0, 1 / (2 + next(calls)), 0.0)), "gave another score"),
        (changed(keep=lambda page: np.ones(len(page), dtype=np.bool_)), "keep contains rows that are not leaves"),
        (changed(keep=lambda page: page.chars), "keep is not a bool column"),
        (changed(keep=lambda page: page.chars[1:] > 0), "keep is not a bool column"),
        (changed(score=lambda page: np.full(len(page), 0.5)), "score is not 0 on rows"),
        (changed(score=lambda page: np.where(page.chars > 0, 2.0, 0)), r"score is not within \[0, 1\]"),
        (changed(score=lambda page: np.where(page.chars > 0, np.nan, 0)), r"score is not within \[0, 1\]"),
        (changed(score=lambda page: page.chars), "score is not a float column"),
        (changed(roots=lambda page: page.leaves), "roots contains rows that are not elements"),
        (changed(roots=lambda page: np.array([len(page)])), "roots contains rows that are not elements"),
        (changed(confidence=lambda _page: 7.0), "confidence is 7.0"),
        (broken(by_attribute_order), "the order of attributes changed what is kept"),
        (type("Unnamed", (Everything,), {"name": ""}), "Unnamed.name must be a string"),
        (type("Undescribed", (Everything,), {"description": None}), "Undescribed.description must be"),
        (type("Needy", (Everything,), {"needs": ["layout"]}), "Needy.needs must be a frozenset"),
        (type("Asking", (Everything,), {"__init__": lambda _self, _c1: None}), "give every parameter a default"),
    ],
)
def test_a_broken_rule_is_reported(method: type[Method], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_method(method, fuzzed=20)


class ByDepth(Everything):
    """Keeps what stands directly in BODY's children."""

    def select(self, page: Page) -> Selection:
        return Selection.of_leaves(page, page.depth == 2)


def test_wrappers_matter_only_to_methods_that_claim_they_do_not() -> None:
    check_method(ByDepth)
    claims = type("Claims", (ByDepth,), {"wrapper_invariant": True})
    with pytest.raises(AssertionError, match=r"a wrapper <div> .* changed what is kept"):
        check_method(claims)


class Visual(Everything):
    """Keeps what is drawn in the upper half of the document."""

    needs: ClassVar[frozenset[str]] = frozenset({"layout"})

    def select(self, page: Page) -> Selection:
        assert page.layout is not None
        return Selection.of_leaves(page, page.layout.y < page.layout.document[1] / 2)


def test_a_visual_method_is_checked_on_made_up_layouts() -> None:
    check_method(Visual)


def spoil(page: Page) -> Selection:
    assert page.layout is not None
    page.layout.x.flags.writeable = True
    page.layout.x[:] = -1
    return Everything().select(page)


def test_a_visual_method_must_leave_the_layout_alone() -> None:
    spoiling = type("Spoiling", (Visual,), {"select": lambda _self, page: spoil(page)})
    with pytest.raises(AssertionError, match=r"select changed page\.x"):
        check_method(spoiling)


def test_a_method_that_needs_something_else_is_skipped() -> None:
    with pytest.raises(SkipTest, match="everything needs sound"):
        check_method(type("Audible", (Everything,), {"needs": frozenset({"sound", "layout"})}))


def test_fuzzed_html_is_varied() -> None:
    assert len({fuzzed_html(seed) for seed in range(100)}) > 90


def test_attributes_are_reversed_only_where_all_are_quoted() -> None:
    assert reverse_attributes('<a id="1" class="2">') == '<a class="2" id="1">'
    assert reverse_attributes('<a id=1 class="2">') == '<a id=1 class="2">'


# ---- the registry ----------------------------------------------------------------------------------------


def test_an_unknown_method_lists_the_known() -> None:
    with pytest.raises(UnknownMethod, match=r"unknown method 'cetd'; known: .*arias, .*cetd-ds"):
        make_method("cetd")


def test_parameters_follow_the_name() -> None:
    method = make_method("cectd-ds:mode=paper,lambda_=0.5,paper_sum=True")
    assert (method.mode, method.lambda_, method.paper_sum) == ("paper", 0.5, True)  # type: ignore[attr-defined]


def test_an_unknown_parameter_lists_the_known() -> None:
    with pytest.raises(ArgumentError, match="its parameters: c1, c2, reading, break_on_exit"):
        make_method("arias:c3=1")


@pytest.mark.parametrize("wrong", [Everything, 3, None])
def test_only_names_and_methods_are_methods(wrong: object) -> None:
    with pytest.raises(ArgumentError, match="must be a name or a Method object"):
        make_method(wrong)  # type: ignore[arg-type]


def test_a_method_that_breaks_fails_the_page_not_the_program() -> None:
    extraction = extract("<p>Tea", method=broken(lambda page: page.leaves[9])())
    assert (extraction.status, extraction.text) == ("failed", "")
    assert extraction.reason.startswith("everything broke on this page: IndexError")
