"""Records, dates, headings and reply forms around a block, as the learned method sees them."""

import numpy as np
from hypothesis import given

from dehusk import Page, parse
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.learned_blocks import Blocks
from html_strategies import pages

_BLOG = """<title>Oolong at dawn</title>
<div id="post"><h1>Oolong at dawn</h1><p>Posted by Mei<p>The kettle is older than the house, and it sings.</div>
<div id="talk"><h2>Two replies</h2>
 <div class="comment odd" id="comment-4711"><b>Ann</b><p>5 May 2012 at 7:14 pm<p>It sings here too, every day.
  <p><a href="#">Reply</a></div>
 <div class="comment even" id="comment-4712"><b>Ben</b><p>6 May 2012 at 9:02 am<p>Mine does not sing, alas.
  <p><a href="#">Reply</a></div>
 <div class="comment odd" id="comment-4713"><b>Cy</b><p>6 May 2012 at 9:30 am<p>Boil it longer, then it will.
  <p><a href="#">Reply</a></div>
 <form><textarea></textarea><button>Send</button></form>
</div>"""


def _values(html: str, name: str) -> dict[str, float]:
    """A feature of every block, by the block's text."""
    features = BlockFeatures.of(parse(html))
    blocks, page = features.blocks, features.blocks.page
    bounds = zip(page.offset[blocks.first].tolist(), page.offset[blocks.last + 1].tolist(), strict=True)
    texts = [page.text[start:stop].strip() for start, stop in bounds]
    return dict(zip(texts, features[name].tolist(), strict=True))


_ARTICLE, _COMMENT = "The kettle is older than the house, and it sings.", "Mine does not sing, alas."


def test_comments_are_records_although_their_classes_differ() -> None:
    count = _values(_BLOG, "record.count")
    assert count[_ARTICLE] == np.float32(np.log1p(2))  # the two parts of the page are both DIVs without a class
    assert count[_COMMENT] == np.float32(np.log1p(3))
    assert _values(_BLOG, "record.dates")[_COMMENT] == 1
    assert _values(_BLOG, "record.repeated")[_COMMENT] == 1


def test_a_page_of_one_text_has_no_records() -> None:
    values = _values("<main><h1>Tea</h1><p>Steep it, then drink it.</main>", "record.count")
    assert set(values.values()) == {-1.0}


def test_numbered_names_are_a_category() -> None:
    numbered = _values(_BLOG, "class.numbered")
    assert (numbered[_ARTICLE], numbered[_COMMENT]) == (0, 1)


def test_where_readers_write() -> None:
    assert (
        _values(_BLOG, "reply_form.common_chars_share")[_COMMENT]
        < _values(_BLOG, "reply_form.common_chars_share")[_ARTICLE]
        == 1
    )
    assert _values(_BLOG, "reply_form.blocks")[_COMMENT] < _values(_BLOG, "reply_form.blocks")[_ARTICLE]
    assert set(_values("<p>Tea", "reply_form.words_share").values()) == {-1.0}


def test_dates_before_and_since() -> None:
    assert _values(_BLOG, "dates_before")[_ARTICLE] == 0
    assert _values(_BLOG, "dates_before")[_COMMENT] == np.float32(np.log1p(2))
    assert _values(_BLOG, "since_date")[_COMMENT] == 1
    assert _values(_BLOG, "since_date")[_ARTICLE] == 60


def test_dates_in_other_scripts_and_numbers_that_are_none() -> None:
    html = "<p>发布时间：2012年1月6日<p>Сегодня, 7:37<p>12.345 Besucher<p>3:1 für Köln<p>ISBN 1920394857<p>8:5"
    assert Blocks.of(parse(html)).dated.tolist() == [1, 1, 0, 0, 0, 0]


@given(pages)
def test_what_a_kind_of_record_holds_is_part_of_the_page(page: Page) -> None:
    features = BlockFeatures.of(page)
    share = features["record.running_share"]
    assert ((share == -1) | ((share >= 0) & (share <= 1 + 1e-6))).all()
    assert ((features["record.count"] == -1) == (share == -1)).all()


def test_readers_write_in_the_last_text_area() -> None:
    html = "<textarea></textarea><p>one<p>two<p>three<textarea></textarea><p>four"
    assert _values(html, "reply_form.blocks") == {"one": 3, "two": 2, "three": 1, "four": 0}
