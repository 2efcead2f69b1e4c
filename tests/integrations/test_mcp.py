"""The MCP server, over standard input and output, with the client of the mcp package."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

import pytest
from mcp import Client, StdioServerParameters

import dehusk
from page_server import NEWS, page_server

if TYPE_CHECKING:
    from collections.abc import Sequence


def call(*calls: tuple[str, dict[str, Any]], options: Sequence[str] = (), mode: str = "auto") -> list[tuple[bool, str]]:
    """Whether each call of a tool failed, and its answer."""

    async def answers() -> list[tuple[bool, str]]:
        server = StdioServerParameters(command=sys.executable, args=["-m", "dehusk", "mcp", *options])
        async with Client(server, mode=mode, read_timeout_seconds=60) as client:
            found = [await client.call_tool(name, arguments) for name, arguments in calls]
        return [
            (bool(each.is_error), each.content[0].text.removeprefix(f"Error executing tool {name}: "))
            for each, (name, _) in zip(found, calls, strict=True)
        ]

    return asyncio.run(answers())


def test_the_tools_are_described() -> None:
    async def tools() -> dict[str, Any]:
        async with Client(StdioServerParameters(command=sys.executable, args=["-m", "dehusk", "mcp"])) as client:
            return {tool.name: tool for tool in (await client.list_tools()).tools}

    found = asyncio.run(tools())
    assert set(found) == {"fetch_and_extract", "extract", "outline"}
    assert all(tool.description for tool in found.values())
    assert found["fetch_and_extract"].input_schema["required"] == ["url"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_extract_and_outline(mode: str) -> None:
    arguments = {"html": NEWS, "url": "https://example.org/news"}
    (failed, markdown), (_, outline) = call(("extract", arguments), ("outline", arguments), mode=mode)
    expected = dehusk.extract(NEWS, url="https://example.org/news")
    assert not failed
    assert markdown == expected.to_markdown(front_matter=True)
    lines = outline.splitlines()
    assert lines[0] == f"{expected.title} ({expected.metadata.words} words)"
    assert lines[1:] == [line for line in expected.to_markdown(links=False).splitlines() if line.startswith("#")]


def test_a_long_page_comes_in_parts() -> None:
    whole = dehusk.extract(NEWS).to_markdown(front_matter=True)
    (_, first), (_, rest) = call(
        ("extract", {"html": NEWS, "length": 100}), ("extract", {"html": NEWS, "start": 100, "length": len(whole)})
    )
    assert first == f"{whole[:100]}\n[{len(whole) - 100} more characters: start=100]\n"
    assert rest == whole[100:]


def test_fetching() -> None:
    with page_server() as address:
        fetched, latin, missing, empty, pdf = call(
            *(
                ("fetch_and_extract", {"url": address + path})
                for path in ("/news", "/latin", "/none", "/empty", "/pdf")
            ),
            options=["--allow-private"],
        )
    assert fetched == (False, dehusk.extract(NEWS, url=f"{address}/news").to_markdown(front_matter=True))
    assert "Le café est prêt" in latin[1]
    assert missing == (True, f"{address}/none: HTTP status 404 (open it in a browser and save the page)")
    assert empty == (True, "no content (empty: the page has no text)")
    assert pdf == (True, "no content (unreadable: this is a PDF document, not HTML)")


def test_only_public_addresses_are_fetched_and_never_files() -> None:
    with page_server() as address:
        port, private, *files = call(
            ("fetch_and_extract", {"url": f"{address}/news"}),
            ("fetch_and_extract", {"url": "http://127.0.0.1/news"}),
            ("fetch_and_extract", {"url": __file__}),
            ("outline", {"url": "-"}),
            ("outline", {}),
        )
    assert port[0]
    assert "port" in port[1]
    assert private[0]
    assert "no public host" in private[1]
    assert all(failed and answer.startswith("url must be an http or https URL, not") for failed, answer in files)


def test_files_are_not_read_from_private_networks_either() -> None:
    ((failed, answer),) = call(("fetch_and_extract", {"url": __file__}), options=["--allow-private"])
    assert failed
    assert answer.startswith("url must be an http or https URL")
