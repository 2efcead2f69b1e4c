"""Random weights of Web2Text, for tests that do not depend on particular decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.web2text.feature_columns import FeatureScale, Mode
from dehusk.methods.web2text.mode_features import input_names, scaled_columns
from dehusk.methods.web2text.network import Form, Layer, Network, layer_shapes
from dehusk.methods.web2text.weights_file import Weights

if TYPE_CHECKING:
    from dehusk.methods.web2text.text_statistics import Words


def random_network(form: Form, features: int, classes: int, seed: int = 1) -> Network:
    chance = np.random.default_rng(seed)
    return Network(
        tuple(
            Layer(chance.normal(0, 0.1, shape).astype(np.float32), chance.normal(0, 0.1, shape[2]).astype(np.float32))
            for shape in layer_shapes(form, features, classes)
        )
    )


def small_weights(form: Form = "released", mode: Mode = "released", words: Words = "english") -> Weights:
    unary, pairwise = (
        random_network(form, len(names), classes) for names, classes in zip(input_names(mode), (2, 4), strict=True)
    )
    return Weights(
        form, mode, words, FeatureScale.of_authors(*scaled_columns(mode)), unary, pairwise, {"made": "by chance"}
    )
