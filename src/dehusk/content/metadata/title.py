"""The page's title, without the site's name."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

# What parts a page's title from the site's name. A hyphen or a colon only with space around it or after it.
_SEPARATOR = re.compile(
    r"(\s*[|｜¦‖]\s*|\s+[-–—―•·∙»«›‹>~/\\:]+\s+|\s*(?:::|»|—|―|•)\s*|(?<=[^\x00-\x7f])[_＿]|[_＿](?=[^\x00-\x7f]))"
)
_LONGEST_SITE_NAME = 40
_SIGNS = re.compile(r"[\W_]+")
_GENERIC = frozenset({"home", "homepage", "homepage of", "official site", "official website", "start", "welcome"})


@lru_cache(maxsize=4096)
def bare(text: str) -> str:
    """Letters and digits alone, without case or accents: what two spellings of a title share.

    >>> bare("The  Café — 5 Tips!")
    'thecafe5tips'
    """
    text = text.casefold()
    if text.isascii():
        return _SIGNS.sub("", text)
    plain = unicodedata.normalize("NFKD", text)
    return _SIGNS.sub("", "".join(char for char in plain if not unicodedata.combining(char)))


def same_words(one: str, other: str) -> bool:
    """Whether two titles say the same, or one is the other and a site's name.

    >>> same_words("Tea for the two", "Tea for the Two | Leaf"), same_words("Tea", "Coffee")
    (True, False)
    """
    one, other = sorted((bare(one), bare(other)), key=len)
    return one == other or (len(one) >= 12 and one in other)


def site_words(names: Iterable[str], url: str | None) -> set[str]:
    """What a site may be called, bare: its names, and the parts of its host.

    >>> sorted(site_words(["The Leaf"], "https://www.green-leaf.co.uk/a"))
    ['greenleaf', 'greenleafcouk', 'leaf', 'theleaf']
    """
    words = {bare(name) for name in names}
    words |= {word.removeprefix("the") for word in words if len(word) > 6}
    host = host_of(url).removeprefix("www.")
    if host:
        labels = host.split(".")
        words |= {bare(host), *(bare(label) for label in labels[:-1] if len(label) > 3)}
    return words - {""}


def host_of(url: str | None) -> str:
    """The host of an address; nothing if it has none.

    >>> host_of("https://example.org:80/a"), host_of("[[")
    ('example.org', '')
    """
    try:
        return (urlsplit(url or "").hostname or "").lower()
    except ValueError:
        return ""


def without_site(title: str, site: set[str]) -> str:
    """The title without the parts at its ends that name the site.

    >>> without_site("Tea | Leaf", {"leaf"}), without_site("Leaf - Tea - Leaf.com", {"leaf", "leafcom"})
    ('Tea', 'Tea')
    >>> without_site("Leaf", {"leaf"}), without_site("Spider-Man | Tea", {"leaf"})
    ('Leaf', 'Spider-Man | Tea')
    """
    pieces = _SEPARATOR.split(title)
    parts, separators = pieces[::2], pieces[1::2]
    first, stop = 0, len(parts)
    while stop - first > 1 and _names_site(parts[stop - 1], site):
        stop -= 1
    while stop - first > 1 and _names_site(parts[first], site):
        first += 1
    kept = parts[first]
    for place in range(first + 1, stop):
        kept += separators[place - 1] + parts[place]
    return kept.strip() or title


def site_part(document: str, title: str) -> str | None:
    """The site's name, where a document's title is the page's title, a separator and one other part.

    >>> site_part("How to find us | The Printing House", "How to find us"), site_part("Leaf - Tea", "Tea")
    ('The Printing House', 'Leaf')
    >>> site_part("Tea | Drinks | Leaf", "Tea") is None
    True
    """
    parts = [part.strip() for part in _SEPARATOR.split(document)[::2]]
    rest = [part for part in parts if bare(part) != bare(title)]
    return rest[0] if len(parts) == 2 and len(rest) == 1 and 0 < len(rest[0]) <= _LONGEST_SITE_NAME else None


def _names_site(part: str, site: set[str]) -> bool:
    word = bare(part)
    return not word or word in site or word in _GENERIC or any(_close(word, name) for name in site)


def _close(word: str, name: str) -> bool:
    """Whether one is most of the other: "Guardian" is "The Guardian", "Leaf Magazine" is "leafmag"."""
    short, long = sorted((word, name), key=len)
    return len(short) >= 4 and 2 * len(short) >= len(long) and short in long


def _runs(title: str) -> tuple[set[str], set[str]]:
    """The runs of a title's parts that begin it, and those longer ones that end it, bare.

    >>> [sorted(runs) for runs in _runs("Tea - Green | Leaves of it")]
    [['tea', 'teagreen', 'teagreenleavesofit'], ['greenleavesofit', 'leavesofit', 'teagreenleavesofit']]
    """
    parts = [bare(part) for part in _SEPARATOR.split(title)[::2]]
    begin = set(accumulate(parts))
    end = accumulate(reversed(parts), lambda run, part: part + run)
    return begin, {run for run in end if 2 * len(run) > sum(map(len, parts))}


def _page_part(title: str) -> str:
    """The title's first part, where it is most of a title of several parts: "Tea leaves / Drinks / Forum".

    >>> _page_part("How to make tea / Drinks / Leaf Forum"), _page_part("Old tea - new | Leaf")
    ('How to make tea', 'Old tea - new')
    """
    pieces = _SEPARATOR.split(title)
    separators = pieces[1::2]
    if not separators:
        return title
    # The parts that are not the page's follow the kind of separator that stands last.
    first = next(place for place, each in enumerate(separators) if each.strip() == separators[-1].strip())
    head = "".join(pieces[: 2 * first + 1])
    rest = "".join(pieces[2 * first + 2 :])
    if len(head.split()) >= 3 and len(rest.split()) <= 4:
        return head
    return title


def _quotes(title: str, heading: str) -> bool:
    """Whether a title has a heading's words in it, one after the other, but not as a part that names a section.

    >>> _quotes("Buy Green Tea at Leaf", "Green tea"), _quotes("Buy greens", "Green"), _quotes("Why? : tea", "tea")
    (True, False, False)
    """
    if bare(heading) in map(bare, _SEPARATOR.split(title)[2::2]):
        return False
    title, heading = (f" {' '.join(filter(None, map(bare, text.split())))} " for text in (title, heading))
    return len(heading) > 2 and heading in title


class Title(NamedTuple):
    """A title and the source it came from."""

    text: str
    source: str


def choose(declared: list[Title], headings: list[str], site: set[str]) -> Title | None:
    """The title among what sources declare, best first, and the headings, best first.

    A heading that repeats a declared title, or a part of one, is what readers see as the title. Else
    the first declared title, without the site's name; else a heading.

    >>> choose([Title("Tea: a guide - Leaf", "html5")], ["Leaf", "Tea: A Guide"], {"leaf"})
    Title(text='Tea: A Guide', source='html5')
    >>> choose([Title("Tea | Leaf", "html5")], ["About us"], {"leaf"})
    Title(text='Tea', source='html5')
    """
    cleaned = [Title(without_site(title.text, site), title.source) for title in declared]
    for runs_of_side in zip(*(_runs(title.text) for title in cleaned), strict=True):
        runs = set().union(*runs_of_side) - site
        for heading in headings:
            if bare(heading) in runs:
                return Title(heading, "html5")
    for heading in headings:
        if bare(heading) not in site and any(_quotes(title.text, heading) for title in cleaned):
            return Title(heading, "html5")
    if cleaned:
        return Title(_page_part(cleaned[0].text), cleaned[0].source)
    return Title(headings[0], "html5") if headings else None
