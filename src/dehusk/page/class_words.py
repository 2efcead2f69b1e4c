"""The words in class, id, role and itemprop attributes, and what they say about an element.

One vocabulary for all that reads such names: the learned method, comments, bylines and dates. Each category of words
is one bit; a page's attributes are read once (``page.class_words``).

The words are few, general and fixed: weights learned for every class name memorise the sites of the training pages,
and what helps there is lost elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dehusk._core.class_names import class_names, word_table

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools, Ints
    from dehusk.page.attributes import AttributeColumn

    Bits = npt.NDArray[np.int64]

CATEGORIES: dict[str, str] = {
    "comment": "comment comments commentlist commenting disqus respond replies discussion discussions kommentar "
    "kommentare commentaire commentaires comentario comentarios reaction reactions livefyre guestbook",
    "forum": "thread topic forum message messages question answer answers postbody reply",
    "nav": "nav navi navigation navbar menu menus submenu subnav topnav breadcrumb breadcrumbs breadcrumbtrail crumbs "
    "pagination pager paging sitemap tabs tab toc dropdown prev next previous",
    "sidebar": "sidebar aside rail side secondary complementary rightcol leftcol right left",
    "footer": "footer foot bottom contentinfo colophon",
    "header": "header masthead topbar branding brand logo top toolbar",
    "share": "share sharing shared social facebook twitter tweet linkedin pinterest addthis addtoany follow followus "
    "like likes whatsapp sharethis bookmark bookmarks sns instagram youtube rss print email",
    "advertisement": "ad ads advert adverts advertisement advertising adv adsense adsbygoogle sponsor sponsors "
    "sponsored dfp banner banners anzeige werbung publicidad publicite reklama commercial leaderboard",
    "related": "related recommended recommend recommendation recommendations more latest popular recent trending "
    "teaser teasers similar mostread mostpopular outbrain taboola recirc readmore featured archive archives feed "
    "onward upnext youmaylike",
    "promotion": "promo promos promotion cta subscribe subscription newsletter newsletters signup paywall donate "
    "donation app offer deal deals",
    "meta": "meta postmeta byline date time timestamp datetime published posted publish entrymeta infoline dateline "
    "category categories tag tags taxonomy keywords keyword labels count views permalink",
    "author": "author authors vcard bio avatar profile signature user username member writer contributor",
    "form": "form search searchform login signin register input submit field select checkbox captcha",
    "button": "button buttons btn toggle link links icon icons arrow close",
    "consent": "cookie cookies consent gdpr ccpa onetrust didomi cookiebot cookiebar cookiebanner usercentrics",
    "modal": "modal popup overlay lightbox dialog alert notice notification toast tooltip",
    "widget": "widget widgets module sidebarwidget textwidget weather poll quiz calendar player ticker carousel slider",
    "legal": "copyright legal terms disclaimer imprint impressum privacy policy credits credit",
    "hidden": "hidden hide screen reader sr skip noprint visuallyhidden offscreen invisible print",
    "content": "content contents maincontent bodytext bodycopy richtext prose copy articletext text txt contenttext",
    "article": "article articles articlebody articlecontent story storybody news entry hentry post posttext "
    "postcontent blogpost blog single",
    "main": "main primary center middle",
    "title": "title headline heading entrytitle posttitle subtitle hed",
    "caption": "caption figcaption figure image images img photo photos picture gallery media video thumb thumbnail "
    "slideshow legend",
    "summary": "summary lead intro introduction standfirst dek excerpt abstract description desc lede",
    "product": "product products price prices cart basket shop store sku rating ratings review reviews buy offers",
    "list": "list lists item items grid listing listings results result card cards tile tiles entries row",
    "docs": "doc docs documentation wiki markdown code highlight api reference readme mw",
    "body": "body",
    "about": "about contact help faq support",
    # Names with a number of three digits in them ("comment-2046"): each names one element of many.
    "numbered": "",
    # For metadata alone. A word with a hyphen is two words, one after the other.
    "byline": "byline bylines by-line by-lines author authors postauthor authorname writer contributor contributors "
    "username user-name poster hnuser autor auteur autore verfasser writtenby written-by postedby posted-by",
    "date": "date dates time published pubdate publishdate postdate dateline postedon posted-on timestamp datum fecha "
    "data created updated modified datetime postmeta entrymeta articlemeta meta postinfo post-info articleinfo "
    "article-info",
    "other_page": "comment comments commentlist commentform commentbody commentbox commentauthor commentmetadata "
    "commentstatus commentwrap commenttext commentcount commentsection commenting commented commenter newcomment "
    "addcomment nocomments postcomment recentcomments replies related relatedpost relatedposts relateditems "
    "relatedarticles relatedstories recommend recommended recommendation recommendations popular mostpopular "
    "popularity trending latest recent recently recentchanges teaser teasers promo promos promotion promotions nav "
    "menu widget card cards carousel upnext readnext read-next sitefooter site-footer pagefooter page-footer "
    "globalfooter global-footer",
    "hcard_name": "fn",
}
"""Category -> the words that put a name into it."""

METADATA_CATEGORIES = frozenset({"byline", "date", "other_page", "hcard_name"})
BIT: dict[str, int] = {name: 1 << place for place, name in enumerate(CATEGORIES)}

Words = dict[str, int]
Pairs = dict[tuple[str, str], int]


def _tables() -> tuple[Words, Pairs]:
    """The bits of each word, and of each pair of words, in every spelling that a name can have.

    "articleBody", "article-body", "ArticleBODY2": words end at a change of case, a digit or a sign.
    """
    words: Words = {}
    pairs: Pairs = {}
    for category, listed in CATEGORIES.items():
        for entry in listed.split():
            first, _, second = entry.rpartition("-")
            for spelling in _spellings(second):
                if not first:
                    words[spelling] = words.get(spelling, 0) | BIT[category]
                    continue
                for before in _spellings(first):
                    pair = before, spelling
                    pairs[pair] = pairs.get(pair, 0) | BIT[category]
    return words, pairs


def _spellings(word: str) -> set[str]:
    # All of them, so that a page's words need not be made lower case one by one.
    return {word, word.capitalize(), word.upper()}


_TABLE = word_table(*_tables())


@dataclass(frozen=True, eq=False)
class ClassWords:
    """What the names of a page's elements say; columns run over the page's rows.

    >>> from dehusk import parse
    >>> page = parse('<div id="comments"><p class="comment-author">Ann')
    >>> page.class_words.has("comment").tolist(), page.class_words.has("byline").tolist()
    ([False, True, True, False], [False, False, True, False])
    """

    bits: Bits
    """The categories of a row's own names."""
    kind: Ints
    """A number for the kind of element that the row's class names, by its first word without digits at its end:
    "comment odd" and "comment even" are one kind, so are "post-7" and "post-8". 0 if there is no such word."""

    def __post_init__(self) -> None:
        self.bits.flags.writeable = self.kind.flags.writeable = False

    def has(self, *categories: str) -> Bools:
        """Rows whose own names belong to one of the categories."""
        wanted = 0
        for category in categories:
            wanted |= BIT[category]
        found: Bools = (self.bits & wanted) != 0
        return found


def read_class_words(attrs: AttributeColumn) -> ClassWords:
    """What the names of each row say."""
    data = np.frombuffer(attrs.source, dtype=np.uint8)
    return ClassWords(*class_names(data, attrs.start, attrs.stop, *_TABLE, BIT["numbered"]))
