"""What pycc does not compile, with the message that a user gets: refused/*.txt.

Each program stands below its messages, `== CODE message -> what to write`, in the order of their places, which `§` marks;
it begins with HEAD. One run of `pycc check` looks at all of them.
"""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from command import Run
from wrong_programs import HEAD

FOLDER = Path(__file__).resolve().parent / "refused"
INSIDE = re.compile(r"(?<!\w)_[a-z]|(?<!\w)__(?!(?:getitem|iter|len)__)|[a-z]__[a-z]|\bput_[kv]\b|prelude")
Message = tuple[int, int, str]


def programs() -> list[tuple[str, list[Message], str]]:
    """(name, messages, source) of every program."""
    found = []
    for file in sorted(FOLDER.glob("*.txt")):
        for k, block in enumerate(re.split(r"\n\n(?==)", file.read_text())):
            text, wanted = HEAD + re.sub(r"^== .*\n", "", block, flags=re.M), re.findall(r"^== (.*)", block, re.M)
            marks = []
            while "§" in text:
                before, text = text.split("§", 1)
                marks.append((before.count("\n") + 1, len(before) - before.rfind("\n")))
                text = before + text
            assert len(marks) == len(wanted), block
            found.append((f"{file.stem}{k:03}", [(*at, message) for at, message in zip(marks, wanted)], text))
    return found


def test_refused_programs(pycc: Run, tmp_path: Path) -> None:
    """Exactly these messages, at these places; none speaks of what users have not written."""
    expected = {}
    for name, messages, text in programs():
        (tmp_path / f"{name}.py").write_text(text)
        expected[name] = messages
    assert len(expected) >= 300
    got: dict[str, list[Message]] = {name: [] for name in expected}
    for f in json.loads(pycc("check", "--format=json", ".").stdout)["findings"]:
        whole = " ".join([f["message"], *f["help"], *(n["message"] if isinstance(n, dict) else n for n in f["notes"])])
        assert f.get("code") and not INSIDE.search(whole), f
        help_ = f" -> {f['help'][0]}" if f["help"] else ""
        got[Path(f["path"]).stem].append((f["line"], f["column"], f"{f['code']} {f['message']}{help_}"))
    wrong = {name: (got[name], expected[name]) for name in expected if sorted(got[name]) != expected[name]}
    assert not wrong, "\n".join(f"{name}: {have}\n  expected {want}" for name, (have, want) in wrong.items())
