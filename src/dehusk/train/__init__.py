"""Fitting the learned default: labels from gold text, features, trees, and a report card."""

from __future__ import annotations

from dehusk.train.fit_trees import TreeSettings, fit
from dehusk.train.labels import Example, example
from dehusk.train.report import report_card

__all__ = ["Example", "TreeSettings", "example", "fit", "report_card"]
