"""Scores title, author and date of dehusk and peers: ``python -m dehusk.bench.metadata_scores COLLECTION``.

A page counts for a field only if its collection states the field. A title is correct if it equals the gold except for
case, accents, spaces and punctuation; ``title~`` also accepts a title with the site's name where the gold has none, and
the reverse. An author is correct if the words of all names equal those of the gold; ``author~`` is the F1 of these
words. A date is correct if the day is. The columns with a minus are the share of pages without author, or without date,
in the gold for which the extractor returns one; ``-author, lists`` is that of authors on listings, collections and
products alone.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import argparse
import re
import time
import unicodedata
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from dehusk.bench.collections import LabelledPage, read
from dehusk.extractor import extract

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SIGNS = re.compile(r"[\W_]+")
_SEPARATOR = re.compile(r"\s*(?:[|»•·]|\s[-–—:]\s)\s*")
# Words beside names that are not part of them: degrees, "by", "and".
_NOT_NAMES = frozenset(
    [
        "by",
        "and",
        "phd",
        "md",
        "ms",
        "msc",
        "ma",
        "mba",
        "rd",
        "rdn",
        "ld",
        "rn",
        "cpa",
        "jd",
        "esq",
        "cepf",
        "fand",
        "smt",
    ]
)
_COLUMNS = ("title", "title~", "author", "author~", "date", "-author", "-author, lists", "-date")
_LISTS = frozenset({"listing", "collection", "product"})


class FoundMetadata(NamedTuple):
    """The metadata that an extractor found on a page; empty if it found none."""

    title: str = ""
    author: str = ""
    date: str = ""


def same_title(ours: str, gold: str) -> bool:
    """Whether two titles are equal except for case, accents, spaces and punctuation.

    >>> same_title("Tea: a  guide", "Tea - A Guide"), same_title("Tea", "Tea | Leaf")
    (True, False)
    """
    return _bare(ours) == _bare(gold)


def same_but_for_site(ours: str, gold: str) -> bool:
    """Whether two titles are equal after parts at the start or the end of one of them are removed.

    >>> same_but_for_site("Tea", "Tea | Leaf"), same_but_for_site("Tea | Leaf", "Tea"), same_but_for_site("Te", "Tea")
    (True, True, False)
    """
    return same_title(ours, gold) or _bare(ours) in _ends(gold) or _bare(gold) in _ends(ours)


def name_words(author: str) -> frozenset[str]:
    """The words of the names in a text, without degrees.

    >>> sorted(name_words("Ann Tea, PhD; Bob Milk")) == sorted(name_words("by Milk, Bob and Ann Tea"))
    True
    """
    words = (_bare(word) for word in re.split(r"[\s,;/&]+", author))
    return frozenset(word for word in words if word and word not in _NOT_NAMES)


def overlap(ours: frozenset[str], gold: frozenset[str]) -> float:
    """F1 of two sets of words.

    >>> overlap(frozenset({"ann"}), frozenset({"ann", "tea"})).__round__(2)
    0.67
    """
    return 2 * len(ours & gold) / (len(ours) + len(gold)) if ours or gold else 1.0


def _bare(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return _SIGNS.sub("", "".join(char for char in plain if not unicodedata.combining(char)))


def _ends(title: str) -> set[str]:
    parts = [_bare(part) for part in _SEPARATOR.split(title)]
    runs = [parts[:stop] for stop in range(1, len(parts))] + [parts[start:] for start in range(1, len(parts))]
    return {"".join(run) for run in runs} - {""}


# ---- extractors --------------------------------------------------------------------------------------


def dehusk(page: LabelledPage) -> FoundMetadata:
    """The metadata of dehusk; as for the peers, the date of the last change if there is no publication date.

    >>> dehusk(LabelledPage(id="1", dataset="x", html="<title>Tea</title><p>By Ann Leaf", gold="x"))
    FoundMetadata(title='Tea', author='Ann Leaf', date='')
    """
    found = extract(page.html, url=page.url or None).metadata
    return FoundMetadata(found.title or "", "; ".join(found.authors), (found.published or found.modified or "")[:10])


def trafilatura(page: LabelledPage) -> FoundMetadata:
    """The metadata of ``trafilatura.extract_metadata``."""
    from trafilatura import extract_metadata

    found = extract_metadata(page.html, default_url=page.url or None)
    return FoundMetadata(found.title or "", found.author or "", found.date or "")


def newspaper4k(page: LabelledPage) -> FoundMetadata:
    """The metadata of ``newspaper.Article``."""
    from newspaper import Article  # type: ignore[import-untyped]

    article = Article(page.url or "https://example.org/", fetch_images=False)
    article.download(input_html=page.html)
    article.parse()
    published = article.publish_date
    date = published.date().isoformat() if hasattr(published, "date") else str(published or "")[:10]
    return FoundMetadata(article.title or "", "; ".join(article.authors), date)


EXTRACTORS: dict[str, Callable[[LabelledPage], FoundMetadata]] = {
    "dehusk": dehusk,
    "trafilatura": trafilatura,
    "newspaper4k": newspaper4k,
}
"""Extractors by name; the peers need the extra ``bench``."""


# ---- measuring ---------------------------------------------------------------------------------------


@dataclass
class MetadataScore:
    """The scores of an extractor: one list per column, with one value per page.

    >>> score = MetadataScore("mine")
    >>> page = LabelledPage(id="1", dataset="x", html="x", gold="x", title="Tea")
    >>> score.add(FoundMetadata("Tea", "", "2020-01-02"), page)
    >>> score.mean("title"), score.mean("-date"), score.mean("date")
    (1.0, 1.0, None)
    """

    name: str
    columns: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in _COLUMNS})
    failed: int = 0
    seconds: float = 0.0

    def add(self, answer: FoundMetadata, page: LabelledPage) -> None:
        """Add a page."""
        if page.title:
            self.columns["title"].append(same_title(answer.title, page.title))
            self.columns["title~"].append(same_but_for_site(answer.title, page.title))
        if page.author:
            ours, gold = name_words(answer.author), name_words(page.author)
            self.columns["author"].append(ours == gold)
            self.columns["author~"].append(overlap(ours, gold))
        else:
            self.columns["-author"].append(bool(answer.author))
            if page.type in _LISTS:
                self.columns["-author, lists"].append(bool(answer.author))
        if page.date:
            self.columns["date"].append(answer.date[:10] == page.date[:10])
        else:
            self.columns["-date"].append(bool(answer.date))

    def mean(self, column: str) -> float | None:
        """The mean of a column; None if no page counts for it."""
        values = self.columns[column]
        return fmean(values) if values else None


def measure(pages: Sequence[LabelledPage], extractors: Iterable[str] = EXTRACTORS) -> list[MetadataScore]:
    """Run every extractor on every page; an extractor that fails on a page found nothing there.

    >>> page = LabelledPage(id="1", dataset="x", html="<title>Tea</title>", gold="x", title="Tea")
    >>> measure([page], ["dehusk"])[0].mean("title")
    1.0
    """
    scores = []
    for name in extractors:
        score = MetadataScore(name)
        for page in pages:
            started = time.process_time()
            try:
                answer = EXTRACTORS[name](page)
            except Exception:  # noqa: BLE001 - a peer may fail on a page
                answer = FoundMetadata()
                score.failed += 1
            score.seconds += time.process_time() - started
            score.add(answer, page)
        scores.append(score)
    return scores


def table(scores: Sequence[MetadataScore], pages: int) -> str:
    """Format the scores as a table in Markdown.

    >>> print(table([MetadataScore("mine")], 0).splitlines()[0][:97])
    | extractor | title (0) | title~ | author (0) | author~ | date (0) | -author (0) | -author, lists
    """
    counts = {name: len(values) for name, values in scores[0].columns.items()}
    heads = [name if name.endswith("~") else f"{name} ({counts[name]})" for name in _COLUMNS]
    lines = [f"| extractor | {' | '.join(heads)} | ms/page | failed |", "|---" * (len(heads) + 3) + "|"]
    for score in scores:
        means = (score.mean(name) for name in _COLUMNS)
        cells = ["" if mean is None else f"{mean:.3f}".removeprefix("0") for mean in means]
        cost = f"{1000 * score.seconds / max(pages, 1):.1f}"
        lines.append(f"| {score.name} | {' | '.join(cells)} | {cost} | {score.failed} |")
    return "\n".join(lines)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("collection", help="a collection that states titles, authors and dates")
    parser.add_argument("--split", choices=["train", "test"], default="test")
    parser.add_argument("--with", dest="names", default=",".join(EXTRACTORS), help="extractors, separated by commas")
    arguments = parser.parse_args()
    pages = [page for page in read(arguments.collection) if isinstance(page, LabelledPage)]
    pages = [page for page in pages if page.split == arguments.split and (page.title or page.author or page.date)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scores = measure(pages, arguments.names.split(","))
    print(f"{len(pages)} pages of the split {arguments.split}\n")
    print(table(scores, len(pages)))


if __name__ == "__main__":
    main()
