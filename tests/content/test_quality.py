"""Is a page worth keeping? On pages made from descriptions (tests/quality_pages), and rule by rule."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dehusk
from dehusk import Source, extract, extract_many, parse
from dehusk.content.quality import FlagName
from dehusk.content.quality.cue_phrases import PHRASES
from dehusk.content.quality.cue_search import CueLines
from dehusk.content.quality.flag_rules import RULES
from dehusk.content.quality.page_facts import PageFacts
from quality_cases import ORDINARY, Case, quality_cases
from test_pages import CASES, html_of

NAMES = get_args(FlagName)
LANGUAGES = {"en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "ja", "zh", "ko", "ar", "tr", "hi"}
TUNED = [case for case in quality_cases() if not case.held_out]
HELD_OUT = [case for case in quality_cases() if case.held_out]


def names_of(case: Case) -> tuple[str, ...]:
    return extract(case.source).quality.names


def expected(case: Case) -> tuple[str, ...]:
    return () if case.flag == ORDINARY else (case.flag,)


def test_there_are_enough_pages_in_enough_languages() -> None:
    for flag in NAMES:
        pages = [case for case in quality_cases() if case.flag == flag]
        assert len(pages) >= 20
        assert len({case.lang for case in pages}) >= 12


def test_every_list_has_phrases_in_every_language() -> None:
    assert {name: LANGUAGES - phrases.keys() for name, phrases in PHRASES.items()} == {name: set() for name in PHRASES}


@pytest.mark.parametrize("case", TUNED, ids=lambda case: case.name)
def test_pages_that_the_rules_were_written_for(case: Case) -> None:
    assert names_of(case) == expected(case)


def test_pages_that_were_held_out() -> None:
    wrong = {case.name: names for case in HELD_OUT if (names := names_of(case)) != expected(case)}
    assert len(wrong) <= 6, wrong
    assert sum(name.startswith(ORDINARY) for name in wrong) <= 3, wrong


@pytest.mark.parametrize("case", CASES)
def test_ordinary_pages(case: str) -> None:
    assert extract(html_of(case)).quality.names == ()


def test_the_rules_are_the_flags() -> None:
    assert {rule.name for rule in RULES} == set(NAMES)


def test_evidence_says_what_and_where() -> None:
    html = "<title>Log in</title><main><h1>Members only</h1><form><input type=password></form></main>"
    (flag,) = extract(html, url="https://example.org/login").quality.flags
    assert flag.name == "login"
    assert {(each.what, each.where) for each in flag.evidence} >= {
        ("says 'Members only'", "/html/body/main/h1"),
        ("has a password field", "/html/body/main/form/input"),
        ("the address has '/login'", "address"),
    }
    weights = [each.weight for each in flag.evidence]
    assert weights == sorted(weights, reverse=True)
    assert 0.5 <= flag.score <= 1


STORY = "<p>" + "The council will vote next week on a plan to halve evening ferry crossings. " * 12


def test_the_http_status_decides() -> None:
    not_found = "<title>Page not found</title><h1>Page not found</h1>"
    assert extract(Source.of(not_found)).quality.names == ("soft_404",)
    assert extract(Source.of(not_found, http_status=200)).quality.names == ("soft_404",)
    assert extract(Source.of(not_found, http_status=404)).quality.names == ("error_page",)
    assert extract(Source.of(STORY, http_status=503)).quality.names == ("error_page",)
    assert extract(Source.of(STORY, http_status=200)).quality.names == ()


@pytest.mark.parametrize("status", [99, 1000, True, "200", 200.0])
def test_a_wrong_http_status(status: object) -> None:
    with pytest.raises(dehusk.ArgumentError, match="http_status must be a number such as 200"):
        Source.of("<p>Tea", http_status=status)  # type: ignore[arg-type]


def test_redirects() -> None:
    page = "<title>Cinema</title><h1>Now showing</h1><p>Book your seats."
    requested = "https://example.org/2019/interview"

    def names(final: str) -> tuple[str, ...]:
        return extract(Source(page, final, name=requested)).quality.names

    assert names("https://example.org/") == ("soft_404",)
    assert names("https://example.org/404.html") == ("soft_404",)
    assert names("https://example.org/2019/interview/") == ()
    assert extract(Source(page, "https://example.org/", name="https://example.org/")).quality.names == ()


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("<title>Page not found</title>", f"<h1>Page not found</h1>{STORY}"),
        ("<title>Access denied</title>", f"<h1>Access denied</h1>{STORY}"),
        ("<title>Just a moment...</title>", f"<h1>Verify you are human</h1>{STORY}<div class=g-recaptcha></div>"),
        ("<title>Sign in</title>", f"<h1>Sign in</h1><input type=password>{STORY}"),
        ("<title>Under construction</title>", f"<h1>This domain is for sale</h1>{STORY}"),
        ("<title>Search results</title>", f"<h1>No results found</h1>{STORY}"),
        ("<title>Cookies</title>", f"<div><p>We use cookies.</p><button>Accept all</button></div>{STORY}"),
        ("", f"{STORY * 3}<p>Subscribe to continue reading</p>"),
    ],
)
def test_a_page_with_a_story_is_worth_keeping(head: str, body: str) -> None:
    assert extract(f"<!doctype html>{head}<body>{body}").quality.names == ()


def test_phrases_about_comments_do_not_demand_a_login() -> None:
    html = "<h1>Ball</h1><p>A short clip.</p><p>You need to sign in{}.</p><form><input type=password></form>"
    assert extract(html.format("")).quality.names == ("login",)
    assert extract(html.format(" to comment")).quality.names == ()


def test_a_cookie_banner_on_a_page_of_links() -> None:
    banner = "<div><p>We use cookies to give you the best experience.</p><button>Accept all</button></div>"
    links = "<h3><a href=/x>The council votes on a plan to halve evening ferries</a></h3>" * 30
    assert extract(banner).quality.names == ("consent_wall",)
    assert extract(f"<main>{links}</main>{banner}").quality.names == ()


def test_records_make_a_listing_that_is_not_empty() -> None:
    html = "<title>Search results</title><h1>Search results</h1><p>No results found.</p><ul>{}</ul>"
    assert extract(html.format("")).quality.names == ("empty_listing",)
    items = "".join(f"<li><a href=/{number}><img src=a.png>Lamp {number}</a>" for number in range(4))
    assert extract(html.format(items)).quality.names == ()


def test_phrases_are_found_as_whole_words_and_with_gaps() -> None:
    lines = ["Backlog invites", "The page you asked us for could not be found", "Çerezler kullanıyoruz", "LOG IN"]
    assert set(CueLines(lines).find("login")) == {3}
    assert CueLines(lines).find("soft_404")[1].coverage == pytest.approx(40 / 44)
    assert set(CueLines(lines).find("consent_wall")) == {2}
    far = f"The page you {'very ' * 20} could not be found"
    assert not CueLines([far]).find("soft_404")
    assert not CueLines(["the page you", "could not be found"]).find("soft_404")


@given(st.lists(st.sampled_from(["Página no encontrada", "Page NOT found", "Tea", "", "’Not\nfound", "é\u0301", "ℕİ"])))
def test_phrases_are_found_line_by_line(lines: list[str]) -> None:
    alone = {number: CueLines([line]).find("soft_404").get(0) for number, line in enumerate(lines)}
    assert CueLines(lines).find("soft_404") == {number: cue for number, cue in alone.items() if cue}


def test_the_method_does_not_matter() -> None:
    case = next(case for case in TUNED if case.flag == "paywall")
    found = {method: extract(case.source, method=method).quality for method in ("grain", "arias", "bte")}
    assert len({quality.flags for quality in found.values()}) == 1


def test_a_page_that_is_parsed_already() -> None:
    page = parse("<title>Page not found</title><h1>Page not found</h1>")
    assert extract(page).quality.names == ("soft_404",)


@pytest.mark.parametrize(
    "html", ["", "<p>", "<title></title>", "<title>\0</title>", "<input>", "\ud800", b"\xff\xfe", b"%PDF-1.7"]
)
def test_pages_without_text(html: str | bytes) -> None:
    assert extract(html).quality.worth_keeping


def test_plain_data() -> None:
    extraction = extract("<title>Page not found</title><h1>Page not found</h1>")
    quality = json.loads(extraction.json)["quality"]
    assert quality == extraction.quality.to_dict()
    assert not quality["worth_keeping"]
    assert quality["flags"][0]["evidence"][0] == {"what": "says 'Page not found'", "where": "title", "weight": 0.6}
    assert list(quality["scores"]) == ["soft_404"]


def test_many_pages() -> None:
    pages = [STORY, "<title>Page not found</title><h1>Page not found</h1>"]
    for jobs in (1, 2):
        found = [outcome.quality.names for outcome in extract_many(pages, quality=True, jobs=jobs)]
        assert found == [(), ("soft_404",)]
    (outcome,) = extract_many(["<p>Tea"])
    with pytest.raises(dehusk.NotRequested, match="quality=True"):
        _ = outcome.quality


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    code = (
        "import dehusk, sys; dehusk.extract('<p>x').markdown; print('dehusk.content.quality.flag_rules' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert shown == "False\n"


@pytest.mark.parametrize(
    "html",
    [
        "<title>" + "404 not found - " * 60_000 + "</title>",
        "<h1>" + "log in " * 100_000 + "</h1>",
        "<p>" + "x" * 1_000_000 + "<p>Page not found",
        "<input type=submit value='" + "accept " * 100_000 + "'>" * 2,
        "<div>" * 400 + "<p>We use cookies</p><button>Accept all</button>" * 20_000,
    ],
)
def test_what_is_read_of_a_large_page_is_bounded(html: str) -> None:
    facts = PageFacts(extract(html))
    assert len(facts.lines) <= 10_000
    assert sum(len(line.text) for line in facts.lines) <= 100_000
    assert len(json.dumps(extract(html).quality.to_dict())) <= 10_000


def test_the_first_example_of_the_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    document = (Path(__file__).parents[2] / "docs/quality.md").read_text("utf-8")
    example = document.partition("```python\n")[2].partition("```")[0]
    exec(example, {})  # noqa: S102
    flag, first, *_ = capsys.readouterr().out.splitlines()
    assert f"# {flag}\n" in example
    assert f"# {first}\n" in example
