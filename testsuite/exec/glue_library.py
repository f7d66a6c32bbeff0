"""glue_module.c built with the runtime library: the fixtures of the tests of the glue."""
from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESOURCES = Path(os.environ.get("PYCC_RESOURCE_DIR") or ROOT / "build/lib/pycc")
SOURCE = (HERE / "glue_source.py").read_text()
PATH = str(HERE / "glue_source.py")


def line_of(mark: str) -> int:
    """The line of the source that holds a mark."""
    return next(i for i, line in enumerate(SOURCE.splitlines(), 1) if mark in line)


def c_string(text: str) -> str:
    """Text as a C string literal of its UTF-8 bytes."""
    def escape(byte: int) -> str:
        c = chr(byte)
        return c if c.isascii() and (c.isalnum() or c in " _") else f"\\{byte:03o}"
    lines = text.encode("utf-8", "surrogateescape").splitlines(keepends=True)
    return " \\\n".join('"' + "".join(map(escape, line)) + '"' for line in lines)


def build(folder: Path, *flags: str, source: str = SOURCE, path: str = PATH) -> Path:
    """Compiles glue_module.c around a source; returns the extension module's path."""
    header = folder / "source.h"
    header.write_text(f"#define SOURCE {c_string(source)}\n#define SOURCE_PATH {c_string(path)}\n"
                      f"#define PICK_LINE {line_of('# PICK_LINE')}\n#define FAIL_LINE {line_of('# FAIL_LINE')}\n")
    target = folder / f"glue_module{sysconfig.get_config_var('EXT_SUFFIX')}"
    compiler = os.environ.get("CC") or "cc"
    subprocess.run([*compiler.split(), "-shared", "-fPIC", "-O1", "-std=gnu11", "-fopenmp", f"-I{RESOURCES}/include",
                    f'-DGLUE_SOURCE_H="{header}"', *flags, HERE / "glue_module.c", "-o", target,
                    f"-L{RESOURCES}", "-lpycc_rt", *(["-lpycc_lmad"] if list(RESOURCES.glob("libpycc_lmad.a")) else []),
                    "-lm"], check=True)
    return target


def load(path: Path) -> ModuleType:
    """Imports the module anew, as an import statement would."""
    spec = importlib.util.spec_from_file_location("glue_module", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["glue_module"] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules["glue_module"]
        raise
    return module


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("glue"))


@pytest.fixture(scope="session")
def loaded(library: Path) -> ModuleType:
    return load(library)


@pytest.fixture
def m(loaded: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module, under its name whatever a test before imported."""
    monkeypatch.setitem(sys.modules, "glue_module", loaded)
    return loaded


def run(library: Path, code: str, **environment: str) -> subprocess.CompletedProcess:
    """Runs code in a fresh interpreter that can import glue_module."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": f"{library.parent}:{ROOT}/runtime/python", **environment})
