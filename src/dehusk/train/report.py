"""The report card of a model: F1 on pages it was not fitted to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.page_type import UNKNOWN
from dehusk.train.measure import means, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.methods.learned.model_file import Model
    from dehusk.train.labels import Example


def report_card(model: Model, test: Sequence[Example]) -> str:
    """A table of F1: each collection by trees that saw none of it, on training and on test pages, then by the model."""
    tested = [(each, model.logits(each.columns)) for each in test if len(each.gold)]
    results = measure(tested, model.rule)
    columns = (model.summary["left_out_f1"], model.summary["left_out_test_f1"], means(results))
    lines = ["collection        left out  left out, test   test  pages"]
    for name in sorted({name for column in columns for name in column}):
        cells = [f"{column[name]:.3f}" if name in column else "-" for column in columns]
        lines.append(_line(name, cells, len(results.get(name, []))))
    if results:
        pages = [page for group in results.values() for page in group]
        macro = [f"{np.mean(list(column.values())):.3f}" for column in columns]
        lines.append(_line("macro", macro, len(pages)))
        correlation = np.corrcoef([page.expected for page in pages], [page.f1 for page in pages])[0, 1]
        lines.append(f"correlation of expected and measured F1: {correlation:.2f}")
        lines.append(_types(model, test))
    return "\n".join(lines)


def _line(name: str, cells: list[str], pages: int) -> str:
    return f"{name:16}  {cells[0]:>8}  {cells[1]:>14}  {cells[2]:>5}  {pages:>5}"


def _types(model: Model, test: Sequence[Example]) -> str:
    """For how many pages the type is named, and for how many of these rightly."""
    least = model.rule.min_type_probability
    typed = [(each.type, model.page_types.of(each.described, least)) for each in test if each.type]
    named = [(wanted, found) for wanted, found in typed if found != UNKNOWN]
    right = sum(wanted == found for wanted, found in named)
    return f"page type: {len(typed)} pages, named for {len(named)}, right for {right}"
