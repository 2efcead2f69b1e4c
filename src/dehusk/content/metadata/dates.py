"""Dates in any notation, converted to ISO 8601."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import NamedTuple

from dehusk.content.metadata.months import month_number

_ISO = re.compile(
    r"(?<!\d)(\d{4})-(\d\d?)-(\d\d?)"
    r"(?:(?:T|\s+|\s*T\s*)(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?(?!\d)",
    re.IGNORECASE,
)
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d:?\d\d)?)?(?!\d)")
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\s?([./\-年년]|\.\s)\s*(\d\d?)\s?([./\-月월]|\.\s)\s*(\d\d?)(?!\d)")
_YEAR_LAST = re.compile(r"(?<![\d./-])(\d\d?)\s?([./-])\s?(\d\d?)\s?\2\s?((?:19|20|25)\d\d)(?!\d)")
_SHORT = re.compile(r"(?<![\d.])(\d\d)\.(\d\d)\.(\d\d)(?![\d.])")
_WORD = re.compile(r"\d+|(?:[^\W\d_]|[\u0300-\u036f\u0900-\u0963\u0e31-\u0e4e\u200c]|(?<=[ก-๎])\.(?=[ก-๙]))+")
_CLOCK = re.compile(
    r"(?<!\d)(\d\d?):(\d\d)(?::(\d\d))?(?:\s*([ap])\.?m\b)?\s*(Z\b|UTC\b|GMT\b|[+-]\d\d:?\d\d\b)?", re.IGNORECASE
)
_EPOCH = re.compile(r"1\d{9}(?:\d{3})?")
_IN_URL = re.compile(
    r"(?<!\d)((?:19|20)\d\d)([/_-])([01]?\d)\2([0-3]?\d)(?![\da-z])|/((?:19|20)\d\d)([01]\d)([0-3]\d)(?!\d)"
)
# A fast test first: every date has a year of four digits, or looks like 17.05.23.
_MAY_BE_DATE = re.compile(r"\d\d(?:\d\d|\.\d\d\.\d\d)")
_NOT_DIGITS = bytes(code for code in range(128) if not chr(code).isdigit())
_MIN_DIGITS = 4
_MAX_FILLERS = 2
"""How many other words may separate the parts of a date ("17 de mayo de 2023", "2023 m. gegužės 17 d.")."""
_MONTH_FIRST_REGIONS = frozenset({"us", "ph", "ca", "pr"})
_MAX_CHARS = 400
"""Only the beginning of a text is searched."""


class DateOrder(NamedTuple):
    """How ambiguous dates are read: the language, and whether 3/4/2024 is in March."""

    language: str | None = None
    month_first: bool = False


def date_order(language: str | None, host: str = "") -> DateOrder:
    """How a page writes dates, from its language and its host.

    >>> date_order("en-GB").month_first, date_order("en").month_first, date_order("en", "example.co.uk").month_first
    (False, True, False)
    """
    primary, _, region = (language or "").lower().partition("-")
    domain = host.rpartition(".")[2].lower()
    if primary not in ("en", ""):
        return DateOrder(primary)
    if region and region != "en":
        return DateOrder(primary, region in _MONTH_FIRST_REGIONS)
    return DateOrder(primary or None, len(domain) != 2 or domain in ("us", "io", "co", "ai", "tv", "me"))


ANY_ORDER = DateOrder()


def to_iso(text: str, order: DateOrder = ANY_ORDER) -> str | None:
    """The first date in a text as ISO 8601, with the time and the time zone if they follow it; None if there is none.

    Relative dates ("3 days ago") are not read: they depend on when the page was fetched.

    >>> to_iso("2023-05-17T08:00:00Z"), to_iso("Published on May 17, 2023"), to_iso("2023年5月17日")
    ('2023-05-17T08:00:00+00:00', '2023-05-17', '2023-05-17')
    >>> to_iso("17. Mai 2023, 14:30 Uhr"), to_iso("3/4/2024"), to_iso("3/4/2024", DateOrder("en", month_first=True))
    ('2023-05-17T14:30:00', '2024-04-03', '2024-03-04')
    >>> to_iso("two days ago")
    """
    text = text[:_MAX_CHARS].strip()
    if not may_have_date(text):
        return None
    if _EPOCH.fullmatch(text):
        return datetime.fromtimestamp(int(text[:10]), UTC).isoformat()
    for pattern in (_ISO, _COMPACT):
        if found := pattern.search(text):
            year, month, day, *clock = found.groups()
            if day_of := _date(year, month, day):
                return _joined(day_of, *clock)
    found_day = _numeric(text, order) or _with_month_name(text, order)
    if not found_day:
        return None
    day_of, stop = found_day
    return _joined(day_of, *_clock(text, stop))


def digits_in_ascii(text: str) -> int:
    """The number of digits of a text in ASCII; of another text, the number of its characters.

    >>> digits_in_ascii("5 to 17 minutes"), digits_in_ascii("thé")
    (3, 3)
    """
    return len(text.encode().translate(None, _NOT_DIGITS) if text.isascii() else text)


def may_have_date(text: str) -> bool:
    """Whether a text has enough digits for a date.

    >>> may_have_date("5 minutes, 30 views"), may_have_date("It was 2023"), may_have_date("17.05.23")
    (False, True, True)
    """
    # Most texts have no digits; counting them is faster than the pattern.
    return digits_in_ascii(text) >= _MIN_DIGITS and _MAY_BE_DATE.search(text) is not None


def url_date(url: str | None) -> str | None:
    """The date in a URL.

    >>> url_date("https://example.org/2023/05/17/tea.html"), url_date("https://example.org/2023/tea")
    ('2023-05-17', None)
    """
    for found in _IN_URL.finditer(url or ""):
        parts = found.group(1, 3, 4) if found[1] else found.group(5, 6, 7)
        if day_of := _date(*parts):
            return day_of.isoformat()
    return None


def _date(year: str | int, month: str | int, day: str | int) -> date | None:
    year = int(year)
    if 2450 < year < 2650:  # the Buddhist calendar, as in Thailand
        year -= 543
    try:
        found = date(year, int(month), int(day))
    except ValueError:
        return None
    # 1970-01-01 is what programs write for an unknown date.
    return found if 1900 <= year <= 2100 and found != date(1970, 1, 1) else None


def _numeric(text: str, order: DateOrder) -> tuple[date, int] | None:
    for found in _YEAR_FIRST.finditer(text):
        if day_of := _date(found[1], found[3], found[5]):
            return day_of, found.end()
    for found in _YEAR_LAST.finditer(text):
        first, second = int(found[1]), int(found[3])
        month_first = (order.month_first and found[2] == "/") or second > 12
        day, month = (second, first) if month_first and first <= 12 else (first, second)
        if day_of := _date(found[4], month, day):
            return day_of, found.end()
    for found in _SHORT.finditer(text):
        if day_of := _date(2000 + int(found[3]), found[2], found[1]):
            return day_of, found.end()
    return None


def _with_month_name(text: str, order: DateOrder) -> tuple[date, int] | None:
    """A date with the name of a month: day month year, month day year or year month day."""
    words = list(_WORD.finditer(text))
    for place, word in enumerate(words):
        month = None if word[0].isdigit() else month_number(word[0], order.language)
        if month is None:
            continue
        before = _numbers(words[max(place - _MAX_FILLERS - 1, 0) : place][::-1])
        after = _numbers(words[place + 1 : place + 2 * _MAX_FILLERS + 3])
        for day, year in ((before[:1], after[:1]), (after[:1], after[1:2]), (after[:1], before[:1])):
            if day and year and len(year[0][0]) == 4 and len(day[0][0]) <= 2:
                day_of = _date(year[0][0], month, day[0][0])
                if day_of:
                    return day_of, max(word.end(), day[0].end(), year[0].end())
    return None


def _numbers(words: list[re.Match[str]]) -> list[re.Match[str]]:
    """The numbers among words, up to the first that is preceded by too many other words."""
    numbers: list[re.Match[str]] = []
    fillers = 0
    for word in words:
        if word[0].isdigit():
            numbers.append(word)
            fillers = 0
        else:
            fillers += 1
            if fillers > _MAX_FILLERS:
                break
    return numbers


def _clock(text: str, start: int) -> tuple[str | None, ...]:
    """The time that follows a date: hour, minute, second and time zone."""
    found = _CLOCK.search(text, start, start + 30)
    if not found:
        return ()
    hour, minute, second, half, zone = found.groups()
    if half and 1 <= int(hour) <= 12:
        hour = str(int(hour) % 12 + (12 if half in "pP" else 0))
    return hour, minute, second, zone


def _joined(
    day: date, hour: str | None = None, minute: str | None = None, second: str | None = None, zone: str | None = None
) -> str:
    if hour is None or minute is None:
        return day.isoformat()
    try:
        clock = time(int(hour), int(minute), int(second or 0), tzinfo=_zone(zone))
    except ValueError:
        return day.isoformat()
    return datetime.combine(day, clock).isoformat()


def _zone(zone: str | None) -> timezone | None:
    if not zone:
        return None
    if zone[0] not in "+-":
        return UTC
    digits = zone[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if zone[0] == "-" else offset)
