"""The report card of a model: F1 on pages it was not fitted to, also beside another model."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.methods.learned.page_style import styled_scores
from dehusk.methods.learned.page_type import UNKNOWN, likely_type, type_probabilities
from dehusk.train.measure import TRAINING_NOISE, macro, means, measure
from dehusk.train.site_split import TEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.methods.learned.model_file import Model
    from dehusk.methods.learned.page_network import PageScores
    from dehusk.train.labels import Example
    from dehusk.train.measure import Measured


class ModelComparison(NamedTuple):
    """The F1 of a model beside that of another one, on the same pages; the mean over collections."""

    ours: float
    theirs: float
    pages: int
    what: str
    """Which pages."""

    @property
    def is_worse(self) -> bool:
        """Whether the model is worse than the other one, by more than two trainings differ."""
        return self.ours < self.theirs - TRAINING_NOISE

    def __str__(self) -> str:
        """Both numbers in a sentence.

        >>> print(ModelComparison(0.9, 0.93, 20, "test pages"))
        F1 on 20 test pages: 0.900, of the model that comes with dehusk 0.930
        """
        return f"F1 on {self.pages} {self.what}: {self.ours:.3f}, of the model that comes with dehusk {self.theirs:.3f}"


def compare(model: Model, other: Model, examples: Sequence[Example]) -> ModelComparison:
    """Compare a model that was fitted to these examples with another one: on the test pages among them.

    If there are none, on the training pages: each by a network that was fitted to the other pages. If the other model
    was fitted to the same pages, both are compared on training pages, each by networks that did not see its collection:
    test pages are for a report about a model, not for the choice between two.
    """
    found, known = model.summary["left_out_f1"], other.summary["left_out_f1"]
    train = [each for each in examples if each.split != TEST and each.collection in found and len(each.gold)]
    if found.keys() == known.keys() and model.summary["pages"] == other.summary["pages"]:
        what = "training pages of collections left out"
        return ModelComparison(_mean(found), _mean(known), len(train), what)
    test = [each for each in examples if each.split == TEST and len(each.gold)]
    if test:
        return ModelComparison(macro(_measured(model, test)), macro(_measured(other, test)), len(test), "test pages")
    what = "training pages, left out in turn"
    return ModelComparison(_mean(found), macro(_measured(other, train)), len(train), what)


def _mean(found: dict[str, float]) -> float:
    return float(np.mean(list(found.values())))


def report_card(model: Model, test: Sequence[Example]) -> str:
    """A table of F1: each collection by networks that saw none of it, on training and test pages, then by the model."""
    results = _measured(model, [each for each in test if len(each.gold)])
    columns = (model.summary["left_out_f1"], model.summary["left_out_test_f1"], means(results))
    lines = ["collection        left out  left out, test   test  pages"]
    for name in sorted({name for column in columns for name in column}):
        cells = [f"{column[name]:.3f}" if name in column else "-" for column in columns]
        lines.append(_line(name, cells, len(results.get(name, []))))
    if results:
        pages = [page for group in results.values() for page in group]
        macros = [f"{_mean(column):.3f}" if column else "-" for column in columns]
        lines.append(_line("macro", macros, len(pages)))
        expected, measured = np.array([(page.expected, page.f1) for page in pages]).T
        if expected.std() and measured.std():
            lines.append(f"correlation of expected and measured F1: {np.corrcoef(expected, measured)[0, 1]:.2f}")
        lines.append(_types(model, test))
    return "\n".join(lines)


def _scores(model: Model, each: Example) -> PageScores:
    return styled_scores(model.network, each.columns, each.inputs, model.style_with(None), model.rule).scores


def _measured(model: Model, examples: Sequence[Example]) -> dict[str, list[Measured]]:
    return measure([(each, _scores(model, each).logits) for each in examples], model.rule)


def _line(name: str, cells: list[str], pages: int) -> str:
    return f"{name:16}  {cells[0]:>8}  {cells[1]:>14}  {cells[2]:>5}  {pages:>5}"


def _types(model: Model, test: Sequence[Example]) -> str:
    """For how many pages the type is named, and for how many of these rightly."""
    least = model.rule.min_type_probability
    typed = [
        (each.type, likely_type(type_probabilities(_scores(model, each).type_logits), least))
        for each in test
        if each.type
    ]
    named = [(wanted, found) for wanted, found in typed if found != UNKNOWN]
    right = sum(wanted == found for wanted, found in named)
    return f"page type: {len(typed)} pages, named for {len(named)}, right for {right}"
