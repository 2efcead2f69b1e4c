"""Features of records: what repeats around a block, and how it is dated, linked and illustrated.

An article is one of its kind on a page. Comments, teasers and posts come in records: elements of one kind, one after
the other, each with a date, an image, a button or a link of its own.
"""

from __future__ import annotations

from dehusk.methods.learned.feature_group import FeatureGroup
from dehusk.methods.learned.tree_features import ANCESTORS, element_name

# ---- what is around a block ----------------------------------------------------------------------

_LEVELS = range(1, ANCESTORS)
_COUNTED = {
    "dates_per_block": "Share of blocks with a date in {}.",
    "repeats_per_block": "Share of blocks in {} whose text is on the page three times or more.",
    "links_per_block": "Links per block in {}.",
    "controls_per_block": "Form controls per block in {}.",
    "images_per_block": "Images, videos and frames per block in {}.",
}


SURROUNDINGS = FeatureGroup(
    "surroundings",
    {
        f"up{level}.{name}": meaning.format(element_name(level))
        for name, meaning in _COUNTED.items()
        for level in _LEVELS
    },
)

# ---- records -------------------------------------------------------------------------------------


_OF_RECORD = {
    "count": "Records of the kind of {}, as log(1 + n); -1 if there is none.",
    "blocks": "Mean blocks in records of the kind of {}; -1 if there is none.",
    "running_words": "Mean words of running text in records of the kind of {}; -1 if there is none.",
    "dates": "Mean blocks with a date in records of the kind of {}; -1 if there is none.",
    "repeated": "Share of records of the kind of {} with a repeated text; -1 if there is none.",
    "link_share": "Share of characters in links in records of the kind of {}; -1 if there is none.",
    "running_share": "Share of the page's running text in records of the kind of {}; -1 if there is none.",
    "own_running_words": "Words of running text in {}; -1 if there is none.",
}
RECORDS = FeatureGroup(
    "records",
    {f"record.{name}": meaning.format("the innermost record around the block") for name, meaning in _OF_RECORD.items()},
)

# ---- dates ---------------------------------------------------------------------------------------


DATES = FeatureGroup(
    "dates",
    {
        "dates_before": "Blocks with a date before this one, as log(1 + n).",
        "dates_after": "Blocks with a date after this one, as log(1 + n).",
        "dates_from_title": "Blocks with a date since the headline, negative before it, between -5 and 20.",
        "dates_near": "Blocks with a date among the 6 before, this one and the 6 after.",
        "since_date": "Blocks since the last block with a date, at most 60.",
    },
)

# ---- the last heading ----------------------------------------------------------------------------


LAST_HEADING = FeatureGroup(
    "last_heading",
    {
        "heading.level": "Level (1 to 6) of the last heading at or before the block; 0 if there is none.",
        "heading.words_since": "Words since the last heading; -1 if there is none.",
    },
    version="2",
)

# ---- the form in which readers answer ------------------------------------------------------------


_REPLY_FORM = {
    "reply_form.blocks": "Blocks until the page's last text area, negative after it, at most 60; -1 without one.",
    "reply_form.words_share": "Words until the page's last text area as a share of the page's; -1 without one.",
    "reply_form.common_chars_share": "Share of the page's characters in the nearest element that holds the block and a "
    "text area; -1 without one.",
}
REPLY_FORM = FeatureGroup("reply_form", _REPLY_FORM)
