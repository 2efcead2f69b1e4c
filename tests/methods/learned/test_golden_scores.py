"""Any drift of a feature, a score or a decision of the shipped model on our own pages fails here."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import golden_scores

RENEW = "If this change is meant, write the file again with 'make golden' and commit it with the change that caused it."


@pytest.fixture(scope="module")
def measured() -> dict[str, Any]:
    return golden_scores.measure()


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    return golden_scores.stored()


def test_features_are_what_they_were(measured: dict[str, Any], stored: dict[str, Any]) -> None:
    ours, theirs = measured["features"], stored["features"]
    assert list(ours) == list(theirs), RENEW
    drifted = {
        name: (theirs[name], ours[name])
        for name in ours
        if not np.allclose(ours[name], theirs[name], rtol=1e-4, atol=1e-5)
    }
    assert not drifted, f"features with other values than stored (stored, now): {drifted}. {RENEW}"


def test_pages_are_decided_as_they_were(measured: dict[str, Any], stored: dict[str, Any]) -> None:
    ours, theirs = measured["pages"], stored["pages"]
    assert list(ours) == list(theirs), RENEW
    for case, page in ours.items():
        for name in ("keep", "keep_precision", "keep_recall", "type"):
            assert page[name] == theirs[case][name], f"{case}: {name} differs. {RENEW}"
        np.testing.assert_allclose(
            page["scores"], theirs[case]["scores"], atol=2e-3, err_msg=f"{case}: scores. {RENEW}"
        )
        assert page["confidence"] == pytest.approx(theirs[case]["confidence"], abs=2e-3), f"{case}. {RENEW}"
