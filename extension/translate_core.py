"""Functions of ``dehusk._core`` as JavaScript.

The core is written in a small part of Python: typed numbers, loops over arrays, objects that hold them. This program
writes its functions as JavaScript over typed arrays, with the same names, so that the extension computes what Python
computes. A text is an array of code points. A function that computes with numbers of 64 bits (hashes) cannot be
translated; those that are needed are written by hand in ``source/core_steps.js`` and listed in :data:`BY_HAND`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

CORE = Path(__file__).parents[1] / "src" / "dehusk" / "_core"
WANTED = (
    *("look_up", "leaf_measures", "inside", "nearest", "subtree_sum_ints", "subtree_sum_floats"),
    *("describe_blocks", "write_features", "in_data_tables"),
    *("scale_rows", "penalties", "best_cut", "headings_between", "parts_between"),
)
BY_HAND = frozenset(["_count_repeats", "group_siblings", "log_count"])
_CHECKS = ("check_", "_check_", "align")
_ARRAYS = {
    "intp": "Int32Array",
    "int64": "Int32Array",
    "uint8": "Uint8Array",
    "bool_": "Uint8Array",
    "uint16": "Uint16Array",
    "float32": "Float32Array",
    "float64": "Float64Array",
}
_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "===",
    ast.NotEq: "!==",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.And: "&&",
    ast.Or: "||",
    ast.Not: "!",
    ast.USub: "-",
    ast.Invert: "~",
}


class TranslationError(Exception):
    """A function has something that is not translated."""


@dataclass
class CoreModule:
    """The functions and constants of a module, and the modules that its names come from."""

    name: str
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    classes: set[str] = field(default_factory=set)
    constants: dict[str, ast.expr] = field(default_factory=dict)
    imported: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> CoreModule:
        """Read a module of the core."""
        module = cls(path.stem)
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                module.functions[node.name] = node
            elif isinstance(node, ast.ClassDef):
                module.classes.add(node.name)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                module.constants[node.targets[0].id] = _declared(node.value)
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dehusk._core."):
                source = (node.module or "").rsplit(".", 1)[1]
                module.imported |= {alias.asname or alias.name: source for alias in node.names}
        return module


def _declared(value: ast.expr) -> ast.expr:
    """The value of ``cython.declare(type, value)``, or the value itself."""
    is_declared = isinstance(value, ast.Call) and ast.unparse(value.func) == "cython.declare"
    return value.args[1] if is_declared and isinstance(value, ast.Call) else value


def translate_core(wanted: Iterable[str] = WANTED) -> str:
    """The wanted functions, and all that they call, as one script that adds ``dehusk.core``."""
    modules = {path.stem: CoreModule.read(path) for path in sorted(CORE.glob("*.py"))}
    homes = {name: module for module in modules.values() for name in module.functions if not name.startswith("_")}
    found: dict[tuple[str, str], str] = {}
    constants: dict[str, dict[str, str]] = {}
    waiting = [(homes[name].name, name) for name in wanted]
    while waiting:
        key = waiting.pop(0)
        if key in found:
            continue
        translator = _Function(modules[key[0]], modules)
        found[key] = translator.script(modules[key[0]].functions[key[1]])
        constants.setdefault(key[0], {}).update(translator.constants)
        waiting += translator.called
    parts = [_HEADER]
    for name in dict.fromkeys(module for module, _ in found):
        lines = [f"const {constant} = {value};" for constant, value in sorted(constants[name].items())]
        functions = [text for (module, _), text in found.items() if module == name]
        names = [function for module, function in found if module == name]
        body = "\n".join([*lines, "", "\n\n".join(functions), "", f"return {{ {', '.join(names)} }};"])
        parts.append(f"// ---- {name}.py\ncore.{name} = (() => {{\n{_indented(body)}\n}})();\n")
    return "\n".join(parts) + "})();\n"


def translate_function(function: ast.FunctionDef) -> str:
    """One function that uses nothing else."""
    module = CoreModule("alone", {function.name: function})
    return _Function(module, {"alone": module}).script(function)


_HEADER = """\
// Made from src/dehusk/_core by extension/translate_core.py: change the functions there, not here.
(() => {
"use strict";
const { steps } = globalThis.dehusk;
const core = {};
globalThis.dehusk.core = core;
"""


def _indented(text: str) -> str:
    return "\n".join("  " + line if line else "" for line in text.split("\n"))


class _Function:
    """Translates one function; collects the constants and functions that it uses."""

    def __init__(self, module: CoreModule, modules: dict[str, CoreModule]) -> None:
        self.module, self.modules = module, modules
        self.constants: dict[str, str] = {}
        self.called: list[tuple[str, str]] = []
        self.local: set[str] = set()
        self.widths: dict[str, str] = {}
        self.loops = 0

    def script(self, function: ast.FunctionDef) -> str:
        """The function in JavaScript."""
        names = [argument.arg for argument in function.args.args]
        self.function, self.local = function.name, set(names)
        if "ulonglong" in ast.unparse(function) or "Hashes" in ast.unparse(function):
            raise TranslationError(f"{self.module.name}.{function.name} computes with 64 bits; write it by hand")
        documented = ast.get_docstring(function)
        comment = f"// {documented.splitlines()[0]}\n" if documented else ""
        return f"{comment}function {function.name}({', '.join(names)}) {{\n{self.block(function.body)}\n}}"

    def fail(self, node: ast.AST) -> TranslationError:
        return TranslationError(f"{self.module.name}.{self.function}: {ast.unparse(node)!r} is not translated")

    # ---- statements ------------------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> str:
        return _indented("\n".join(line for node in body if (line := self.statement(node))))

    def statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Pass():
                return ""
            case ast.Expr(value=ast.Constant()):
                return ""
            case ast.Expr(value=ast.Call() as call):
                return "" if _is_check(call) else f"{self.value(call)};"
            case ast.AnnAssign(target=ast.Name(id=name), value=value):
                self.local.add(name)
                self._remember_width(name, value)
                return f"let {name};" if value is None else f"let {name} = {self.value(value)};"
            case ast.Assign(targets=targets, value=value):
                return self.assignment(targets, value)
            case ast.AugAssign(target=target, op=op, value=value):
                return f"{self.value(target)} {_OPERATORS[type(op)]}= {self.value(value)};"
            case ast.If(test=test, body=body, orelse=others):
                otherwise = f" else {{\n{self.block(others)}\n}}" if others else ""
                return f"if {self.condition(test)} {{\n{self.block(body)}\n}}{otherwise}"
            case ast.While(test=test, body=body):
                return f"while {self.condition(test)} {{\n{self.block(body)}\n}}"
            case ast.For():
                return self.loop(node)
            case ast.With(body=body):
                return "\n".join(line for each in body if (line := self.statement(each)))
            case ast.Return(value=value):
                return "return;" if value is None else f"return {self.value(value)};"
            case ast.Raise(exc=ast.Call(args=[message])):
                return f"throw new RangeError({self.value(message)});"
            case ast.Continue():
                return "continue;"
            case ast.Break():
                return "break;"
        raise self.fail(node)

    def assignment(self, targets: list[ast.expr], value: ast.expr) -> str:
        first = targets[0]
        names = [
            name.id for name in (first.elts if isinstance(first, ast.Tuple) else [first]) if isinstance(name, ast.Name)
        ]
        is_new = len(targets) == 1 and bool(names) and not self.local.intersection(names)
        if is_new:
            self.local.update(names)
            self._remember_width(names[0], value)
        left = " = ".join(self.value(target) for target in targets)
        return f"{'let ' if is_new else ''}{left} = {self.value(value)};"

    def _remember_width(self, name: str, value: ast.expr | None) -> None:
        match value:
            case ast.Call(args=[ast.Tuple(elts=[_, width]), *_]):
                self.widths[name] = self.value(width)

    def loop(self, node: ast.For) -> str:
        if not isinstance(node.target, ast.Name):
            raise self.fail(node)
        name = node.target.id
        declared = "" if name in self.local else "let "
        self.local.add(name)
        if isinstance(node.iter, ast.Name):
            return f"for ({declared or ''}{name} of {node.iter.id}) {{\n{self.block(node.body)}\n}}"
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=arguments):
                pass
            case _:
                raise self.fail(node)
        start = "0" if len(arguments) == 1 else self.value(arguments[0])
        stop = self.value(arguments[0] if len(arguments) == 1 else arguments[1])
        step = ast.literal_eval(arguments[2]) if len(arguments) > 2 else 1
        self.loops += 1
        last = f"stop_{self.loops}"
        sign = "<" if step > 0 else ">"
        head = f"const {last} = {stop};\nfor ({declared}{name} = {start}; {name} {sign} {last}; {name} += {step})"
        return f"{head} {{\n{self.block(node.body)}\n}}"

    # ---- expressions -----------------------------------------------------------------------------

    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool() as truth):
                return "true" if truth else "false"
            case ast.Constant(value=str() as text):
                return str(ord(text)) if len(text) == 1 else repr(text)
            case ast.Constant(value=number):
                return repr(number)
            case ast.JoinedStr(values=parts):
                return f"`{''.join(map(self.message_part, parts))}`"
            case ast.Name(id=name):
                return self.name(name)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return f"[{', '.join(map(self.value, items))}]"
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                return f"Math.floor({self.value(left)} / {self.value(right)})"
            case ast.BinOp(left=left, op=op, right=right):
                return f"({self.value(left)} {_OPERATORS[type(op)]} {self.value(right)})"
            case ast.BoolOp(op=op, values=values):
                return "(" + f" {_OPERATORS[type(op)]} ".join(map(self.value, values)) + ")"
            case ast.UnaryOp(op=op, operand=operand):
                return f"({_OPERATORS[type(op)]}{self.value(operand)})"
            case ast.Compare(left=left, ops=ops, comparators=others):
                sides = [self.value(left), *map(self.value, others)]
                pairs = zip(sides, ops, sides[1:], strict=False)
                return "(" + " && ".join(f"{a} {_OPERATORS[type(op)]} {b}" for a, op, b in pairs) + ")"
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"({self.value(test)} ? {self.value(body)} : {self.value(other)})"
            case ast.Attribute(value=array, attr="data"):
                return self.value(array)
            case ast.Attribute(value=ast.Name(id=name), attr=column) if name in self.local:
                return f"{name}.{column}"
            case ast.Subscript(value=ast.Attribute(value=array, attr="shape")):
                return f"{self.value(array)}.length"
            case ast.Subscript(value=array, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                bounds = [self.value(lower) if lower else "0", *([self.value(upper)] if upper else [])]
                return f"{self.value(array)}.subarray({', '.join(bounds)})"
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int() as row)) if name in self.widths:
                width = self.widths[name]
                return f"{name}.subarray({row} * {width}, {row + 1} * {width})"
            case ast.Subscript(value=array, slice=index):
                return f"{self.value(array)}[{self.value(index)}]"
            case ast.Call():
                return self.call(node)
        raise self.fail(node)

    def message_part(self, node: ast.expr) -> str:
        if isinstance(node, ast.FormattedValue):
            return f"${{{self.value(node.value)}}}"
        return str(node.value) if isinstance(node, ast.Constant) else ""

    def condition(self, node: ast.expr) -> str:
        """A value in parentheses."""
        text = self.value(node)
        has_parentheses = isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp | ast.UnaryOp | ast.IfExp)
        return text if has_parentheses and text.startswith("(") else f"({text})"

    def name(self, name: str) -> str:
        if name not in self.local and name in self.module.constants:
            self.constants[name] = self.value(self.module.constants[name])
        elif name not in self.local:
            raise TranslationError(f"{self.module.name}.{self.function}: {name} is unknown")
        return name

    def call(self, node: ast.Call) -> str:
        function = ast.unparse(node.func)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "reshape":
            return self.value(node.func.value)
        if function == "np.array":
            return f"{self.value(node.args[0])}.slice()"
        if function.startswith("np."):
            return self.new_array(node, function.removeprefix("np."))
        if function == "cython.cast":
            return self.value(node.args[1])
        arguments = [self.value(argument) for argument in node.args]
        joined = ", ".join(arguments)
        if function == "len":
            return f"{arguments[0]}.length"
        if function in self.module.classes:
            return "{}"
        if function in {"ord", "int", "bool", "float"}:
            return arguments[0]
        if function in {"min", "max"} or function.startswith("math."):
            return f"Math.{function.removeprefix('math.')}({joined})"
        return f"{self.callee(node, function)}({joined})"

    def callee(self, node: ast.Call, function: str) -> str:
        home, _, name = function.rpartition(".")
        if name in BY_HAND:
            return f"steps.{name}"
        home = home or self.module.imported.get(name, self.module.name)
        if home not in self.modules or name not in self.modules[home].functions:
            raise self.fail(node)
        self.called.append((home, name))
        return name if home == self.module.name else f"core.{home}.{name}"

    def new_array(self, node: ast.Call, how: str) -> str:
        shape = node.args[0]
        size = " * ".join(map(self.value, shape.elts)) if isinstance(shape, ast.Tuple) else self.value(shape)
        kinds = [ast.unparse(word.value).removeprefix("np.") for word in node.keywords if word.arg == "dtype"]
        if how not in {"zeros", "empty", "ones"} or len(kinds) != 1 or kinds[0] not in _ARRAYS:
            raise self.fail(node)
        return f"new {_ARRAYS[kinds[0]]}({size}){'.fill(1)' if how == 'ones' else ''}"


def _is_check(call: ast.Call) -> bool:
    """Whether a call checks what only a wrong caller could give."""
    return ast.unparse(call.func).rpartition(".")[2].startswith(_CHECKS)
