"""The modules of the core in both forms: as they were installed, and from their source without compiler and Cython."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import dehusk

FOLDER = Path(dehusk.__file__).parent / "_core"
PACKAGE = "dehusk._core"
FORMS = ("installed", "uncompiled")


class _SourceFinder(MetaPathFinder):
    """Finds the modules of the core as source, not as compiled code."""

    def find_spec(self, name: str, *_others: object) -> ModuleSpec | None:
        package, _, module = name.rpartition(".")
        return spec_from_file_location(name, FOLDER / f"{module}.py") if package == PACKAGE else None


@cache
def _uncompiled() -> dict[str, ModuleType]:
    """All modules of the core, from their source; they use one another in this form."""
    package = ModuleType(PACKAGE)
    package.__path__ = [str(FOLDER)]
    others = {name: module for name, module in sys.modules.items() if not name.startswith(PACKAGE)}
    with (
        patch.dict(sys.modules, {**others, PACKAGE: package, "cython": None}, clear=True),
        patch.object(sys, "meta_path", [_SourceFinder(), *sys.meta_path]),
        patch.object(dehusk, "_core", package),
    ):
        names = [file.stem for file in FOLDER.glob("*.py") if file.stem != "__init__"]
        return {name: import_module(f"{PACKAGE}.{name}") for name in names}


def core_module(name: str, form: str) -> ModuleType:
    """A module of the core in one of its forms.

    >>> core_module("row_loops", "uncompiled").cython.compiled
    False
    """
    return import_module(f"{PACKAGE}.{name}") if form == "installed" else _uncompiled()[name]
