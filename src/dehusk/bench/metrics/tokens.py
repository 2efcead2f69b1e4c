"""Words of a text, as every word metric here counts them."""

from __future__ import annotations

import re

_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")


def tokenize(text: str) -> list[str]:
    """Split text into words; a kana or Han character is a word by itself, punctuation is dropped.

    >>> tokenize("It's 3 o'clock, 世界!")
    ['It', 's', '3', 'o', 'clock', '世', '界']
    """
    return _TOKEN.findall(text)
