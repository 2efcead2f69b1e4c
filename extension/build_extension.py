"""Build the browser extension: ``python extension/build_extension.py OUT`` writes OUT/chrome, OUT/firefox and two zips.

The sources are copied as they are. Made from Python are the translated core, the model, the meanings of features, the
style of the reader view and the manifest of each browser.
"""

# ruff: noqa: T201 - a command

from __future__ import annotations

import base64
import json
import shutil
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from assemble_kernel import KERNEL, assemble_kernel
from dehusk.export import export_model
from dehusk.methods.learned import shipped_model
from dehusk.methods.learned.feature_table import TABLE
from dehusk.output.reader_writer import STYLE
from translate_core import translate_core

SOURCE = Path(__file__).with_name("source")
BROWSERS = ("chrome", "firefox")
_DATE = (1980, 1, 1, 0, 0, 0)
_OWN_BY_BROWSER: dict[str, dict[str, Any]] = {
    "chrome": {
        "background": {"service_worker": "background.js"},
        "minimum_chrome_version": "116",
        # In Firefox this permission cannot be optional: there is no entry in the context menu.
        "optional_permissions": ["contextMenus"],
    },
    "firefox": {
        "background": {"scripts": ["page_style.js", "settings.js", "background.js"]},
        "browser_specific_settings": {
            "gecko": {
                "id": "dehusk@dehusk.invalid",
                "strict_min_version": "140.0",
                "data_collection_permissions": {"required": ["none"]},
            },
            "gecko_android": {"strict_min_version": "142.0"},
        },
    },
}


def build(out: Path) -> dict[str, Path]:
    """Write the extension for each browser as a folder and as a zip file; returns the folders."""
    made = {
        "core.js": translate_core().encode(),
        "model.bin": export_model(shipped_model()),
        "matrix_kernel.js": _constant(
            "MATRIX_KERNEL", base64.b64encode(assemble_kernel(KERNEL.read_text("utf-8"))).decode()
        ),
        "feature_meanings.js": _constant("FEATURE_MEANINGS", TABLE.meanings),
        "reader_style.js": _constant("READER_STYLE", reader_style()),
    }
    folders = {}
    for browser in BROWSERS:
        folder = out / browser
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(SOURCE, folder)
        for name, data in made.items():
            (folder / name).write_bytes(data)
        (folder / "manifest.json").write_text(json.dumps(manifest(browser), indent=2, ensure_ascii=False), "utf-8")
        _zip(folder, out / f"dehusk-{browser}.zip")
        folders[browser] = folder
    return folders


def manifest(browser: str) -> dict[str, Any]:
    """The manifest for a browser."""
    common: dict[str, Any] = json.loads((SOURCE / "manifest.json").read_text("utf-8"))
    return common | {"version": version("dehusk").split("+")[0]} | _OWN_BY_BROWSER[browser]


def reader_style() -> str:
    """The style of the format ``reader`` for elements in a shadow root over the page."""
    style = STYLE.removeprefix("<style>\n").removesuffix("</style>\n")
    style = style.replace(":root", ":host").replace("body {", ".reader-body {")
    over = "position: fixed; inset: 0; z-index: 2147483646; overflow: auto; outline: none;"
    printed = "@media print { .reader-body { position: static; overflow: visible; } }"
    return f":host {{ all: initial; }}\n{style}.reader-body {{ {over} }}\n{printed}\n"


def _constant(name: str, value: object) -> bytes:
    text = json.dumps(value, indent=1, ensure_ascii=False)
    return f"// Made by extension/build_extension.py.\nglobalThis.dehusk.{name} = {text};\n".encode()


def _zip(folder: Path, path: Path) -> None:
    """A zip file of a folder; the same files always give the same bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), _DATE)
                archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def main(out: Path) -> None:
    """Build, and print the sizes."""
    build(out)
    for path in sorted(out.glob("*.zip")):
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
