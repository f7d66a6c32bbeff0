"""docs/numpy.md and NumPy's own names: each function is compiled, or stands in the table of those that are not; and nothing is refused by a crash."""
from __future__ import annotations

import json
import re
import types
from pathlib import Path

import numpy as np

from command import Run

DOC = (Path(__file__).resolve().parents[2] / "docs/numpy.md").read_text()
SAID, MISSING = DOC.split("## What is not\n")
MODULES = {"": np, "linalg.": np.linalg, "fft.": np.fft}
INSIDE = re.compile(r"(?<!\w)_[a-z]|(?<!\w)__|[a-z]__[a-z]|attribute '(?:ndim|shape|kind)'|\bput_[kv]\b|prelude")
ARGUMENTS = ("", "a", "a, a", "n, a", "v, v", "None", "'x'", "v, out=v", "a, axis=5", "z", "[a, a]", "a, a, a",
             "{1: 2.0}", "v, lambda k: k", "v, axis='x'", "v, dtype='flaot64'", "v, 'abc'", "v, None, {'k': n}", "()", "True, v")


def functions() -> dict[str, object]:
    """NumPy's functions by name, as in np.linalg.NAME without the np."""
    found = {prefix + name: getattr(module, name) for prefix, module in MODULES.items() for name in module.__all__ if hasattr(module, name)}
    return {name: f for name, f in found.items() if callable(f) and not isinstance(f, (type, types.ModuleType)) and not name.startswith("_")}


def unknown(pycc: Run, folder: Path) -> set[str]:
    """Those that the compiler says it does not know, called with many kinds of arguments."""
    head = "a: 'f64[:, :]', v: 'f64[:]', n: int, z: 'c128[:]'"
    for i, arguments in enumerate(ARGUMENTS):
        calls = [f"def f{k}({head}):\n    return np.{name}({arguments})\n" for k, name in enumerate(functions())]
        (folder / f"m{i}.py").write_text("import numpy as np\n" + "".join(calls))
    done = pycc("check", "--fallback", "--format=json", ".")
    report = json.loads(done.stdout)
    assert report["summary"]["modules"] == len(ARGUMENTS) and report["summary"]["errors"] == 0, done.stderr
    assert all(f["code"] for f in report["findings"]), done.stderr  # crashes have none
    inside = [f for f in report["findings"] if INSIDE.search(json.dumps([f["message"], f["notes"], f["help"]]))]
    assert not inside, f"these speak of the prelude's own names: {inside[:5]}"
    told = [re.fullmatch(r"the compiler does not know 'np\.([\w.]+)'", text) for f in report["findings"]
            for text in (f["message"], *(n["message"] if isinstance(n, dict) else n for n in f["notes"]))]
    return {m[1] for m in told if m}


def test_every_function_is_compiled_or_listed(pycc: Run, tmp_path: Path) -> None:
    listed = {name for row in re.findall(r"^\| `([^`]+)`", MISSING, re.M) for name in row.split()}
    there, missing = functions(), unknown(pycc, tmp_path)
    assert len(there) > 400 and len(missing) > 20, "the test asks in the wrong way"
    if np.lib.NumpyVersion(np.__version__) >= "2.4.0":  # older ones have fewer
        assert listed - set(there) == set(), "NumPy has no such functions: docs/numpy.md lists too much"
    listed &= set(there)
    assert missing - listed == set(), "neither compiled nor in the table of docs/numpy.md"
    assert listed - missing == set(), "compiled now: move them up in docs/numpy.md"
    words = set(re.findall(r"\w+", SAID))
    unsaid = {n for n, f in there.items() if n not in missing and n.split(".")[-1] not in words and not isinstance(f, np.ufunc)}
    assert unsaid == set(), "compiled, and not named in docs/numpy.md"
