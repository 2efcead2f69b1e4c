"""A model made by hand: the shape of a trained one, for tests that need no particular decision."""

from __future__ import annotations

import numpy as np

from dehusk.methods.learned import Model
from dehusk.methods.learned.decide import Rule
from dehusk.methods.learned.features import feature_names, features
from dehusk.methods.learned.page_type import TYPES, PageTypes, describe
from dehusk.methods.learned.trees import Trees
from dehusk.page import parse

# Two questions a tree: (feature, border) twice, then what "no no", "yes no", "no yes" and "yes yes" are worth.
QUESTIONS = (
    ("words", 2.5, "link_share", 0.5, (-0.6, 1.2, -1.2, -0.8)),
    ("in.article", 0.5, "region0.75", 0.5, (-1.0, 0.4, 0.2, 1.0)),
    ("stops", 0.5, "commas", 0.5, (-0.5, 0.5, 0.3, 0.9)),
    ("readability.in", 0.5, "boilerpipe", 0.5, (-0.6, 0.4, 0.1, 0.7)),
    ("up1.link_share", 0.3, "up1.sentences", 0.2, (-0.1, -0.7, 0.6, 0.0)),
    ("near.p", 0.5, "from_title", 0.5, (-0.4, 0.2, 0.0, 0.5)),
    ("<3.sentence", 0.3, ">3.sentence", 0.3, (-0.3, 0.2, 0.2, 0.6)),
    ("twins.running", 0.2, "ctd0", 0.0, (-0.3, 0.3, 0.0, 0.4)),
)


def small_model(bias: float = 0.0) -> Model:
    """Sixteen questions in eight trees over all features."""
    names = feature_names()
    blocks, columns = features(parse("<p>Tea"))
    return Model(
        names,
        Trees(
            np.array([[names.index(first), names.index(second)] for first, _, second, _, _ in QUESTIONS]),
            np.array([[first, second] for _, first, _, second, _ in QUESTIONS], dtype=np.float32),
            np.array([values for *_, values in QUESTIONS], dtype=np.float32),
            bias,
        ),
        Rule(),
        (1.0, 0.0),
        np.array([[0, 1], [0, 1]], dtype=np.float32),
        PageTypes(np.zeros((len(TYPES), 1 + len(describe(columns, blocks.words))))),
        {"made": "by hand"},
    )
