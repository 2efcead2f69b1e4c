"""Fingerprints, sentences, words by script."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import extract
from dehusk.content.corpus_measures import distance, fingerprint, text_statistics

STORY = " ".join(
    f"Am Tag {number} fuhr das Boot mit {number + 3} Leuten über den See Nummer {number * 7}." for number in range(60)
)


def test_near_duplicates_have_near_fingerprints() -> None:
    changed = STORY.replace("Tag 30", "Morgen 30") + " Ende."
    other = " ".join(f"Der Zug {number} hielt in Ort {number * 3} nur kurz an." for number in range(60))
    assert distance(fingerprint(STORY), fingerprint(changed)) <= 8
    assert distance(fingerprint(STORY), fingerprint(other)) >= 16


def slow_fingerprint(words: list[str]) -> int:
    """The definition, bit by bit."""
    hashed = set()
    for at in range(max(1, len(words) - 2)):
        found = 0
        for word in words[at : at + 3]:
            number = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
            found = (found * 0x9E3779B97F4A7C15 + number) % 2**64
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
            found = (found ^ found >> shift) * factor % 2**64
        hashed.add(found)
    return sum(1 << bit for bit in range(64) if 2 * sum(found >> bit & 1 for found in hashed) > len(hashed))


@pytest.mark.parametrize("text", ["tea", "green tea", "green tea 茶 is hot", f"{STORY} {STORY}"])
def test_the_definition_of_a_fingerprint(text: str) -> None:
    words = text.lower().replace(".", "").split()
    assert fingerprint(text) == slow_fingerprint(words)


@given(st.text())
def test_any_text_has_a_fingerprint_and_statistics(text: str) -> None:
    assert 0 <= fingerprint(text) < 1 << 64
    found = text_statistics(text)
    assert sum(found.scripts.values()) == found.words
    assert (found.sentences == 0) == (found.words == 0)


def test_sentences_of_several_scripts() -> None:
    assert text_statistics("Он ушёл. Почему? Никто не знает…").sentences == 3
    assert text_statistics("彼は去った。なぜ？誰も知らない。").sentences == 3
    assert text_statistics("वह गया। क्यों?").scripts == {"devanagari": 3}


def test_json_has_both_if_asked() -> None:
    found = extract("<p>Tea is hot.").to_dict(["fingerprint", "statistics"])
    assert len(found["fingerprint"]) == 16
    assert found["statistics"] == {"words": 3, "sentences": 1, "scripts": {"latin": 3}}
