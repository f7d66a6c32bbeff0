"""Rooms call only rooms that they see: the rows pycc_room(... SEES ...) of CMakeLists.txt, against functions' names.

Include paths alone do not tell: a header may declare what a room elsewhere defines. The rooms of a device (device/memory)
are one here.
"""
from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = ("frontend", "typeinfer", "analysis", "backend", "runtime")
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
DEFINITION = re.compile(r"^(static )?(?!static)\w[\w \*]*?\b(\w+)\([^;{}]*\)\s*(?:__attribute__\S*\s*)?\{$", re.M)


def named(room: str) -> str:
    """The room that a row of CMakeLists.txt is about, here."""
    return "device" if room.startswith("device/") else room


def rooms(library: str) -> dict[str, set[str]]:
    """Each room of a library, with those that it sees."""
    text = re.sub(r"#[^\n]*", "", (ROOT / library / "CMakeLists.txt").read_text(encoding="utf-8"))
    sets = dict(re.findall(r"set\((\w+) ([^)]*)\)", text))
    text = re.sub(r"\$\{(\w+)\}", lambda m: sets.get(m[1], ""), text)
    rows = re.findall(r"pycc_room\(\w+ (\S+?)(?: SEES ([^)]*?))?(?: (?:PATH|EXCLUDE) [^)]*)?\)", text)
    sees: dict[str, set[str]] = {}
    for room, seen in rows:
        sees.setdefault(named(room), set()).update({named(s) for s in seen.split()} - {named(room)})
    return sees


@cache
def functions(path: Path) -> tuple[set[str], set[str], set[str]]:
    """What a file offers, what else it defines, and every word in it."""
    text = COMMENT.sub("", path.read_text(encoding="utf-8"))
    found = DEFINITION.findall(text)
    static = {name for mark, name in found if mark}
    return {name for _, name in found} - static, static, set(re.findall(r"(?<![\w.>])\w+", text))


def below(graph: dict[str, set[str]], room: str) -> set[str]:
    """The rooms that a room sees, those that these see, and so on."""
    found: set[str] = set()
    todo = [room]
    while todo:
        new = graph[todo.pop()] - found
        found |= new
        todo += new
    return found


@cache
def calls(library: str) -> dict[str, dict[str, str]]:
    """For each room of a library: the functions of other rooms that it names, and whose they are."""
    files = {room: sorted((ROOT / library / room).glob("**/*.c" if room == "device" else "*.c")) for room in rooms(library)}
    offers = {name: room for room, found in files.items() for f in found for name in functions(f)[0]}
    assert len(offers) > 20, "no functions: the test looks in the wrong place"
    return {room: {name: offers[name] for f in found for name in functions(f)[2] - functions(f)[0] - functions(f)[1]
                   if offers.get(name, room) != room}
            for room, found in files.items()}


@pytest.mark.parametrize("library", LIBRARIES)
def test_rooms_call_those_that_they_see(library: str) -> None:
    face = "".join(p.read_text(encoding="utf-8") for p in (ROOT / library / "include").glob("*.h"))
    wrong = [f"{room} calls {name} of {other}" for room, named in calls(library).items() for name, other in named.items()
             if other not in rooms(library)[room] and not re.search(rf"\b{name}\(", face)]
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize("library", LIBRARIES)
def test_rooms_make_no_circle(library: str) -> None:
    called = {room: set(named.values()) for room, named in calls(library).items()}
    assert [room for room in called if room in below(called, room)] == []


def test_circles_and_calls_upward_are_found() -> None:
    assert "b" in below({"a": {"b"}, "b": {"c"}, "c": {"b"}}, "b") and "a" not in below({"a": {"b"}, "b": set()}, "a")
    assert calls("typeinfer")["rules"]["it_array"] == "core" and not calls("typeinfer")["core"]
