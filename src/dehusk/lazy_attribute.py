"""Attributes that are computed when they are first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

__all__ = ["lazy_attribute"]

if TYPE_CHECKING:
    lazy_attribute = cached_property
else:

    class lazy_attribute(cached_property):  # noqa: N801 - a decorator
        """As ``functools.cached_property``, without the lock that Python 3.11 takes: a page has twenty such attributes.

        Two threads may compute the same value twice, as with ``cached_property`` of later versions of Python.

        >>> class Numbers:
        ...     @lazy_attribute
        ...     def squares(self):
        ...         return [0, 1, 4]
        >>> numbers = Numbers()
        >>> numbers.squares is numbers.squares
        True
        """

        def __get__(self, instance, owner=None):  # noqa: ANN001, ANN204
            """The value, which is kept in the instance."""
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value
