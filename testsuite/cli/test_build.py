"""Packages built with pycc: samples/package by setuptools, meson-python and scikit-build-core; what is rebuilt; what runs without pycc."""
from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest

from pycc import vendor

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples/package"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
SYSTEMS = {"setuptools": ("pyproject.toml", "setuptools.build_meta"), "meson": ("pyproject.meson.toml", "mesonpy"),
           "cmake": ("pyproject.cmake.toml", "scikit_build_core.build")}
HOOK = "import importlib, sys; print(getattr(importlib.import_module(sys.argv[1]), sys.argv[2])(*sys.argv[3:]))"
SOURCE = "import numpy as np\n\ndef twice(x: 'f64[:]') -> 'f64[:]':\n    return x + x\n"


@functools.lru_cache(maxsize=None)
def backends() -> Path:
    """The folder of the build backends, beside the tests' environment, where they are installed once."""
    setup = Path(sys.prefix).parent
    subprocess.run([ROOT / "tools/setup.sh", setup, "backends"], check=True)
    return setup / "backends"


def environment(**more: str) -> dict[str, str]:
    """The tests' interpreter, its compiler and the build backends; generated C without optimisation."""
    pycc = os.environ.get("PYCC") or str(Path(sys.executable).parent / "pycc")
    kept = {k: v for k, v in os.environ.items() if k not in ("LD_PRELOAD", "PYTHONPATH", "PYCC_TARGET")}
    return {**kept, "PATH": f"{Path(pycc).parent}:{Path(sys.executable).parent}:{backends() / 'bin'}:{os.environ['PATH']}", "CFLAGS": "-O0",
            "PYTHONPATH": str(backends()), "CC": "gcc", **more}


