"""What ``dehusk._core.flatten`` reads and returns: a table of the names of elements, and the columns of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

# What is known of a name, as bits.
SKIPPED = 1
VOID = 2
RAW = 4
FIRST_NEWLINE = 8
HEAD_ITEM = 16
SCRIPT = 32
TITLE = 64
SVG = 128
MATH = 256
SVG_INTEGRATION = 512
MATH_INTEGRATION = 1024
ANNOTATION = 2048
STAYS_IN_MATH = 4096
HTML = 8192
BODY = 16384
PLAINTEXT = 32768

SLOTS = 2048
"""Of a table of names."""
HEAD_TAGS = ("title", "meta", "link", "base", "script")
"""The elements that are collected for the head of a page."""


class NameTable(NamedTuple):
    """The names of elements: their numbers, and what is known of them.

    ``slots``: by hash, 1 more than the place of a name, 0 if there is none. ``bytes`` and ``starts``: the names.
    ``numbers``: -1 if a name has none. ``flags``: the bits above. ``head_tags``: the place of a name in ``HEAD_TAGS``,
    or their number.
    """

    slots: npt.NDArray[np.intp]
    bytes: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.intp]
    numbers: npt.NDArray[np.intp]
    flags: npt.NDArray[np.intp]
    head_tags: npt.NDArray[np.uint8]


def name_table(numbers: dict[str, int], flags: dict[str, int]) -> NameTable:
    """A table of all names that have a number or flags; at most 1,000.

    >>> table = name_table({"p": 1, "br": 2}, {"br": VOID, "script": SKIPPED | RAW})
    >>> table.numbers.tolist(), table.flags.tolist()
    ([1, 2, -1], [0, 2, 5])
    """
    names = list(dict.fromkeys([*numbers, *flags]))
    if len(names) > 1000:
        raise ValueError(f"a table has at most 1,000 names, not {len(names):,}")
    encoded = [name.encode() for name in names]
    slots = np.zeros(SLOTS, dtype=np.intp)
    for place, name in enumerate(encoded):
        slot = _hash_of(name) % SLOTS
        while slots[slot]:
            slot = (slot + 1) % SLOTS
        slots[slot] = place + 1
    return NameTable(
        slots,
        np.frombuffer(b"".join(encoded), dtype=np.uint8),
        np.cumsum([0, *map(len, encoded)]).astype(np.intp),
        np.array([numbers.get(name, -1) for name in names], dtype=np.intp),
        np.array([flags.get(name, 0) for name in names], dtype=np.intp),
        np.array([(*HEAD_TAGS, name).index(name) for name in names], dtype=np.uint8),
    )


def _hash_of(name: bytes) -> int:
    total = 0xCBF29CE484222325
    for code in name:
        total = ((total ^ code) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return total


class FlatColumns(NamedTuple):
    """What :class:`Flattener` found: the columns of a page, and what is outside the rows.

    ``position``: where each row starts in the source. ``styled``: for each attribute that can hide a row: the row, 1
    for ``style`` and 0 for ``hidden``, where its value starts and stops in ``attr_bytes``. ``items``: per element of
    the head, the place of its name in the table, where its attributes start and stop in ``attr_bytes``, where its
    text starts and stops in the source, whether that is raw. ``root``: where the attributes of HTML are.
    """

    tag: npt.NDArray[np.uint16]
    parent: npt.NDArray[np.intp]
    end: npt.NDArray[np.intp]
    depth: npt.NDArray[np.intp]
    offset: npt.NDArray[np.intp]
    attr_start: npt.NDArray[np.intp]
    attr_stop: npt.NDArray[np.intp]
    position: npt.NDArray[np.intp]
    attr_bytes: bytes
    text: str
    styled: list[list[int]]
    items: npt.NDArray[np.intp]
    root: tuple[int, int]
    extra: tuple[str, ...]
    scripts: int
    too_deep: bool
