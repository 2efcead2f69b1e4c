"""Packages import only packages above them in the table of docs/architecture.md, and the table lists every import.

Imports inside functions count, imports for type checkers (``if TYPE_CHECKING``) do not. After an intended change,
``python tests/test_import_graph.py`` prints the column of the table.
"""

# ruff: noqa: T201 - also a command

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "dehusk"
DOCUMENT = ROOT / "docs" / "architecture.md"
# | `package/` | what is in it | `imports`, ... |
TABLE_ROW = re.compile(r"^\| `([\w.]+)/?` \|.*\| ([^|]*) \|$", re.MULTILINE)
TABLE_HEAD = "| package | what is in it | imports |"


class Import(NamedTuple):
    """An import of one module by another, and the line it is in."""

    importer: str
    imported: str
    line: int


def module_name(path: Path) -> str:
    """The dotted name of a module of dehusk.

    >>> module_name(SOURCE / "page" / "__init__.py"), module_name(SOURCE / "errors.py")
    ('dehusk.page', 'dehusk.errors')
    """
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def package_of(module: str) -> str:
    """The part of the source that a module belongs to: a package, or a module beside the packages.

    >>> package_of("dehusk.page.tags"), package_of("dehusk.errors"), package_of("dehusk")
    ('page', 'errors', '__init__')
    """
    return module.split(".")[1] if "." in module else "__init__"


def imports_in(module: str) -> Iterator[Import]:
    """The modules of dehusk that a module imports when it runs."""
    nodes: list[ast.AST] = [ast.parse(MODULES[module].read_text("utf-8"))]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            nodes += node.orelse
            continue
        nodes += ast.iter_child_nodes(node)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found = [name if name in MODULES else name.rpartition(".")[0] for name in names]
        elif isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            found = [str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)]
        else:
            continue
        yield from (Import(module, name, node.lineno) for name in found if name in MODULES)


IMPORTS = [each for module in MODULES for each in imports_in(module)]
GRAPH: dict[str, set[str]] = {package_of(module): set() for module in MODULES}
for _each in IMPORTS:
    GRAPH[package_of(_each.importer)].add(package_of(_each.imported))
for _package, _imported in GRAPH.items():
    _imported.discard(_package)


def documented_graph() -> dict[str, set[str]]:
    """The table of docs/architecture.md: package -> what it imports, from top to bottom."""
    _, head, table = DOCUMENT.read_text("utf-8").partition(TABLE_HEAD)
    assert head, f"{DOCUMENT} has no table with the head {TABLE_HEAD!r}"
    rows = TABLE_ROW.findall(table.partition("\n\n")[0])
    return {package.removesuffix(".py"): set(re.findall(r"`([\w.]+?)(?:\.py)?`", cell)) for package, cell in rows}


def places(importer: str, imported: str) -> str:
    found = [each for each in IMPORTS if (package_of(each.importer), package_of(each.imported)) == (importer, imported)]
    return ", ".join(f"{MODULES[each.importer].relative_to(ROOT)}:{each.line}" for each in found)


def test_no_package_imports_one_below_it() -> None:
    order = list(documented_graph())
    below = {
        (package, other)
        for package, imported in GRAPH.items()
        for other in imported
        if order.index(other) > order.index(package)
    }
    wrong = [f"{package} imports {other}: {places(package, other)}" for package, other in sorted(below)]
    assert not below, wrong


def test_the_table_in_the_documentation_is_the_real_graph() -> None:
    assert documented_graph() == GRAPH, f"python {Path(__file__).name} prints what should be there"


def test_no_submodule_is_hidden_by_another_name_of_its_package() -> None:
    """Else ``import dehusk.package.module as m`` would give the other thing."""
    hidden = set()
    for package in {module.rpartition(".")[0] for module in MODULES} - {""}:
        for statement in ast.parse(MODULES[package].read_text("utf-8")).body:
            if isinstance(statement, ast.ImportFrom):
                origin = {alias.asname or alias.name: f"{statement.module}.{alias.name}" for alias in statement.names}
                named = {f"{package}.{name}": module for name, module in origin.items()}
                hidden |= {name for name, module in named.items() if name in MODULES and module != name}
            elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
                hidden |= {f"{package}.{statement.name}"} & MODULES.keys()
    assert not hidden


if __name__ == "__main__":
    for _package, _imported in GRAPH.items():
        print(f"{_package:12}", ", ".join(f"`{other}`" for other in GRAPH if other in _imported) or "nothing")
