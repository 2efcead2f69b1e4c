"""Loops over the characters of a text, and over their classes (``dehusk.page.text_measures``)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import views

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

_CODE_POINTS = cython.declare(cython.Py_ssize_t, 0x110000)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_HASH_START = cython.declare(cython.ulonglong, 0xCBF29CE484222325)
_HASH_FACTOR = cython.declare(cython.ulonglong, 0x100000001B3)
# From here on there are scripts without spaces between words.
_FIRST_ALONE = cython.declare(cython.ulonglong, 0xE00)

# The classes of text_measures.py that matter for counting words.
_SPACE = cython.declare(cython.int, 0)
_LETTER = cython.declare(cython.int, 1)
_UPPER = cython.declare(cython.int, 2)
_DIGIT = cython.declare(cython.int, 3)
_IDEOGRAPH = cython.declare(cython.int, 4)
_DENSE = cython.declare(cython.int, 5)
_MARK = cython.declare(cython.int, 6)
# Letters and marks per word in Thai prose; Khmer, Lao and Burmese are similar. An estimate, used only to make the
# length of such text comparable with that of other scripts.
_DENSE_WORD = cython.declare(cython.Py_ssize_t, 5)


@cython.cfunc
def _check_bounds(bounds: views.Ints, length: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Check that bounds ascend and are within the text; return the number of pieces, which is one less."""
    views.align(bounds)
    i: cython.Py_ssize_t
    last: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = bounds.shape[0]
    if size == 0:
        raise ValueError("no bounds")
    # First without branches, which compilers vectorise: the sign of the sum of bits is that of any negative number.
    signs: cython.Py_ssize_t = 0
    for i in range(size):
        signs |= bounds[i]
    if signs >= 0:
        for i in range(1, size):
            signs |= bounds[i] - bounds[i - 1]
    if signs >= 0 and bounds[size - 1] <= length:
        return size - 1
    for i in range(size):
        if bounds[i] < last or bounds[i] > length:
            raise IndexError(f"bound {i} is {bounds[i]}")
        last = bounds[i]
    return bounds.shape[0] - 1


@cython.cfunc
def _check_table(table: views.Bytes) -> cython.bint:
    if table.shape[0] != _CODE_POINTS:
        raise ValueError(f"table has {table.shape[0]} items, not one per code point")
    return True


@views.checked
def encode(text: str) -> bytes:
    """The text in UTF-8, several times as fast as Python's encoder for text outside Latin-1.

    >>> encode("Thé")
    b'Th\\xc3\\xa9'
    """
    return views.utf8(text)


@views.checked
def is_utf8(document: bytes) -> bool:
    """Whether bytes are valid UTF-8.

    >>> is_utf8("Thé".encode()), is_utf8("Thé".encode("latin-1"))
    (True, False)
    """
    if not isinstance(document, bytes):
        raise TypeError("document is not bytes")
    data: views.Bytes = views.memory(document)
    with cython.nogil:
        is_valid: cython.bint = _is_utf8(data)
    return bool(is_valid)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_utf8(data: views.Bytes) -> cython.bint:
    size: cython.Py_ssize_t = data.shape[0]
    at: cython.Py_ssize_t = views.find_wide(data, 0, size)
    first: cython.int
    second: cython.int
    more: cython.int
    while at < size:
        first = data[at]
        more = 1 if first < 0xE0 else 2 if first < 0xF0 else 3
        if first < 0xC2 or first > 0xF4 or at + more >= size:
            return False
        second = data[at + 1]
        # Longer than need be, surrogates, beyond the last code point.
        if (
            second >> 6 != 2
            or (first == 0xE0 and second < 0xA0)
            or (first == 0xED and second >= 0xA0)
            or (first == 0xF0 and second < 0x90)
            or (first == 0xF4 and second >= 0x90)
            or (more > 1 and data[at + 2] >> 6 != 2)
            or (more > 2 and data[at + 3] >> 6 != 2)
        ):
            return False
        at = views.find_wide(data, at + more + 1, size)
    return True


