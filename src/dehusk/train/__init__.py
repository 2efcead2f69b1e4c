"""Fitting the learned default: labels from gold text, features, harder pages, the network, and a report card."""

from __future__ import annotations

from dehusk.train.fit_network import PageNetworkSettings, fit
from dehusk.train.labels import Example, example
from dehusk.train.report import ModelComparison, compare, report_card

__all__ = ["Example", "ModelComparison", "PageNetworkSettings", "compare", "example", "fit", "report_card"]
