from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

FUNCTIONS = Path(__file__).parent / "functions"


@pytest.fixture
def functions(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make ``naughty:...`` an extractor, here and in what this process starts."""
    monkeypatch.syspath_prepend(FUNCTIONS)
    monkeypatch.setenv("PYTHONPATH", str(FUNCTIONS))
    return FUNCTIONS


@pytest.fixture
def collection(tmp_path: Path) -> Callable[..., Path]:
    """Write pages with these bodies as a collection."""

    def write(*bodies: str, dataset: str = "mine", **fields: object) -> Path:
        path = tmp_path / f"{dataset}.jsonl"
        rows = [
            {"id": str(number), "dataset": dataset, "html": f"<p>{body}</p>", "gold": "Steep the tea."} | fields
            for number, body in enumerate(bodies)
        ]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    return write
