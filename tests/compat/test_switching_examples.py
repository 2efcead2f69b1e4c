"""The examples of docs/switching.md run, and its tables have every option."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path

import pytest
import readability  # type: ignore[import-untyped]
import trafilatura

TEXT = (Path(__file__).parents[2] / "docs" / "switching.md").read_text("utf-8")


@pytest.mark.parametrize("example", re.findall(r"^```pycon\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL))
def test_an_example(example: str) -> None:
    found = doctest.DocTestParser().get_doctest(example, {}, "docs/switching.md", None, 0)
    assert not doctest.DocTestRunner().run(found).failed


def test_the_imports() -> None:
    (imports,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    exec(imports, {})  # noqa: S102


@pytest.mark.parametrize(
    "function",
    [trafilatura.extract, trafilatura.bare_extraction, trafilatura.extract_metadata, readability.Document.__init__],
    ids=lambda function: f"{function.__module__}.{function.__name__}",
)
def test_every_option_of_the_original_is_in_the_tables(function: object) -> None:
    names = set(inspect.signature(function).parameters) - {"self", "input", "filecontent", "default_url"}  # type: ignore[arg-type]
    rows = "".join(line for line in TEXT.splitlines() if line.startswith("|"))
    assert {name for name in names if f"`{name}`" not in rows and f"`{name}=" not in rows} == set()
