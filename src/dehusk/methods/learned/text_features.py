"""Features of a block's own text."""

from __future__ import annotations

from dehusk.methods.learned.feature_group import FeatureGroup

TEXT = FeatureGroup(
    "text",
    {
        "chars": "Characters of the block with white space collapsed, as log(1 + n).",
        "words": "Words of the block, counted as its script asks, as log(1 + n).",
        "link_share": "Share of the block's characters that are in links.",
        "word_length": "Mean number of characters per word.",
        "letter_share": "Share of letters among the block's characters, spaces not counted.",
        "upper_case_share": "Share of upper-case letters among the block's letters.",
        "digit_share": "Share of digits among the block's characters, spaces not counted.",
        "unspaced_share": "Share of letters of scripts without spaces between words (Chinese, Japanese, Thai).",
        "combining_mark_share": "Share of combining marks (accents, vowel signs) among the block's characters.",
        "symbol_share": "Share of symbols and punctuation other than full stops and commas.",
        "full_stops": "Number of signs that end a sentence, in any script.",
        "commas": "Number of commas, colons and semicolons, in any script.",
        "full_stops_per_word": "Signs that end a sentence, per word.",
        "commas_per_word": "Commas, colons and semicolons, per word.",
        "is_running_text": "1 if the block has at least 8 words and a full stop or a comma.",
        "unlinked_words": "Words of the block that are not in links, as log(1 + n).",
        "leaves": "Number of text nodes of the block, as log(1 + n).",
        "repeats": "Number of blocks on the page with the same text, this one included, as log(1 + n).",
        "separators": "Number of separator signs such as |, », • and arrows.",
        "copyright_signs": "Number of copyright and trademark signs.",
    },
)
