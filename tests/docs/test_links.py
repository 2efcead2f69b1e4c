"""Relative links of the documentation lead to a file, and to a heading of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from doc_pages import DOCUMENTS, ROOT, anchors, links, name_of


def broken_links(path: Path, root: Path = ROOT) -> list[str]:
    problems = []
    for link in links(path.read_text("utf-8")):
        if link.startswith(("http:", "https:", "mailto:")):
            continue
        target, _, anchor = link.partition("#")
        file = (path.parent / target).resolve() if target else path
        if not file.exists():
            problems.append(f"{link}: no such file")
        elif not file.is_relative_to(root):
            problems.append(f"{link}: not in the repository")
        elif anchor and anchor not in anchors(file.read_text("utf-8")):
            problems.append(f"{link}: no such heading in {file.name}")
    return problems


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_relative_links_lead_somewhere(path: Path) -> None:
    assert broken_links(path) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Tea\n\n[a](#tea) [b](#coffee) [c](none.md) `[d](code.md)`\n\n```\n[e](block.md)\n```\n")
    assert [problem.split(":")[0] for problem in broken_links(page, tmp_path)] == ["#coffee", "none.md"]
    assert anchors("# `dehusk bench`: *how*\n# A b\n# A b\n") == {"dehusk-bench-how", "a-b", "a-b-1"}
