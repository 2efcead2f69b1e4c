"""Assembles ``matrix_kernel.wat``, the product of two matrices in WebAssembly, for the build of the extension.

It reads the part of the text format that this file uses: one memory, one exported function, instructions in flat form.
Other assemblers (``wat2wasm``) make the same bytes of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

KERNEL = Path(__file__).with_name("matrix_kernel.wat")
_TYPES = {"i32": 0x7F, "v128": 0x7B}
_PLAIN = {"i32.add": b"\x6a", "i32.mul": b"\x6c", "i32.lt_u": b"\x49", "end": b"\x0b"}
_PLAIN |= {"f32x4.add": b"\xfd\xe4\x01", "f32x4.mul": b"\xfd\xe6\x01"}
_OF_LOCALS = {"local.get": b"\x20", "local.set": b"\x21", "local.tee": b"\x22"}
# With the exponent of the alignment.
_OF_MEMORY = {"v128.load": b"\xfd\x00\x04", "v128.load32_splat": b"\xfd\x09\x02", "v128.store": b"\xfd\x0b\x04"}
_NO_RESULT = b"\x40"


def assemble_kernel(text: str) -> bytes:
    """The bytes of a module."""
    text = re.sub(r";;.*", "", text)
    (pages,) = re.findall(r'\(memory \(export "memory"\) (\d+)\)', text)
    (name,) = re.findall(r'\(func \(export "(\w+)"\)', text)
    declared = re.findall(r"\((param|local) \$(\w+) (\w+)\)", text)
    places = {local: place for place, (_, local, _) in enumerate(declared)}
    parameters = bytes(_TYPES[kind] for what, _, kind in declared if what == "param")
    kinds = [kind for what, _, kind in declared if what == "local"]
    locals_ = [_number(len(list(same))) + bytes([_TYPES[kind]]) for kind, same in groupby(kinds)]
    instructions = text.rpartition("v128)")[2].rstrip().removesuffix(")").rstrip().removesuffix(")")
    body = _vector(locals_) + b"".join(_encoded(instructions, places)) + b"\x0b"
    exports = [_name("memory") + b"\x02\x00", _name(name) + b"\x00\x00"]
    sections = {
        1: [b"\x60" + _number(len(parameters)) + parameters + b"\x00"],
        3: [b"\x00"],
        5: [b"\x00" + _number(int(pages))],
        7: exports,
        10: [_number(len(body)) + body],
    }
    return b"\0asm\1\0\0\0" + b"".join(_section(number, items) for number, items in sections.items())


def _encoded(text: str, places: dict[str, int]) -> Iterator[bytes]:
    """The bytes of each instruction."""
    words = iter(text.split())
    loops: list[str] = []
    word = next(words, None)
    while word is not None:
        following = next(words, None)
        operand = following or ""
        if word in _OF_LOCALS:
            yield _OF_LOCALS[word] + _number(places[operand.removeprefix("$")])
        elif word == "i32.const":
            yield b"\x41" + _number(int(operand))
        elif word == "loop":
            loops.append(operand)
            yield b"\x03" + _NO_RESULT
        elif word == "br_if":
            yield b"\x0d" + _number(loops[::-1].index(operand))
        elif word == "v128.const":
            numbers = [int(next(words)) for _ in range(4)]
            yield b"\xfd\x0c" + b"".join(number.to_bytes(4, "little") for number in numbers)
        elif word in _OF_MEMORY:
            offset = re.fullmatch(r"offset=(\d+)", operand)
            yield _OF_MEMORY[word] + _number(int(offset[1]) if offset else 0)
            if not offset:
                word = following
                continue
        else:
            if word == "end":
                loops.pop()
            yield _PLAIN[word]
            word = following
            continue
        word = next(words, None)


def _number(value: int) -> bytes:
    """A number below 64, or a larger one in groups of 7 bits (LEB128); constants of the kernel are below 64."""
    found = bytearray()
    while value >= 128:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def _vector(items: list[bytes]) -> bytes:
    return _number(len(items)) + b"".join(items)


def _name(text: str) -> bytes:
    return _number(len(text)) + text.encode()


def _section(number: int, items: list[bytes]) -> bytes:
    content = _vector(items)
    return bytes([number]) + _number(len(content)) + content