@views.checked
def look_up(text: str, table: views.Bytes) -> npt.NDArray[np.uint8]:
    """The entry in a table over all code points for every character."""
    _check_table(table)
    found = np.empty(len(text), dtype=np.uint8)
    entry: views.NewBytes = found.data
    i: cython.Py_ssize_t = 0
    char: cython.Py_UCS4
    for char in text:
        entry[i] = table[ord(char)]
        i += 1
    return found


@views.checked
def word_counts(text: str, table: views.Hashes) -> tuple[dict[int, int], int]:
    """How often a text has the words of a table, by number in the order of the first ones; how many words it has.

    Words are the longest pieces of letters, and of numerals that are not decimal digits. From U+0E00 on, where there
    are scripts without spaces between words, single characters are looked up, too. ``table``: numbers of words
    (:func:`word_number`) in a table by hash (:func:`number_table`).

    >>> tea, milk, leaf = numbers = [word_number(word) for word in ("tea", "milk", "茶")]
    >>> word_counts("Green tea is 緑茶, tea2 teas", number_table(numbers)) == ({tea: 2, leaf: 1}, 6)
    True
    """
    count: views.NewInts = np.zeros(_slots(table), dtype=np.intp).data
    first: list[int] = []
    words: cython.Py_ssize_t = _count_words(text, table, count, first)
    return {table[slot]: count[slot] for slot in first}, words


@cython.cfunc
def _slots(table: views.Hashes) -> cython.Py_ssize_t:
    """The number of slots of a table of numbers, which is a power of two."""
    views.align(table)
    slots: cython.Py_ssize_t = table.shape[0]
    if slots < 2 or slots & (slots - 1):
        raise ValueError("the table of words is not valid")
    return slots


@cython.cfunc
def _count_words(text: str, table: views.Hashes, count: views.NewInts, first: list[int]) -> cython.Py_ssize_t:
    """Count the words of a table by slot, and add their slots to ``first``; the number of all words."""
    words: cython.Py_ssize_t = 0
    number: cython.ulonglong = _HASH_START
    code: cython.ulonglong
    is_letter: cython.bint
    was_letter: cython.bint = False
    char: cython.Py_UCS4
    for char in text:
        code = ord(char)
        is_letter = 97 <= code <= 122 or 65 <= code <= 90
        if code >= 128:
            is_letter = char.isalnum() and not char.isdecimal()
            if code >= _FIRST_ALONE:
                _count_slot(_slot(((_HASH_START ^ code) * _HASH_FACTOR) & _MASK, table), count, first)
        if is_letter:
            number = ((number ^ code) * _HASH_FACTOR) & _MASK
        elif was_letter:
            words += 1
            _count_slot(_slot(number, table), count, first)
            number = _HASH_START
        was_letter = is_letter
    if was_letter:
        words += 1
        _count_slot(_slot(number, table), count, first)
    return words


@cython.cfunc
def _count_slot(slot: cython.Py_ssize_t, count: views.NewInts, first: list[int]) -> cython.bint:
    """Count a slot, if it is one; whether it is."""
    if slot < 0:
        return False
    if count[slot] == 0:
        first.append(slot)
    count[slot] += 1
    return True


