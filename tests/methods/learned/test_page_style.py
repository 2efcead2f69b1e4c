"""Pages with comments are scored as text without comments, unless they are forums."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dehusk import parse
from dehusk.methods.learned.decision import DecisionInputs, DecisionRule
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.page_network import STYLES, PageNetwork
from dehusk.methods.learned.page_style import styled_scores
from dehusk.methods.learned.page_type import TYPES
from small_model import small_network

COMMENTS = STYLES.index("comments")
STORY = "<p>" + "Tea is ready, and so is the milk. " * 20 + "</p>"
LONG = STORY + "<div class=comments>" + "<p>I like it very much indeed, thank you.</p>" * 10 + "</div>"
SHORT = STORY + "<div class=comments><p>I like it.</p></div>"


def network_of_type(name: str) -> PageNetwork:
    network = small_network()
    bias = np.where(np.array(TYPES) == name, 100, 0).astype(np.float32)
    return replace(network, weights={**network.weights, "page_type.bias": bias})


@pytest.mark.parametrize(
    ("html", "page_type", "wanted", "expected"),
    [
        (LONG, "article", 0.0, -1.0),
        (LONG, "forum", 0.0, 0.0),
        (LONG, "article", 1.0, 1.0),
        (SHORT, "article", 0.0, 0.0),
    ],
)
def test_the_style_of_comments(html: str, page_type: str, wanted: float, expected: float) -> None:
    features = BlockFeatures.of(parse(html))
    inputs, network = DecisionInputs.of(features), network_of_type(page_type)
    style = np.zeros(len(STYLES))
    style[COMMENTS] = wanted
    scores, used = styled_scores(network, features.matrix, inputs, style, DecisionRule())
    assert used[COMMENTS] == expected
    assert style[COMMENTS] == wanted  # what was given stays as it is
    np.testing.assert_array_equal(scores.logits, network.run(features.matrix, inputs.words, used).logits)
