"""Writes what kernels may use, prelude.cl, as a table of its functions and constants.

usage: embed.py OUTPUT SOURCE

Macros that declare functions for several types are expanded here, so that a kernel gets those functions only that it
calls, and their text reads like any other. Comments and empty lines, which only readers of the source need, are left
out.
"""
from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Iterator, NamedTuple

MACRO = re.compile(r"#define (\w+)\(([\w, ]*)\)(.*)", re.DOTALL)
CONSTANT = re.compile(r"#define (\w+) ")
FUNCTION = re.compile(r"static inline \w+ (\w+)\(")


class Piece(NamedTuple):
    """What a kernel gets or does without; no name: every kernel gets it."""
    name: str
    guard: str  # of #ifdef
    text: str


def logical_lines(source: str) -> Iterator[str]:
    """Without comments; a macro's definition is one, and so is a function."""
    text = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    while lines:
        whole = lines.pop(0)
        while whole.endswith("\\"):
            whole = whole[:-1].rstrip() + "\n" + lines.pop(0)
        while not whole.startswith("#") and whole.count("{") > whole.count("}"):
            whole += "\n" + lines.pop(0)
        yield whole


def expand(text: str, macros: dict[str, tuple[list[str], str]]) -> str:
    """With calls of macros replaced by what they stand for, and so on."""
    def call(match: re.Match) -> str:
        names, body = macros[match[1]]
        arguments = [a.strip() for a in match[2].split(",")]
        assert len(arguments) == len(names), match[0]
        given = dict(zip(names, arguments))
        body = re.sub(r"##(\w+)|\b(\w+)(?:##(\w+))?\b", lambda m: paste(m, given), body)
        return expand(body, macros)
    found = "|".join(macros)
    return re.sub(rf"\b({found})\(([^()]*)\)", call, text) if macros else text


def paste(match: re.Match, given: dict[str, str]) -> str:
    """Parameters of a macro, alone and pasted to a name, as they are given."""
    after, name, suffix = match.groups()
    if after:
        return given.get(after, after)
    return given.get(name, name) + (given.get(suffix, suffix) if suffix else "")


def functions(text: str) -> Iterator[str]:
    """The functions of an expanded text, laid out as when they stand alone."""
    for one in re.split(r"^(?=\s*static inline)", text, flags=re.MULTILINE):
        lines = one.strip("\n").split("\n")
        indent = len(lines[0]) - len(lines[0].lstrip())
        if lines[0].strip():
            yield "\n".join(line[indent:].rstrip() for line in lines)


def pieces(source: str) -> Iterator[Piece]:
    macros: dict[str, tuple[list[str], str]] = {}
    guard = ""
    for line in logical_lines(source):
        if macro := MACRO.match(line):
            macros[macro[1]] = [n.strip() for n in macro[2].split(",")], macro[3]
        elif line.startswith("#ifdef "):
            guard = line.removeprefix("#ifdef ")
        elif line == "#endif":
            guard = ""
        elif constant := CONSTANT.match(line):
            yield Piece(constant[1], guard, line)
        elif line.startswith("#pragma"):
            yield Piece("", guard, line)
        else:
            for text in functions(expand(line, macros)):
                yield Piece(FUNCTION.match(text)[1], guard, text)


def quoted(text: str) -> str:
    """A C string, a line of the text a line."""
    lines = [line.replace("\\", "\\\\").replace('"', '\\"') for line in text.split("\n")]
    return "\n".join(f'     "{line}\\n"' for line in lines)


def check(made: list[Piece]) -> None:
    """No name twice, and what a piece uses stands before it, so that a kernel that asks for it gets all it takes."""
    known: set[str] = set()
    for piece in made:
        words = set(re.findall(r"\w+", piece.text)) - {piece.name}
        unknown = {w for w in words if w.lower().startswith("pycc_")} | words & {p.name for p in made}
        assert unknown <= known and piece.name not in known, f"{piece.name}: {unknown - known}"
        known |= {piece.name} - {""}


def main(output: str, source: str) -> None:
    made = list(pieces(Path(source).read_text()))
    check(made)
    table = ",\n".join(f'    {{"{p.name}", "{p.guard}",\n{quoted(p.text)}}}' for p in made)
    order = sorted((p.name, k) for k, p in enumerate(made) if p.name)
    Path(output).write_text(
        '#include "device_prelude.h"\n\n'
        f"const struct device_piece device_piece[] = {{\n{table}}};\n"
        f"const int device_pieces = {len(made)};\n\n"
        f"const unsigned short device_piece_named[] = {{\n    {', '.join(str(k) for _, k in order)}}};\n"
        f"const int device_pieces_named = {len(order)};\n")


main(*sys.argv[1:])
