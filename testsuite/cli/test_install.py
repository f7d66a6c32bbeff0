"""A wheel, built and installed in a fresh environment outside of the tree; what may be missing there is named with what helps."""
from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
import test_build

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "runtime/glue/build_glue.py"
SYSTEMS = ("Debian: ", "Fedora: ", "macOS: ", "conda: ")
SOURCE = """import numpy as np
from pycc import f64, prange

def saxpy(a: float, x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] += a * x[i]
"""
NO_OPENMP = 'case "$*" in *-fopenmp*) echo "ld: cannot find -lgomp"; exit 1;; esac\n'
ONCE = "compiling the run time"


def run(*command: object, status: int = 0, **how: object) -> str:
    """All that a command printed, which ends with this status."""
    done = subprocess.run([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **how)
    assert done.returncode == status, done.stdout
    return done.stdout


def build_wheel(folder: Path) -> Path:
    """As `python -m build` does, an archive of the sources and a wheel of that; without optimisation, three times as fast, and with what building
    fetches laid where it would be fetched to."""
    fetched, build = Path(sys.prefix).parent, folder / "build"
    run(ROOT / "tools/setup.sh", fetched, "sources", "glpk")
    for name in ("_deps", "_glpk"):
        shutil.copytree(fetched / name, build / name)
    environment = {k: v for k, v in os.environ.items() if k not in ("LD_PRELOAD", "CFLAGS", "LDFLAGS", "CCACHE_BASEDIR")}
    run(sys.executable, "-c", f"import scikit_build_core.build as b; b.build_sdist({str(folder)!r})", cwd=ROOT, env=environment)
    [sources] = folder.glob("*.tar.gz")
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", folder, sources,
        "-C", f"build-dir={build}", "-C", "cmake.define.CMAKE_C_FLAGS_RELEASE=-O0 -DNDEBUG", env=environment)
    [wheel] = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """A new environment with the wheel, and with our NumPy. Returns its folder of packages."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    run(sys.executable, "-m", "pip", f"--python={folder}/bin/python", "install", "--no-deps", "--no-index", wheel)
    [packages] = (folder / "lib").glob("python3*/site-packages")
    ours = Path(np.__file__).parents[1]
    for name in ("numpy", "numpy.libs"):
        if (ours / name).exists():
            (packages / name).symlink_to(ours / name)
    return packages


def test_wheel(tmp_path: Path) -> None:
    """The wheel is for all interpreters, refers to nothing outside, and compiles its run time once for several processes."""
    wheel = build_wheel(tmp_path / "dist")
    assert re.fullmatch(r"pycc_compiler-[\d.]+-py3-none-linux_\w+\.whl", wheel.name)
    said = run(sys.executable, "-m", "auditwheel", "show", wheel, env={**os.environ, "PYTHONPATH": str(test_build.backends())})
    assert re.search(r"consistent with the\s+following platform tag: \"manylinux_2_\d+_", said) and "libgomp" not in said, said
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        for name in names:
            text = archive.read(name)
            assert str(ROOT).encode() not in text and str(tmp_path).encode() not in text, name
    assert {"pycc/__init__.py", "pycc/bin/pycc", "pycc/lib/pycc/include/pycc_rt.h", "pycc/lib/pycc/libpycc_host.a",
            "pycc/lib/pycc/pycc_ilp.so", "pycc/lib/pycc/glue/glue_call.c", "pycc/lib/pycc/cmake/pycc-config.cmake", "pycc/build.py",
            "_pycc_setuptools.py", "pycc_as_numba.pth", "unpython.py"} <= set(names)
    assert any(name.endswith(".data/data/share/man/man1/pycc.1") for name in names) and not any("pycc/share" in name for name in names)
    packages = install(wheel, tmp_path / "env")
    (tmp_path / "home").mkdir()
    environment = {"PATH": f"{tmp_path}/env/bin:{os.environ['PATH']}", "HOME": str(tmp_path / "home"),
                   "XDG_CACHE_HOME": str(tmp_path / "cache"), "CC": "gcc"}
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "saxpy.py").write_text(SOURCE)

    processes = [subprocess.Popen(["pycc", "saxpy.py", "-o", f"{i}/saxpy.so"], cwd=outside, env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                 for i in range(3) if (outside / str(i)).mkdir() is None]
    said = [p.communicate()[0] for p in processes]
    assert [p.returncode for p in processes] == [0, 0, 0], said
    assert sum(ONCE in text for text in said) == 1, said
    assert len([p for p in (tmp_path / "cache/pycc").iterdir() if p.is_dir()]) == 1
    itself = {**environment, "PYCC": str(tmp_path / "env/bin/pycc")}
    assert ONCE not in run("pycc", "saxpy.py", cwd=outside, env=itself, timeout=60)
    assert run("python", "-m", "pycc", "--version", cwd=outside, env=itself, timeout=60).startswith("pycc ")
    for command in re.findall(r"^```sh\n(pycc .*?)^```", (ROOT / "docs/install.md").read_text(), re.M | re.S):
        assert "pycc function saxpy" in run("bash", "-ec", command, cwd=outside, env=environment)
    program = ("import numpy as np, saxpy, pycc; y = np.ones(9); saxpy.saxpy(2.0, np.arange(9.0), y);"
               "print(pycc.info(saxpy.saxpy).compiled, y.tolist() == (1 + 2 * np.arange(9.0)).tolist(), bool(pycc._solver_path()))")
    assert run("python", "-c", program, cwd=outside, env=environment) == "True True True\n"
    as_numba = {**environment, "PYCC_AS_NUMBA": "1"}
    assert run("python", "-c", "import numba; print(numba.njit.__module__)", cwd=outside, env=as_numba) == "pycc.numba\n"

    package = test_build.copy("setuptools", tmp_path / "package")  # knows pycc by what is installed, and runs without it
    project = package / "pyproject.toml"
    project.write_text(project.read_text() + 'target = "v2,v3"\n' * (platform.machine() == "x86_64"))
    hook = ("python", "-c", test_build.HOOK, "setuptools.build_meta", "build_wheel", package / "dist")
    run(*hook, cwd=package, env={**environment, "PYTHONPATH": str(test_build.backends()), "CFLAGS": "-O0"})
    assert "/alone/fields " in test_build.try_without_pycc(package, test_build.the_wheel(package))

    (tmp_path / "gcc").symlink_to(stub(tmp_path, NO_OPENMP))  # a compiler that has lost it since the run time was compiled
    said = run("pycc", "saxpy.py", "-o", "lost.so", cwd=outside, status=1, env={**environment, "PATH": f"{tmp_path}:{environment['PATH']}"})
    assert "OpenMP for the C compiler is missing (ld: cannot find -lgomp): install it (Debian: apt install" in said and "report" not in said

    moved = tmp_path / "moved"  # without the command, which says which interpreter it is
    shutil.copytree(packages / "pycc", moved)
    named = {**environment, "PYCC_PYTHON": str(tmp_path / "env/bin/python")}
    assert "pycc_rt_quiet.h" in run(moved / "bin/pycc", "--emit", "c", "saxpy.py", cwd=outside, env=named)
    assert "no Python interpreter" in run(moved / "bin/pycc", "saxpy.py", cwd=outside, status=1,
                                          env={**named, "PYCC_PYTHON": "/nowhere/python"})
    assert "is missing" in run(moved / "bin/pycc", "saxpy.py", cwd=outside, status=1, env={**named, "CC": "false"})


def test_other_processors(tmp_path: Path) -> None:
    """Without x86-64's macro sources compile without a warning; modules ask for no feature and run on what is there."""
    for folder in ("analysis", "backend", "frontend", "runtime", "typeinfer"):
        for path in (p for p in (ROOT / folder).rglob("*.[cdh]*") if p.suffix in (".h", ".def") or p.suffix == ".c" and "__x86_64__" in p.read_text()):
            copied = tmp_path / path.relative_to(ROOT)
            copied.parent.mkdir(parents=True, exist_ok=True)
            copied.write_text(path.read_text().replace("__x86_64__", "__elsewhere__"))
    includes = [f"-I{p}" for p in tmp_path.rglob("*") if p.is_dir()]
    sources = list(tmp_path.rglob("*.c"))
    assert {"cpu.c", "crew.c", "device_touch.c", "driver_cc.c", "driver_options.c", "product_kernel.c"} <= {p.name for p in sources}
    flags = ("-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fopenmp", *includes)
    run("gcc", "-fsyntax-only", *flags, f"-I{next(Path(sys.prefix).parent.glob('backend/**/pycc_config.h')).parent}", *sources)
    main = tmp_path / "main.c"
    main.write_text('#include "pycc_rt.h"\n#include <stdio.h>\nint main(void) {\n'
                    '    static const struct pycc_module v3 = {.cpu = UINT64_MAX}, v2 = {.cpu = 1};\n'
                    '    const struct pycc_module *const all[] = {&v2, &v3};\n'
                    '    printf("%d %d %d\\n", PYCC_CPU == 0, !pycc_cpu_lacks(UINT64_MAX), pycc_module_choose(all, 2) == &v3);\n}\n')
    run("gcc", "-O1", *flags, main, tmp_path / "runtime/host/cpu.c", "-o", tmp_path / "main", "-lm")
    assert run(tmp_path / "main") == "1 1 1\n"


