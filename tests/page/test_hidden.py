from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dehusk import extract, parse
from dehusk.page import Hidden

if TYPE_CHECKING:
    from dehusk.page import HiddenPolicy

SHOWN = "<p>This sentence is on the screen of everybody.</p>"


def test_what_a_browser_does_not_show_is_dropped_and_counted() -> None:
    page = parse(f"<p hidden>Not shown</p>{SHOWN}")
    assert page.text == "This sentence is on the screen of everybody."
    assert page.hidden == Hidden(chars=9, kept=False)


@pytest.mark.parametrize(
    "start",
    [
        "<div hidden>",
        "<div hidden=''>",
        "<div hidden=hidden>",
        "<div style='display:none'>",
        "<div style='color:red; DISPLAY : NONE !important'>",
        "<div style='visibility:hidden'>",
        "<div style='visibility: collapse'>",
        "<div style='font-size:0'>",
        "<div style='height:0;overflow:hidden'>",
        "<div style='overflow: hidden; width: 0px'>",
        "<div style='max-height:0; overflow:hidden'>",
        "<dialog>",
        "<div hidden><div><b>",
    ],
)
def test_hidden(start: str) -> None:
    page = parse(f"{start}Secret text{SHOWN.replace('p>', 'i>')}{start.replace('<', '</')}{SHOWN * 3}")
    assert "Secret" not in page.text
    assert page.hidden.chars > 0


@pytest.mark.parametrize(
    "start",
    [
        "<div aria-hidden=true>",
        "<div hidden=until-found>",
        "<div hidden=UNTIL-FOUND>",
        "<dialog open>",
        "<details>",
        "<div style='height:0;overflow:hidden;padding-bottom:56%'>",
        "<div style='height:0'>",
        "<div style='overflow:hidden'>",
        "<div style='overflow:hidden;height:0.5em'>",
        "<div style='overflow:hidden;min-height:0'>",
        "<div style='font-size:0.8em'>",
        "<div style='opacity:0'>",
        "<div data-hidden=true>",
        "<div class=hidden>",
        "<div style>",
    ],
)
def test_not_hidden(start: str) -> None:
    page = parse(f"{start}Open text</div>{SHOWN}")
    assert "Open text" in page.text
    assert page.hidden == Hidden()


def test_most_of_the_text_is_kept_though_hidden() -> None:
    extraction = extract(f"<div style='display:none'>{SHOWN * 3}</div><p>Loading</p>")
    assert extraction.text.count("This sentence") == 3
    assert extraction.hidden.kept
    assert extraction.status == "ok"
    assert "hidden text was kept" in extraction.reason


def test_a_hidden_body_is_kept() -> None:
    page = parse(f"<body style='display:none'>{SHOWN}")
    assert "This sentence" in page.text
    assert page.hidden.kept


def test_half_hidden_is_dropped() -> None:
    assert parse("<p hidden>one</p><p>two</p>").text == "two"


def test_keep_leaves_hidden_text_in() -> None:
    page = parse(f"<p hidden>Secret</p>{SHOWN}", hidden="keep")
    assert page.text.startswith("Secret")
    assert page.hidden == Hidden(chars=6, kept=True)


@pytest.mark.parametrize("policy", ["drop", "keep"])
def test_noscript_that_says_little_is_dropped(policy: HiddenPolicy) -> None:
    page = parse(f"<body><noscript>Turn on JavaScript</noscript>{SHOWN}", hidden="keep" if policy == "keep" else "drop")
    assert page.text == "This sentence is on the screen of everybody."
    assert page.hidden == Hidden()


def test_noscript_that_holds_the_page_is_kept() -> None:
    extraction = extract(f"<p>Loading</p><noscript>{SHOWN * 2}</noscript>")
    assert extraction.text.count("This sentence") == 2
    assert extraction.hidden.noscript_kept
    assert "<noscript> was kept" in extraction.reason


@pytest.mark.parametrize("policy", ["drop", "keep"])
@pytest.mark.parametrize(
    "inert",
    [
        f"<template>{SHOWN}</template>",
        f"<div><template><template>{SHOWN}</template></template></div>",
        "<iframe>Your browser has no frames</iframe>",
        "<video>No video</video>",
        "<audio><p>No audio</p></audio>",
        "<canvas>No canvas</canvas>",
        "<script>var a = 1</script>",
        "<style>p { color: red }</style>",
        "<svg><title>Drawing</title><desc>Of a house</desc></svg>",
        "<datalist><option>One</datalist>",
        "<noembed>None</noembed>",
        "<!-- remark -->",
    ],
)
def test_what_no_browser_draws_is_never_text(inert: str, policy: HiddenPolicy) -> None:
    page = parse(f"{inert}<p>Tea</p>", hidden=policy)
    assert page.text == "Tea"
    assert page.hidden == Hidden()


def test_a_declarative_shadow_root_is_drawn() -> None:
    page = parse(f"<x-card><template shadowrootmode=open>{SHOWN}</template></x-card><p>Light</p>")
    assert page.text == "This sentence is on the screen of everybody.Light"
    assert page.hidden == Hidden()


def test_hidden_text_in_a_template_is_not_counted() -> None:
    assert parse(f"<template><p hidden>{SHOWN * 9}</p></template><p>Tea</p>").hidden == Hidden()
