"""The modules of the core in both forms: as they were installed, and from their source without compiler and Cython."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import dehusk

FOLDER = Path(dehusk.__file__).parent / "_core"
FORMS = ("installed", "uncompiled")


@cache
def core_module(name: str, form: str) -> ModuleType:
    """A module of the core in one of its forms.

    >>> core_module("row_loops", "uncompiled").COMPILED
    False
    """
    if form == "installed":
        return import_module(f"dehusk._core.{name}")
    spec = spec_from_file_location(f"uncompiled_{name}", FOLDER / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    with patch.dict(sys.modules, {"cython": None}):
        spec.loader.exec_module(module)
    return module
