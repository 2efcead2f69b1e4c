"""Topics and relevance judgements in the formats of TREC."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from dehusk.errors import CollectionError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Queries = dict[str, str]
"""Topic -> query."""
Judgements = dict[str, dict[str, int]]
"""Topic -> document -> grade; documents that are not judged, or not relevant, may be absent."""

_WEB_TOPIC = re.compile(r'<topic\s+number="(\d+)".*?<query>(.*?)</query>', re.DOTALL | re.IGNORECASE)
_OLD_TOPIC = re.compile(
    r"<num>\s*(?:Number:)?\s*([^\s<]+).*?<title>\s*(?:Topic:)?\s*([^<]*)", re.DOTALL | re.IGNORECASE
)
_LINE = re.compile(r"(\S+?)\s*[:\t]\s*(\S.*)")


def read_topics(path: Path) -> Queries:
    """The queries of a topics file: the web track's XML, the older ``<top>`` format, or lines of ``number:query``.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "topics")
    ...     _ = file.write_text('<topic number="201" type="single"><query>green tea</query></topic>')
    ...     web = read_topics(file)
    ...     _ = file.write_text("<top><num> Number: 301 <title> black tea <desc> Anything. </top>")
    ...     old = read_topics(file)
    ...     _ = file.write_text("7:white tea")
    ...     web, old, read_topics(file)
    ({'201': 'green tea'}, {'301': 'black tea'}, {'7': 'white tea'})
    """
    text = _text(path)
    for pattern in (_WEB_TOPIC, _OLD_TOPIC):
        if found := pattern.findall(text):
            return {number: " ".join(unescape(query).split()) for number, query in found}
    topics = {}
    for number, line in enumerate(filter(str.strip, text.splitlines()), 1):
        if not (match := _LINE.fullmatch(line.strip())):
            raise CollectionError(f"{path}:{number}: not a topic: expected TREC's XML, <top> or 'number:query'")
        topics[match[1]] = match[2]
    if not topics:
        raise CollectionError(f"{path}: no topics")
    return topics


def read_judgements(path: Path) -> Judgements:
    """The judgements of a qrels file: ``topic iteration document grade`` in each line.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "qrels")
    ...     _ = file.write_text("201 0 clueweb12-0000 2\\n201 0 clueweb12-0001 -2")
    ...     read_judgements(file)
    {'201': {'clueweb12-0000': 2, 'clueweb12-0001': -2}}
    """
    judged: Judgements = {}
    for number, line in enumerate(_text(path).splitlines(), 1):
        parts = line.split()
        if not parts:
            continue
        try:
            topic, _, document, grade = parts
            judged.setdefault(topic, {})[document] = int(grade)
        except ValueError:
            raise CollectionError(f"{path}:{number}: not a judgement: expected 'topic 0 document grade'") from None
    if not judged:
        raise CollectionError(f"{path}: no judgements")
    return judged


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError as error:
        raise CollectionError(f"{path}: {error.strerror or error}") from error


def relevant(judged: Mapping[str, int]) -> dict[str, int]:
    """The documents that are relevant, with their grades.

    >>> relevant({"a": 2, "b": 0, "c": -2})
    {'a': 2}
    """
    return {document: grade for document, grade in judged.items() if grade > 0}
