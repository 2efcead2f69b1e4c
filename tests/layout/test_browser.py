"""A browser that is killed, hung, flooded or led in circles: the page gets its reason, the next one is drawn."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from dehusk import BrowserError, DrawError, Limits, SourceError, extract, read
from dehusk.layout import Drawing, draw
from dehusk.layout.browser import Browser, shared_browser
from drawing import html_source, needs_browser, serve, wait_until_gone

pytestmark = needs_browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without network."""
    with Browser() as warm:
        yield warm


@pytest.fixture(scope="module")
def online() -> Iterator[Browser]:
    """A browser that may reach this machine's servers."""
    with Browser(network=True) as warm:
        yield warm


PLAIN = "<title>Tea</title><article><p>Steep the tea for three minutes.</p></article>"


def works(browser: Browser) -> bool:
    """Whether the browser draws a plain page."""
    return browser.draw(html_source(PLAIN)).text == "Steep the tea for three minutes."


def group(browser: Browser) -> int:
    """The process group of a browser that has drawn."""
    assert browser.pid is not None
    return browser.pid


def is_running(pid: int) -> bool:
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return False
    return True


# ---- what goes wrong -------------------------------------------------------------------------------------


def test_a_killed_browser_is_started_again() -> None:
    with Browser() as browser:
        assert works(browser)
        first = group(browser)
        os.killpg(first, signal.SIGKILL)
        assert works(browser)
        assert group(browser) != first


def test_a_browser_killed_while_it_draws_is_started_again(online: Browser) -> None:
    with serve({"/": ("text/html", f"{PLAIN}<img src=/slow.png>"), "/slow.png": ("hang", "")}) as server:
        assert works(online)
        killer = threading.Timer(1.0, os.killpg, (group(online), signal.SIGKILL))
        killer.start()
        page = online.draw(read(f"{server.address}/"), limits=Limits(seconds=24))
        killer.join()
        assert server.asked.count("/slow.png") == 2
    assert "Steep the tea" in page.text
    assert works(online)


def test_a_page_that_kills_every_browser_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with Browser() as browser:
        assert works(browser)

        def die(*_arguments: object) -> None:
            os.killpg(group(browser), signal.SIGKILL)

        with monkeypatch.context() as patch:
            patch.setattr("dehusk.layout.tab.Tab._answer_request", die)
            with pytest.raises(DrawError, match="died twice"):
                works(browser)
        assert works(browser)


def test_a_style_sheet_that_never_comes_is_given_up(online: Browser) -> None:
    pages = {"/": ("text/html", f"<link rel=stylesheet href=/slow.css>{PLAIN}"), "/slow.css": ("hang", "")}
    with serve(pages) as server:
        page = online.draw(read(f"{server.address}/"), limits=Limits(seconds=24))
    assert page.cut == ("what had not loaded after 12 seconds",)
    assert page.text == "Steep the tea for three minutes."
    assert works(online)


def test_a_script_that_never_ends_is_stopped(browser: Browser) -> None:
    html = f"{PLAIN}<script>while (true) {{}}</script><p>After it."
    page = browser.draw(html_source(html), Drawing(scripts=True), limits=Limits(seconds=24))
    assert page.cut == ("what had not loaded after 12 seconds",)
    assert "Steep the tea" in page.text
    assert works(browser)


def test_dialogs_are_dismissed(browser: Browser) -> None:
    script = "alert(1); document.body.append(confirm(2) ? 'yes' : 'no', prompt(3) === null ? ' none' : ' some')"
    page = browser.draw(html_source(f"<body><script>{script}</script>"), Drawing(scripts=True))
    assert page.text == "no none"


def test_an_endless_row_of_dialogs_ends(browser: Browser) -> None:
    html = f"{PLAIN}<script>while (true) alert('again')</script>"
    extraction = extract(html, drawing=Drawing(scripts=True))
    assert (extraction.status, extraction.reason) == ("failed", "the page opened more than 20 dialogs")
    with pytest.raises(DrawError, match="more than 20 dialogs"):
        browser.draw(html_source(html), Drawing(scripts=True))
    assert works(browser)


