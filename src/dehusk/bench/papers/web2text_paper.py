"""Vogels, Ganea & Eickhoff (2018), Web2Text: tables 2 and 3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dehusk.bench.papers.experiment import NotRemade, Paper, ScoreTable, read_numbers
from dehusk.bench.papers.findings import Cell, ComparisonTable, Finding
from dehusk.bench.papers.paper_results import Needs, has_gold
from dehusk.bench.retrieval.documents import Document
from dehusk.bench.retrieval.known_items import known_item_queries
from dehusk.bench.retrieval.retrieval_run import measure_rankings

if TYPE_CHECKING:
    from dehusk.bench.papers.paper_results import PaperResults
    from dehusk.bench.retrieval.retrieval_run import RetrievalResult

_SYSTEMS = {
    "CRF": "crf",
    "BTE": "bte",
    "default-ext": "boilerpipe-default",
    "article-ext": "boilerpipe-article",
    "largest-ext": "boilerpipe-largest",
    "Unfluff": "unfluff",
    "Web2Text": "web2text:weights=cleaneval",
}
_TABLE_2 = """
CRF         .82 .88 .81 .84
BTE         .75 .76 .84 .80
default-ext .79 .89 .74 .81
article-ext .67 .89 .50 .64
largest-ext .59 .93 .33 .48
Unfluff     .68 .90 .51 .65
Web2Text    .88 .89 .91 .90
"""
_TABLE_3 = {
    "ql": """
raw_content .316 .056 .095 .137 .459
CRF         .342 .068 .113 .147 .543
BTE         .301 .048 .083 .128 .435
default-ext .318 .055 .094 .138 .462
article-ext .298 .049 .084 .126 .433
largest-ext .279 .044 .076 .112 .417
Unfluff     .304 .051 .087 .128 .428
Web2Text    .361 .079 .130 .154 .578
""",
    "rm3": """
raw_content .278 .048 .082 .121 .439
CRF         .301 .057 .096 .138 .487
BTE         .262 .041 .071 .110 .409
default-ext .277 .048 .082 .123 .442
article-ext .260 .039 .068 .109 .411
largest-ext .248 .032 .057 .097 .401
Unfluff     .264 .041 .071 .111 .407
Web2Text    .325 .069 .114 .145 .525
""",
}
_COLUMNS = ("P@10", "R@10", "F1@10", "MAP", "nDCG")
_P = "p"


@dataclass(frozen=True)
class RetrievalTable:
    """Table 3: how well a search engine finds pages in the texts of each system.

    >>> RetrievalTable().extractors[0]
    'all_text'
    """

    name: str = "table 3"
    title: str = "Search in the extracted texts: query likelihood and relevance model"
    needs: Needs = has_gold

    @property
    def extractors(self) -> tuple[str, ...]:
        """The names of the extractors."""
        return tuple(self.systems.values())

    @property
    def systems(self) -> dict[str, str]:
        """The systems of the table, and the default of dehusk."""
        return {"raw content": "all_text", **_SYSTEMS, "grain (ours)": "grain"}

    def find(self, measured: PaperResults) -> Finding:
        """One table per ranker."""
        documents = [
            Document(id=f"{page.dataset}/{page.id}", html="", title=page.title, gold=page.gold)
            for page in measured.pages(self.needs)
        ]
        queries, judged = known_item_queries(documents)
        texts = {}
        for extractor in self.systems.values():
            found = {str(result.key): measured.text(result) for result in measured.results(extractor, self.needs)}
            if len(found) == len(documents):
                texts[extractor] = [found[document.id] for document in documents]
        if "all_text" not in texts or not queries:
            return Finding(missing="no page has a gold text of which a query can be made")
        names = [document.id for document in documents]
        results = measure_rankings(names, texts, queries, judged, rankers=tuple(_TABLE_3), baseline="all_text")
        found_by = {(result.ranker, result.extractor): result for result in results}
        tables = [self._table(ranker, found_by) for ranker in _TABLE_3]
        note = (
            f"Published: ClueWeb12-A with 50 TREC topics. Ours: {len(documents)} pages, {len(queries)} known-item "
            "queries from titles and gold sentences, with one right answer each, so only the order of the systems can "
            "be compared. p: Wilcoxon signed-rank test of average precision against raw content. Who has ClueWeb12 can "
            "use dehusk bench retrieval with --topics and --qrels."
        )
        absent = [system for system, name in self.systems.items() if name not in texts]
        missing = ["ClueWeb12 is not public"] + ([f"not measured: {', '.join(absent)}"] if absent else [])
        return Finding(tables=tables, note=note, missing="; ".join(missing))

    def _table(self, ranker: str, found: dict[tuple[str, str], RetrievalResult]) -> ComparisonTable:
        printed = read_numbers(_TABLE_3[ranker], " ".join(_COLUMNS))
        rows = {}
        for system, extractor in self.systems.items():
            numbers: tuple[float | None, ...] = (None,) * len(_COLUMNS)
            if (ranker, extractor) in found:
                mean = found[ranker, extractor].mean
                numbers = (mean.precision, mean.recall, mean.f1, mean.map, mean.ndcg)
            published = [printed.get((system, column)) for column in _COLUMNS]
            p = found[ranker, extractor].p if (ranker, extractor) in found and extractor != "all_text" else None
            rows[system] = (*(Cell(*pair) for pair in zip(numbers, published, strict=True)), Cell(p))
        caption = {"ql": "Query likelihood", "rm3": "Relevance model"}[ranker]
        return ComparisonTable(corner="system", columns=(*_COLUMNS, _P), rows=rows, caption=caption)


def _table_2() -> ScoreTable:
    numbers = read_numbers(_TABLE_2, "accuracy P R F1")
    return ScoreTable(
        name="table 2",
        title="Labels of text leaves",
        systems={**_SYSTEMS, "Web2Text, all collections": "web2text"},
        metrics={"accuracy": "label_accuracy", "P": "label_precision", "R": "label_recall", "F1": "labels"},
        published={(system, "all", metric): number for (system, metric), number in numbers.items()},
        prefer="cleaneval",
        baseline="Web2Text",
        note="Published: 148 pages of CleanEval.",
    )


WEB2TEXT = Paper(
    name="web2text",
    citation="Vogels, Ganea & Eickhoff (2018): Web2Text: deep structured boilerplate removal",
    experiments=(
        NotRemade(name="figures 1, 2", title="The pipeline and the collapsed DOM", reason="illustrations"),
        NotRemade(name="table 1", title="The features", reason="a list, not a measurement; docs/methods.md has it"),
        _table_2(),
        RetrievalTable(),
    ),
)
