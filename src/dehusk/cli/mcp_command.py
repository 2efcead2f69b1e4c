"""``dehusk mcp``: tools for language models."""

from __future__ import annotations

from dehusk.cli.arguments import command_parser

_EPILOG = """Tools: fetch_and_extract, extract, outline. In the settings of a client:
  {"mcpServers": {"dehusk": {"command": "dehusk", "args": ["mcp"]}}}"""


def run(arguments: list[str]) -> int:
    """Serve until the client closes standard input."""
    parser = command_parser("dehusk mcp", "An MCP server over standard input and output.", _EPILOG)
    what = "also fetch pages from addresses of your own network, not only from public ones"
    parser.add_argument("--allow-private", action="store_true", help=what)
    options = parser.parse_args(arguments)
    from dehusk.integrations.mcp import make_server

    make_server(public_only=not options.allow_private).run()
    return 0
