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

loops = pytest.importorskip("dehusk.page._loops", reason="dehusk was installed without a compiler")
class_words = pytest.importorskip("dehusk.page._class_words")
compiled_rows = pytest.importorskip("dehusk.page._rows")
kernels = pytest.importorskip("dehusk.methods.learned._kernels")

REFUSED = (TypeError, ValueError, IndexError, OverflowError)
Arguments = list[Any]


def ints(*values: int) -> npt.NDArray[np.intp]:
    return np.array(values, dtype=np.intp)


def zeros(count: int, dtype: npt.DTypeLike = np.intp) -> npt.NDArray[Any]:
    return np.zeros(count, dtype=dtype)


TABLE = zeros(0x110000, np.uint8)
GOOD: dict[str, tuple[Callable[..., object], Callable[[], Arguments]]] = {
    "look_up": (loops.look_up, lambda: ["tea", TABLE, zeros(3, np.uint8)]),
    "sign_counts": (loops.sign_counts, lambda: ["tea", TABLE, ints(0, 1, 3), zeros(2)]),
    "tally": (loops.tally, lambda: [zeros(3, np.uint8), ints(0, 1, 3), zeros(6)]),
    "collapsed_lengths": (loops.collapsed_lengths, lambda: [zeros(3, np.uint8), ints(0, 1, 3), zeros(2)]),
    "word_counts": (loops.word_counts, lambda: [zeros(3, np.uint8), ints(0, 1, 3), zeros(2)]),
    "hashes": (loops.hashes, lambda: ["tea", ints(0, 1, 3), zeros(2, np.uint64)]),
    "inside": (loops.inside, lambda: [ints(3, 2, 3), zeros(3, np.bool_), zeros(3, np.bool_)]),
    "nearest": (loops.nearest, lambda: [ints(-1, 0, 1), zeros(3, np.bool_), zeros(3)]),
    "subtree_sum_ints": (loops.subtree_sum_ints, lambda: [ints(3, 2, 3), zeros(3), zeros(3)]),
    "subtree_sum_bools": (loops.subtree_sum_bools, lambda: [ints(3, 2, 3), zeros(3, np.bool_), zeros(3)]),
    "subtree_sum_floats": (loops.subtree_sum_floats, lambda: [ints(3, 2, 3), zeros(3, float), zeros(3, float)]),
    "subtree_argmax": (
        loops.subtree_argmax,
        lambda: [ints(-1, 0, 1), np.ones(3, dtype=np.bool_), zeros(3, float), zeros(3)],
    ),
    "group": (loops.group, lambda: [zeros(3, np.uint64), zeros(3), zeros(3)]),
    "read": (
        class_words.read,
        lambda: [
            ((("class", "a b"),), (), ()),
            frozenset(["class"]),
            "class",
            {"a": 1},
            {"b": {"a": 2}},
            4,
            zeros(3, np.int64),
            zeros(3),
        ],
    ),
    "name_bits": (class_words.name_bits, lambda: ["a-b-123", {"a": 1}, {"b": {"a": 2}}, 4]),
    "named": (compiled_rows.named, lambda: [((("class", "a"),), ()), frozenset(["class"])]),
    "scores": (
        kernels.scores,
        lambda: [
            zeros(6, np.float32),
            2,
            3,
            zeros(2, np.int32),
            zeros(2, np.float32),
            zeros(4, np.float32),
            1,
            2,
            zeros(3, float),
        ],
    ),
    "inherit": (
        kernels.inherit,
        lambda: [
            3,
            ints(-1, 0, 1),
            zeros(3, np.int64),
            zeros(3, np.int64),
            zeros(3, np.uint64),
            zeros(3, np.uint64),
        ],
    ),
    "bit_rows": (kernels.bit_rows, lambda: [3, 2, zeros(3, np.int64), ints(0, 63), zeros(6, np.uint8)]),
}
FUNCTIONS = pytest.mark.parametrize("name", GOOD)
ARRAYS = [
    (name, place)
    for name, (_, good) in GOOD.items()
    for place, argument in enumerate(good())
    if isinstance(argument, np.ndarray)
]
EVERY_ARRAY = pytest.mark.parametrize(("name", "place"), ARRAYS)
TYPES: tuple[npt.DTypeLike, ...] = (
    *(np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64),
    *(np.float16, np.float32, np.float64, np.complex128, ">i8", ">f4", "S8", "U2", "M8[s]", "O"),
    [("a", "i4"), ("b", "f4")],
)
SIGNLESS = {np.dtype(np.bool_), np.dtype(np.uint8), np.dtype(np.int8)}
"""Types that compiled code treats alike."""


