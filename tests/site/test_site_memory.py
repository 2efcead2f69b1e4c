"""The memory of a site: what it holds, what it makes of repeats, and what it does to the default."""

from __future__ import annotations

import random

import numpy as np
import pytest

from dehusk import ModelError, Page, SiteMemory, parse
from dehusk.errors import ArgumentError
from dehusk.methods.learned import Grain
from dehusk.site.block_keys import BlockKeys
from dehusk.site.grain_site import GrainSite
from made_up_sites import made_up_sites, pages_of

WORDS = ("tea", "milk", "sugar", "cup", "spoon", "water", "leaf", "kettle", "steam", "table", "morning", "paper")


def sentence(seed: int, words: int = 20) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=words)).capitalize() + "."


def page(article: int, menu: str = "Home", extra: str = "") -> Page:
    body = "".join(f"<p>{sentence(100 * article + number)}</p>" for number in range(4))
    return parse(f"<ul class=menu><li>{menu}</ul><div class=text>{body}</div>{extra}")


def zeros(given: Page) -> np.ndarray:
    return np.zeros(len(BlockKeys.of(given).text))


def memory_of(*pages: Page) -> SiteMemory:
    memory = SiteMemory()
    for each in pages:
        memory.add(each)
    return memory


def lowered(memory: SiteMemory, given: Page) -> list[bool]:
    return [bool(logit < -1) for logit in memory.adjust(given, zeros(given))]


def test_what_other_pages_repeat_is_lowered_and_nothing_else() -> None:
    pages = [page(number) for number in range(5)]
    assert lowered(memory_of(*pages), pages[2]) == [True, False, False, False, False]


def test_only_in_long_texts_numbers_do_not_matter() -> None:
    extra = "<p class=date>Published on {0} May 2012</p><p class=footer>" + sentence(7) + " Visitor {0}.</p>"
    pages = [page(number, extra=extra.format(number + 1)) for number in range(5)]
    assert lowered(memory_of(*pages), pages[2]) == [True, False, False, False, False, False, True]


def test_a_table_that_few_pages_repeat_is_lowered_less_than_a_menu() -> None:
    """Pages about things of one kind have the same box of facts; it is not the template of the site."""
    box = "<table class=facts><tr><td>Kind<td>Height<td>Family</table>"
    pages = [page(number, extra=box if number < 3 else "") for number in range(11)]
    menu, *_, kind, height, family = memory_of(*pages).adjust(pages[0], zeros(pages[0]))
    assert menu == -6
    assert [kind, height, family] == pytest.approx([-6 * 3 * 2 / 10] * 3)


def plant(number: int) -> Page:
    """A page of a wiki: a table of facts with few values, sections with the same headings."""
    chance = random.Random(number)
    facts = {
        "Kind": chance.choice(["Tree", "Shrub", "Herb"]),
        "Soil": chance.choice(["Dry", "Moist"]),
        "Flowers": chance.choice(["White", "Yellow", "Blue"]),
        "Height": f"{chance.randint(10, 300)} cm",
        "Edible": chance.choice(["Yes", "No"]),
    }
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in facts.items())
    menu = "<table id=nav><tr><td>Main page<td>Random page<td>Recent changes</table>"
    text = f"<p>{sentence(10 * number)}</p><h2>Sources</h2><p>{sentence(10 * number + 1)}</p>"
    contact = "<div class=contact><h2>Contact</h2><p>Write to us.</p></div>"
    return parse(f"{menu}<h1>Plant {number}</h1><table class=facts>{rows}</table>{text}{contact}")


def test_a_table_of_facts_is_template_only_as_a_whole() -> None:
    pages = [plant(number) for number in range(12)]
    menu, headline, facts, text = [True] * 3, [False], [False] * 10, [False, False, False, True, True]
    for given in pages[:4]:
        found = memory_of(*pages).adjust(given, zeros(given))
        assert [bool(logit < -1) for logit in found] == [*menu, *headline, *facts, *text]


def test_a_table_with_a_long_text_is_layout() -> None:
    layout = "<table><tr><td class=side>{menu}<td>{text}</table>"
    pages = [parse(layout.format(menu="Home", text=sentence(number, 30))) for number in range(5)]
    assert lowered(memory_of(*pages), pages[2]) == [True, False]


def test_a_page_that_is_not_remembered_is_judged_alike() -> None:
    pages = [page(number) for number in range(5)]
    assert lowered(memory_of(*pages[:2], *pages[3:]), pages[2]) == lowered(memory_of(*pages), pages[2])


def test_the_same_article_on_several_pages_is_no_template() -> None:
    pages = [page(number) for number in range(4)]
    copies = [page(0, extra=f"<p class=note>Copy {name}</p>") for name in ("one", "two")]
    for given in (pages[0], *copies):
        assert lowered(memory_of(*pages, *copies), given)[:5] == [True, False, False, False, False]
        assert lowered(memory_of(*pages, copies[1]), given)[:5] == [True, False, False, False, False]


