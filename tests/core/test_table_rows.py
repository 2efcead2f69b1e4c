"""Tables of data, with the compiled pass over the rows and without it, beside a slow definition."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk import parse
from dehusk.content.data_tables import data_tables
from dehusk.page.tags import NAMES, tag_set
from html_strategies import pages

if TYPE_CHECKING:
    from dehusk import Page

PARTS = ("<table>", "</table>", "<tr>", "<td>", "<td>tea", "<th>tea", "<p>milk", "<h2>cup</h2>", "<caption>pot")
LAYOUT = {
    NAMES[tag]
    for tag in tag_set("table h1 h2 h3 h4 h5 h6 hr pre blockquote figure form article section nav header footer")
}
tables = st.lists(st.sampled_from(PARTS), max_size=40).map(lambda parts: parse("<table>" + "".join(parts)))


def is_of_data(page: Page, table: int) -> bool:
    """Whether a table has content in two cells, and a header or rows and columns without layout content."""
    below = range(table + 1, int(page.end[table]))
    inner = {row for each in below if page.tag_name(each) == "table" for row in range(each + 1, int(page.end[each]))}
    own = [row for row in below if row not in inner]
    names = [page.tag_name(row) for row in own]
    cells = [row for row, name in zip(own, names, strict=True) if name in {"td", "th"}]
    lines = [row for row, name in zip(own, names, strict=True) if name == "tr"]
    if sum(bool(page.raw_text(cell).strip()) for cell in cells) < 2:
        return False
    if not {"th", "thead", "caption"}.isdisjoint(names):
        return True
    columns = max((sum(int(page.parent[cell]) == line for cell in cells) for line in lines), default=0)
    return columns > 1 and len(lines) > 1 and LAYOUT.isdisjoint(names) and names.count("p") <= len(cells)


@pytest.mark.parametrize("form", FORMS)
@given(page=pages | tables)
def test_tables_of_data(form: str, page: Page) -> None:
    with patch("dehusk.content.data_tables.tables_like_data", core_module("table_rows", form).tables_like_data):
        found = data_tables(page, page.above(page.chars > 0))
    assert found == {row for row in range(len(page)) if page.tag_name(row) == "table" and is_of_data(page, row)}
