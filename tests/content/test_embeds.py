"""Embedded pages become links, and embedded posts quotations with their address."""

from __future__ import annotations

import pytest

from dehusk import extract
from html_strategies import Everything

BEFORE = "<p>The video of the mill was made in spring.</p>"
AFTER = "<p>It was shown in the town hall.</p>"


def markdown(html: str) -> str:
    return extract(BEFORE + html + AFTER, method=Everything()).markdown.split("\n\n")[1]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<iframe src='https://www.youtube-nocookie.com/embed/mIll-123?rel=0' title='The mill'></iframe>",
            "[The mill](https://www.youtube.com/watch?v=mIll-123)",
        ),
        ("<iframe src='https://player.vimeo.com/video/77'></iframe>", "[vimeo.com](https://vimeo.com/77)"),
        (
            "<div><iframe src='https://maps.example/embed?at=mill' width=600 height=400></iframe></div>",
            "[maps.example](https://maps.example/embed?at=mill)",
        ),
        (
            "<lite-youtube videoid=mIll-123 title='The mill'><noscript><img src=/p.jpg></noscript></lite-youtube>",
            "[The mill](https://www.youtube.com/watch?v=mIll-123)",
        ),
        ("<div><lite-vimeo videoid=77></lite-vimeo></div>", "[vimeo.com](https://vimeo.com/77)"),
        (
            "<youtube-video src='https://www.youtube.com/watch?v=mIll-123' controls></youtube-video>",
            "[youtube.com](https://www.youtube.com/watch?v=mIll-123)",
        ),
        ("<blockquote class=twitter-tweet><p>It turns!</p></blockquote>", "> It turns!"),
        (
            "<blockquote class=instagram-media data-instgrm-permalink='https://pictures.example/1'>Oak</blockquote>",
            "> Oak\n>\n> [pictures.example](https://pictures.example/1)",
        ),
    ],
)
def test_embeds_are_links(html: str, expected: str) -> None:
    assert markdown(html) == expected


def test_an_embedded_post_ends_with_its_address() -> None:
    html = "<blockquote class=mill-embed cite=https://social.example/p/1>It turns!</blockquote>"
    assert markdown(html) == "> It turns!\n>\n> [social.example](https://social.example/p/1)"
    extraction = extract(BEFORE + html + AFTER, method=Everything())
    assert '<a class="embed" href="https://social.example/p/1">social.example</a>' in extraction.html
    assert '<ref type="embed" target="https://social.example/p/1">social.example</ref>' in extraction.xml
    assert "social.example" not in extraction.text
    assert "social.example" not in extraction.to_markdown(images=False)


def test_an_address_that_the_post_links_to_is_written_once() -> None:
    html = "<blockquote class=twitter-tweet>It turns! <a href=https://social.example/1>May 5</a></blockquote>"
    assert markdown(html) == "> It turns! [May 5](https://social.example/1)"


@pytest.mark.parametrize(
    "frame",
    [
        "<iframe src=https://ads.example/frame></iframe>",
        "<iframe src=https://x.example/a id=google_ads_1></iframe>",
        "<iframe src=https://social.example/plugins/like.php></iframe>",
        "<iframe src=javascript:alert(1)></iframe>",
        "<lite-youtube videoid='\"x'></lite-youtube>",
        "<youtube-video src=javascript:alert(1)></youtube-video>",
        "<other-video videoid=mIll-123></other-video>",
        "<iframe src=https://x.example/newsletter title='Sign up'></iframe>",
    ],
)
def test_what_is_no_content(frame: str) -> None:
    assert markdown(frame) == "It was shown in the town hall.\n"


def test_an_embed_inside_a_link_is_not_written() -> None:
    html = "<p><a href=/mill>See <iframe src=https://video.example/1></iframe> it</a></p>"
    assert "video.example" not in markdown(html)
