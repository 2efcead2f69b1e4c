"""``--quality``: pages that are not worth keeping are reported or dropped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dehusk.cli import main

TEA = "<title>Tea</title><p>Green tea is steeped for three minutes, black tea for four.</p>"
MISSING = "<title>Page not found</title><h1>Page not found</h1>"
WHY = "soft_404: says 'Page not found' (title)"


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "tea.html").write_text(TEA)
    (folder / "gone.html").write_text(MISSING)
    monkeypatch.chdir(tmp_path)
    return folder


def test_report(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pages", "-o", "out", "--quality", "report"]) == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["gone.txt", "tea.txt"]
    about_page, *summary = capsys.readouterr().err.splitlines()
    assert about_page.startswith(f"dehusk: {pages.name}/gone.html: ok: {WHY}")
    assert summary == ["dehusk: 2 pages: 2 ok", "  not worth keeping: 1 soft_404"]


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_drop_to_a_directory(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pages", "-o", "out", "--quality", "drop", "--jobs", jobs]) == 0
    assert [path.name for path in Path("out").iterdir()] == ["tea.txt"]
    shown = capsys.readouterr().err
    assert f"pages/gone.html: dropped: {WHY}" in shown
    assert "2 pages: 1 dropped, 1 ok\n  not worth keeping: 1 soft_404" in shown


@pytest.mark.usefixtures("pages")
def test_drop_from_a_stream(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pages", "-f", "json", "--quality", "drop", "--quiet"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["quality"]["worth_keeping"]


@pytest.mark.usefixtures("pages")
def test_one_page_that_is_dropped_leaves_the_old_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("out.txt").write_text("old")
    assert main(["pages/gone.html", "-o", "out.txt", "--quality", "drop"]) == 0
    assert Path("out.txt").read_text() == "old"
    assert WHY in capsys.readouterr().err


@pytest.mark.usefixtures("pages")
def test_without_the_option_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pages/gone.html", "pages/tea.html"]) == 0
    assert "soft_404" not in capsys.readouterr().err
