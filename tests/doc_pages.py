"""The pages of the documentation as their readers use them: code blocks, commands, links and anchors."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
_FENCE = re.compile(
    r"^(?:<!-- not run: (?P<mark>[^\n]+?) -->\n+)?(?P<indent> *)```(?P<language>[^\n]*)\n(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
_OPERATORS = {"|", "||", "&&", ";", "&", "(", ")"}
_KEYWORDS = {"do", "done", "then", "fi", "if", "!"}


@dataclass(frozen=True)
class CodeBlock:
    """A fenced block.

    ``mark``: why it is not run, from ``<!-- not run: REASON -->`` above it, or ``<!-- page not run: REASON -->``.
    """

    language: str
    text: str
    line: int
    mark: str


@dataclass
class ShellLine:
    """A command as it is typed, and the output that the page shows below it."""

    text: str
    line: int
    expected: list[str] = field(default_factory=list)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def code_blocks(markdown: str) -> list[CodeBlock]:
    found = []
    page = re.search(r"^<!-- page not run: (.+?) -->$", markdown, re.MULTILINE)
    for match in _FENCE.finditer(markdown):
        indent = len(match["indent"])
        lines = [line[indent:] for line in match["text"].splitlines()]
        line = markdown.count("\n", 0, match.start("text")) + 1
        found.append(
            CodeBlock(
                match["language"].strip(), "\n".join(lines) + "\n", line, match["mark"] or (page[1] if page else "")
            )
        )
    return found


def shell_lines(block: CodeBlock) -> list[ShellLine]:
    """The commands of a console block: lines that begin with ``$``; all lines if none does."""
    lines = block.text.splitlines()
    prompts = any(line.startswith("$ ") for line in lines)
    found: list[ShellLine] = []
    continued = False
    for number, line in enumerate(lines, block.line):
        if continued:
            found[-1].text += "\n" + line
        elif line.startswith("$ "):
            found.append(ShellLine(line[2:], number))
        elif not line.strip() or line.lstrip().startswith("# "):
            continue
        elif prompts:
            found[-1].expected.append(line)
            continue
        else:
            found.append(ShellLine(line, number))
        continued = line.endswith("\\")
    return found


def simple_commands(text: str) -> list[list[str]]:
    """The programs of a command line with their arguments, without redirections.

    An argument that is a command itself (``--wrap 'dehusk run ...'``) is one more of them.
    """
    plain = re.sub(r"(?:^|\s)# .*$", "", text.replace("\\\n", " "), flags=re.MULTILINE)
    plain = re.sub(r"\$\([^)]*\)", "1", plain)  # what another command prints
    lexer = shlex.shlex(plain, posix=True, punctuation_chars=True)
    lexer.commenters = ""
    lexer.whitespace_split = True
    commands: list[list[str]] = [[]]
    words = iter(lexer)
    for word in words:
        if word in _OPERATORS or word in _KEYWORDS:
            commands.append([])
        elif set(word) <= {">", "<", "&"}:
            next(words)
        elif commands[-1] or not re.fullmatch(r"\w+=.*", word):
            commands[-1].append(word)
            if word.startswith("dehusk "):
                commands[-1:-1] = simple_commands(word)
    return [command for command in commands if command and command[0] not in {"for", "export"}]


def without_code(markdown: str) -> str:
    """The page without its code blocks and code spans: what may contain links."""
    return re.sub(r"`[^`\n]*`", "", _FENCE.sub("", markdown))


def links(markdown: str) -> list[str]:
    text = without_code(markdown)
    return re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'\b(?:src|href)="([^"]+)"', text)


def anchors(markdown: str) -> set[str]:
    """The anchors of the headings, as GitHub and MyST make them."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ +(.+?)\s*$", _FENCE.sub("", markdown), re.MULTILINE):
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = slug = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        number = 0
        while anchor in found:
            number += 1
            anchor = f"{slug}-{number}"
        found.add(anchor)
    return found
