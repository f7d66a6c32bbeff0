"""The documentation says what is: its commands run, its list of diagnostics is complete."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(), re.M | re.S)


def environment() -> dict[str, str]:
    """The environment with our pycc and python first on the path."""
    pycc = os.environ.get("PYCC") or str(Path(sys.executable).parent / "pycc")
    path = f"{Path(pycc).parent}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path}


def test_readme_example(tmp_path: Path) -> None:
    """The example of the README compiles and runs with the commands beside it, and also interpreted."""
    readme = ROOT / "README.md"
    source = next(b for b in blocks(readme, "python") if b.startswith("# saxpy.py"))
    (tmp_path / "saxpy.py").write_text(source)
    commands = next(b for b in blocks(readme, "sh") if b.startswith("pycc "))
    subprocess.run([sys.executable, "saxpy.py"], cwd=tmp_path, check=True)
    done = subprocess.run(["bash", "-ec", commands], cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "pycc function saxpy" in done.stdout


def test_readme_message(tmp_path: Path) -> None:
    """The refused loop of the README is refused with the message that stands there."""
    readme = ROOT / "README.md"
    source = next(b for b in blocks(readme, "python") if b.startswith("# running.py"))
    (tmp_path / "running.py").write_text(source)
    done = subprocess.run(["pycc", "running.py"], cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.strip() in readme.read_text()


def test_commands_exist() -> None:
    """Every ./dev command that the documents name is one that ./dev lists."""
    known = subprocess.run(["./dev", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for path in DOCS:
        for command in re.findall(r"\./dev (\w+)", path.read_text()):
            assert re.search(rf"^  {command}\b", known, re.M), f"{path.name}: ./dev {command}"


@pytest.mark.parametrize("stage", ["ast", "types", "tir", "plan", "schedule", "c"])
def test_architecture_example(stage: str, tmp_path: Path) -> None:
    """The module that docs/architecture.md follows goes through every stage it names."""
    source = tmp_path / "saxpy.py"
    source.write_text(blocks(ROOT / "docs/architecture.md", "python")[0])
    done = subprocess.run(["pycc", "--emit", stage, str(source)], env=environment(), capture_output=True, text=True)
    assert done.returncode == 0 and "saxpy" in done.stdout, done.stderr


def test_gpu_example(tmp_path: Path) -> None:
    """docs/gpu.md shows kernels and reasons as --emit opencl prints them, and --explain says the same."""
    page = ROOT / "docs/gpu.md"
    (tmp_path / "heat.py").write_text(blocks(page, "python")[0])
    command = blocks(page, "sh")[0].split()
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for shown in blocks(page, "text")[:1] + blocks(page, "c")[:1]:
        assert shown in done.stdout
    command[2] = "explain"
    told = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True).stdout
    assert "device     yes, a work-item for each i, j" in told
    assert "device     no: iterations combine floats into elements of 'counts'" in told


def test_gpu_places_example(tmp_path: Path) -> None:
    """The program of docs/gpu.md that uses places runs interpreted and compiled, and prints the same sum."""
    page = ROOT / "docs/gpu.md"
    for name, block in zip(("heat.py", "run.py"), blocks(page, "python")):
        (tmp_path / name).write_text(block.replace("range(10)", "range(2)").replace(", 100)", ", 3)"))
    sums = []
    for _ in ("interpreted", "compiled"):
        done = subprocess.run([sys.executable, "run.py"], cwd=tmp_path, capture_output=True, text=True, env=environment())
        assert done.returncode == 0, done.stderr
        sums.append(float(done.stdout.splitlines()[0]))
        assert "launches: " in done.stdout and "<svg" in (tmp_path / "heat.html").read_text()
        subprocess.run(["pycc", "heat.py"], cwd=tmp_path, env=environment(), check=True)
    assert abs(sums[0] - sums[1]) < 1e-12 * sums[0]


def test_jit_example(tmp_path: Path) -> None:
    """The program of docs/jit.md prints what stands there."""
    page = ROOT / "docs/jit.md"
    (tmp_path / "norms.py").write_text(blocks(page, "python")[0])
    done = subprocess.run(["bash", "-ec", blocks(page, "sh")[0]], cwd=tmp_path, capture_output=True, text=True,
                          env={**environment(), "PYCC_CACHE": str(tmp_path), "CFLAGS": "-O0"})
    assert done.returncode == 0, done.stderr
    assert done.stdout == blocks(page, "text")[0]


def test_build_example(tmp_path: Path) -> None:
    """The commands of docs/build.md build samples/package, whose description is the one that stands there, and leave its types as they are."""
    from test_build import backends
    page, sample = ROOT / "docs/build.md", tmp_path / "package"
    shutil.copytree(ROOT / "samples/package", sample, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    types = (sample / "src/fields/_pycc_types.py").read_text()
    assert all(part in (sample / "pyproject.toml").read_text() for part in blocks(page, "toml")[0].split("\n\n"))
    assert all(line.replace("smooth", "${name}") in (sample / "CMakeLists.txt").read_text() for line in blocks(page, "cmake")[0].splitlines())
    for command in blocks(page, "sh"):
        done = subprocess.run(["bash", "-ec", command], cwd=sample, capture_output=True, text=True,
                              env={**environment(), "PYTHONPATH": str(backends()), "PIP_NO_BUILD_ISOLATION": "false", "CFLAGS": "-O0"})
        assert done.returncode == 0, done.stderr
    assert len(list(sample.glob("dist/fields-1.0-*.whl"))) == 1 and (sample / "src/fields/_pycc_types.py").read_text() == types


def test_files_named_in_architecture() -> None:
    """Every file that docs/architecture.md points to is there."""
    text = (ROOT / "docs/architecture.md").read_text()
    for path in re.findall(r"`((?:frontend|typeinfer|analysis|backend|runtime)/[\w./]+\.\w+)`", text):
        assert (ROOT / path).exists(), path


def test_every_diagnostic_is_documented() -> None:
    """diag.def and docs/diagnostics.md list the same codes with the same severity."""
    table = dict(re.findall(r"^DIAG\((PY\d+), (\w+)", (ROOT / "frontend/base/diag.def").read_text(), re.M))
    text = (ROOT / "docs/diagnostics.md").read_text()
    listed = {code: "WARNING" if mark else "ERROR" for code, mark in re.findall(r"^### (PY\d+)( \(warning\))?$", text, re.M)}
    assert listed == table


def test_links() -> None:
    """Links between documents lead somewhere."""
    for path in DOCS:
        for target in re.findall(r"\]\(([\w./-]+)\)", path.read_text()):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


@pytest.mark.parametrize("block", blocks(ROOT / "docs/annotations.md", "python"))
def test_annotation_examples(block: str, tmp_path: Path) -> None:
    """The examples of docs/annotations.md are valid annotations."""
    source = tmp_path / "example.py"
    body = re.sub(r"^(#pythran export g.*)$", "", block, flags=re.M).replace(": ...", ":\n    pass")
    source.write_text(body.replace("-> f64:\n    pass", "-> f64:\n    return x[0]"))
    done = subprocess.run(["pycc", "--emit", "types", str(source)], env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