@views.checked
def weights_of_pieces(
    text: str,
    words: views.Hashes,
    groups_of_word: views.Hashes,
    letters: views.Hashes,
    groups_of_letter: views.Hashes,
    letter_weight: cython.double,
) -> tuple[list[float], int]:
    """The evidence for each of 64 groups of words and letters in a text; how many words it has.

    A word counts as 1, a letter as ``letter_weight``; what is in several groups counts as an equal part for each.
    ``words``: numbers of words (:func:`word_number`), ``letters``: code points from U+0080 on, both in a table by hash;
    beside them, one bit for each group of what is in the same slot.

    >>> words, letters = number_table([word_number("tea")]), number_table([ord("é")])
    >>> groups_of_word, groups_of_letter = (words > 0) * np.uint64(3), (letters > 0) * np.uint64(2)
    >>> weights_of_pieces("tea, thé", words, groups_of_word, letters, groups_of_letter, 0.25)[0][:3]
    [0.5, 0.75, 0.0]
    """
    if groups_of_word.shape[0] != _slots(words) or groups_of_letter.shape[0] != _slots(letters):
        raise ValueError("there is not one number of groups for each slot")
    views.align(groups_of_word)
    views.align(groups_of_letter)
    weights = np.zeros(64, dtype=np.float64)
    weight: views.NewFloats = weights.data
    count: views.NewInts = np.zeros(max(words.shape[0], letters.shape[0]), dtype=np.intp).data
    first: list[int] = []
    number: cython.Py_ssize_t = _count_words(text, words, count, first)
    slot: cython.Py_ssize_t
    for slot in first:
        _add_share(weight, groups_of_word[slot], count[slot])
        count[slot] = 0
    first.clear()
    char: cython.Py_UCS4
    for char in text:
        if ord(char) >= 128:
            _count_slot(_slot(ord(char), letters), count, first)
    for slot in first:
        _add_share(weight, groups_of_letter[slot], letter_weight * count[slot])
    return weights.tolist(), number


@cython.cfunc
@cython.exceptval(check=False)
def _add_share(weight: views.NewFloats, groups: cython.ulonglong, value: cython.double) -> cython.void:
    """Add an equal part of a value to each of some groups."""
    rest: cython.ulonglong = groups
    i: cython.Py_ssize_t = 0
    number: cython.Py_ssize_t = 0
    while rest:
        rest &= rest - 1
        number += 1
    rest = groups
    while rest:
        if rest & 1:
            weight[i] += value / number
        rest >>= 1
        i += 1


@views.checked
def kind_counts(text: str, kinds: views.Bytes) -> list[int]:
    """How many characters of a text are of each of 256 kinds, by a table over the first code points.

    Further code points are of the kind 1 if they are letters, otherwise 0.

    >>> kinds = np.zeros(128, dtype=np.uint8)
    >>> kinds[ord("a")] = 2
    >>> kind_counts("tea, thé", kinds)[:3]
    [6, 1, 1]
    """
    counts = np.zeros(256, dtype=np.intp)
    count: views.NewInts = counts.data
    codes: cython.Py_ssize_t = kinds.shape[0]
    char: cython.Py_UCS4
    for char in text:
        if ord(char) < codes:
            count[kinds[ord(char)]] += 1
        else:
            count[char.isalpha()] += 1
    return counts.tolist()


@views.checked
def kept_sample(
    text: str, offset: views.Ints, chars: views.Ints, words: views.Ints, keep: views.Bytes, size: cython.Py_ssize_t
) -> tuple[str, int]:
    """The first kept leaves that have more characters than ``size`` together, with spaces between; all kept words.

    The leaves are rows with characters. If none of them is kept, the text is that of all leaves.

    >>> ones = np.ones(3, dtype=np.intp)
    >>> kept_sample("teaand milk", np.array([0, 3, 6, 11]), ones, ones, np.array([True, False, True]), 9)
    ('tea  milk', 2)
    """
    rows: cython.Py_ssize_t = _check_bounds(offset, len(text))
    if chars.shape[0] != rows or words.shape[0] != rows or keep.shape[0] != rows:
        raise ValueError(f"columns do not have {rows} rows")
    views.align(chars)
    views.align(words)
    row: cython.Py_ssize_t
    kept_words: cython.Py_ssize_t = 0
    is_kept: cython.bint = False
    for row in range(rows):
        if keep[row]:
            kept_words += words[row]
            is_kept |= chars[row] != 0
    sample: list[str] = []
    for row in range(rows):
        if chars[row] and (keep[row] or not is_kept):
            sample.append(text[offset[row] : offset[row + 1]])
            size -= offset[row + 1] - offset[row]
            if size < 0:
                break
    return " ".join(sample), kept_words


