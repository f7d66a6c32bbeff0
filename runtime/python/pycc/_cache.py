"""What compiled modules depend on, as keys; and compiled modules on disk, each under its key: found there, or compiled once.

Several processes may ask for one module: the first compiles under a lock, the others wait for it. The compiler renames
what it made at the end, so that a module is there whole or not at all.
"""
from __future__ import annotations

import functools
import hashlib
import importlib.machinery
import importlib.util
import os
import platform
import re
import shutil
import sys
import tempfile
import threading
from types import ModuleType
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _cache_limit, _find
from ._version import __version__

_ATTEMPTS = 3
_loading = threading.Lock()


class Refused(Exception):
    """The compiler's status was not 0; the text is what it printed."""


def folder() -> str:
    """Return the folder of the cache, made if need be; a temporary one where the user's cannot be written."""
    own = os.environ.get("PYCC_CACHE")
    base = own or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "pycc")
    spare = os.path.join(tempfile.gettempdir(), f"pycc-{os.getuid()}")
    for path in (os.path.join(base, "jit"), os.path.join(spare, "jit")):
        try:
            os.makedirs(path, mode=0o700, exist_ok=True)
        except OSError:
            continue
        if os.access(path, os.W_OK | os.X_OK) and os.stat(path).st_uid == os.getuid():
            return path
    raise OSError(f"no folder for compiled functions can be written: neither {base} nor {spare}; name one with PYCC_CACHE")


def _stamp(path: Optional[str]) -> str:
    """Return what changes when a file does."""
    try:
        about = os.stat(path or "")
    except OSError:
        return f"{path}: none"
    return f"{path} {about.st_ino} {about.st_size} {about.st_mtime_ns}"


def _processor() -> str:
    """Return what tells processors apart for -march=native."""
    try:
        with open("/proc/cpuinfo") as f:
            first = f.read(8192).split("\n\n")[0]
    except OSError:
        return platform.processor()
    return "\n".join(line for line in first.split("\n") if line.startswith(("model", "vendor", "flags", "Features", "CPU")))


@functools.lru_cache(maxsize=8)
def _surroundings(stamp: Callable[[Optional[str]], str], *variables: str) -> str:
    cc = (os.environ.get("CC") or "cc").split()
    parts = [__version__, sys.version, importlib.machinery.EXTENSION_SUFFIXES[0], np.__version__, _processor(),
             stamp(_find.compiler()), stamp(os.path.join(_find.resources(), "libpycc_rt.a")),
             _stamp(shutil.which(cc[0]) if cc else None), *variables]
    return "\0".join(parts)


def surroundings(stamp: Callable[[Optional[str]], str] = _stamp, places: Sequence[str] = ("PYCC", "PATH")) -> str:
    """Return what compiled modules depend on besides their text and flags: the compilers, the interpreter, the processor.

    ``stamp`` returns what changes when a file of the compiler's does; ``places`` are variables that say where files are.
    """
    return _surroundings(stamp, *(os.environ.get(name, "") for name in (*places, "CC", "CFLAGS", "LDFLAGS")))


def digest(*parts: str) -> str:
    """Return the name of all that something depends on."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:20]


def read_flags(fp: Optional[str] = None, overflow: Optional[str] = None, on_unknown: Optional[str] = None,
               bounds_check: bool = True, gpu: bool = False, flags: Sequence[str] = ()) -> List[str]:
    """Return the compiler's flags for the options that Python callers have."""
    chosen = [f"--{n}={v}" for n, v in (("fp", fp), ("overflow", overflow), ("on-unknown", on_unknown)) if v is not None]
    return [*chosen, *["--no-bounds-check"] * (not bounds_check), *["--gpu"] * gpu, *flags]


def read_options(who: str, options: Dict[str, Any]) -> List[str]:
    """Return the same of options by name; TypeError names those that there are not."""
    known = read_flags.__code__.co_varnames[:read_flags.__code__.co_argcount]
    unknown = [name for name in options if name not in known]
    if unknown:
        raise TypeError(f"{who} knows no {', '.join(unknown)}; options are {', '.join(known)}")
    return read_flags(**options)


