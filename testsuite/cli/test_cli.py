"""The command line: flags, exit status, what appears where, and that nothing is left behind."""
from __future__ import annotations

import importlib.machinery
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import PYCC, Run

ROOT = Path(__file__).resolve().parents[2]

GOOD = '''"""A module."""
from pycc import f64, prange


def double(x: f64[:]) -> None:
    for i in prange(len(x)):
        x[i] = 2 * x[i]
'''
WRONG = "from pycc import f64\n\n\ndef f(x: f64[:]) -> f64:\n    return x[nothing]\n"
STAGES = {"ast": "double", "types": "double", "tir": "double", "plan": "double", "schedule": "double", "c": "#include"}


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A module without mistakes."""
    path = tmp_path / "good.py"
    path.write_text(GOOD)
    return path


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A module with an undefined name on line 5."""
    path = tmp_path / "wrong.py"
    path.write_text(WRONG)
    return path


def files(folder: Path) -> set[str]:
    """Names of everything in a folder."""
    return {p.name for p in folder.iterdir()}


def fake_cc(folder: Path, body: str) -> str:
    """A C compiler that does what body says."""
    path = folder / "fake-cc"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def double_of(path: Path) -> float:
    """Loads the extension module and doubles 1.5 with it."""
    code = "import sys, numpy as np, importlib.util as u\n" \
           "s = u.spec_from_file_location(sys.argv[2], sys.argv[1]); m = u.module_from_spec(s)\n" \
           "s.loader.exec_module(m); x = np.array([1.5]); m.double(x); print(x[0])"
    done = subprocess.run([sys.executable, "-c", code, path, path.name.split(".")[0]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


# ---- output

def test_compiles(pycc: Run, good: Path, tmp_path: Path) -> None:
    """With -q silent, status 0, the module and nothing else."""
    done = pycc("-q", "good.py", "-o", "good.so")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert files(tmp_path) == {"good.py", "good.so"}
    assert double_of(tmp_path / "good.so") == 3.0


def test_default_output(pycc: Run, good: Path, tmp_path: Path) -> None:
    """Beside the source, with the interpreter's ending, also from another folder."""
    (tmp_path / "sub").mkdir()
    good.rename(tmp_path / "sub/good.py")
    assert pycc("sub/good.py").returncode == 0
    made = files(tmp_path / "sub") - {"good.py"}
    assert made == {"good" + importlib.machinery.EXTENSION_SUFFIXES[0]}


@pytest.mark.parametrize("arguments", [["-o", "other.so"], ["-oother.so"]])
def test_name_of_the_module(pycc: Run, good: Path, tmp_path: Path, arguments: list[str]) -> None:
    """The module may be given another name with -o: it imports under the file's name."""
    assert pycc("good.py", *arguments).returncode == 0
    assert double_of(tmp_path / "other.so") == 3.0


def test_output_into_folder(pycc: Run, good: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert pycc("good.py", "-o", "out/good.so").returncode == 0
    assert files(tmp_path / "out") == {"good.so"} and files(tmp_path) == {"good.py", "out"}


def test_replaces_old_output(pycc: Run, good: Path, tmp_path: Path) -> None:
    (tmp_path / "good.so").write_text("old")
    assert pycc("good.py", "-o", "good.so").returncode == 0
    assert (tmp_path / "good.so").read_bytes()[:4] == b"\x7fELF"


def test_source_name(pycc: Run, good: Path, wrong: Path, tmp_path: Path) -> None:
    """Messages and the module name the source as they are told to; the module's name stays that of its file."""
    done = pycc(wrong, "-o", tmp_path / "m.so", "--source-name=/none/user file.py")
    assert done.returncode == 1 and done.stderr.startswith("/none/user file.py:") and str(wrong) not in done.stderr
    done = pycc(good, "-o", tmp_path / "m.so", "--source-name", "<cell 1>")
    assert done.returncode == 0, done.stderr
    code = "import m; print(m.__file__, m.__pycc__['source'])"
    shown = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert shown.split() == [str(tmp_path / "m.so"), "<cell", "1>"]
    done = pycc(good, wrong, "--source-name=x.py")
    assert done.returncode == 1 and "--source-name names one file, but there are 2 modules" in done.stderr


def test_error_keeps_old_output(pycc: Run, wrong: Path, tmp_path: Path) -> None:
    (tmp_path / "wrong.so").write_text("old")
    assert pycc("wrong.py", "-o", "wrong.so").returncode == 1
    assert (tmp_path / "wrong.so").read_text() == "old"


def test_file_mode(pycc: Run, good: Path, tmp_path: Path) -> None:
    """Other users may load the module, as the umask says."""
    assert pycc("good.py", "-o", "good.so").returncode == 0
    umask = os.umask(0)
    os.umask(umask)
    assert (tmp_path / "good.so").stat().st_mode & 0o444 == 0o444 & ~umask


@pytest.mark.parametrize("stage", STAGES)
def test_emit(pycc: Run, good: Path, tmp_path: Path, stage: str) -> None:
    """Every stage to standard output, and the same to a file."""
    done = pycc("--emit", stage, "good.py")
    assert done.returncode == 0 and done.stderr == "" and STAGES[stage] in done.stdout
    again = pycc(f"--emit={stage}", "good.py", "-o", "stage.txt")
    assert again.returncode == 0 and again.stdout == ""
    assert (tmp_path / "stage.txt").read_text() == done.stdout
    assert files(tmp_path) == {"good.py", "stage.txt"}


@pytest.mark.parametrize("stage", STAGES)
def test_emit_is_deterministic(pycc: Run, good: Path, stage: str) -> None:
    assert pycc("--emit", stage, "good.py").stdout == pycc("--emit", stage, "good.py").stdout


def test_emit_error(pycc: Run, wrong: Path, tmp_path: Path) -> None:
    """With an error no stage after it is printed."""
    done = pycc("--emit", "c", "wrong.py", "-o", "out.c")
    assert done.returncode == 1 and done.stdout == "" and "PY201" in done.stderr
    assert files(tmp_path) == {"wrong.py"}


def test_unwritable(pycc: Run, good: Path, tmp_path: Path) -> None:
    done = pycc("good.py", "-o", "no/such/folder/good.so")
    assert done.returncode == 1 and "cannot write" in done.stderr and "no/such/folder" in done.stderr
    assert files(tmp_path) == {"good.py"}


def test_output_is_a_folder(pycc: Run, good: Path, tmp_path: Path) -> None:
    (tmp_path / "good.so").mkdir()
    done = pycc("good.py", "-o", "good.so")
    assert done.returncode == 1 and "cannot write good.so" in done.stderr
    assert files(tmp_path) == {"good.py", "good.so"} and not files(tmp_path / "good.so")


def test_output_is_a_device(pycc: Run, good: Path, tmp_path: Path) -> None:
    """What is no file is not replaced by one, not even by root."""
    os.mkfifo(tmp_path / "good.so")
    done = pycc("good.py", "-o", "good.so")
    assert done.returncode == 1 and "cannot write good.so: it is no regular file" in done.stderr
    assert files(tmp_path) == {"good.py", "good.so"} and (tmp_path / "good.so").is_fifo()


def test_unwritable_stage(pycc: Run, good: Path) -> None:
    done = pycc("good.py", "--emit", "c", "-o", "no/such/folder/good.c")
    assert done.returncode == 1 and "cannot write" in done.stderr


@pytest.mark.parametrize("flags", [(), ("--emit", "c")])
@pytest.mark.parametrize("how", ["same", "relative", "absolute", "symbolic", "hard", "folder"])
def test_source_stays(pycc: Run, good: Path, tmp_path: Path, how: str, flags: tuple[str, ...]) -> None:
    """The source is never the output, whatever it is called."""
    output = {"same": "good.py", "relative": "../" + tmp_path.name + "/./good.py", "absolute": str(good),
              "symbolic": "link.so", "hard": "link.so", "folder": "other/good.py"}[how]
    if how == "symbolic":
        (tmp_path / output).symlink_to("good.py")
    elif how == "hard":
        (tmp_path / output).hardlink_to(good)
    elif how == "folder":
        (tmp_path / "other").symlink_to(".")
    before = files(tmp_path)
    done = pycc("good.py", "-o", output, *flags)
    assert done.returncode == 1 and "-o names the source: 'good.py' would be overwritten" in done.stderr
    assert good.read_text() == GOOD and files(tmp_path) == before


def test_other_sources_stay(pycc: Run, good: Path, tmp_path: Path) -> None:
    """A module is not called .py, and what lies where the output goes by default may be a link."""
    (tmp_path / "other.py").write_text("x = 1\n")
    done = pycc("good.py", "-o", "other.py")
    assert done.returncode == 1 and "its name ends in .so" in done.stderr and (tmp_path / "other.py").read_text() == "x = 1\n"
    (tmp_path / f"good{importlib.machinery.EXTENSION_SUFFIXES[0]}").symlink_to("good.py")
    done = pycc("good.py")
    assert done.returncode == 1 and "over the source good.py" in done.stderr and good.read_text() == GOOD
    (tmp_path / "good.c").symlink_to("good.py")
    done = pycc("--keep", "good.py", "-o", "good.so")
    assert done.returncode == 1 and "over the source good.py" in done.stderr and good.read_text() == GOOD
    assert not (tmp_path / "good.so").exists()


def test_closed_standard_output(good: Path) -> None:
    """A full or closed output is an error, not a silent loss."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([PYCC, "--emit", "c", str(good)], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and "cannot write" in done.stderr


# ---- flags

def test_help(pycc: Run) -> None:
    done = pycc("--help")
    assert done.returncode == 0 and done.stdout.startswith("usage: pycc") and not done.stderr
    for flag in ("-o", "--emit", "--fallback", "--no-bounds-check", "--check", "--fp", "--keep", "-v", "--version", "-D"):
        assert flag in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_version(pycc: Run) -> None:
    done = pycc("--version")
    assert done.returncode == 0 and re.fullmatch(r"pycc \d+\.\d+.*\n", done.stdout)


def test_no_arguments(pycc: Run) -> None:
    done = pycc()
    assert done.returncode == 1 and "no module" in done.stderr and "--help" in done.stderr


@pytest.mark.parametrize("flag, like", [("--fallbak", "--fallback"), ("--verison", "--version"), ("--kep", "--keep"),
                                        ("--no-bound-check", "--no-bounds-check"), ("--emt", "--emit")])
def test_misspelt_flag(pycc: Run, good: Path, flag: str, like: str) -> None:
    done = pycc(flag, "good.py")
    assert done.returncode == 1 and f"unknown flag '{flag}'" in done.stderr and f"'{like}'" in done.stderr


def test_unknown_flag(pycc: Run, good: Path) -> None:
    done = pycc("--zzzzzzz", "good.py")
    assert done.returncode == 1 and "unknown flag '--zzzzzzz'" in done.stderr and "did you mean" not in done.stderr


@pytest.mark.parametrize("arguments, text", [
    (["--emit"], "needs a value"), (["--emit", "nonsense", "good.py"], "'nonsense'"), (["--fp=loose", "good.py"], "'loose'"),
    (["--fuse=all", "good.py"], "'all'"), (["--fuse-cost=cheap", "good.py"], "'cheap'"), (["--fuse"], "needs a value"),
    (["--check=everything", "good.py"], "'everything'"), (["-j", "0", "good.py"], "'0'"), (["-j", "x", "good.py"], "'x'"),
    (["good.py", "-o"], "needs a value"), (["good.txt"], "not a Python module"), ([".py"], "not a Python module"),
    (["good.py", "-o", "-"], "standard output"), (["good.py", "good.py", "-o", "a.so"], "2 modules"),
    (["good.py", "-o", "out/"], "'out/' names a folder"),
])
def test_wrong_command_line(pycc: Run, good: Path, tmp_path: Path, arguments: list[str], text: str) -> None:
    done = pycc(*arguments)
    assert done.returncode == 1 and text in done.stderr and done.stderr.startswith("pycc: error: ")
    assert files(tmp_path) == {"good.py"}


def test_two_dashes(pycc: Run, tmp_path: Path) -> None:
    """After -- everything is a file."""
    (tmp_path / "-x.py").write_text(GOOD)
    assert pycc("-o", "x.so", "--", "-x.py").returncode == 0


@pytest.mark.parametrize("flag", ["-v", "--verbose"])
def test_verbose(pycc: Run, good: Path, flag: str) -> None:
    """The command can be read, and the time of each pass."""
    done = pycc(flag, "good.py", "-o", "good.so")
    assert done.returncode == 0 and " -shared " in done.stderr and re.search(r"parse \d+\.\d+ ms", done.stderr)
    assert re.search(r"two accesses in two iterations: \d+ descriptor \(.*, \d+ ILP \(.*, \d+ meet \(.*, \d+ of data \(.*, \d+ open", done.stderr)


def test_keep(pycc: Run, good: Path, tmp_path: Path) -> None:
    assert pycc("--keep", "good.py", "-o", "good.so").returncode == 0
    assert files(tmp_path) == {"good.py", "good.so", "good.c"}
    assert (tmp_path / "good.c").read_text() == pycc("--emit", "c", "good.py").stdout


def test_keep_on_failure(pycc: Run, good: Path, tmp_path: Path) -> None:
    """What the C compiler did not like can be looked at."""
    assert pycc("--keep", "good.py", "-o", "good.so", "-Werror=nonsense").returncode == 1
    assert files(tmp_path) == {"good.py", "good.c"}


@pytest.mark.parametrize("flags", [["-DABC=1"], ["-D", "ABC=1"], ["-I/some/where"], ["-L/some/where"], ["-lm"], ["-fno-inline"],
                                   ["-mtune=generic"], ["-O1"], ["-Wno-all"], ["-g"]])
def test_flags_of_the_c_compiler(pycc: Run, good: Path, flags: list[str]) -> None:
    done = pycc("-v", *flags, "good.py", "-o", "good.so")
    assert done.returncode == 0, done.stderr
    command = next(line for line in done.stderr.splitlines() if " -shared " in line)
    assert " " + " ".join(flags) + " " in command + " "


def test_environment(pycc: Run, good: Path) -> None:
    """CC may hold arguments; CFLAGS come after our flags, LDFLAGS at the end."""
    done = pycc("-v", "good.py", "-o", "good.so", CC="gcc -pipe", CFLAGS="-O1 -DTEXT='a b'", LDFLAGS="-Wl,--as-needed")
    assert done.returncode == 0, done.stderr
    command = next(line for line in done.stderr.splitlines() if " -shared " in line)
    assert command.startswith("gcc -pipe ") and "'-DTEXT=a b'" in command
    assert command.index("-O3") < command.index("-O1") < command.index("-Wl,--as-needed")


def test_clang(pycc: Run, good: Path, tmp_path: Path) -> None:
    """Another C compiler does as well."""
    if subprocess.run(["which", "clang"], capture_output=True).returncode:
        pytest.skip("no clang")
    done = pycc("good.py", "-o", "good.so", CC="clang", CFLAGS="-fopenmp=libgomp")
    assert done.returncode == 0, done.stderr
    assert double_of(tmp_path / "good.so") == 3.0


# ---- the C compiler

def test_missing_cc(pycc: Run, good: Path, tmp_path: Path) -> None:
    done = pycc("good.py", "-o", "good.so", CC="no-such-compiler -x")
    assert done.returncode == 1 and "PY502" in done.stderr and "'no-such-compiler'" in done.stderr
    assert "No such file" in done.stderr and "no-such-compiler -x -std=gnu11" in done.stderr
    assert files(tmp_path) == {"good.py"}


def test_failing_cc(pycc: Run, good: Path, tmp_path: Path) -> None:
    cc = fake_cc(tmp_path, "echo 'it hurts' >&2; exit 3")
    done = pycc("good.py", "-o", "good.so", CC=cc + " -flag")
    assert done.returncode == 1 and "PY502" in done.stderr and "it hurts" in done.stderr and cc in done.stderr
    assert files(tmp_path) == {"good.py", "fake-cc"}


def test_cc_error_is_the_users(pycc: Run, good: Path, tmp_path: Path) -> None:
    """A flag of the user's that the C compiler refuses is an error of the user's."""
    done = pycc("good.py", "-o", "good.so", "-fno-such-flag")
    assert done.returncode == 1 and "no-such-flag" in done.stderr and "PY502" in done.stderr
    assert files(tmp_path) == {"good.py"}


def test_half_written_output(pycc: Run, good: Path, tmp_path: Path) -> None:
    """A compiler that dies after writing half of its output leaves nothing."""
    cc = fake_cc(tmp_path, 'while [ "$1" != -o ]; do shift; done; echo half > "$2"; exit 1')
    assert pycc("good.py", "-o", "good.so", CC=cc).returncode in (1, 2)
    assert files(tmp_path) == {"good.py", "fake-cc"}


def test_temporaries_are_removed(pycc: Run, good: Path, wrong: Path, tmp_path: Path) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    assert pycc("good.py", "-o", "good.so", TMPDIR=str(temporary)).returncode == 0
    assert pycc("good.py", "-o", "good.so", "-fno-such-flag", TMPDIR=str(temporary)).returncode == 1
    assert pycc("wrong.py", "-o", "wrong.so", TMPDIR=str(temporary)).returncode == 1
    assert files(temporary) == set()


def test_unusable_tmpdir(pycc: Run, good: Path, tmp_path: Path) -> None:
    done = pycc("good.py", "-o", "good.so", TMPDIR="/no/such/folder")
    assert done.returncode == 1 and "/no/such/folder" in done.stderr
    assert files(tmp_path) == {"good.py"}


# ---- exit status and messages

def test_status_of_errors(pycc: Run, wrong: Path, tmp_path: Path) -> None:
    done = pycc("wrong.py")
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("wrong.py:5:14: error: ") and "[PY201]" in done.stderr
    assert "    return x[nothing]" in done.stderr and "^~~~~~~" in done.stderr
    assert files(tmp_path) == {"wrong.py"}


def test_missing_file(pycc: Run) -> None:
    done = pycc("nowhere.py")
    assert done.returncode == 1 and "nowhere.py" in done.stderr and "[PY001]" in done.stderr


def test_folder_as_module(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    done = pycc("folder.py")
    assert done.returncode == 1 and "[PY001]" in done.stderr


def test_no_colour_in_files(pycc: Run, wrong: Path) -> None:
    assert "\033" not in pycc("wrong.py").stderr


def test_annotated_inside_a_statement(pycc: Run, tmp_path: Path) -> None:
    """Such a function stays Python's, and the compiler says so at its name."""
    (tmp_path / "inside.py").write_text(
        "if True:\n    def f(a: int) -> int:\n        return a\n\n    def plain(a):\n        return a\n\n    def words(a: memoryview) -> memoryview:\n        return a\n\n    class C:\n"
        "        def m(self, a: int) -> int:\n            return a\n\n\ndef g(a: int) -> int:\n    return a\n")
    done = pycc("inside.py", "-o", "inside.so")
    assert done.returncode == 0 and done.stderr.count("PY501") == 1
    assert "inside.py:2:9: warning: 'f' is left to the interpreter" in done.stderr
    assert "inside.py: 1 function compiled, 3 left to Python: f (line 2: it is defined inside a statement), " \
           "words (line 8: it is defined inside a statement), m (line 12: it is a method of 'C')\n" in done.stderr


def test_told_where_text_stays(pycc: Run, tmp_path: Path) -> None:
    """What is wrong in a class is an error to a function that needs it, also where one that may stay Python's met it first."""
    (tmp_path / "both.py").write_text(
        "class C:\n    def __init__(self, a):\n        self.a = a\n        self.b = [1, (2, 3)]\n\n\n"
        "def text(a: int) -> str:\n    return str(C(a).a)\n\n\ndef f(a: int) -> int:\n    return C(a).a\n\n\ndef g(a: int) -> int:\n    return C(a).a\n")
    done = pycc("both.py", "-o", "both.so")
    assert done.returncode == 1 and done.stderr.count("[PY301]") == 1 and done.stderr.count("[PY501]") == 1
    assert "both.py:4:22: error: tuple[int, int] is put here into a list" in done.stderr


def test_fallback(pycc: Run, tmp_path: Path) -> None:
    """The function that cannot be compiled stays with the interpreter; the other one is compiled."""
    (tmp_path / "good.py").write_text(GOOD + "\n\ndef words(n: int) -> int:\n    return len(n.words())\n")
    refused = pycc("good.py", "-o", "good.so")
    assert refused.returncode == 1 and "PY204" in refused.stderr
    done = pycc("--fallback", "good.py", "-o", "good.so")
    assert done.returncode == 0 and "warning" in done.stderr and "PY501" in done.stderr and "words" in done.stderr
    assert double_of(tmp_path / "good.so") == 3.0


def test_fallback_undefined(pycc: Run, tmp_path: Path) -> None:
    """A name that is nowhere defined leaves its function to the interpreter, too."""
    (tmp_path / "good.py").write_text(GOOD + "\n\ndef lost(n: int) -> int:\n    return n + nothing\n")
    done = pycc("--fallback", "good.py", "-o", "good.so")
    assert done.returncode == 0 and "PY501" in done.stderr and "name 'nothing' is not defined" in done.stderr
    assert "error" not in done.stderr
    assert double_of(tmp_path / "good.so") == 3.0


CHAIN = """
def deep(x):
    with memoryview(x) as y:
        return x[0]
    x = x
    return 1.0


def mid(x):
    return deep(x)


def first(x: f64[:]) -> float:
    return mid(x)


def second(x: f64[:]) -> float:
    return first(x) + 1.0


def race(x: f64[:]) -> None:
    for i in prange(1, len(x)):
        x[i] = x[i - 1]


def third(x: f64[:]) -> None:
    for i in range(3):
        race(x)
"""


def test_fallback_through_calls(pycc: Run, tmp_path: Path) -> None:
    """The warning names the calls that lead to what cannot be compiled, and -W error makes an error of it."""
    (tmp_path / "good.py").write_text(GOOD + "\n" + CHAIN)
    done = pycc("--fallback", "good.py", "-o", "good.so")
    lines = done.stderr.splitlines()
    assert done.returncode == 0
    for words in ("good.py:21:5: warning: 'first' is left to the interpreter: it calls 'mid' (line 22), which calls 'deep' (line 18) [PY501]",
                  "good.py:25:5: warning: 'second' is left to the interpreter: it calls 'first' (line 26), which calls 'mid' (line 22), "
                  "which calls 'deep' (line 18) [PY501]",
                  "good.py:11:5: note: with statement other than of objects of classes of the module, np.errstate() that ignores or warns, functions before it with @contextmanager, contextlib.nullcontext() and "
                  "contextlib.suppress(...) is not supported in a compiled function",
                  "good.py:29:5: warning: 'race' is left to the interpreter [PY501]",
                  "good.py:34:5: warning: 'third' is left to the interpreter: it calls 'race' (line 36) [PY501]"):
        assert words in lines, done.stderr
    assert lines[-1].startswith("good.py: 1 function compiled, 6 left to Python: deep (line 10: it has no annotations), mid (")
    assert lines[-1].endswith(", and 2 more (-v names them)")
    assert "third (line 34: it calls 'race' (line 36): " in pycc("-v", "--fallback", "good.py", "-o", "good.so").stderr
    (tmp_path / "good.so").unlink()
    done = pycc("--fallback", "-W", "error", "good.py", "-o", "good.so")
    assert done.returncode == 1 and "error: 'first' is left to the interpreter" in done.stderr and "warning" not in done.stderr
    assert files(tmp_path) == {"good.py"}


LEFT = """import functools
from typing import Callable, Literal

import numpy as np
from pycc import f64

Vec = f64[:]


def used(a):
    return a + 1


def compiled(x: f64[:]) -> None:
    x[0] = used(1.0)


def compiled_too(x: Vec) -> float:
    def inner(y: float):
        return y
    return inner(x[0])


def barrier(n: int,
            xs: Callable) -> None:
    pass


def words(a: memoryview, mode: Literal['f64', 'f32']) -> str:
    return mode


def result(n: int) -> memoryview:
    return ''


@functools.singledispatch
def dispatched(n: int) -> int:
    return n


async def later(n: int) -> int:
    return n


def partial(n: int, m) -> int:
    return n


def rest(n: int, *args: int) -> int:
    return n


def main() -> None:
    pass


def plain(a):
    return a


def make():
    def inner(a: int) -> int:
        return a
    return inner


class C:
    def method(self, a: int) -> int:
        return a

    def other(self):
        pass


def twice(a: int) -> int:
    return a


def twice(a: int) -> int:
    return a + 1
"""
REASONS = {
    "barrier": (25, "parameter 'xs' is 'Callable'"), "words": (29, "parameter 'a' is 'memoryview'"), "result": (33, "the result is 'memoryview'"),
    "dispatched": (37, "decorator 'functools.singledispatch'"), "later": (42, "it is async"), "partial": (46, "parameter 'm' has no annotation"),
    "rest": (50, "it takes *args or **kwargs"), "main": (54, "it takes and gives nothing"), "plain": (58, "it has no annotations"),
    "make": (62, "it has no annotations"), "inner": (63, "it is defined inside 'make', which is not"),
    "method": (69, "it is a method of 'C'"), "twice": (76, "its name means something else at the end of the module"),
}


def test_what_is_left(pycc: Run, tmp_path: Path) -> None:
    """The last line counts what was compiled and names what was not, with the reason; only -q is silent."""
    (tmp_path / "left.py").write_text(LEFT)
    done = pycc("left.py", "-o", "left.so")
    named = [f"{name} (line {line}: {why})" for name, (line, why) in REASONS.items()]
    head = "left.py: 3 functions compiled with 1 helper, 13 left to Python: "
    assert done.returncode == 0 and done.stdout == ""
    assert done.stderr == head + ", ".join(named[:4]) + ", and 9 more (-v names them)\n"
    assert pycc("-v", "left.py", "-o", "left.so").stderr.endswith(head + ", ".join(named) + "\n")
    for flag in ("-q", "--quiet"):
        assert pycc(flag, "left.py", "-o", "left.so").stderr == ""
    assert pycc("left.py", "--emit", "c").stderr == ""


def test_nothing_is_left(pycc: Run, good: Path) -> None:
    """Also told."""
    assert pycc("good.py", "-o", "good.so").stderr == "good.py: 1 function compiled, 0 left to Python\n"
    assert pycc("-W", "error=left", "-W", "error", "good.py", "-o", "good.so").returncode == 0


def test_left_is_an_error(pycc: Run, tmp_path: Path) -> None:
    """-W error=left refuses each of them at its place."""
    (tmp_path / "left.py").write_text(LEFT)
    done = pycc("-W", "error=left", "left.py", "-o", "left.so")
    assert done.returncode == 1 and files(tmp_path) == {"left.py"}
    assert re.findall(r"error: '(\w+)' is left to the interpreter: (.*) \[PY501\]", done.stderr) \
        == [(name, why) for name, (_, why) in REASONS.items()]
    assert pycc("-W", "error", "left.py", "-o", "left.so").returncode == 0


def test_warnings_are_errors(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("x = 1\n\n\ndef f(a):\n    return a\n")
    done = pycc("-W", "error", "plain.py", "-o", "plain.so")
    assert done.returncode == 1 and "error: no function of the module is annotated" in done.stderr and files(tmp_path) == {"plain.py"}
    for wrong, text in ((["-W"], "-W needs a value"), (["-W", "all"], "-W knows error, error=left"),
                        (["-W", "error=nothing"], "-W knows error, error=left")):
        done = pycc("plain.py", *wrong)
        assert done.returncode == 1 and text in done.stderr
    assert pycc("-W", "error=PY105", "plain.py", "-o", "plain.so").returncode == 1


def test_nothing_annotated(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("x = 1\n\n\ndef f(a):\n    return a\n")
    done = pycc("plain.py", "-o", "plain.so")
    assert done.returncode == 0 and "PY105" in done.stderr and "warning" in done.stderr
    (tmp_path / "methods.py").write_text("class P:\n    def m(self, x: int) -> int:\n        return x\n")
    assert "annotated, and methods are compiled where functions call them: nothing" in pycc("methods.py", "-o", "methods.so").stderr


def test_always_raises(pycc: Run, tmp_path: Path) -> None:
    """A warning where it does; an error where it may not be reached, is right elsewhere, or more is wrong."""
    (tmp_path / "raises.py").write_text("def f(n: int) -> int:\n    a, b = n, 2, 3\n    return a\n")
    (tmp_path / "perhaps.py").write_text("def f(n: int) -> int:\n    return n if n > 2 else len(n)\n")
    (tmp_path / "several.py").write_text(
        "def first(t):\n    a, b = t\n    return a\n\n\n"
        "def f(n: int) -> int:\n    return first((n, 1)) + first((n, 1, 2))\n")
    (tmp_path / "more.py").write_text("def f(n: int) -> int:\n    len(n)\n    return m\n")
    (tmp_path / "built_in.py").write_text(
        "def f(n: int) -> int:\n    if n > 9:\n        abs = len(n)\n    return abs(n)\n")
    (tmp_path / "around.py").write_text(
        "def f(n: int) -> int:\n    x = 5\n\n    def g():\n        if n > 9:\n            x, y = 1, 2, 3\n"
        "        return x\n    return g()\n")
    (tmp_path / "local.py").write_text(
        "def f(n: int) -> int:\n    for i in range(n):\n        a, b = i, i, i\n    else:\n        return 9\n"
        "    return a\n")
    (tmp_path / "steps.py").write_text(
        "def g(n):\n    len(n)\n    yield 5\n\n\n"
        "def f(n: int) -> int:\n    t = 0\n    for i in g(n):\n        t += i\n    return t\n")
    done = pycc("raises.py", "-o", "raises.so")
    assert done.returncode == 0
    assert "raises.py:2:5: warning: this always raises ValueError: too many values to unpack (expected 2) [PY310]" in done.stderr
    for name, text in (("perhaps", "2:28: error: len does not take int [PY303]"),
                       ("several", "2:5: error: cannot unpack tuple[int, int, int] into 2 variables [PY301]"),
                       ("more", "2:5: error: len does not take int [PY303]"),
                       ("built_in", "3:15: error: len does not take int [PY303]"),
                       ("around", "6:13: error: cannot unpack tuple[int, int, int] into 2 variables [PY301]"),
                       ("local", "3:9: error: cannot unpack tuple[int, int, int] into 2 variables [PY301]"),
                       ("steps", "2:5: error: len does not take int [PY303]")):
        done = pycc(f"{name}.py", "-o", f"{name}.so")
        assert done.returncode == 1 and text in done.stderr, done.stderr


# ---- several modules

def test_several(pycc: Run, tmp_path: Path) -> None:
    """A line of progress each, every module made."""
    for name in "abc":
        (tmp_path / f"{name}.py").write_text(GOOD)
    done = pycc("a.py", "b.py", "c.py")
    assert done.returncode == 0 and done.stdout == ""
    told = [line for line in done.stderr.splitlines() if not line.startswith("[")]
    assert sorted(told) == [f"{name}.py: 1 function compiled, 0 left to Python" for name in "abc"]
    lines = sorted(line for line in done.stderr.splitlines() if line.startswith("["))
    assert pycc("-q", "a.py", "b.py", "c.py").stderr == ""
    assert [re.sub(r"\(.*\)", "", line.split("] ")[1]).strip() for line in sorted(lines, key=lambda s: s.split("] ")[1])] \
        == ["a.py compiled", "b.py compiled", "c.py compiled"]
    assert {line.split("]")[0] for line in lines} == {"[1/3", "[2/3", "[3/3"}
    assert len(files(tmp_path)) == 6


def test_several_with_errors(pycc: Run, good: Path, wrong: Path, tmp_path: Path) -> None:
    """One module's error does not stop the others; messages stand under their module."""
    done = pycc("-j", "1", "wrong.py", "good.py")
    assert done.returncode == 1 and "wrong.py failed" in done.stderr and "good.py compiled" in done.stderr
    assert done.stderr.index("wrong.py failed") < done.stderr.index("wrong.py:5:14") < done.stderr.index("good.py compiled")
    assert len(files(tmp_path)) == 3


def test_several_stages(pycc: Run, good: Path, tmp_path: Path) -> None:
    """Stages are printed in the order of the command line."""
    (tmp_path / "b.py").write_text(GOOD.replace("double", "twice"))
    done = pycc("--emit", "types", "b.py", "good.py")
    assert done.returncode == 0 and done.stdout.index("twice") < done.stdout.index("double")


def test_same_module_twice(pycc: Run, good: Path, tmp_path: Path) -> None:
    """Two processes may write the same module: it is whole afterwards."""
    assert pycc("-j2", "good.py", "good.py").returncode == 0
    made = next(p for p in tmp_path.iterdir() if p.suffix == ".so")
    assert double_of(made) == 3.0 and len(files(tmp_path)) == 2


# ---- signals

@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("modules", [1, 2])
def test_interrupted(good: Path, tmp_path: Path, number: int, modules: int) -> None:
    """Ctrl-C while the C compiler runs: status 130, nothing left behind, and soon."""
    (tmp_path / "b.py").write_text(GOOD)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    cc = fake_cc(tmp_path, f"touch {tmp_path}/started; exec sleep 60")
    before = files(tmp_path)
    process = subprocess.Popen([PYCC, *["good.py", "b.py"][:modules]], cwd=tmp_path, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, "CC": cc, "TMPDIR": str(temporary)}, start_new_session=True,
                               preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))  # nohup ignores one
    while not (tmp_path / "started").exists():
        time.sleep(0.01)
    if number != signal.SIGTERM:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        process.send_signal(number)
    start = time.monotonic()
    process.communicate(timeout=20)
    assert process.returncode == 130 and time.monotonic() - start < 2
    assert files(tmp_path) == before | {"started"} and files(temporary) == set()


def test_nobody_listens(good: Path, tmp_path: Path) -> None:
    """Messages that nobody reads leave no files behind either."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    cc = fake_cc(tmp_path, "sleep 0.3; echo much; exit 1")
    subprocess.run(f"{PYCC} -v {good} -o {tmp_path}/good.so 2>&1 | true", shell=True, executable="/bin/bash",
                   env={**os.environ, "CC": cc, "TMPDIR": str(temporary)})
    time.sleep(0.6)
    assert files(temporary) == set() and files(tmp_path) == {"good.py", "fake-cc", "tmp"}


def test_closed_pipe(good: Path) -> None:
    """pycc --emit c | head ends quietly."""
    done = subprocess.run(f"{PYCC} --emit c {good} | head -1; exit ${{PIPESTATUS[1]}}", shell=True, executable="/bin/bash",
                          capture_output=True, text=True)
    assert done.returncode == 0 and "internal error" not in done.stderr


FUSED = """import numpy as np
from pycc import f64


def f(a: f64[:]):
    b = a * 2.0
    c = b + 1.0
    d = np.sum(c)
    return c * d
"""


@pytest.mark.parametrize("how", ["none", "linear", "greedy", "optimal"])
@pytest.mark.parametrize("cost", ["unique-bytes", "max-contract", "max-locality", "robinson"])
def test_fuse(pycc: Run, tmp_path: Path, how: str, cost: str) -> None:
    """What shares loops is told, and chosen on the command line."""
    (tmp_path / "m.py").write_text(FUSED)
    plan = pycc("m.py", "--emit", "plan", f"--fuse={how}", f"--fuse-cost={cost}").stdout
    assert (f"fused, {how}, {cost}: 4 array statements" in plan) == (how != "none")
    together = "lines 6, 7: one loop nest" if (how, cost) in (("greedy", "max-contract"), ("optimal", "max-contract")) \
        else "lines 6, 7, 8: one loop nest"
    assert (f"{together}; no array for b" in plan) == (how != "none")
    words = pycc("m.py", "--emit", "explain", f"--fuse={how}").stdout
    assert ("line 9 not with line 8: d is made between" in words) == (how != "none")


def costs(plan: str) -> list[int]:
    """What the partitions that a plan tells of cost."""
    return [int(cost) for cost in re.findall(r"fused, .* -> (\d+)", plan)]


def test_least_cost(pycc: Run) -> None:
    """In all programs of the suite and all samples the search for the optimum ends, and its result is the default."""
    met = better = 0
    for source in sorted([*ROOT.glob("testsuite/bench/suite/*.py"), *ROOT.glob("samples/*.py")]):
        plans = {how: pycc(str(source), "--emit", "plan", *how).stdout for how in ((), ("--fuse=optimal",),
                                                                                 ("--fuse=linear",))}
        least = costs(plans[("--fuse=optimal",)])
        assert costs(plans[()]) == least, source.name
        assert "cut short" not in plans[()], source.name
        linear = costs(plans[("--fuse=linear",)])
        if len(linear) == len(least):
            assert all(a <= b for a, b in zip(least, linear)), source.name
            better += sum(least) < sum(linear)
        met += len(least)
    assert met > 30 and better > 0
