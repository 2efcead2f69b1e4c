"""A model made by hand: the shape of a trained one, for tests that need no particular decision."""

from __future__ import annotations

import numpy as np

from dehusk.methods.learned import Model
from dehusk.methods.learned.decision import DecisionRule
from dehusk.methods.learned.feature_table import TABLE, BlockFeatures
from dehusk.methods.learned.oblivious_trees import Trees
from dehusk.methods.learned.page_type import TYPES, PageTypes, describe_page
from dehusk.page import parse

# Two questions per tree: (feature, border) twice, then the values for "no no", "yes no", "no yes" and "yes yes".
QUESTIONS = (
    ("words", 2.5, "link_share", 0.5, (-0.6, 1.2, -1.2, -0.8)),
    ("in.article", 0.5, "region75.inside", 0.5, (-1.0, 0.4, 0.2, 1.0)),
    ("full_stops", 0.5, "commas", 0.5, (-0.5, 0.5, 0.3, 0.9)),
    ("readability.inside", 0.5, "boilerpipe", 0.5, (-0.6, 0.4, 0.1, 0.7)),
    ("up1.link_share", 0.3, "up1.running_share", 0.2, (-0.1, -0.7, 0.6, 0.0)),
    ("near.p", 0.5, "from_title", 0.5, (-0.4, 0.2, 0.0, 0.5)),
    ("before3.running_share", 0.3, "after3.running_share", 0.3, (-0.3, 0.2, 0.2, 0.6)),
    ("same_classes.running_share", 0.2, "cetd.up0", 0.0, (-0.3, 0.3, 0.0, 0.4)),
)


def small_model(bias: float = 0.0) -> Model:
    """Sixteen questions in eight trees over all features."""
    features = BlockFeatures.of(parse("<p>Tea"))
    return Model(
        Trees(
            np.array([[TABLE.place[first], TABLE.place[second]] for first, _, second, _, _ in QUESTIONS]),
            np.array([[first, second] for _, first, _, second, _ in QUESTIONS], dtype=np.float32),
            np.array([values for *_, values in QUESTIONS], dtype=np.float32),
            bias,
        ),
        DecisionRule(),
        (1.0, 0.0),
        np.array([[0, 1], [0, 1]], dtype=np.float32),
        PageTypes(np.zeros((len(TYPES), 1 + len(describe_page(features, features.blocks.words))))),
        {"made": "by hand"},
    )
