"""The classics: their rules against slow, literal versions, and the contract that every method keeps."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Method, Page, list_methods, make_method, parse
from dehusk.methods.classics.boilerpipe import LINE, num_words_rule, text_blocks
from dehusk.methods.classics.bte import Bte, best_span
from dehusk.methods.classics.ccb import blur, running_mean
from dehusk.methods.classics.cetr import slopes, tag_ratios
from dehusk.methods.classics.cetr import smooth as smooth_ratios
from dehusk.methods.classics.clusters import k_means
from dehusk.methods.classics.dsc import flat_tokens
from dehusk.methods.classics.lqf import Lqf, link_quota
from dehusk.methods.classics.readability_scorer import scores, unlikely
from dehusk.methods.classics.stream import VOID, Stream, tag_counts
from dehusk.methods.classics.wlr import words_per_leaf
from dehusk.page.text_measures import collapse
from dehusk.testing import check_method

PAGES = sorted((Path(__file__).parents[2] / "pages").glob("*/page.html"))
CLASSICS = [
    *("accb", "bte", "boilerpipe-article", "boilerpipe-default", "boilerpipe-largest", "boilerpipe-numwords"),
    *(
        "ccb",
        "ccb:unit=token",
        "cetr",
        "dom-distiller",
        "dsc",
        "fe",
        "kfe",
        "lqf",
        "readability-style",
        "unfluff",
        "wlr",
    ),
]
PIECES = st.sampled_from(
    [
        *("<div>", "</div>", "<p>", "</p>", "<a href=/x>", "</a>", "<b>", "</b>", "<ul>", "<li>", "</ul>", "<br>"),
        *(" ", "one two ", "x", "A sentence, as long as they are, with an end. ", "雨が降った。", "ฝนตกหนัก", "– "),
    ]
)
HTML = st.lists(PIECES, max_size=50).map("".join)
SPECS = [*CLASSICS, "alarte", "alarte:mode=author", "alarte:postprocess=False,c=8,ignore_blank=True"]


@pytest.mark.parametrize("spec", SPECS)
def test_contract(spec: str) -> None:
    check_method(make_method(spec), fuzzed=60)


@pytest.mark.parametrize("spec", CLASSICS)
def test_the_confidence_mark_is_in_the_description(spec: str) -> None:
    name = spec.partition(":")[0]
    assert re.search(r"confidence [HML]\b", list_methods()[name])


@pytest.mark.parametrize("spec", CLASSICS)
def test_content_is_found_on_our_article(spec: str) -> None:
    page = parse((PAGES[0].parents[1] / "news-en" / "page.html").read_text(encoding="utf-8"))
    method: Method = make_method(spec)
    kept = " ".join(page.leaf_text(row) for row in np.flatnonzero(method.select(page).keep).tolist())
    assert "The wheel at Sallow Quay last turned in 1934" in kept or spec == "fe"


# ---- tokens ------------------------------------------------------------------------------------------


def naive_tokens(page: Page, row: int = 0) -> list[int]:
    """The page as a list: -1 for a tag, a leaf's row for each of its words."""
    if page.is_text[row]:
        return [row] * int(page.words[row])
    tokens = [-1]
    child = row + 1
    while child < page.end[row]:
        tokens += naive_tokens(page, child)
        child = int(page.end[child])
    return tokens if VOID[page.tag[row]] else [*tokens, -1]


@given(HTML)
def test_the_stream_is_the_page_written_out(html: str) -> None:
    page = parse(html)
    stream = Stream(page, page.words, *tag_counts(page))
    tokens = naive_tokens(page)
    assert stream.is_text.tolist() == [token >= 0 for token in tokens]
    worded = [row for row, size in zip(stream.leaves.tolist(), stream.sizes.tolist(), strict=True) if size]
    assert worded == sorted({token for token in tokens if token >= 0})


