"""The decision: every constant of the rule does what it says, at its border."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk import parse
from dehusk._core import decision_steps
from dehusk.methods.learned import Grain, decision, learned_blocks, shipped_model
from dehusk.methods.learned.decision import KINDS, Decision, DecisionInputs, DecisionRule, decide_page, probability
from dehusk.methods.learned.feature_table import BlockFeatures

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools, Floats

PAGES = sorted((Path(__file__).parents[2] / "pages").glob("*/page.html"))
RULE = DecisionRule()
TABLE = KINDS.index("table")
SURE = 30.0
"""A logit of probability 1."""


def inputs(words: list[float], **columns: list[float]) -> DecisionInputs:
    """Blocks of so many words; other columns are 0, False, or 1 for repeats."""
    size = len(words)
    kinds = np.array([columns.get(name, [0] * size) for name in KINDS], dtype=bool)
    repeats, link_share = columns.get("repeats", [1] * size), columns.get("link_share", [0] * size)
    return DecisionInputs(np.array(words), np.array(repeats), np.array(link_share, dtype=float), kinds)


def best_cut(logits: Floats, words: Floats, rule: DecisionRule, beta: float = 1.0) -> tuple[Bools, float]:
    order = (-logits).argsort(kind="stable")
    return decision_steps.best_cut(logits, words, order, rule.spread_shifts, rule.shift_weights, beta, rule.floor)


def expected_f(logits: Floats, words: Floats, rule: DecisionRule, beta: float = 1.0) -> Floats:
    return decision_steps.expected_f(logits, words, rule.spread_shifts, rule.shift_weights, beta)


def penalties(logits: Floats, page: DecisionInputs, rule: DecisionRule) -> Floats:
    comment, consent, option = page.kinds[:3]
    return decision_steps.penalties(
        *(logits, page.words, page.repeats, page.link_share, comment, consent, option),
        *(rule.label_repeats, rule.label_link_share, rule.min_words_outside),
        *(rule.comment_penalty, rule.boilerplate_penalty),
    )


def headings_between(logits: Floats, page: DecisionInputs, keep: Bools, rule: DecisionRule) -> Bools:
    return decision_steps.headings_between(logits, keep, page.kinds[5], rule.min_heading_logit)


def parts_between(logits: Floats, page: DecisionInputs, keep: Bools, rule: DecisionRule) -> Bools:
    table, caption, figure, code = page.kinds[6:]
    return decision_steps.parts_between(
        logits, keep, table, caption, figure, code, rule.part_bounds, rule.max_joined_blocks
    )


def decide_in_steps(
    logits: Floats, page: DecisionInputs, rule: DecisionRule, favor: str | None, headline: bool | None
) -> Decision:
    """What :func:`decide_page` does, one step after the other."""
    frame, title = page.kinds[3:5]
    if page.words.sum() < rule.few_words and not frame.all():
        logits = logits + np.where(frame, -rule.short_page_bonus, rule.short_page_bonus)
    penalty = penalties(logits, page, rule)
    keep, expected_f1 = best_cut(logits - penalty, page.words, rule, rule.beta(favor))
    joined = headings_between(logits, page, keep, rule) | parts_between(logits, page, keep, rule)
    if headline and keep.any():
        joined |= title & ~keep
    keep |= joined
    if headline is False:
        keep &= ~title
    return Decision(keep, penalty, joined & keep, expected_f1, float(page.words[keep].sum()))


def test_the_shipped_model_has_the_documented_constants() -> None:
    assert shipped_model().rule == DecisionRule(comment_penalty=0.0)


# ---- the cut -------------------------------------------------------------------------------------

blocks = st.lists(st.tuples(st.floats(-6, 6), st.integers(1, 400)), min_size=1, max_size=8)


@given(blocks)
def test_no_other_cut_along_the_scores_expects_a_better_f1(blocks: list[tuple[float, int]]) -> None:
    logits, words = np.array([each[0] for each in blocks]), np.array([float(each[1]) for each in blocks])
    keep, expected = best_cut(logits, words, replace(RULE, spread=0.0, floor=0.0))
    p = probability(logits)

    def f1(mask: np.ndarray) -> float:
        return float(2 * (p * words)[mask].sum() / (words[mask].sum() + (p * words).sum()))

    order = np.argsort(-logits, kind="stable")
    cuts = []
    for size in range(1, len(blocks) + 1):
        mask = np.zeros(len(blocks), dtype=bool)
        mask[order[:size]] = True
        cuts.append(f1(mask))
    assert expected == pytest.approx(max(cuts))
    assert f1(keep) == pytest.approx(max(cuts))


@given(blocks, st.sampled_from([0.5, 1.0, 2.0]))
def test_the_expected_f_is_a_mean_over_shifts_of_the_page(blocks: list[tuple[float, int]], beta: float) -> None:
    blocks = sorted(blocks, reverse=True)
    logits, words = np.array([each[0] for each in blocks]), np.array([float(each[1]) for each in blocks])
    expected = np.zeros(len(blocks))
    total = 0.0
    for step in (-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2):
        weight = np.exp(-(step**2) / 2)
        p = 1 / (1 + np.exp(-(logits + 2.0 * step)))
        for size in range(1, len(blocks) + 1):
            found = (p * words)[:size].sum()
            f = (1 + beta**2) * found / (words[:size].sum() + beta**2 * (p * words).sum())
            expected[size - 1] += weight * f
        total += weight
    np.testing.assert_allclose(expected_f(logits, words, RULE, beta), expected / total)


def test_a_block_below_the_floor_is_not_kept() -> None:
    least = float(np.log(0.12 / 0.88))
    for logit, kept in ((least + 0.01, True), (least - 0.01, False)):
        keep, expected = best_cut(np.array([logit]), np.array([100.0]), RULE)
        assert keep.tolist() == [kept]
        assert (expected > 0) == kept


def test_recall_keeps_more_and_precision_less() -> None:
    logits, page = np.array([3.0, 0.2, -1.2]), inputs([100.0, 60.0, 60.0])
    kept = {favor: decide_page(logits, page, RULE, favor).keep.sum() for favor in ("precision", None, "recall")}
    assert kept == {"precision": 1, None: 2, "recall": 3}
    assert (RULE.beta("precision"), RULE.beta(None), RULE.beta("recall")) == (0.5, 1.0, 2.0)


def test_a_number_is_the_beta_that_is_favored() -> None:
    assert (RULE.beta(0.5), RULE.beta(2), RULE.beta(None)) == (RULE.beta("precision"), RULE.beta("recall"), 1.0)
    page = parse("<p>" + "Steep the tea for three minutes. " * 8 + "<p>Milk comes first.<footer>About us</footer>")
    for word, number in (("precision", 0.5), ("recall", 2)):
        same = [Grain(favor=favor).select(page).keep.tolist() for favor in (word, number)]
        assert same[0] == same[1]


def test_what_is_expected_is_f1_whatever_is_favored() -> None:
    logits, words = np.array([3.0, 0.2, -1.2]), np.array([100.0, 60.0, 60.0])
    keep, expected = best_cut(logits, words, RULE, beta=2.0)
    assert expected == pytest.approx(expected_f(logits, words, RULE)[keep.sum() - 1])


def test_recall_keeps_no_less_than_precision_on_our_pages() -> None:
    for path in PAGES:
        page = parse(path.read_text(encoding="utf-8"))
        kept = {favor: Grain(favor=favor).select(page) for favor in ("precision", None, "recall")}
        assert (kept["recall"].keep | ~kept["precision"].keep).all(), path
        assert np.array_equal(kept["recall"].score, kept["precision"].score), path


# ---- penalties -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("words_outside", "applies"), [(29.0, False), (31.0, True)])
def test_penalties_apply_where_content_is_expected_outside(words_outside: float, applies: bool) -> None:
    page = inputs([words_outside, 100.0], comment=[0, 1])
    assert penalties(np.array([SURE, SURE]), page, RULE).tolist() == [0.0, 1.0 if applies else 0.0]


def test_words_outside_count_by_their_probability() -> None:
    page = inputs([50.0, 100.0], comment=[0, 1])
    assert penalties(np.array([0.0, SURE]), page, RULE).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"comment": [0, 1]}, 1.0),
        ({"consent": [0, 1]}, 6.0),
        ({"option": [0, 1]}, 6.0),
        ({"comment": [0, 1], "consent": [0, 1]}, 7.0),
        ({"repeats": [1, 3], "link_share": [0, 0.95]}, 6.0),
        ({"repeats": [1, 2], "link_share": [0, 0.95]}, 0.0),
        ({"repeats": [1, 3], "link_share": [0, 0.85]}, 0.0),
        ({"heading": [0, 1], "table": [0, 1], "code": [0, 1]}, 0.0),
    ],
)
def test_what_is_penalised(columns: dict[str, list[float]], expected: float) -> None:
    found = penalties(np.array([SURE, 0.0]), inputs([100.0, 100.0], **columns), RULE)
    assert found.tolist() == [0.0, expected]


@pytest.mark.parametrize("kind", ["comment", "consent", "option"])
def test_penalised_blocks_are_not_outside(kind: str) -> None:
    found = penalties(np.array([SURE]), inputs([100.0], **{kind: [1.0]}), RULE)
    assert found.tolist() == [0.0]


def test_the_penalty_is_part_of_the_decision() -> None:
    page = inputs([100.0, 40.0], comment=[0, 1])
    rule = replace(RULE, comment_penalty=5.0)
    decision = decide_page(np.array([3.0, 2.0]), page, rule)
    assert decision.keep.tolist() == [True, False]
    assert decision.penalty.tolist() == [0.0, 5.0]
    assert decide_page(np.array([3.0, 2.0]), inputs([100.0, 40.0]), rule).keep.tolist() == [True, True]


# ---- all steps in one ----------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([-4.0, -2.0, -0.5, 0.0, 0.5, 2.0, 4.0]),
            st.integers(1, 60),
            st.integers(1, 4),
            st.sampled_from([0.0, 0.95]),
            st.sets(st.sampled_from(KINDS), max_size=3),
        ),
        min_size=1,
        max_size=20,
    ),
    st.sampled_from(["precision", None, "recall"]),
    st.sampled_from([True, False, None]),
)
def test_one_call_decides_as_its_steps(
    form: str,
    blocks: list[tuple[float, int, int, float, set[str]]],
    favor: str | None,
    headline: bool | None,
) -> None:
    logits = np.array([each[0] for each in blocks])
    words, repeats, link_share = ([each[place] for each in blocks] for place in (1, 2, 3))
    masks = {kind: [kind in each[4] for each in blocks] for kind in KINDS}
    page = inputs([float(each) for each in words], repeats=repeats, link_share=link_share, **masks)  # type: ignore[arg-type]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(decision, "decision_steps", core_module("decision_steps", form))
        found = decide_page(logits, page, RULE, favor, headline)
        sums = page.word_sums
    expected = decide_in_steps(logits, page, RULE, favor, headline)
    for name in ("keep", "penalty", "joined", "expected_f1", "kept_words"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), name)
    np.testing.assert_allclose(sums, [page.words.sum(), page.words @ page.link_share, page.words[page.comment].sum()])


@pytest.mark.parametrize("form", FORMS)
def test_what_is_decided_of_blocks_is_what_is_selected_of_rows(form: str) -> None:
    core = core_module("block_columns", form)
    for path in PAGES[::9]:
        page = parse(path.read_text(encoding="utf-8"))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(learned_blocks, "describe_blocks", core.describe_blocks)
            blocks = learned_blocks.Blocks.of(page)
        logits = np.linspace(-50, 50, len(blocks))
        keep = logits > 3
        rows, score = core.selected_rows(blocks.columns, keep, logits, 0.9, -0.1)
        np.testing.assert_array_equal(rows, blocks.to_rows(keep))
        np.testing.assert_array_equal(score, blocks.to_rows(probability(0.9 * logits - 0.1)))


# ---- what joins kept blocks ----------------------------------------------------------------------


def between(function: str, keep: str, parts: dict[str, str], logits: list[float]) -> str:
    """Which blocks join those kept ("K"); masks are written as strings, "x" for True."""
    masks = {name: [sign == "x" for sign in mask] for name, mask in parts.items()}
    page = inputs([1.0] * len(keep), **masks)  # type: ignore[arg-type]
    join = {"headings": headings_between, "parts": parts_between}[function]
    joined = join(np.array(logits, dtype=np.float64), page, np.array([sign == "K" for sign in keep]), RULE)
    return "".join("+" if joins else sign for joins, sign in zip(joined, keep, strict=True))


@pytest.mark.parametrize(
    ("keep", "heading", "logits", "expected"),
    [
        ("K.K", ".x.", [2, -2.9, 2], "K+K"),
        ("K.K", ".x.", [2, -3.1, 2], "K.K"),
        ("K.K", "...", [2, 2, 2], "K.K"),
        (".K", "x.", [0, 2], ".K"),
        ("K.", ".x", [2, 0], "K."),
        ("K..K", ".xx.", [2, 0, 0, 2], "K..K"),
        ("K..", ".x.", [2, 0, 0], "K.."),
        ("..K", ".x.", [0, 0, 2], "..K"),
        ("KKK", ".x.", [2, 0, 2], "KKK"),
        (".", "x", [0], "."),
    ],
)
def test_headings_between_kept_blocks(keep: str, heading: str, logits: list[float], expected: str) -> None:
    assert between("headings", keep, {"heading": heading}, logits) == expected


@pytest.mark.parametrize(("kind", "least"), [("table", -1.0), ("caption", -4.0), ("figure", -1.0), ("code", -3.0)])
def test_parts_between_kept_blocks_join_them_if_likely(kind: str, least: float) -> None:
    for logit, expected in ((least + 0.1, "K+K"), (least - 0.1, "K.K")):
        assert between("parts", "K.K", {kind: ".x."}, [2, logit, 2]) == expected


def test_the_lowest_bound_counts_for_a_block_of_two_kinds() -> None:
    for first, second in (("table", "code"), ("code", "table")):
        assert between("parts", "K.K", {first: ".x.", second: ".x."}, [2, -2, 2]) == "K+K"


@pytest.mark.parametrize(
    ("keep", "parts", "expected"),
    [
        ("K..K", {"table": ".x..", "caption": "..x."}, "K++K"),
        ("K..K", {"table": ".x.."}, "K..K"),
        ("K..", {"table": ".xx"}, "K.."),
        ("..K", {"table": "xx."}, "..K"),
        (".K", {"table": "x."}, ".K"),
        ("K.K.K", {"table": ".x..."}, "K+K.K"),
        ("...", {"table": "xxx"}, "..."),
        ("K.K", {"heading": ".x."}, "K.K"),
    ],
)
def test_parts_join_only_if_nothing_else_is_between(keep: str, parts: dict[str, str], expected: str) -> None:
    assert between("parts", keep, parts, [0.0] * len(keep)) == expected


@pytest.mark.parametrize(
    ("keep", "caption", "logits", "expected"),
    [
        ("K...", ".xx.", [2, -3.9, -4.1, 2], "K+.."),
        ("K...", ".xxx", [2, 0, 0, 0], "K+++"),
        ("K...", "..xx", [2, 0, 0, 0], "K..."),
        ("K.K..", "...x.", [2, 0, 2, 0, 0], "K.K+."),
        ("....", "xxxx", [0, 0, 0, 0], "...."),
        (".K", "x.", [0, 2], ".K"),
    ],
)
def test_captions_join_the_last_kept_block(keep: str, caption: str, logits: list[float], expected: str) -> None:
    assert between("parts", keep, {"caption": caption}, logits) == expected


def test_not_too_many_captions_join_the_last_kept_block() -> None:
    assert between("parts", "K" + "." * 31, {"caption": "." + "x" * 31}, [0.0] * 32) == "K" + "+" * 30 + "."


@pytest.mark.parametrize(("size", "joins"), [(30, True), (31, False)])
def test_not_too_many_blocks_join_in_one_place(size: int, joins: bool) -> None:
    keep, parts = f"K{'.' * size}K", {"table": f".{'x' * size}."}
    assert between("parts", keep, parts, [0.0] * (size + 2)) == f"K{('+' if joins else '.') * size}K"


@pytest.mark.parametrize(
    ("headline", "logits", "expected"),
    [
        (None, [4.0, 4.0, -4.0], [True, True, False]),
        (True, [-9.0, 4.0, -4.0], [True, True, False]),
        (True, [-9.0, -9.0, -9.0], [False, False, False]),
        (False, [9.0, 4.0, -4.0], [False, True, False]),
        (False, [9.0, -9.0, -9.0], [False, False, False]),
    ],
)
def test_the_headline_is_kept_or_dropped_if_this_is_asked_for(
    headline: bool | None, logits: list[float], expected: list[bool]
) -> None:
    page = inputs([5.0, 50.0, 50.0], title=[1, 0, 0], heading=[1, 0, 0])
    decision = decide_page(np.array(logits), page, RULE, headline=headline)
    assert decision.keep.tolist() == expected
    assert not (decision.joined & ~decision.keep).any()


def test_the_headline_on_our_pages() -> None:
    for path in PAGES:
        page = parse(path.read_text(encoding="utf-8"))
        features = BlockFeatures.of(page)
        title = features.blocks.first[features["is_title"] > 0]
        kept = {headline: Grain(headline=headline).select(page).keep for headline in (True, False)}
        assert kept[True][title].all(), path
        assert not kept[False][title].any(), path


def test_what_joins_is_part_of_the_decision() -> None:
    page = inputs([50.0, 5.0, 50.0, 5.0, 50.0], heading=[0, 1, 0, 0, 0], caption=[0, 0, 0, 1, 0])
    decision = decide_page(np.array([4.0, -2.5, 4.0, -0.9, 4.0]), page, replace(RULE, floor=0.4))
    assert decision.keep.tolist() == [True] * 5
    assert decision.joined.tolist() == [False, True, False, True, False]


# ---- what is read off a page ---------------------------------------------------------------------


def read(html: str) -> DecisionInputs:
    return DecisionInputs.of(BlockFeatures.of(parse(html)))


@pytest.mark.parametrize(
    ("name", "html"),
    [
        ("title", "<h1>x</h1>"),
        ("comment", "<div class=comments><p>x</div>"),
        ("consent", "<div id=cookie-consent><p>x</div>"),
        ("option", "<select><option>x</select>"),
        ("heading", "<h4>x</h4>"),
        ("table", "<table><tr><th>x</table>"),
        ("table", "<table><caption>x</caption><tr></table>"),
        ("caption", "<figcaption>x</figcaption>"),
        ("figure", "<figure><p>x</figure>"),
        ("code", "<pre>x</pre>"),
    ],
)
def test_kinds_of_blocks(name: str, html: str) -> None:
    found = read(f"<p>Before.{html}<p>After.")
    assert found.kinds[KINDS.index(name)].tolist() == [False, True, False]


def test_a_table_without_a_header_is_for_the_layout() -> None:
    assert read("<table><tr><td>x</table>").kinds[TABLE].tolist() == [False]
    nested = "<table><tr><th>a<tr><td><table><tr><td>b</table></table>"
    assert read(nested).kinds[TABLE].tolist() == [True, False]


def test_measures_of_blocks() -> None:
    found = read("<p><a href=x>Read</a> it<p>Reply<p>Reply<br>")
    assert found.words.tolist() == [2, 1, 1]
    assert found.repeats.tolist() == [1, 2, 2]
    assert found.link_share.round(2).tolist() == [0.67, 0.0, 0.0]


# ---- the page as a whole -------------------------------------------------------------------------

TEXT = "The kettle is older than the house, and it sings every morning. "


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<h2>Tea</h2><ul><li>green<li>black</ul>", ["Tea", "green", "black"]),
        ("<nav><a href=/>Home</a></nav><h1>Tea</h1><p>Steep it.<footer>Imprint</footer>", ["Tea", "Steep it."]),
        ("<ul><li><a href=1>Home</a><li><a href=2>News</a></ul><p>Steep it.<div class=footer>Imprint", ["Steep it."]),
        ("<nav><a href=/>Home</a></nav><p>Hello there.<footer>Copyright 2020</footer>", ["Hello there."]),
        ("<p>x", ["x"]),
    ],
)
def test_a_short_page_is_content_but_for_its_frame(html: str, kept: list[str]) -> None:
    page = parse(html)
    assert [page.leaf_text(int(row)) for row in np.flatnonzero(Grain().select(page).keep)] == kept


def test_few_words_lower_the_confidence_and_leave_the_type_unknown() -> None:
    head = "<title>Tea prices rise</title><meta property=og:type content=article><nav><a href=/>Home</a></nav>"
    article = (
        "<article class=news-article><h1>Tea prices rise</h1>"
        "<p>The price of tea rose by a tenth on Monday, traders in Mombasa said."
        "<p>Rain kept pickers from the hills for most of the month."
        "<p>Buyers expect the next harvest to bring prices down again in the spring."
    )
    more = "<p>Growers, who met the minister last week, hope for help with the cost of drying leaves."
    pages = [parse(f"{head}{article}{rest}</article><footer>Imprint</footer>") for rest in ("", more)]
    features = [BlockFeatures.of(page) for page in pages]
    short, long = (Grain().select(page) for page in pages)
    expected = [
        shipped_model().page_f1(selection.why["expected_f1"], list(selection.type_probabilities.values()))
        for selection in (short, long)
    ]
    kept = [
        each.blocks.words[selection.keep[each.blocks.first]].sum()
        for each, selection in zip(features, (short, long), strict=True)
    ]
    assert kept[0] < 50 <= kept[1]
    assert short.confidence == pytest.approx(expected[0] * kept[0] / 50, abs=5.1e-5)
    assert long.confidence == pytest.approx(expected[1], abs=5.1e-5)
    assert min(each.type_probabilities["article"] for each in (short, long)) > shipped_model().rule.min_type_probability
    assert (short.page_type, long.page_type) == ("unknown", "article")


@pytest.mark.parametrize(
    ("html", "doubt"),
    [
        (f"<p>{TEXT}", "the page has little text"),
        (f"<p>{TEXT * 8}" + f"<p><a href=x>{TEXT * 9}</a>", "the page looks like a list of links"),
        (f"<p>{TEXT * 8}<div class=comments>" + f"<p>{TEXT * 9}" * 2, "most of the page is comments"),
        (f"<p>{TEXT * 8}", "several parts of the page could be its content"),
    ],
)
def test_why_a_page_is_hard(html: str, doubt: str) -> None:
    assert Grain().select(parse(html)).why["doubt"] == doubt


def test_the_network_is_told_whether_the_headline_is_asked_for() -> None:
    page = parse("<nav><a href=/>Home</a></nav><h1>Green tea</h1>" + "<p>Steep the tea for three minutes." * 9)
    usual, *others = (Grain(headline=headline).select(page).score for headline in (None, True, False))
    assert not any(np.array_equal(score, usual) for score in others)
