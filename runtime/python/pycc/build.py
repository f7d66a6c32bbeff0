"""Building packages with setuptools: annotated modules become extension modules beside their sources.

In ``setup.py``, or without one by a table ``[tool.pycc]`` in ``pyproject.toml``:

    from setuptools import setup
    from pycc.build import pyccize
    setup(ext_modules=pyccize(["src/pkg/*.py"]))

An extension is compiled into ``build/pycc`` when something that it depends on is not what a file beside it there says: the
source, other sources that the compiler read, flags, compilers, interpreter (``_cache.surroundings``). From there it is copied.
"""
from __future__ import annotations

import functools
import glob
import hashlib
import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from setuptools import Extension
from setuptools.errors import CompileError, SetupError

from . import _cache, vendor

# Modules in folders that are meant for the compiler: what backend/driver/driver_ignore.c looks for.
_MARKS = re.compile(r"pycc|pythran|ndarray\[|(64|32|16|128|8|bool_|bool|int|float|complex)\[:")


class PyccExtension(Extension):
    """One module that pycc compiles.

    Parameters
    ----------
    name : str
        What it is imported as: ``'pkg.module'``.
    source : str
        Its file.
    optional : bool
        Where no C compiler is, the module stays Python, with a warning. What pycc itself refuses is an error all the same.
    target : str, optional
        The processors that wheels are for, as ``pycc --target`` has it; in place it is this machine's.
    fallback : bool
        Functions that cannot be compiled stay Python, with a warning.
    **options
        ``fp``, ``overflow``, ``on_unknown``, ``bounds_check``, ``gpu`` and ``flags``, as for ``pycc.jit``.
    """

    def __init__(self, name: str, source: Union[str, os.PathLike[str]], *, optional: bool = False, target: Optional[str] = None,
                 fallback: bool = False, **options: Any) -> None:
        path = os.fspath(source)
        if os.path.basename(path) == "__init__.py":
            raise SetupError(f"'{path}' cannot be an extension module: what it defines can be, in a module of its own")
        super().__init__(name, [path], optional=optional)
        self.target = target
        self.flags = ["--fallback"] * fallback + _cache.read_options(f"the extension '{name}' of pycc", options)


def _module_name(path: str) -> str:
    """Return the name that a file is imported as: folders around it that hold ``__init__.py`` are packages."""
    folder, base = os.path.split(os.path.abspath(path))
    names = [os.path.splitext(base)[0]]
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        names.insert(0, package)
    return ".".join(names)


def _is_marked(path: str) -> bool:
    with open(path, encoding="utf-8", errors="replace") as f:
        return _MARKS.search(f.read()) is not None


def _find(pattern: str, known: Sequence[str]) -> List[str]:
    """Return the files that a pattern names: of several, those that are meant for the compiler."""
    found = sorted(glob.glob(pattern, recursive=True))
    if not found:
        raise SetupError(f"pycc is to compile '{pattern}', but there is no such file in {os.getcwd()}")
    if found == [pattern]:
        return found
    return [path for path in found if path.endswith(".py") and path not in known
            and os.path.basename(path) not in ("__init__.py", vendor.NAME) and _is_marked(path)]


def pyccize(modules: Union[str, Sequence[str], Mapping[str, str]], *, exclude: Sequence[str] = (), vendor_types: bool = False,
            **options: Any) -> List[PyccExtension]:
    """Return the extensions for the modules of a package.

    Parameters
    ----------
    modules : list of str, or dict
        Files, or patterns such as ``'src/pkg/*.py'`` and ``'src/**/*.py'``, of which modules count that speak of pycc or
        Pythran or have an array's type such as ``f64[:]``. In a dictionary the keys are the names of the modules.
    exclude : list of str
        Patterns of files that stay Python.
    vendor_types : bool
        Give the folders of the modules what ``python -m pycc.vendor`` writes, up to date.
    **options
        Those of ``PyccExtension``.
    """
    if isinstance(modules, Mapping):
        named = dict(modules)
    else:
        left = [os.path.normpath(path) for pattern in exclude for path in glob.glob(pattern, recursive=True)]
        paths: List[str] = []
        for pattern in [modules] if isinstance(modules, str) else modules:
            paths += [path for path in _find(os.path.normpath(pattern), paths) if path not in left]
        named = {_module_name(path): path for path in paths}
    if vendor_types:
        for folder in {Path(path).parent for path in named.values()}:
            vendor.write(folder)
    return [PyccExtension(name, path, **options) for name, path in named.items()]


# ---- one module

@functools.lru_cache(maxsize=64)
def _content(path: Optional[str], *_: float) -> str:
    """Return a hash of a file's content; isolated builds have another copy of the compiler each time."""
    try:
        with open(path or "", "rb") as f:
            return hashlib.sha256(f.read()).hexdigest()
    except OSError:
        return "none"


def _contents(paths: Sequence[str]) -> Dict[str, str]:
    return {path: _content(path, os.stat(path).st_mtime if os.path.exists(path) else 0.0) for path in paths}


