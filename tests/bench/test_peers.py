from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dehusk.bench import peers
from dehusk.bench.extractors import extractor_version, make_extractor, split_names
from dehusk.bench.peers import PEERS
from dehusk.bench.peers.node import NodePeer
from dehusk.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGE = (Path(__file__).parent.parent / "pages" / "news-en" / "page.html").read_text("utf-8")


@pytest.mark.parametrize("name", [name for name in PEERS if not PEERS[name].package])
@pytest.mark.filterwarnings("ignore")
def test_installed_peers_extract_a_page(name: str) -> None:
    missing = [module for module in PEERS[name].modules if find_spec(module) is None]
    if missing:
        pytest.skip(f"not installed: {missing[0]}")
    extractor = make_extractor(name)
    assert "last turned in 1934" in (extractor(PAGE, "en", "http://a.example/") or "")
    assert " " in extractor_version(name)


def test_a_peer_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(module: str) -> object:
        return None if module == "goose3" else find_spec(module)

    monkeypatch.setattr(peers, "find_spec", find)
    with pytest.raises(
        ImportError, match=r"needs the package 'goose3'; from a checkout of dehusk: pip install '\.\[bench\]'"
    ):
        make_extractor("goose3")


def test_node_peers_without_node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(peers, "find_spec", lambda _: True)
    with pytest.raises(ImportError, match="needs Node for 'defuddle': install it from"):
        make_extractor("defuddle")


def test_node_peers_without_packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/node")
    monkeypatch.setattr(peers, "find_spec", lambda _: True)
    monkeypatch.setenv("DEHUSK_NODE_MODULES", str(tmp_path))
    with pytest.raises(ImportError, match="npm install @mozilla/readability jsdom"):
        make_extractor("readability_js")
    assert extractor_version("readability_js") == ""


@pytest.fixture
def fake_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replacements of the npm packages: the page is a string, the content is that of ``<main>``."""
    if shutil.which("node") is None:
        pytest.skip("Node is not installed")
    sources = {
        "jsdom": """exports.VirtualConsole = class {}; exports.JSDOM = class {
            constructor(html, { url }) { this.window = { document: { html, url }, close() {} }; } };""",
        "@mozilla/readability": """exports.Readability = class {
            constructor(document) { this.document = document; }
            parse() {
                console.log("noise");
                const { html } = this.document;
                if (html.includes("RAISE")) throw new TypeError("as asked");
                if (html.includes("EXIT")) process.exit(5);
                if (html.includes("NULL")) return null;
                return { content: html + this.document.url };
            } };""",
    }
    for name, source in sources.items():
        package = tmp_path / "node_modules" / name
        package.mkdir(parents=True)
        (package / "index.js").write_text(source)
        (package / "package.json").write_text(json.dumps({"name": name, "version": "9.9", "main": "index.js"}))
    monkeypatch.setenv("DEHUSK_NODE_MODULES", str(tmp_path))


@pytest.fixture
def node_peer(fake_packages: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:  # noqa: ARG001
    monkeypatch.setattr("dehusk.bench.peers.node.html_to_text", lambda html: f"text:{html}")
    peer = NodePeer("@mozilla/readability")
    yield lambda html: peer(html, "en", "")
    peer.close()


def test_a_node_process_serves_page_after_page(node_peer: Callable[[str], str]) -> None:
    assert node_peer("<p>世界\u2028\n</p>") == "text:<p>世界\u2028\n</p>http://example.org/"
    assert node_peer("NULL") == "text:"
    with pytest.raises(RuntimeError, match="TypeError: as asked"):
        node_peer("RAISE")
    with pytest.raises(ChildProcessError, match="exit code 5"):
        node_peer("EXIT")
    assert node_peer("again") == "text:againhttp://example.org/"


@pytest.mark.usefixtures("fake_packages")
def test_the_version_names_package_and_dom() -> None:
    assert extractor_version("readability_js") == "@mozilla/readability 9.9, jsdom 9.9"


def test_names() -> None:
    assert split_names(" arias , ,trafilatura") == ["arias", "trafilatura"]
    assert split_names("arias:c1=0.5,c2=3@hidden=keep,cectd-ds") == ["arias:c1=0.5,c2=3@hidden=keep", "cectd-ds"]
    assert {"arias", "trafilatura"} < set(split_names("methods,peers"))


@pytest.mark.usefixtures("functions")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no-such", "unknown extractor 'no-such'; methods: .*arias.*; peers: .*trafilatura"),
        ("trafilatura@hidden=keep", "unknown extractor"),
        ("arias:c9=1", "its parameters: c1"),
        ("arias@hidden", "expected hidden=drop or hidden=keep after the @"),
        ("no_such_module:f", "PYTHONPATH"),
        ("naughty:no_such_function", "PYTHONPATH"),
        ("naughty:not_callable", "not a function"),
    ],
)
def test_wrong_names_say_what_would_have_worked(name: str, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        make_extractor(name)


def test_hidden_text_can_be_kept() -> None:
    html = "<p>Steep the tea for three minutes.</p><p hidden>Not longer.</p>"
    assert "Not longer" not in (make_extractor("cectd-ds")(html, "", "") or "")
    assert "Not longer" in (make_extractor("cectd-ds@hidden=keep")(html, "", "") or "")
