"""Records on labelled pages: ``python benchmarks/records.py CORPUS [--split test] [--every N]``.

Recipes: how many of the required sentences (ingredients, steps) are in the fields of a recipe. Listings and
collections: how many pages have entries, and how many of the titles of entries are in the gold text.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dehusk
from dehusk.bench.structure.structure_pieces import plain_words

if TYPE_CHECKING:
    from dehusk.content.record_fields import PageRecord

LISTS = frozenset({"listing", "collection"})
MIN_ENTRIES = 3


def labelled_pages(path: Path, split: str) -> Iterator[dict[str, Any]]:
    """The pages of a split."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            page = json.loads(line)
            if page["split"] == split:
                yield page


def field_words(record: PageRecord) -> str:
    """The words of all fields of a record."""
    values = [value if isinstance(value, list) else [value] for value in record.fields.values()]
    return f" {plain_words(' '.join(text for texts in values for text in texts))} "


def recipes(pages: list[dict[str, Any]]) -> str:
    """The required sentences that are in the fields of recipes."""
    with_recipe = found = required = 0
    for page in pages:
        records = dehusk.extract(page["html"], url=page["url"] or None).records
        words = "".join(field_words(record) for record in records if record.kind == "recipe")
        with_recipe += bool(words)
        required += len(page["must"])
        found += sum(f" {plain_words(sentence)} " in words for sentence in page["must"])
    return f"recipes: {with_recipe} of {len(pages)} pages with a recipe; {found} of {required} sentences in its fields"


def listings(pages: list[dict[str, Any]]) -> str:
    """The pages with entries, and the titles of entries that are in the gold text."""
    with_entries = titles = right = 0
    for page in pages:
        records = dehusk.extract(page["html"], url=page["url"] or None).records
        entries = [record for record in records if record.kind in {"entry", "product"}]
        with_entries += len(entries) >= MIN_ENTRIES
        gold = f" {plain_words(page['gold'])} "
        named = [plain_words(str(entry.fields["title"])) for entry in entries if entry.fields.get("title")]
        titles += len(named)
        right += sum(f" {title} " in gold for title in named)
    return f"{with_entries} of {len(pages)} pages with entries; {right} of {titles} titles in the gold text"


def main() -> None:
    """Print both."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path, metavar="CORPUS")
    parser.add_argument("--split", default="test")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    given = parser.parse_args()
    with_sentences = [
        page for page in labelled_pages(given.corpus / "recipes.jsonl.gz", given.split) if page.get("must")
    ]
    print(recipes(with_sentences[:: given.every]))
    for name in ("wcxb", "wcxb2"):
        pages = [
            page for page in labelled_pages(given.corpus / f"{name}.jsonl.gz", given.split) if page["type"] in LISTS
        ]
        print(f"{name}, listings and collections: {listings(pages[:: given.every])}")


if __name__ == "__main__":
    main()
