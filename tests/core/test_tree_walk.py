"""The walk that builds the content tree, in both forms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk import Page, extract, parse
from dehusk.content import tree_builder, tree_nodes
from dehusk.content.atoms import find_atoms
from dehusk.content.captions import media_captions
from dehusk.content.element_nodes import element_nodes
from dehusk.content.tree_nodes import ContentTree, Paragraph, Table
from dehusk.content.tree_plan import plan_tree
from html_strategies import pages

if TYPE_CHECKING:
    from collections.abc import Callable

each_form = pytest.mark.parametrize("form", FORMS)
PAGES = sorted(Path(__file__).parents[1].joinpath("pages").glob("*/page.html"))
TEA = "<h2>Tea</h2><ol><li>green <b>and</b> <a href=/b>black</a><li><code>x</code></ol><table><tr><th>a<td>b</table>"


def walk(form: str) -> Callable[..., Any]:
    function: Callable[..., Any] = core_module("tree_walk", form).walk_rows
    return function


def tree_of(page: Page, form: str) -> ContentTree:
    """The tree of a page of which all text is kept."""
    keep = page.chars > 0
    with patch.object(tree_builder, "walk_rows", walk(form)):
        return tree_builder.build_tree(page, keep, [], find_atoms(page, keep), media_captions(page, keep, []))


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.parent.name)
def test_both_forms_build_the_same_trees_of_our_pages(file: Path) -> None:
    document = file.read_bytes()
    tree = extract(document).tree
    with patch.object(tree_builder, "walk_rows", walk("uncompiled")):
        assert extract(document).tree == tree


@given(page=pages)
def test_both_forms_build_the_same_trees_of_documents_made_by_chance(page: Page) -> None:
    assert tree_of(page, "uncompiled") == tree_of(page, "installed")


def arguments() -> list[Any]:
    page = parse(TEA)
    keep = page.chars > 0
    plan = plan_tree(page, keep, [], find_atoms(page, keep), media_captions(page, keep, []))
    columns = [page.text, page.char_classes, page.offset, page.end, page.paragraph, page.block]
    return [*columns, plan.rows, plan.kinds, element_nodes(plan), plan, tree_nodes]


@each_form
@pytest.mark.parametrize("place", range(1, 8))
@given(data=st.data())
def test_columns_that_do_not_fit_are_refused(form: str, place: int, data: st.DataObject) -> None:
    given_arguments = arguments()
    column = given_arguments[place].copy()
    walk(form)(*given_arguments)
    change = data.draw(st.sampled_from(["shorter", "longer", "other type", "number"]))
    if change == "number":
        at, number = data.draw(st.integers(0, len(column) - 1)), data.draw(st.sampled_from([-(1 << 62), -1, 1 << 62]))
        given_arguments[place] = column.astype(np.int64)
        given_arguments[place][at] = number
        if column.dtype != np.int64:
            return
        if place in {4, 5}:
            # Numbers of paragraphs and blocks are only compared.
            walk(form)(*given_arguments)
            return
    else:
        changed = {
            "shorter": column[:-1],
            "longer": np.append(column, column[-1]),
            "other type": column.astype(np.int16),
        }
        given_arguments[place] = changed[change].astype(np.int16 if change == "other type" else column.dtype)
    with pytest.raises((IndexError, ValueError)):
        walk(form)(*given_arguments)


@each_form
def test_many_captions_and_pieces_become_one_text(form: str) -> None:
    pieces = "".join(f"<i></i>{number} " for number in range(2000))
    captions = "".join(f"<caption>{number}</caption>" for number in range(200))
    table, paragraph = tree_of(
        parse(f"<table>{captions}<tr><th>a<th>b<tr><td>1<td>2</table><p>{pieces}"), form
    ).children
    assert isinstance(table, Table)
    assert isinstance(paragraph, Paragraph)
    assert table.caption == ["".join(map(str, range(200)))]
    assert paragraph.children == [" ".join(map(str, range(2000)))]
