"""Labelling pages by hand: a web page in which one chooses the blocks that are content and saves labelled pages."""

from __future__ import annotations

from dehusk.labelling.label_document import label_data, label_html
from dehusk.labelling.unlabelled_page import PageToLabel, page_to_label

__all__ = ["PageToLabel", "label_data", "label_html", "page_to_label"]
