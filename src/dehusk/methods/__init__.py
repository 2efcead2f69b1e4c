"""One module per paper, and the contract they share."""

from __future__ import annotations

from dehusk.methods.base import Method, Selection
from dehusk.methods.registry import make_method, method_class, methods

__all__ = ["Method", "Selection", "make_method", "method_class", "methods"]
