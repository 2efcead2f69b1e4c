"""The words of a text, as all word metrics count them."""

from __future__ import annotations

import re

_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")


def tokenize(text: str) -> list[str]:
    """Split a text into words; each kana or Han character is one word, and punctuation is dropped.

    >>> tokenize("It's 3 o'clock, 世界!")
    ['It', 's', '3', 'o', 'clock', '世', '界']
    """
    return _TOKEN.findall(text)
