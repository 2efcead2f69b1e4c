"""The tables and figures of the five papers, measured again on given collections: one module per paper.

Needs the ``bench`` extra (rapidfuzz).
"""
