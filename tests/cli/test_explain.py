from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from dehusk.cli import main

NEWS = str(Path(__file__).parents[1] / "pages" / "news-en" / "page.html")


@pytest.mark.parametrize("method", ["arias", "cetd-ds", "cectd-ds", "cectd-s"])
def test_svg_is_written(method: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "picture.svg"
    assert main(["explain", NEWS, "--method", method, "-o", str(out)]) == 0
    assert ET.fromstring(out.read_text("utf-8")).tag.endswith("svg")  # noqa: S314
    assert capsys.readouterr() == ("", f"dehusk: wrote {out}\n")


def test_html_is_written(tmp_path: Path) -> None:
    out = tmp_path / "picture.html"
    assert main(["explain", NEWS, "-o", str(out)]) == 0
    assert out.read_text("utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["no-such.html", "-o", "a.svg"], 1, "no-such.html: no such file"),
        ([NEWS, "-o", "a.gif"], 2, "must end in .html, .svg or .png"),
        ([NEWS, "-m", "nosuch", "-o", "a.svg"], 2, "unknown method 'nosuch'; known:"),
        ([NEWS, "-o", "/dev/null/a.svg"], 1, "choose another output"),
    ],
)
def test_errors_are_clear(arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *arguments]) == code
    assert message in capsys.readouterr().err


def test_a_page_that_is_none_has_no_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    assert main(["explain", str(tmp_path / "a.pdf"), "-o", str(tmp_path / "a.svg")]) == 1
    assert "this is a PDF document" in capsys.readouterr().err
    assert not (tmp_path / "a.svg").exists()


def test_a_missing_browser_is_a_usage_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DEHUSK_BROWSER", "/no/such/browser")
    assert main(["explain", NEWS, "-o", str(tmp_path / "a.png")]) == 2
    assert "install Chromium" in capsys.readouterr().err