# ---- what is missing

def script(tmp_path: Path, *cc: object, before: str = "pass") -> str:
    """What the script that compiles the run time says, after some statements of ours."""
    code = f"import runpy, sys; sys.argv = {[str(SCRIPT), str(tmp_path / 'folder'), *map(str, cc)]!r}; {before}; runpy.run_path(sys.argv[0], run_name='__main__')"
    said = run(sys.executable, "-c", code, status=1)
    assert all(s in said for s in SYSTEMS), said
    assert list(tmp_path.glob("folder*")) == [tmp_path / "folder.lock"]
    return said


def stub(tmp_path: Path, text: str) -> Path:
    """A C compiler that is a few lines of shell."""
    path = tmp_path / "stub-cc"
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


def test_no_compiler(tmp_path: Path) -> None:
    assert "a C compiler is missing (/nowhere/cc: No such file" in script(tmp_path, "/nowhere/cc")


def test_compiler_that_compiles_nothing(tmp_path: Path) -> None:
    cc = stub(tmp_path, 'echo "stdlib.h: fatal error: no such file"; exit 1\n')
    assert "a C compiler is missing (stdlib.h: fatal error: no such file): install it" in script(tmp_path, cc)


def test_no_openmp(tmp_path: Path) -> None:
    cc = stub(tmp_path, NO_OPENMP)
    assert "OpenMP for the C compiler is missing (ld: cannot find -lgomp): install it" in script(tmp_path, cc)


