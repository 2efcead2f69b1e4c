"""Thin adapters to other packages, one module per package.

Each module imports its package, so import the one that you use: ``from dehusk.integrations.langchain import ...``. If
the package is not installed, that raises :class:`~dehusk.errors.MissingExtra`, which says how to install it.
docs/integrations.md has an example for each.
"""
