"""The tables as text for the terminal, and as Markdown."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dehusk.bench.papers.findings import Cell, ComparisonTable
    from dehusk.bench.papers.paper_run import Remade


def as_text(remade: Iterable[Remade]) -> str:
    """Every experiment with its tables; our number, and the published one in parentheses.

    >>> from dehusk.bench.papers.experiment import NotRemade, Paper
    >>> from dehusk.bench.papers.paper_run import Remade
    >>> figure = NotRemade(name="figure 1", title="A page", reason="an illustration")
    >>> paper = Paper(name="tea", citation="A. Leaf (2009)", experiments=(figure,))
    >>> print(as_text([Remade(paper, figure, figure.find(None))]))
    == A. Leaf (2009)
    <BLANKLINE>
    Not repeated: figure 1, A page: an illustration
    """
    return _document(remade, "== {}", "{}: {}", aligned)


def as_markdown(remade: Iterable[Remade]) -> str:
    """The same in Markdown.

    >>> as_markdown([])
    ''
    """
    return _document(remade, "### {}", "**{}**: {}", markdown)


def _document(
    remade: Iterable[Remade], paper_form: str, experiment_form: str, table_form: Callable[[ComparisonTable], str]
) -> str:
    parts: list[str] = []
    for _, group in groupby(remade, key=lambda each: each.paper.name):
        of_paper = list(group)
        parts.append(paper_form.format(of_paper[0].paper.citation))
        for _, experiment, finding in of_paper:
            if finding.remade:
                parts.append(experiment_form.format(experiment.name, experiment.title))
                for table in finding.tables:
                    parts += [table.caption, table_form(table)] if table.caption else [table_form(table)]
                parts += [finding.note] if finding.note else []
                parts += [f"Missing: {finding.missing}."] if finding.missing else []
        parts += [
            f"Not repeated: {each.experiment.name}, {each.experiment.title}: {each.finding.missing}"
            for each in of_paper
            if not each.finding.remade
        ]
    return "\n\n".join(parts)


def aligned(table: ComparisonTable) -> str:
    """A table in columns.

    >>> from dehusk.bench.papers.findings import Cell, ComparisonTable
    >>> rows = {"bte": (Cell(0.8, 0.92), Cell()), "dsc": (Cell(0.7), Cell(None, 0.5))}
    >>> print(aligned(ComparisonTable(corner="system", columns=("cleaneval", "nyt"), rows=rows)))
    system      cleaneval        nyt
    bte     0.800 (0.920)          -
    dsc             0.700  - (0.500)
    """
    rows = _rows(table)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            text.rjust(width) if place else text.ljust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def markdown(table: ComparisonTable) -> str:
    """A table in Markdown.

    >>> from dehusk.bench.papers.findings import Cell, ComparisonTable
    >>> print(markdown(ComparisonTable(corner="system", columns=("F1",), rows={"bte": (Cell(0.8, 0.92),)})))
    | system | F1 |
    |---|---|
    | bte | 0.800 (0.920) |
    """
    head, *rows = [f"| {' | '.join(row)} |" for row in _rows(table)]
    return "\n".join([head, "|" + "---|" * (len(table.columns) + 1), *rows])


def _rows(table: ComparisonTable) -> list[Sequence[str]]:
    body = [(name, *(cell_text(cell, table.digits) for cell in cells)) for name, cells in table.rows.items()]
    return [(table.corner, *table.columns), *body]


def cell_text(cell: Cell, digits: int) -> str:
    """Our number, and the published one in parentheses.

    >>> from dehusk.bench.papers.findings import Cell
    >>> cell_text(Cell(0.5, 0.75), 2), cell_text(Cell(), 2)
    ('0.50 (0.75)', '-')
    """
    ours = "-" if cell.ours is None else f"{cell.ours:,.{digits}f}"
    return ours if cell.published is None else f"{ours} ({cell.published:,.{digits}f})"
