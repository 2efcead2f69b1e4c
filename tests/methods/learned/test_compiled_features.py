"""The compiled features against the same features in numpy, and in the uncompiled form of the core."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings

from core_forms import core_module
from dehusk import Page, parse
from dehusk.methods.learned import article_features, feature_table, learned_blocks, page_head
from dehusk.methods.learned.feature_table import TABLE, BlockFeatures
from dehusk.methods.learned.learned_blocks import Blocks
from html_strategies import any_html, pages
from slow_features import slow_features
from slow_measures import SlowBlocks

PAGES = sorted((Path(__file__).parents[2] / "pages").glob("*/page.html"))
USERS = (
    *((learned_blocks, "block_columns"), (feature_table, "feature_matrix")),
    *((article_features, "block_text"), (page_head, "title_places")),
)


def same(page: Page) -> None:
    features = BlockFeatures.of(page)
    if not len(features.blocks):
        return
    expected = slow_features(page)
    assert list(expected) == list(TABLE.names)
    for name, column in expected.items():
        np.testing.assert_allclose(features[name], column, rtol=1e-6, atol=1e-7, err_msg=name)


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.parent.name)
def test_our_pages(file: Path) -> None:
    same(parse(file.read_text("utf-8")))


@given(any_html)
@settings(max_examples=300, deadline=None)
def test_any_page(html: str) -> None:
    same(parse(html))


@given(pages)
@settings(max_examples=200, deadline=None)
def test_pages_of_many_elements(page: Page) -> None:
    same(page)


@given(pages)
def test_blocks(page: Page) -> None:
    ours, theirs = Blocks.of(page), SlowBlocks.of(page)
    for name in ("of_leaf", "first", "holder", "last", "chars", "words", "link_chars", "bounds", "tag"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)


@pytest.mark.parametrize(
    "text",
    [
        "<p>20</p><p>12</p><p>9:</p><p>41 pm",
        "<p>3 May 2012<p>at 9:41<p>٢٠١٢<p>1999 1899 2000x<p>10:5 10:55",
        "<p>Tea | milk © 2012<p>Tea<p> Tea <p>\u00a0Tea\u3000<p>tea<p>\u0301a",
        "<title>Tea</title><meta name=description content='Steep the tea well, then drink it.'><p>Steep the  tea well",
        "<textarea>a</textarea><p>b<form><p>c<textarea>d</textarea></form><p>e<table><tr><th>f<td>g</table>",
        "<article><h1>One</h1><p>a</article><article><h1>Two</h1><p>b<article>c</article></article><p>d",
    ],
)
def test_worked_examples(text: str) -> None:
    same(parse(text))


@pytest.mark.parametrize("file", PAGES[::6], ids=lambda file: file.parent.name)
def test_the_uncompiled_form_gives_the_same_bits(file: Path) -> None:
    page = parse(file.read_text("utf-8"))
    compiled = BlockFeatures.of(page).matrix
    with uncompiled():
        np.testing.assert_array_equal(BlockFeatures.of(page).matrix, compiled)


def uncompiled() -> ExitStack:
    stack = ExitStack()
    for user, name in USERS:
        module = core_module(name, "uncompiled")
        for function in ("describe_blocks", "write_features", "begin_in", "heading_blocks"):
            if hasattr(module, function):
                stack.enter_context(patch.object(user, function, getattr(module, function)))
    return stack
