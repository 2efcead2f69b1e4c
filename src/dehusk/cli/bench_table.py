"""The table of ``dehusk bench show``: for the terminal, as CSV, as JSON."""

from __future__ import annotations

import csv
import io
import json
import math
import shutil
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from dehusk.bench.standings import METRICS, SIGNIFICANT, Standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Form = Callable[[list[Standing], str, str | None], str]
# Precision and recall of the metrics that have their own.
_PARTS = {
    "labels": ("label_precision", "label_recall"),
    "nodes": ("node_precision", "node_recall"),
    "node_words": ("node_word_precision", "node_word_recall"),
    "blocks": ("block_precision", "block_recall"),
    "blocks_f05": ("block_precision", "block_recall"),
    "chars": ("char_precision", "char_recall"),
    "chars_f05": ("char_precision", "char_recall"),
    "lcsequence": ("lcsequence_precision", "lcsequence_recall"),
    "lcstring": ("lcstring_precision", "lcstring_recall"),
}


def as_table(standings: list[Standing], metric: str, baseline: str | None) -> str:
    """For people: the ranking, then the groups in as many tables as the terminal needs.

    >>> from dehusk.bench.store import Result
    >>> from dehusk.bench.standings import standings
    >>> rows = [Result(extractor="arias", dataset="mine", id="1", f1=0.5)]
    >>> print(as_table(standings({"arias": rows}), "f1", None))
    extractor  macro  95% interval  all    ...
    arias      0.500   0.500-0.500  0.500  ...
    """
    shown = (METRICS[metric].description, f"{max(one.pages for one in standings)} pages")
    parts = [
        _aligned([_ranking_row(one, metric) for one in standings]),
        *_group_tables(standings),
        f"macro: mean over groups of {', '.join(shown)}; interval: bootstrap over pages within groups",
    ]
    if baseline:
        parts[-1] += f"\nvs {baseline}: difference of macro on common pages and p of the paired bootstrap; "
        parts[-1] += "Wilcoxon: p of the signed-rank test on common pages; * p < 0.05"
    if few := _incomplete(standings):
        parts.append(few)
    return "\n\n".join(parts)


def _ranking_row(one: Standing, metric: str) -> dict[str, str]:
    row = {
        "extractor": one.extractor,
        "macro": _number(one.macro),
        "95% interval": f"{_number(one.low)}-{_number(one.high)}",
        "all": _number(one.overall),
    }
    if one.comparison:
        star = "*" if one.comparison.significant else " "
        row["vs baseline"] = f"{one.comparison.difference:+.3f} p={one.comparison.p:.3f}{star}"
        star = "*" if one.comparison.wilcoxon_p < SIGNIFICANT else " "
        row["Wilcoxon"] = f"p={one.comparison.wilcoxon_p:.3f}{star}"
    precision, recall = _PARTS.get(metric, ("precision", "recall"))
    others = {"Acc": "label_accuracy"} if metric == "labels" else {}
    others |= {"P": precision, "R": recall, "CleanEval": "cleaneval", "shingles": "shingles"}
    others |= {"snippets": "snippets", "F1": "f1"}
    row |= {head: _number(one.scores[name]) for head, name in others.items() if name != metric}
    return row | {
        "ms": f"{one.milliseconds:.1f}",
        "CPU ms": f"{one.cpu_milliseconds:.1f}",
        "MB/s": f"{one.megabytes_per_second:.2f}",
        "errors": str(one.errors),
    }


def _group_tables(standings: list[Standing]) -> list[str]:
    """The score of each group, cut into tables that fit."""
    room = shutil.get_terminal_size((160, 24)).columns - max(len(one.extractor) for one in standings)
    tables: list[list[str]] = []
    for group in standings[0].groups:
        width = max(len(group), 5) + 2
        if not tables or sum(max(len(name), 5) + 2 for name in tables[-1]) + width > room:
            tables.append([])
        tables[-1].append(group)
    return [
        _aligned(
            [
                {"extractor": one.extractor} | {group: _number(one.groups[group]) for group in groups}
                for one in standings
            ]
        )
        for groups in tables
    ]


def _incomplete(standings: list[Standing]) -> str:
    most = max(one.pages for one in standings)
    few = [f"{one.extractor} ({one.pages})" for one in standings if one.pages < most]
    return f"not on all {most} pages: {', '.join(few)}" if few else ""


def _aligned(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows as columns of text, the first to the left, numbers to the right."""
    heads = max(map(list, rows), key=len)  # the baseline is compared with nothing, so its row lacks a column
    lines = [heads, *([row.get(head, "") for head in heads] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _number(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"


def as_csv(standings: list[Standing], metric: str, baseline: str | None) -> str:
    """For spreadsheets: one line per extractor; an empty cell where there is no number.

    >>> from dehusk.bench.store import Result
    >>> from dehusk.bench.standings import standings
    >>> rows = [Result(extractor="arias", dataset="mine", id="1", f1=0.5)]
    >>> print(as_csv(standings({"arias": rows}), "f1", None))
    extractor,pages,errors,macro,low,high,overall,...
    arias,1,0,0.5,0.5,0.5,0.5,...
    """
    out = io.StringIO()
    rows = [_flat(one) for one in json.loads(as_json(standings, metric, baseline))["standings"]]
    writer = csv.DictWriter(out, list(dict.fromkeys(key for row in rows for key in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


def _flat(row: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Nested names joined: ``groups.cleaneval``, ``comparison.p``."""
    flat: dict[str, object] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        elif not (value is None and key == "comparison"):
            flat[prefix + key] = value
    return flat


def as_json(standings: list[Standing], metric: str, baseline: str | None) -> str:
    """For programs: everything; null where there is no number.

    >>> from dehusk.bench.store import Result
    >>> from dehusk.bench.standings import standings
    >>> rows = [Result(extractor="arias", dataset="mine", id="1", f1=0.5)]
    >>> json.loads(as_json(standings({"arias": rows}), "f1", None))["standings"][0]["groups"]
    {'mine': 0.5}
    """
    rows = [_without_nan(asdict(one)) for one in standings]
    return json.dumps({"metric": metric, "baseline": baseline, "standings": rows}, indent=1, ensure_ascii=False)


def _without_nan(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value


FORMS: Mapping[str, Form] = {"table": as_table, "csv": as_csv, "json": as_json}
"""Writer by form."""
