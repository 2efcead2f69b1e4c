"""Translation of MathML to TeX, for formulas whose TeX source is not in the page."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
    "ε": r"\varepsilon",
    "ϵ": r"\epsilon",
    "ι": r"\iota",
    "κ": r"\kappa",
    "υ": r"\upsilon",
    "ϑ": r"\vartheta",
    "ϱ": r"\varrho",
    "ϕ": r"\phi",
    "Ξ": r"\Xi",
    "Υ": r"\Upsilon",
    "∘": r"\circ",
    "⊕": r"\oplus",
    "⊗": r"\otimes",
    "⊥": r"\perp",
    "∥": r"\parallel",
    "‖": r"\|",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "ℓ": r"\ell",
    "ℏ": r"\hbar",
    "≪": r"\ll",
    "≫": r"\gg",
    "≅": r"\cong",
    "⊃": r"\supset",
    "⊇": r"\supseteq",
    "∖": r"\setminus",
    "⇐": r"\Leftarrow",
    "↔": r"\leftrightarrow",
    "⟶": r"\longrightarrow",
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
    "φ": r"\varphi",
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
_ACCENTS |= {"→": r"\vec", "⃗": r"\vec", "˙": r"\dot", "¨": r"\ddot", "ˇ": r"\check", "˘": r"\breve"}
_ACCENTS |= {"´": r"\acute", "`": r"\grave", "⏞": r"\overbrace"}
_ACCENTS_BELOW = {r"\_": r"\underline", "¯": r"\underline", "‾": r"\underline", "⏟": r"\underbrace"}
_ENCLOSURES = {"top": r"\overline", "bottom": r"\underline", "box": r"\boxed", "radical": r"\sqrt"}
_VARIANTS = {"bold": r"\mathbf", "bold-italic": r"\boldsymbol", "double-struck": r"\mathbb", "script": r"\mathcal"}
_VARIANTS |= {"fraktur": r"\mathfrak", "sans-serif": r"\mathsf", "monospace": r"\mathtt"}
_VARIANT_NAMES = (
    *(("BOLD ITALIC", r"\boldsymbol"), ("BOLD", r"\mathbf"), ("DOUBLE-STRUCK", r"\mathbb")),
    *(("FRAKTUR", r"\mathfrak"), ("SCRIPT", r"\mathcal"), ("SANS-SERIF", r"\mathsf")),
)
_MATRICES = {"()": "pmatrix", "[]": "bmatrix", "||": "vmatrix", r"\{\}": "Bmatrix", r"\|\|": "Vmatrix"}
_MATRIX = re.compile(r"\\begin\{matrix\}(.*)\\end\{matrix\}", re.DOTALL)
_ALIGNED = re.compile(r"right left(?: right left)*", re.IGNORECASE)
_STACK = re.compile(r"\\genfrac\{\}\{\}\{0pt\}\{\}(.*)", re.DOTALL)
_NO_LINE = re.compile(r"0(?:\.0+)?[a-z%]*")
_WIDTH = re.compile(r"(-?[\d.]{1,9})(em|ex|px|pt)?")
_FUNCTION = re.compile("sin|cos|tan|cot|sec|csc|log|ln|exp|lim|max|min|sup|inf|det|gcd|arg|deg|dim|ker")
_WITH_LIMITS = re.compile(r"\\(?:sum|prod|lim|max|min|sup|inf)")
_WITH_LOWER_LIMIT = re.compile(r"\\(?:sum|prod|int)_\{")
_COMMAND_AT_END = re.compile(r"\\[A-Za-z]+$")
_MAX_COMMAND_CHARS = 64
_SINGLE_SYMBOL = re.compile(r"\\[A-Za-z]+|\d+|\\math\w+\{\w+\}|[()\[\]|]")
# What may be written for all elements of a formula together, relative to its text. Deeper nesting, or text of text of
# text, is not a formula: its text is written.
_CHARS_PER_CHAR, _CHARS_PER_FORMULA = 50, 10_000
_SKIPPED = frozenset({"annotation", "annotation-xml", "mphantom", "maligngroup", "malignmark", "none", "mprescripts"})


def mathml_tex(page: Page, root: int) -> str:
    r"""The formula in the subtree of a row, as TeX; its text if it is nested too deep to be one.

    >>> from dehusk import parse
    >>> page = parse("<math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math>")
    >>> mathml_tex(page, 1)
    '\\frac{a}{b^{2}}'
    """
    written: dict[int, list[str]] = {}
    most = _CHARS_PER_CHAR * (int(page.offset[page.end[root]]) - int(page.offset[root])) + _CHARS_PER_FORMULA
    # From the last row to the first: when an element is reached, its children are already written.
    for row in range(int(page.end[root]) - 1, root - 1, -1):
        name = page.tag_name(row)
        children = written.pop(row, [])[::-1]
        if name == "#text":
            tex = collapse(page.raw_text(row)) or None
        else:
            tex = write_element(name, children, dict(page.attrs[row]) if name in _WITH_ATTRIBUTES else {})
        most -= len(tex or "")
        if most < 0:
            return collapse(page.raw_text(root))
        if tex is not None and (tex or row != root):
            written.setdefault(int(page.parent[row]), []).append(tex)
    return collapse("".join(written.get(int(page.parent[root]), [])))


def write_element(name: str, parts: list[str], attributes: Mapping[str, str | None]) -> str | None:
    r"""An element of MathML as TeX, from what its children are written as; None if it is not shown.

    >>> write_element("msup", ["x", "2"], {})
    'x^{2}'
    """
    if name in _SKIPPED:
        return None
    if name == "mspace":
        return _space(attributes.get("width") or "")
    if name in _TOKENS:
        variant = _VARIANTS.get(attributes.get("mathvariant") or "")
        text = "".join(parts)
        return f"{variant}{{{_symbols(text)}}}" if variant and text else _TOKENS[name](text)
    if name in _BY_ATTRIBUTES and (special := _BY_ATTRIBUTES[name](parts, attributes)) is not None:
        return special
    write = _CONSTRUCTS.get(name)
    if write is None or len(parts) < _MIN_PARTS[name]:
        return _row(_with_fences(parts))
    return write(parts)


def _space(width: str) -> str:
    stated = _WIDTH.fullmatch(width)
    if stated is None:
        return r"\," if width == "thinmathspace" else r"\ "
    size = float(stated[1]) if stated[1].strip("-.") and stated[1].count(".") < 2 else 0.0
    return "" if size <= 0 else r"\quad " if stated[2] == "em" and size >= 1 else r"\,"


def _with_fences(parts: list[str]) -> list[str]:
    """Parts in which a matrix or a stack between parentheses is one part."""
    if len(parts) < 2 or not any(part.startswith((r"\begin{matrix}", r"\genfrac")) for part in parts):
        return parts
    joined: list[str] = []
    for part in parts:
        matrix = _MATRIX.fullmatch(joined[-1]) if joined else None
        stack = _STACK.fullmatch(joined[-1]) if joined else None
        fences = joined[-2] + part if len(joined) > 1 else ""
        if matrix and fences in _MATRICES:
            kind = _MATRICES[fences]
            joined[-2:] = [f"\\begin{{{kind}}}{matrix[1]}\\end{{{kind}}}"]
        elif stack and fences == "()":
            joined[-2:] = [f"\\binom{stack[1]}"]
        else:
            joined.append(part)
    last = _MATRIX.fullmatch(joined[-1])
    if last and joined[-2:-1] == [r"\{"]:
        joined[-2:] = [f"\\begin{{cases}}{last[1]}\\end{{cases}}"]
    return joined


def _row(parts: list[str]) -> str:
    out = ""
    for part in parts:
        # A space ends a command before a letter. Only the end of what is written is searched, so the time is linear.
        separate = part[:1].isalpha() and _COMMAND_AT_END.search(out[-_MAX_COMMAND_CHARS:])
        out += f" {part}" if separate else part
    return out


def _symbols(text: str) -> str:
    if text.isascii():
        return _row([_SYMBOLS.get(char, char) for char in text])
    return _row([_SYMBOLS.get(char) or _plain_letter(char) for char in text if _SYMBOLS.get(char) != ""])


def _plain_letter(char: str) -> str:
    """A letter of a mathematical alphabet in plain form, with the command of its alphabet; other signs as they are."""
    plain = unicodedata.normalize("NFKC", char)
    if plain == char or len(plain) != 1 or not plain.isalnum():
        return char
    name = unicodedata.name(char, "")
    command = next((tex for word, tex in _VARIANT_NAMES if word in name), "")
    written = _SYMBOLS.get(plain, plain)
    return f"{command}{{{written}}}" if command else written


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
    if base.endswith("}") and _WITH_LOWER_LIMIT.match(base):
        return f"{base}^{{{over}}}"
    return _script(base, "^", over) if _WITH_LIMITS.match(base) else f"\\overset{{{over}}}{{{base}}}"


def _under(parts: list[str]) -> str:
    base, under = parts[:2]
    if under in _ACCENTS_BELOW:
        return f"{_ACCENTS_BELOW[under]}{{{base}}}"
    return _script(base, "_", under) if _WITH_LIMITS.match(base) else f"\\underset{{{under}}}{{{base}}}"


_TOKENS: dict[str, Callable[[str], str]] = {
    "mi": _identifier,
    "mn": _symbols,
    "mo": _symbols,
    "mtext": _quoted_text,
    "ms": _quoted_text,
}


def _enclosed(parts: list[str], attributes: Mapping[str, str | None]) -> str | None:
    command = _ENCLOSURES.get((attributes.get("notation") or "").strip().lower())
    return f"{command}{{{_row(parts)}}}" if command and parts else None


def _stacked(parts: list[str], attributes: Mapping[str, str | None]) -> str | None:
    """A fraction without its line."""
    if len(parts) < 2 or not _NO_LINE.fullmatch(attributes.get("linethickness") or "1"):
        return None
    return f"\\genfrac{{}}{{}}{{0pt}}{{}}{{{parts[0]}}}{{{parts[1]}}}"


def _fenced(parts: list[str], attributes: Mapping[str, str | None]) -> str:
    first, last = attributes.get("open"), attributes.get("close")
    return f"{_symbols('(' if first is None else first)}{','.join(parts)}{_symbols(')' if last is None else last)}"


def _aligned(parts: list[str], attributes: Mapping[str, str | None]) -> str | None:
    if not _ALIGNED.fullmatch(collapse(attributes.get("columnalign") or "")):
        return None
    return r"\begin{aligned}" + r" \\ ".join(parts) + r"\end{aligned}"


_BY_ATTRIBUTES: dict[str, Callable[[list[str], Mapping[str, str | None]], str | None]] = {
    "menclose": _enclosed,
    "mfrac": _stacked,
    "mfenced": _fenced,
    "mtable": _aligned,
}
_WITH_ATTRIBUTES = frozenset({*_BY_ATTRIBUTES, "mi", "mn", "mo", "mspace"})
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
}
_MIN_PARTS = dict.fromkeys(_CONSTRUCTS, 1) | dict.fromkeys(["mfrac", "mroot", "msup", "msub", "munder", "mover"], 2)
_MIN_PARTS |= dict.fromkeys(["msubsup", "munderover"], 3)
