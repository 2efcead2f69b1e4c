"""The part of the report that says how the run was made: dates, versions, commands and every collection."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import TYPE_CHECKING

from dehusk.bench.run_history import noted_commands, system_versions
from dehusk.pictures.markup import Markup, element

if TYPE_CHECKING:
    from dehusk.bench.report.data import Report
    from dehusk.bench.store import Result


def made_section(report: Report) -> Markup:
    """Dates, versions and commands, and one row per collection.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from dehusk.bench.report.data import load
    >>> from dehusk.bench.store import Result, RunWriter
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with RunWriter(folder) as writer:
    ...         writer.add(Result(extractor="arias", dataset="tea", id="1", f1=0.5, lang="en"), "The text.")
    ...     "<td>tea</td>" in made_section(load(Path(folder)))
    True
    """
    commands = noted_commands(report.run.directory)
    versions = sorted({result.version for result in report.results if result.version})
    made = f"Report made on {date.today().isoformat()} by {system_versions()}."
    lines = "\n".join(f"{each.command}    # {each.date}, {each.versions}" for each in commands)
    unknown = "The commands and dates of this run were not noted: it was made by an earlier version of dehusk."
    return element(
        "section",
        element("h2", "How this was made"),
        element("p", made, class_="soft"),
        element("pre", lines, class_="commands") if commands else element("p", unknown, class_="soft"),
        element("p", f"Extractors: {', '.join(versions)}.", class_="soft") if versions else None,
        element("div", _collections(report.results), class_="wide"),
    )


def _collections(results: list[Result]) -> Markup:
    pages: defaultdict[str, dict[str, Result]] = defaultdict(dict)
    for result in results:
        pages[result.dataset][result.id] = result
    heads = ("collection", "pages", "with gold text", "with sentences", "languages", "page types")
    head = element("tr", *(element("th", name, class_="number" if "with" in name else None) for name in heads))
    rows = [_collection(name, list(found.values())) for name, found in sorted(pages.items())]
    return element("table", element("thead", head), element("tbody", *rows), class_="collections")


def _collection(name: str, pages: list[Result]) -> Markup:
    gold = sum(page.f1 is not None for page in pages)
    sentences = sum(any(page.snippets) for page in pages)
    languages, types = (sorted({*found} - {""}) for found in zip(*((p.lang, p.type) for p in pages), strict=True))
    numbers = (element("td", f"{count:,}", class_="number") for count in (len(pages), gold, sentences))
    return element(
        "tr",
        element("td", name),
        *numbers,
        element("td", ", ".join(languages) or "–", class_="soft"),
        element("td", ", ".join(types) or "–", class_="soft"),
    )
