from __future__ import annotations

from pathlib import Path

import pytest
import turbohtml

from dehusk.bench.collections import FORMATS, BadPage, LabelledPage, read
from dehusk.errors import CollectionError
from dehusk.page import parse

SAMPLES = Path(__file__).parent / "samples"
FOLDERS = [name for name in FORMATS if name != "jsonl"]


def sample(name: str) -> tuple[list[LabelledPage], list[str]]:
    """The pages of a sample, its format detected, and the messages of those that are bad."""
    pages = list(read(SAMPLES / name))
    return [page for page in pages if isinstance(page, LabelledPage)], [
        page.message.replace(f"{SAMPLES / name}/", "") for page in pages if isinstance(page, BadPage)
    ]


@pytest.mark.parametrize("name", FOLDERS)
def test_format_is_detected_and_can_be_named(name: str) -> None:
    path = SAMPLES / name
    assert [key for key in FORMATS if FORMATS[key].matches(path)] == [name]
    assert list(read(path)) == list(read(path, name)) == list(read(str(path), name))


@pytest.mark.parametrize("name", FOLDERS)
def test_pages_are_whole_and_named_once(name: str) -> None:
    pages, _ = sample(name)
    assert pages
    assert {page.dataset for page in pages} == {name}
    assert len({page.id for page in pages}) == len(pages)
    assert all(page.html and page.gold for page in pages)


def test_cleaneval() -> None:
    (page,), bad = sample("cleaneval")
    assert page.id == "2"
    assert page.url == "http://ferry.example/slow"
    assert page.html.startswith("<html>")
    assert page.html.endswith("</html>")
    assert "no</b>én" in page.html
    assert " ".join(page.gold.split()) == "The slow ferry It leaves at noén. It arrives later."
    assert bad == ["en_original/10.html: no gold: expected en_cleaned/10.txt or en_cleaned/10-cleaned.txt"]


@pytest.mark.parametrize(("original", "cleaned"), [("orig", "clean"), ("input", "GoldStandard"), ("input", "gold_std")])
def test_cleaneval_under_its_other_names(tmp_path: Path, original: str, cleaned: str) -> None:
    (tmp_path / original).mkdir()
    (tmp_path / cleaned).mkdir()
    (tmp_path / original / "1.html").write_text("<p>Plain")
    (tmp_path / cleaned / "1.txt").write_text("<p>Plain")
    assert list(read(tmp_path)) == [LabelledPage(id="1", dataset="cleaneval", html="<p>Plain", gold="Plain")]


def test_cetd() -> None:
    pages, bad = sample("cetd")
    assert {page.id: page.gold for page in pages} == {
        "BBC/1": "The slow ferry\nIt leaves at noon.",
        "Chaos/1": "It arrives later.",
    }
    assert bad == ["Chaos/original/2.htm: no gold: expected Chaos/gold/2.txt"]


def test_cetd_one_source() -> None:
    assert [page.id for page in read(SAMPLES / "cetd" / "BBC") if isinstance(page, LabelledPage)] == ["BBC/1"]


def test_dragnet_gold_is_without_comments_in_any_encoding() -> None:
    pages, bad = sample("dragnet")
    assert {page.id: page.gold.split("\r\n\r\n") for page in pages} == {
        "R1": ["The slow ferry", "It leaves at noon."],
        "R2": ["It arrives later."],
    }
    assert not bad


@pytest.mark.parametrize(
    "line", ["!@#$%^&*() COMMENTS", "!@#$%^&**()  COMMENTS", "!@#$%^&*   COMMENTS", "  #$%^&*()  \tCOMMENTS"]
)
def test_dragnet_delimiter_as_annotators_typed_it(tmp_path: Path, line: str) -> None:
    (tmp_path / "HTML").mkdir()
    (tmp_path / "Corrected").mkdir()
    (tmp_path / "HTML" / "1.html").write_text("<p>Text")
    (tmp_path / "Corrected" / "1.html.corrected.txt").write_text(f"Text on COMMENTS\n\n{line}\n\nFirst!")
    (page,) = read(tmp_path)
    assert isinstance(page, LabelledPage)
    assert page.gold == "Text on COMMENTS"


def test_l3s_gn1_gold_is_headline_full_text_and_supplement() -> None:
    (page,), bad = sample("l3s-gn1")
    assert page.gold == "The slow ferry\nIt leaves at noon.\nIt arrives later."
    assert page.url == "http://ferry.example/news"
    assert "x-nc-sel" not in page.html
    assert len(bad) == 1
    assert "no gold" in bad[0]


def test_google_trends_page_carries_no_label() -> None:
    prepared, raw = sample("google-trends-2017")[0]
    assert prepared.gold == raw.gold == "It leaves at noon.\nIt arrives later."
    assert "__boilernet_label" not in prepared.html
    assert '<b>noon.</b></p><span class="note">It arrives later.</span>' in prepared.html
    assert raw.html == (SAMPLES / "google-trends-2017" / "raw_html" / "2.html").read_text()
    assert (prepared.split, raw.split) == ("train", "test")