@given(HTML)
def test_bte_is_the_best_of_all_spans(html: str) -> None:
    page = parse(html)
    tokens = naive_tokens(page)
    values = [1 if token >= 0 else -1 for token in tokens]
    prefix = np.concatenate(([0], np.cumsum(values)))
    best = max((prefix[j] - prefix[i] for j in range(len(prefix)) for i in range(j)), default=0)
    keep = Bte().select(page).keep
    if not any(token >= 0 for token in tokens):
        assert not page.words[keep].any()
        return
    first, last = (index for index in (np.flatnonzero(keep)[0], np.flatnonzero(keep)[-1]))
    begin, end = tokens.index(first), len(tokens) - tokens[::-1].index(last)
    assert prefix[end] - prefix[begin] == best


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), min_size=1, max_size=30))
def test_best_sum_through_each_leaf(pairs: list[tuple[int, int]]) -> None:
    words = np.array([pair[0] for pair in pairs])
    tags_before = np.cumsum([pair[1] for pair in pairs])
    _, _, through = best_span(words, tags_before)
    for leaf in range(len(words)):
        sums = [
            words[i : j + 1].sum() - (tags_before[j] - tags_before[i])
            for i in range(leaf + 1)
            for j in range(leaf, len(words))
        ]
        assert through[leaf] == max(sums)


