"""Adapters need their packages only when they are imported, and then say how to install them."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(path.stem for path in (ROOT / "src" / "dehusk" / "integrations").glob("*.py"))
ADAPTERS = [name for name in MODULES if name not in ("__init__", "document_facts")]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]

WITHOUT = """
import sys
class Without:
    def find_spec(self, name, path=None, target=None):
        known = {{*sys.stdlib_module_names, "numpy", "turbohtml", "dehusk", "urllib3", "brotli"}}
        if name.partition(".")[0] not in known:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Without())
import dehusk.integrations
try:
    import dehusk.integrations.{module}
except dehusk.MissingExtra as error:
    print(error)
"""


@pytest.mark.parametrize("module", ADAPTERS)
def test_a_missing_package_is_named_with_its_extra(module: str) -> None:
    code = f"import sys; sys.path[:0] = {sys.path!r}\n{WITHOUT.format(module=module)}"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    pattern = r"this needs the package '([\w-]+)'; from a checkout of dehusk: pip install '\.\[([\w-]+)\]'\n"
    found = re.fullmatch(pattern, done.stdout)
    assert found, done.stdout
    package, extra = found.groups()
    assert any(each.startswith(package) for each in EXTRAS[extra])


def test_every_adapter_has_an_extra() -> None:
    assert {name.replace("_", "-") for name in ADAPTERS} <= EXTRAS.keys()


def test_every_adapter_is_in_the_documentation() -> None:
    text = (ROOT / "docs" / "integrations.md").read_text("utf-8")
    assert {name for name in ADAPTERS if f"dehusk.integrations.{name}" not in text} == set()
