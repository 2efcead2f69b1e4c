"""Translation of MathML to TeX, for formulas whose TeX source is not in the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.page import Page

_SYMBOLS = {
    "×": r"\times",
    "·": r"\cdot",
    "⋅": r"\cdot",
    "÷": r"\div",
    "±": r"\pm",
    "∓": r"\mp",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "≡": r"\equiv",
    "∼": r"\sim",
    "∝": r"\propto",
    "∞": r"\infty",
    "∂": r"\partial",
    "∇": r"\nabla",
    "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "∮": r"\oint",
    "√": r"\surd",
    "→": r"\to",
    "←": r"\leftarrow",
    "⇒": r"\Rightarrow",
    "⇔": r"\Leftrightarrow",
    "↦": r"\mapsto",
    "∈": r"\in",
    "∉": r"\notin",
    "⊂": r"\subset",
    "⊆": r"\subseteq",
    "∪": r"\cup",
    "∩": r"\cap",
    "∅": r"\emptyset",
    "∀": r"\forall",
    "∃": r"\exists",
    "¬": r"\neg",
    "∧": r"\wedge",
    "∨": r"\vee",
    "…": r"\dots",
    "⋯": r"\cdots",
    "′": "'",
    "−": "-",
    "α": r"\alpha",
    "β": r"\beta",
    "γ": r"\gamma",
    "δ": r"\delta",
    "ε": r"\epsilon",
    "ζ": r"\zeta",
    "η": r"\eta",
    "θ": r"\theta",
    "λ": r"\lambda",
    "μ": r"\mu",
    "ν": r"\nu",
    "ξ": r"\xi",
    "π": r"\pi",
    "ρ": r"\rho",
    "σ": r"\sigma",
    "τ": r"\tau",
    "φ": r"\phi",
    "χ": r"\chi",
    "ψ": r"\psi",
    "ω": r"\omega",
    "Γ": r"\Gamma",
    "Δ": r"\Delta",
    "Θ": r"\Theta",
    "Λ": r"\Lambda",
    "Π": r"\Pi",
    "Σ": r"\Sigma",
    "Φ": r"\Phi",
    "Ψ": r"\Psi",
    "Ω": r"\Omega",
    "\u2061": "",
    "\u2062": "",
    "\u2063": "",
    "\u2064": "",
    "{": r"\{",
    "}": r"\}",
    "%": r"\%",
    "#": r"\#",
    "&": r"\&",
    "$": r"\$",
    "_": r"\_",
    "\\": r"\backslash",
}
_ACCENTS = {"¯": r"\overline", "‾": r"\overline", "^": r"\hat", "ˆ": r"\hat", "~": r"\tilde", "˜": r"\tilde"}
_ACCENTS |= {"→": r"\vec", "˙": r"\dot", "¨": r"\ddot"}
_FUNCTION = re.compile("sin|cos|tan|cot|sec|csc|log|ln|exp|lim|max|min|sup|inf|det|gcd|arg|deg|dim|ker")
_WITH_LIMITS = re.compile(r"\\(?:sum|prod|lim|max|min|sup|inf)")
_COMMAND_AT_END = re.compile(r"\\[A-Za-z]+$")
_MAX_COMMAND_CHARS = 64
_SINGLE_SYMBOL = re.compile(r"\\[A-Za-z]+|\d+|\\math\w+\{\w+\}|[()\[\]|]")
_SKIPPED = frozenset({"annotation", "annotation-xml", "mphantom", "maligngroup", "malignmark", "none", "mprescripts"})


def mathml_tex(page: Page, root: int) -> str:
    r"""The formula in the subtree of a row, as TeX.

    >>> from dehusk import parse
    >>> page = parse("<math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math>")
    >>> mathml_tex(page, 1)
    '\\frac{a}{b^{2}}'
    """
    written: dict[int, list[str]] = {}
    # From the last row to the first: when an element is reached, its children are already written.
    for row in range(int(page.end[root]) - 1, root - 1, -1):
        name = page.tag_name(row)
        children = written.pop(row, [])[::-1]
        tex = collapse(page.raw_text(row)) if name == "#text" else _element(name, children)
        if tex is not None and (tex or row != root):
            written.setdefault(int(page.parent[row]), []).append(tex)
    return collapse("".join(written.get(int(page.parent[root]), [])))


def _element(name: str, parts: list[str]) -> str | None:
    if name in _SKIPPED:
        return None
    if name in _TOKENS:
        return _TOKENS[name]("".join(parts))
    write = _CONSTRUCTS.get(name)
    if write is None or len(parts) < _MIN_PARTS[name]:
        return _row(parts)
    return write(parts)


def _row(parts: list[str]) -> str:
    out = ""
    for part in parts:
        # A space ends a command before a letter. Only the end of what is written is searched, so the time is linear.
        separate = part[:1].isalpha() and _COMMAND_AT_END.search(out[-_MAX_COMMAND_CHARS:])
        out += f" {part}" if separate else part
    return out


def _symbols(text: str) -> str:
    return _row([_SYMBOLS.get(char, char) for char in text])


def _identifier(text: str) -> str:
    if len(text) > 1 and text.isalpha():
        return f"\\{text}" if _FUNCTION.fullmatch(text) else f"\\mathrm{{{_symbols(text)}}}"
    return _symbols(text)


def _quoted_text(text: str) -> str:
    return f"\\text{{{_symbols(text)}}}" if text else ""


def _script(base: str, mark: str, script: str) -> str:
    single = len(base) == 1 or _SINGLE_SYMBOL.fullmatch(base)
    return f"{base if single else f'{{{base}}}'}{mark}{{{script}}}"


def _over(parts: list[str]) -> str:
    base, over = parts[:2]
    accent = _ACCENTS.get(over) or next((tex for sign, tex in _ACCENTS.items() if _SYMBOLS.get(sign) == over), None)
    if accent:
        return f"{accent}{{{base}}}"
    return _script(base, "^", over) if _WITH_LIMITS.match(base) else f"\\overset{{{over}}}{{{base}}}"


def _under(parts: list[str]) -> str:
    base, under = parts[:2]
    return _script(base, "_", under) if _WITH_LIMITS.match(base) else f"\\underset{{{under}}}{{{base}}}"


_TOKENS: dict[str, Callable[[str], str]] = {
    "mi": _identifier,
    "mn": _symbols,
    "mo": _symbols,
    "mtext": _quoted_text,
    "ms": _quoted_text,
    "mspace": lambda _: r"\ ",
}
_CONSTRUCTS: dict[str, Callable[[list[str]], str]] = {
    "mfrac": lambda parts: f"\\frac{{{parts[0]}}}{{{parts[1]}}}",
    "msqrt": lambda parts: f"\\sqrt{{{_row(parts)}}}",
    "mroot": lambda parts: f"\\sqrt[{parts[1]}]{{{parts[0]}}}",
    "msup": lambda parts: _script(parts[0], "^", parts[1]),
    "msub": lambda parts: _script(parts[0], "_", parts[1]),
    "msubsup": lambda parts: f"{_script(parts[0], '_', parts[1])}^{{{parts[2]}}}",
    "munder": _under,
    "mover": _over,
    "munderover": lambda parts: f"{_script(parts[0], '_', parts[1])}^{{{parts[2]}}}",
    "mtable": lambda parts: r"\begin{matrix}" + r" \\ ".join(parts) + r"\end{matrix}",
    "mtr": " & ".join,
    "mlabeledtr": " & ".join,
    "mfenced": lambda parts: f"({','.join(parts)})",
}
_MIN_PARTS = dict.fromkeys(_CONSTRUCTS, 1) | dict.fromkeys(["mfrac", "mroot", "msup", "msub", "munder", "mover"], 2)
_MIN_PARTS |= dict.fromkeys(["msubsup", "munderover"], 3)
