"""The rules of quality: one row per flag.

Every signal gives evidence with a weight. The weights are combined as independent reasons (``1 - Π(1 - weight)``), and
the result is multiplied by the room that the page's own prose leaves: a page with an article is not an error page,
whatever its title says. A flag is raised if the score is 0.5 or more.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dehusk.content.quality.quality_flags import FlagName, Quality, QualityEvidence, QualityFlag
from dehusk.content.quality.source_marks import find_marks

if TYPE_CHECKING:
    from dehusk.content.page_content import PageContent
    from dehusk.content.quality.cue_search import Cue, CuePhrase
    from dehusk.content.quality.page_facts import CueLine, PageFacts

Signal = Callable[["PageFacts"], Iterable[QualityEvidence]]

_RAISED = 0.5
_WEIGHTS = {"title": 0.6, "heading": 0.6, "sentence": 0.45}
# A phrase that is less of its line than this does not count ("How to mend a 404 error on your own web server"), one
# that is more than the second number counts fully.
_COVERAGE = {"title": (0.25, 0.5), "heading": (0.25, 0.5), "sentence": (0.15, 0.4)}
# Lines with a phrase of the second list do not count.
_UNLESS = {"login": "commenting"}
_FEW_WORDS = 60
_LONG_DIALOG = 800
_MANY_BUTTONS = 20
_QUOTED = 100


def cue_evidence(facts: PageFacts, name: str) -> list[QualityEvidence]:
    """The strongest phrase of a list in the title and in headings, and the two strongest in sentences."""
    unless = {line for line, _ in facts.find(_UNLESS[name])} if name in _UNLESS else ()
    found = [(_cue_weight(line, cue), line, cue) for line, cue in facts.find(name) if line not in unless]
    found = sorted((each for each in found if each[0]), key=lambda each: -each[0])
    left = Counter({"title": 1, "heading": 1, "sentence": 2})
    phrases: set[CuePhrase] = set()
    evidence = []
    for weight, line, cue in found:
        known = cue.phrase in phrases
        second = line.kind == "sentence" and left["sentence"] == 1
        if left[line.kind] and not (known and second):
            # A heading that repeats the title says little more, and so does a second sentence.
            counted = weight / 2 if known or second else weight
            evidence.append(QualityEvidence(f"says {_quote(line.text)}", facts.where(line.row), round(counted, 3)))
            left[line.kind] -= 1
            phrases.add(cue.phrase)
    return evidence


def _cue_weight(line: CueLine, cue: Cue) -> float:
    if line.kind not in _WEIGHTS:
        return 0.0
    least, full = _COVERAGE[line.kind]
    weight = _WEIGHTS[line.kind] * min(1.0, max(0.0, (cue.coverage - least) / (full - least)))
    return round(weight / 2 if cue.phrase.weak else weight, 3)


def _quote(text: str) -> str:
    return repr(text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…")


def with_little_text(facts: PageFacts, name: str) -> Iterator[QualityEvidence]:
    """The phrases of a list; if there are any, little text is evidence too."""
    found = cue_evidence(facts, name)
    yield from found
    if found and facts.words <= _FEW_WORDS:
        weight = max(each.weight for each in found) / 2
        yield QualityEvidence(f"the page has only {facts.words} words", "page", round(weight, 3))


def http_error(facts: PageFacts) -> Iterator[QualityEvidence]:
    """An HTTP status of 400 or more."""
    if facts.http_status and facts.http_status >= 400:
        yield QualityEvidence(f"the server answered with status {facts.http_status}", "HTTP status", 0.95)


def source_marks(facts: PageFacts, name: str, strong: float, weak: float) -> Iterator[QualityEvidence]:
    """Marks of known services in the source; of several, the strongest."""
    found = sorted(find_marks(name, facts.source), key=lambda each: each[1])
    for service, is_weak in found[:1]:
        yield QualityEvidence(f"has the scripts or names of {service}", "source", weak if is_weak else strong)


# ---- addresses -----------------------------------------------------------------------------------

_MISSING_PATH = re.compile(r"(?:^|/)(?:404|not-?found|page-?not-?found|error404|notfound)(?:\.\w+)?/?$", re.IGNORECASE)
_LOGIN_PATH = re.compile(
    r"(?:^|/)(?:wp-login\.php|(?:sign|log)[-_]?(?:in|on)|authwall|sso|auth|session/new|checkpoint/lg)(?:\.\w+)?(?:/|$)",
    re.IGNORECASE,
)
_SEARCH_ADDRESS = re.compile(
    r"[?&](?:q|s|query|search|keyword|keywords|k|searchterm)=|/search(?:/|\?|$)", re.IGNORECASE
)
_CONSENT_ADDRESS = re.compile(
    r"^https?://(?:consent|guce|cmp)\.|/(?:collect)?consent(?:[/?.]|$)|/cookie-?wall", re.IGNORECASE
)


def redirected_away(facts: PageFacts) -> Iterator[QualityEvidence]:
    """A redirect from a page of a site to its home page, or to an address that says that nothing was found."""
    final = _path(facts.url)
    if _MISSING_PATH.search(final):
        yield QualityEvidence(f"the address ends in {_quote(final)}", "address", 0.6)
    asked = _path(facts.requested_url)
    if facts.requested_url != facts.url and asked.strip("/").count("/") >= 1 and final in {"", "/"}:
        yield QualityEvidence(f"a redirect led from {_quote(asked)} to the home page", "address", 0.55)


def _path(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:
        return ""


def login_address(facts: PageFacts) -> Iterator[QualityEvidence]:
    """An address of a login page, above all after a redirect."""
    final = _path(facts.url)
    if not _LOGIN_PATH.search(final):
        return
    if facts.requested_url != facts.url and not _LOGIN_PATH.search(_path(facts.requested_url)):
        yield QualityEvidence(f"a redirect led to {_quote(final)}", "address", 0.5)
    else:
        yield QualityEvidence(f"the address has {_quote(final)}", "address", 0.35)


def listing(facts: PageFacts) -> Iterator[QualityEvidence]:
    """An address or heading of a search or list."""
    if _SEARCH_ADDRESS.search(facts.url):
        yield QualityEvidence("the address is that of a search", "address", 0.2)
    for line, cue in facts.find("listing"):
        if line.kind in {"title", "heading"} and cue.coverage >= 0.3:
            yield QualityEvidence(f"is a list: {_quote(line.text)}", facts.where(line.row), 0.2)
            return


def consent_address(facts: PageFacts) -> Iterator[QualityEvidence]:
    """The address of a consent page."""
    if _CONSENT_ADDRESS.search(facts.url):
        yield QualityEvidence(f"the address is {_quote(facts.url)}", "address", 0.5)


# ---- structure -----------------------------------------------------------------------------------


def password_field(facts: PageFacts) -> Iterator[QualityEvidence]:
    """A field for a password."""
    if facts.password_fields:
        yield QualityEvidence("has a password field", facts.where(facts.password_fields[0]), 0.4)


def not_free(facts: PageFacts) -> Iterator[QualityEvidence]:
    """What the page says about its price."""
    values = [item.get("isAccessibleForFree") for item in facts.json_ld]
    if any(str(value).lower() == "false" for value in values):
        yield QualityEvidence("isAccessibleForFree is false", "head", 0.35)
    tier = facts.meta("article:content_tier")
    if tier in {"locked", "metered"}:
        yield QualityEvidence(f"article:content_tier is {tier}", "head", 0.3 if tier == "locked" else 0.15)


def offer(facts: PageFacts) -> Iterator[QualityEvidence]:
    """Phrases of an offer to pay for the text; with them, a button to subscribe."""
    found = cue_evidence(facts, "paywall")
    yield from found
    buttons = [*facts.find("subscribe_button"), *facts.find("paywall")] if found else []
    for line, cue in buttons:
        if line.kind == "control" and cue.coverage >= 0.5:
            yield QualityEvidence(f"has a button {_quote(line.text)}", facts.where(line.row), 0.2)
            return


def consent_dialog(facts: PageFacts) -> Iterator[QualityEvidence]:
    """A question for consent, and a button to answer it."""
    buttons, asked = _consent_buttons(facts), _consent_questions(facts)
    if buttons and asked:
        line = max(asked, key=lambda each: each[1].coverage)[0]
        yield QualityEvidence(f"says {_quote(line.text)}", facts.where(line.row), 0.5)
        yield QualityEvidence(f"has a button {_quote(buttons[0].text)}", facts.where(buttons[0].row), 0.4)


def _consent_questions(facts: PageFacts) -> list[tuple[CueLine, Cue]]:
    return [(line, cue) for line, cue in facts.find("consent_wall") if line.kind in {"heading", "sentence"}]


def _consent_buttons(facts: PageFacts) -> list[CueLine]:
    return [line for line, cue in facts.find("consent_button") if line.kind == "control" and cue.coverage > 0.6]


# ---- room ----------------------------------------------------------------------------------------


def little_prose(facts: PageFacts, article: int, prose: int) -> float:
    """1 if the page has little prose; 0 from twice the limits on."""
    return min(_room(facts.article_words, article), _room(facts.prose_words, prose))


def _room(words: int, limit: int) -> float:
    return min(1.0, max(0.0, 2 - words / limit))


def error_room(facts: PageFacts) -> float:
    """As for other flags, except that an HTTP status needs no room."""
    return 1.0 if facts.http_status and facts.http_status >= 400 else little_prose(facts, 40, 250)


def soft_404_room(facts: PageFacts) -> float:
    """0 if the status says it already."""
    return 0.0 if facts.http_status and facts.http_status >= 400 else little_prose(facts, 50, 300)


def consent_room(facts: PageFacts) -> float:
    """How little prose there is beside the question: in the smallest element with question and button, and outside."""
    if facts.prose_words > _LONG_DIALOG:
        return 0.0
    asked = sorted({line.row for line, _ in _consent_questions(facts)})
    if not asked and not _CONSENT_ADDRESS.search(facts.url):
        return 0.0  # there will be no evidence
    question = facts.words_in(asked)
    best = 0.0
    for button in _consent_buttons(facts)[:_MANY_BUTTONS]:
        dialog = _common_element(facts, button.row, asked)
        inside = facts.words_below(dialog)
        rooms = (
            _room(facts.prose_words - inside, max(8, inside // 4)),
            _room(facts.words_outside(dialog), max(80, inside)),
            _room(inside - question, max(15, question)),
        )
        best = max(best, min(rooms))
    return best


def _common_element(facts: PageFacts, row: int, others: list[int]) -> int:
    """The nearest of a row and its ancestors that contains one of the other rows, which ascend."""
    page = facts.page
    while row > 0:
        first = bisect_left(others, row)
        if first < len(others) and others[first] < page.end[row]:
            break
        row = int(page.parent[row])
    return row


def no_records(facts: PageFacts) -> float:
    """0 if the page lists records."""
    room = little_prose(facts, 50, 120)
    return room if room and facts.records < 3 else 0.0


# ---- the table -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FlagRule:
    """How a flag is decided."""

    name: FlagName
    meaning: str
    signals: tuple[Signal, ...]
    room: Callable[[PageFacts], float]
    unless: tuple[FlagName, ...] = ()
    """Flags that explain the page better."""


def _cues(name: str) -> Signal:
    return partial(with_little_text, name=name)


def _marks(name: str, strong: float, weak: float) -> Signal:
    return partial(source_marks, name=name, strong=strong, weak=weak)


RULES = (
    FlagRule(
        "bot_check",
        "a test whether the visitor is a program, or a refusal because it seems to be one",
        (_cues("bot_check"), _marks("bot_check", 0.5, 0.25)),
        partial(little_prose, article=60, prose=120),
    ),
    FlagRule(
        "consent_wall",
        "a question for consent to cookies or advertising in place of the content",
        (consent_dialog, consent_address),
        consent_room,
    ),
    FlagRule(
        "login",
        "a login form, or the demand to log in, in place of the content",
        (_cues("login"), password_field, login_address),
        partial(little_prose, article=50, prose=100),
    ),
    FlagRule(
        "paywall",
        "the beginning of a text, and the offer to pay for the rest",
        (offer, not_free),
        partial(little_prose, article=150, prose=400),
    ),
    FlagRule(
        "parked_domain",
        "no site: a domain for sale, expired or suspended, a server's default page, or a site under construction",
        (_cues("parked_domain"), _marks("parked_domain", 0.6, 0.2)),
        partial(little_prose, article=70, prose=120),
    ),
    FlagRule(
        "empty_listing",
        "a search, category or list without entries",
        (_cues("empty_listing"), listing),
        no_records,
    ),
    FlagRule(
        "soft_404",
        "the message that what was asked for does not exist, without the HTTP status that says so",
        (_cues("soft_404"), redirected_away),
        soft_404_room,
    ),
    FlagRule(
        "error_page",
        "an HTTP status of 400 or more; or the message of an error, of maintenance, or that access is denied",
        (http_error, _cues("error_page")),
        error_room,
        unless=("bot_check", "login", "soft_404"),
    ),
)
"""Rules in the order in which they are decided."""


def assess(content: PageContent) -> Quality:
    """Whether a page is worth keeping.

    >>> import dehusk
    >>> assess(dehusk.extract("<title>Just a moment...</title><p>Verify you are human.")).names
    ('bot_check',)
    """
    from dehusk.content.quality.page_facts import PageFacts

    facts = PageFacts(content)
    scores: dict[FlagName, float] = {}
    raised: list[QualityFlag] = []
    for rule in RULES:
        room = rule.room(facts)
        if room <= 0:
            continue
        evidence = [each for signal in rule.signals for each in signal(facts)]
        score = round(room * _combined(evidence), 3)
        if score > 0:
            scores[rule.name] = score
        if score >= _RAISED and not any(flag.name in rule.unless for flag in raised):
            evidence.sort(key=lambda each: -each.weight)
            raised.append(QualityFlag(rule.name, score, tuple(evidence)))
    raised.sort(key=lambda flag: -flag.score)
    return Quality(tuple(raised), scores)


def _combined(evidence: Iterable[QualityEvidence]) -> float:
    rest = 1.0
    for each in evidence:
        rest *= 1 - each.weight
    return 1 - rest