def test_scrapinghub() -> None:
    (page,), bad = sample("scrapinghub")
    assert (page.id, page.gold, page.url) == ("aa", "It leaves at noon.", "http://ferry.example/")
    assert page.html.startswith("<html>")
    assert bad[0] == "html/bb.html.gz: no gold: the fields 'gold', 'must' and 'mustnot' are all empty"
    assert bad[1].startswith("html/cc.html.gz: ")


@pytest.mark.parametrize("truth", ["[]", "{"])
def test_scrapinghub_with_broken_ground_truth(tmp_path: Path, truth: str) -> None:
    (tmp_path / "html").mkdir()
    (tmp_path / "ground-truth.json").write_text(truth)
    (bad,) = read(tmp_path)
    assert str(bad).startswith(f"{tmp_path}/ground-truth.json: ")


def test_wcxb() -> None:
    (dev, test), bad = sample("wcxb")
    assert (dev.id, dev.split, test.id, test.split) == ("0001", "train", "4002", "test")
    assert (dev.type, dev.title, dev.author, dev.date) == ("service", "The slow ferry", "", "2025-01-02")
    assert (dev.must, dev.mustnot) == (("leaves at",), ("Boats",))
    assert bad == [
        "test/ground-truth/4003.json: not a JSON object",
        "test/ground-truth/4004.json: field 'author' must be a string, not an array",
    ]


def test_readability() -> None:
    (page,), bad = sample("readability")
    assert page.gold == "The slow ferry\nIt leaves at noon.\nIt arrives later."
    assert (page.id, page.title, page.author, page.lang, page.date) == (
        "ferry",
        "The slow ferry",
        "A. Sailor",
        "en",
        "",
    )
    assert bad == ["bare/source.html: no gold: expected bare/expected.html"]


def test_teco_labels_are_gone_and_the_tree_is_the_same() -> None:
    (page,), bad = sample("teco")
    source = (SAMPLES / "teco" / page.id).read_text()
    assert not bad
    assert page.id == "ferry.example/index.html"
    assert "TECO" not in page.html
    assert '<ul class="nav">' in page.html
    assert "<h1 class='big'>" in page.html
    assert '<p class="foot">' in page.html
    tags = [[element.tag for element in turbohtml.parse(html).iter_elements()] for html in (source, page.html)]
    assert tags[0] == tags[1]


def test_teco_gold_nodes() -> None:
    (page,), _ = sample("teco")
    assert page.gold == "The slow ferry\nIt leaves at noon."
    assert page.gold_nodes == (
        "/html/body/div/h1",
        "/html/body/div/h1/text()",
        "/html/body/div/div",
        "/html/body/div/div/p",
        "/html/body/div/div/p/text()[1]",
        "/html/body/div/div/p/b",
        "/html/body/div/div/p/b/text()",
        "/html/body/div/div/p/text()[2]",
        "/html/body/div/div/img",
    )


def test_teco_gold_nodes_are_rows_of_the_page_that_methods_see(tmp_path: Path) -> None:
    content = "<p hidden>a</p> tail <!-- no --> more<script>x</script> end<table><tr><td>cell</table>"
    (tmp_path / "index.html").write_text(f'<nav>Home</nav><div class="TECO_mainContent"> {content}</div>')
    (labelled,) = read(tmp_path)
    assert isinstance(labelled, LabelledPage)
    page = parse(labelled.html, hidden="keep")
    assert set(labelled.gold_nodes) < {page.path(row) for row in range(len(page))}
    assert "/html/body/div/text()[2]" in labelled.gold_nodes


def test_unknown_format_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match=r"unknown collection format 'warc'; known formats: jsonl, .*teco"):
        read(tmp_path, "warc")
    with pytest.raises(CollectionError, match=r"not in a known collection format; known formats: jsonl, .*teco"):
        read(tmp_path)
    with pytest.raises(CollectionError, match="no such file"):
        read(tmp_path / "missing")


def test_a_broken_file_costs_one_page(tmp_path: Path) -> None:
    (tmp_path / "ground-truth.json").write_text('{"1": {"articleBody": "x"}, "2": {"articleBody": "y"}}')
    (tmp_path / "html").mkdir()
    good = (SAMPLES / "scrapinghub" / "html" / "aa.html.gz").read_bytes()
    (tmp_path / "html" / "1.html.gz").write_bytes(good[:-20])
    (tmp_path / "html" / "2.html.gz").write_bytes(good)
    assert [type(page) for page in read(tmp_path)] == [BadPage, LabelledPage]


def test_drawn() -> None:
    (page,), bad = sample("drawn")
    assert (page.id, page.lang, page.type, page.url) == ("ferry", "en", "article", "http://ferry.example/slow")
    assert page.gold == "The slow ferry\nIt leaves at noon."
    assert page.gold_nodes == (
        "/html/body/div[2]",
        "/html/body/div[2]/h1",
        "/html/body/div[2]/h1/text()",
        "/html/body/div[2]/p",
        "/html/body/div[2]/p/text()[1]",
        "/html/body/div[2]/p/b",
        "/html/body/div[2]/p/b/text()",
        "/html/body/div[2]/p/text()[2]",
    )
    assert Path(page.path) == (SAMPLES / "drawn" / "ferry" / "page.html").absolute()
    assert bad == ["lost/labels.json: 'content': no element matches '.no-such'"]
