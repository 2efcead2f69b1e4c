"""The loops of the core, compiled and not, beside slow definitions; and the arrays that they refuse."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import slow_loops as slow
from core_forms import FORMS, core_module
from dehusk import parse
from dehusk.page import text_measures as text
from dehusk.page.loops import subtree_sum
from html_strategies import TEXTS, pages

if TYPE_CHECKING:
    from dehusk import Page
    from dehusk.page.arrays import Ints

pieces = st.lists(st.sampled_from(TEXTS) | st.text(max_size=20), max_size=8)
seeds = st.integers(0, 1 << 16)
KINDS = text.CLASSES
CLASS = text.classes("".join(map(chr, range(0x110000))))
each_form = pytest.mark.parametrize("form", FORMS)


def joined(texts: list[str], before: int = 0) -> tuple[str, Ints]:
    whole = "".join(texts)
    bounds = np.concatenate(([0], np.cumsum([len(each) for each in texts]))).astype(np.intp)
    return whole, bounds[min(before, len(texts)) :]


def same_groups(ours: Ints, theirs: Ints) -> bool:
    return bool(((ours[:, None] == ours) == (theirs[:, None] == theirs)).all())


@each_form
@given(texts=pieces, before=st.integers(0, 2))
def test_measures_of_text(form: str, texts: list[str], before: int) -> None:
    loops = core_module("text_loops", form)
    whole, bounds = joined(texts, before)
    kinds = slow.slow_look_up(whole, CLASS)
    signs = text.sign_table(".,|世")
    same = np.testing.assert_array_equal
    same(loops.look_up(whole, CLASS), kinds)
    same(loops.tally(kinds, bounds, KINDS), slow.slow_tally(kinds, bounds, KINDS))
    lengths, words = loops.leaf_measures(kinds, bounds)
    same(lengths, slow.slow_collapsed_lengths(kinds, bounds))
    same(words, slow.slow_word_counts(kinds, bounds))
    same(loops.sign_counts(whole, signs, bounds), slow.slow_sign_counts(whole, signs, bounds))
    assert same_groups(loops.hashes(whole, bounds), slow.slow_hashes(whole, bounds))  # type: ignore[arg-type]


@each_form
@given(texts=pieces, known=st.lists(st.sampled_from(["a", "b", "é", "茶", "½"]) | st.text("abé茶", min_size=1)))
def test_words_of_a_table(form: str, texts: list[str], known: list[str]) -> None:
    loops = core_module("text_loops", form)
    whole = " ".join([*texts, *known[::2], *known[::3]])
    words = [(found.end(), found[0]) for found in re.finditer(r"[^\W\d_]+", whole)]
    alone = [(place, char) for place, char in enumerate(whole) if char >= "\u0e00"]
    expected = Counter(loops.word_number(word) for _, word in sorted([*words, *alone]) if word in known)
    found, count = loops.word_counts(whole, loops.number_table(map(loops.word_number, known)))
    assert count == len(words)
    assert list(found.items()) == list(expected.items())


@each_form
def test_a_full_table_of_words_and_one_that_is_not_valid(form: str) -> None:
    loops = core_module("text_loops", form)
    full = np.arange(1, 17, dtype=np.uint64)
    assert loops.word_counts("green tea", full) == ({}, 2)
    with pytest.raises(ValueError, match="not valid"):
        loops.word_counts("tea", full[:3])
    with pytest.raises(ValueError, match="for each slot"):
        loops.weights_of_pieces("tea", full, full[:8], full, full, 0.5)


GROUPS = {"a": [0], "b": [0, 63], "bé": [1, 2, 63], "茶": [5]}
LETTER_GROUPS = {"é": [1, 63], "ç": [0], "🍵": [2]}


@each_form
@given(texts=pieces, found=st.lists(st.sampled_from([*GROUPS, *LETTER_GROUPS])))
def test_weights_of_words_and_letters(form: str, texts: list[str], found: list[str]) -> None:
    loops = core_module("text_loops", form)
    whole = " ".join([*texts, *found])
    words, letters = {loops.word_number(word): groups for word, groups in GROUPS.items()}, LETTER_GROUPS
    codes = {ord(letter): groups for letter, groups in letters.items()}
    tables = []
    for groups_of in (words, codes):
        table = loops.number_table(groups_of)
        bits = [sum(1 << group for group in groups_of.get(number, [])) for number in table.tolist()]
        tables += [table, np.array(bits, dtype=np.uint64)]
    counts, count = loops.word_counts(whole, tables[0])
    expected = [0.0] * 64
    in_text = Counter(char for char in whole if char in letters)
    shares = [(words[number], times) for number, times in counts.items()]
    for groups, times in [*shares, *((letters[letter], 0.5 * times) for letter, times in in_text.items())]:
        for group in groups:
            expected[group] += times / len(groups)
    assert loops.weights_of_pieces(whole, *tables, 0.5) == (expected, count)


@each_form
@given(texts=pieces)
def test_kinds_of_characters(form: str, texts: list[str]) -> None:
    loops = core_module("text_loops", form)
    whole = "".join(texts)
    kinds = np.arange(128, dtype=np.uint8)
    expected = Counter(ord(char) if char < "\x80" else int(char.isalpha()) for char in whole)
    assert loops.kind_counts(whole, kinds) == [expected[kind] for kind in range(256)]


@each_form
@given(texts=pieces, keep=st.integers(0), size=st.integers(0, 12))
def test_sample_of_kept_leaves(form: str, texts: list[str], keep: int, size: int) -> None:
    loops = core_module("text_loops", form)
    bounds = np.cumsum([0, *map(len, texts)], dtype=np.intp)
    kept = np.array([keep >> i & 1 for i in range(len(texts))], dtype=np.bool_)
    chars, words = (
        np.array([count(each) for each in texts], dtype=np.intp) for count in (len, lambda each: 2 * len(each))
    )
    leaves = [each for each, is_kept in zip(texts, kept, strict=True) if is_kept and each] or list(filter(None, texts))
    stop = next((i for i in range(1, len(leaves)) if sum(map(len, leaves[:i])) > size), len(leaves))
    found = loops.kept_sample("".join(texts), bounds, chars, words, kept, size)
    assert found == (" ".join(leaves[:stop]), int(words[kept].sum()))


@each_form
@given(texts=pieces, breaks=st.integers(0), left_out=st.integers(0), some=st.integers(0))
def test_texts_of_blocks(form: str, texts: list[str], breaks: int, left_out: int, some: int) -> None:
    loops = core_module("text_loops", form)
    # Row 0 is BODY; of each leaf, one row is its parent.
    whole, size = "".join(texts), 2 * len(texts) + 1
    lengths = [0, *(length for each in texts for length in (0, len(each)))]
    offset = np.cumsum([0, *lengths], dtype=np.intp)
    block = np.cumsum([breaks >> row & 1 for row in range(size)], dtype=np.intp)
    parent = np.array([-1, *(row for i in range(len(texts)) for row in (0, 2 * i + 1))], dtype=np.intp)
    is_left_out = np.array([left_out >> row & 1 for row in range(size)], dtype=np.bool_)
    leaves = np.array([2 * i + 2 for i in range(len(texts)) if some >> i & 1], dtype=np.intp)
    blocks: dict[int, list[int]] = {}
    for leaf in leaves.tolist():
        if not is_left_out[parent[leaf]]:
            blocks.setdefault(int(block[leaf]), []).append(leaf)
    expected = [" ".join(whole[offset[rows[0]] : offset[rows[-1] + 1]].split()) for rows in blocks.values()]
    found = loops.texts_of_blocks(whole, slow.slow_look_up(whole, CLASS), offset, block, parent, is_left_out, leaves)
    assert found == expected


@each_form
def test_leaves_that_are_not_rows_in_order(form: str) -> None:
    loops, kinds, column = core_module("text_loops", form), np.zeros(3, dtype=np.uint8), np.array([-1, 0])
    for leaves in ([2], [-1], [0], [1, 1]):
        with pytest.raises(IndexError):
            loops.texts_of_blocks("tea", kinds, np.array([0, 0, 3]), column, column, column > 0, np.array(leaves))


@each_form
def test_sample_of_columns_of_other_lengths(form: str) -> None:
    loops, two, one = core_module("text_loops", form), np.ones(2, dtype=np.intp), np.ones(1, dtype=np.intp)
    with pytest.raises(ValueError, match="2 rows"):
        loops.kept_sample("tea", np.array([0, 1, 3]), two, one, two > 0, 9)


TAG_PIECES = [
    "<",
    "b",
    "B",
    "script",
    "SCRIPT",
    "br",
    ">",
    "/",
    " ",
    "\n",
    "é",
    "math/tex",
    "h/",
    "t",
    "<b>",
    "<I>",
    "<i ",
    "<Script ",
]


@each_form
@given(
    st.text(st.characters(max_codepoint=0x7F), min_size=30),
    st.lists(st.text(), max_size=3),
    st.text(st.characters(categories=["Cs"]), max_size=1),
)
def test_text_in_utf_8(form: str, ascii_text: str, others: list[str], surrogate: str) -> None:
    text, loops = ascii_text.join(["", *others, ""]), core_module("text_loops", form)
    assert loops.encode(text) == text.encode()
    if surrogate:
        with pytest.raises(UnicodeEncodeError):
            loops.encode(text + surrogate)


@each_form
@given(page=pages, seed=seeds)
def test_rows_of_a_page(form: str, page: Page, seed: int) -> None:
    loops = core_module("row_loops", form)
    random = np.random.default_rng(seed)
    mask = random.random(len(page)) < 0.3
    numbers, floats = random.integers(-9, 9, len(page)), random.normal(size=len(page))
    same = np.testing.assert_array_equal
    same(loops.subtree_sum_ints(page.end, numbers), slow.slow_subtree_sum(page.end, numbers))
    same(loops.subtree_sum_floats(page.end, floats), slow.slow_subtree_sum(page.end, floats))
    same(loops.inside(page.end, mask), slow.slow_inside(page.end, mask))
    same(loops.nearest(page.parent, mask), slow.slow_nearest(page.parent, mask))
    values = np.round(floats)
    found = loops.subtree_argmax(page.parent, page.is_element, values)
    same(found, slow.slow_subtree_argmax(page.parent, page.is_element, values))
    for column in (mask, numbers, floats):
        assert subtree_sum(page.end, column).dtype == (np.float64 if column.dtype.kind == "f" else np.intp)


@each_form
@given(page=pages, seed=seeds, most=st.integers(0, 200))
def test_paths_of_rows(form: str, page: Page, seed: int, most: int) -> None:
    random = np.random.default_rng(seed)
    mask = page.above(random.random(len(page)) < 0.3)
    mask[0] = True
    numbers, tests = random.integers(0, 3, len(page)), tuple(f"t{number}" for number in range(len(page.tag_names)))
    expected, rest = [""] * len(page), most
    for row in np.flatnonzero(mask).tolist():
        if rest < 0:
            break
        step = f"/{tests[page.tag[row]]}" + (f"[{numbers[row]}]" if numbers[row] else "")
        expected[row] = expected[page.parent[row]] + step if row else "/html/body"
        rest -= len(expected[row]) if row else 0
    paths, stop = core_module("row_loops", form).row_paths(page.parent, page.tag, numbers, mask, tests, most)
    assert paths == expected
    assert stop == next((row for row in np.flatnonzero(mask).tolist() if not expected[row]), len(page))


@each_form
@given(page=pages, seed=seeds)
def test_rows_that_are_marked_and_rows_that_remain(form: str, page: Page, seed: int) -> None:
    loops = core_module("row_loops", form)
    random = np.random.default_rng(seed)
    rows = range(len(page))
    first = sorted(random.integers(0, len(page), 4).tolist())
    spans = [(row, int(page.end[row]), int(random.choice([1, 2, 4]))) for row in first]
    hides = random.random(3) < 0.5
    styled = [(row, int(value)) for row, value in zip(first, random.integers(0, 3, 4), strict=True)]
    given = [np.array(each, dtype=np.intp).reshape(-1) for each in (spans, styled)]
    marks, counts = loops.marked_rows(*given, hides, page.end, page.chars)
    spans += [(row, int(page.end[row]), 4) for row, value in styled if hides[value]]
    expected = [sum({bit for start, stop, bit in spans if start <= row < stop}) for row in rows]
    assert marks.tolist() == expected
    assert counts.tolist() == [sum(int(page.chars[row]) for row in rows if expected[row] == bits) for bits in range(8)]
    drop = (marks & 3) != 0
    drop[0] = False
    left = [row for row in rows if not drop[row]]
    columns = (page.offset, page.tag, page.parent, page.end, page.depth, page.attrs.start, page.attrs.stop)
    copies = [np.ascontiguousarray(column) for column in columns]
    measures = (page.chars, page.words, page.char_classes)
    tag, others, offset, classes, parts = loops.remaining_rows(marks, 3, *copies, *measures)
    numbers = {row: number for number, row in enumerate(left)}
    assert tag.tolist() == page.tag[left].tolist()
    assert others[0].tolist() == left
    assert others[1].tolist() == [numbers.get(int(page.parent[row]), -1) for row in left]
    assert others[2].tolist() == [sum(each < page.end[row] for each in left) for row in left]
    for ours, theirs in zip(others[3:], (*copies[4:], page.chars, page.words), strict=True):
        assert ours.tolist() == theirs[left].tolist()
    assert np.diff(offset).tolist() == np.diff(page.offset)[left].tolist()
    bounds = parts.tolist()
    pieces = [page.text[start:stop] for start, stop in zip(bounds[::2], bounds[1::2], strict=False)]
    assert "".join(pieces) == "".join(page.text[page.offset[row] : page.offset[row + 1]] for row in left)
    kept = [page.char_classes[start:stop] for start, stop in zip(bounds[::2], bounds[1::2], strict=False)]
    assert classes.tolist() == np.concatenate(kept).tolist()


@each_form
@given(keys=st.lists(st.integers(0, 9) | st.integers(0, (1 << 64) - 1)))
def test_groups(form: str, keys: list[int]) -> None:
    column = np.array(keys, dtype=np.uint64)
    (ours, our_sizes), (theirs, their_sizes) = core_module("row_loops", form).group(column), slow.slow_group(column)
    assert same_groups(ours, theirs)
    assert our_sizes[ours].tolist() == their_sizes[theirs].tolist()
    for single in (0, 1):
        numbers = core_module("row_loops", form).numbers_in_groups(column, single).tolist()
        assert numbers == [
            single if keys.count(key) == 1 else keys[: place + 1].count(key) for place, key in enumerate(keys)
        ]


@each_form
def test_groups_of_keys_that_were_chosen_to_collide(form: str) -> None:
    # A hash without a seed put all of these into one slot, which took quadratic time.
    inverse = pow(0x9E3779B97F4A7C15, -1, 1 << 64)
    keys = np.array([number * inverse % (1 << 64) for number in range(50_000)], dtype=np.uint64)
    numbers, sizes = core_module("row_loops", form).group(np.concatenate([keys, keys]))
    assert numbers.tolist() == [*range(50_000), *range(50_000)]
    assert (sizes == 2).all()


def test_the_seed_of_groups_is_not_that_of_hashes() -> None:
    code = "from core_forms import core_module; print(core_module('feature_steps', 'uncompiled').mixed(1))"
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", code]
    seen = {subprocess.run(command, env=environment, capture_output=True, check=True).stdout for _ in range(2)}  # noqa: S603
    assert len(seen) == 2


def uncompiled() -> ModuleType:
    return core_module("row_loops", "uncompiled")


def test_the_uncompiled_form_says_so() -> None:
    assert uncompiled().COMPILED is False
    assert uncompiled().cython.__name__ == "dehusk._core.no_cython"


@each_form
@given(line=st.text("_`*[]<~\\&\0$ a1é茶^(:;#/!?\n.²🍵", max_size=12) | st.text(), place=st.integers(0, 7))
@example("_a_ [b](c) &amp; &#9; <b> * d \\", 0)
@example("&" + 31 * "a" + ";&" + 32 * "a" + ";", 0)
def test_signs_of_markdown(form: str, line: str, place: int) -> None:
    escaped = core_module("markdown_text", form).escape_markdown(line, place)
    assert escaped == slow.slow_escape_markdown(line, place)


@each_form
@given(line=st.text('"\\\n\t\x1fa]é茶\x7f🍵') | st.text())
@example("tea")
def test_text_as_json(form: str, line: str) -> None:
    assert core_module("json_text", form).quoted(line) == json.dumps(line, ensure_ascii=False)


@each_form
@given(
    scores=st.lists(
        st.floats(0, 1)
        | st.integers(0, 2000).map(lambda n: n / 2000)
        | st.integers(0, 1000).map(lambda n: float(np.nextafter(n / 1000 + 0.0005, 1)))
        | st.sampled_from([-0.0, 1.5, -2.0, float("inf"), float("nan")]),
        max_size=5,
    ),
    text=st.text('"\\\na', max_size=3),
)
def test_blocks_as_json(form: str, scores: list[float], text: str) -> None:
    kept = np.arange(len(scores)) % 2 == 0
    texts, tags, paths = ([f"{text}{place}" for place in range(len(scores))] for text in (text, f"p{text}", f"/{text}"))
    columns = zip(texts, kept.tolist(), scores, tags, paths, strict=True)
    plain = [dict(zip(("text", "kept", "score", "tag", "path"), values, strict=True)) for values in columns]
    for block in plain:
        block["score"] = round(block["score"], 3)
    found = core_module("json_text", form).blocks_json(texts, kept, np.array(scores, dtype=np.float64), tags, paths)
    assert found == json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


@each_form
@given(page=pages, seed=seeds)
def test_media_and_the_text_around_them(form: str, page: Page, seed: int) -> None:
    loops, draw = core_module("media_loops", form), np.random.default_rng(seed)
    roles = draw.choice(np.array([0, 0, 1, 3, 4, 8, 16, 24], dtype=np.uint8), 1 << 16)
    shown = np.flatnonzero(np.append(True, draw.random(len(page) - 1) < 0.7))
    columns = page.tag, page.parent, page.end
    media, has_noscript = loops.media_rows(*columns, shown, roles)
    listed = media.reshape(-1, 5).tolist()
    assert listed == slow.slow_media_rows(page, shown, roles)
    assert has_noscript == any(each[3] for each in listed)
    image, noscript, source = draw.choice(np.unique(page.tag[page.is_element]), 3).tolist()
    images = np.flatnonzero(page.tag[1:] == image) + 1
    replacements = loops.noscript_images(*columns, page.chars, images, image, noscript, source)
    numbers = image, noscript, source
    assert replacements.tolist() == [slow.slow_noscript_image(page, row, *numbers) for row in images.tolist()]
    keep, captions = (page.chars > 0) & (draw.random(len(page)) < 0.5), draw.integers(0, len(page), 2)
    if keep.any():
        places = draw.integers(0, len(page) + 1, 9), draw.integers(0, len(page), 9)
        media = np.stack([np.arange(9), *places, np.zeros(9, dtype=np.intp), np.arange(9)], axis=1)
        most = int(draw.integers(0, 20)), int(draw.integers(0, 20))
        found = loops.content_media(*columns, page.chars, keep, roles, np.sort(captions), media.reshape(-1), *most)
        assert found == slow.slow_content_media(page, keep, roles, captions, media.tolist(), most)


@each_form
@given(
    classes=st.lists(st.sampled_from(["caption", "wp-CAPTION x", "capt ion", "captions captio", "cCaption", ""])),
    seed=st.integers(0, 99),
)
def test_rows_of_captions(form: str, classes: list[str], seed: int) -> None:
    page, draw = (
        parse("".join(f'<div id=caption class="{each}">x</div>' for each in classes)),
        np.random.default_rng(seed),
    )
    bits, tag = draw.integers(0, 8, len(page)), int(draw.choice(page.tag))
    attrs = page.attrs
    data = np.frombuffer(attrs.source, dtype=np.uint8)
    found = core_module("row_names", form).caption_rows(page.tag, bits, data, attrs.start, attrs.stop, tag, 4)
    assert found.tolist() == slow.slow_caption_rows(page, tag, bits, 4)


NAMED = st.tuples(
    st.sampled_from(["dir", "lang", "class", "data-callout", "id", "di", "langs"]),
    st.sampled_from(["", "en", "Hint x", "xALERTx", "hin", "dir=", "tea"]),
)


@each_form
@given(rows=st.lists(st.tuples(st.sampled_from("bipu"), st.lists(NAMED, max_size=3, unique_by=lambda pair: pair[0]))))
def test_rows_with_scopes_and_callouts(form: str, rows: list[tuple[str, list[tuple[str, str]]]]) -> None:
    tag = np.array([ord(name) for name, _ in rows], dtype=np.uint16)
    pieces = [core_module("attribute_loops", form).encode_pairs(pairs) for _, pairs in rows]
    bounds = np.cumsum([0, *map(len, pieces)], dtype=np.intp)
    data, words = (np.frombuffer(each, dtype=np.uint8) for each in (b"".join(pieces), b"hint\0alert\0"))
    roles = np.zeros(1 << 16, dtype=np.uint8)
    roles[ord("p")] = 1
    mask = tag != ord("u")
    scopes, named = core_module("row_names", form).stated_rows(tag, mask, data, bounds[:-1], bounds[1:], roles, words)
    assert scopes == [row for row in np.flatnonzero(mask).tolist() if {"dir", "lang"} & dict(rows[row][1]).keys()]
    values = [" ".join(dict(pairs).get(name, "") for name in ("class", "data-callout")).lower() for _, pairs in rows]
    assert named == [
        row for row, value in enumerate(values) if rows[row][0] == "p" and ("hint" in value or "alert" in value)
    ]


@each_form
@given(
    spans=st.lists(st.text("abAB/", max_size=9)),
    words=st.lists(st.text("ab/", min_size=1, max_size=4), min_size=1, max_size=4)
    | st.lists(st.text("abcdef", min_size=1, max_size=3), min_size=65, max_size=70),
)
def test_words_in_spans(form: str, spans: list[str], words: list[str]) -> None:
    whole, bounds = joined(spans)
    data, listed = (
        np.frombuffer(text.encode(), dtype=np.uint8) for text in (whole, "".join(f"{word}\0" for word in words))
    )
    found = core_module("attribute_loops", form).find_words(data, bounds[:-1], bounds[1:], listed)
    expected = [place for place, span in enumerate(spans) if any(word in span.lower() for word in words)]
    assert found.tolist() == expected


@each_form
@given(
    rows=st.lists(
        st.lists(
            st.tuples(st.sampled_from(["a", "ab", "abc", "b", "é", "="]), st.text('a ="&', max_size=4)), max_size=3
        )
    ),
    names=st.sets(st.sampled_from(["a", "ab", "b", "é", "c"]), max_size=3),
)
def test_attributes_by_name(form: str, rows: list[list[tuple[str, str]]], names: set[str]) -> None:
    loops = core_module("attribute_loops", form)
    pieces = [loops.encode_pairs(pairs) for pairs in rows]
    bounds = np.cumsum([0, *map(len, pieces)], dtype=np.intp)
    source = b"".join(pieces)
    data, wanted = (
        np.frombuffer(each, dtype=np.uint8) for each in (source, "".join(f"{name}\0" for name in names).encode())
    )
    found = [
        (row, source[name:middle].decode(), loops.unescape(source[start:stop]))
        for row, name, middle, start, stop in loops.find_named(data, bounds[:-1], bounds[1:], wanted).tolist()
    ]
    assert found == [(row, name, value) for row, pairs in enumerate(rows) for name, value in pairs if name in names]


@each_form
@given(
    rows=st.lists(
        st.dictionaries(st.sampled_from(["a", "ab", "b", "é", "=", "=a"]), st.text('a ="&é', max_size=4)), min_size=1
    ),
    names=st.sets(st.sampled_from(["a", "ab", "b", "é", "=", "c"]), max_size=3),
    seed=st.integers(0, 99),
)
def test_values_by_name(form: str, rows: list[dict[str, str]], names: set[str], seed: int) -> None:
    loops, draw = core_module("attribute_loops", form), np.random.default_rng(seed)
    pieces = [loops.encode_pairs(pairs.items()) for pairs in rows]
    bounds = np.cumsum([0, *map(len, pieces)], dtype=np.intp)
    wanted = draw.integers(0, len(rows), 3).tolist()
    encoded = {name.encode(): name for name in names}
    found = loops.named_values(b"".join(pieces), bounds[:-1], bounds[1:], wanted, encoded)
    assert found == [{name: value or None for name, value in rows[row].items() if name in names} for row in wanted]
    with pytest.raises(IndexError):
        loops.named_values(b"", bounds[:-1], bounds[1:], [len(rows)], encoded)
    with pytest.raises(TypeError):
        loops.named_values(b"", bounds[:-1], bounds[1:], ["row"], encoded)


MARKS = ["itemprop", "rel", "property", "itemscope", "role", "items", "="]
MARKED = st.tuples(st.sampled_from(MARKS), st.sampled_from(["", "a & b", "AUTHOR", "x license", "auth"]))


@each_form
@given(rows=st.lists(st.lists(MARKED, max_size=4)))
def test_marks_of_metadata(form: str, rows: list[list[tuple[str, str]]]) -> None:
    loops = core_module("attribute_loops", form)
    pieces = [loops.encode_pairs(pairs) for pairs in rows]
    bounds = np.cumsum([0, *map(len, pieces)], dtype=np.intp)
    pairs = [(row, *pair) for row, pairs in enumerate(rows) for pair in pairs]
    given_values = {
        mark: [(row, value) for row, name, value in pairs if name == mark and value]
        for mark in ("itemprop", "rel", "property")
    }
    given_values["rel"] = [pair for pair in given_values["rel"] if pair[1] in ("AUTHOR", "x license")]
    scopes = [row for row, name, _ in pairs if name == "itemscope"]
    assert loops.metadata_marks(b"".join(pieces), bounds[:-1], bounds[1:]) == (*given_values.values(), scopes)
