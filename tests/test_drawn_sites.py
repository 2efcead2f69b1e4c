"""The drawn sites: labels that hold, pages that are their own, and assets that a browser gets."""

from __future__ import annotations

import json
import re
import threading
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin

import pytest
import turbohtml
import urllib3

from dehusk import extract, parse
from dehusk.bench.collections import LabelledPage, read
from dehusk.bench.metrics import tokenize
from dehusk.bench.page_scores import page_scores
from html_strategies import Everything

if TYPE_CHECKING:
    from collections.abc import Iterator

SITES = Path(__file__).parent / "drawn"
CASES = sorted(path.parent.name for path in SITES.glob("*/page.html"))
_URL = re.compile(r"""url\(\s*["']?([^"')]+)["']?\s*\)|@import\s+["']([^"']+)["']""")
_RULE = re.compile(r"[^{}]+\{[^{}]*:[^{}]*\}")
# What a browser fetches to draw a page.
_FETCHED = (("link[rel=stylesheet]", "href"), ("img", "src"), ("script[src]", "src"), ("[background]", "background"))


@cache
def pages() -> dict[str, LabelledPage]:
    rows = list(read(SITES))
    bad = [row for row in rows if not isinstance(row, LabelledPage)]
    assert not bad
    return {row.id: row for row in rows if isinstance(row, LabelledPage)}


@cache
def style(case: str) -> str:
    """All the style sheets of a page, those in it and those beside it."""
    inner = "".join(element.text for element in turbohtml.parse(pages()[case].html).select("style"))
    return inner + "".join(path.read_text(encoding="utf-8") for path in sorted((SITES / case).rglob("*.css")))


def assets(case: str) -> list[str]:
    """What the page and its style sheets refer to, as paths from the page's folder."""
    tree = turbohtml.parse(pages()[case].html)
    found = [str(element.attr(name)) for selector, name in _FETCHED for element in tree.select(selector)]
    inline = [str(element.attr("style")) for element in tree.select("[style]")]
    inline += [element.text for element in tree.select("style")]
    found += [url for text in inline for url in urls(text)]
    for place in found:  # grows: a style sheet may import others
        if place.endswith(".css"):
            text = (SITES / case / place).read_text(encoding="utf-8")
            found += [urljoin(place, url) for url in urls(text)]
    return sorted(set(found))


def urls(css: str) -> Iterator[str]:
    for match in _URL.finditer(css):
        yield match[1] or match[2]


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_there_are_sites_of_many_kinds_and_languages() -> None:
    assert list(pages()) == CASES
    assert len(CASES) >= 24
    assert len({page.lang for page in pages().values()}) >= 8
    assert len({page.type for page in pages().values()}) >= 5
    assert len({page.url for page in pages().values()}) == len(CASES)


@pytest.mark.parametrize(
    "layout",
    ["display:grid", "display:flex", "float:", "columns:|column-count:", "position:(?:sticky|fixed|absolute)"],
)
def test_every_way_of_laying_out_is_there(layout: str) -> None:
    assert sum(bool(re.search(layout, style(case))) for case in CASES) >= 2


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_complete(case: str) -> None:
    labels = json.loads((SITES / case / "labels.json").read_text(encoding="utf-8"))
    assert set(labels) == {"lang", "type", "url", "title", "content", "not"}
    page = pages()[case]
    assert squeezed(labels["title"]) in squeezed(page.gold)
    assert Path(page.path).read_text(encoding="utf-8") == page.html
    assert len(_RULE.findall(style(case))) >= 4
    tree = turbohtml.parse(page.html)
    right_to_left = [element.attr("dir") for element in tree.select("html")] == ["rtl"]
    assert right_to_left == (page.lang in {"ar", "he"})


@pytest.mark.parametrize("case", CASES)
def test_the_gold_is_a_sensible_part_of_the_page(case: str) -> None:
    page = pages()[case]
    assert len(tokenize(page.gold)) >= 80
    assert page.gold.count("\n") >= 3
    everything = extract(page.html, method=Everything())
    scores = page_scores(page, everything.text, everything)
    assert scores["block_recall"] == scores["char_recall"] == 1
    # Not all of it, and not a line of it: the rest of a site is there too.
    assert 0.05 <= scores["block_precision"] <= 0.75
    assert scores["char_precision"] <= 0.92


@pytest.mark.parametrize("case", CASES)
def test_the_gold_text_is_that_of_the_gold_leaves(case: str) -> None:
    labelled = pages()[case]
    page = parse(labelled.html, hidden="keep")
    gold = set(labelled.gold_nodes)
    leaves = [page.raw_text(row) for row in page.leaves.tolist() if page.path(row) in gold]
    assert squeezed("".join(leaves)) == squeezed(labelled.gold)


def test_no_site_is_a_copy_of_another() -> None:
    def shingles(case: str) -> set[str]:
        text = squeezed(extract(pages()[case].html, method=Everything()).text)
        return {text[start : start + 12] for start in range(len(text))}

    texts = {case: shingles(case) for case in CASES}
    for a, b in combinations(CASES, 2):
        assert len(texts[a] & texts[b]) <= 0.1 * min(len(texts[a]), len(texts[b])), (a, b)
    assert len({style(case) for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES)
def test_a_site_needs_its_own_folder_and_nothing_else(case: str) -> None:
    folder = SITES / case
    for place in assets(case):
        assert not re.match(r"[a-z+]+:|//|/", place, re.IGNORECASE), place
        assert (folder / place).resolve().is_relative_to(folder), place
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {*assets(case), "page.html", "labels.json"}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The sites on 127.0.0.1."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(SITES))) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()
        thread.join()


KINDS = {".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}


@pytest.mark.parametrize("case", CASES)
def test_a_site_is_served_with_its_styles(case: str, server: str) -> None:
    with urllib3.PoolManager() as web:
        for place in ["page.html", *assets(case)]:
            answer = web.request("GET", f"{server}/{case}/{quote(place)}", retries=False)
            assert answer.status == 200, place
            assert answer.headers["Content-Type"] == KINDS[Path(place).suffix], place
            assert answer.data, place
