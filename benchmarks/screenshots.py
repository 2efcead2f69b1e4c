"""Screenshots of the rendered Markdown of our test pages: ``python benchmarks/screenshots.py`` (needs a browser)."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from dehusk.layout.find import browser_flags, find_browser

HERE = Path(__file__).parents[1]
CASES = {"lists": 860, "tables": 760, "code": 900, "quotes": 640, "notes": 480}
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
            picture = HERE / "docs" / "pictures" / f"markdown-{case}.png"
            command = [
                find_browser(),
                *browser_flags(network=False),
                f"--user-data-dir={folder}/profile",
                f"--window-size=600,{height}",
            ]
            subprocess.run([*command, f"--screenshot={picture}", page.as_uri()], check=True, capture_output=True)  # noqa: S603


if __name__ == "__main__":
    main()