def _read_depfile(path: str) -> List[str]:
    """Return the sources in a rule for make."""
    with open(path, encoding="utf-8", errors="surrogateescape") as f:
        text = f.read().replace("\\\n", " ")
    names = re.findall(r"(?:\\.|\$\$|[^\s\\])+", text.partition(": ")[2])
    return [re.sub(r"\\(.)", r"\1", name).replace("$$", "$") for name in names]


def _is_fresh(output: str, record: str, key: str) -> bool:
    try:
        with open(record, encoding="utf-8") as f:
            known = json.load(f)
        return os.path.exists(output) and known["key"] == key and known["sources"] == _contents(list(known["sources"]))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def build_module(source: str, output: str, flags: Sequence[str], force: bool = False) -> Optional[str]:
    """Compile a module unless what was made last time is what would be made now.

    Parameters
    ----------
    source, output : str
        The Python file and the extension module, beside which a file says what it was made of.
    flags : sequence of str
        The compiler's.
    force : bool
        Compile in any case.

    Returns
    -------
    str or None
        What the compiler said; None when there was nothing to do. CompileError has it when the compiler fails.
    """
    record, rule = output + ".json", output + ".d"
    try:
        key = _cache.digest(output, *flags, _cache.surroundings(_content, ()))
        if not force and _is_fresh(output, record, key):
            return None
        os.makedirs(os.path.dirname(output), exist_ok=True)
        status, _, said = _cache.run([*flags, "-o", output, "--depfile", rule], source)
    except FileNotFoundError as error:
        raise CompileError(f"{source} cannot be compiled: {error}") from None
    if status != 0:
        raise CompileError(f"pycc cannot compile {source}:\n{said.rstrip()}")
    sources = _contents(_read_depfile(rule))
    os.remove(rule)
    with open(record, "w", encoding="utf-8") as f:
        json.dump({"key": key, "sources": sources}, f)
    return said


def _is_refused(ext: PyccExtension) -> bool:
    """Is it the source that cannot be compiled, not the machine that lacks a C compiler?"""
    try:
        status, _, _ = _cache.run([flag for flag in ext.flags if flag.startswith("--")], ext.sources[0], "check")
    except FileNotFoundError:
        return False
    return status != 0


# ---- setuptools

def _build_ext_class(base: Any) -> Any:
    """Return a command that compiles pycc's extensions itself, and leaves others to the command that is there."""

    class build_ext(base):  # type: ignore[misc]
        of_pycc = True

        def run(self) -> None:
            self._in_place = self.inplace or getattr(self, "editable_mode", False)
            if self.parallel is None and all(isinstance(e, PyccExtension) for e in self.extensions):
                self.parallel = True
            super().run()

        def build_extension(self, ext: Any) -> None:
            if not isinstance(ext, PyccExtension):
                super().build_extension(ext)
                return
            target = os.environ.get("PYCC_TARGET") or ("native" if self._in_place else ext.target or "portable")
            made = os.path.join(self.get_finalized_command("build").build_base, "pycc", target, self.get_ext_filename(ext.name))
            try:
                said = build_module(ext.sources[0], made, [f"--target={target}", *ext.flags], bool(self.force))
            except CompileError:
                ext.optional = ext.optional and not _is_refused(ext)
                if ext.optional:
                    self._remove_old(ext)
                raise
            sys.stderr.write(said or "")
            path = self.get_ext_fullpath(ext.name)
            self.mkpath(os.path.dirname(path))
            shutil.copy2(made, path)  # the command's own copy leaves what is of the same second, or of another target

        def _remove_old(self, ext: PyccExtension) -> None:
            """Where a module stays Python, what an older source was compiled to must not be in its place."""
            for path in self._get_inplace_equivalent(self.get_finalized_command("build_py"), ext)[not self._in_place:]:
                if os.path.exists(path):
                    os.remove(path)

    return build_ext


def _read_table() -> Dict[str, Any]:
    """Return [tool.pycc] of pyproject.toml, names spelt as Python's."""
    try:
        import tomllib
    except ImportError:  # before Python 3.11
        try:
            from setuptools.compat.py310 import tomllib
        except ImportError:
            from setuptools.extern import tomli as tomllib
    with open("pyproject.toml", "rb") as f:
        table = tomllib.load(f).get("tool", {}).get("pycc", {})
    return {name.replace("-", "_"): value for name, value in table.items()}


def finalize(distribution: Any) -> None:
    """Do what setuptools' entry point is for: add the modules of [tool.pycc], and the command that compiles them."""
    extensions = list(distribution.ext_modules or ())
    table = _read_table() if os.path.exists("pyproject.toml") else {}
    if table:
        if not table.get("modules"):
            raise SetupError("[tool.pycc] in pyproject.toml has to say which modules: modules = [\"src/pkg/*.py\"]")
        try:
            found = pyccize(table.pop("modules"), **table)
        except TypeError as error:
            raise SetupError(f"[tool.pycc] in pyproject.toml: {error}") from None
        have = [e.name for e in extensions]
        distribution.ext_modules = extensions = [*extensions, *(e for e in found if e.name not in have)]
    base = distribution.get_command_class("build_ext")
    if any(isinstance(e, PyccExtension) for e in extensions) and not hasattr(base, "of_pycc"):
        distribution.cmdclass["build_ext"] = _build_ext_class(base)
