"""One module per paper, and the contract that they share."""

from __future__ import annotations

from dehusk.methods.base import Method, Selection
from dehusk.methods.registry import DEFAULT_METHOD, list_methods, make_method, method_class

__all__ = ["DEFAULT_METHOD", "Method", "Selection", "list_methods", "make_method", "method_class"]
