"""The size of a folder of compiled modules: what has not been used for longest is removed.

A module is used when it is loaded, which sets the time when its library was read last. Several processes may remove at once, and others
compile or load meanwhile: what is being compiled is locked and stays, and who finds a module gone compiles it.
"""
from __future__ import annotations

import os
import re
import time
from contextlib import contextmanager
from typing import Dict, Iterable, Iterator, List

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_LEFTOVER = 3600  # seconds after which a file on its way to another name was left by a process that died


def most() -> float:
    """Return the bytes that the cache may have: ``PYCC_CACHE_SIZE``, such as 500M, ``none`` or 1G by default."""
    given = os.environ.get("PYCC_CACHE_SIZE") or "1G"
    match = re.fullmatch(r"(\d+)([KMG]?)B?", given.strip(), re.I)
    if not match and given.strip().lower() != "none":
        raise ValueError(f"PYCC_CACHE_SIZE is {given!r}: a number of bytes, which K, M or G may follow, or none")
    return int(match[1]) * _UNITS[match[2].upper()] if match else float("inf")


@contextmanager
def locked(path: str, wait: bool = True) -> Iterator[bool]:
    """Hold the lock of a file that may be removed by who holds it; false without waiting where another one does."""
    import fcntl
    while True:
        with open(path, "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            except BlockingIOError:
                yield False
                return
            try:
                current = os.stat(path).st_ino == os.fstat(lock.fileno()).st_ino
            except FileNotFoundError:
                current = False
            if current:
                yield True
                return


def used(library: str) -> None:
    """Note that a module is in use."""
    try:
        os.utime(library, ns=(time.time_ns(), os.stat(library).st_mtime_ns))
    except OSError:
        pass  # it has been removed, and is loaded all the same


class _Entry:
    """The files of one module."""

    def __init__(self) -> None:
        self.paths: List[str] = []
        self.size, self.time = 0, 0.0

    def add(self, entry: os.DirEntry[str]) -> None:
        about = entry.stat(follow_symlinks=False)
        self.paths.append(entry.path)
        self.size += about.st_size
        if not entry.name.endswith(".lock"):
            self.time = max(self.time, about.st_atime)


def remove(paths: Iterable[str]) -> None:
    """Remove files, some of which may be gone."""
    for path in paths:
        try:
            os.unlink(path)
        except FileNotFoundError:
            pass


def _entries(folder: str) -> Dict[str, _Entry]:
    """Return the modules of a folder; leftovers are removed."""
    found: Dict[str, _Entry] = {}
    for entry in os.scandir(folder):
        base = re.match(r"\.?(.*\.[0-9a-f]{20})\.", entry.name)  # a dot: what its compilation is writing
        try:
            if base:
                found.setdefault(base[1], _Entry()).add(entry)
            elif entry.name.endswith(".tmp") and entry.stat().st_mtime < time.time() - _LEFTOVER:
                remove([entry.path])
        except FileNotFoundError:
            continue
    return found


def limit(base: str) -> None:
    """Remove what has not been used for longest, until the folder of a module, which stays, has 0.9 of what it may have."""
    bound = most()
    folder, own = os.path.split(base)
    entries = _entries(folder) if bound != float("inf") else {}
    total = sum(entry.size for entry in entries.values())
    if total <= bound:
        return
    for name, entry in sorted(entries.items(), key=lambda item: item[1].time):
        lock = os.path.join(folder, name + ".lock")
        if name != own and total > 0.9 * bound:
            with locked(lock, wait=False) as mine:
                if mine:
                    remove({*entry.paths, lock})
                    total -= entry.size
