"""The HTTP API of the service, over real connections."""

from __future__ import annotations

import base64
import json
import socket
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from dehusk import ArgumentError, extract
from dehusk.serve import service_tasks, web_app
from dehusk.serve.page_request import PageRequest
from dehusk.serve.problems import RequestProblem
from dehusk.serve.service_settings import ServiceSettings
from dehusk.serve.service_tasks import ServiceTask
from running_service import Reply, RunningService, running_service

PAGES = Path(__file__).parents[1] / "pages"
NEWS = PAGES / "news-en" / "page.html"
TEA = "<title>Tea</title><nav><a href=/>Home</a></nav><p>" + "Steep the tea for three minutes, then drink it. " * 8


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with running_service() as running:
        yield running


def is_problem(reply: Reply, status: int, code: str) -> bool:
    assert (reply.status, reply.headers["content-type"]) == (status, "application/problem+json"), reply
    problem = reply.json
    assert problem["status"] == status
    assert problem["request_id"] == reply.headers["x-request-id"]
    return bool(problem["code"] == code)


# ---- what can be posted ------------------------------------------------------------------------------


def test_the_answer_is_that_of_the_library(service: RunningService) -> None:
    html = NEWS.read_text("utf-8")
    reply = service.post("/v1/extract", {"html": html, "page_url": "https://example.org/mill"})
    expected = extract(html, url="https://example.org/mill").to_dict()
    found = reply.json
    assert {**found, "timings": None} == {**json.loads(json.dumps(expected)), "timings": None}


@pytest.mark.parametrize("format_name", ["text", "markdown", "html", "json", "xml", "reader", "isolate", "posts"])
def test_formats(service: RunningService, format_name: str) -> None:
    reply = service.post("/v1/extract", {"html": TEA, "format": format_name})
    assert reply.status == 200
    if format_name != "json":
        assert reply.body.decode() == extract(TEA).to(format_name)


def test_bytes_with_their_encoding(service: RunningService) -> None:
    page = "<p>Der Tee zieht drei Minuten, für Anfänger süß.".encode("latin-1")
    reply = service.send("POST", "/v1/extract?fields=text", page, {"Content-Type": "text/html; charset=latin1"})
    assert "für Anfänger süß" in reply.json["text"]
    data = base64.b64encode(page).decode()
    reply = service.post("/v1/extract", {"data": data, "headers": {"Content-Type": "text/html; charset=latin1"}})
    assert "für Anfänger süß" in reply.json["text"]


def test_options_in_the_address(service: RunningService) -> None:
    path = "/v1/extract?method=lqf&format=text"
    assert (
        service.send("POST", path, TEA, {"Content-Type": "text/html"}).body.decode() == extract(TEA, method="lqf").text
    )


def form(**parts: bytes | str) -> tuple[bytes, dict[str, str]]:
    lines = []
    for name, value in parts.items():
        file = '; filename="page.html"\r\nContent-Type: text/html' if isinstance(value, bytes) else ""
        data = value if isinstance(value, bytes) else value.encode()
        lines.append(b'--tea\r\nContent-Disposition: form-data; name="' + name.encode() + b'"' + file.encode())
        lines[-1] += b"\r\n\r\n" + data + b"\r\n"
    return b"".join(lines) + b"--tea--\r\n", {"Content-Type": "multipart/form-data; boundary=tea"}


def test_an_uploaded_file(service: RunningService) -> None:
    body, headers = form(file=NEWS.read_bytes(), fields="title")
    reply = service.send("POST", "/v1/extract", body, headers)
    assert reply.json == {"title": "Harbour town votes to reopen its tidal mill after ninety years"}


def mhtml(html: str) -> bytes:
    message = EmailMessage()
    message["Snapshot-Content-Location"] = "https://example.org/tea"
    message.make_related()
    part = EmailMessage()
    part.set_content(html, subtype="html")
    part["Content-Location"] = "https://example.org/tea"
    message.attach(part)
    message.replace_header("Content-Type", 'multipart/related; type="text/html"; boundary="tea"')
    return message.as_bytes()


