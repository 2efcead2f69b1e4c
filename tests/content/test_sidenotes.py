"""Sidenotes become footnotes: a mark in the line, and the note after the block."""

from __future__ import annotations

import pytest

from dehusk import extract
from html_strategies import Everything


@pytest.mark.parametrize(
    "note",
    [
        "<label class=sidenote-number></label><input><span class=sidenote>Of oak, <i>says</i> the book.</span>",
        "<span class=marginnote>Of oak, <i>says</i> the book.</span>",
        "<span class=inline-footnote title=x>1<span class=footnoteContent>Of oak, <i>says</i> the book.</span></span>",
        "<span class=sidenote><span class=sidenote-number>1.</span> Of oak, <i>says</i> the book.</span>",
        "<span class=wrap> <label>&nbsp;</label> <span class=footnote> Of oak, <i>says</i> the book. </span></span>",
    ],
)
def test_a_sidenote_is_a_footnote(note: str) -> None:
    extraction = extract(f"<p>The <b>wheel{note} turns</b> slowly.</p><p>End.</p>", method=Everything())
    assert extraction.text.replace("l [", "l[") == "The wheel[1] turns slowly.\nOf oak, says the book.\nEnd."
    assert extraction.markdown.replace("l [", "l[") == (
        "The **wheel[^1] turns** slowly.\n\n[^1]: Of oak, *says* the book.\n\nEnd.\n"
    )
    assert "Of oak, says the book." in extraction.blocks[0].text


def test_each_sidenote_has_a_label_of_its_own() -> None:
    one, other = (f"<span class=sidenote>A note of {word}, long enough.</span>" for word in ("oak", "elm"))
    html = f"<p>The wheel{one} and the gate{other} turn<sup><a href='#n'>1</a></sup>.</p><p id=n>Slowly.</p>"
    written = extract(html, method=Everything()).markdown
    assert "wheel[^2] and the gate[^3] turn[^1]." in written
    assert "[^2]: A note of oak, long enough." in written
    assert "[^3]: A note of elm, long enough." in written


@pytest.mark.parametrize(
    "html",
    [
        "<p><span class=sidenote>The whole block is the note.</span></p>",
        "<p>The wheel <span class=footnote>[1]</span> turns.</p>",
        "<h2>The wheel <span class=sidenote>Of oak, says the book.</span></h2>",
        "<p>The <a href=/w>wheel <span class=sidenote>Of oak, says the book.</span></a> turns.</p>",
        "<table><tr><th>a<th>b<tr><td>Wheel <span class=sidenote>Of oak, says the book.</span><td>2</table>",
    ],
)
def test_what_is_no_sidenote(html: str) -> None:
    assert "[^" not in extract(html, method=Everything()).markdown


def test_a_sidenote_in_a_list_item() -> None:
    html = "<ul><li>wheel <span class=sidenote>Of oak, says the book.</span> turns<li>gate</ul>"
    extraction = extract(html, method=Everything())
    assert extraction.text.split("\n") == ["wheel [1] turns", "Of oak, says the book.", "gate"]
    assert "- wheel [^1] turns" in extraction.markdown
