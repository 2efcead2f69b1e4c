from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dehusk.cli import main
from drawing import serve

PAGES = Path(__file__).parents[1] / "pages"
NEWS = str(PAGES / "news-en" / "page.html")


def data_in(path: Path) -> dict[str, Any]:
    (written,) = re.findall(r'id="data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)
    found: dict[str, Any] = json.loads(written)
    return found


def test_the_web_page_is_beside_the_file_that_it_saves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["label", NEWS, "-o", str(tmp_path / "out" / "tea.jsonl")]) == 0
    page = tmp_path / "out" / "tea.html"
    assert capsys.readouterr() == ("", f"dehusk: wrote {page} with 1 page: open it in a browser; it saves tea.jsonl\n")
    assert [path.name for path in page.parent.iterdir()] == ["tea.html"]
    data = data_in(page)
    assert data["name"] == "tea.jsonl"
    assert data["pages"][0]["html"] == Path(NEWS).read_text("utf-8")


def test_a_directory_that_holds_the_web_page_of_an_earlier_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        Path(f"{name}.html").write_text("<p>Steep the tea for three minutes.")
    for _ in range(2):
        assert main(["label", "."]) == 0
        assert [page["id"] for page in data_in(Path("labels.html"))["pages"]] == ["./a.html", "./b.html"]
    assert "with 2 pages" in capsys.readouterr().err


def test_pages_that_a_file_lists_and_pages_with_an_address(tmp_path: Path) -> None:
    html = "<meta charset=utf-8><p>Der Tee zieht drei Minuten in heißem Wasser."
    with serve({"/tea": ("text/html", html)}) as server:
        (tmp_path / "list.txt").write_text(f"# two\n{server.address}/tea\n{NEWS}\n{NEWS}\n")
        assert main(["label", "-i", str(tmp_path / "list.txt"), "-o", str(tmp_path / "a.jsonl"), "--retry", "1"]) == 0
        pages = data_in(tmp_path / "a.html")["pages"]
        assert [page["id"] for page in pages] == [f"{server.address}/tea", NEWS]
        assert pages[0]["fields"]["url"] == f"{server.address}/tea"
        assert pages[0]["html"] == html


def test_what_is_no_page_is_reported_and_the_rest_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    (tmp_path / "empty.html").write_text("<img src=x>")
    names = [str(tmp_path / "a.pdf"), str(tmp_path / "empty.html"), str(tmp_path / "none.html")]
    assert main(["label", *names, NEWS, "-o", str(tmp_path / "a.jsonl")]) == 1
    messages = capsys.readouterr().err.splitlines()
    assert len(messages) == 4
    assert "this is a PDF document" in messages[0]
    assert messages[1].startswith(f"dehusk: {names[1]}: ")
    assert "no such file" in messages[2]
    assert [page["id"] for page in data_in(tmp_path / "a.html")["pages"]] == [NEWS]
    assert main(["label", *names, "-o", str(tmp_path / "b.jsonl")]) == 1
    assert not (tmp_path / "b.html").exists()


def test_text_as_a_server_sends_it_can_be_labelled(tmp_path: Path) -> None:
    with serve({"/tea": ("text/plain", "Steep <b>it</b>.\n\nDrink it.")}) as server:
        assert main(["label", f"{server.address}/tea", "-o", str(tmp_path / "a.jsonl")]) == 0
    assert data_in(tmp_path / "a.html")["pages"][0]["texts"] == ["Steep <b>it</b>.", "Drink it."]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["labels.html"], 2, "labels.html: is also a page to read"),
        ([NEWS, "-o", "a.json"], 2, "a.json: the name of a file of labelled pages must end in .jsonl"),
        ([NEWS, "--retry", "2"], 2, "are for pages with an http(s) URL"),
        ([NEWS, "--model", "no-such.npz"], 2, "no-such.npz"),
        ([NEWS, "-o", "/dev/null/a.jsonl"], 1, "choose another output"),
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
    Path("labels.html").write_text("<p>Tea")
    assert main(["label", *arguments]) == code
    assert message in capsys.readouterr().err
