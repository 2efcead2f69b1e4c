"""Names of authors from bylines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk._core.head_values import tidy
from dehusk.content.metadata.introductions import after_introduction
from dehusk.content.metadata.months import month_number

if TYPE_CHECKING:
    from collections.abc import Iterable

_DEGREE = re.compile(
    r"[A-Z]{2,6}(?:-[A-Z]{1,4})?[®™.]*|(?:[A-Z][a-z]{0,3}\.\s?){2,4}[A-Z]?|Ph\.?\s?D\.?|Esq\.?|[JS]r\.?|[BM]Sc|PharmD|EdD"
)
_URL = re.compile(r"\s*(?:https?:|www\.|[/#])", re.IGNORECASE)
_BETWEEN_NAMES = re.compile(
    r"\s*(?:[;|]|\s(?:and|AND|und|UND|et|y|e|og|och|en|i|и|та|και|ve|és|și|dan|&|\+)\s)\s*|\s+&\s+"
)
_COMMA = re.compile(r"\s*[,，、]\s*")
_AFTER_NAMES = re.compile(
    r"\s*(?:[|•·–—/]|[(（](?!\w[^()]*\)\s+[A-Z])|"
    r"\s-\s|\bon\s+\w+\s+\d|\b(?:updated|published|posted|last)\b|\d{1,2}[./:]\d|(?<!\d)(?:19|20)\d\d(?!\d)|@).*",
    re.IGNORECASE | re.DOTALL,
)
_NOT_A_NAME = re.compile(
    r"[{}<>\[\]_=\\]{2,}|^\W*\w?\W*$|^\d+$|"
    r"\b(?:comments?|share|read more|subscribe|follow|minutes?|views|cookies?|login|log in|sign up|register|click|"
    r"e-?mail|review|skip to|search|min read|posts|articles|visit the|newsletters?|testimonials?|get app|orcid|privacy|"
    r"conditions|categor(?:y|ies)|author name|your name|first name|last name|full name|display name|name here)\b|"
    r"^(?:[\w-]+(?:\.[\w-]+){3,}|"
    r"admin|administrator|author|unknown|none|null|guest|editor|anonymous|undefined|n/?a|user|webmaster|default|"
    r"about the author|name|by|staff|others|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)$",
    re.IGNORECASE,
)
# A piece that ends with one of these is what somebody does.
_JOBS = re.compile(
    r"(?:^|\s)(?:(?:co-?)?founder|ceo|cto|cfo|coo|cmo|president|chair(?:man|woman)?|director|manager|head|lead|partner|"
    r"editors?|writers?|reporters?|journalists?|correspondent|columnist|contributors?|producer|photographer|blogger|"
    r"researcher|analyst|expert|specialist|consultant|advis[eo]r|strategist|engineer|developer|designer|architect|"
    r"professor|lecturer|scientist|student|teacher|coach|trainer|therapist|psychologist|physician|doctor|nurse|"
    r"dietitian|nutritionist|attorney|lawyer|accountant|planner|gardener|astrologer|grader|journalism|"
    r"redakteur(?:in)?|journaliste|rédacteur|rédactrice|redactor(?:a)?|giornalista|redacteur)"
    r"(?:-in-chief)?(?:\s(?:of|at|for)\s.*)?$",
    re.IGNORECASE,
)
# Words for all the people of a site, beside its name.
_NEWSROOM = re.compile(
    r"\b(?:redação|redacción|redaktion(?:en)?|redactie|redazione|redakcja|rédaction|redaksjonen|редакция|editorial|"
    r"editors?|staff|team|newsroom|writers?|equipo|équipe|equipe)\b",
    re.IGNORECASE,
)
_MAY_BE_DIGIT = re.compile(r"[0-9]|[^\x00-\x7f]")
_PARTICLES = frozenset("de da di du del della der den van von la le el al bin ibn ter ten zu zur dos das".split())  # noqa: SIM905
_BEFORE_DATES = frozenset(
    "on the am le el il den op mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday "  # noqa: SIM905
    "sunday".split()
)
_MIN_JOB_WORDS = 4
_MAX_CHARS = 70
_MAX_WORDS = 7
_MAX_NAMES = 30


def author_names(values: Iterable[str]) -> list[str]:
    """The authors that some texts name, each once: without "by", degrees and dates.

    >>> author_names(["By Ann Tea, PhD and Bob Milk"]), author_names(["Jane Doe | May 3, 2021"])
    (['Ann Tea', 'Bob Milk'], ['Jane Doe'])
    >>> author_names(["Reuters", "reuters"]), author_names(["作者 王小明"]), author_names(["Doe, Jane"])
    (['Reuters'], ['王小明'], ['Jane Doe'])
    >>> author_names(["Jong, Michiel de"]), author_names(["Ann (Maria) Tea"]), author_names(["Ann Tea, Editor, Eve"])
    (['Michiel de Jong'], ['Ann (Maria) Tea'], ['Ann Tea'])
    >>> author_names(["By ANN TEA AND BOB MILK"]), author_names(["admin", "a"])
    (['ANN TEA', 'BOB MILK'], [])
    """
    found: dict[str, str] = {}
    for value in values:
        for name in _split(tidy(value)) if not _URL.match(value) else ():
            found.setdefault(name.casefold(), name)
    return list(found.values())[:_MAX_NAMES]


def without_newsroom(name: str) -> str:
    """A name without words for all the people of a site.

    >>> without_newsroom("Redação Jornal da Serra"), without_newsroom("The Leaf Editorial Team")
    ('Jornal da Serra', 'The Leaf')
    """
    return tidy(_NEWSROOM.sub(" ", name)) or name


def _split(text: str) -> list[str]:
    text = _without_dates(_AFTER_NAMES.sub("", _without_introduction(text)))
    found: list[str] = []
    for part in _BETWEEN_NAMES.split(text):
        first, *rest = _COMMA.split(part or "")
        rest = [piece for piece in rest if not _DEGREE.fullmatch(piece)]
        pieces = [piece for piece in (first, *rest) if piece and not _is_job(piece, alone=not rest and not found)]
        if len(pieces) == 2 and " " not in pieces[0] and _is_given_name(pieces[1]) and "," in part:
            pieces = [f"{pieces[1]} {pieces[0]}"]
        elif pieces and not all(_is_full_name(piece) for piece in pieces):
            # "Jane Doe, Senior Editor": what is not a name is the job title of the first.
            pieces = pieces[:1]
        found += [piece for piece in map(_clean, pieces) if piece]
    return found


def _is_job(piece: str, *, alone: bool) -> bool:
    """Whether a piece is what somebody does; "Travel Editor" alone stands for a name."""
    return bool(_JOBS.search(piece)) and not (alone and len(piece.split()) < _MIN_JOB_WORDS)


def _without_dates(text: str) -> str:
    """The text before the name of a month next to a number, and before what introduces such a date."""
    if not _MAY_BE_DIGIT.search(text):
        return text
    words = text.split(" ")
    for place, word in enumerate(words):
        neighbours = "".join(words[max(place - 1, 0) : place + 2])
        if any(char.isdigit() for char in neighbours) and month_number(word.strip(".,")):
            before = words[:place]
            while before and (before[-1].lower() in _BEFORE_DATES or before[-1][:1].isdigit()):
                before.pop()
            return " ".join(before)
    return text


def _without_introduction(text: str) -> str:
    rest = after_introduction(text)
    return text if rest is None else rest


def _is_given_name(piece: str) -> bool:
    """Whether a piece can follow "Doe,": one word, and then only initials or particles ("Jong, Michiel de")."""
    return all(len(word.rstrip(".")) == 1 or word in _PARTICLES for word in piece.split()[1:])


def may_be_name(text: str) -> bool:
    """Whether a text on a page can be a name: one word, or a few of which the first begins with a capital.

    >>> may_be_name("Ann van Leaf"), may_be_name("drat"), may_be_name("it stuck."), may_be_name("王小明")
    (True, True, False, True)
    """
    words = text.split()
    return (
        len(words) <= 6 and (len(words) == 1 or not words[0][:1].islower()) and not text.endswith((".", "?", "!", "…"))
    )


def _is_full_name(piece: str) -> bool:
    """Whether a piece looks like a given and a family name, or is in a script without case."""
    words = piece.split()
    return 2 <= len(words) <= 4 and all(not word[:1].islower() or len(word) <= 3 for word in words)


def _clean(name: str) -> str:
    name = _without_introduction(name.strip(" \t,.:;-–—·•|/\"'“”*\u200b")).strip(" ,:;-–—·•|/")
    if not name or len(name) > _MAX_CHARS or len(name.split()) > _MAX_WORDS or _NOT_A_NAME.search(name):
        return ""
    return name
