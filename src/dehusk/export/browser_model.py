"""What the learned default needs in a browser: its weights, and the tables from which features are computed.

The tables are those that Python uses, so the two cannot differ: names of elements and what they mean, words of class
names, classes of characters, names and places of features, the constants of the decision.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk._core.html_elements import FALLBACK_NAMES
from dehusk.errors import ModelError
from dehusk.export.typed_arrays import pack_arrays
from dehusk.limits import Limits
from dehusk.methods.learned.decision import FRAME_CATEGORIES, FRAME_TAG_GROUPS, ONLY_LINKS
from dehusk.methods.learned.feature_table import TABLE
from dehusk.methods.learned.learned_blocks import MAX_BLOCKS, TAG_ROLES
from dehusk.methods.learned.model_file import fingerprint
from dehusk.methods.learned.page_head import DECLARED_TYPES
from dehusk.methods.learned.page_network import DILATIONS, QUERIES, STYLES, TAPS
from dehusk.methods.learned.page_type import TYPES
from dehusk.methods.learned.tag_groups import CLASS_CATEGORIES, CLASS_PLACES, TAG_BITS, TAG_GROUPS, sign_classes
from dehusk.page import class_words, hidden, tags
from dehusk.page.collect import PARSER_DEPTH, SKIPPED

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.methods.learned.model_file import Model

FORMAT = 1
"""Grows when a program that reads the file must be changed."""
_BITS = 32
"""JavaScript's operations on bits are for numbers of 32 bits."""
_LONGEST_RUN = 0xFFFF


def export_model(model: Model) -> bytes:
    """The file of a model for browsers: less than half a megabyte for the one that comes with dehusk.

    >>> from dehusk.methods.learned import shipped_model
    >>> len(export_model(shipped_model())) < 500_000
    True
    """
    scale = model.network.scale
    bent = np.flatnonzero((np.diff(scale.borders, axis=1) > 0).sum(axis=1) > 1)
    ends = [scale.borders[:, 0], scale.borders[:, -1], scale.levels[:, 0], scale.levels[:, -1]]
    lengths, classes = _runs(sign_classes())
    known = len(tags.NAMES)
    arrays: dict[str, npt.NDArray[Any]] = {
        **{name: weight.astype(np.float16) for name, weight in model.network.weights.items()},
        "scale.ends": np.array(ends, dtype=np.float32),
        "scale.bent": bent.astype(np.uint16),
        "scale.borders": scale.borders[bent],
        "scale.levels": scale.levels[bent],
        "confidence": model.confidence,
        "tag.roles": TAG_ROLES[:known],
        "tag.bits": TAG_BITS[:known].astype(np.uint32),
        "tag.heading_level": tags.HEADING_LEVEL[:known],
        "class.lengths": lengths,
        "class.values": classes,
    }
    return pack_arrays(_about(model), arrays)


def _about(model: Model) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "fingerprint": fingerprint(),
        "features": TABLE.names,
        "groups": [[group.name, start] for group, (start, _) in zip(TABLE.groups, TABLE.spans, strict=True)],
        "style": model.style,
        "styles": STYLES,
        "calibration": model.calibration,
        "rule": asdict(model.rule),
        "types": TYPES,
        "declared_types": DECLARED_TYPES,
        "dilations": DILATIONS,
        "taps": TAPS,
        "queries": QUERIES,
        "frame_features": [
            *(f"in.{name}" for name in FRAME_TAG_GROUPS),
            *(f"class.{name}" for name in FRAME_CATEGORIES),
        ],
        "only_links": ONLY_LINKS,
        "tag_names": tags.NAMES,
        "tag_groups": list(TAG_GROUPS),
        "class_words": {name: _words_of(name) for name in CLASS_CATEGORIES},
        "skipped": sorted(SKIPPED),
        "fallback": FALLBACK_NAMES.split(),
        "hiding_styles": [hidden.HIDING_STYLE.pattern, hidden.CLIPPED.pattern, hidden.ZERO_SIZE.pattern],
        "max_blocks": MAX_BLOCKS,
        "max_nodes": Limits().nodes,
        "max_depth": min(Limits().depth, PARSER_DEPTH),
    }


def _words_of(category: str) -> list[str]:
    place = int(CLASS_PLACES[CLASS_CATEGORIES.index(category)])
    if place >= _BITS or list(class_words.CATEGORIES).index(category) != place or len(TAG_GROUPS) > _BITS:
        raise ModelError(f"the class words {category!r} have bit {place}; a browser has {_BITS} bits")
    return class_words.CATEGORIES[category].split()


def _runs(table: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    """The lengths of the runs of equal items, and the item of each; a run of more than 65,535 items is divided.

    >>> lengths, items = _runs(np.array([7] * 65536 + [5], dtype=np.uint8))
    >>> lengths.tolist(), items.tolist()
    ([65535, 1, 1], [7, 7, 5])
    """
    starts = np.append(0, np.flatnonzero(table[1:] != table[:-1]) + 1)
    lengths = np.diff(starts, append=len(table))
    pieces = -(-lengths // _LONGEST_RUN)
    full = np.full(int(pieces.sum()), _LONGEST_RUN)
    full[np.cumsum(pieces) - 1] = lengths - (pieces - 1) * _LONGEST_RUN
    return full.astype(np.uint16), np.repeat(table[starts], pieces)
