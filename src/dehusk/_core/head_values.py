"""What the elements of a head say: titles, scripts, addresses by relation, values of META elements by name."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import html

from dehusk._core import attribute_loops, views
from dehusk._core.flatten import HEAD_TAGS

_SPACE = cython.declare(cython.int, 32)
_EQUALS = cython.declare(cython.int, 61)
_QUOTE = cython.declare(cython.int, 34)
_TITLE = cython.declare(cython.Py_ssize_t, HEAD_TAGS.index("title"))
_SCRIPT = cython.declare(cython.Py_ssize_t, HEAD_TAGS.index("script"))
_LINK = cython.declare(cython.Py_ssize_t, HEAD_TAGS.index("link"))
_META = cython.declare(cython.Py_ssize_t, HEAD_TAGS.index("meta"))


@cython.ccall
def tidy(text: str) -> str:
    """White space collapsed, and character references that were escaped twice decoded.

    >>> tidy(" Tea &amp;amp;  milk ")
    'Tea &amp; milk'
    """
    if "&" in text:
        text = html.unescape(text)
    return " ".join(text.split())


@views.checked
def head_values(
    source: bytes,
    tags: views.Ints,
    start: views.Ints,
    stop: views.Ints,
    texts: dict[int, str],
    relations: tuple[str, ...],
    names: frozenset[str],
) -> tuple[list[str], list[str], dict[str, list[str]], dict[str, list[str]]]:
    """The titles, the scripts, the addresses by relation, and the values of META elements by name.

    Those of ``relations`` and ``names`` only.

    ``start``, ``stop``: where the attributes of each element are in ``source``, as they are serialised; ``texts``:
    those of titles and scripts. Names of META elements are in lower case, with ``.`` for ``:``; white space in titles
    and values is collapsed.

    >>> import numpy as np
    >>> source = b' name="DC:Title" content="Green  tea" rel="canonical" href="/tea"'
    >>> start, stop = np.array([0, 37]), np.array([37, 64])
    >>> head_values(source, np.array([1, 2]), start, stop, {}, ("canonical",), frozenset(["dc.title"]))[2:]
    ({'canonical': ['/tea']}, {'dc.title': ['Green tea']})
    """
    if (type(source), type(texts), type(relations), type(names)) != (bytes, dict, tuple, frozenset):
        raise TypeError("source must be bytes, texts a dict, relations a tuple, names a frozenset")
    data: views.Bytes = views.memory(source)
    size: cython.Py_ssize_t = tags.shape[0]
    if start.shape[0] != size or stop.shape[0] != size:
        raise ValueError(f"{size} elements have attributes from {start.shape[0]} to {stop.shape[0]} places")
    views.align(tags)
    views.align(start)
    views.align(stop)
    titles: list[str] = []
    scripts: list[str] = []
    links: dict[str, list[str]] = {}
    metas: dict[str, list[str]] = {}
    i: cython.Py_ssize_t
    for i in range(size):
        if start[i] < 0 or stop[i] > data.shape[0]:
            raise IndexError(f"the attributes of element {i} are from {start[i]} to {stop[i]}")
        if tags[i] == _META:
            _add_meta(source, data, start[i], stop[i], metas, names)
        elif tags[i] == _LINK:
            _add_link(source, data, start[i], stop[i], links, relations)
        elif tags[i] == _TITLE:
            titles.append(tidy(texts.get(i, "")))
        elif tags[i] == _SCRIPT:
            scripts.append(texts.get(i, ""))
    return titles, scripts, links, metas


@cython.cfunc
def _add_meta(
    source: bytes,
    data: views.Bytes,
    at: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    metas: dict[str, list[str]],
    wanted: frozenset[str],
) -> cython.bint:
    """Add the content of a META element for each of its names that is wanted; whether it has both."""
    name_start: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    value: cython.Py_ssize_t
    name: bytes
    names: str = ""
    content: bytes = b""
    instead: bytes = b""
    while at < last and data[at] == _SPACE:
        name_start = at + 1
        # A name can start with an equals sign, and have none after that.
        middle = views.find_byte(data, name_start + 1, last, _EQUALS)
        value = min(last, middle + 2)
        at = views.find_byte(data, value, last, _QUOTE)
        if value < at:
            name = source[name_start:middle]
            if name == b"content":
                content = source[value:at]
            elif name == b"name" or name == b"property" or name == b"itemprop" or name == b"http-equiv":
                names += " " + attribute_loops.unescape(source[value:at])
            elif name == b"value":
                # An error that templates make.
                instead = source[value:at]
        at += 1
    given: list[str] = [each for each in names.lower().replace(":", ".").split() if each in wanted]
    if not given:
        return False
    text: str = tidy(attribute_loops.unescape(content)) or tidy(attribute_loops.unescape(instead))
    if not text:
        return False
    for each in given:
        metas.setdefault(each, []).append(text)
    return True


@cython.cfunc
def _add_link(
    source: bytes,
    data: views.Bytes,
    at: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    links: dict[str, list[str]],
    relations: tuple[str, ...],
) -> cython.bint:
    """Add the address of a LINK element for each of its relations that is one of some; whether it has a relation."""
    name_start: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    value: cython.Py_ssize_t
    name: bytes
    related: bytes = b""
    address: bytes = b""
    while at < last and data[at] == _SPACE:
        name_start = at + 1
        middle = views.find_byte(data, name_start + 1, last, _EQUALS)
        value = min(last, middle + 2)
        at = views.find_byte(data, value, last, _QUOTE)
        name = source[name_start:middle]
        if name == b"rel":
            related = source[value:at]
        elif name == b"href":
            address = source[value:at]
        at += 1
    if not related:
        return False
    given: list[str] = attribute_loops.unescape(related).lower().split()
    for each in relations:
        if each in given:
            links.setdefault(each, []).append(attribute_loops.unescape(address).strip())
    return True