@pytest.mark.parametrize("kind", ["multipart/related", "application/octet-stream", "message/rfc822"])
def test_an_mhtml_archive(service: RunningService, kind: str) -> None:
    reply = service.send("POST", "/v1/extract?fields=text,url", mhtml(TEA), {"Content-Type": kind})
    assert reply.json["text"].startswith("Steep the tea")
    assert reply.json["url"] == "https://example.org/tea"


def test_a_drawn_page(service: RunningService) -> None:
    text = "Steep the tea for three minutes, then drink it. " * 9
    hidden = {"visibility": "hidden"}
    nodes: list[dict[str, object]] = [
        {"name": "html", "box": [0, 0, 1280, 1500]},
        {"name": "body", "parent": 0, "box": [0, 0, 1280, 1500]},
        {"name": "nav", "parent": 1, "box": [0, 0, 1280, 40]},
        {"text": "Home", "parent": 2, "box": [0, 0, 50, 20]},
        {"name": "p", "parent": 1, "box": [0, 0, 600, 20], "style": hidden},
        {"text": "Not shown", "parent": 4, "box": [0, 0, 600, 20], "style": hidden},
        {"name": "div", "parent": 1, "attributes": {"class": "story"}, "box": [200, 60, 880, 1300]},
    ]
    for place in range(5):
        box = [200, 60 + 260 * place, 880, 240]
        nodes += [{"name": "p", "parent": 6, "box": box}, {"text": text, "parent": len(nodes), "box": box}]
    drawn = {"nodes": nodes, "window": [1280, 900]}
    found = service.post("/v1/extract", {"drawn": drawn, "fields": ["text", "hidden"]}).json
    assert found["text"].split("\n") == [text.strip()] * 5
    assert found["hidden"]["chars"] == len("Not shown")
    compared = service.post("/v1/compare", {"drawn": drawn, "methods": ["gce", "grain"]}).json
    assert [entry["name"] for entry in compared["methods"]] == ["gce", "grain"]


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ([], "there are no nodes"),
        ([{"name": "p"}], "node 0 must be html"),
        ([{"name": "html"}, {"name": "p", "parent": 1}], "node 1 must have the place of its parent"),
        ([{"name": "html"}, {"name": "p", "parent": 0, "box": [1, 2]}], "node 1 has a wrong box"),
        ([{"name": "html"}, {"name": "p", "text": "", "parent": 0}], "node 1 must have either a name or a text"),
        ([{"name": "html"}, {"text": "a", "parent": 0}, {"text": "b", "parent": 1}], "node 2 is not in document order"),
        ([{"name": "html"}, {"name": "p x=1", "parent": 0}], "node 1 has a wrong name"),
    ],
)
def test_drawn_pages_that_are_wrong(service: RunningService, nodes: list[object], message: str) -> None:
    reply = service.post("/v1/extract", {"drawn": {"nodes": nodes}})
    assert is_problem(reply, 422, "drawn")
    assert message in reply.json["detail"]


def test_a_batch_has_one_result_per_page_in_order(service: RunningService) -> None:
    pages = [{"html": TEA}, {"html": "<p>Milk", "method": "lqf"}, {"url": "https://example.org/"}, 7, {}]
    results = service.post("/v1/batch", {"pages": pages, "fields": ["status", "method"]}).json["results"]
    assert [each.get("extraction", {}).get("method") or each["problem"]["code"] for each in results] == [
        *("grain", "lqf", "fetch_off", "not_an_object", "no_page"),
    ]
    assert is_problem(service.post("/v1/batch", {"pages": []}), 422, "pages")
    assert is_problem(service.post("/v1/batch", {"pages": [{}] * 101}), 422, "pages")


def test_answers_that_would_fill_the_memory(service: RunningService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_tasks, "MOST_ANSWER_BYTES", 1000)
    task = ServiceTask("extract", PageRequest(html=TEA))
    problem = service_tasks.run_task(task)
    assert isinstance(problem, RequestProblem)
    assert (problem.status, problem.code) == (413, "answer_too_large")
    monkeypatch.setattr(web_app, "MOST_ANSWER_BYTES", 1000)
    results = service.post("/v1/batch", {"pages": [{"html": TEA}] * 5, "fields": ["text"]}).json["results"]
    assert [each.get("problem", {}).get("code") for each in results] == [None] * 2 + ["answer_too_large"] * 3