def test_a_page_of_30_megabytes_has_a_status_and_the_next_is_drawn() -> None:
    html = "<p>It rained <b>all</b> night and the river rose.</p>\n" * 600_000
    assert len(html) > 30_000_000
    extraction = extract(html, method="gce", limits=Limits(seconds=15))
    assert extraction.status in {"failed", "truncated"}
    assert "in 15 seconds" in extraction.reason or "cut: the page after 20,000,000 bytes" in extraction.reason
    assert extract(PLAIN, method="gce").status == "ok"


@pytest.mark.parametrize("network", [False, True])
def test_a_page_that_redirects_forever_stays_where_it_is(network: bool, browser: Browser, online: Browser) -> None:
    pages = {
        "/": ("text/html", f"<meta http-equiv=refresh content='0; url=/'>{PLAIN}<iframe src=/round></iframe>"),
        "/round": ("redirect", "/round"),
    }
    with serve(pages) as server:
        source = read(f"{server.address}/")
        page = (online if network else browser).draw(source, Drawing(scripts=True))
        assert page.text == "Steep the tea for three minutes."
        assert without_icon(server.asked) == ["/"]
        with pytest.raises(SourceError, match="more than 5 redirects"):
            read(f"{server.address}/round")


@pytest.mark.parametrize("address", ["about:blank", "about:srcdoc"])
def test_a_document_that_is_not_requested_does_not_replace_the_page(browser: Browser, address: str) -> None:
    for script in (f"location = '{address}'", f"setTimeout(() => location.replace('{address}'), 10)"):
        page = browser.draw(html_source(f"<p>Tea<script>{script}</script>"), Drawing(scripts=True))
        assert page.text == "Tea"
        assert page.cut == ("what the scripts of the page make (they replaced it by another document)",)
    page = browser.draw(html_source(f"<meta http-equiv='Refresh' content='0;url={address}'><p>Tea"))
    assert (page.text, page.cut) == ("Tea", ())


def test_a_script_cannot_lead_away(browser: Browser) -> None:
    html = f"{PLAIN}<script>location = 'http://elsewhere.test/'</script>"
    page = browser.draw(html_source(html, "http://here.test/"), Drawing(scripts=True))
    assert page.text == "Steep the tea for three minutes."


# ---- what a page may load --------------------------------------------------------------------------------

STYLE = "<link rel=stylesheet href=/style.css><p id=p>Steep</p>"


def without_icon(paths: list[str]) -> list[str]:
    """What was asked for, except the icon of a site, for which the browser itself asks at some time."""
    return [path for path in paths if path != "/favicon.ico"]


def width(browser: Browser, html: str, url: str) -> float:
    page = browser.draw(html_source(html, url))
    assert page.layout is not None
    return float(page.layout.width[1])


def test_nothing_is_loaded_without_network_and_styles_with_it(browser: Browser, online: Browser) -> None:
    with serve({"/style.css": ("text/css", "p { width: 123px }")}) as server:
        body = f"<body>{STYLE.partition('>')[2]}{STYLE.partition('>')[0]}>"
        assert width(browser, body, f"{server.address}/") > 1000
        assert server.asked == []
        assert width(online, body, f"{server.address}/") == 123
        assert without_icon(server.asked) == ["/style.css"]


def test_speculation_rules_are_off(online: Browser) -> None:
    urls = '[{"source": "list", "urls": ["/%s"], "eagerness": "immediate"}]'
    rules = '{"prefetch": %s, "prerender": %s}' % (urls % "prefetched", urls % "prerendered")  # noqa: UP031
    late = "<script>setTimeout(() => fetch('/late'), 400)</script>"
    html = f"{PLAIN}<script type=speculationrules>{rules}</script>{late}"
    with serve({"/": ("text/html", html)}) as server:
        page = online.draw(read(f"{server.address}/"), Drawing(scripts=True))
    assert page.text == "Steep the tea for three minutes."
    assert "/late" in server.asked
    assert not {"/prefetched", "/prerendered"} & set(server.asked)


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_not_needed_to_draw_the_page_is_not_requested(online: Browser, scripts: bool) -> None:
    rels = ("prefetch", "prefetch as=document", "prerender", "next", "preload as=fetch", "dns-prefetch")
    links = "".join(f"<link rel={rel} href=/{place}>" for place, rel in enumerate(rels))
    actions = (
        "document.head.append(Object.assign(document.createElement('link'), {rel: 'prefetch', href: '/a'}))",
        "navigator.sendBeacon('/b', 'x')",
        "navigator.serviceWorker.register('/c.js')",
        "new Worker('/d.js')",
        "open('/e')",
        "setTimeout(() => fetch('/late'), 400)",
    )
    html = f"{links}{PLAIN}" + "".join(f"<script>{action}</script>" for action in actions)
    with serve({}) as other, serve({"/": ("text/html", f"<link rel=preconnect href={other.address}>{html}")}) as server:
        page = online.draw(read(f"{server.address}/"), Drawing(scripts=scripts))
    assert page.text == "Steep the tea for three minutes."
    assert without_icon(server.asked) == ["/", *(["/late"] if scripts else [])]
    assert other.connected == []