@cython.cfunc
@cython.exceptval(check=False)
def _slot(number: cython.ulonglong, table: views.Hashes) -> cython.Py_ssize_t:
    """The slot of a number in a table; -1 if it is not there."""
    mask: cython.ulonglong = table.shape[0] - 1
    slot: cython.ulonglong = number & mask
    i: cython.Py_ssize_t
    for i in range(table.shape[0]):  # a table without a free slot ends here, too
        if table[slot] == number or table[slot] == 0:
            return slot if table[slot] == number else -1
        slot = (slot + 1) & mask
    return -1


def word_number(word: str) -> int:
    """The number of a word in tables of :func:`word_counts`.

    >>> word_number("tea") == word_number("tea"), word_number("tea") == word_number("ate")
    (True, False)
    """
    number = 0xCBF29CE484222325
    for char in word:
        number = ((number ^ ord(char)) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return number


def number_table(numbers: Iterable[int]) -> npt.NDArray[np.uint64]:
    """Numbers in a table by hash: a number of slots that is a power of two, 0 in those that are free."""
    every = set(numbers)
    slots = 16
    while slots < 2 * len(every):
        slots *= 2
    table = np.zeros(slots, dtype=np.uint64)
    for number in every:
        slot = number % slots
        while table[slot]:
            slot = (slot + 1) % slots
        table[slot] = number
    return table


@views.checked
def sign_counts(text: str, table: views.Bytes, bounds: views.Ints) -> npt.NDArray[np.intp]:
    """The number of characters between consecutive bounds that are True in a table over all code points."""
    _check_table(table)
    pieces: cython.Py_ssize_t = _check_bounds(bounds, len(text))
    counts = np.zeros(pieces, dtype=np.intp)
    count: views.NewInts = counts.data
    i: cython.Py_ssize_t = 0
    piece: cython.Py_ssize_t = -1
    char: cython.Py_UCS4
    for char in text:
        while piece < pieces and i >= bounds[piece + 1]:
            piece += 1
        if 0 <= piece < pieces and table[ord(char)]:
            count[piece] += 1
        i += 1
    return counts


@views.checked
def tally(kinds: views.Bytes, bounds: views.Ints, columns: cython.Py_ssize_t) -> npt.NDArray[np.intp]:
    """The number of characters of each class between consecutive bounds: one row per piece, one column per class."""
    pieces: cython.Py_ssize_t = _check_bounds(bounds, kinds.shape[0])
    if columns < 1 or columns > 256:
        raise ValueError(f"there are at most 256 classes, not {columns}")
    counts = np.zeros((pieces, columns), dtype=np.intp)
    count: views.NewInts = counts.reshape(-1).data
    i: cython.Py_ssize_t
    piece: cython.Py_ssize_t
    with cython.nogil:
        for piece in range(pieces):
            for i in range(bounds[piece], bounds[piece + 1]):
                if kinds[i] < columns:
                    count[piece * columns + kinds[i]] += 1
    return counts


@views.checked
def leaf_measures(kinds: views.Bytes, bounds: views.Ints) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The length of each piece of text, with white space collapsed to single spaces and stripped; and its words.

    Words are separated by spaces. In scripts without spaces between words, each ideograph counts as one word, and so
    do five letters of a dense script.

    >>> from dehusk.page.text_measures import classes
    >>> lengths, words = leaf_measures(classes("  a  b cd   "), np.array([0, 8, 12]))
    >>> lengths.tolist(), words.tolist()
    ([5, 1], [3, 1])
    >>> text = "It's 3 words" + "世界 Hi世" + "สวัสดีครับ"
    >>> leaf_measures(classes(text), np.array([0, 12, 18, 28]))[1].tolist()
    [3, 4, 2]
    """
    pieces: cython.Py_ssize_t = _check_bounds(bounds, kinds.shape[0])
    lengths = np.empty(pieces, dtype=np.intp)
    length: views.NewInts = lengths.data
    words = np.empty(pieces, dtype=np.intp)
    count: views.NewInts = words.data
    i: cython.Py_ssize_t
    piece: cython.Py_ssize_t
    chars: cython.Py_ssize_t
    runs: cython.Py_ssize_t
    here: cython.int
    solid: cython.int
    before: cython.int
    is_plain: cython.int
    with cython.nogil:
        for piece in range(pieces):
            chars = runs = before = 0
            is_plain = 1
            for i in range(bounds[piece], bounds[piece + 1]):
                here = kinds[i]
                solid = here != _SPACE
                chars += solid
                runs += solid & (before ^ 1)
                before = solid
                is_plain &= here < _IDEOGRAPH or here > _MARK
            length[piece] = chars + runs - 1 if runs else 0
            count[piece] = runs if is_plain else _words(kinds, bounds[piece], bounds[piece + 1])
    return lengths, words


@views.checked
def collapsed_texts(text: str, kinds: views.Bytes, starts: views.Ints, stops: views.Ints) -> list[str]:
    """The pieces of a text with white space collapsed to single spaces and stripped; ``kinds``: class per character.

    >>> from dehusk.page.text_measures import classes
    >>> text = " Green  tea, milk "
    >>> collapsed_texts(text, classes(text), np.array([0, 12]), np.array([12, 18]))
    ['Green tea,', 'milk']
    """
    views.align(starts)
    views.align(stops)
    size: cython.Py_ssize_t = len(text)
    if kinds.shape[0] != size or stops.shape[0] != starts.shape[0]:
        raise ValueError(f"{kinds.shape[0]} classes of {size} characters, {stops.shape[0]} stops")
    piece: cython.Py_ssize_t
    found: list[str] = []
    for piece in range(starts.shape[0]):
        if starts[piece] < 0 or starts[piece] > stops[piece] or stops[piece] > size:
            raise IndexError(f"piece {piece} is from {starts[piece]} to {stops[piece]}")
        found.append(collapsed(text, kinds, starts[piece], stops[piece]))
    return found


@views.checked
def texts_of_blocks(
    text: str,
    kinds: views.Bytes,
    offset: views.Ints,
    block: views.Ints,
    parent: views.Ints,
    is_left_out: views.Bytes,
    leaves: views.Ints,
) -> list[str]:
    """The texts of the blocks of some leaves, from the first of its leaves to the last, white space collapsed.

    Leaves whose parent is left out do not count. ``kinds``: class per character.

    >>> from dehusk.page.text_measures import classes
    >>> rows, parent = np.array([0, 1, 2]), np.array([-1, 0, 1])
    >>> columns = np.array([0, 0, 4, 8]), np.array([0, 1, 1]), parent, np.array([False, True, False])
    >>> texts_of_blocks("tea milk", classes("tea milk"), *columns, rows[1:])
    ['tea']
    """
    rows: cython.Py_ssize_t = _check_bounds(offset, len(text))
    if kinds.shape[0] != len(text):
        raise ValueError(f"{kinds.shape[0]} classes of {len(text)} characters")
    if block.shape[0] != rows or parent.shape[0] != rows or is_left_out.shape[0] != rows:
        raise ValueError(f"columns do not have {rows} rows")
    views.align(block)
    views.align(parent)
    views.align(leaves)
    found: list[str] = []
    first: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = -1
    i: cython.Py_ssize_t
    leaf: cython.Py_ssize_t
    for i in range(leaves.shape[0]):
        leaf = leaves[i]
        if leaf <= last or leaf >= rows or parent[leaf] < 0 or parent[leaf] >= rows:
            raise IndexError(f"leaf {i} is row {leaf}")
        if is_left_out[parent[leaf]]:
            continue
        if first >= 0 and block[leaf] != block[last]:
            found.append(collapsed(text, kinds, offset[first], offset[last + 1]))
            first = -1
        if first < 0:
            first = leaf
        last = leaf
    if first >= 0:
        found.append(collapsed(text, kinds, offset[first], offset[last + 1]))
    return found


@cython.cfunc
def collapsed(text: str, kinds: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> str:
    """A piece of a text, which it must be within, with white space collapsed to single spaces and stripped."""
    while start < stop and kinds[start] == _SPACE:
        start += 1
    while start < stop and kinds[stop - 1] == _SPACE:
        stop -= 1
    # The parts between white space that is not a single space: often lines of the source.
    lines: list[str] = []
    i: cython.Py_ssize_t = start
    while i < stop:
        if kinds[i] != _SPACE or (kinds[i + 1] != _SPACE and views.char_at(text, i) == 32):
            i += 1
            continue
        lines.append(text[start:i])
        while kinds[i] == _SPACE:
            i += 1
        start = i
    return f"{' '.join(lines)} {text[start:stop]}" if lines else text[start:stop]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _words(kinds: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The words of a text with ideographs, letters of dense scripts or marks."""
    words: cython.Py_ssize_t = 0
    dense: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    here: cython.int
    last: cython.int = _SPACE
    is_unspaced: cython.bint
    is_spaced: cython.bint
    was_spaced: cython.bint = False
    was_unspaced: cython.bint = False
    # Signs after an ideograph are not a word until a letter or digit follows: a full stop there ends a sentence.
    waiting: cython.bint = False
    for i in range(start, stop):
        here = kinds[i]
        # Most characters: a letter, digit or sign in a word.
        if was_spaced and not waiting and (here > _MARK or _SPACE < here < _IDEOGRAPH):
            last = here
            continue
        words += here == _IDEOGRAPH
        # A combining mark has the class of the character before it.
        if here == _MARK and last != _SPACE:
            here = last
        is_unspaced = here == _IDEOGRAPH or here == _DENSE
        is_spaced = here != _SPACE and not is_unspaced
        dense += here == _DENSE
        if is_spaced and not was_spaced:
            waiting = was_unspaced
            words += not waiting
        if waiting and (here == _LETTER or here == _UPPER or here == _DIGIT):
            waiting = False
            words += 1
        last = here
        was_spaced = is_spaced
        was_unspaced = is_unspaced
    return words + (dense + _DENSE_WORD - 1) // _DENSE_WORD


@views.checked
def hashes(text: str, bounds: views.Ints) -> npt.NDArray[np.uint64]:
    """A number for the text between consecutive bounds, the same for equal text; white space around it is ignored.

    >>> numbers = hashes("tea milk tea", np.array([0, 4, 9, 12]))
    >>> (numbers == numbers[0]).tolist()
    [True, False, True]
    """
    pieces: cython.Py_ssize_t = _check_bounds(bounds, len(text))
    # FNV-1a over characters; this is the number of the empty text.
    found = np.full(pieces, 0xCBF29CE484222325, dtype=np.uint64)
    number: views.NewHashes = found.data
    i: cython.Py_ssize_t = 0
    piece: cython.Py_ssize_t = -1
    char: cython.Py_UCS4
    total: cython.ulonglong = 0
    started: cython.bint = False
    for char in text:
        while piece < pieces and i >= bounds[piece + 1]:
            piece += 1
            started = False
        i += 1
        if piece < 0 or piece >= pieces:
            continue
        if not char.isspace():
            if not started:
                started = True
                total = number[piece]
            total = ((total ^ ord(char)) * _HASH_FACTOR) & _MASK
            number[piece] = total
        elif started:
            total = ((total ^ ord(char)) * _HASH_FACTOR) & _MASK
    return found