def test_methods_are_compared(service: RunningService) -> None:
    compared = service.post("/v1/compare", {"html": TEA, "methods": ["grain", "lqf", "turbohtml"]}).json
    assert [entry["kind"] for entry in compared["methods"]] == ["method", "method", "peer"]
    assert compared["methods"][0]["text"] == extract(TEA).text
    assert all(len(block["kept"]) == 3 for block in compared["blocks"])
    assert is_problem(service.post("/v1/compare", {"html": TEA, "methods": ["tea"]}), 422, "methods")


def test_the_cut_positions_are_what_the_service_answers(service: RunningService) -> None:
    """The slider of the web page moves without a request; it must be right."""
    for name in ("news-en", "forum-thread-en", "listing-en", "news-ja"):
        html = (PAGES / name / "page.html").read_text("utf-8")
        found = service.post("/v1/explain", {"html": html}).json
        assert len(found["positions"]) == 17
        assert len({position["kept"] for position in found["positions"]}) > 1
        for position in found["positions"][::4]:
            options = {} if position["favor"] is None else {"favor": position["favor"]}
            answer = service.post("/v1/explain", {"html": html, **options}).json
            assert "".join(map(str, answer["label"]["kept"])) == position["kept"]


def test_an_explanation_has_reasons_for_every_block(service: RunningService) -> None:
    found = service.post("/v1/explain", {"html": NEWS.read_text("utf-8")}).json
    blocks = len(found["label"]["texts"])
    assert [len(found[name]) for name in ("reasons", "rules")] == [blocks, blocks]
    assert all(len(reasons) == 3 and reasons[0]["meaning"] for reasons in found["reasons"])
    other = service.post("/v1/explain", {"html": TEA, "method": "arias"}).json
    assert (other["reasons"], other["positions"]) == ([], [])


def test_a_picture(service: RunningService) -> None:
    for method in ("grain", "arias", "alarte", "cectd-ds", "lqf"):
        reply = service.post("/v1/picture", {"html": TEA, "method": method})
        assert (reply.headers["content-type"], reply.body[:4]) == ("image/svg+xml", b"<svg")


def test_what_the_service_offers(service: RunningService) -> None:
    offered = service.get("/v1/methods").json
    assert offered["default"] == "grain"
    assert {"name", "description", "needs"} == offered["methods"][0].keys()
    assert offered["fetch"] is False


# ---- wrong requests ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({}, "no_page"),
        ({"html": "<p>", "url": "https://example.org/"}, "no_page"),
        ({"html": 7}, "html"),
        ({"html": "<p>", "tea": 1}, "unknown_member"),
        ({"html": "<p>", "method": "tea"}, "method"),
        ({"html": "<p>", "method": "grain:model=/etc/passwd"}, "method"),
        ({"html": "<p>", "method": "arias", "favor": "recall"}, "method"),
        ({"html": "<p>", "method": "gce"}, "method"),
        ({"html": "<p>", "favor": "speed"}, "favor"),
        ({"html": "<p>", "favor": 50}, "favor"),
        ({"html": "<p>", "headline": "yes"}, "headline"),
        ({"html": "<p>", "hidden": "maybe"}, "hidden"),
        ({"html": "<p>", "fields": ["tea"]}, "fields"),
        ({"html": "<p>", "fields": "text"}, "fields"),
        ({"html": "<p>", "format": "docx"}, "format"),
        ({"html": "<p>", "limits": {"seconds": 0}}, "limits"),
        ({"html": "<p>", "limits": {"tea": 3}}, "limits"),
        ({"html": "<p>", "headers": {"Content-Type": 3}}, "headers"),
        ({"html": "<p>", "page_url": "javascript:alert(1)"}, "page_url"),
        ({"data": "§"}, "data"),
        ({"url": "file:///etc/passwd"}, "url"),
        ({"bytes": "x"}, "unknown_member"),
    ],
)
def test_wrong_members(service: RunningService, request_: dict[str, object], code: str) -> None:
    assert is_problem(service.post("/v1/extract", request_), 422, code)


