"""The tests use the core as it was installed: compiled, if it was compiled."""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from pkgutil import iter_modules

import pytest

from dehusk import _core


@pytest.mark.parametrize("name", [module.name for module in iter_modules(_core.__path__)])
def test_modules_are_loaded_from_where_python_finds_them(name: str) -> None:
    full_name = f"{_core.__name__}.{name}"
    found = PathFinder.find_spec(full_name, _core.__path__)
    assert found
    assert sys.modules[full_name].__file__ == found.origin
