"""Drawing from the command line: options, snapshots, and pages that their scripts make."""

from __future__ import annotations

from pathlib import Path

import pytest

from dehusk.cli import main
from drawing import needs_browser, serve

MADE = "<title>Made</title><body><script>document.body.innerHTML = '<article><p>Written by a script.</p>'</script>"
ARTICLE = "<article><p>Steep the tea for three minutes.</p><p class=gone>Not to be seen.</p></article>"
STYLED = f"<link rel=stylesheet href=/style.css>{ARTICLE}"


@needs_browser
def test_scripts_make_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    path.write_text(MADE)
    assert main(["-q", str(path)]) == 0
    assert capsys.readouterr().out.strip() == ""
    assert main(["-q", "--scripts", str(path)]) == 0
    assert capsys.readouterr().out == "Written by a script.\n"


@needs_browser
@pytest.mark.parametrize("method", ["arias", "gce:width_factor=1"])
def test_a_saved_page_keeps_its_styles(method: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "page.mhtml"
    style = ".gone { display: none } article { width: 700px; height: 800px }"
    with serve({"/": ("text/html", STYLED), "/style.css": ("text/css", style)}) as server:
        assert main(["snapshot", f"{server.address}/", "-o", str(saved)]) == 0
    assert saved.read_bytes().count(b"\nContent-Location") == 2
    capsys.readouterr()
    assert main(["-q", "--draw", "--method", method, str(saved)]) == 0
    assert capsys.readouterr().out == "Steep the tea for three minutes.\n"


@needs_browser
def test_a_saved_page_is_read_without_a_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.html").write_text("<meta charset=utf-8><p>Infusez le thé 茶 pendant trois minutes.", "utf-8")
    assert main(["snapshot", str(tmp_path / "page.html"), "-o", str(tmp_path / "page.mhtml")]) == 0
    monkeypatch.setenv("DEHUSK_BROWSER", "/no/such/browser")
    capsys.readouterr()
    assert main([str(tmp_path / "page.mhtml")]) == 0
    assert capsys.readouterr().out == "Infusez le thé 茶 pendant trois minutes.\n"


@needs_browser
def test_methods_are_compared_on_the_drawn_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "page.html").write_text("<style>.gone{display:none}</style><p>Tea for everybody<p class=gone>Not seen")
    assert main(["compare", str(tmp_path / "page.html"), "--methods", "gce,cetd-ds"]) == 0
    out = capsys.readouterr().out
    assert "Tea for everybody" in out
    assert "Not seen" not in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["snapshot", "no-such.html", "-o", "a.mhtml"], 1, "no-such.html: no such file"),
        (["snapshot", "page.html", "-o", "a.html"], 2, "must end in .mhtml"),
        (["--window", "5x5", "page.html"], 2, "between 16 and 10000"),
    ],
)
def test_errors_are_clear(
    arguments: list[str],
    code: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.html").write_text("<p>Tea")
    assert main(arguments) == code
    assert message in capsys.readouterr().err


def test_without_a_browser_the_error_says_how_to_install_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dehusk.layout.browser._shared", {})
    monkeypatch.setenv("DEHUSK_BROWSER", "/no/such/browser")
    (tmp_path / "page.html").write_text("<p>Tea")
    for arguments in (["--method", "gce"], ["--draw"]):
        assert main([*arguments, str(tmp_path / "page.html")]) == 2
        assert "install Chromium (apt install chromium" in capsys.readouterr().err
