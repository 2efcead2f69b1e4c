"""Media of the content: where they come from, which belong, which never do."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Page, Selection, extract, parse
from dehusk.content.media import Media, place_media, with_paths
from html_strategies import Everything, any_html

PAGES = Path(__file__).parents[1] / "pages"
CASES = ("gallery-en", "video-en", "lazy-image-en")
BASE = "https://example.org/a/"


def found(html: str, keep: str = "yes", *, roots: str | None = None) -> list[Media]:
    """Media where leaves that say ``keep`` are content; below elements of the class ``roots`` if given."""
    page = parse(html, url=BASE)
    return with_paths(page, place_media(page, select(page, keep, roots)))


def select(page: Page, keep: str, roots: str | None) -> Selection:
    mask = np.array([keep in page.raw_text(row) for row in range(len(page))]) & (page.chars > 0)
    rows = [row for row in range(len(page)) if roots and page.attr(row, "class") == roots]
    return Selection.of_leaves(page, mask, roots=np.array(rows, dtype=np.intp) if roots else None)


def between(inner: str) -> list[Media]:
    return found(f"<p>yes</p>{inner}<p>yes</p>")


@pytest.mark.parametrize(
    ("html", "url"),
    [
        ("<img src=x.jpg>", "x.jpg"),
        ("<img src=s.jpg srcset='m.jpg 800w, l.jpg 1600w'>", "l.jpg"),
        ("<img src=s.jpg srcset='one.jpg, two.jpg 2x'>", "two.jpg"),
        ("<img src='data:image/gif;base64,R0' data-src=lazy.jpg>", "lazy.jpg"),
        ("<img src=/i/blank.gif data-original=lazy.jpg>", "lazy.jpg"),
        ("<img src=low.jpg data-src=full.jpg>", "full.jpg"),
        ("<img data-srcset='a.jpg 1x, b.jpg 3x' src=data:,>", "b.jpg"),
        ("<picture><source srcset='p.webp 700w, q.webp 1400w'><img src=data:,></picture>", "q.webp"),
        ("<picture><source srcset=p.webp><img src=x.jpg></picture>", "x.jpg"),
        ("<picture><source srcset='p.webp 480w, q.webp 1600w'><img src=x.jpg width=60 height=40></picture>", "q.webp"),
        ("<noscript><img src=large.jpg></noscript><img class=lazy src=small.jpg width=60 height=40>", "large.jpg"),
        ("<img src=data:, alt=t><noscript><img src=copy.jpg></noscript>", "copy.jpg"),
        (
            "<a><picture> <img src=data:,> </picture></a> <noscript><a><img src=copy.jpg></a></noscript>",
            "copy.jpg",
        ),
        ("<noscript><img src=alone.jpg></noscript>", "alone.jpg"),
        ("<video src=v.mp4></video>", "v.mp4"),
        ("<video poster=p.jpg><source src=v.webm><source src=v.mp4></video>", "v.webm"),
        ("<audio><source data-src=s.mp3></audio>", "s.mp3"),
        ("<iframe data-src=https://example.org/a/f></iframe>", "f"),
        ("<object type=image/png data=o.png></object>", "o.png"),
        ("<embed src=e.pdf>", "e.pdf"),
    ],
)
def test_the_source_is_resolved(html: str, url: str) -> None:
    assert [medium.url for medium in between(html)] == [BASE + url]


@pytest.mark.parametrize(
    "html",
    [
        "<img src=x.gif width=1 height=1>",
        "<img src=x.gif style='width:2px'>",
        "<img src=x.gif width=0>",
        "<img src=icon.png width=32 height=32>",
        "<img src=/i/spacer.gif>",
        "<img src=/i/1x1.png?id=7>",
        "<img src='data:image/png;base64,AAAA'>",
        "<img src=javascript:alert(1)>",
        "<img>",
        "<img src=''>",
        "<video></video>",
        "<iframe src=about:blank></iframe>",
        "<iframe src=//ads.example/x width=1 height=1></iframe>",
        "<svg width=20 height=20><path d=M0></svg>",
        "<svg viewBox='0 0 24 24'></svg>",
        "<svg width=400 height=400 aria-hidden=true></svg>",
        "<button><svg width=400 height=400></svg></button>",
        "<img src=x.jpg hidden>",
        "<div style='display:none'><img src=x.jpg></div>",
        "<noscript><img src=t.gif height=1 width=1></noscript>",
    ],
)
def test_counters_icons_placeholders_and_hidden_media_are_none(html: str) -> None:
    assert between(html) == []


def test_what_is_told() -> None:
    image = "<img src=x.jpg alt=' A  tree ' width=640px height='48%'>"
    html = f"<figure>{image}<figcaption>An <b>oak</b></figcaption></figure>"
    path = "/html/body/figure/img"
    assert between(html) == [Media("image", BASE + "x.jpg", "A tree", "An oak", 640, None, path)]
    drawing = between("<figure><svg viewBox='0 0 300 200' aria-label=Map></svg></figure>")
    assert drawing == [Media("drawing", None, "Map", "", 300, 200, "/html/body/figure/svg")]
    assert [medium.kind for medium in between("<canvas width=300 height=150></canvas>")] == ["drawing"]


def test_an_image_and_its_noscript_copy_are_one() -> None:
    first = "<img src=a.jpg><noscript><img src=a.jpg></noscript>"
    html = f"{first}<p>yes</p><img src=b.jpg><noscript><img src=c.jpg></noscript>"
    assert [medium.url for medium in between(html)] == [BASE + "a.jpg", BASE + "b.jpg"]


@pytest.mark.parametrize(("alt", "expected"), [("", "An oak"), (" alt='A tree'", "A tree")])
def test_the_alt_text_of_the_image_in_noscript(alt: str, expected: str) -> None:
    html = f"<img src=data:,x{alt}><noscript><img src=a.jpg alt='An oak'></noscript>"
    assert [(medium.url, medium.alt) for medium in between(html)] == [(BASE + "a.jpg", expected)]


IMG = "<img src=x.jpg>"


@pytest.mark.parametrize(
    ("html", "content"),
    [
        (f"<p>yes</p>{IMG}<p>yes</p>", True),
        (f"<p>yes</p><div>{IMG}</div><p>yes</p>", True),
        (f"<p>yes</p><div>{IMG}no</div><p>yes</p>", False),
        (f"<p>yes</p><p>no</p><div>{IMG}</div><p>yes</p>", False),
        (f"<p>yes</p><p>{IMG}yes</p><p>no</p><p>yes</p>", True),
        (f"<p>yes</p><figure>{IMG}<figcaption>no</figcaption></figure><p>yes</p>", True),
        (f"<p>yes</p><figure>{IMG}<figcaption>no</figcaption></figure><p>no</p><p>yes</p>", False),
        (f"<p>yes</p><p>no</p><figure>{IMG}<figcaption>yes</figcaption></figure><p>no</p>", True),
        (f"<div>{IMG}</div><p>yes</p>", False),
        (f"<p>yes</p><div>{IMG}</div>", False),
        (f"<p>no</p>{IMG}<p>no</p>", False),
    ],
)
def test_media_among_kept_text(html: str, *, content: bool) -> None:
    assert bool(found(html)) == content


@pytest.mark.parametrize(
    ("html", "content"),
    [
        (f"<div class=root>{IMG}<p>yes</p></div>", True),
        (f"<div class=root><p>yes</p><div><div>{IMG}</div></div></div>", True),
        (f"<div class=root><p>yes</p><ul><li><a>{IMG}no</a></li></ul></div>", False),
        (f"<div class=root><p>yes</p></div>{IMG}", False),
        (f"<div class=root>{IMG}</div>", True),
        (f"<div class=root>{IMG}<p>no</p></div>", False),
        (f"<div class=root><p>yes</p><noscript>{IMG}</noscript></div>", True),
        ("<p>no</p><img class=root src=x.jpg>", True),
    ],
)
def test_media_below_returned_elements(html: str, *, content: bool) -> None:
    assert bool(found(html, roots="root")) == content


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("method", ["alarte", "readability-style", "boilerpipe-article"])
def test_our_pages(case: str, method: str) -> None:
    html = (PAGES / case / "page.html").read_text(encoding="utf-8")
    expected = json.loads((PAGES / case / "expected.json").read_text(encoding="utf-8"))
    extraction = extract(html, method=method)
    urls = [medium.url for medium in extraction.media]
    assert urls == expected["media"]
    assert not any(name in str(url) for url in urls for name in expected["no_media"])
    for medium in extraction.media:
        written = f'src="{medium.url}"' in extraction.html
        assert written == (medium.kind in {"image", "video", "audio"})


def test_the_html_has_media_in_their_place() -> None:
    html = (
        f"<h1>yes</h1><figure>{IMG}<figcaption>yes c</figcaption></figure>"
        "<p>yes <img src=i.jpg alt='\"q\"'> b</p><div><video src=v.mp4></video></div><p>yes</p>"
    )
    extraction = extract(html, url=BASE, method="lqf")
    assert len(extraction.media) == 3
    assert extraction.html == (
        f'<h1>yes</h1>\n<figure>\n<img src="{BASE}x.jpg" alt="">\n<figcaption>yes c</figcaption>\n</figure>\n'
        f'<p>yes <img src="{BASE}i.jpg" alt="&quot;q&quot;"> b</p>\n'
        f'<p><video src="{BASE}v.mp4" controls></video></p>\n<p>yes</p>\n'
    )


MEDIA_HTML = st.sampled_from(
    [
        *("<img src=a.jpg>", "<img data-src=b.jpg src=data:,>", "<picture><source srcset=c.webp><img></picture>"),
        *("<video><source src=v.mp4></video>", "<noscript><img src=n.jpg></noscript>", "<figure>", "</figure>"),
        *("<figcaption>A caption</figcaption>", "<iframe src=//e.example/x></iframe>", "<svg width=99 height=99>"),
        *("<p>A longer sentence, with a comma and an end.</p>", "<div>", "</div>", "<a href=/x>link</a>"),
    ]
)


@given(st.lists(MEDIA_HTML | any_html, max_size=12).map("".join), st.sampled_from(["alarte", "lqf", "cectd-ds"]))
def test_any_html_gives_safe_media_in_order(html: str, method: str) -> None:
    extraction = extract(html, url=BASE, method=method)
    placed = place_media(extraction.page, extraction.selection)
    assert [piece.row for piece in placed] == sorted({piece.row for piece in placed})
    for medium in extraction.media:
        assert medium.url is None or medium.url.startswith(("http", "ftp"))
        assert (medium.url is None) == (medium.kind == "drawing")
        if medium.kind in {"image", "video", "audio"}:
            assert "<img" in extraction.html or "<video" in extraction.html or "<audio" in extraction.html


def test_which_media_does_not_depend_on_the_format() -> None:
    html = (PAGES / "gallery-en" / "page.html").read_text(encoding="utf-8")
    first, second = extract(html), extract(html)
    _ = first.html
    assert first.media == second.media


ARTICLE = (
    "<article><h1>yes title</h1>{}<p>yes, a paragraph of some length</p>{}<p>yes, and another paragraph</p>{}</article>"
)
CAPTIONED = "<figure><img src=x.jpg><figcaption>A boat</figcaption></figure>"


@pytest.mark.parametrize(
    ("places", "count"),
    [
        ((CAPTIONED, "", ""), 1),
        (("", CAPTIONED, ""), 1),
        (("", "", CAPTIONED), 1),
        (("", f"<div><div>{IMG}</div><small>Enlarge</small></div>", ""), 1),
        (("", f"<div><a href=/b>{IMG}</a><a href=/b>Another story that you will want to read today</a></div>", ""), 0),
        (("", f"<div>{IMG}</div><div>{IMG}</div>", ""), 1),
        (("", "<img class='avatar round' src=x.jpg>", ""), 0),
        (("", "<img src=/img/icon_camera.png>", ""), 0),
    ],
)
def test_pictures_in_an_article(places: tuple[str, str, str], count: int) -> None:
    assert len(found(ARTICLE.format(*places))) == count


def test_a_lead_picture_is_large_and_near() -> None:
    head = "<article><header>{}<p>By Ann</p></header><p>yes, a paragraph of some length</p></article>"
    assert len(found(head.format("<img src=x.jpg width=900>"))) == 1
    assert found(head.format("<img src=x.jpg width=64>")) == []
    far = "<article><img src=x.jpg width=900><p>" + "no " * 200 + "</p><p>" + "yes " * 400 + "</p></article>"
    assert found(far) == []


@pytest.mark.parametrize("caption", ["<figcaption>A {}</figcaption>", "<p class=wp-caption-text>A {}</p>"])
def test_a_caption_belongs_to_its_picture(caption: str) -> None:
    inner = f"<div class=box><div><img src=x.jpg></div>{caption.format('boat')}</div>"
    html = ARTICLE.format("", f"<figure>{inner}</figure>" if "fig" in caption else inner, "")

    class Yes(Everything):
        def select(self, page: Page) -> Selection:
            return select(page, "yes", None)

    extraction = extract(html, url=BASE, method=Yes())
    assert "A boat" not in extraction.text
    assert "A boat" in extraction.to_text(captions=True)
    assert f"![]({BASE}x.jpg)\n\nA boat\n\nyes" in extraction.markdown
    assert "<figcaption>A boat</figcaption>" in extraction.html
    assert "A boat" not in extraction.to_markdown(images=False)
    other = extract(html.replace("<img src=x.jpg>", ""), url=BASE, method=Yes())
    assert "A boat" not in other.markdown