def run(*command: object, cwd: Path, status: int = 0, **more: str) -> str:
    """All that a command printed."""
    done = subprocess.run([*map(str, command)], cwd=cwd, env=environment(**more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert (done.returncode != 0) == (status != 0), done.stdout
    return done.stdout


def hook(folder: Path, system: str, name: str, status: int = 0, **more: str) -> str:
    """What pip calls of a build backend, in the folder of a package; returns what was printed."""
    return run(sys.executable, "-c", HOOK, SYSTEMS[system][1], name, folder / "dist", cwd=folder, status=status, **more)


def copy(system: str, folder: Path) -> Path:
    """The sample, described for one build system."""
    shutil.copytree(SAMPLE, folder, ignore=shutil.ignore_patterns("build", "*.egg-info", "*.so", "__pycache__"))
    for other, (name, _) in SYSTEMS.items():
        if other == system:
            (folder / name).replace(folder / "pyproject.toml")
    (folder / "dist").mkdir()
    return folder


def try_without_pycc(folder: Path, wheel: Path, expected: str = "compiled") -> str:
    """Install a wheel where there is NumPy and nothing else, and run the sample's tests there."""
    alone = folder / "alone"
    alone.mkdir()
    for name in ("numpy", "numpy.libs"):
        if (Path(np.__file__).parents[1] / name).exists():
            (alone / name).symlink_to(Path(np.__file__).parents[1] / name)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(alone)
    code = (f"import sys; sys.path.insert(0, {str(alone)!r}); import runpy\n"
            "try: import pycc; sys.exit('pycc is here')\nexcept ImportError: pass\n"
            f"runpy.run_path({str(SAMPLE / 'tests/test_fields.py')!r}, run_name='__main__')")
    return run(sys.executable, "-S", "-c", code, cwd=folder, PYTHONPATH="", PYCC_EXPECTED=expected)


def the_wheel(folder: Path) -> Path:
    [wheel] = (folder / "dist").glob("*.whl")
    return wheel


@pytest.mark.parametrize("system", SYSTEMS)
def test_sample(system: str, tmp_path: Path) -> None:
    """The wheel holds modules beside their sources, and works where pycc is not; setuptools' is made from its archive of sources."""
    folder = copy(system, tmp_path / "package")
    if system == "setuptools":
        hook(folder, system, "build_sdist")
        with tarfile.open(folder / "dist/fields-1.0.tar.gz") as archive:
            archive.extractall(tmp_path)
        shutil.rmtree(folder)
        folder = tmp_path / "fields-1.0"
        (folder / "dist").mkdir()
    hook(folder, system, "build_wheel")
    with zipfile.ZipFile(the_wheel(folder)) as archive:
        names = set(archive.namelist())
    modules = {f"fields/{name}{SUFFIX}" for name in ("smooth", "norms", "grids")}
    assert {name for name in names if name.endswith(".so")} == modules
    assert {f"fields/{name}.py" for name in ("__init__", "_pycc_types", "smooth", "norms", "grids")} <= names
    assert "py3-none-any" not in the_wheel(folder).name
    said = try_without_pycc(folder, the_wheel(folder))
    assert re.search(r"fields: .*/alone/fields (x86-64-v[23])?\n", said), said


def test_sample_types_are_ours() -> None:
    """`python -m pycc.vendor samples/package/src/fields` makes them."""
    assert (SAMPLE / "src/fields/_pycc_types.py").read_text() == vendor.text()


def test_sample_uncompiled() -> None:
    assert "fields: " in run(sys.executable, SAMPLE / "tests/test_fields.py", cwd=SAMPLE, PYTHONPATH=str(SAMPLE / "src"), PYCC_EXPECTED="python",
                             PYTHONDONTWRITEBYTECODE="1")


def test_vendor(tmp_path: Path) -> None:
    vendored = run(sys.executable, "-m", "pycc.vendor", tmp_path, cwd=tmp_path)
    assert vendored == "" and (tmp_path / vendor.NAME).read_text() == vendor.text()
    assert "is not a folder" in run(sys.executable, "-m", "pycc.vendor", "nowhere", cwd=tmp_path, status=1)
    assert "usage: " in run(sys.executable, "-m", "pycc.vendor", cwd=tmp_path, status=1)


# ---- setuptools

def test_vendor_option(tmp_path: Path) -> None:
    """The option writes the types where modules are, before files are collected; `modules` may be a table of names."""
    folder = package(tmp_path, 2, 'modules = {"pkg.other" = "pkg/m1.py"}\nvendor-types = true')
    run(sys.executable, "-c", "import setuptools; setuptools.setup()", "build_py", cwd=folder)
    assert [path.read_text() for path in folder.glob("build/lib*/pkg/_pycc_types.py")] == [vendor.text()]
    written = (folder / "pkg/_pycc_types.py").stat().st_mtime_ns
    said = build_ext(folder)
    assert compiled(said) == ["m1"] and len(list(folder.glob(f"build/lib*/pkg/other{SUFFIX}"))) == 1
    assert (folder / "pkg/_pycc_types.py").stat().st_mtime_ns == written


def test_optional(tmp_path: Path) -> None:
    """Without a C compiler the package is Python's; what pycc refuses is an error all the same, and so is no compiler where it is needed."""
    folder = copy("setuptools", tmp_path / "package")
    said = hook(folder, "setuptools", "build_wheel", CC="/nowhere/cc")
    assert "cannot be run" in said and 'building extension "fields.smooth" failed' in said
    try_without_pycc(folder, the_wheel(folder), "python")
    project = folder / "pyproject.toml"
    project.write_text(project.read_text().replace("optional = true", ""))
    assert "cannot be run" in hook(folder, "setuptools", "build_wheel", status=1, CC="/nowhere/cc")
    project.write_text(project.read_text() + "optional = true\n")
    (folder / "src/fields/norms.py").write_text("def norms(x: 'f64[:, :]'):\n    return undefined\n")
    assert "norms.py:2:12: error: " in hook(folder, "setuptools", "build_wheel", status=1)


@pytest.mark.parametrize("in_place", [("--inplace",), ()])
def test_optional_leaves_nothing_old(in_place: tuple[str, ...], tmp_path: Path) -> None:
    """What was compiled of an older source, when there was a C compiler, does not stand in for the new one."""
    folder = package(tmp_path, 1, 'modules = ["pkg/*.py"]\noptional = true')
    build_ext(folder, *in_place)
    found = lambda: [*(folder / "pkg").glob("*.so"), *folder.glob("build/lib*/pkg/*.so")]
    assert found()
    (folder / "pkg/m0.py").write_text(SOURCE.replace("x + x", "2 * x + 1"))
    assert 'building extension "pkg.m0" failed' in build_ext(folder, *in_place, CC="/nowhere/cc")
    assert not found()


def package(folder: Path, n: int, project: str = 'modules = ["pkg/*.py"]', setup: str | None = None) -> Path:
    """A package of n small modules."""
    (folder / "pkg").mkdir()
    (folder / "pkg/__init__.py").write_text("from ._plain import LIMIT  # of pycc\n")
    (folder / "pkg/_plain.py").write_text("LIMIT = 3\n")
    for i in range(n):
        (folder / f"pkg/m{i}.py").write_text(SOURCE)
    table = f"[tool.pycc]\n{project}\n" if project else ""
    (folder / "pyproject.toml").write_text(f'[project]\nname = "pkg"\nversion = "1"\n[tool.setuptools]\npackages = ["pkg"]\n{table}')
    if setup:
        (folder / "setup.py").write_text(setup)
    return folder


def build_ext(folder: Path, *arguments: str, status: int = 0, **more: str) -> str:
    """`build_ext`, by the project's setup.py or what stands for it."""
    start = ["setup.py"] if (folder / "setup.py").exists() else ["-c", "import setuptools; setuptools.setup()"]
    return run(sys.executable, *start, "build_ext", *arguments, cwd=folder, status=status, **more)


def compiled(said: str) -> list[str]:
    return sorted(re.findall(r"^pkg/(\w+)\.py: \d+ functions? compiled", said, re.M))


def test_one_of_twenty(tmp_path: Path) -> None:
    """Changing one of 20 modules rebuilds one; modules that say nothing to pycc stay Python."""
    folder = package(tmp_path, 20)
    assert len(compiled(build_ext(folder, "--inplace", "-j2"))) == 20
    assert len(list((folder / "pkg").glob(f"*{SUFFIX}"))) == 20 and not (folder / f"pkg/_plain{SUFFIX}").exists()
    assert compiled(build_ext(folder, "--inplace")) == []
    (folder / "pkg/m7.py").write_text(SOURCE.replace("x + x", "2 * x + 1"))
    for path in (folder / "build").rglob("m7*.so"):
        os.utime(path, (time.time() + 60,) * 2)  # what was made of it before is no older, as within one second
    assert compiled(build_ext(folder, "--inplace")) == ["m7"]
    code = "import numpy as np, pkg.m7, pkg.m8; print(pkg.m7.twice(np.ones(2)), pkg.m8.twice(np.ones(2)), pkg.m7.__pycc__['target'])"
    assert run(sys.executable, "-c", code, cwd=folder) == "[3. 3.] [2. 2.] native\n"


def test_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module is compiled again when source, flags, the C compiler or the module itself change, or when it is forced."""
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.syspath_prepend(backends())
    from pycc import build
    source, output = tmp_path / "m.py", tmp_path / "out/m.so"
    source.write_text(SOURCE)

    def made(*flags: str, force: bool = False) -> bool:
        return build.build_module(str(source), str(output), ["--target=default", *flags], force) is not None
    assert made() and not made()
    os.utime(source)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")  # as where pip makes an environment for each build
    assert not made()
    assert made("--fp=strict") and not made("--fp=strict") and made("--fp=strict", force=True)
    source.write_text(SOURCE + "\n")
    assert made() and not made()
    record = json.loads(Path(f"{output}.json").read_text())
    assert list(record["sources"]) == [str(source)] and sorted(os.listdir(tmp_path / "out")) == ["m.so", "m.so.json"]
    output.unlink()
    assert made()
    Path(f"{output}.json").write_text("[]")
    assert made()
    (tmp_path / "util.py").write_text("def twice_of(x):\n    return x + x\n")
    source.write_text("from util import twice_of\n\ndef twice(x: 'f64[:]') -> 'f64[:]':\n    return twice_of(x)\n")
    assert made() and not made()
    (tmp_path / "util.py").write_text("def twice_of(x):\n    return 2 * x\n")
    assert made() and not made()
    assert [Path(p).name for p in json.loads(Path(f"{output}.json").read_text())["sources"]] == ["m.py", "util.py"]
    monkeypatch.setenv("CC", "gcc -DOTHER")
    assert made() and not made()
    source.write_text("def f(x: 'f64[:]'):\n    return undefined\n")
    with pytest.raises(build.CompileError, match=r"m.py:2:12: error: "):
        made()


def test_setup_py(tmp_path: Path) -> None:
    """pyccize beside extensions and a command of the project's own; an extension by name, with options; -j."""
    setup = ("from setuptools import setup, Extension\nfrom setuptools.command.build_ext import build_ext\nfrom pycc.build import PyccExtension, pyccize\n"
             "class own(build_ext):\n    def build_extension(self, ext):\n        print('own', ext.name)\n"
             "setup(cmdclass={'build_ext': own}, ext_modules=[Extension('pkg.c', ['c.c'], optional=True), *pyccize('pkg/m[01].py', exclude=['pkg/m1.py']),\n"
             "      PyccExtension('pkg.other', 'pkg/m2.py', fp='strict', flags=['-DX=1'])])\n")
    folder = package(tmp_path, 3, "", setup)
    said = build_ext(folder, "-j2")
    assert compiled(said) == ["m0", "m2"] and "own pkg.c" in said and "own pkg.m0" not in said
    assert {p.name for p in folder.glob("build/lib*/pkg/*.so")} == {f"m0{SUFFIX}", f"other{SUFFIX}"}
    assert sorted(p.parent.parent.name for p in folder.glob("build/pycc/*/pkg/*.so")) == ["portable", "portable"]
    assert compiled(build_ext(folder, PYCC_TARGET="v2")) == ["m0", "m2"]
    assert {p.name for p in (folder / "build/pycc").iterdir()} == {"portable", "v2"}


def test_editable(tmp_path: Path) -> None:
    """`pip install -e` puts modules for this machine beside their sources, and a second one compiles nothing."""
    folder = package(tmp_path, 1)
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=tmp_path)
    packages = Path(np.__file__).parents[1]
    path = f"{backends()}:{ROOT / 'runtime/python'}:{packages}"
    outputs = []
    for _ in range(2):
        run(sys.executable, "-m", "pip", f"--python={folder}/env/bin/python", "install", "--no-deps", "--no-build-isolation", "--no-index",
            "-e", folder, cwd=tmp_path, PYTHONPATH=path)
        [made] = folder.glob("build/pycc/*/pkg/*.so")
        outputs.append((made.parent.parent.name, made.stat().st_mtime_ns))
    assert outputs[0] == outputs[1] and outputs[0][0] == "native"
    code = "import pkg.m0; print(pkg.m0.__file__, pkg.m0.__pycc__['target'])"
    said = run(folder / "env/bin/python", "-c", code, cwd=folder / "env", PYTHONPATH=str(packages))
    assert said == f"{folder / 'pkg'}/m0{SUFFIX} native\n" or said == f"{folder / 'pkg/m0.py'} native\n"


@pytest.mark.parametrize("project, text", [
    ('modules = ["src/*.py"]', "pycc is to compile 'src/*.py', but there is no such file in "),
    ('modules = ["pkg/*.py"]\ntargte = "v2"', "[tool.pycc] in pyproject.toml: the extension 'pkg.m0' of pycc knows no targte; options are fp, overflow,"),
    ("optional = true", '[tool.pycc] in pyproject.toml has to say which modules: modules = ["src/pkg/*.py"]'),
    ('modules = ["pkg/m0.py"]\ntarget = "v9"', "-march=v9"),
    ('modules = ["pkg/__init__.py"]', "'pkg/__init__.py' cannot be an extension module: what it defines can be, in a module of its own"),
    ('modules = ["pkg/m0.py"]\ntarget = "v2,"', "--target takes a kind of processor, such as v3, or several, such as v2,v3, not 'v2,'"),
])
def test_wrong_descriptions(project: str, text: str, tmp_path: Path) -> None:
    assert text in build_ext(package(tmp_path, 1, project), status=1)


def test_others_are_left_alone(tmp_path: Path) -> None:
    """A project that says nothing of pycc does not even import it."""
    folder = package(tmp_path, 1, "")
    code = "import sys, setuptools; setuptools.setup(); print('pycc' in sys.modules, 'numpy' in sys.modules)"
    assert run(sys.executable, "-c", code, "--quiet", "build_py", cwd=folder).endswith("False False\n")
