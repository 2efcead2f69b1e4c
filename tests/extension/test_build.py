"""The translation of the core, the manifests, the texts and the zip files of the browser extension."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from build_extension import SOURCE, build
from built_extension import built_extension
from translate_core import BY_HAND, CORE, WANTED, CoreModule, TranslationError, translate_core, translate_function

LOCALES = sorted(path.parent.name for path in SOURCE.glob("_locales/*/messages.json"))
PERMISSIONS = ["activeTab", "scripting", "storage"]


def translated(source: str) -> str:
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    return " ".join(translate_function(function).split())


def test_what_becomes_what() -> None:
    source = """
def count(values: views.Ints, text: str) -> npt.NDArray[np.intp]:
    views.align(values)
    sums = np.zeros((2, values.shape[0]), dtype=np.intp)
    low: views.NewInts = sums[0].data
    i: cython.Py_ssize_t
    for i in range(values.shape[0] - 1, -1, -1):
        if 0 <= values[i] < 9 and not values[i] == 3:
            low[i] += values[i] // 2 if text[i] != ":" else min(1, values[i])
    return sums
"""
    assert translated(source) == (
        "function count(values, text) { let sums = new Int32Array(2 * values.length); "
        "let low = sums.subarray(0 * values.length, 1 * values.length); let i; const stop_1 = (-1); "
        "for (i = (values.length - 1); i > stop_1; i += -1) { "
        "if ((0 <= values[i] && values[i] < 9) && (!(values[i] === 3))) { "
        "low[i] += ((text[i] !== 58) ? Math.floor(values[i] / 2) : Math.min(1, values[i])); } } return sums; }"
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("    key: cython.ulonglong = 1\n", "computes with 64 bits"),
        ("    return [x for x in values]\n", "is not translated"),
        ("    return unknown\n", "unknown is unknown"),
        ("    other(values)\n", "is not translated"),
    ],
)
def test_what_is_not_translated_is_an_error(body: str, message: str) -> None:
    with pytest.raises(TranslationError, match=message):
        translated(f"def f(values: views.Ints) -> None:\n{body}")


def test_the_whole_core_that_is_needed() -> None:
    script = translate_core()
    assert all(f"function {name}(" in script for name in WANTED)
    functions = {name for path in CORE.glob("*.py") for name in CoreModule.read(path).functions}
    assert functions >= BY_HAND
    steps = (SOURCE / "core_steps.js").read_text("utf-8")
    assert all(f"function {name}(" in steps for name in BY_HAND)


@pytest.mark.skipif(not shutil.which("node"), reason="node, which checks the syntax of scripts, is not installed")
def test_syntax_of_all_scripts() -> None:
    for script in sorted(built_extension()["chrome"].glob("*.js")):
        subprocess.run(["node", "--check", str(script)], check=True)  # noqa: S603, S607


def test_permissions() -> None:
    for browser, folder in built_extension().items():
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        assert manifest["manifest_version"] == 3
        assert sorted(manifest["permissions"]) == PERMISSIONS, browser
        assert "host_permissions" not in manifest
        assert "content_scripts" not in manifest
        assert "web_accessible_resources" not in manifest
        assert set(manifest["optional_host_permissions"]) == {"http://127.0.0.1/*", "http://localhost/*"}


def test_every_file_that_is_named_exists() -> None:
    for folder in built_extension().values():
        named = re.findall(r'"([\w/.-]+\.(?:js|png|html|css))"', (folder / "background.js").read_text("utf-8"))
        named += re.findall(r'"([\w/.-]+\.(?:js|png|html|css))"', (folder / "manifest.json").read_text("utf-8"))
        named += re.findall(r'(?:src|href)="([\w/.-]+)"', (folder / "options.html").read_text("utf-8"))
        assert named
        assert [name for name in named if not (folder / name).is_file()] == []


def messages(locale: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads(
        (SOURCE / "_locales" / locale / "messages.json").read_text("utf-8")
    )
    return found


def test_texts_in_four_languages() -> None:
    assert len(LOCALES) == 4
    for locale in LOCALES:
        found = messages(locale)
        assert found.keys() == messages("en").keys(), locale
        for name, text in found.items():
            assert text["message"], (locale, name)
            assert text.get("placeholders") == messages("en")[name].get("placeholders"), (locale, name)
        assert len(str(found["description"]["message"])) <= 132, locale


def test_every_text_is_used_and_every_used_text_exists() -> None:
    files = [*SOURCE.glob("*.js"), *SOURCE.glob("*.html"), SOURCE / "manifest.json"]
    text = "\n".join(path.read_text("utf-8") for path in files)
    used = set(re.findall(r'(?:message|getMessage)\(\s*"(\w+)"', text))
    used |= set(re.findall(r'data-message="(\w+)"', text)) | set(re.findall(r"__MSG_(\w+)__", text))
    buttons = set(re.findall(r'this\.button\("(\w+)"', text))
    used |= buttons | {f"{name}_title" for name in buttons}
    # Chosen by a condition, or named by the options of a select element.
    used |= {"pressed", "no_content", "block_kept", "block_dropped", "markdown", "html", "text"}
    assert used == set(messages("en"))


def test_no_code_from_elsewhere() -> None:
    for path in [*SOURCE.glob("*.js"), *SOURCE.glob("*.html")]:
        text = path.read_text("utf-8")
        assert not re.search(r"\beval\(|new Function\(|innerHTML|insertAdjacentHTML|document\.write", text), path
        addresses = re.findall(r"https?://[\w.]+", text)
        assert set(addresses) <= {"http://www.w3.org", "http://127.0.0.1"}, path


def test_zip_files(tmp_path: Path) -> None:
    build(tmp_path)
    for browser, folder in built_extension().items():
        archive = folder.parent / f"dehusk-{browser}.zip"
        assert archive.stat().st_size < 1_000_000
        assert archive.read_bytes() == (tmp_path / archive.name).read_bytes()
        with zipfile.ZipFile(archive) as opened:
            assert "manifest.json" in opened.namelist()
