"""Test pages as Markdown, labelled and compared: ``python benchmarks/screenshots.py`` (needs a browser)."""

from __future__ import annotations

import subprocess
import tempfile
from contextlib import chdir
from pathlib import Path

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from dehusk.cli.compare_command import run as compare
from dehusk.cli.label_command import run as label
from dehusk.layout.find import browser_flags, find_browser

HERE = Path(__file__).parents[1]
CASES = {"lists": 860, "tables": 760, "code": 900, "quotes": 640, "notes": 480}
COMPARED = "grain,readability-style,web2text,cectd-ds,boilerpipe-article,alarte,arias,bte"
LABELLED = ("news-en", "forum-thread-en", "recipe-fr")
STYLE = (
    "body{font:15px/1.45 Georgia,serif;margin:18px 26px;width:540px}pre,code,kbd{font:13px monospace;background:#eee}"
    "pre{padding:8px}table{border-collapse:collapse}td,th{border:1px solid #aaa;padding:2px 8px}"
    "blockquote{border-left:3px solid #bbb;margin-left:0;padding-left:14px}"
)


def main() -> None:
    """Draw each case into docs/pictures."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin)
    for case, height in CASES.items():
        markdown = (HERE / "tests" / "pages" / f"{case}-en" / "expected.md").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory(prefix="dehusk-") as folder:
            page = Path(folder, "page.html")
            head = f"<!DOCTYPE html><meta charset=utf-8><style>{STYLE}</style>"
            page.write_text(head + parser.render(markdown), "utf-8")
            take_screenshot(page, f"markdown-{case}.png", (600, height))
    with tempfile.TemporaryDirectory(prefix="dehusk-") as folder, chdir(HERE / "tests" / "pages"):
        label([*(f"{case}/page.html" for case in LABELLED), "-o", f"{folder}/labels.jsonl"])
        take_screenshot(Path(folder, "labels.html"), "label.png", (1280, 800))
        compare(["news-en/page.html", "--methods", COMPARED, "-o", f"{folder}/compare.html"])
        take_screenshot(Path(folder, "compare.html"), "compare.png", (1100, 900))


def take_screenshot(page: Path, name: str, size: tuple[int, int]) -> None:
    """Draw a file in a window of the given size into docs/pictures."""
    width, height = size
    command = [
        find_browser(),
        *browser_flags(network=False),
        f"--user-data-dir={page.parent}/profile",
        f"--window-size={width},{height}",
    ]
    picture = HERE / "docs" / "pictures" / name
    subprocess.run([*command, f"--screenshot={picture}", page.as_uri()], check=True, capture_output=True)  # noqa: S603


if __name__ == "__main__":
    main()