def test_bodies_that_cannot_be_read(service: RunningService) -> None:
    json_type = {"Content-Type": "application/json"}
    for body in ("{", '{"html": NaN}', "[" * 100_000):
        assert is_problem(service.send("POST", "/v1/extract", body, json_type), 400, "json")
    assert is_problem(service.send("POST", "/v1/extract", "[]", json_type), 422, "not_an_object")
    assert is_problem(service.send("POST", "/v1/extract", "x", {"Content-Type": "image/png"}), 415, "media_type")
    assert is_problem(service.send("POST", "/v1/extract", "x"), 415, "media_type")
    wrong_form = {"Content-Type": "multipart/form-data"}
    assert service.send("POST", "/v1/extract", "x", wrong_form).status == 400


def test_documents_that_are_not_pages(service: RunningService) -> None:
    pdf = base64.b64encode(b"%PDF-1.7").decode()
    assert service.post("/v1/extract", {"data": pdf}).json["status"] == "unreadable"
    assert is_problem(service.post("/v1/extract", {"data": pdf, "format": "text"}), 422, "unreadable")
    assert is_problem(service.post("/v1/explain", {"data": pdf}), 422, "unreadable")


def test_paths_and_methods_that_are_not_there(service: RunningService) -> None:
    assert is_problem(service.get("/v2/extract"), 404, "not_found")
    reply = service.get("/v1/extract")
    assert is_problem(reply, 405, "not_found")
    assert reply.headers["allow"] == "POST"
    assert service.get("/static/../web_app.py").status == 404
    assert service.get("/static/%2e%2e%2fweb_app.py").status == 404


def test_limits_are_clamped(service: RunningService) -> None:
    most = service.service.settings.limits
    reply = service.post("/v1/extract", {"html": TEA, "limits": {"nodes": 3, "seconds": 1e9}, "fields": ["status"]})
    assert reply.json == {"status": "truncated"}
    large = "<p>" + "x" * most.bytes
    assert is_problem(service.post("/v1/extract", {"html": large}), 413, "too_large")
    assert is_problem(service.send("POST", "/v1/extract", large, {"Content-Type": "text/html"}), 413, "too_large")
    length = {"Content-Type": "text/html", "Content-Length": str(10**12)}
    assert is_problem(service.send("POST", "/v1/extract", "x", length), 413, "too_large")


def test_an_endless_body_is_refused(service: RunningService) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=30) as connection:
        lines = (
            "POST /v1/extract HTTP/1.1",
            "Host: localhost",
            "Content-Type: text/html",
            "Transfer-Encoding: chunked",
        )
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
        try:
            for _ in range(40):
                connection.sendall(chunk)
            answer = connection.recv(1000)
        except (BrokenPipeError, ConnectionResetError):
            return
        assert b" 413 " in answer


# ---- who may ask -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["attacker.example", "attacker.example:80", "", "localhost.attacker.example", "127.0.0.1.example"]
)
def test_other_host_names_are_refused(service: RunningService, host: str) -> None:
    for path in ("/", "/v1/methods", "/healthz"):
        assert is_problem(service.get(path, Host=host), 421, "host")


def test_host_names_that_are_known(service: RunningService) -> None:
    for host in ("localhost", "localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"):
        assert service.get("/healthz", Host=host).status == 200


@pytest.mark.parametrize(
    "origin",
    ["https://attacker.example", "null", "http://127.0.0.1:1", "http://localhost", "chrome-extension://abcdefgh"],
)
def test_other_web_pages_are_refused(service: RunningService, origin: str) -> None:
    assert is_problem(service.post("/v1/extract", {"html": TEA}, Origin=origin), 403, "origin")
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"}
    assert is_problem(service.get("/v1/methods", **headers), 403, "origin")
    assert is_problem(service.get("/read?url=https://example.org/", **headers), 403, "origin")


