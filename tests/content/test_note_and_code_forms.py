"""The many forms of notes, code listings, heading anchors and formulas."""

from __future__ import annotations

import pytest

from dehusk import Extraction, extract
from html_strategies import Everything

URL = "https://mill.example/wheel"


def everything(html: str) -> Extraction:
    return extract(html, url=URL, method=Everything())


@pytest.mark.parametrize(
    ("mark", "note"),
    [
        ("<sup><a href='#n1'>1</a></sup>", "<p id=n1>Of oak.</p>"),
        (f"<sup><a href='{URL}#n1'>1</a></sup>", "<p id=n1>Of oak.</p>"),
        ("<sup><a href='/wheel#n1'>1</a></sup>", "<p id=n1>Of oak.</p>"),
        ("<a id=r1 href='#fn1'>1</a>", "<p id=fn1>Of oak. <a href='#r1'>↩</a></p>"),
        ("<sup>1</sup>", "<hr><p><sup>1</sup> Of oak.</p>"),
        ("<sup>1</sup>", "<p><strong>1</strong> Of oak.</p>"),
        ("<sup>1</sup>", "<ol><li id=footnote-1>Of oak.</li></ol>"),
        ("<a href='#_ftn1' name='_ftnref1'>[1]</a>", "<p><a href='#_ftnref1' name='_ftn1'>[1]</a> Of oak.</p>"),
        (
            "<sup id=cite_ref-1 class=reference><a href='#cite_note-1'>[1]</a></sup>",
            "<ol><li id=cite_note-1><b><a href='#cite_ref-1'>^</a></b> Of oak.</li></ol>",
        ),
        (
            "<sup id=cite_ref-1 class=reference><a href='#cite_note-1'>[1]</a></sup>",
            "<ol><li id=cite_note-1>^ <a href='#cite_ref-1'>a</a> <a href='#cite_ref-2'>b</a> Of oak.</li></ol>",
        ),
        ("<a href='#mill37note01'>1</a>", "<p id=mill37note01>1. Of oak.</p>"),
        ("<sup><a href='#n1'>[1]</a></sup>", "<p id=n1>[1] Of oak.</p>"),
        ("<sup><a href='#n1'>1</a></sup>", "<p id=n1><a href='#r1'>1</a>. Of oak.</p>"),
        ("<span><a href='#fn:refinement'>1</a></span>", "<ol><li id='fn:refinement'>Of oak.</li></ol>"),
        (
            "<sup class=footnoteref><a href='javascript:;'>1</a></sup>",
            "<div id=footnote-1><a href='javascript:;'>1</a>. Of oak.</div>",
        ),
    ],
)
def test_a_note_is_found_and_its_number_is_written_once(mark: str, note: str) -> None:
    extraction = everything(f"<p>The wheel{mark} turns.</p>{note}<p>End.</p>")
    assert "The wheel[^1] turns.\n\n" in extraction.markdown
    assert "[^1]: Of oak.\n" in extraction.markdown
    assert "Of oak." in extraction.text.split("\n")


def test_the_power_of_a_unit_is_no_mark() -> None:
    html = "<p>The wheel<sup>2</sup> is in a park of 20 km<sup>2</sup>.</p><p><sup>2</sup> Of oak.</p>"
    assert everything(html).markdown == "The wheel[^2] is in a park of 20 km<sup>2</sup>.\n\n[^2]: Of oak.\n"


def test_a_note_that_was_not_selected_is_written_where_its_mark_is() -> None:
    text = "<p>" + "The wheel of the mill has stood in the river for a hundred years. " * 6
    html = (
        f"{text}<sup><a href='#fn1'>1</a></sup></p>{text}</p><footer><p id=fn1>Of oak. <a href='#r1'>↩</a></p></footer>"
    )
    extraction = extract(html, url=URL)
    assert "Of oak." not in extraction.text
    assert extraction.markdown.endswith("[^1]: Of oak.\n")
    assert "Of oak." in extraction.html
    assert extraction.to_text(notes=True).endswith("\nOf oak.")
    assert extraction.to_text(notes=True, paragraphs=True).endswith("\n\nOf oak.")
    assert "Of oak." not in extraction.to_text(paragraphs=True)


