"""Compiles the glue for the interpreter that runs this file, where pycc was installed from a wheel.

usage: build_glue.py                       prints "MINOR SUFFIX": the interpreter's 3.N and the ending of modules' names
       build_glue.py FOLDER CC [WORD...]   makes FOLDER with libpycc_rt.a, and `flags` that this C compiler needs
       build_glue.py --check CC [WORD...]  names what this C compiler lacks

Processes that want the same folder wait for the first one of them; the folder appears whole or not at all.
"""
from __future__ import annotations

import importlib.machinery
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
RESOURCES = os.path.dirname(HERE)
FLAGS = ["-std=gnu11", "-O2", "-fPIC", "-fno-semantic-interposition", "-fopenmp", "-fwrapv", "-fvisibility=hidden", "-w"]

# What may be missing, and how to get it: Debian, Fedora, macOS, conda.
MISSING = {
    "Python.h": ("apt install python3-dev", "dnf install python3-devel", "brew install python", "conda install python"),
    "NumPy 2 in this environment": ("python3 -m pip install 'numpy>=2'", "python3 -m pip install 'numpy>=2'",
                                    "python3 -m pip install 'numpy>=2'", "conda install 'numpy>=2'"),
    "OpenMP for the C compiler": ("apt install gcc libgomp1, or libomp-dev for clang", "dnf install libgomp, or libomp-devel for clang",
                                  "brew install libomp", "conda install c-compiler"),
    "a C compiler": ("apt install gcc libc6-dev", "dnf install gcc", "xcode-select --install", "conda install c-compiler"),
}


class Missing(Exception):
    """Something that must be installed first: a key of MISSING, and what was seen."""

    def __str__(self) -> str:
        thing, seen = self.args
        how = "; ".join(map(": ".join, zip(("Debian", "Fedora", "macOS", "conda"), MISSING[thing])))
        return f"{thing} is missing{' (' + seen + ')' if seen else ''}: install it ({how})"


def run(*command: str) -> tuple[int, str]:
    """Run a command; return its status and all that it printed."""
    import subprocess
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    except OSError as e:
        raise Missing("a C compiler", f"{command[0]}: {e.strerror}") from None
    return done.returncode, done.stdout


def includes() -> list[str]:
    """Return the folders of headers, or say which are missing."""
    import sysconfig
    python = sysconfig.get_path("include")
    if not os.path.isfile(os.path.join(python, "Python.h")):
        raise Missing("Python.h", python)
    try:
        import numpy
    except ImportError:
        raise Missing("NumPy 2 in this environment", sys.executable) from None
    if int(numpy.__version__.split(".")[0]) < 2:
        raise Missing("NumPy 2 in this environment", "here it is " + numpy.__version__)
    return [HERE, os.path.join(RESOURCES, "include"), python, numpy.get_include()]


def check_compiler(cc: list[str], folder: str) -> None:
    """Does it compile and link anything, and with OpenMP?"""
    source, output = os.path.join(folder, "probe.c"), os.path.join(folder, "probe.so")
    for thing, text, flags in (("a C compiler", "#include <stdlib.h>\n", []),
                               ("OpenMP for the C compiler", "#include <omp.h>\nint f(void) { return omp_get_max_threads(); }\n", ["-fopenmp"])):
        with open(source, "w") as f:
            f.write(text)
        status, said = run(*cc, "-shared", "-fPIC", *flags, source, "-o", output)
        if status != 0:
            raise Missing(thing, next((line.strip() for line in said.splitlines() if "error" in line or "cannot" in line), " ".join(cc)))


def version_flags(cc: list[str]) -> str:
    """Return flags for what is known of this compiler: those of backend/CMakeLists.txt."""
    status, said = run(*cc, "-dM", "-E", "-x", "c", os.devnull)
    macros = dict(line.split()[1:3] for line in said.splitlines() if len(line.split()) == 3)
    version = (int(macros.get("__GNUC__", 0)), int(macros.get("__GNUC_MINOR__", 0)))
    if status != 0 or "__clang__" in macros or "__x86_64__" not in macros:
        return ""
    spared = (" -fno-split-paths -fno-split-loops -fno-unswitch-loops -fno-version-loops-for-strides"
              " -fno-loop-interchange -fno-loop-unroll-and-jam")
    narrow = " -mmove-max=128 -mstore-max=128 -DPYCC_NARROW_MOVES"
    return "-fno-schedule-insns2" + spared * (version >= (12, 0)) + narrow * ((12, 0) <= version < (12, 3))


def compile_all(cc: list[str], folder: str) -> None:
    """Compile the glue into the folder and put it into an archive with the rest of the run time."""
    import shutil
    from concurrent.futures import ThreadPoolExecutor
    check_compiler(cc, folder)
    flags = FLAGS + ["-I" + path for path in includes()]
    names = sorted(name[:-2] for name in os.listdir(HERE) if name.endswith(".c"))
    objects = [os.path.join(folder, name + ".o") for name in names]

    def compile_one(name: str, output: str) -> tuple[int, str]:
        return run(*cc, *flags, "-c", os.path.join(HERE, name + ".c"), "-o", output)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for status, said in pool.map(compile_one, names, objects):
            if status != 0:
                raise RuntimeError("the C compiler cannot compile the run time:\n" + said)
    archive = os.path.join(folder, "libpycc_rt.a")
    shutil.copyfile(os.path.join(RESOURCES, "libpycc_host.a"), archive)
    status, said = run(run(*cc, "-print-prog-name=ar")[1].strip() or "ar", "rs", archive, *objects)
    if status != 0:
        raise RuntimeError("ar failed:\n" + said)
    with open(os.path.join(folder, "flags"), "w") as f:
        f.write(version_flags(cc))
    for path in [*objects, os.path.join(folder, "probe.c"), os.path.join(folder, "probe.so")]:
        os.remove(path)


def build(folder: str, cc: list[str]) -> None:
    """Make the folder, unless another process has just made it."""
    import fcntl
    import shutil
    import tempfile
    import time
    os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
    with open(folder + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.path.exists(os.path.join(folder, "libpycc_rt.a")):
            return
        print(f"pycc: compiling the run time for Python {sys.version_info[0]}.{sys.version_info[1]} with {cc[0]}, once ...",
              end="", file=sys.stderr, flush=True)
        start, ending = time.monotonic(), ""
        made = tempfile.mkdtemp(prefix=os.path.basename(folder) + ".", dir=os.path.dirname(folder))
        try:
            compile_all(cc, made)
            shutil.rmtree(folder, ignore_errors=True)
            os.rename(made, folder)
            ending = f" {time.monotonic() - start:.1f} s, in {folder}"
        finally:
            shutil.rmtree(made, ignore_errors=True)
            print(ending, file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Return the exit status."""
    if not arguments:
        print(sys.version_info[1], importlib.machinery.EXTENSION_SUFFIXES[0])
        return 0
    try:
        if arguments[0] == "--check":
            import tempfile
            with tempfile.TemporaryDirectory() as folder:
                check_compiler(arguments[1:], folder)
            return 0
        build(arguments[0], arguments[1:])
    except (Missing, RuntimeError) as e:
        print(f"pycc: error: {e}", file=sys.stderr)
        return 1
    except OSError as e:
        print(f"pycc: error: the run time cannot be compiled: {e}; name a folder that can be written with PYCC_CACHE", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