def test_our_own_web_page_is_answered(service: RunningService) -> None:
    headers = {"Origin": service.url, "Host": f"127.0.0.1:{service.port}", "Sec-Fetch-Site": "same-origin"}
    assert service.post("/v1/extract", {"html": TEA}, **headers).status == 200
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    assert service.get("/", **link).status == 200


def test_every_answer_has_the_headers_of_security(service: RunningService) -> None:
    for path in ("/", "/static/app.js", "/v1/methods", "/nothing", "/healthz"):
        headers = service.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "access-control-allow-origin" not in headers
    reader = service.post("/v1/extract", {"html": TEA, "format": "html"}).headers["content-security-policy"]
    assert "sandbox" in reader


def test_a_token() -> None:
    token = "steep-for-three-minutes"  # noqa: S105
    with running_service(ServiceSettings(jobs=1, token=token, names=("tea.example",))) as service:
        for path in ("/", "/v1/methods", "/metrics", "/openapi.json", "/static/app.js"):
            reply = service.get(path)
            assert is_problem(reply, 401, "token")
            assert reply.headers["www-authenticate"].startswith("Basic")
            assert service.get(path, Authorization="Bearer wrong-token-wrong").status == 401
            assert service.get(path, Authorization=f"Bearer {token}").status == 200
        basic = base64.b64encode(f"reader:{token}".encode()).decode()
        assert service.get("/", Authorization=f"Basic {basic}").status == 200
        assert service.get("/", Authorization="Basic §§§".encode().decode("latin-1")).status == 401
        assert service.get("/healthz").status == 200
        assert service.get("/healthz", Host="tea.example:8000").status == 200


def test_other_addresses_need_a_token() -> None:
    for host in ("0.0.0.0", "192.0.2.1", "tea.example", "::"):  # noqa: S104
        with pytest.raises(ArgumentError, match="needs a token"):
            ServiceSettings(host=host)
    with pytest.raises(ArgumentError, match="at least 16"):
        ServiceSettings(host="192.0.2.1", token="short")  # noqa: S106
    for host in ("127.0.0.1", "127.0.0.2", "::1", "localhost"):
        assert ServiceSettings(host=host).is_local


# ---- how much ----------------------------------------------------------------------------------------


def test_a_client_that_asks_too_often() -> None:
    with running_service(ServiceSettings(jobs=1, rate=0.001, burst=3)) as service:
        replies = [service.get("/v1/methods") for _ in range(5)]
        assert [reply.status for reply in replies] == [200, 200, 200, 429, 429]
        assert int(replies[-1].headers["retry-after"]) >= 1
        assert is_problem(replies[-1], 429, "too_many_requests")
        assert service.get("/healthz").status == 200


# ---- for those who run it ----------------------------------------------------------------------------


def test_probes_and_metrics(service: RunningService) -> None:
    assert service.get("/healthz").json == {"status": "ok"}
    assert service.get("/readyz").json == {"status": "ready"}
    text = service.get("/metrics").body.decode()
    assert 'dehusk_requests_total{path="/healthz",status="200"}' in text
    assert "dehusk_queue_length 0" in text


def test_the_log_says_nothing_of_the_page(service: RunningService, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="dehusk.serve"):
        path = "/v1/extract?page_url=https://secret.example/"
        reply = service.send("POST", path, TEA, {"Content-Type": "text/html"})
        # It is logged after it was answered, but before the next answer.
        service.get("/healthz")
    entries = [json.loads(record.message) for record in caplog.records]
    assert reply.headers["x-request-id"] in [entry["request_id"] for entry in entries]
    assert {"time", "client", "method", "path", "status", "ms", "bytes"} <= entries[0].keys()
    assert "secret" not in caplog.text
    assert "Steep" not in caplog.text


def test_files_of_the_page_are_asked_for_once(service: RunningService) -> None:
    first = service.get("/static/app.css")
    assert service.get("/static/app.css", **{"If-None-Match": first.headers["etag"]}).status == 304