def test_no_python_headers(tmp_path: Path) -> None:
    said = script(tmp_path, "cc", before="import sysconfig; sysconfig.get_path = lambda *a: '/nowhere'")
    assert "Python.h is missing (/nowhere): install it" in said


@pytest.mark.parametrize("before", ["sys.modules['numpy'] = None", "import types; m = types.ModuleType('numpy'); m.__version__ = '1.26.4'; sys.modules['numpy'] = m"])
def test_no_numpy(before: str, tmp_path: Path) -> None:
    said = script(tmp_path, "cc", before=before)
    assert "NumPy 2 in this environment is missing (" in said and ("1.26.4" in said) == ("1.26.4" in before)


def test_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    said = run(sys.executable, SCRIPT, tmp_path / "cache/runtime", "cc", status=1)
    assert "File exists" in said and said.endswith("name a folder that can be written with PYCC_CACHE\n")


def test_command_names_compilers(tmp_path: Path) -> None:
    """The compiler itself says it too, where the run time is there already."""
    (tmp_path / "m.py").write_text(SOURCE)
    pycc = os.environ.get("PYCC") or str(Path(sys.executable).parent / "pycc")
    said = run(pycc, "m.py", cwd=tmp_path, status=1, env={**os.environ, "CC": "/nowhere/cc"})
    assert "cannot be run" in said and all(s in said for s in SYSTEMS)
