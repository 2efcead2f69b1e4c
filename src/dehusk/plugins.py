"""Parts by name: our own, and those that other packages register in an entry point group."""

from __future__ import annotations

import warnings
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from dehusk.errors import PluginError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from importlib.metadata import EntryPoint


class Registry:
    """The names of one kind of part, and where each is; a part is imported when it is first used.

    ``own`` maps the names of our own parts to ``module:attribute``; other packages cannot replace them. ``unknown``
    makes the error for a name that is not registered, from the name and the list of all names. ``attributes``: what
    a part of another package must have.

    >>> Registry("codec", "dehusk.codecs", {"json": "json:dumps"}, KeyError).load("json")([1])
    '[1]'
    """

    def __init__(
        self,
        kind: str,
        group: str,
        own: Mapping[str, str],
        unknown: Callable[[str, list[str]], Exception],
        attributes: tuple[str, ...] = (),
    ) -> None:
        self.kind, self.group, self.own, self.unknown, self.attributes = kind, group, own, unknown, attributes

    @cached_property
    def _others(self) -> dict[str, EntryPoint]:
        # Half of the time that it takes to import dehusk; our own parts do not need it.
        from importlib.metadata import entry_points

        found: dict[str, EntryPoint] = {}
        for point in entry_points(group=self.group):
            first = self.own.get(point.name) or found.setdefault(point.name, point).value
            if first != point.value:
                problem = f"{first} has the same name"
                warnings.warn(f"the {self.kind} {point.name!r} of {point.value} is ignored: {problem}", stacklevel=3)
        return found

    def names(self) -> list[str]:
        """All names, sorted; nothing is imported."""
        return sorted({*self.own, *self._others})

    def load(self, name: str) -> object:
        """The part of a name; raises :class:`~dehusk.errors.PluginError` if another package's cannot be imported."""
        if name in self.own:
            module, _, attribute = self.own[name].partition(":")
            return getattr(import_module(module), attribute)
        if name not in self._others:
            raise self.unknown(name, self.names())
        point = self._others[name]
        try:
            part = point.load()
            for attribute in self.attributes:
                getattr(part, attribute)
        except Exception as error:
            raise PluginError(self.kind, name, point.value, error) from error
        return part

    def load_all(self) -> Iterator[tuple[str, object]]:
        """Every name with its part; a part that cannot be imported is left out, with a warning."""
        for name in self.names():
            try:
                yield name, self.load(name)
            except PluginError as error:
                warnings.warn(str(error), stacklevel=3)
