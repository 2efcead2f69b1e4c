"""Loops over the text and the rows of pages, written once: compiled by Cython, or run as they are.

``pip install`` compiles the modules if it finds a C compiler. Without one they are ordinary Python: the same results,
many times slower. :data:`COMPILED` says which.
"""

from __future__ import annotations

from dehusk._core.row_loops import COMPILED

__all__ = ["COMPILED"]

if not COMPILED:
    import logging

    logging.getLogger("dehusk").info("dehusk was installed without a compiler: same results, many times slower")
