"""The programs of examples/ run, and the package that adds a method is found by its entry point.

``make examples`` also trains a model, and installs the package with pip.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from doc_pages import ROOT

EXAMPLES = sorted(path for path in (ROOT / "examples").glob("*.py") if path.stem != "train_on_own_pages")
PACKAGE = ROOT / "examples/dehusk-sentences"


def run_python(arguments: list[str], **environment: str) -> str:
    command = [sys.executable, *arguments]
    variables = {**os.environ, **environment}
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=120, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as an installer leaves it: its modules, and the entry points beside them."""
    folder = tmp_path_factory.mktemp("installed")
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copytree(PACKAGE / "src", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.egg-info"))
    about = folder / f"dehusk_sentences-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"].items()
    lines = [f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in points.items()) for group, points in groups]
    (about / "entry_points.txt").write_text("".join(lines))
    return folder


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_program_runs(path: Path) -> None:
    assert len(run_python([str(path)]).splitlines()) >= 2


def test_every_example_is_in_the_list() -> None:
    text = (ROOT / "examples/README.md").read_text("utf-8")
    names = [path.name for path in (ROOT / "examples").iterdir() if path.suffix == ".py" or path.is_dir()]
    assert [name for name in names if f"`{name}" not in text] == []


def test_the_tests_of_the_package_pass(installed: Path) -> None:
    tests = shutil.copytree(PACKAGE / "tests", installed / "tests")
    arguments = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(installed)]
    paths = [str(tests), "--doctest-modules", str(installed / "dehusk_sentences")]
    assert "4 passed" in run_python([*arguments, *paths], PYTHONPATH=str(installed))


def test_the_method_of_the_package_is_on_the_command_line(installed: Path) -> None:
    page = str(ROOT / "tests/pages/news-en/page.html")
    assert "blocks that have sentences" in run_python(["-m", "dehusk", "methods"], PYTHONPATH=str(installed))
    text = run_python(["-m", "dehusk", "--method", "sentences", page], PYTHONPATH=str(installed))
    assert "The wheel at Sallow Quay last turned in 1934" in text
