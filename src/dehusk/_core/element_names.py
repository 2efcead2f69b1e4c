"""What a flattener knows of the names of elements: checks of a table of names, and the namespaces of elements."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import flat_tables, views

_SVG = cython.declare(cython.int, flat_tables.SVG)
_MATH = cython.declare(cython.int, flat_tables.MATH)
_SVG_INTEGRATION = cython.declare(cython.int, flat_tables.SVG_INTEGRATION)
_MATH_INTEGRATION = cython.declare(cython.int, flat_tables.MATH_INTEGRATION)
_ANNOTATION = cython.declare(cython.int, flat_tables.ANNOTATION)
_STAYS_IN_MATH = cython.declare(cython.int, flat_tables.STAYS_IN_MATH)

# Namespaces of open elements. In an integration point of SVG or MathML there is HTML.
IN_HTML = 0
_IN_HTML = cython.declare(cython.int, 0)
_IN_SVG = cython.declare(cython.int, 1)
_IN_MATH = cython.declare(cython.int, 2)
_IN_POINT = cython.declare(cython.int, 3)
_IN_MATH_POINT = cython.declare(cython.int, 4)
_IN_ANNOTATION = cython.declare(cython.int, 5)

_SLOTS = cython.declare(cython.Py_ssize_t, flat_tables.SLOTS)
LAST_NUMBER = 0xFFFF
"""The largest tag number."""
_LAST_NUMBER = cython.declare(cython.Py_ssize_t, LAST_NUMBER)


@cython.ccall
@cython.exceptval(-1, check=False)
def check_table(
    slots: views.Ints, names: views.Bytes, starts: views.Ints, numbers: views.Ints, flags: views.Ints
) -> cython.int:
    """Raise unless all places of a table are in it, and a slot is free."""
    count: cython.Py_ssize_t = numbers.shape[0]
    used: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    is_valid: cython.bint = slots.shape[0] == _SLOTS and flags.shape[0] == count and starts.shape[0] == count + 1
    if is_valid:
        is_valid = starts[0] == 0 and starts[count] <= names.shape[0]
        for i in range(count):
            if starts[i + 1] < starts[i] or numbers[i] < -1 or numbers[i] > _LAST_NUMBER:
                is_valid = False
        for i in range(slots.shape[0]):
            used += slots[i] != 0
            if slots[i] < 0 or slots[i] > count:
                is_valid = False
    if not is_valid or used > count:
        raise ValueError("the table is not valid")
    return 0


@cython.ccall
@cython.exceptval(check=False)
def number_with(numbers: views.Ints, flags: views.Ints, flag: cython.int, default: cython.int) -> cython.int:
    """The number of the first name with a flag."""
    i: cython.Py_ssize_t
    for i in range(flags.shape[0]):
        if flags[i] & flag:
            return numbers[i]
    return default


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def space_of(flags: cython.int, above: cython.int, is_html_annotation: cython.bint) -> cython.int:
    """The namespace of an element with these flags in an element of a namespace (HTML standard, 13.2.6).

    ``is_html_annotation``: whether it is an annotation of a formula that contains HTML.

    >>> space_of(flat_tables.SVG, IN_HTML, False), space_of(flat_tables.SVG_INTEGRATION, 1, False)
    (1, 3)
    """
    space: cython.int = above
    if above == _IN_HTML or above == _IN_POINT or above == _IN_MATH_POINT:
        if flags & _SVG:
            space = _IN_SVG
        elif flags & _MATH or (above == _IN_MATH_POINT and flags & _STAYS_IN_MATH):
            space = _IN_MATH
        else:
            return _IN_HTML
    elif above == _IN_ANNOTATION:
        space = _IN_SVG if flags & _SVG else _IN_MATH
    if space == _IN_SVG and flags & _SVG_INTEGRATION:
        return _IN_POINT
    if space == _IN_MATH and flags & _MATH_INTEGRATION:
        return _IN_MATH_POINT
    if space == _IN_MATH and flags & _ANNOTATION:
        return _IN_POINT if is_html_annotation else _IN_ANNOTATION
    return space