def test_draw_gives_network_to_pages_from_the_network_alone() -> None:
    pages = {"/": ("text/html", f"<img src=/a.png>{PLAIN}"), "/a.png": ("image/png", "")}
    with serve(pages) as server:
        source = read(f"{server.address}/")
        draw(source)
        asked = without_icon(server.asked)
        assert asked == ["/", "/a.png"]
        draw(source, Drawing(network=False))
        draw(html_source(source.html, source.url))
        assert without_icon(server.asked) == asked


def test_a_file_finds_its_folder_and_nothing_above_it(tmp_path: Path, browser: Browser) -> None:
    (tmp_path / "site" / "css").mkdir(parents=True)
    (tmp_path / "site" / "css" / "own.css").write_text("p { width: 111px }")
    (tmp_path / "above.css").write_text("div { width: 222px }")
    html = "<body><p>own<div>above</div><link rel=stylesheet href=css/own.css><link rel=stylesheet href=../above.css>"
    (tmp_path / "site" / "page.html").write_text(html)
    page = browser.draw(read(str(tmp_path / "site" / "page.html")))
    assert page.layout is not None
    assert page.layout.width[1] == 111
    assert page.layout.width[3] > 1000


def test_scripts_run_only_on_demand(browser: Browser) -> None:
    html = "<body><p>written</p><script>document.body.append('made')</script><noscript>without</noscript>"
    assert browser.draw(html_source(html)).text == "writtenwithout"
    assert browser.draw(html_source(html), Drawing(scripts=True)).text == "writtenmade"


def test_a_page_finds_nothing_of_the_one_before(browser: Browser) -> None:
    html = "<body><script>document.body.append(localStorage.x || 'none'); localStorage.x = 'some'</script>"
    for _ in range(2):
        assert browser.draw(html_source(html, "http://a.test/"), Drawing(scripts=True)).text == "none"


# ---- processes -------------------------------------------------------------------------------------------


def test_tabs_and_browsers_are_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dehusk.layout.browser._PAGES_PER_TAB", 2)
    monkeypatch.setattr("dehusk.layout.browser._PAGES_PER_PROCESS", 5)
    with Browser() as browser:
        groups = []
        for _ in range(11):
            assert works(browser)
            groups.append(group(browser))
        assert len(set(groups)) == 3
    assert wait_until_gone(lambda: any(map(is_running, groups)))


def test_threads_take_turns(browser: Browser) -> None:
    texts = [f"thread {number}" for number in range(4)]
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda text=text: found.append(browser.draw(html_source(text)).text)) for text in texts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == texts


def test_nothing_is_left_of_a_killed_program() -> None:
    program = (
        "import os, sys; from dehusk.layout.browser import Browser; from dehusk.source import Source; "
        "browser = Browser(); browser.draw(Source.of('<p>Tea')); "
        "print(browser.pid, browser._devtools._profile, flush=True); os.kill(os.getpid(), 9)"
    )
    run = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=False, text=True)  # noqa: S603
    pid, profile = run.stdout.split()
    assert run.returncode == -signal.SIGKILL
    assert wait_until_gone(lambda: is_running(int(pid)))
    assert not Path(profile).exists()


def test_a_program_that_is_no_browser_is_an_error(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho no display >&2\nexit 3\n")
    broken.chmod(0o755)
    with pytest.raises(BrowserError, match="did not start: no display"):
        Browser(program=str(broken)).draw(html_source(PLAIN))


def test_a_process_has_one_browser_of_each_kind() -> None:
    assert shared_browser(network=False) is shared_browser(network=False)
    assert shared_browser(network=False) is not shared_browser(network=True)
