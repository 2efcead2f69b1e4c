"""Features of a block's position in the page and relative to its headline."""

from __future__ import annotations

from dehusk.methods.learned.feature_group import FeatureGroup

# ---- in the page ---------------------------------------------------------------------------------


POSITION = FeatureGroup(
    "position",
    {
        "depth": "Depth of the block's element below BODY.",
        "position": "Number of the block divided by the number of blocks.",
        "position_by_words": "Share of the page's words that come before the block.",
        "blocks_before": "Blocks before this one, as log(1 + n).",
        "blocks_after": "Blocks after this one, as log(1 + n).",
        "from_first_running": "Blocks since the first block of running text; negative before it, at most 50.",
        "from_last_running": "Blocks since the last block of running text; negative before it, at most 50.",
        "running_share_before": "Share of the page's running text that comes before the block.",
        "since_heading": "Blocks since the last heading, at most 60.",
    },
)

# ---- relative to the headline --------------------------------------------------------------------


TITLE = FeatureGroup(
    "title",
    {
        "is_title": "1 if the block is the page's headline.",
        "has_title": "1 if the page has a headline.",
        "from_title": "Blocks since the headline, negative before it, between -60 and 120; -99 without a headline.",
        "words_from_title": "Words since the headline, as log(1 + n); negative before it.",
        "h1_from_title": "H1 elements since the headline; negative before it.",
        "articles_before": "ARTICLE elements that have begun, those inside others not counted, at most 20.",
    },
)
