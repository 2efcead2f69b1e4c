"""The rows of a Page beside the trees of the html5lib-tests.

    python benchmarks/tree_construction.py FOLDER

FOLDER: the folder ``tree-construction`` of the html5lib-tests (MIT licence), which are also in the source distribution
of html5lib. Documents are compared by depth, name, attributes and text of all rows in BODY. Fragments, documents for
parsers that run scripts, and lone surrogates are left out.
"""

# ruff: noqa: T201 - a command

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dehusk import Limits
from dehusk.page.collect import SKIPPED, collect
from dehusk.page.parser import parse_tree

if TYPE_CHECKING:
    from dehusk.page.page import Page

_NODE = re.compile(r"\| ( *)(.*)", re.DOTALL)
_ATTRIBUTE = re.compile(r'([^"<>].*?)="(.*)"', re.DOTALL)
Row = tuple[int, str, tuple[tuple[str, str], ...]]


class TreeTest(NamedTuple):
    """A document and the lines of its tree."""

    html: str
    tree: list[str]


def read_tests(file: Path) -> Iterator[TreeTest]:
    """The whole documents of a file of tests, without those for parsers that run scripts."""
    for block in ("\n" + file.read_bytes().decode()).split("\n#data\n")[1:]:
        html, _, rest = block.partition("\n#errors")
        about, _, tree = rest.partition("\n#document\n")
        if "#document-fragment" in about or "#script-on" in about or not tree:
            continue
        lines: list[str] = []
        for line in tree.rstrip("\n").split("\n"):
            if line.startswith("| "):
                lines.append(line)
            elif lines:
                lines[-1] += "\n" + line
        yield TreeTest(html, lines)


def expected_rows(tree: list[str]) -> list[Row]:
    """The rows that a tree stands for: depth, name and attributes, or depth and text."""
    rows: list[Row] = []
    path: list[str] = []
    contents: list[int] = []
    skipped_at = -1
    in_text = False
    for line in tree:
        found = _NODE.fullmatch(line)
        if found is None:
            continue
        level, what = len(found[1]) // 2, found[2]
        contents = [depth for depth in contents if depth < level]
        depth = level - len(contents)
        if what == "content":
            contents.append(level)
            continue
        if level <= skipped_at:
            skipped_at = -1
        if what.startswith(("<!--", "<!DOCTYPE", "<?")):
            continue
        if not what.startswith(("<", '"')) and (attribute := _ATTRIBUTE.fullmatch(what)):
            if rows and skipped_at < 0 and path[:2] == ["html", "body"] and len(path) == depth:
                last = rows[-1]
                rows[-1] = (
                    last[0],
                    last[1],
                    (*last[2], (attribute[1].replace(" ", ":").rpartition(":")[2], attribute[2])),
                )
            continue
        if what.startswith("<"):
            name = what[1:-1].rpartition(" ")[2]
            path = [*path[:depth], name]
        in_body = path[:2] == ["html", "body"]
        if not in_body or (skipped_at >= 0 and level > skipped_at):
            continue
        if what.startswith("<"):
            if depth > 1 and name in SKIPPED:
                skipped_at = level
            else:
                rows.append((depth - 1, f"<{name}>", ()))
                in_text = False
        elif in_text and rows[-1][0] == depth - 1:
            rows[-1] = rows[-1][0], rows[-1][1] + what[1:-1], ()
        else:
            rows.append((depth - 1, what[1:-1], ()))
            in_text = True
        if what.startswith("<") and skipped_at < 0:
            in_text = False
    return [(depth, text, tuple(sorted(attrs))) for depth, text, attrs in rows]


def page_rows(page: Page) -> list[Row]:
    """The rows of a page in the same form."""
    rows: list[Row] = []
    for row in range(len(page)):
        name = page.tag_name(row)
        text = page.raw_text(row) if name == "#text" else f"<{name}>"
        attrs = tuple(sorted((key.rpartition(":")[2], value or "") for key, value in page.attrs[row]))
        rows.append((int(page.depth[row]), text, attrs))
    return rows


def main() -> None:
    """Print how many documents have the same rows, and the others."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    same, others = 0, []
    for file in sorted(parser.parse_args().folder.glob("*.dat")):
        for test in read_tests(file):
            html = test.html
            page = collect(parse_tree(html.encode(), Limits())[0], url=None, limits=Limits()).page
            expected = expected_rows(test.tree) or [(0, "<body>", ())]
            found = page_rows(page)
            if found == expected:
                same += 1
            else:
                others.append((file.name, html, expected, found))
    for name, html, expected, found in others:
        print(f"{name}: {html!r}\n  expected {expected}\n  found    {found}")
    print(f"{same} of {same + len(others)} documents have the same rows")


if __name__ == "__main__":
    main()
