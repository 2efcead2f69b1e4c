from __future__ import annotations

import re
from pathlib import Path

import pytest

from dehusk.cli import main
from dehusk.methods import DEFAULT_METHOD
from dehusk.methods.registry import plain_methods

NEWS = str(Path(__file__).parents[1] / "pages" / "news-en" / "page.html")


def test_one_column_per_method(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["compare", NEWS, "--methods", "arias,cectd-ds,arias:c1=0.5,c2=3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("arias  cectd-ds  arias:c1=0.5,c2=3  block\n")
    assert "\x1b" not in out
    assert " disputed\n" in out


def test_every_method_by_default(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "compare.html"
    assert main(["compare", NEWS, "-o", str(out)]) == 0
    html = out.read_text("utf-8")
    assert all(name in html for name in plain_methods())
    assert re.findall(r'class="chip c(\d+)" title="([^"]+)"', html)[0] == ("0", DEFAULT_METHOD)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["no-such.html"], 1, "no-such.html: no such file"),
        ([NEWS, "--methods", "arias,nosuch"], 2, "unknown method 'nosuch'; known:"),
        ([NEWS, "--methods", ","], 2, "--methods needs a name; known:"),
        ([NEWS, "-o", "a.svg"], 2, "must end in .html"),
        ([NEWS, "--methods", "arias", "-o", "/dev/null/a.html"], 1, "choose another output"),
    ],
)
def test_errors_are_clear(arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *arguments]) == code
    assert message in capsys.readouterr().err


def test_a_page_that_is_none_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    assert main(["compare", str(tmp_path / "a.pdf"), "--methods", "arias"]) == 1
    assert "this is a PDF document" in capsys.readouterr().err