def refused(name: str, place: int, argument: object) -> None:
    function, good = GOOD[name]
    arguments = good()
    arguments[place] = argument
    with pytest.raises(REFUSED):
        function(*arguments)


@FUNCTIONS
def test_right_arguments_are_taken(name: str) -> None:
    function, good = GOOD[name]
    function(*good())


@FUNCTIONS
def test_wrong_numbers_of_arguments(name: str) -> None:
    function, good = GOOD[name]
    for arguments in ([], good()[:-1], [*good(), 1]):
        with pytest.raises(TypeError):
            function(*arguments)


@FUNCTIONS
@given(data=st.data())
def test_wrong_kinds_of_arguments(name: str, data: st.DataObject) -> None:
    function, good = GOOD[name]
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


@EVERY_ARRAY
def test_wrong_types_of_items(name: str, place: int) -> None:
    array = GOOD[name][1]()[place]
    for dtype in (np.dtype(each) for each in TYPES):
        if dtype != array.dtype and not {dtype, array.dtype} <= SIGNLESS:
            refused(name, place, np.zeros(len(array), dtype=dtype))


@EVERY_ARRAY
def test_arrays_with_gaps_out_of_line_or_reversed(name: str, place: int) -> None:
    array = GOOD[name][1]()[place]
    refused(name, place, np.repeat(array, 2)[::2])
    refused(name, place, array[::-1])
    if array.itemsize > 1:
        shifted = np.zeros(array.nbytes + 1, dtype=np.uint8)[1:].view(array.dtype)
        refused(name, place, shifted)


@EVERY_ARRAY
def test_arrays_that_share_memory_with_a_result(name: str, place: int) -> None:
    function, good = GOOD[name]
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
        np.testing.assert_array_equal(memory, before)
    function(*arguments)


@EVERY_ARRAY
@given(count=st.integers(0, 40))
def test_wrong_sizes(name: str, place: int, count: int) -> None:
    function, good = GOOD[name]
    arguments = good()
    arguments[place] = np.resize(arguments[place], count)
    with suppress(*REFUSED):
        function(*arguments)


EXTREMES = st.sampled_from([-(1 << 63), -(1 << 31), -1, 0, 1, 2, 3, 63, 64, 1 << 31, (1 << 63) - 1])


@EVERY_ARRAY
@given(data=st.data())
def test_numbers_out_of_range(name: str, place: int, data: st.DataObject) -> None:
    function, good = GOOD[name]
    arguments = good()
    array = arguments[place]
    if len(array) > 100:
        return
    values = data.draw(st.lists(EXTREMES, min_size=len(array), max_size=len(array)))
    arguments[place] = np.array(values, dtype=np.int64).astype(array.dtype)
    with suppress(*REFUSED):
        function(*arguments)


@pytest.mark.parametrize("name", ["scores", "inherit", "bit_rows"])
@given(data=st.data())
def test_sizes_out_of_range(name: str, data: st.DataObject) -> None:
    function, good = GOOD[name]
    arguments = good()
    places = [place for place, argument in enumerate(arguments) if isinstance(argument, int)]
    for place in places:
        arguments[place] = data.draw(EXTREMES | st.integers(-4, 40))
    with suppress(*REFUSED):
        function(*arguments)