def test_a_link_to_an_element_that_was_not_selected_is_no_mark() -> None:
    text = "<p>" + "The wheel of the mill has stood in the river for a hundred years. " * 6
    html = f"{text}<sup><a href='#more'>1</a></sup></p>{text}</p><footer><p id=more>Contact us</p></footer>"
    assert "Contact" not in extract(html, url=URL).markdown


@pytest.mark.parametrize(
    "html",
    [
        "<p>An area of 3 m<sup>2</sup>.</p><p>Two <sup>2</sup></p>",
        "<p>See <a href='#part'>1</a>.</p><p id=part>First part.</p>",
        "<p>The wheel<sup>1</sup></p><p><sup>1</sup> a</p><p><sup>1</sup> b</p>",
        "<p>It is <a href='https://other.example/#n1'>[1]</a></p><p id=n1>Of oak.</p>",
    ],
)
def test_what_is_no_note(html: str) -> None:
    assert "[^" not in everything(html).markdown


@pytest.mark.parametrize(
    "heading",
    [
        "Wheels<a class=headerlink href='#wheels' title='Link to this heading'>¶</a>",
        "<a href='#wheels' class=anchor>#</a> Wheels",
        "Wheels <span class=mw-editsection>[<a href='/edit'>edit</a>]</span>",
        "Wheels<a class=anchor href='#wheels' aria-label='Link to this heading'>Link to this heading</a>",
        "Wheels <button>Copy link</button>",
    ],
)
def test_anchors_of_headings_go(heading: str) -> None:
    extraction = everything(f"<h2 id=wheels>{heading}</h2><p>They turn.</p>")
    assert extraction.markdown == "## Wheels\n\nThey turn.\n"
    assert extraction.text == "Wheels\nThey turn."


def test_a_sign_that_is_the_only_text_is_no_anchor() -> None:
    assert everything("<h1><a href='#top'>#</a></h1>").text == "#"


@pytest.mark.parametrize("html", ["<p><rp>(</rp>", "<ruby><rp>(", "<ruby><rt><rp>(</rp></rt></ruby>"])
def test_parentheses_without_a_reading_stay(html: str) -> None:
    extraction = extract(html)
    assert (extraction.text, extraction.markdown) == ("(", "(\n")


def test_signs_and_links_that_are_no_anchors_stay() -> None:
    extraction = everything("<h2>C# and <a href='/anchor'>Anchor</a></h2><p>A <a href='#p7'>#</a> permalink.</p>")
    assert extraction.markdown == f"## C# and [Anchor](https://mill.example/anchor)\n\nA [#]({URL}#p7) permalink.\n"


@pytest.mark.parametrize(
    "html",
    [
        "<pre><code class='language-sh'>grind a\ngrind b</code></pre>",
        "<pre class='language-sh'><span class=lineno>1</span>grind a\n<span class=lineno>2</span>grind b</pre>",
        "<div class='highlight-sh'><button>Copy</button><pre>grind a\ngrind b</pre></div>",
        (
            "<div class='code-wrap' ><div class=code-header><span>run.sh</span></div>"
            "<pre class=code-wrap data-lang=sh>grind a\ngrind b</pre></div>"
        ),
        (
            "<table class=rouge-table><tr><td><pre class=lineno>1\n2</pre></td>"
            "<td class=code><pre data-lang=sh>grind a\ngrind b</pre></td></tr></table>"
        ),
        "<code data-lang=sh style='white-space:pre'>grind a\ngrind b</code>",
    ],
)
def test_a_listing_is_its_code(html: str) -> None:
    assert everything(f"<p>Run:</p>{html}<p>Done.</p>").markdown == "Run:\n\n```sh\ngrind a\ngrind b\n```\n\nDone.\n"


def test_a_class_that_is_no_language() -> None:
    assert everything("<pre class=code-wrap>x</pre>").markdown == "```\nx\n```\n"


def test_white_space_between_elements_of_mathml_changes_nothing() -> None:
    spaced = (
        "<math>\n<msup>\n<mi>x</mi>\n<mn>2</mn>\n</msup>\n<mo>+</mo>\n<mfrac> <mi>a</mi> <mi>b</mi> </mfrac></math>"
    )
    compact = spaced.replace("\n", "").replace(" ", "")
    assert everything(spaced).markdown == everything(compact).markdown == "$x^{2}+\\frac{a}{b}$\n"
