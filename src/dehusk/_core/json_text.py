"""Text and blocks as JSON."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import json
import math
from json.encoder import encode_basestring

from dehusk._core import views

_FIRST_SIGN = cython.declare(cython.int, 32)
_NEWLINE = cython.declare(cython.int, 10)
_QUOTE = cython.declare(cython.int, 34)
_BACKSLASH = cython.declare(cython.int, 92)
_DECIMALS = cython.declare(cython.int, 3)
_SCORES = tuple([str(n / 1000) for n in range(1001)])
"""A score in thousandths -> as it is written."""
# What is this near to the middle of two thousandths is rounded by Python.
_NEAR = cython.declare(cython.double, 0.499999)


@views.checked
def quoted(text: str) -> str:
    """A text as JSON: what ``json.dumps`` makes of it without escaping what is not ASCII.

    >>> print(quoted('Tea "green"'))
    "Tea \\"green\\""
    """
    return _quoted(text)


@cython.cfunc
def _quoted(text: str) -> str:
    # Most signs come after all that is escaped.
    has_newline: cython.bint = False
    has_quote: cython.bint = False
    has_backslash: cython.bint = False
    char: cython.Py_UCS4
    code: cython.int
    for char in text:
        code = ord(char)
        if code > _BACKSLASH:
            continue
        if code == _QUOTE:
            has_quote = True
        elif code == _BACKSLASH:
            has_backslash = True
        elif code == _NEWLINE:
            has_newline = True
        elif code < _FIRST_SIGN:
            return encode_basestring(text)
    if has_backslash:
        text = text.replace("\\", "\\\\")
    if has_quote:
        text = text.replace('"', '\\"')
    if has_newline:
        text = text.replace("\n", "\\n")
    return f'"{text}"'


@views.checked
def blocks_json(texts: list[str], kept: views.Bytes, scores: views.Floats, tags: list[str], paths: list[str]) -> str:
    """Blocks as a list of JSON objects, each with its text, whether it was kept, its score, its tag and its path.

    Scores are rounded to three decimals.

    >>> import numpy as np
    >>> blocks_json(["Tea"], np.array([True]), np.array([0.12345]), ["p"], ["/html/body/p"])
    '[{"text":"Tea","kept":true,"score":0.123,"tag":"p","path":"/html/body/p"}]'
    """
    size: cython.Py_ssize_t = kept.shape[0]
    if scores.shape[0] != size or not len(texts) == len(tags) == len(paths) == size:
        raise ValueError(f"there is not one text, score, tag and path for each of {size} blocks")
    views.align(scores)
    found: list[str] = [
        f'{{"text":{_quoted(texts[i])},"kept":{"true" if kept[i] else "false"},"score":{_score(scores[i])},'
        f'"tag":{_quoted(tags[i])},"path":{_quoted(paths[i])}}}'
        for i in range(size)
    ]
    return f"[{','.join(found)}]"


@cython.cfunc
def _score(score: cython.double) -> str:
    if 0 < score <= 1:
        place: cython.Py_ssize_t = int(score * 1000 + 0.5)
        if -_NEAR < score * 1000 - place < _NEAR:
            return _SCORES[place]
    return str(round(score, _DECIMALS)) if math.isfinite(score) else json.dumps(score)
