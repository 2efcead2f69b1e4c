"""Compiled functions called directly with wrong arguments: they raise, and never read or write outside of an array.

A crash would end the test process. ``make sanitize`` runs the same tests with AddressSanitizer.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module

REFUSED = (TypeError, ValueError, IndexError, ArithmeticError, BufferError)
Arguments = list[Any]


def ints(*values: int) -> npt.NDArray[np.intp]:
    return np.array(values, dtype=np.intp)


def zeros(count: int, dtype: npt.DTypeLike = np.intp) -> npt.NDArray[Any]:
    return np.zeros(count, dtype=dtype)


def floats(count: int) -> npt.NDArray[np.float32]:
    return np.ones(count, dtype=np.float32)


TABLE = zeros(0x110000, np.uint8)
ROLES = zeros(1 << 16, np.uint8)


def tree() -> Arguments:
    """The tags, parents and ends of a page of three rows: an element in BODY, with one block of text."""
    return [np.array([9, 8, 0], dtype=np.uint16), ints(-1, 0, 1), ints(3, 3, 3)]


def of_page() -> Arguments:
    """All columns of the page, and tables."""
    return [
        *("tea", zeros(3, np.uint8), ints(0, 0, 0, 3), *tree(), ints(0, 1, 2), ints(0, 0, 3), ints(0, 0, 1)),
        *(zeros(3, np.bool_), zeros(3), zeros(3, np.int64), ROLES, ROLES, zeros(1 << 16, np.int64), TABLE, 9),
    ]


class Columns:
    """Stands for the object that ``describe_blocks`` makes of these arrays, in the form that is tested."""


COLUMNS = Columns()


GOOD: dict[str, tuple[str, Callable[[], Arguments]]] = {
    "encode": ("text_loops", lambda: ["tea"]),
    "look_up": ("text_loops", lambda: ["tea", TABLE]),
    "sign_counts": ("text_loops", lambda: ["tea", TABLE, ints(0, 1, 3)]),
    "word_counts": ("text_loops", lambda: ["tea", zeros(16, np.uint64)]),
    "weights_of_pieces": ("text_loops", lambda: ["tea", *(zeros(16, np.uint64) for _ in range(4)), 0.5]),
    "kind_counts": ("text_loops", lambda: ["tea", zeros(128, np.uint8)]),
    "kept_sample": ("text_loops", lambda: ["tea", ints(0, 1, 3), zeros(2), zeros(2), zeros(2, np.bool_), 9]),
    "tally": ("text_loops", lambda: [zeros(3, np.uint8), ints(0, 1, 3), 10]),
    "leaf_measures": ("text_loops", lambda: [zeros(3, np.uint8), ints(0, 1, 3)]),
    "hashes": ("text_loops", lambda: ["tea", ints(0, 1, 3)]),
    "next_meta": ("meta_search", lambda: [b"<meta charset=utf-8>", 0, 20]),
    "is_utf8": ("text_loops", lambda: [b"tea"]),
    "collapsed_texts": ("text_loops", lambda: ["tea", zeros(3, np.uint8), ints(0, 1), ints(1, 3)]),
    "texts_of_blocks": (
        "text_loops",
        lambda: ["tea", zeros(3, np.uint8), ints(0, 0, 1, 3), zeros(3), ints(-1, 0, 0), zeros(3, np.bool_), ints(1, 2)],
    ),
    "escape_markdown": ("markdown_text", lambda: ["tea", 7]),
    "quoted": ("json_text", lambda: ["tea"]),
    "blocks_json": ("json_text", lambda: [["tea"], zeros(1, np.bool_), np.zeros(1), ["p"], ["/html/body/p"]]),
    "above": ("row_loops", lambda: [ints(3, 2, 3), zeros(3, np.bool_)]),
    "tagged": ("row_loops", lambda: [tree()[0], ROLES, np.ones(3, dtype=np.bool_)]),
    "inside_tagged": ("row_loops", lambda: [tree()[0], tree()[2], ROLES]),
    "block_numbers": ("row_loops", lambda: [tree()[0], tree()[2], ROLES, ROLES]),
    "remaining_rows": (
        "row_loops",
        lambda: [zeros(3, np.uint8), 1, zeros(4), *tree(), *(zeros(3) for _ in range(5)), zeros(0, np.uint8)],
    ),
    "marked_rows": (
        "row_loops",
        lambda: [ints(1, 3, 4), ints(1, 0), zeros(1, np.bool_), ints(3, 3, 3), ints(0, 0, 3)],
    ),
    "inside": ("row_loops", lambda: [ints(3, 2, 3), zeros(3, np.bool_)]),
    "nearest": ("row_loops", lambda: [ints(-1, 0, 1), zeros(3, np.bool_)]),
    "subtree_sum_ints": ("row_loops", lambda: [ints(3, 2, 3), zeros(3)]),
    "subtree_sum_floats": ("row_loops", lambda: [ints(3, 2, 3), zeros(3, float)]),
    "subtree_argmax": ("row_loops", lambda: [ints(-1, 0, 1), np.ones(3, dtype=np.bool_), zeros(3, float)]),
    "group": ("row_loops", lambda: [zeros(3, np.uint64)]),
    "numbers_in_groups": ("row_loops", lambda: [zeros(3, np.uint64), 0]),
    "row_paths": (
        "row_loops",
        lambda: [ints(-1, 0, 1), tree()[0], zeros(3), np.ones(3, dtype=np.bool_), ("a",) * 10, 99],
    ),
    "partly_kept": ("kept_rows", lambda: [*tree(), ints(0, 0, 3), zeros(3, np.bool_), ROLES, zeros(5, float), 9]),
    "kept_kinds": (
        "kept_rows",
        lambda: [
            *(tree()[0], tree()[2], ints(0, 0, 0, 3), zeros(3, np.bool_), ROLES),
            *(zeros(9, np.uint8), ints(0, 4, 9), ints(4, 9, 9), zeros(3, np.uint8)),
        ],
    ),
    "decorated_rows": ("kept_rows", lambda: [tree()[0], tree()[2], ints(0, 0, 0, 3), zeros(3, np.bool_), ROLES, 9]),
    "kept_spans": ("kept_rows", lambda: [zeros(3, np.bool_), ints(0, 0, 3), ints(1, 2, 2)]),
    "touching_leaves": (
        "kept_rows",
        lambda: [
            *("tea", zeros(3, np.uint8), np.ones(3, dtype=np.bool_), ints(0, 1, 3), ints(1, 2, 2)),
            *(ints(0, 0, 1, 3), zeros(3, np.bool_)),
        ],
    ),
    "visited_rows": (
        "kept_rows",
        lambda: [*tree()[:2], zeros(3, np.bool_), np.ones(3, dtype=np.bool_), ROLES, ROLES],
    ),
    "block_texts": (
        "kept_rows",
        lambda: ["tea", zeros(3, np.uint8), ints(0, 0, 1, 3), zeros(3, np.bool_), ints(0, 2), ints(1, 3)],
    ),
    "tables_like_data": ("table_rows", lambda: [*tree()[:2], zeros(3, np.bool_), ROLES]),
    "find_words": ("attribute_loops", lambda: [zeros(9, np.uint8), ints(0, 4), ints(4, 9), zeros(4, np.uint8)]),
    "find_named": ("attribute_loops", lambda: [zeros(9, np.uint8), ints(0, 4), ints(4, 9), zeros(4, np.uint8)]),
    "named_values": ("attribute_loops", lambda: [b' rel=""', ints(0, 4), ints(4, 7), [1], {b"rel": "rel"}]),
    "metadata_marks": ("attribute_loops", lambda: [b' rel=""', ints(0, 4), ints(4, 7)]),
    "head_values": (
        "head_values",
        lambda: [b"tea", ints(1, 2), ints(0, 1), ints(1, 3), {}, ("canonical",), frozenset("a")],
    ),
    "media_rows": ("media_loops", lambda: [*tree(), ints(0, 1, 2), ROLES]),
    "noscript_images": ("media_loops", lambda: [*tree(), ints(0, 0, 3), ints(1, 2), 9, 8, 7]),
    "content_media": (
        "media_loops",
        lambda: [*tree(), ints(0, 0, 3), zeros(3, np.bool_), ROLES, ints(1), ints(2, 2, 1, 0, 0), 40, 300],
    ),
    "caption_rows": (
        "row_names",
        lambda: [tree()[0], zeros(3, np.int64), zeros(9, np.uint8), ints(0, 4, 9), ints(4, 9, 9), 7, 1],
    ),
    "stated_rows": (
        "row_names",
        lambda: [
            *(tree()[0], zeros(3, np.bool_), zeros(9, np.uint8), ints(0, 4, 9), ints(4, 9, 9), ROLES),
            zeros(4, np.uint8),
        ],
    ),
    "largest_candidate": ("srcset", lambda: ["tea.jpg 2x"]),
    "url_form": ("url_forms", lambda: ["https://example.org/tea"]),
    "begin_in": ("block_text", lambda: ["tea", zeros(3, np.uint8), ints(0, 3), 2, "milk tea"]),
    "describe_blocks": ("block_columns", of_page),
    "write_features": (
        "feature_matrix",
        lambda: [COLUMNS, 0, 8, ints(0, 63), ints(1), ints(2), np.ones(3), floats(2), zeros(117, np.float32)],
    ),
    "selected_rows": ("block_columns", lambda: [COLUMNS, np.ones(1, dtype=np.bool_), np.ones(1), 1.0, 0.0]),
    "scale_rows": (
        "feature_scale",
        lambda: [floats(6), ints(0), floats(8), floats(4), floats(4), floats(4), floats(8)],
    ),
    "input_sums": (
        "feature_scale",
        lambda: [floats(6), ints(0), floats(8), floats(4), floats(4), floats(4), floats(6)],
    ),
    "score_blocks": (
        "network_steps",
        lambda: [floats(6), np.ones(2), np.ones(1), floats(141), ints(3, 2, 16, 1, 2), ints(1), zeros(42, np.bool_)],
    ),
    "string_lengths": (
        "string_lengths",
        lambda: [tree()[0], tree()[2], ints(0, 0, 0, 3), ints(0, 0, 3), zeros(3, np.uint8), ROLES, 1, 1],
    ),
    "densest_region": ("string_lengths", lambda: [ints(0, 0, 3), 0.5, 4.0]),
    "rows_of_region": ("string_lengths", lambda: [ints(0, 0, 1), ints(2, 3), ints(0, 2, 3), 0, 1]),
    "composite_terms": ("density_steps", lambda: [*(np.ones(3) for _ in range(4)), 1]),
    "composite_densities": ("density_steps", lambda: [np.ones(3) for _ in range(4)]),
    "density_sums": (
        "density_steps",
        lambda: [ints(-1, 0, 1), np.ones(3, dtype=np.bool_), np.ones(3), np.ones(3), ints(2), np.ones(1), 1],
    ),
    "dense_content": (
        "density_steps",
        lambda: [*tree()[1:], np.ones(3, dtype=np.bool_), np.ones(3), ints(0, 1, 2), 0.5, 1],
    ),
    "parent_scores": ("density_steps", lambda: [ints(-1, 0, 1), ints(0, 0, 3), np.ones(3), 0.5]),
    "subtree_counts": ("subtree_counts", lambda: [tree()[0], tree()[2], ints(0, 0, 3), ROLES]),
    "heading_blocks": ("title_places", lambda: [COLUMNS, ints(0, 0, 0, 3)]),
    "in_data_tables": ("decision_steps", lambda: [COLUMNS]),
    "find_kinds": ("decision_steps", lambda: [COLUMNS, 0, 0.9, zeros(5, np.int64), zeros(3, np.int64)]),
    "penalties": (
        "decision_steps",
        lambda: [
            *(np.ones(2), np.ones(2), ints(1, 1), np.ones(2), zeros(2, np.bool_), zeros(2, np.bool_)),
            *(zeros(2, np.bool_), 3, 0.9, 30.0, 1.0, 6.0),
        ],
    ),
    "expected_f": ("decision_steps", lambda: [np.ones(2), np.ones(2), zeros(3, float), np.ones(3), 1.0]),
    "best_cut": (
        "decision_steps",
        lambda: [np.ones(2), np.ones(2), ints(1, 0), zeros(3, float), np.ones(3), 2.0, 0.1],
    ),
    "sum_words": ("decision_steps", lambda: [np.ones(2), np.ones(2), zeros(2, np.bool_)]),
    "decide": (
        "decision_steps",
        lambda: [
            *(np.ones(2), np.ones(2), ints(1, 1), np.ones(2), zeros(20, np.bool_), zeros(3, float), np.ones(3)),
            *(np.ones(4), 50.0, 4.0, 3, 0.9, 30.0, 1.0, 6.0, 2.0, 0.1, -3.0, 9, -1),
        ],
    ),
    "headings_between": ("decision_steps", lambda: [np.ones(2), zeros(2, np.bool_), zeros(2, np.bool_), 0.5]),
    "parts_between": (
        "decision_steps",
        lambda: [np.ones(2), *(zeros(2, np.bool_) for _ in range(5)), np.ones(4), 9],
    ),
}
WRITERS = {"write_features", "scale_rows", "score_blocks"}
"""Functions that write into an argument."""
FORM = pytest.mark.parametrize("form", FORMS)
FUNCTIONS = pytest.mark.parametrize("name", GOOD)
ARRAYS = [
    (name, place)
    for name, (_, good) in GOOD.items()
    for place, argument in enumerate(good())
    if isinstance(argument, np.ndarray)
]
NUMBERS = [
    (name, place) for name, (_, good) in GOOD.items() for place, argument in enumerate(good()) if type(argument) is int
]
EVERY_ARRAY = pytest.mark.parametrize(("name", "place"), ARRAYS)
TYPES: tuple[npt.DTypeLike, ...] = (
    *(np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64),
    *(np.float16, np.float32, np.float64, np.complex128, ">i8", ">f4", "S8", "U2", "M8[s]", "O"),
    [("a", "i4"), ("b", "f4")],
)
SIGNLESS = {np.dtype(np.bool_), np.dtype(np.uint8), np.dtype(np.int8)}
"""Types that compiled code treats alike."""


def function_of(name: str, form: str) -> Callable[..., object]:
    function: Callable[..., object] = getattr(core_module(GOOD[name][0], form), name)

    def call(*arguments: object) -> object:
        columns, *_ = core_module("block_columns", form).describe_blocks(*of_page())
        return function(*(columns if argument is COLUMNS else argument for argument in arguments))

    return call


def refused(name: str, form: str, place: int, argument: object) -> None:
    arguments = GOOD[name][1]()
    arguments[place] = argument
    with pytest.raises(REFUSED):
        function_of(name, form)(*arguments)


@FORM
@FUNCTIONS
def test_right_arguments_are_taken(form: str, name: str) -> None:
    function, good = function_of(name, form), GOOD[name][1]
    function(*good())


@FORM
@FUNCTIONS
def test_wrong_numbers_of_arguments(form: str, name: str) -> None:
    function, good = function_of(name, form), GOOD[name][1]
    for arguments in ([], good()[:-1], [*good(), 1]):
        with pytest.raises(TypeError):
            function(*arguments)


@FORM
@FUNCTIONS
@given(data=st.data())
def test_wrong_kinds_of_arguments(form: str, name: str, data: st.DataObject) -> None:
    function, good = function_of(name, form), GOOD[name][1]
    arguments = good()
    place = data.draw(st.integers(0, len(arguments) - 1))
    others = [None, 1.5, b"tea", bytearray(24), "tea", (), [], {}, frozenset(), object(), memoryview(b"tea" * 8)]
    arguments[place] = data.draw(st.sampled_from(others))
    try:
        function(*arguments)
    except REFUSED:
        return
    # What is taken is of the same kind as what belongs there.
    assert type(arguments[place]) in {type(good()[place]), bytearray, memoryview, bytes, tuple}


@FORM
@EVERY_ARRAY
def test_wrong_types_of_items(form: str, name: str, place: int) -> None:
    array = GOOD[name][1]()[place]
    for dtype in (np.dtype(each) for each in TYPES):
        if dtype != array.dtype and not {dtype, array.dtype} <= SIGNLESS:
            refused(name, form, place, np.zeros(len(array), dtype=dtype))


@FORM
@EVERY_ARRAY
def test_arrays_with_gaps_out_of_line_or_reversed(form: str, name: str, place: int) -> None:
    array = GOOD[name][1]()[place]
    if len(array) > 1:
        refused(name, form, place, np.repeat(array, 2)[::2])
        refused(name, form, place, array[::-1])
    if array.itemsize > 1:
        shifted = np.zeros(array.nbytes + 1, dtype=np.uint8)[1:].view(array.dtype)
        refused(name, form, place, shifted)


@FORM
@EVERY_ARRAY
def test_arrays_that_share_memory_with_a_result(form: str, name: str, place: int) -> None:
    function, good = function_of(name, form), GOOD[name][1]
    arguments = good()
    results = [number for each, number in ARRAYS if each == name and number != place]
    for result in results:
        shared = good()
        if shared[result].dtype != shared[place].dtype:
            continue
        memory = np.concatenate([shared[place], shared[result]])
        shared[place] = memory[: len(shared[place])]
        # One item is common to both; an array that is only read may share memory with another that is only read.
        start = len(shared[place]) - 1
        shared[result] = memory[start : start + len(shared[result])]
        before = memory.copy()
        try:
            function(*shared)
        except REFUSED:
            continue
        if name not in WRITERS:
            np.testing.assert_array_equal(memory, before)
    function(*arguments)


@FORM
@EVERY_ARRAY
@given(count=st.integers(0, 40))
def test_wrong_sizes(form: str, name: str, place: int, count: int) -> None:
    function, good = function_of(name, form), GOOD[name][1]
    arguments = good()
    arguments[place] = np.resize(arguments[place], count)
    with suppress(*REFUSED):
        function(*arguments)


EXTREMES = st.sampled_from([-(1 << 63), -(1 << 31), -1, 0, 1, 2, 3, 63, 64, 1 << 31, (1 << 63) - 1])


@FORM
@EVERY_ARRAY
@given(data=st.data())
def test_numbers_out_of_range(form: str, name: str, place: int, data: st.DataObject) -> None:
    function, good = function_of(name, form), GOOD[name][1]
    arguments = good()
    array = arguments[place]
    if len(array) > 100:
        return
    values = data.draw(st.lists(EXTREMES, min_size=len(array), max_size=len(array)))
    arguments[place] = np.array(values, dtype=np.int64).astype(array.dtype)
    with suppress(*REFUSED):
        function(*arguments)


@FORM
@pytest.mark.parametrize(("name", "place"), NUMBERS)
@given(number=EXTREMES)
def test_single_numbers_out_of_range(form: str, name: str, place: int, number: int) -> None:
    function, good = function_of(name, form), GOOD[name][1]
    arguments = good()
    arguments[place] = number
    with suppress(*REFUSED):
        function(*arguments)


@FORM
@given(at=EXTREMES)
def test_places_outside_of_the_data(form: str, at: int) -> None:
    data, out = np.frombuffer(b"<!--tea-->", dtype=np.uint8), zeros(3, np.uint8)
    raw_text, references = core_module("raw_text", form), core_module("html_references", form)
    assert at <= 3 or raw_text.comment_end(data, at) == raw_text.script_end(data, at) == len(data)
    assert references.write_character(out, at, 0x8336) == at


@FORM
@pytest.mark.parametrize(
    ("name", "place", "values"),
    [
        ("sign_counts", 2, (0, 1, 4)),
        ("tally", 1, (-1, 1, 3)),
        ("leaf_measures", 1, (0, 2, 1)),
        ("nearest", 0, (-1, 1, 0)),
        ("subtree_sum_ints", 0, (3, 2, 4)),
        ("subtree_argmax", 0, (-1, -1, 0)),
        ("row_paths", 0, (-1, 0, 2)),
        ("partly_kept", 1, (-1, 0, 2)),
        ("partly_kept", 2, (3, 3, 4)),
        ("tables_like_data", 1, (-1, 0, 2)),
        ("visited_rows", 1, (-1, 0, 2)),
        ("kept_kinds", 1, (3, 3, 4)),
        ("kept_kinds", 7, (4, 9, 10)),
        ("decorated_rows", 1, (3, 3, 4)),
        ("block_texts", 2, (0, 0, 1, 4)),
        ("block_texts", 4, (0, 3)),
        ("block_texts", 5, (1, 4)),
        ("string_lengths", 1, (3, 3, 4)),
        ("string_lengths", 2, (0, 0, 0, 4)),
        ("string_lengths", 3, (0, 0, 4)),
        ("rows_of_region", 0, (0, 0, 2)),
        ("density_sums", 0, (-1, 0, 2)),
        ("density_sums", 4, (3,)),
        ("dense_content", 0, (-1, 0, 2)),
        ("dense_content", 1, (3, 3, 4)),
        ("dense_content", 4, (0, 1, 3)),
        ("parent_scores", 0, (-1, 0, 3)),
        ("begin_in", 2, (0, 4)),
        ("noscript_images", 4, (1, 3)),
        ("describe_blocks", 2, (0, 0, 3, 3)),
        ("describe_blocks", 2, (0, 0, -1, 3)),
        ("describe_blocks", 4, (-1, 0, 2)),
        ("describe_blocks", 5, (3, 3, 4)),
        ("write_features", 3, (0, 64)),
        ("write_features", 5, (-1,)),
        ("best_cut", 2, (0, 2)),
        ("subtree_counts", 1, (3, 3, 4)),
        ("scale_rows", 1, (2,)),
        ("input_sums", 1, (2,)),
    ],
)
def test_an_index_out_of_range_is_an_index_error(form: str, name: str, place: int, values: tuple[int, ...]) -> None:
    function, good = function_of(name, form), GOOD[name][1]
    arguments = good()
    arguments[place] = ints(*values)
    with pytest.raises(IndexError):
        function(*arguments)


LARGEST = (1 << 63) - 1


@FORM
@pytest.mark.parametrize("column", [(LARGEST, 1, 0), (1, 0, LARGEST), (-LARGEST - 1, 0, 0), (LARGEST, 0, -1)])
@pytest.mark.parametrize("end", [(3, 2, 3), (0, 3, 1)])
def test_sums_that_could_be_too_large_are_an_overflow_error(
    form: str, end: tuple[int, ...], column: tuple[int, ...]
) -> None:
    with pytest.raises(OverflowError, match="too large"):
        function_of("subtree_sum_ints", form)(ints(*end), ints(*column))


@FORM
@pytest.mark.parametrize("largest", [LARGEST, -LARGEST])
def test_the_largest_sums(form: str, largest: int) -> None:
    sums = function_of("subtree_sum_ints", form)
    np.testing.assert_array_equal(sums(ints(3, 2, 3), ints(0, largest, 0)), [largest, largest, 0])
    np.testing.assert_array_equal(sums(ints(3, 3, 0), ints(0, 0, largest)), [largest, largest, 0])


@FORM
@pytest.mark.parametrize(("name", "place"), [("write_features", 8), ("score_blocks", 6), ("scale_rows", 6)])
def test_what_is_written_must_be_writable(form: str, name: str, place: int) -> None:
    arguments = GOOD[name][1]()
    arguments[place].flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        function_of(name, form)(*arguments)


@FORM
def test_columns_that_are_changed_after_they_were_checked_have_no_effect(form: str) -> None:
    """Numbers that refer to rows and blocks are copied: a later change of them was not checked."""

    def results(columns: object) -> list[object]:
        found: list[object] = []
        for name, (module, good) in GOOD.items():
            arguments = good()
            if COLUMNS in [argument for argument in arguments if not isinstance(argument, np.ndarray)]:
                function = getattr(core_module(module, form), name)
                returned = function(*(columns if argument is COLUMNS else argument for argument in arguments))
                found += [np.array(each).tolist() for each in (returned, *arguments) if isinstance(each, np.ndarray)]
        return found

    arrays = of_page()
    columns, *made = core_module("block_columns", form).describe_blocks(*arrays)
    before = results(columns)
    for array, changed in ((arrays[4], (-1, 0, 0)), (arrays[5], (3, 2, 3)), (made[1], (9,)), (made[2], (9,))):
        array[:] = changed
    assert results(columns) == before


@FORM
def test_text_has_no_children_and_holds_no_block(form: str) -> None:
    describe = core_module("block_columns", form).describe_blocks
    arguments = of_page()
    arguments[3] = np.array([9, 0, 0], dtype=np.uint16)
    with pytest.raises(IndexError, match="in text"):
        describe(*arguments)
    arguments = of_page()
    arguments[12] = ROLES.copy()
    arguments[12][0] = 1
    with pytest.raises(IndexError, match="held by text"):
        describe(*arguments)
