"""Modules with the functions of other extractors, for programs that switch: change the import and nothing else.

docs/switching.md has a table of their options.
"""
