"""Nothing runs when what we write is shown: tried in a real browser."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
import turbohtml
from markdown_it import MarkdownIt

from dehusk import extract
from dehusk.errors import BrowserError
from dehusk.layout.find import browser_flags, find_browser
from html_strategies import Everything
from xss_vectors import HIT, VECTORS

# Each piece stands in a frame of its own, under a number that its script reports; everything in it that can be
# clicked is. Then the title says which ones ran a script.
SHEET = """<!DOCTYPE html><meta charset=utf-8><title>not done</title><body><script>
const pages = %s, ran = new Set();
window.hit = number => ran.add(number);
async function show(html) {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  frame.srcdoc = html;
  await new Promise(done => { frame.onload = done; setTimeout(done, 1500); });
  for (const node of frame.contentDocument?.querySelectorAll("*") ?? []) {
    if (node.tagName != "A" || !/^(https?|mailto|tel|ftp|about):/.test(node.href)) node.click?.();
  }
  await new Promise(done => setTimeout(done, 500));
  frame.remove();
}
(async () => {
  for (let at = 0; at < pages.length; at += 40) await Promise.all(pages.slice(at, at + 40).map(show));
  document.title = "ran: " + JSON.stringify([...ran]);
})();
</script>"""


def written(vector: str) -> dict[str, str]:
    """A vector in the HTML forms of each of our formats."""
    page = f"<p>Some text before it.</p>{vector}<p>And some text after it.</p>"
    extraction = extract(page, method=Everything(), hidden="keep", url="https://example.org/a/")
    loose = MarkdownIt("js-default", {"html": True, "linkify": False, "typographer": False})
    strict = MarkdownIt("js-default", {"html": False})
    # Not every renderer refuses addresses that run: ours must not rely on it.
    setattr(loose, "validateLink", lambda _url: True)  # noqa: B010 - the type checker would mind
    return {
        "html": extraction.html,
        "notebook": extraction._repr_html_(),
        "markdown": loose.render(extraction.markdown),
        "markdown without html": strict.render(extraction.markdown),
    }


def run(pages: list[str], folder: Path) -> set[int]:
    """The places of the pages that ran a script."""
    try:
        browser = find_browser()
    except BrowserError as error:
        pytest.skip(f"needs a browser: {error}")
    numbered = [html.replace(HIT, HIT.replace("1", str(place))) for place, html in enumerate(pages)]
    sheet = folder / "sheet.html"
    sheet.write_text(SHEET % json.dumps(numbered).replace("</", "<\\/"), encoding="utf-8")
    command = [
        browser,
        *browser_flags(network=False),
        f"--user-data-dir={folder}/profile",
        "--virtual-time-budget=120000",
    ]
    shown = subprocess.run(  # noqa: S603
        [*command, "--dump-dom", sheet.as_uri()], capture_output=True, timeout=300, check=False, encoding="utf-8"
    ).stdout
    said = re.search("<title>(.*?)</title>", shown)
    assert said is not None, "the browser showed nothing"
    assert said[1].startswith("ran: "), said[1]
    return set(json.loads(said[1].removeprefix("ran: ")))


def test_there_are_vectors_of_many_kinds() -> None:
    assert len(set(VECTORS)) == len(VECTORS) >= 60


def test_nothing_runs_in_a_browser(tmp_path: Path) -> None:
    # Vectors that hide the script's name report 1.
    pages = ["", "", *(html for vector in VECTORS for html in written(vector).values())]
    assert [pages[place] for place in run(pages, tmp_path)] == []


def test_the_vectors_do_run(tmp_path: Path) -> None:
    assert len(run(["", "", *VECTORS], tmp_path)) >= 25


@pytest.mark.parametrize("vector", VECTORS)
def test_nothing_that_could_run_is_written(vector: str) -> None:
    for html in written(vector).values():
        for node in turbohtml.parse(html).iter_elements():
            assert node.tag not in {"script", "style", "iframe", "object", "embed", "form", "svg", "meta", "base"}
            for name, value in node.attrs.items():
                assert not name.startswith("on")
                assert HIT not in str(value) or "script:" not in re.sub(r"[\s\x00-\x20]", "", str(value)).lower()
