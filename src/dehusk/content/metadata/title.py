"""The page's title, without the site's name."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import accumulate
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_TITLE_CHARS = 400
"""Longer texts are not compared with headings."""

# What separates a page's title from the site's name; a hyphen or a colon only with spaces around it. It begins with one
# of the first signs: most characters are passed by that.
_SEPARATOR = re.compile(
    r"(?=[\s|｜¦‖:»—―•_＿])"
    r"(\s*[|｜¦‖]\s*|\s+[-–—―•·∙»«›‹>~/\\:]+\s+|\s*(?:::|»|—|―|•)\s*|(?<=[^\x00-\x7f])[_＿]|[_＿](?=[^\x00-\x7f]))"
)
# In Chinese and Japanese a colon separates the site's name without spaces, but also parts of a title.
_LAST_COLON = re.compile(r"(?<=[^\x00-\x7f])\s*[:：]\s*(?=[^:：]+$)")
# Links to a heading's own place, and signs that themes write before it.
_HEADING_SIGNS = re.compile(r"\s*[¶🔗]\s*$|(?<=\w)#$|^\s*[/#»■]+\s+")
_MAX_SITE_NAME_CHARS = 40
_MIN_SHARED_WORDS = 1 / 3
"""Chosen on training pages: .34 to .7 differ by .004."""
_NOT_WORD = re.compile(r"[\W_]+")
_ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
_TO_LOWER = bytes.maketrans(ascii_uppercase.encode(), ascii_lowercase.encode())
_GENERIC_NAMES = frozenset({"home", "homepage", "homepage of", "official site", "official website", "start", "welcome"})
_CACHE_SIZE = 1024
_MAX_CACHED_CHARS = 200


class TitleCandidate(NamedTuple):
    """A title and the source it comes from."""

    text: str
    source: str


def normalize_title(text: str) -> str:
    """Only letters and digits, without case or accents: what two spellings of a title have in common.

    >>> normalize_title("The  Café — 5 Tips!")
    'thecafe5tips'
    """
    # The titles of a page are compared many times. Long texts are not cached: the cache must not hold pages.
    return _normalize_cached(text) if len(text) <= _MAX_CACHED_CHARS else _normalize(text)


def _normalize(text: str) -> str:
    if text.isascii():
        return text.encode().translate(_TO_LOWER, _ASCII_SIGNS).decode()
    text = text.casefold()
    if text.isascii():
        return _NOT_WORD.sub("", text)
    # Not the text as a whole: sorting the accents of one letter takes quadratic time, and they are left out.
    return _NOT_WORD.sub("", text.translate({ord(char): _without_accents(char) for char in set(text)}))


@lru_cache(_CACHE_SIZE)
def _without_accents(char: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part))


_normalize_cached = lru_cache(_CACHE_SIZE)(_normalize)


def _pieces(title: str) -> tuple[str, ...]:
    """The parts of a title, with the separators between them.

    >>> _pieces("Tea | Leaf")
    ('Tea', ' | ', 'Leaf')
    """
    return _pieces_cached(title) if len(title) <= _MAX_CACHED_CHARS else _divide(title)


def _divide(title: str) -> tuple[str, ...]:
    return tuple(_SEPARATOR.split(title))


_pieces_cached = lru_cache(_CACHE_SIZE)(_divide)


def same_words(one: str, other: str) -> bool:
    """Whether two titles have the same words, or one is the other with a site's name.

    >>> same_words("Tea for the two", "Tea for the Two | Leaf"), same_words("Tea", "Coffee")
    (True, False)
    """
    one, other = sorted((normalize_title(one), normalize_title(other)), key=len)
    return one == other or (len(one) >= 12 and one in other)


def site_words(names: Iterable[str], url: str | None) -> set[str]:
    """The possible names of a site, normalized: its declared names, and the parts of its host.

    >>> sorted(site_words(["The Leaf"], "https://www.green-leaf.co.uk/a"))
    ['greenleaf', 'greenleafcouk', 'leaf', 'theleaf']
    """
    words = {normalize_title(name) for name in names}
    words |= {word.removeprefix("the") for word in words if len(word) > 6}
    host = host_of(url).removeprefix("www.")
    if host:
        labels = host.split(".")
        words |= {normalize_title(host), *(normalize_title(label) for label in labels[:-1] if len(label) > 3)}
    return words - {""}


def host_of(url: str | None) -> str:
    """The host of a URL; "" if it has none.

    >>> host_of("https://example.org:80/a"), host_of("[[")
    ('example.org', '')
    """
    try:
        return (urlsplit(url or "").hostname or "").lower()
    except ValueError:
        return ""


def is_home(url: str | None) -> bool:
    """Whether a URL is that of a site's first page.

    >>> is_home("https://example.org/"), is_home("https://example.org/tea"), is_home(None), is_home("http://[")
    (True, False, False, False)
    """
    try:
        return bool(url) and urlsplit(url or "").path in ("", "/")
    except ValueError:
        return False


def without_site(title: str, site: set[str], *, home: bool = False) -> str:
    """The title without the parts at its beginning and end that name the site; on its home page only at the end.

    >>> without_site("Tea | Leaf", {"leaf"}), without_site("Leaf - Tea - Leaf.com", {"leaf", "leafcom"})
    ('Tea', 'Tea')
    >>> without_site("Leaf", {"leaf"}), without_site("Spider-Man | Tea", {"leaf"})
    ('Leaf', 'Spider-Man | Tea')
    >>> without_site("Leaf | Tea for all", {"leaf"}, home=True), without_site("紅茶の話:茶葉新聞", {"茶葉新聞"})
    ('Leaf | Tea for all', '紅茶の話')
    """
    if not title.isascii():
        *before, last = _LAST_COLON.split(title)
        if before and _names_site(last, site):
            title = before[0]
    pieces = _pieces(title)
    parts, separators = pieces[::2], pieces[1::2]
    first, stop = 0, len(parts)
    while stop - first > 1 and _names_site(parts[stop - 1], site):
        stop -= 1
    while not home and stop - first > 1 and _names_site(parts[first], site):
        first += 1
    # "Tea | Leaf | Drinks for all": what follows the site's name is its slogan.
    stop = next((place for place in range(first + 1, stop) if normalize_title(parts[place]) in site), stop)
    kept = parts[first]
    for place in range(first + 1, stop):
        kept += separators[place - 1] + parts[place]
    return kept.strip() or title


def site_part(document: str, title: str) -> str | None:
    """The site's name, if the document title consists of the page's title, a separator and one other part.

    >>> site_part("How to find us | The Printing House", "How to find us"), site_part("Leaf - Tea", "Tea")
    ('The Printing House', 'Leaf')
    >>> site_part("Tea | Drinks | Leaf", "Tea") is None
    True
    """
    parts = [part.strip() for part in _pieces(document)[::2]]
    if len(parts) != 2:
        return None
    others = [part for part in parts if normalize_title(part) != normalize_title(title)]
    return others[0] if len(others) == 1 and 0 < len(others[0]) <= _MAX_SITE_NAME_CHARS else None


def _names_site(part: str, site: set[str]) -> bool:
    word = normalize_title(part)
    return not word or word in site or word in _GENERIC_NAMES or any(_is_most_of(word, name) for name in site)


def _is_most_of(word: str, name: str) -> bool:
    """Whether one is most of the other: "Guardian" and "The Guardian", "leafmag" and "Leaf Magazine"."""
    short, long = sorted((word, name), key=len)
    return len(short) >= 4 and 2 * len(short) >= len(long) and short in long


def _site_is_first(title: str, site: set[str]) -> bool:
    """Whether a title is the site's name, other parts such as its slogan, and the page's title, equally separated.

    >>> _site_is_first("Leaf - Drinks for all - Green tea", {"leaf"}), _site_is_first("Leaf - Tea | Green", {"leaf"})
    (True, False)
    """
    pieces = _pieces(title)
    parts, separators = pieces[::2], {each.strip() for each in pieces[1::2]}
    return len(parts) > 2 and len(separators) == 1 and _names_site(parts[0], site) and not _names_site(parts[-1], site)


def _partial_titles(title: str, *, site_first: bool = False) -> tuple[set[str], set[str]]:
    """The first parts of a title joined, and the last parts joined, normalized.

    The last parts only if they are most of the title, or if it began with the site's name.

    >>> [sorted(titles) for titles in _partial_titles("Tea - Green | Leaves of it")]
    [['tea', 'teagreen', 'teagreenleavesofit'], ['greenleavesofit', 'leavesofit', 'teagreenleavesofit']]
    """
    # Joining all parts takes quadratic time, so it is not done for texts that cannot be titles.
    parts = [normalize_title(part) for part in _pieces(title)[::2]] if len(title) <= MAX_TITLE_CHARS else []
    first = set(accumulate(parts))
    last = accumulate(reversed(parts), lambda joined, part: part + joined)
    return first, {joined for joined in last if site_first or 2 * len(joined) > sum(map(len, parts))}


def _page_part(title: str, *, site_first: bool = False) -> str:
    """The first part of a title of several parts, if it is most of it: "Tea leaves / Drinks / Forum".

    The last part, if the title began with the site's name.

    >>> _page_part("How to make tea / Drinks / Leaf Forum"), _page_part("Old tea - new | Leaf")
    ('How to make tea', 'Old tea - new')
    >>> _page_part("Drinks for all - How to make tea", site_first=True)
    'How to make tea'
    """
    pieces = _pieces(title)
    separators = pieces[1::2]
    if not separators:
        return title
    if site_first:
        return pieces[-1] if len(pieces[-1].split()) >= 3 else title
    # The parts that are not the page's title follow the same kind of separator as the last one.
    first = next(place for place, each in enumerate(separators) if each.strip() == separators[-1].strip())
    head = "".join(pieces[: 2 * first + 1])
    rest = "".join(pieces[2 * first + 2 :])
    if len(head.split()) >= 3 and len(rest.split()) <= 4:
        return head
    return title


def _is_later_part(title: str, heading: str) -> bool:
    return normalize_title(heading) in map(normalize_title, _pieces(title)[2::2])


def _contains_heading(title: str, heading: str) -> bool:
    """Whether a title contains the words of a heading in order, but not as a separate part after the first.

    >>> _contains_heading("Buy Green Tea at Leaf", "Green tea"), _contains_heading("Buy greens", "Green")
    (True, False)
    >>> _contains_heading("Why? : tea", "tea")
    False
    """
    if _is_later_part(title, heading):
        return False
    title, heading = (f" {' '.join(filter(None, map(normalize_title, text.split())))} " for text in (title, heading))
    return len(heading) > 2 and heading in title


def _rewords(title: str, heading: str) -> bool:
    """Whether a heading says the same as a title in other words; a heading that is its last part does not.

    >>> _rewords("Nine teas of 2025", "9 teas to try in 2025"), _rewords("How to make tea / Leaf Forum", "Leaf Forum")
    (True, False)
    """
    if _is_later_part(title, heading):
        return False
    one, other = ({word for each in text.split() if (word := normalize_title(each))} for text in (title, heading))
    return len(one & other) > _MIN_SHARED_WORDS * min(len(one), len(other))


def _begins_with_site(titles: list[TitleCandidate], heading: str) -> bool:
    """Whether a heading is the site's name: one declared title is the heading, a colon and another declared title.

    >>> _begins_with_site([TitleCandidate("Leaf Blog: Tea", "html5"), TitleCandidate("Tea", "opengraph")], "Leaf Blog")
    True
    """
    name = normalize_title(heading)
    known = {normalize_title(title.text) for title in titles} - {name}
    return any(name + other in known or other + name in known for other in known)


def choose_title(
    declared: list[TitleCandidate], headings: list[str], site: set[str], *, home: bool = False
) -> TitleCandidate | None:
    """The title of a page, from the declared titles and the headings, each the best first.

    A heading that repeats a declared title, or a part of one, is what readers see as the title; so is the only heading
    if it shares a third of its words with a declared title. Otherwise the first declared title without the site's
    name; otherwise a heading. ``home``: the page is the site's first page, whose title is often the site's name.

    >>> choose_title([TitleCandidate("Tea: a guide - Leaf", "html5")], ["Leaf", "Tea: A Guide"], {"leaf"})
    TitleCandidate(text='Tea: A Guide', source='html5')
    >>> choose_title([TitleCandidate("Tea | Leaf", "html5")], ["About us"], {"leaf"})
    TitleCandidate(text='Tea', source='html5')
    >>> choose_title([TitleCandidate("Top nine teas", "html5")], ["Nine Teas That We Liked"], {"leaf"})
    TitleCandidate(text='Nine Teas That We Liked', source='html5')
    """
    headings = [text for heading in headings if (text := _HEADING_SIGNS.sub("", heading))]
    # Most sources declare the same title; the first of them counts.
    sources = {title.text: title.source for title in reversed(declared)}
    declared = [TitleCandidate(text, sources[text]) for text in dict.fromkeys(title.text for title in declared)]
    cleaned = [TitleCandidate(without_site(title.text, site, home=home), title.source) for title in declared]
    site_first = [not home and _site_is_first(title.text, site) for title in declared]
    headings = [heading for heading in headings if not _begins_with_site([*declared, *cleaned], heading)]
    titles = zip(cleaned, site_first, strict=True) if headings else ()
    partial = [_partial_titles(title.text, site_first=last) for title, last in titles]
    for partial_titles in zip(*partial, strict=True):
        known = set().union(*partial_titles) - site
        for heading in headings:
            if normalize_title(heading) in known:
                return TitleCandidate(heading, "html5")
    others = [heading for heading in headings if normalize_title(heading) not in site]
    for heading in others:
        if any(_contains_heading(title.text, heading) for title in cleaned):
            return TitleCandidate(heading, "html5")
    if len(others) == 1 and any(_rewords(title.text, others[0]) for title in cleaned):
        return TitleCandidate(others[0], "html5")
    if cleaned:
        return TitleCandidate(_page_part(cleaned[0].text, site_first=site_first[0]), cleaned[0].source)
    return TitleCandidate(headings[0], "html5") if headings else None