@pytest.mark.parametrize(
    ("name", "place", "values"),
    [
        ("sign_counts", 2, (0, 1, 4)),
        ("tally", 1, (-1, 1, 3)),
        ("word_counts", 1, (0, 2, 1)),
        ("nearest", 0, (-1, 1, 0)),
        ("subtree_sum_ints", 0, (3, 2, 4)),
        ("subtree_argmax", 0, (-1, -1, 0)),
        ("inherit", 1, (-1, 0, 2)),
        ("bit_rows", 3, (0, 64)),
    ],
)
def test_an_index_out_of_range_is_an_index_error(name: str, place: int, values: tuple[int, ...]) -> None:
    function, good = GOOD[name]
    arguments = good()
    arguments[place] = ints(*values)
    with pytest.raises(IndexError):
        function(*arguments)


def test_results_must_be_writable() -> None:
    for name, (function, good) in GOOD.items():
        arguments = good()
        if isinstance(arguments[-1], np.ndarray):
            arguments[-1].flags.writeable = False
            with pytest.raises(ValueError, match="is not a contiguous, writable array"):
                function(*arguments)
            assert name


def outside() -> tuple[Callable[..., bool], Callable[..., bool], Callable[..., None]]:
    return (lambda *_: False), (lambda *_: False), (lambda *_: None)


def test_a_collector_that_was_not_initialized() -> None:
    rows = compiled_rows.Rows.__new__(compiled_rows.Rows)
    for name, arguments in {
        "start_element": ("p", ()),
        "end_element": ("p",),
        "characters": ("tea",),
        "columns": (),
    }.items():
        with pytest.raises(TypeError, match="the collector was not initialized"):
            getattr(rows, name)(*arguments)
    with pytest.raises(AttributeError):
        _ = rows.attrs
    assert not rows.is_open(1)
    assert len(rows) == 0


@pytest.mark.parametrize("depth", [-1, -(1 << 62), (1 << 63) - 1, 1 << 64])
def test_a_collector_of_a_wrong_depth(depth: int) -> None:
    with pytest.raises((ValueError, OverflowError)):
        compiled_rows.Rows({}, frozenset(), depth, outside(), lambda rows: rows + 9)


@pytest.mark.parametrize("number", [-1, 65536, 1 << 70, "p", None, 1.0])
def test_a_collector_with_wrong_tag_numbers(number: object) -> None:
    with pytest.raises(REFUSED):
        compiled_rows.Rows({"body": number}, frozenset(), 9, outside(), lambda rows: rows + 9)
    rows = compiled_rows.Rows({"body": 1, "p": number}, frozenset(), 9, outside(), lambda rows: rows + 9)
    rows.start_element("body", ())
    with pytest.raises(REFUSED):
        rows.start_element("p", ())


NAMES: st.SearchStrategy[object] = st.sampled_from(["p", "b", "script", "x" * 200, "", None, 7, [], b"p"])
ATTRIBUTES: st.SearchStrategy[object] = st.sampled_from(
    [(), (("style", "a"),), (("hidden", None),), ((1, 2),), ("x",), (None,), None, [], "x"]
)
CALLS = st.one_of(
    st.tuples(st.just("start_element"), NAMES, ATTRIBUTES),
    st.tuples(st.just("start_element"), NAMES),
    st.tuples(st.just("end_element"), NAMES),
    st.tuples(st.just("characters"), st.sampled_from(["tea", "", None, 7, b"tea"])),
    st.tuples(st.just("is_open"), st.sampled_from([0, 1, -1, 1 << 70, None, "p"])),
    st.tuples(st.just("columns")),
)


@given(st.lists(CALLS, max_size=30), st.integers(0, 4))
def test_calls_of_a_collector_in_any_order(calls: list[tuple[Any, ...]], depth: int) -> None:
    rows = compiled_rows.Rows({"body": 1}, frozenset(["script"]), depth, outside(), lambda rows: rows + 2)
    for name, *arguments in calls:
        with suppress(*REFUSED):
            getattr(rows, name)(*arguments)
    tag, parent, end, _, offset = (np.frombuffer(column, dtype=np.intp) for column in (b"", *rows.columns()[1:]))
    assert len(rows) == len(parent) == len(end) == len(offset) - 1
    assert (parent < np.arange(len(rows))).all()
    assert ((end > np.arange(len(rows))) & (end <= len(rows))).all()
    assert len(tag) == 0
