"""The method keeps the contract of dehusk, and is found by its name."""

import pytest
from dehusk_sentences import Sentences

import dehusk
from dehusk.testing import check_method

HTML = "<ul><li><a href=/>Home</a><li><a href=/tea>Tea.</a></ul><p>Steep the tea for three minutes. Then drink it."


def test_the_contract() -> None:
    check_method(Sentences)


def test_the_method_is_found_by_its_name() -> None:
    assert "sentences" in dehusk.list_methods()
    assert dehusk.extract(HTML, method="sentences").text == "Steep the tea for three minutes. Then drink it."


def test_parameters() -> None:
    assert dehusk.extract(HTML, method="sentences:sentences=3").status == "empty"
    assert "Tea." in dehusk.extract(HTML, method="sentences:max_link_density=1").text
    with pytest.raises(dehusk.ArgumentError, match="at least 1"):
        Sentences(sentences=0)
