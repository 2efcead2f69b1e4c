"""Content imports no writer, writers do not import the extraction: not even inside functions or for types."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import dehusk

PACKAGE = Path(dehusk.__file__).parent
FORBIDDEN = {
    "content": ("dehusk.output", "dehusk.extraction", "dehusk.api", "dehusk.cli"),
    "output": ("dehusk.extraction", "dehusk.api", "dehusk.cli"),
}
MODULES = [path for part in FORBIDDEN for path in sorted((PACKAGE / part).rglob("*.py"))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_go_to_the_left(path: Path) -> None:
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            imported |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    forbidden = FORBIDDEN[path.relative_to(PACKAGE).parts[0]]
    assert not [name for name in imported if name.startswith(forbidden)]
