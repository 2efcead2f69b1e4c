"""The web page for labelling, without a browser: its blocks, its data, and what gold text says about blocks."""

from __future__ import annotations

import html as html_module
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dehusk
from dehusk.bench.collections import LabelledPage
from dehusk.labelling import PageToLabel, label_html, page_to_label
from dehusk.page import parse
from xss_vectors import VECTORS

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))
MENU = "<nav><a href=/>Home</a> <a href=/t>Tea</a></nav>"
BLOCKS = f"{MENU}<h1>Tea</h1><p>Steep <b>it</b>.<br>Drink it.<img src=x><p hidden>Ad"


def to_label(html: str, name: str = "tea.html") -> PageToLabel:
    return page_to_label(dehusk.extract(html), html, name)


def labels_by_words(page: PageToLabel, kept: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> set[int]:
    """The blocks that training labels otherwise than chosen, if all it has is the gold text."""
    example = pytest.importorskip("dehusk.train.labels").example
    gold = "\n".join(text for text, keep in zip(page.texts, kept, strict=True) if keep)
    found = example(LabelledPage(id="1", dataset="mine", html=page.html, gold=gold))
    return set(np.flatnonzero((found.label != kept) & (found.weight > 0)).tolist())


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_training_sees_the_same_blocks_and_labels_the_chosen_ones(path: Path) -> None:
    """Where words do not tell two blocks apart, gold text cannot say which is meant; every error is such a case."""
    from dehusk.bench.metrics import tokenize

    page = to_label(path.read_text("utf-8"))
    words = [set(tokenize(text)) for text in page.texts]
    count = np.arange(len(words))
    errors = 0
    for kept in (np.array(page.kept), count < len(words) // 2, count % 3 == 0, count % 7 < 4):
        wrong = labels_by_words(page, kept)
        for block in wrong:
            others = (words[other] for other in np.flatnonzero(kept != kept[block]))
            shared = max(len(words[block] & other) for other in others)
            assert shared >= 0.5 * len(words[block]), page.texts[block]
        errors += len(wrong)
    assert errors <= 4


def test_blocks_scores_and_fields() -> None:
    html = f"<html lang=en-GB><title>Tea</title><meta name=author content='Ann Leaf'>{BLOCKS}"
    page = page_to_label(dehusk.extract(html, url="https://tea.example/1"), html, "tea.html")
    assert page.texts == ["Home Tea", "Tea", "Steep it.", "Drink it."]
    assert page.fields["type"] == "", "of so little text the type is unknown"
    assert page.paths[1:] == ["/html/body/h1", "/html/body/p[1]", "/html/body/p[1]"]
    assert len(page.scores) == len(page.kept) == 4
    assert page.fields["url"] == "https://tea.example/1"
    assert (page.fields["title"], page.fields["author"], page.fields["lang"]) == ("Tea", "Ann Leaf", "en")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_nodes_are_those_of_the_page(path: Path) -> None:
    html = path.read_text("utf-8")
    paths: list[str] = []
    page = to_label(html)
    for parent, step, _, _ in page.nodes:
        paths.append(step if parent < 0 else paths[parent] + step)
    parsed = parse(html)
    rows = np.flatnonzero(~(parsed.is_text & (parsed.chars == 0))).tolist()
    assert paths == [parsed.path(row) for row in rows]
    texts = [page.texts[first:stop] for _, _, first, stop in page.nodes]
    for row, blocks in zip(rows, texts, strict=True):
        words = " ".join(parsed.text[parsed.offset[row] : parsed.offset[parsed.end[row]]].split())
        if words:
            assert words.replace(" ", "") in "".join("".join(blocks).split())


def test_an_element_without_text_belongs_to_what_it_is_in() -> None:
    page = to_label(BLOCKS)
    spans = {step: (first, stop) for _, step, first, stop in page.nodes}
    assert spans["/img"] == spans["/p[1]"] == (2, 4)
    assert spans["/b"] == (2, 3)


def test_a_page_without_text_has_no_blocks() -> None:
    page = to_label("<img src=x>")
    assert (page.texts, page.nodes, page.kept) == ([], [], [])


def test_every_fifth_site_is_for_testing() -> None:
    names = [f"https://{site}.example/{number}" for site in "abcdef" for number in (1, 2)]
    pages = [page_to_label(dehusk.extract(BLOCKS, url=name), BLOCKS, name) for name in names]
    splits = {page["id"]: page["fields"]["split"] for page in data_of(label_html(pages, "a.jsonl", "grain"))["pages"]}
    assert {name for name, split in splits.items() if split == "test"} == {"https://e.example/1", "https://e.example/2"}


def test_labels_are_stored_by_page() -> None:
    one, again, other = to_label(BLOCKS), to_label(BLOCKS), to_label(BLOCKS + "<p>Milk")
    assert one.digest == again.digest
    assert len({one.digest, other.digest, to_label(BLOCKS, "b.html").digest}) == 3


def data_of(document: str) -> dict[str, Any]:
    (written,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', document, re.DOTALL)
    found: dict[str, Any] = json.loads(written)
    return found


def test_nothing_of_a_page_is_markup_of_ours() -> None:
    page = "".join(VECTORS) + "</script><!--<script>\u2028\ud800"
    document = label_html([to_label(page, "<img src=x>.html")], "<b>.jsonl", "<i>")
    assert data_of(document)["pages"][0]["html"] == page
    assert len(re.findall(r"<(?:script|img|iframe|object|embed|svg|base|link)\b", document)) == 2
    assert document.encode()
    policy = html_module.unescape(re.findall(r'Content-Security-Policy" content="([^"]*)"', document)[0])
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
