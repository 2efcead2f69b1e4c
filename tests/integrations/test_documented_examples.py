"""The examples of docs/integrations.md run, each with the pages that are defined at the beginning of the page."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import dehusk
from adapted_packages import ADAPTED_PACKAGES, MISSING
from page_server import NEWS, page_server

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "integrations.md").read_text("utf-8")
SECTIONS = re.findall(r"^### (.+?)\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(language: str, text: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def examples() -> Iterator[object]:
    for title, text in SECTIONS:
        (module,) = set(re.findall(r"dehusk\.integrations\.(\w+)", text))
        marks = [pytest.mark.skipif(module in MISSING, reason=f"{ADAPTED_PACKAGES.get(module)} is not installed")]
        yield from (pytest.param(block, id=title, marks=marks) for block in blocks("pycon", text))


@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
@pytest.mark.filterwarnings("ignore:.*:ResourceWarning")  # of the processes of Spark
@pytest.mark.parametrize("example", list(examples()))
def test_an_example(example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    names: dict[str, object] = {}
    (first,) = blocks("pycon", TEXT.partition("\n## ")[0])
    for code in (first, example):
        test = doctest.DocTestParser().get_doctest(code, names, "docs/integrations.md", None, 0)
        failed = doctest.DocTestRunner(optionflags=OPTIONS).run(test, clear_globs=False)
        names = test.globs
        assert failed.attempted
        assert not failed.failed


@pytest.mark.skipif("scrapy" in MISSING, reason="scrapy is not installed")
def test_the_example_of_scrapy(tmp_path: Path) -> None:
    (spider,) = blocks("python", dict(SECTIONS)["Scrapy"])
    (tmp_path / "pages.py").write_text(spider, "utf-8")
    with page_server() as address:
        command = [sys.executable, "-m", "scrapy", "runspider", "pages.py", "-a", f"address={address}/news"]
        done = subprocess.run(  # noqa: S603
            [*command, "-O", "pages.jsonl"], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
        )
    assert done.returncode == 0, done.stderr
    item = json.loads((tmp_path / "pages.jsonl").read_text("utf-8"))
    assert item["status"] == "ok"
    assert item["markdown"] == dehusk.extract(NEWS, url=f"{address}/news", favor="precision").markdown
