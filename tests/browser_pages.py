"""Pages that are hard for a browser extension, and a server for them and for the pages of the tests."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import NamedTuple

from page_server import running_server

TESTS = Path(__file__).parent
PARAGRAPHS = (
    "The kettle stood on the stove for most of the morning, and nobody in the house minded the noise that it made.",
    "Later in the day the rain stopped, the garden steamed in the sun, and the leaves were picked before the evening.",
    "A good cup needs water that has just boiled, a warm pot, and three minutes in which you do something else.",
    "The merchants in the port weighed every chest twice, wrote the numbers into long books, and trusted neither.",
)
ARTICLE = "<article><h1>Tea on the hill</h1>" + "".join(f"<p>{text}</p>" for text in PARAGRAPHS) + "</article>"
MENU = "<nav><ul>" + "".join(f"<li><a href='/p{at}'>Section {at}</a></li>" for at in range(12)) + "</ul></nav>"
FOOTER = "<footer><p><a href='/imprint'>Imprint</a> <a href='/privacy'>Privacy</a> © 2024 Hill Press</p></footer>"


def document(body: str, head: str = "") -> str:
    """A whole document."""
    title = "<title>Tea on the hill</title>"
    return f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8>{title}{head}</head><body>{body}</body></html>"


PAGE = MENU + ARTICLE + FOOTER
SHADOW = """
<script>
for (const [host, html] of Object.entries(%s)) {
  document.getElementById(host).attachShadow({mode: "open"}).innerHTML = html;
}
</script>
"""
FORM = """
<form><input id=name value=first><input id=box type=checkbox><textarea id=area>old</textarea>
<select id=choice><option>a<option>b<option>c</select></form>
<div id=scroller style="height:80px;overflow:auto"><div style="height:900px">A long list</div></div>
<div contenteditable id=editable>Edit me</div>
<script>
document.getElementById("name").value = "changed";
document.getElementById("box").checked = true;
document.getElementById("area").value = "new text";
document.getElementById("choice").selectedIndex = 2;
document.getElementById("scroller").scrollTop = 333;
</script>
"""
ANIMATED = """
<style>@keyframes turn { to { transform: rotate(360deg); } } .turning { animation: turn 1s linear infinite; }
.fading { transition: all 200ms; }</style><div class="turning fading">Loading</div>
"""
APP = """
<div id=app></div>
<script>
const render = (number) => {
  document.getElementById("app").innerHTML = %r + "<p id=count>" + number + "</p>";
};
let number = 0;
render(number);
setInterval(() => render((number += 1)), 50);
</script>
"""
BIG = (
    MENU
    + ARTICLE
    + "".join(
        f"<div><p>Row {at}: {PARAGRAPHS[at % 4]} {PARAGRAPHS[(at + 1) % 4]}</p><a href='/r{at}'>more</a></div>"
        for at in range(20_000)
    )
)


def site_page(name: str) -> str:
    """One of three pages of a site that repeat a paragraph."""
    number = {"a": "first", "b": "second", "c": "third"}[name]
    links = "".join(f"<a href=/site-{other}.html>Story {other}</a> " for other in "abc")
    paragraphs = "".join(f"<p>This is the {number} story. {text}</p>" for text in PARAGRAPHS)
    repeated = "<p>Read our newsletter, which is sent every week, to learn more about tea, cups and hills.</p>"
    return document(f"<nav>{links}</nav><article><h1>The {number} story</h1>{paragraphs}{repeated}</article>{FOOTER}")


class Special(NamedTuple):
    """A page by its name, and the policy that its server sends."""

    html: str
    policy: str = ""


def special_pages() -> dict[str, Special]:
    """The pages by their paths."""
    in_shadow = SHADOW % {"host": ARTICLE}
    slotted = SHADOW % {"host": "<header>Site</header><slot></slot><footer>Foot</footer>"}
    return {
        "/plain.html": Special(document(PAGE)),
        "/frame.html": Special(document("<p>Top</p><iframe src=/plain.html width=900 height=600></iframe>")),
        "/nested-frames.html": Special(document("<p>Top</p><iframe src=/frame.html width=900 height=700></iframe>")),
        "/frameset.html": Special(
            "<html><head><title>Old</title></head><frameset cols='20%,80%'><frame src=/menu.html>"
            "<frame src=/plain.html></frameset></html>"
        ),
        "/menu.html": Special(document(MENU)),
        "/shadow.html": Special(document(MENU + "<div id=host></div>" + FOOTER + in_shadow)),
        "/slots.html": Special(document(f"{MENU}<div id=host>{ARTICLE}</div>{FOOTER}{slotted}")),
        "/form.html": Special(document(PAGE + FORM)),
        "/animated.html": Special(document(ANIMATED + PAGE)),
        "/app.html": Special(document(MENU + APP % ARTICLE + FOOTER)),
        "/strict.html": Special(document(PAGE), "default-src 'none'; style-src 'none'; script-src 'none'; sandbox"),
        "/mixed.html": Special(
            document(f"{MENU}<div>Advertisement here<br><p>{PARAGRAPHS[0]}</p>Click now<br>{ARTICLE}</div>{FOOTER}")
        ),
        "/noscript.html": Special(document(f"{MENU}<noscript><p>Turn scripts on</p><img src=/t.png></noscript>{PAGE}")),
        "/pixel.html": Special(
            document(PAGE, "<noscript><img height=1 width=1 style='display:none' src='/t.gif'></noscript><meta name=a>")
        ),
        "/long.html": Special(
            document("<div style='height:3000px'>Banner</div>" + PAGE + "<div style='height:9000px'>")
        ),
        "/scripts-after-body.html": Special(
            document(PAGE + "<script>document.documentElement.append(document.createElement('aside'))</script>")
        ),
        "/math.html": Special(
            document(f"<script type='math/tex'>a<b</script>{ARTICLE}<svg><title>Icon</title><text>Mark</text></svg>")
        ),
        "/custom.html": Special(document(f"<my-menu>{MENU}</my-menu><x-story class=story>{ARTICLE}</x-story>")),
        "/rtl.html": Special(document(f"<div dir=rtl>{PAGE}</div>")),
        "/big.html": Special(document(BIG)),
        **{f"/site-{name}.html": Special(site_page(name)) for name in "abc"},
        "/empty.html": Special(document("")),
    }


class PageServer(NamedTuple):
    """The address of a server, and the paths that were asked for."""

    address: str
    asked: list[str]


@contextmanager
def served_pages() -> Iterator[PageServer]:
    """Serve the special pages, and the files of the tests."""
    special, asked = special_pages(), list[str]()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            page, file = special.get(self.path), TESTS / self.path.lstrip("/")
            is_file = page is None and file.is_file() and file.resolve().is_relative_to(TESTS)
            body = page.html.encode() if page else file.read_bytes() if is_file else b""
            self.send_response(200 if page or is_file else 404)
            kind = "text/html; charset=utf-8" if page else mimetypes.guess_type(self.path)[0]
            self.send_header("Content-Type", kind or "text/html")
            self.send_header("Content-Length", str(len(body)))
            if page and page.policy:
                self.send_header("Content-Security-Policy", page.policy)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: object) -> None:
            pass

    with running_server(Handler) as address:
        yield PageServer(address, asked)
