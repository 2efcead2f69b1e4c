"""Records as data: recipes, products, entries of listings."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from dehusk import extract, parse
from dehusk.content.page_records import page_records
from html_strategies import Everything, rich_html
from test_growth import LARGE, QUADRATIC, SMALL, work

PRODUCT = '<div class="card"><a href="/p/{0}"><img src="/i/{0}.jpg"><h3>Чай {0}</h3></a><b>{0}9,90 €</b></div>'
RESULT = '<li class=result><h3><a href="/r/{0}">結果 {0}</a></h3><p>山で摘んだ茶葉です。</p><time>2024-05-1{0}</time>'


def listed(entry: str, units: int = 3) -> str:
    return "<main>" + "".join(entry.format(number) for number in range(units)) + "</main>"


def test_a_grid_of_products() -> None:
    records = page_records(parse(listed(PRODUCT), url="https://example.org/"))
    assert [record.kind for record in records] == ["entry"] * 3
    assert records[1].fields == {
        "title": "Чай 1",
        "url": "https://example.org/p/1",
        "image": "https://example.org/i/1.jpg",
        "price": "19,90 €",
    }
    assert records[1].path == "/html/body/main/div[2]"


def test_search_results() -> None:
    assert page_records(parse(listed(RESULT)))[2].fields == {
        "title": "結果 2",
        "url": "/r/2",
        "description": "山で摘んだ茶葉です。",
        "date": "2024-05-12",
    }


def test_a_recipe_of_schema_org() -> None:
    steps = [{"@type": "HowToSection", "itemListElement": [{"@type": "HowToStep", "text": "Boil."}, "Steep."]}]
    item = {"@type": ["Recipe"], "name": "Tea", "recipeInstructions": steps, "recipeYield": 2, "url": "javascript:x"}
    html = f'<script type="application/ld+json">{json.dumps(item)}</script>'
    (record,) = extract(html).records
    assert record.fields == {"title": "Tea", "yield": "2", "steps": ["Boil.", "Steep."]}
    assert extract(html).to_dict(["records"]) == {"records": [record.to_dict()]}


def test_a_recipe_by_its_structure() -> None:
    html = (
        "<h1>Soup</h1><p>Serves 4 | Prep: 15 min</p><p>Cook time: 1 hour 10 min Total time: 85 minutes</p>"
        "<h2>Ingredients</h2><ul><li>500 g peas</ul><h2>Method</h2><ol><li>Cook for 2 hours.</ol>"
    )
    (record,) = page_records(parse(html))
    assert record.fields == {
        "title": "Soup",
        "ingredients": ["500 g peas"],
        "steps": ["Cook for 2 hours."],
        "yield": "4",
        "prep_time": "15 min",
        "cook_time": "1 hour 10 min",
        "total_time": "85 minutes",
    }


def test_microdata() -> None:
    html = (
        '<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Tea</b>'
        '<span itemprop=offers itemscope><i itemprop=price content="4.50">4,50</i></span></div>'
    )
    assert [record.fields for record in page_records(parse(html))] == [{"title": "Tea", "price": "4.50"}]


@pytest.mark.parametrize(
    "html", ["", "<p>Tea", "<nav>" + listed(PRODUCT) + "</nav>", "<ul>" + "<li><a href=/a>a</a>" * 9]
)
def test_what_is_no_record(html: str) -> None:
    assert page_records(parse(html)) == []


@given(rich_html)
def test_no_page_raises(html: str) -> None:
    assert isinstance(extract(f"<div>{html}</div>" * 3, method=Everything()).records, list)


@pytest.mark.parametrize(
    "entry", [PRODUCT, RESULT, "<div><h2><a href=/{0}>a</a></h2>b c d e ", "<ul><li>x<h2>steps</h2>"]
)
def test_work_grows_in_proportion_to_the_page(entry: str) -> None:
    def count(units: int) -> int:
        page = parse(listed(entry, units))
        return work(lambda: page_records(page))

    count(20)
    assert count(LARGE) < QUADRATIC * count(SMALL)
