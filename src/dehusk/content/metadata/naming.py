"""What the names that a page's maker gave to elements say about bylines and dates."""

from __future__ import annotations

import re
from functools import lru_cache

AUTHOR, DATE, ELSEWHERE = 1, 2, 4

# A cheap look first, at lower case: most names have none of these in them.
_HINT = re.compile(
    r"uth|line|writ|date|time|publ|meta|user|poste|auto|aute|datum|fecha|creat|modif|contrib|verfass|fn|data|info"
)
_HINT_ELSEWHERE = re.compile(
    r"comment|relate|recommend|popular|trending|latest|recent|teaser|promo|nav|menu|widget|card|carousel|replies|next|"
    r"footer"
)
_AUTHOR = re.compile(
    r"(?:^|[\s_-])(?:by-?lines?|authors?|post-?author|writer|author-?name|contributors?|p-author|user-?name|poster|"
    r"hnuser|autor|auteur|autore|verfasser|written-?by|posted-?by|fn)(?=$|[\s_-])"
)
_DATE = re.compile(
    r"(?:^|[\s_-])(?:dates?|time|published|pub-?date|publish-?date|post-?date|dt-published|date-?line|posted-?on|"
    r"time-?stamp|datum|fecha|data|created|updated|modified|date-?time|post-?meta|entry-?meta|article-?meta|meta|"
    r"post-?info|article-?info)(?=$|[\s_-])"
)
# Another page's, or a reader's.
_ELSEWHERE = re.compile(
    r"comment|related|recommend|popular|trending|latest|recent|teaser|(?:^|[\s_-])(?:promos?|promotions?|nav|menu|widget|"
    r"cards?|carousel|replies|upnext|read-?next|(?:site|page|global)-?footer)(?=$|[\s_-])"
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@lru_cache(maxsize=1 << 14)
def names_fact(value: str) -> int:
    """Whether a class or an id names a byline or a date: the bits AUTHOR and DATE.

    >>> names_fact("postAuthor"), names_fact("entry-meta"), names_fact("author-date"), names_fact("update")
    (1, 2, 3, 0)
    """
    if not _HINT.search(value.lower()):
        return 0
    words = _CAMEL.sub("-", value).lower()
    return bool(_AUTHOR.search(words)) * AUTHOR + bool(_DATE.search(words)) * DATE


@lru_cache(maxsize=1 << 14)
def names_elsewhere(value: str) -> bool:
    """Whether a class or an id names a part that is about other pages, or a reader's.

    >>> names_elsewhere("relatedPosts"), names_elsewhere("post-card"), names_elsewhere("postcards")
    (True, True, False)
    """
    return bool(_HINT_ELSEWHERE.search(value.lower()) and _ELSEWHERE.search(_CAMEL.sub("-", value).lower()))
