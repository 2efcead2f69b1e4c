"""``extract_site`` and ``dehusk site``: every input has its answer, grouped by site."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

from dehusk import ArgumentError, Page, Selection, SourceError, extract_site, parse
from dehusk.cli import main
from dehusk.errors import MissingExtra
from dehusk.scale.warc_pages import read_warc
from dehusk.site.temex import TemEx
from dehusk.source import Source
from made_up_sites import SITES

if TYPE_CHECKING:
    from collections.abc import Sequence


def html(text: str) -> str:
    return f"<ul><li>Home</ul><p>{text}"


def test_every_input_has_its_extraction_in_order() -> None:
    given: list[str | bytes | Source | Page] = [
        html("One."),
        b"%PDF-1.7",
        html("Two.").encode("utf-16"),
        Source.of(html("Three.").encode(), url="http://e.org/c"),
        parse(html("Four."), url="http://e.org/d"),
        "",
    ]
    found = extract_site(given, method="temex", key=lambda _: "one site")
    assert [extraction.text for extraction in found] == ["One.", "", "Two.", "Three.", "Four.", ""]
    assert [extraction.status for extraction in found] == ["ok", "unreadable", "ok", "ok", "ok", "empty"]
    assert {extraction.method for extraction in found} == {"temex"}
    assert found[2].encoding is not None
    assert found[3].url == "http://e.org/c"


def test_pages_are_compared_within_a_host() -> None:
    pages = [parse(html(f"{host} {n}."), url=f"http://{host}/{n}") for n in (1, 2, 3) for host in ("a.org", "b.org")]
    pages.append(parse(html("c 1."), url="http://c.org/1"))
    found = extract_site(pages, method=TemEx())
    assert [extraction.text for extraction in found[:2]] == ["a.org 1.", "b.org 1."]
    assert found[-1].text == "Home\nc 1."


class Broken:
    name: ClassVar[str] = "broken"
    description: ClassVar[str] = "raises"

    def select_site(self, pages: Sequence[Page]) -> list[Selection]:
        raise KeyError(len(pages))


def test_a_site_method_that_breaks_fails_its_pages_alone() -> None:
    found = extract_site([html("One."), html("Two.")], method=Broken())
    assert [extraction.status for extraction in found] == ["failed", "failed"]
    assert "broken" in found[0].reason
    assert "KeyError" in found[0].reason


def test_plain_text_is_kept_whole() -> None:
    text = Source.of(b"One.\n\nTwo.", headers={"Content-Type": "text/plain"})
    found = extract_site([text, text, html("Three.")], method="temex")
    assert [extraction.text for extraction in found[:2]] == ["One.\nTwo."] * 2
    assert "plain text" in found[0].reason


def test_no_pages_and_wrong_arguments() -> None:
    assert extract_site([]) == []
    with pytest.raises(ArgumentError):
        extract_site([html("One.")], method="no-such")
    with pytest.raises(ArgumentError, match="hidden cannot apply to a Page"):
        extract_site([parse(html("One."))], hidden="keep")


# ---- the command line ------------------------------------------------------------------------------------


def test_a_directory_of_sites_goes_to_a_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", str(SITES), "-o", str(tmp_path / "out")]) == 0
    written = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.txt"))
    expected = sorted(path.relative_to(SITES).with_suffix(".txt").as_posix() for path in SITES.rglob("*.html"))
    assert written == expected
    text = (tmp_path / "out/gazette-en/market-hall.txt").read_text("utf-8")
    assert "smoked mackerel" in text
    assert "Every Friday at noon" not in text
    assert "20 pages: 20 ok" in capsys.readouterr().err


def test_sites_in_worker_processes_give_the_same_files(tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        assert main(["site", str(SITES), "-m", "rbm-td", "-q", "-j", jobs, "-o", str(tmp_path / jobs)]) == 0
    one, two = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.txt")}
        for folder in (tmp_path / "1", tmp_path / "2")
    )
    assert len(one) > 1
    assert one == two


def test_files_go_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(path) for path in sorted((SITES / "museum-ja").glob("*.html"))]
    assert main(["site", "--method", "temex", "-q", *files]) == 0
    shown = capsys.readouterr()
    assert "加賀の茶釜を集めた" in shown.out
    assert "開館時間は" not in shown.out
    assert not shown.err


def test_pages_of_different_directories_are_different_sites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "page.html").write_text(html(f"{folder} page."), "utf-8")
    pages = [str(tmp_path / folder / "page.html") for folder in ("a", "b")]
    assert main(["site", "-q", "-m", "rbm-td", *pages]) == 0
    assert capsys.readouterr().out.count("Home") == 2
    assert main(["site", "-q", "-m", "rbm-td", "--one-site", *pages]) == 0
    assert "Home" not in capsys.readouterr().out


def test_what_cannot_be_read_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.html"
    good.write_text(html("Tea."), "utf-8")
    assert main(["site", str(good), str(tmp_path / "none.html"), str(tmp_path / "none.warc")]) == 1
    shown = capsys.readouterr()
    assert "Tea." in shown.out
    assert "none.html: no such file" in shown.err
    assert "none.warc: " in shown.err
    assert main(["site"]) == 2
    assert main(["site", "-m", "no-such", str(good)]) == 2


def test_an_input_is_not_overwritten(tmp_path: Path) -> None:
    good = tmp_path / "good.txt.html"
    good.write_text(html("Tea."), "utf-8")
    assert main(["site", "-f", "html", str(tmp_path / "good.txt.html"), "-o", str(tmp_path)]) in {0, 2}
    assert "Home" in good.read_text("utf-8")


def test_site_methods_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", "--list"]) == 0
    assert "grain-site  " in capsys.readouterr().out


# ---- WARC ------------------------------------------------------------------------------------------------


def warc_record(url: str, body: str, status: str = "200 OK", kind: str = "text/html; charset=utf-8") -> bytes:
    http = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n\r\n{body}".encode()
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
        f"WARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n"
    )
    return head.encode() + b"\r\n" + http + b"\r\n\r\n"


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    pytest.importorskip("fastwarc")
    path = tmp_path / "crawl.warc"
    pages = [warc_record(f"http://{host}/{n}", html(f"{host} {n}.")) for n in (1, 2, 3) for host in ("a.org", "b.org")]
    others = [
        warc_record("http://a.org/gone", "Gone", status="404 Not Found"),
        warc_record("http://a.org/x.png", "png", kind="image/png"),
    ]
    path.write_bytes(b"".join([*others, *pages]))
    return path


def test_html_responses_of_a_warc_file_are_pages(warc: Path) -> None:
    sources = [each for each in read_warc(warc) if isinstance(each, Source)]
    assert [source.url for source in sources[:3]] == ["http://a.org/1", "http://b.org/1", "http://a.org/2"]
    assert len(sources) == 6
    assert sources[0].headers == {"Content-Type": "text/html; charset=utf-8"}


def test_pages_of_a_warc_file_are_grouped_by_host(warc: Path, tmp_path: Path) -> None:
    assert main(["site", str(warc), "-m", "rtdm-td", "-o", str(tmp_path / "out"), "-q"]) == 0
    files = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.txt"))
    assert files == ["a.org/1.txt", "a.org/2.txt", "a.org/3.txt", "b.org/1.txt", "b.org/2.txt", "b.org/3.txt"]
    assert (tmp_path / "out/b.org/2.txt").read_text() == "b.org 2.\n"


def test_a_file_that_is_no_warc_file_is_one_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fastwarc")
    path = tmp_path / "bad.warc"
    path.write_bytes(b"this is no archive" * 9)
    [error] = read_warc(path)
    assert isinstance(error, SourceError)
    assert "bad.warc" in str(error)
    assert main(["site", str(path)]) == 1
    assert "bad.warc" in capsys.readouterr().err


def test_a_damaged_record_of_a_warc_file_costs_one_page(warc: Path) -> None:
    whole = warc.read_bytes()
    cut = whole.index(b"WARC/1.0", whole.index(b"http://b.org/1")) - 90
    warc.write_bytes(whole[: cut - 20] + whole[cut:])
    found = list(read_warc(warc))
    assert [str(each.name) for each in found if isinstance(each, SourceError)] == [f"{warc}: http://b.org/1"]
    assert [each.url for each in found if isinstance(each, Source)] == [
        *("http://a.org/1", "http://a.org/2", "http://b.org/2", "http://a.org/3", "http://b.org/3"),
    ]


def test_a_compressed_body_is_decompressed(tmp_path: Path) -> None:
    pytest.importorskip("fastwarc")
    body = gzip.compress(html("Packed.").encode())
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n" + body
    head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.org/\r\nWARC-TREC-ID: tea-01\r\n"
    head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    path = tmp_path / "packed.warc"
    path.write_bytes(head.encode() + http + b"\r\n\r\n")
    [page] = read_warc(path)
    assert isinstance(page, Source)
    assert "Packed." in page.html
    assert (page.headers or {})["WARC-TREC-ID"] == "tea-01"


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch, warc: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fastwarc.warc", None)
    with pytest.raises(MissingExtra, match=r"pip install '\.\[scale\]"):
        list(read_warc(warc))
