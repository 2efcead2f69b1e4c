"""Slow readings of the five papers, written from their text alone: on a tree of plain objects, loop by loop.

The fast methods are checked against them: by ``tests/test_oracles.py`` on our own pages, and by
``benchmarks/slow_readings.py`` on any collection. What papers leave open is read as in ``docs/methods.md``.
"""