def run(flags: Sequence[str], source: str, *command: str) -> Tuple[int, str, str]:
    """Run the compiler, or a command of its, on a source: status, output, messages."""
    import subprocess
    done = subprocess.run([_find.compiler(), *command, *flags, "--", source], stdin=subprocess.DEVNULL, capture_output=True,
                          encoding="utf-8", errors="replace", env=_find.environment())
    return done.returncode, done.stdout, done.stderr


class Job:
    """A module to be compiled.

    Parameters
    ----------
    stem : str
        The module's name.
    text : str
        Its source.
    path : str
        The file that messages and tracebacks name.
    flags : sequence of str
        The compiler's.
    package : str
        In which relative imports of the text begin.
    given : dict
        What the module's names hold as its text begins.
    """

    def __init__(self, stem: str, text: str, path: str, flags: Sequence[str], package: str = "",
                 given: Optional[Dict[str, Any]] = None) -> None:
        self.given = given or {}
        self.text, self.path, self.flags, self.package = text, path, list(flags), package
        place = path if os.path.exists(path) else ""  # a notebook's cells have another name in each process
        key = digest(text, place, *self.flags, surroundings())
        self.name = f"pycc_{key}.{stem}"
        self.base = os.path.join(folder(), f"{stem}.{key}")
        self.library = self.base + ".so"

    def ready(self) -> bool:
        """Is the module there, made of what its imports are now?"""
        if not os.path.exists(self.library):
            return False
        try:
            with open(self.base + ".imports", encoding="utf-8", errors="surrogateescape") as f:
                return all(_stamp(line.rsplit(" ", 3)[0]) == line for line in f.read().split("\n"))
        except OSError:
            return True

    def _note_imports(self, rule: str) -> None:
        """Keep the stamps of the files, besides the source, in a rule for make."""
        names = re.findall(r"(?:\\.|[^\s\\])+", rule)[2:]
        stamps = [_stamp(re.sub(r"\\(.)", r"\1", name).replace("$$", "$")) for name in names]
        path = self.base + ".imports"
        if stamps:
            with open(path, "w", encoding="utf-8", errors="surrogateescape") as f:
                f.write("\n".join(stamps))
        elif os.path.exists(path):
            os.unlink(path)

    def write_source(self) -> str:
        """Write the source beside the module; return its path."""
        path = self.base + ".py"
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape") as f:
            f.write(self.text)
        os.replace(temporary, path)
        return path

    def run(self, *arguments: str) -> Tuple[int, str, str]:
        """Run the compiler on the source: status, output, messages."""
        return run([*self.flags, *arguments], self.write_source())

    def build(self) -> None:
        """Compile the module unless it is there. Raises Refused."""
        if self.ready():
            return
        with _cache_limit.locked(self.base + ".lock"):
            if not self.ready():
                rule = self.base + ".d"
                status, _, messages = self.run("-q", f"--source-name={self.path}", "-o", self.library, f"--depfile={rule}")
                if status != 0:
                    raise Refused(messages)
                with open(rule, encoding="utf-8", errors="surrogateescape") as f:
                    self._note_imports(f.read())
                os.unlink(rule)
        _cache_limit.limit(self.base)

    def _load(self) -> ModuleType:
        loader = importlib.machinery.ExtensionFileLoader(self.name, self.library)
        spec = importlib.util.spec_from_file_location(self.name, self.library, loader=loader)
        assert spec is not None
        with _loading:
            module = importlib.util.module_from_spec(spec)
            if self.package:
                module.__package__ = self.package
                name = self.name.replace(".", "_")
                module.__spec__ = importlib.machinery.ModuleSpec(f"{self.package}.{name}", loader, origin=self.library)
            module.__dict__.update(self.given)
            sys.modules[self.name] = module
            try:
                loader.exec_module(module)
            except BaseException:
                del sys.modules[self.name]
                raise
        return module

    def module(self) -> ModuleType:
        """Return the module, compiled if need be; what is there but cannot be loaded is compiled anew."""
        for _ in range(_ATTEMPTS):
            self.build()
            _cache_limit.used(self.library)
            try:
                return self._load()
            except ImportError:  # damaged, or another process has made room meanwhile
                _cache_limit.remove([self.library])
        self.build()
        return self._load()

    def emit(self, stage: str) -> str:
        """Return what ``--emit`` prints."""
        with _cache_limit.locked(self.base + ".lock"):
            status, text, messages = self.run("-q", "--emit", stage)
        if status != 0:
            raise Refused(messages)
        return text
