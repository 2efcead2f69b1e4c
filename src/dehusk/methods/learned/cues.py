"""What the names in class, id, role and itemprop attributes say about an element.

The words are few, general and fixed: weights learned for class names only memorise the sites of the training
pages, and what helps there is lost elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from dehusk.page.rows import named

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.page import Page
    from dehusk.page.arrays import Ints

CUES: dict[str, str] = {
    "comment": "comment comments commentlist commenting disqus respond replies discussion discussions kommentar "
    "kommentare commentaire commentaires comentario comentarios reaction reactions livefyre guestbook",
    "forum": "thread topic forum message messages question answer answers postbody reply",
    "nav": "nav navi navigation navbar menu menus submenu subnav topnav breadcrumb breadcrumbs breadcrumbtrail crumbs "
    "pagination pager paging sitemap tabs tab toc dropdown prev next previous",
    "side": "sidebar aside rail side secondary complementary col2 rightcol leftcol right left",
    "foot": "footer foot bottom contentinfo colophon",
    "head": "header masthead topbar branding brand logo top toolbar",
    "share": "share sharing shared social facebook twitter tweet linkedin pinterest addthis addtoany follow followus "
    "like likes whatsapp sharethis bookmark bookmarks sns instagram youtube rss print email",
    "advert": "ad ads advert adverts advertisement advertising adv adsense adsbygoogle sponsor sponsors sponsored dfp "
    "banner banners anzeige werbung publicidad publicite reklama commercial leaderboard",
    "related": "related recommended recommend recommendation recommendations more latest popular recent trending "
    "teaser teasers similar mostread mostpopular outbrain taboola recirc readmore featured archive archives feed "
    "onward upnext youmaylike",
    "promo": "promo promos promotion cta subscribe subscription newsletter newsletters signup paywall donate donation "
    "app offer deal deals",
    "meta": "meta postmeta byline date time timestamp datetime published posted publish entrymeta infoline dateline "
    "category categories tag tags taxonomy keywords keyword labels count views permalink",
    "author": "author authors vcard bio avatar profile signature user username member writer contributor",
    "form": "form search searchform login signin register input submit field select checkbox captcha",
    "button": "button buttons btn toggle link links icon icons arrow close",
    "consent": "cookie cookies consent gdpr ccpa onetrust didomi cookiebot cookiebar cookiebanner usercentrics",
    "modal": "modal popup overlay lightbox dialog alert notice notification toast tooltip",
    "widget": "widget widgets module sidebarwidget textwidget weather poll quiz calendar player ticker carousel slider",
    "legal": "copyright legal terms disclaimer imprint impressum privacy policy credits credit",
    "unseen": "hidden hide screen reader sr skip noprint visuallyhidden offscreen invisible print",
    "content": "content contents maincontent bodytext bodycopy richtext prose copy articletext text txt contenttext",
    "article": "article articles articlebody articlecontent story storybody news entry hentry post posttext "
    "postcontent blogpost blog single",
    "main": "main primary center middle",
    "title": "title headline heading h1 entrytitle posttitle subtitle hed",
    "caption": "caption figcaption figure image images img photo photos picture gallery media video thumb thumbnail "
    "slideshow legend",
    "summary": "summary lead intro introduction standfirst dek excerpt abstract description desc lede",
    "product": "product products price prices cart basket shop store sku rating ratings review reviews buy offers",
    "list": "list lists item items grid listing listings results result card cards tile tiles entries row",
    "docs": "doc docs documentation wiki markdown code highlight api reference readme mw",
    "body": "body",
    "about": "about contact help faq support",
}
"""Cue -> the words that give it. Each cue is one bit."""

NAMES: tuple[str, ...] = (*CUES, "numbered")
"""The cues by the number of their bit; the last is that of a name with a number in it ("comment-2046")."""
_BITS_OF_WORD: dict[str, int] = {}
for _place, _words in enumerate(CUES.values()):
    for _word in _words.split():
        # As the pattern below finds it, so that a page's words need not be made lower case one by one.
        for _spelling in {_word, _word.capitalize(), _word.upper()}:
            _BITS_OF_WORD[_spelling] = _BITS_OF_WORD.get(_spelling, 0) | 1 << _place
# "articleBody", "article-body", "ArticleBODY2": words end at a change of case, a digit or a sign.
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NUMBER = re.compile(r"\d{3}")
_NUMBERED = 1 << len(CUES)
_NAMING = frozenset({"class", "id", "role", "itemprop"})


def python_word_bits(name: str, bits_of_word: dict[str, int]) -> int:
    """The bits of the words in a name, together."""
    bits = 0
    for word in _WORD.findall(name):
        bits |= bits_of_word.get(word, 0)
    return bits


class _Remembered(dict[str, int]):
    """What a function makes of every value met so far: a site's pages repeat theirs."""

    _MOST = 1 << 16

    def __init__(self, function: Callable[[str], int]) -> None:
        self._function = function

    def __missing__(self, value: str) -> int:
        if len(self) >= self._MOST:
            self.clear()
        found = self[value] = self._function(value)
        return found


def cue_bits(value: str) -> int:
    """The cues that an attribute's value gives.

    >>> [NAMES[place] for place in range(len(NAMES)) if cue_bits("postComments sidebar-left") >> place & 1]
    ['comment', 'side', 'article']
    """
    return word_bits(value, _BITS_OF_WORD) | (_NUMBERED if _NUMBER.search(value) else 0)


def kind_number(value: str) -> int:
    """A number for the kind of element that a class attribute names: by its first word, a number at its end aside.

    >>> kind_number("comment odd depth-2") == kind_number("comment even") != kind_number("post-7")
    True
    >>> kind_number("post-7") == kind_number("post-8")
    True
    """
    first, _, _ = value.lstrip().partition(" ")
    return crc32(first.rstrip("0123456789").encode(errors="surrogatepass"))


_cues, _kinds = _Remembered(cue_bits), _Remembered(kind_number)


def python_cues_of(page: Page) -> tuple[npt.NDArray[np.int64], Ints]:
    """Each element's cues, and the number of its kind."""
    found = named(page.attrs, _NAMING)
    cues, kinds = np.zeros(len(page), dtype=np.int64), np.zeros(len(page), dtype=np.intp)
    rows = np.array([row for row, _, _ in found], dtype=np.intp)
    np.bitwise_or.at(cues, rows, np.array([_cues[value] for _, _, value in found], dtype=np.int64))
    numbered = [_kinds[value] if name == "class" else 0 for _, name, value in found]
    np.maximum.at(kinds, rows, np.array(numbered, dtype=np.intp))
    return cues, kinds


def compiled_cues_of(page: Page) -> tuple[npt.NDArray[np.int64], Ints]:
    """As :func:`python_cues_of`, by compiled code."""
    cues, kinds = np.empty(len(page), dtype=np.int64), np.empty(len(page), dtype=np.intp)
    read_cues(page.attrs, _NAMING, _cues, "class", _kinds, cues, kinds)
    return cues, kinds


try:
    from dehusk.methods.learned._kernels import cues_of as read_cues
    from dehusk.methods.learned._kernels import word_bits as word_bits
except ImportError:
    word_bits, cues_of = python_word_bits, python_cues_of
else:
    cues_of = compiled_cues_of
