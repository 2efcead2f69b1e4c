"""The Python code of the README runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[1]


def test_the_example_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    examples = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    for example in examples:
        exec(example, {})  # noqa: S102
    assert len(examples) >= 1
    assert len(capsys.readouterr().out.splitlines()) == len(list(Path("tests/pages").rglob("*.html")))