def test_an_article_on_two_pages_alone_is_no_template() -> None:
    first, second = page(0), page(0, menu="Start")
    assert not any(lowered(memory_of(first, second), first))


def test_a_headline_in_the_lists_of_other_pages_is_no_template() -> None:
    headline = "<h1>Storm breaks the old pier</h1>"
    given = parse(f"{headline}<p>{sentence(1)}<p>{sentence(2)}")
    others = [
        parse(f"<h1>{sentence(n, 5)}</h1><p>{sentence(n)}<ul><li>Storm breaks the old pier</ul>") for n in (5, 6, 7)
    ]
    assert not any(lowered(memory_of(given, *others), given))


def test_logits_of_other_pages_move_those_at_the_same_path() -> None:
    pages = [page(number) for number in range(4)]
    memory = SiteMemory()
    for each in pages:
        memory.add(each, np.array([-5.0, 3.0, 3.0, 3.0, 3.0]))
    doubtful = np.array([0.0, 3.0, -1.0, 3.0, 3.0])
    adjusted = memory.adjust(pages[0], doubtful)
    assert adjusted[0] < -5
    assert -1 < adjusted[2] < 3
    assert adjusted[1] == 3


def test_a_page_does_not_repeat_itself() -> None:
    given = parse("<p>Tea</p><p>Milk</p>")
    assert not any(lowered(memory_of(given, parse("<div>Water</div>")), given))


def test_an_empty_memory_changes_nothing() -> None:
    given = page(1)
    assert SiteMemory().adjust(given, zeros(given) + 0.5).tolist() == [0.5] * 5
    assert SiteMemory().adjust(parse(""), np.zeros(0)).tolist() == []


def test_the_order_of_pages_and_of_merging_does_not_matter() -> None:
    pages = [page(number, menu=f"Menu {'ab'[number % 2]}") for number in range(12)]
    whole, parts = SiteMemory(pages=8), [SiteMemory(pages=8) for _ in range(3)]
    for number, each in enumerate(pages):
        whole.add(each)
        parts[number % 3].add(each)
    merged = SiteMemory(pages=8)
    for part in reversed(parts):
        merged.merge(part)
    merged.merge(whole)
    again = SiteMemory(pages=8)
    for each in reversed(pages):
        again.add(each)
    assert len(whole) == len(merged) == 8
    assert whole.to_bytes() == merged.to_bytes() == again.to_bytes()


def test_a_memory_is_bounded() -> None:
    memory = SiteMemory(pages=3)
    for number in range(40):
        memory.add(page(number))
    memory.add(parse("<p>x" * 20_000))
    assert len(memory) == 3
    assert len(memory.to_bytes()) < 20_000
    with pytest.raises(ArgumentError):
        SiteMemory(pages=0)


def test_a_memory_survives_bytes() -> None:
    pages = [page(number) for number in range(5)]
    memory = memory_of(*pages[:3])
    memory.add(pages[3], np.arange(5.0))
    restored = SiteMemory.from_bytes(memory.to_bytes())
    assert restored.to_bytes() == memory.to_bytes()
    assert restored.adjust(pages[0], zeros(pages[0])).tolist() == memory.adjust(pages[0], zeros(pages[0])).tolist()
    assert len(SiteMemory.from_bytes(SiteMemory().to_bytes())) == 0


@pytest.mark.parametrize("cut", [0, 1, 40, -30, -1])
def test_damaged_bytes_raise(cut: int) -> None:
    with pytest.raises(ModelError):
        SiteMemory.from_bytes(memory_of(page(1), page(2)).to_bytes()[:cut])


def test_keys_are_of_the_blocks_that_the_default_decides_on() -> None:
    for name in made_up_sites():
        for given in pages_of(name):
            assert len(BlockKeys.of(given).text) == len(Grain().select(given).why["logits"])


def test_the_default_is_no_worse_for_knowing_the_site() -> None:
    """By the share of words that are decided right; the default alone decides nearly all of them right."""
    for name, site in made_up_sites().items():
        pages, right = pages_of(name), []
        for given, labelled, informed in zip(pages, site.pages, GrainSite().select_site(pages), strict=True):
            gold = np.isin(given.paths(given.leaves.tolist()), labelled.gold_nodes)
            words = given.words[given.leaves]
            kept = [selection.keep[given.leaves] for selection in (Grain().select(given), informed)]
            right.append([float(words[keep == gold].sum() / words.sum()) for keep in kept])
        alone, knowing = np.array(right).mean(axis=0)
        assert 0.97 <= alone <= knowing, name
