"""The language of the content, with a confidence."""

from __future__ import annotations

import json

from dehusk import extract
from dehusk.content.metadata.language import identify

GERMAN = "Die Mühle steht seit hundert Jahren im Fluss, und das Rad dreht sich noch immer."


def test_the_language_is_that_of_the_text_whatever_the_page_declares() -> None:
    extraction = extract(f"<html lang=en><p>{GERMAN}")
    assert extraction.language.language == "de"
    assert extraction.language.confidence > 0.9
    assert extraction.metadata.declared_language == "en"


def test_confidence_grows_with_the_text_and_stays_a_probability() -> None:
    short, long = identify("Das Rad dreht sich im Fluss bei Hof."), identify(GERMAN * 10)
    assert short.language == long.language == "de"
    assert 0 < short.confidence < long.confidence <= 1


def test_a_script_of_one_language_needs_no_words() -> None:
    greek, mixed = (
        identify("Ο μύλος στέκεται στο ποτάμι εκατό χρόνια."),
        identify("Ο μύλος στέκεται mill river stone"),
    )
    assert greek.language == "el"
    assert greek.confidence > 0.99
    assert mixed.confidence < greek.confidence


def test_too_little_text_has_no_language() -> None:
    assert identify("Tea") == (None, 0.0)
    assert identify("12 + 34 = 46 ... 12 + 34 = 46 ... 12 + 34") == (None, 0.0)


def test_json_has_it_on_request() -> None:
    written = json.loads(extract(f"<p>{GERMAN}").to_json(fields=["language"]))
    assert written["language"]["language"] == "de"
    assert 0.9 < written["language"]["confidence"] <= 1
