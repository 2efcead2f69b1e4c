"""Chunks for retrieval: pages become pieces of Markdown that know their page and their headings.

python examples/rag_chunks.py [PAGE...] > chunks.jsonl

A chunk ends at a heading, or where it would have more than MAX_WORDS words; code, tables and lists are never split.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import dehusk

MAX_WORDS = 200


def blocks_of(markdown: str) -> Iterator[str]:
    """The blocks of a Markdown text; an empty line inside fenced code does not end a block."""
    block: list[str] = []
    fence = ""
    for line in markdown.splitlines():
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if mark and not fence:
            fence = mark[1]
        elif fence and line.strip() == fence:
            fence = ""
        if line.strip() or fence:
            block.append(line)
        elif block:
            yield "\n".join(block)
            block = []
    if block:
        yield "\n".join(block)


def chunks_of(markdown: str) -> Iterator[tuple[list[str], str]]:
    """The headings above each chunk, and its text."""
    headings: list[str] = []
    chunk: list[str] = []
    for block in blocks_of(markdown):
        heading = re.match(r"(#{1,6}) (.*)", block)
        words = sum(len(part.split()) for part in [*chunk, block])
        if chunk and (heading or words > MAX_WORDS):
            yield headings, "\n\n".join(chunk)
            chunk = []
        if heading:
            headings = [*headings[: len(heading[1]) - 1], heading[2]]
        else:
            chunk.append(block)
    if chunk:
        yield headings, "\n\n".join(chunk)


def main() -> None:
    """Write one line per chunk."""
    pages = sys.argv[1:] or map(str, sorted(Path("tests/pages").glob("*-en/page.html")))
    for name in pages:
        extraction = dehusk.extract(dehusk.read(name))
        if not extraction.quality.worth_keeping:
            print(f"{name}: {', '.join(extraction.quality.names)}", file=sys.stderr)
            continue
        for number, (headings, text) in enumerate(chunks_of(extraction.to_markdown(images=False))):
            chunk = {
                "id": f"{name}#{number}",
                "url": extraction.metadata.url or name,
                "title": extraction.title,
                "published": extraction.metadata.published,
                "headings": headings,
                "text": text,
            }
            print(json.dumps(chunk, ensure_ascii=False))


main()