@given(st.lists(st.booleans(), max_size=200), st.integers(2, 20))
def test_dsc_keeps_runs_of_flat_windows(cells: list[bool], window: int) -> None:
    is_tag = np.array(cells, dtype=np.bool_)
    inside, slope = flat_tokens(is_tag, window, 0.5, 3)
    step = max(1, min(window // 2, len(cells) // 4))
    expected = np.zeros(len(cells), dtype=np.bool_)
    flat = [value <= 0.5 * (is_tag.mean() if len(cells) else 0) for value in slope]
    for at in range(len(flat) - 2):
        if all(flat[at : at + 3]):
            expected[at * step : (at + 4) * step] = True
            if at == len(flat) - 3:
                expected[at * step : min((at + 4) * step, len(cells))] = True
    assert inside.tolist() == expected.tolist()


# ---- columns against their definitions -----------------------------------------------------------------


def subtree(page: Page, row: int) -> range:
    return range(row, int(page.end[row]))


@given(HTML)
def test_link_quota(html: str) -> None:
    page = parse(html)
    for row in range(len(page)):
        chars = sum(int(page.chars[at]) for at in subtree(page, row))
        linked = sum(int(page.chars[at]) for at in subtree(page, row) if page.in_link[at])
        assert link_quota(page)[row] == pytest.approx(linked / chars if chars else 0)


@pytest.mark.parametrize(("q", "kept"), [(0.25, False), (0.5, True), (0.75, True)])
def test_lqf_threshold(q: float, *, kept: bool) -> None:
    page = parse("<div><p>abcd<a>efg</a></p></div>")
    assert Lqf(q=q).select(page).keep.any() == kept


@given(HTML)
def test_words_per_leaf(html: str) -> None:
    page = parse(html)
    for row in np.flatnonzero(page.is_element).tolist():
        ends = [at for at in subtree(page, row) if page.end[at] == at + 1 and (page.is_element[at] or page.chars[at])]
        words = sum(int(page.words[at]) for at in subtree(page, row))
        assert words_per_leaf(page)[row] == pytest.approx(words / max(len(ends), 1))


@given(HTML)
def test_tag_ratios_count_every_tag_and_character_once(html: str) -> None:
    page = parse(html)
    ratios = tag_ratios(page)
    assert len(ratios) == page.block[-1] + 1
    assert (ratios > 0).tolist() == [
        bool(page.chars[page.block == line].any()) for line in range(int(page.block[-1]) + 1)
    ]


FLOATS = st.lists(st.floats(0, 1000), min_size=1, max_size=30).map(np.array)


@given(FLOATS, st.integers(1, 40))
def test_running_mean(values: np.ndarray, radius: int) -> None:
    expected = [values[max(0, at - radius) : at + radius + 1].mean() for at in range(len(values))]
    assert np.allclose(running_mean(values, radius), expected)
    assert blur(values, radius).max() <= values.max() + 1e-6


@given(FLOATS)
def test_slopes(values: np.ndarray) -> None:
    expected = [
        abs(values[at + 1 : at + 4].mean() - values[at]) if at + 1 < len(values) else 0 for at in range(len(values))
    ]
    assert np.allclose(slopes(values), expected)


def test_smoothing_keeps_a_constant() -> None:
    assert np.allclose(smooth_ratios(np.full(5, 7.0), 1), 7)


@given(st.lists(st.tuples(st.floats(0, 9), st.floats(0, 9)), min_size=1, max_size=30))
def test_k_means_puts_points_with_their_nearest_centre(rows: list[tuple[float, float]]) -> None:
    points = np.array(rows)
    cluster, centres = k_means(points, np.array([[0.0, 0.0], [5.0, 5.0], [9.0, 9.0]]), pinned=1)
    assert centres[0].tolist() == [0, 0]
    distances = np.linalg.norm(points[:, None] - centres, axis=2)
    assert np.allclose(distances[np.arange(len(points)), cluster], distances.min(axis=1), atol=1e-6)


# ---- boilerpipe ----------------------------------------------------------------------------------------


def wrapped(words: list[str]) -> tuple[int, int]:
    """Lines and words on them, word by word as boilerpipe counts."""
    lines, on_line, length = 0, 0, 0
    for word in words:
        on_line += 1
        length += len(word) + 1
        if length > LINE:
            lines, on_line, length = lines + 1, 1, len(word)
    return (lines, len(words) - on_line) if lines and len(words) > on_line else (max(lines, 1), len(words))


@given(st.lists(st.lists(st.integers(1, 100), min_size=1, max_size=60), min_size=1, max_size=5))
def test_text_blocks_wrap_as_boilerpipe_does(paragraphs: list[list[int]]) -> None:
    texts = [["w" * length for length in lengths] for lengths in paragraphs]
    blocks = text_blocks(parse("".join(f"<p>{' '.join(words)}</p>" for words in texts)))
    assert blocks.words.tolist() == [len(words) for words in texts]
    found = zip(blocks.lines.tolist(), blocks.words_in_lines.tolist(), strict=True)
    assert list(found) == [wrapped(words) for words in texts]


def test_words_flow_through_inline_tags_and_need_a_letter() -> None:
    blocks = text_blocks(parse("<p>bro<b>ken</b> word – <a>a link</a></p><p>雨が降った。</p><p>***</p>"))
    assert blocks.words.tolist() == [4, 5]
    assert blocks.link_words.tolist() == [2, 0]


@given(HTML)
def test_blocks_have_the_words_of_their_text(html: str) -> None:
    page = parse(re.sub("[雨が降った。ฝนตกหนัก–]", "z", html))
    blocks = text_blocks(page)
    texts = []
    for number in sorted(set(page.block.tolist())):
        raw = "".join(page.raw_text(int(row)) for row in np.flatnonzero((page.block == number) & page.is_text))
        texts.append(len([word for word in collapse(raw).split() if any(map(str.isalnum, word))]))
    assert blocks.words.tolist() == [count for count in texts if count]


def literal_rule(blocks: list[tuple[int, float]]) -> list[bool]:
    """The published rule, block by block."""
    padded = [(0, 0.0), *blocks, (0, 0.0)]
    found = []
    for place in range(1, len(padded) - 1):
        (previous_w, previous_l), (w, links), (next_w, _) = padded[place - 1 : place + 2]
        after_text = w > 16 or next_w > 15 or previous_w > 4
        after_links = w > 40 or next_w > 17
        found.append(links <= 1 / 3 and (after_text if previous_l <= 0.5556 else after_links))
    return found


@given(st.lists(st.tuples(st.integers(1, 50), st.sampled_from([0.0, 0.25, 0.5, 1.0])), min_size=1, max_size=12))
def test_num_words_rule(pairs: list[tuple[int, float]]) -> None:
    html = []
    for words, share in pairs:
        linked = round(words * share)
        html.append(f"<p><a>{'w ' * linked}</a> {'w ' * (words - linked)}</p>")
    blocks = text_blocks(parse("".join(html)))
    exact = list(zip(blocks.words.tolist(), blocks.link_density.tolist(), strict=True))
    assert num_words_rule(blocks.words, blocks.link_density).tolist() == literal_rule(exact)


# ---- readability ---------------------------------------------------------------------------------------


def test_paragraph_scores_go_up_by_the_rule() -> None:
    text = "ten chars," * 10
    page = parse(f"<div><div><div><div><div><div><p>{text}</p></div></div></div></div></div></div>")
    score = scores(page, np.zeros(len(page), dtype=np.bool_))
    own = 1 + 11 + 1
    assert score[:7].tolist() == pytest.approx([0, 0, own / 12, own / 9, own / 6, own / 2, own])


def test_unlikely_names_are_dropped_unless_they_may_be_content() -> None:
    page = parse("<div id=sidebar>a</div><div class='comment article'>b</div><main class=menu>c</main>")
    assert [page.attr(row, "id") for row in np.flatnonzero(unlikely(page)).tolist()] == ["sidebar"]


def test_pairs_of_blocks_are_in_order() -> None:
    for path in PAGES:
        numbers = text_blocks(parse(path.read_text(encoding="utf-8"))).number.tolist()
        assert all(a < b for a, b in pairwise(numbers))
