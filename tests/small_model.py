"""A model made by hand: the shape of a trained one, for tests that need no particular decision."""

from __future__ import annotations

import numpy as np

from dehusk.methods.learned import Model
from dehusk.methods.learned.decision import DecisionRule
from dehusk.methods.learned.feature_table import TABLE
from dehusk.methods.learned.page_network import STYLES, PageNetwork, weight_shapes
from dehusk.methods.learned.page_type import TYPES
from dehusk.methods.learned.quantile_scale import QuantileScale

# What speaks for a block (positive) and against it: (feature, least, most, weight).
EVIDENCE = (
    ("words", 0.0, 5.0, 2.0),
    ("link_share", 0.0, 1.0, -1.5),
    ("in.article", 0.0, 1.0, 0.7),
    ("region75.inside", 0.0, 1.0, 0.8),
    ("full_stops", 0.0, 3.0, 0.6),
    ("up1.link_share", 0.0, 1.0, -0.8),
    ("up1.running_share", 0.0, 1.0, 0.6),
    ("near.p", 0.0, 1.0, 0.5),
    ("in.nav", 0.0, 1.0, -0.9),
    ("class.comment", 0.0, 1.0, -0.4),
    ("since_date", 0.0, 60.0, 0.1),
    ("depth", 0.0, 20.0, -0.1),
    ("is_title", 0.0, 1.0, 0.3),
)
_FIRST, _SIZE, _WIDE = 4, 3, 5


def small_network(seed: int = 0) -> PageNetwork:
    """A network of four, three and five numbers per block, with weights by chance."""
    random = np.random.default_rng(seed)
    shapes = weight_shapes(_FIRST, _SIZE, _WIDE, len(TABLE.names), len(TYPES))
    weights = {name: random.normal(scale=0.3, size=shape).astype(np.float32) for name, shape in shapes.items()}
    borders = np.sort(random.normal(size=(len(TABLE.names), 4)).astype(np.float32), axis=1)
    levels = np.sort(random.uniform(-1, 1, size=borders.shape).astype(np.float32), axis=1)
    borders[::2, 1:] = borders[::2, 1:2]
    levels[::2, 1:] = levels[::2, 1:2]
    return PageNetwork.rounded(QuantileScale(borders, levels), weights)


def small_model(bias: float = 0.0) -> Model:
    """A network that adds up the evidence of a block and looks at no other block."""
    shapes = weight_shapes(_FIRST, _SIZE, _WIDE, len(TABLE.names), len(TYPES))
    weights = {name: np.zeros(shape, dtype=np.float32) for name, shape in shapes.items()}
    borders = np.tile(np.array([0, 1], dtype=np.float32), (len(TABLE.names), 1))
    levels = np.tile(np.array([-1, 1], dtype=np.float32), (len(TABLE.names), 1))
    for name, least, most, weight in EVIDENCE:
        borders[TABLE.place[name]] = least, most
        weights["input.weight"][TABLE.place[name], 0] = weight
    # High enough that no relu is reached.
    weights["input.bias"][0] = 10.0
    weights["block.weight"][0, 0] = 1.0
    weights["output.weight"][0] = 1.0
    weights["output.bias"][0] = bias - 9.0
    weights["style.weight"][STYLES.index("broad"), 0] = 0.1
    curve = np.array([[0, 1], [0, 1]], dtype=np.float32)
    return Model(
        PageNetwork.rounded(QuantileScale(borders, levels), weights),
        (0.0,) * len(STYLES),
        DecisionRule(),
        (1.0, 0.0),
        np.tile(curve, (len(TYPES), 1, 1)),
        {"made": "by hand"},
    )
