"""``dehusk bench retrieval``: does cleaning pages help search?"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.terminal import print_message
from dehusk.errors import ArgumentError

if TYPE_CHECKING:
    import argparse

    from dehusk.bench.retrieval.retrieval_run import RetrievalResult

_HEADER = ("ranker", "extractor", "P@10", "R@10", "F1@10", "MAP", "nDCG", "p", "terms")


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalOptions:
    """What ``dehusk bench retrieval`` is to do."""

    documents: list[Path]
    names: str
    out: Path
    split: str
    topics: Path | None
    qrels: Path | None
    rankers: str
    baseline: str

    def run(self) -> int:
        """Search and measure; 1 if something was left out."""
        from dehusk.bench.extractors import split_names
        from dehusk.bench.retrieval.documents import read_documents
        from dehusk.bench.retrieval.known_items import known_item_queries
        from dehusk.bench.retrieval.retrieval_run import measure_retrieval
        from dehusk.bench.retrieval.trec_files import read_judgements, read_topics

        problems: list[str] = []

        def tell(problem: str) -> None:
            problems.append(problem)
            print_message(problem)

        documents = list(read_documents(self.documents, split=self.split, tell=tell))
        if self.topics is None or self.qrels is None:
            queries, judged = known_item_queries(documents)
        else:
            queries, judged = read_topics(self.topics), read_judgements(self.qrels)
        found = measure_retrieval(
            documents,
            queries,
            judged,
            extractors=split_names(self.names),
            rankers=self.rankers.split(","),
            baseline=self.baseline,
            directory=self.out,
            tell=tell,
        )
        counted = f"{len(documents):,} documents, {found[0].mean.queries:,} queries with a relevant document"
        print(counted, file=sys.stderr)
        print(_table(found))
        return 1 if problems else 0


def add_retrieval(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_retrieval(parser)
    >>> parser.parse_args(["pages.jsonl", "--out", "out"]).rankers
    'bm25,ql,rm3'
    """
    add = parser.add_argument
    add("documents", nargs="+", type=Path, metavar="DOCUMENTS", help="labelled collections, or WARC files")
    names = "comma-separated extractors, and 'gold' for the gold text (default: all_text,grain)"
    add("--with", dest="names", action="append", metavar="NAMES", help=names)
    add("--out", type=Path, required=True, metavar="DIR", help="directory for extracted texts; earlier ones are kept")
    add("--split", choices=("train", "test"), default="", help="use only pages of this split")
    add("--topics", type=Path, metavar="FILE", help="TREC topics (default: known-item queries from titles and gold)")
    add("--qrels", type=Path, metavar="FILE", help="TREC relevance judgements for the topics")
    add("--rankers", default="bm25,ql,rm3", metavar="NAMES", help="how to rank (default: %(default)s)")
    add("--baseline", default="all_text", metavar="NAME", help="what others are compared with (default: %(default)s)")
    parser.set_defaults(options=_options)


def _options(given: argparse.Namespace) -> RetrievalOptions:
    if (given.topics is None) != (given.qrels is None):
        raise ArgumentError("--topics and --qrels go together")
    names = ",".join(given.names or ["all_text,grain"])
    fields = ("documents", "out", "split", "topics", "qrels", "rankers", "baseline")
    return RetrievalOptions(names=names, **{name: getattr(given, name) for name in fields})


def _table(found: list[RetrievalResult]) -> str:
    rows = [_HEADER]
    for result in sorted(found, key=lambda each: (each.ranker, -each.mean.map, each.extractor)):
        mean = result.mean
        numbers = (mean.precision, mean.recall, mean.f1, mean.map, mean.ndcg)
        shown = [f"{number:.3f}" for number in numbers]
        rows.append((result.ranker, result.extractor, *shown, f"{result.p:.4f}", f"{result.terms:.0f}"))  # type: ignore[arg-type]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) if place < 2 else cell.rjust(width) for place, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    )
