"""The learned default for programs in other languages: one file of typed arrays (``dehusk export``)."""

from __future__ import annotations

from dehusk.export.browser_model import export_model

__all__ = ["export_model"]
