"""The structure yardstick: pieces, scores, and the command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from dehusk.bench.structure.structure_pieces import (
    KINDS,
    StructurePiece,
    image_name,
    plain_tex,
    read_html,
    read_markdown,
)
from dehusk.bench.structure.structure_run import StructurePage, measure_structure, read_structure_pages
from dehusk.bench.structure.structure_scores import PieceScore, compare
from dehusk.cli import main
from dehusk.errors import ArgumentError, CollectionError

if TYPE_CHECKING:
    from pathlib import Path

MARKDOWN = """\
## Herb & root

Chop the *wild* [garlic](/garlic), then `stir`.

- mint
- dill
  1. fresh

| Herb | Days |
|---|---|
| Mint | 4 |

> Slowly.

```sh
dry --all
```

![A jar](img/jar-300x200.jpg)

It grows as $x^{2}$.[^1]

[^1]: In spring only.
"""
HTML = """\
<h2>Herb &amp; root</h2>
<p>Chop the <em>wild</em> <a href="https://herbs.example/garlic">garlic</a>, then <code>stir</code>.</p>
<ul><li>mint<li>dill<ol><li>fresh</ol></ul><table><tr><th>Herb<th>Days<tr><td>Mint<td>4</table>
<blockquote>Slowly.</blockquote><pre><code>dry --all
</code></pre><p><img src="https://cdn.example/jar.jpg?w=9"></p><p>It grows as <math alttext="x^2"><mi>x</mi></math>.</p>
<ol><li id="fn-1">In spring only.</ol>"""


def pieces(document: list[StructurePiece]) -> list[tuple[str, str, str]]:
    return sorted((piece.kind, piece.words if piece.kind != "math" else "", piece.target) for piece in document)


def test_markdown_and_html_of_one_text_have_the_same_pieces() -> None:
    ours = pieces(read_markdown(MARKDOWN, "https://herbs.example/").pieces)
    assert ours == pieces(read_html(HTML, "https://herbs.example/").pieces)
    assert {kind for kind, _, _ in ours} == {*KINDS} - {"caption"}


def test_a_paragraph_with_the_words_of_a_caption_is_a_caption_in_markdown() -> None:
    found = read_markdown("![](a.jpg)\n\nA jar of mint.\n\nMore.", "", frozenset({"a jar of mint"}))
    assert [piece.words for piece in found.pieces if piece.kind == "caption"] == ["a jar of mint"]


def test_pieces_outside_of_the_reference_do_not_count() -> None:
    reference = read_html("<h2>Mint</h2><p>Grows fast and <em>far</em>.</p>")
    found = read_html("<h2>Mint</h2><p>Grows <em>fast</em> and far.</p><h2>Shop</h2><em>Buy</em>")
    scores = {kind: score for kind, (score, _) in compare(found, reference).items()}
    assert scores["heading"] == PieceScore(1, 1, 1)
    assert scores["emphasis"] == PieceScore(0, 1, 1)


def test_an_image_counts_by_the_words_next_to_it() -> None:
    reference = read_html("<p>Mint grows fast and far.</p><img src=/mint.jpg><p>Cut it in June.</p>")
    found = read_html(
        "<p>Mint grows fast and far.</p><img src=/mint-640x480.jpg><p>Cut it in June.</p>"
        "<p>Visit our other gardens today</p><img src=/shop.png><p>Closed on Mondays and on holidays</p>"
    )
    assert compare(found, reference)["image"][0] == PieceScore(1, 1, 1)


def test_long_texts_may_differ_a_little_but_targets_may_not() -> None:
    reference = read_html("<li>Dry the leaves of the mint in the shade</li><a href=/a>mint</a><pre>a\n  b</pre>")
    found = read_html("<li>Dry the leaves of mint in the shade</li><a href=/b>mint</a><pre>a\nc</pre>")
    scores = {kind: score for kind, (score, _) in compare(found, reference).items()}
    assert scores["list item"] == PieceScore(1, 0, 1) or scores["list item"].matched <= scores["list item"].found
    assert scores["link"].matched == scores["code"].matched == 0


@pytest.mark.parametrize(
    ("url", "name"),
    [("/a/b.png?x=1", "b.png"), ("data:image/png;base64,AA", ""), ("https://x.example/Tea%20Cup.JPG", "tea cup.jpg")],
)
def test_images_are_compared_by_file_name(url: str, name: str) -> None:
    assert image_name(url) == name


def test_tex_is_compared_without_layout() -> None:
    assert plain_tex(r"$$ \left( a + b \right) $$") == plain_tex("(a+b)")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"a \leq b", r"a \le b"),
        (r"\left(\right. 1 - p \left.\right)", "(1-p)"),
        ("|q| < 1", r"|q|\lt 1"),
        (r"1 + \hdots", r"1+\cdots"),
        (r"\overset{\cdot}{x}", r"\dot{x}"),
        (r"\overset{\rightarrow}{x}", r"\vec x"),
        (r"x\ y", "xy"),
    ],
)
def test_commands_with_the_same_meaning_are_equal(one: str, other: str) -> None:
    assert plain_tex(one) == plain_tex(other)


@pytest.mark.parametrize(
    "html",
    [
        "<blockquote>Mint spreads.</blockquote>",
        "<aside class='callout note'>Mint spreads.</aside>",
        "<div data-callout=info><div class=callout-inner>Mint spreads.</div></div>",
    ],
)
def test_callouts_are_quotes_whose_kind_is_no_word(html: str) -> None:
    quotes = [piece.words for piece in read_html(html).pieces if piece.kind == "quote"]
    assert quotes == ["mint spreads"]
    markdown = read_markdown("> [!info]\n> Mint spreads.")
    assert [piece.words for piece in markdown.pieces if piece.kind == "quote"] == ["mint spreads"]
    assert markdown.words == " mint spreads "


def test_relative_links_are_equal_whatever_they_are_resolved_against() -> None:
    html = "<p>" + "See <a href=/herbs/mint>mint</a> and <a href=dill.html>dill</a> and more. " * 12
    reference = "See [mint](https://made.example/herbs/mint) and [dill](https://made.example/x/dill.html). " * 12
    page = StructurePage("1", "https://herbs.example/garden/", html, reference)
    (result,) = measure_structure([page], ["dehusk"])
    assert result.total["link"] == PieceScore(24, 24, 24)
    other = page._replace(markdown=reference.replace("/herbs/mint", "/trees/mint"))
    assert measure_structure([other], ["dehusk"])[0].total["link"].matched == 12


def test_an_extractor_that_fails_found_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from dehusk.bench.structure import structure_extractors

    def broken(_html: str, _url: str) -> str:
        raise ValueError

    made = structure_extractors.StructureExtractor(lambda: broken, "html")
    monkeypatch.setattr(structure_extractors, "STRUCTURE_EXTRACTORS", {"broken": made})
    (result,) = measure_structure([StructurePage("1", "", "<h2>Mint</h2>", "## Mint")], ["broken"])
    assert (result.failed, result.total["heading"]) == (1, PieceScore(0, 0, 1))


def test_the_command_prints_a_table_and_the_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pages.jsonl"
    html = "<p>" + "Herbs grow in pots, in beds and on the sill. " * 8
    html += "<h2>Mint</h2><p>" + "Cut it in June, before it flowers, and dry it. " * 8
    lines = [{"id": "a", "html": html, "reference_markdown": "## Mint\n\n## Dill"}]
    lines += [{"id": "b", "url": "https://x.example/", "html": html, "reference_html": "<h2>Mint</h2>"}]
    path.write_text("\n".join(map(json.dumps, lines)))
    assert main(["bench", "structure", str(path), "--with", "dehusk", "--differences", "heading"]) == 0
    printed = capsys.readouterr().out
    assert "| heading | 3 | .800 (1.00 .67) |" in printed
    assert "dehusk a - dill ''" in printed


def test_pages_and_names_that_cannot_be_used(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text('{"id": "a"}')
    with pytest.raises(CollectionError, match="cannot be read"):
        list(read_structure_pages(path))
    with pytest.raises(ArgumentError, match="no structure to compare"):
        measure_structure([], ["justext"])
