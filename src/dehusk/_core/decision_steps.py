"""Steps of the decision of the learned method (``dehusk.methods.learned.decision``); columns run over blocks."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import math
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk._core.block_columns import BlockColumns

# What a tag is, as bits (dehusk.methods.learned.learned_blocks.TAG_ROLES).
_TABLE = cython.declare(cython.int, 64)
_TABLE_HEADER = cython.declare(cython.int, 128)

_MOST = cython.declare(cython.double, 30.0)
"""Logits are cut to this ..."""
_MOST_ODDS = cython.declare(cython.double, 10686474581524.463)
_LEAST_ODDS = cython.declare(cython.double, 9.357622968840175e-14)
"""... and odds to e to the power of this."""
_FINITE = cython.declare(cython.double, 1e300)
_NEVER = cython.declare(cython.double, 1e308)
"""No logit is higher."""
_LEAST_SUM = cython.declare(cython.double, 1e-9)


@views.checked
def find_kinds(
    columns: BlockColumns, title: cython.Py_ssize_t, only_links: cython.double, tags: views.Bits, classes: views.Bits
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """Which blocks are of each kind, one row per kind; and the share of characters in links of each block.

    The kinds are: in comments, in cookie notices, options of forms, in the frame of the page, headline, headings, in
    tables of data, captions, in figures, code. ``title``: the headline, -1 if there is none. ``only_links``: a block
    with a higher share of characters in links belongs to the frame. ``tags``: the bits of options, the frame, captions,
    figures and code; ``classes``: those of comments, cookie notices and the frame.
    """
    views.align(tags)
    views.align(classes)
    feature_steps.check_length("tags", tags.shape[0], 5)
    feature_steps.check_length("classes", classes.shape[0], 3)
    bits: views.NewBits = columns.bits
    blocks: cython.Py_ssize_t = columns.blocks
    if title < -1 or title >= blocks:
        raise IndexError(f"there is no block {title}")
    masks = np.zeros((10, blocks), dtype=np.bool_)
    found: views.NewBytes = masks.reshape(-1).data
    shares = np.empty(blocks, dtype=np.float64)
    link_share: views.NewFloats = shares.data
    table: views.Bytes = in_data_tables(columns)
    block: cython.Py_ssize_t
    # The feature is a number of 32 bits.
    rounded: views.NewFloats32 = np.empty(1, dtype=np.float32).data
    with cython.nogil:
        for block in range(blocks):
            rounded[0] = columns.text_sums[blocks + block]
            link_share[block] = rounded[0]
            found[block] = bits[2 * blocks + block] & classes[0] != 0
            found[blocks + block] = bits[2 * blocks + block] & classes[1] != 0
            found[2 * blocks + block] = bits[block] & tags[0] != 0
            found[3 * blocks + block] = (
                bits[block] & tags[1] != 0 or bits[2 * blocks + block] & classes[2] != 0 or rounded[0] > only_links
            )
            found[5 * blocks + block] = columns.levels[block] != 0
            found[6 * blocks + block] = table[block]
            found[7 * blocks + block] = bits[block] & tags[2] != 0
            found[8 * blocks + block] = bits[block] & tags[3] != 0
            found[9 * blocks + block] = bits[block] & tags[4] != 0
        if title >= 0:
            found[4 * blocks + title] = 1
    return masks, shares


@views.checked
def in_data_tables(columns: BlockColumns) -> npt.NDArray[np.bool_]:
    """The blocks in tables with a header or a caption."""
    tag: views.Tags = columns.tag
    roles: views.Bytes = columns.roles
    parent: views.Ints = columns.parent
    rows: cython.Py_ssize_t = columns.rows
    blocks: cython.Py_ssize_t = columns.blocks
    found = np.zeros(blocks, dtype=np.bool_)
    is_found: views.NewBytes = found.data
    headers_before: views.NewInts = np.zeros(rows + 1, dtype=np.intp).data
    table: views.NewInts = np.zeros(rows, dtype=np.intp).data
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    with cython.nogil:
        for row in range(rows):
            headers_before[row + 1] = headers_before[row] + (roles[tag[row]] & _TABLE_HEADER != 0)
        if headers_before[rows]:
            for row in range(1, rows):
                table[row] = row if roles[tag[row]] & _TABLE else table[parent[row]]
            for block in range(blocks):
                row = table[columns.holder[block]]
                is_found[block] = row > 0 and headers_before[columns.end[row]] > headers_before[row]
    return found


@views.checked
def sum_words(words: views.Floats, link_share: views.Floats, comment: views.Bytes) -> tuple[float, float, float]:
    """The words of a page, those in links, and those in comments.

    >>> sum_words(np.array([8.0, 2.0]), np.array([0.5, 1.0]), np.array([False, True]))
    (10.0, 6.0, 2.0)
    """
    views.align(words)
    views.align(link_share)
    feature_steps.check_length("link_share", link_share.shape[0], words.shape[0])
    feature_steps.check_length("comment", comment.shape[0], words.shape[0])
    block: cython.Py_ssize_t
    total: cython.double = 0.0
    linked: cython.double = 0.0
    in_comments: cython.double = 0.0
    with cython.nogil:
        for block in range(words.shape[0]):
            total += words[block]
            linked += words[block] * link_share[block]
            if comment[block]:
                in_comments += words[block]
    return total, linked, in_comments


@views.checked
def penalties(
    logits: views.Floats,
    words: views.Floats,
    repeats: views.Ints,
    link_share: views.Floats,
    comment: views.Bytes,
    consent: views.Bytes,
    option: views.Bytes,
    label_repeats: cython.Py_ssize_t,
    label_link_share: cython.double,
    min_words_outside: cython.double,
    comment_penalty: cython.double,
    boilerplate_penalty: cython.double,
) -> npt.NDArray[np.float64]:
    """What is subtracted from logits in comments and in boilerplate, if so many words are expected outside them.

    Boilerplate are cookie notices, options of forms and labels: texts with many repeats and a high share in links.

    >>> one, no, yes = np.ones(1), np.zeros(1, dtype=np.bool_), np.ones(1, dtype=np.bool_)
    >>> penalties(one, one, np.ones(1, dtype=np.intp), one, yes, no, no, 3, 0.9, -1.0, 4.0, 6.0).tolist()
    [4.0]
    """
    views.align(logits)
    views.align(words)
    views.align(repeats)
    views.align(link_share)
    blocks: cython.Py_ssize_t = logits.shape[0]
    feature_steps.check_length("words", words.shape[0], blocks)
    feature_steps.check_length("repeats", repeats.shape[0], blocks)
    feature_steps.check_length("link_share", link_share.shape[0], blocks)
    feature_steps.check_length("comment", comment.shape[0], blocks)
    feature_steps.check_length("consent", consent.shape[0], blocks)
    feature_steps.check_length("option", option.shape[0], blocks)
    found = np.zeros(blocks, dtype=np.float64)
    penalty: views.NewFloats = found.data
    with cython.nogil:
        _penalise(
            logits,
            words,
            repeats,
            link_share,
            comment,
            consent,
            option,
            label_repeats,
            label_link_share,
            min_words_outside,
            comment_penalty,
            boilerplate_penalty,
            penalty,
        )
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _penalise(
    logits: views.Floats,
    words: views.Floats,
    repeats: views.Ints,
    link_share: views.Floats,
    comment: views.Bytes,
    consent: views.Bytes,
    option: views.Bytes,
    label_repeats: cython.Py_ssize_t,
    label_link_share: cython.double,
    min_words_outside: cython.double,
    comment_penalty: cython.double,
    boilerplate_penalty: cython.double,
    penalty: views.NewFloats,
) -> cython.void:
    """Write the penalties over zeros."""
    blocks: cython.Py_ssize_t = logits.shape[0]
    block: cython.Py_ssize_t
    is_boilerplate: cython.bint
    outside: cython.double = 0.0
    for block in range(blocks):
        is_boilerplate = consent[block] or option[block]
        if repeats[block] >= label_repeats and link_share[block] > label_link_share:
            is_boilerplate = True
        if is_boilerplate:
            penalty[block] = boilerplate_penalty
        if comment[block]:
            penalty[block] += comment_penalty
        elif not is_boilerplate:
            outside += words[block] / (1.0 + _odds_against(logits[block]))
    if outside < min_words_outside:
        for block in range(blocks):
            penalty[block] = 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _odds_against(logit: cython.double) -> cython.double:
    return math.exp(min(_MOST, max(-_MOST, -logit)))


@views.checked
def expected_f(
    logits: views.Floats, words: views.Floats, shifts: views.Floats, weights: views.Floats, beta: cython.double
) -> npt.NDArray[np.float64]:
    """The expected F-beta of keeping the first 1, 2, ... blocks, as the mean over shifts of all logits.

    Of the words kept, those of blocks that are content count as found: F = (1 + b²) found / (kept + b² content).

    >>> one = np.array([1.0])
    >>> expected_f(np.array([0.0, -30.0]), np.array([10.0, 10.0]), np.array([0.0]), one, 1.0).round(3).tolist()
    [0.667, 0.4]
    """
    views.align(logits)
    views.align(words)
    views.align(shifts)
    views.align(weights)
    blocks: cython.Py_ssize_t = logits.shape[0]
    feature_steps.check_length("words", words.shape[0], blocks)
    feature_steps.check_length("weights", weights.shape[0], shifts.shape[0])
    expected = np.zeros(blocks, dtype=np.float64)
    mean: views.NewFloats = expected.data
    found: views.NewFloats = np.empty(blocks + 1, dtype=np.float64).data
    against: views.NewFloats = np.empty(blocks, dtype=np.float64).data
    with cython.nogil:
        _add_expected(logits, words, shifts, weights, beta, mean, found, against)
    return expected


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_expected(
    logits: views.Floats,
    words: views.Floats,
    shifts: views.Floats,
    weights: views.Floats,
    beta: cython.double,
    mean: views.NewFloats,
    found: views.NewFloats,
    against: views.NewFloats,
) -> cython.void:
    """Add the expected F-beta to ``mean``; ``found`` is room for one number more, ``against`` for one per block."""
    blocks: cython.Py_ssize_t = logits.shape[0]
    square: cython.double = beta * beta
    block: cython.Py_ssize_t
    shift: cython.Py_ssize_t
    kept: cython.double
    factor: cython.double
    odds: cython.double
    found[0] = 0.0
    for block in range(blocks):
        against[block] = _odds_against(logits[block])
    for shift in range(shifts.shape[0]):
        factor = _odds_against(shifts[shift])
        for block in range(blocks):
            odds = min(_MOST_ODDS, max(_LEAST_ODDS, against[block] * factor))
            found[block + 1] = found[block] + words[block] / (1.0 + odds)
        kept = 0.0
        for block in range(blocks):
            kept += words[block]
            mean[block] += (
                weights[shift] * (1.0 + square) * found[block + 1] / max(_LEAST_SUM, kept + square * found[blocks])
            )


@views.checked
def best_cut(
    logits: views.Floats,
    words: views.Floats,
    order: views.Ints,
    shifts: views.Floats,
    weights: views.Floats,
    beta: cython.double,
    floor: cython.double,
) -> tuple[npt.NDArray[np.bool_], float]:
    """The first blocks in an order, as many as make the expected F-beta largest, and the expected F1 of keeping them.

    Blocks whose probability is not above ``floor`` are not kept. The order is that of falling logits.

    >>> one = np.array([1.0])
    >>> best_cut(np.array([-3.0, 3.0]), np.array([9.0, 9.0]), np.array([1, 0]), np.array([0.0]), one, 1.0, 0.1)[0]
    array([False,  True])
    """
    views.align(logits)
    views.align(words)
    views.align(order)
    views.align(shifts)
    views.align(weights)
    blocks: cython.Py_ssize_t = logits.shape[0]
    feature_steps.check_length("words", words.shape[0], blocks)
    feature_steps.check_length("order", order.shape[0], blocks)
    feature_steps.check_length("weights", weights.shape[0], shifts.shape[0])
    i: cython.Py_ssize_t
    for i in range(blocks):
        if order[i] < 0 or order[i] >= blocks:
            raise IndexError(f"there is no block {order[i]}")
    masks = np.zeros(blocks, dtype=np.bool_)
    keep: views.NewBytes = masks.data
    in_order: views.NewFloats = np.empty(blocks, dtype=np.float64).data
    words_in_order: views.NewFloats = np.empty(blocks, dtype=np.float64).data
    expected: views.NewFloats = np.zeros(blocks, dtype=np.float64).data
    found: views.NewFloats = np.empty(blocks + 1, dtype=np.float64).data
    against: views.NewFloats = np.empty(blocks, dtype=np.float64).data
    best: cython.double
    with cython.nogil:
        best = _cut(
            logits, words, order, shifts, weights, beta, floor, keep, in_order, words_in_order, expected, found, against
        )
    return masks, best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cut(
    logits: views.Floats,
    words: views.Floats,
    order: views.Ints,
    shifts: views.Floats,
    weights: views.Floats,
    beta: cython.double,
    floor: cython.double,
    keep: views.NewBytes,
    in_order: views.NewFloats,
    words_in_order: views.NewFloats,
    expected: views.NewFloats,
    found: views.NewFloats,
    against: views.NewFloats,
) -> cython.double:
    """Mark the blocks that are kept; return the expected F1. ``expected`` is zeros; what follows it is room."""
    blocks: cython.Py_ssize_t = logits.shape[0]
    best: cython.Py_ssize_t = 0
    kept: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(blocks):
        in_order[i] = logits[order[i]]
        words_in_order[i] = words[order[i]]
    _add_expected(in_order, words_in_order, shifts, weights, beta, expected, found, against)
    for i in range(blocks):
        if expected[i] > expected[best]:
            best = i
    for i in range(min(blocks, best + 1)):
        if 1.0 / (1.0 + _odds_against(in_order[i])) > floor:
            keep[order[i]] = 1
            kept += 1
    if kept and beta != 1.0:
        for i in range(blocks):
            expected[i] = 0.0
        _add_expected(in_order, words_in_order, shifts, weights, 1.0, expected, found, against)
    return expected[kept - 1] if kept else 0.0


@views.checked
def headings_between(
    logits: views.Floats, keep: views.Bytes, heading: views.Bytes, least: cython.double
) -> npt.NDArray[np.bool_]:
    """The headings with a higher logit that are not kept, directly after a kept block and directly before another."""
    views.align(logits)
    blocks: cython.Py_ssize_t = logits.shape[0]
    feature_steps.check_length("keep", keep.shape[0], blocks)
    feature_steps.check_length("heading", heading.shape[0], blocks)
    found = np.zeros(blocks, dtype=np.bool_)
    is_found: views.NewBytes = found.data
    with cython.nogil:
        _join_headings(logits, keep, heading, least, is_found)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _join_headings(
    logits: views.Floats, keep: views.Bytes, heading: views.Bytes, least: cython.double, found: views.NewBytes
) -> cython.void:
    """Mark the headings that join the blocks around them."""
    block: cython.Py_ssize_t
    for block in range(1, logits.shape[0] - 1):
        if heading[block] and not keep[block] and keep[block - 1] and keep[block + 1] and logits[block] > least:
            found[block] = 1


@views.checked
def parts_between(
    logits: views.Floats,
    keep: views.Bytes,
    table: views.Bytes,
    caption: views.Bytes,
    figure: views.Bytes,
    code: views.Bytes,
    bounds: views.Floats,
    most: cython.Py_ssize_t,
) -> npt.NDArray[np.bool_]:
    """The parts of text with nothing but parts between two kept blocks, and captions directly after the last kept one.

    ``bounds``: the logits above which tables, captions, figures and code join them. ``most``: how many blocks join at
    most in one place.
    """
    views.align(logits)
    views.align(bounds)
    blocks: cython.Py_ssize_t = logits.shape[0]
    feature_steps.check_length("keep", keep.shape[0], blocks)
    feature_steps.check_length("table", table.shape[0], blocks)
    feature_steps.check_length("caption", caption.shape[0], blocks)
    feature_steps.check_length("figure", figure.shape[0], blocks)
    feature_steps.check_length("code", code.shape[0], blocks)
    feature_steps.check_length("bounds", bounds.shape[0], 4)
    found = np.zeros(blocks, dtype=np.bool_)
    is_found: views.NewBytes = found.data
    # Of a part, the logit above which it joins the blocks around it; of any other block, one that none has.
    least: views.NewFloats = np.empty(blocks, dtype=np.float64).data
    with cython.nogil:
        _join_parts(logits, keep, table, caption, figure, code, bounds, most, least, is_found)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _join_parts(
    logits: views.Floats,
    keep: views.Bytes,
    table: views.Bytes,
    caption: views.Bytes,
    figure: views.Bytes,
    code: views.Bytes,
    bounds: views.Floats,
    most: cython.Py_ssize_t,
    least: views.NewFloats,
    found: views.NewBytes,
) -> cython.void:
    """Mark the parts of text that join the blocks around them; ``least`` is room for a number per block."""
    blocks: cython.Py_ssize_t = logits.shape[0]
    block: cython.Py_ssize_t
    between: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    is_alone: cython.bint = False
    for block in range(blocks):
        least[block] = _NEVER
        if table[block]:
            least[block] = min(least[block], bounds[0])
        if caption[block]:
            least[block] = min(least[block], bounds[1])
        if figure[block]:
            least[block] = min(least[block], bounds[2])
        if code[block]:
            least[block] = min(least[block], bounds[3])
    for block in range(blocks):
        if keep[block]:
            if last >= 0 and is_alone and block - last <= most + 1:
                for between in range(last + 1, block):
                    if logits[between] > least[between]:
                        found[between] = 1
            last = block
            is_alone = True
        elif least[block] > _FINITE:
            is_alone = False
    if last >= 0:
        for block in range(last + 1, min(blocks, last + 1 + max(0, most))):
            if least[block] > _FINITE:
                break
            if caption[block] and logits[block] > least[block]:
                found[block] = 1


@views.checked
def decide(
    logits: views.Floats,
    words: views.Floats,
    repeats: views.Ints,
    link_share: views.Floats,
    kinds: views.Bytes,
    shifts: views.Floats,
    weights: views.Floats,
    bounds: views.Floats,
    few_words: cython.double,
    short_page_bonus: cython.double,
    label_repeats: cython.Py_ssize_t,
    label_link_share: cython.double,
    min_words_outside: cython.double,
    comment_penalty: cython.double,
    boilerplate_penalty: cython.double,
    beta: cython.double,
    floor: cython.double,
    min_heading_logit: cython.double,
    max_joined_blocks: cython.Py_ssize_t,
    headline: cython.Py_ssize_t,
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64], npt.NDArray[np.bool_], float, float]:
    """The blocks to keep, what is subtracted from their logits, which joined others; the expected F1, and words kept.

    All steps of the decision in one call. ``kinds``: the rows of :func:`find_kinds` in one piece. ``few_words``:
    on a page with fewer words, ``short_page_bonus`` is added to all logits outside its frame and subtracted in it.
    ``headline``: 1 keeps the page's headline if anything is kept, 0 drops it. The other arguments are those of
    :func:`penalties`, :func:`best_cut`, :func:`headings_between` and :func:`parts_between`.

    >>> two, no = np.array([3.0, -9.0]), np.zeros(20, dtype=np.bool_)
    >>> one, none = np.ones(1), np.zeros(4)
    >>> numbers = 0.0, 0.0, 3, 0.9, 0.0, 0.0, 0.0, 1.0, 0.1, 0.0, 9, -1
    >>> decide(two, two + 10, np.ones(2, dtype=np.intp), two * 0, no, one, one, none, *numbers)[0]
    array([ True, False])
    """
    views.align(logits)
    views.align(words)
    views.align(repeats)
    views.align(link_share)
    views.align(shifts)
    views.align(weights)
    views.align(bounds)
    blocks: cython.Py_ssize_t = logits.shape[0]
    feature_steps.check_length("words", words.shape[0], blocks)
    feature_steps.check_length("repeats", repeats.shape[0], blocks)
    feature_steps.check_length("link_share", link_share.shape[0], blocks)
    feature_steps.check_length("kinds", kinds.shape[0], 10 * blocks)
    feature_steps.check_length("weights", weights.shape[0], shifts.shape[0])
    feature_steps.check_length("bounds", bounds.shape[0], 4)
    masks = np.zeros((2, blocks), dtype=np.bool_)
    marks: views.NewBytes = masks.reshape(-1).data
    keep: views.NewBytes = marks[:blocks]
    joined: views.NewBytes = marks[blocks:]
    numbers = np.zeros((2, blocks), dtype=np.float64)
    sums: views.NewFloats = numbers.reshape(-1).data
    penalty: views.NewFloats = sums[:blocks]
    expected: views.NewFloats = sums[blocks:]
    room: views.NewFloats = np.empty(6 * blocks + 1, dtype=np.float64).data
    moved: views.NewFloats = room[:blocks]
    penalised: views.NewFloats = room[blocks : 2 * blocks]
    in_order: views.NewFloats = room[2 * blocks : 3 * blocks]
    words_in_order: views.NewFloats = room[3 * blocks : 4 * blocks]
    against: views.NewFloats = room[4 * blocks : 5 * blocks]
    found: views.NewFloats = room[5 * blocks :]
    places: views.NewInts = np.empty(2 * blocks, dtype=np.intp).data
    order: views.NewInts = places[:blocks]
    frame: views.Bytes = kinds[3 * blocks : 4 * blocks]
    title: views.Bytes = kinds[4 * blocks : 5 * blocks]
    block: cython.Py_ssize_t
    framed: cython.Py_ssize_t = 0
    kept: cython.Py_ssize_t = 0
    page_words: cython.double = 0.0
    kept_words: cython.double = 0.0
    bonus: cython.double = 0.0
    expected_f1: cython.double
    with cython.nogil:
        for block in range(blocks):
            page_words += words[block]
            framed += frame[block] != 0
        if page_words < few_words and framed < blocks:
            bonus = short_page_bonus
        for block in range(blocks):
            moved[block] = logits[block] + (-bonus if frame[block] else bonus)
        _penalise(
            moved,
            words,
            repeats,
            link_share,
            kinds[:blocks],
            kinds[blocks : 2 * blocks],
            kinds[2 * blocks : 3 * blocks],
            label_repeats,
            label_link_share,
            min_words_outside,
            comment_penalty,
            boilerplate_penalty,
            penalty,
        )
        for block in range(blocks):
            penalised[block] = moved[block] - penalty[block]
        _sort_falling(penalised, places)
        expected_f1 = _cut(
            penalised,
            words,
            order,
            shifts,
            weights,
            beta,
            floor,
            keep,
            in_order,
            words_in_order,
            expected,
            found,
            against,
        )
        _join_headings(moved, keep, kinds[5 * blocks : 6 * blocks], min_heading_logit, joined)
        _join_parts(
            moved,
            keep,
            kinds[6 * blocks : 7 * blocks],
            kinds[7 * blocks : 8 * blocks],
            kinds[8 * blocks : 9 * blocks],
            kinds[9 * blocks :],
            bounds,
            max_joined_blocks,
            against,
            joined,
        )
        for block in range(blocks):
            kept += keep[block]
        for block in range(blocks):
            if headline == 1 and kept and title[block] and not keep[block]:
                joined[block] = 1
            if joined[block]:
                keep[block] = 1
            if headline == 0 and title[block]:
                keep[block] = joined[block] = 0
            if keep[block]:
                kept_words += words[block]
    return masks[0], numbers[0], masks[1], expected_f1, kept_words


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort_falling(values: views.NewFloats, places: views.NewInts) -> cython.void:
    """Write the places of values in falling order; equal ones stay in theirs. ``places``: room for two per value."""
    size: cython.Py_ssize_t = values.shape[0]
    width: cython.Py_ssize_t = 1
    start: cython.Py_ssize_t
    one: cython.Py_ssize_t
    other: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(size):
        places[i] = i
    while width < size:
        start = 0
        while start < size:
            one = start
            middle = min(size, start + width)
            stop = min(size, start + 2 * width)
            other = middle
            for i in range(start, stop):
                if one < middle and (other >= stop or not values[places[other]] > values[places[one]]):
                    places[size + i] = places[one]
                    one += 1
                else:
                    places[size + i] = places[other]
                    other += 1
            start = stop
        for i in range(size):
            places[i] = places[size + i]
        width *= 2
