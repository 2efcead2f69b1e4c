"""Uses of the public names as a user's program has them; mypy and pyright check their types. It is not run."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, assert_type

import dehusk
from dehusk import tree
from dehusk.testing import check_method


def read_and_extract() -> None:
    source = dehusk.read("page.html")
    assert_type(source, dehusk.Source)
    extraction = dehusk.extract(source, method="arias", favor="precision", limits=dehusk.Limits(seconds=5))
    assert_type(extraction, dehusk.Extraction)
    assert_type(extraction.text, str)
    assert_type(extraction.title, str | None)
    assert_type(extraction.metadata, dehusk.Metadata)
    assert_type(extraction.metadata.authors, tuple[str, ...])
    assert_type(extraction.blocks, list[dehusk.Block])
    assert_type(extraction.to_markdown(links=False, wrap=80), str)
    assert_type(extraction.tables, list[list[list[str]]])


def many() -> None:
    extractor = dehusk.Extractor(fetching=dehusk.Fetching(retries=2))
    for outcome in extractor.extract_many([Path("a.html"), Path("b.html")], jobs=2, formats=("markdown",)):
        assert_type(outcome, dehusk.Outcome)
        assert_type(outcome.formats["markdown"], str)
    for outcome in dehusk.extract_many([("<p>Tea", "https://example.org/", 7)], key=lambda row: row[2]):
        assert_type(outcome.status, dehusk.Status)


def headings(extraction: dehusk.Extraction) -> list[int]:
    return [node.level for node in extraction.tree.walk() if isinstance(node, tree.Heading)]


class Everything:
    """A method of a user."""

    name: ClassVar[str] = "everything"
    description: ClassVar[str] = "all text"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: dehusk.Page) -> dehusk.Selection:
        """Keep all."""
        return dehusk.make_method("arias").select(page)


def own_method() -> None:
    check_method(Everything)
    dehusk.extract("<p>Tea", method=Everything())


def errors() -> str:
    try:
        return dehusk.read("https://example.org/", public_only=True).html
    except dehusk.SourceError as error:
        return f"{error.name}: {error.cause}"
