"""What devices did: ``with pycc.profile() as p: ...`` and then ``print(p)``.

Compiled modules count always (runtime/device/device_profile.c) and tell it as JSON; a profile is the
difference between two readings, added up over the modules.
"""
from __future__ import annotations

import html
import json
import string
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Dict, List, Optional, Tuple, Type, Union

from .places import _devices, _state

PHASES = ("bind", "build", "gather", "upload", "compute", "download", "scatter", "wait")
_COLOURS = dict(zip(PHASES, ("#9e9e9e", "#795548", "#c0ca33", "#1e88e5", "#e53935", "#43a047", "#fdd835", "#e0e0e0")))


@dataclass(frozen=True)
class Fallback:
    """Calls of a nest that stayed on the host.

    Attributes
    ----------
    nest, file : str
        Its name in generated code, and the source.
    line : int
        Of the source.
    why : str
        The reason, in words.
    count : int
        How often.
    """

    nest: str
    file: str
    line: int
    why: str
    count: int

    def __str__(self) -> str:
        times = "once" if self.count == 1 else f"{self.count} times"
        return f"{Path(self.file).name}:{self.line} {self.nest}, {times}: {self.why}"


@dataclass(frozen=True)
class Forecast:
    """What calls of a nest were expected to cost, all of them together.

    Attributes
    ----------
    nest, file : str
        Its name in generated code, and the source.
    line : int
        Of the source.
    host, device, moving : float
        Seconds on the host's threads; on the device with transfers; the transfers alone.
    up, down : int
        Bytes to be moved to the device, and back.
    pays : int
        For how many of the calls the device was found to be faster.
    count : int
        How many calls.
    """

    nest: str
    file: str
    line: int
    host: float
    device: float
    moving: float
    up: int
    down: int
    pays: int
    count: int

    def __str__(self) -> str:
        calls = "" if self.count == 1 else f", {self.count} calls"
        if self.pays in (0, self.count):
            better = "the device" if self.pays else "the host"
        else:
            better = f"the device {'once' if self.pays == 1 else f'{self.pays} times'}"
        return (f"{Path(self.file).name}:{self.line} {self.nest}{calls}: {_seconds(self.host)} on the host, "
                f"{_seconds(self.device)} on the device ({_seconds(self.moving)} of it to move {_bytes(self.up)} there and "
                f"{_bytes(self.down)} back): {better} is faster")


@dataclass(frozen=True)
class Span:
    """A stretch of time: phase, begin and end in seconds of the profile, what it was about, bytes moved."""

    phase: str
    begin: float
    end: float
    label: str
    bytes: int


def _bytes(n: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if n < 1000 or unit == "GB":
            return f"{n:.0f} {unit}" if unit == "B" else f"{n:.3g} {unit}" if n < 1000 else f"{n:.0f} {unit}"
        n /= 1000
    raise AssertionError


def _seconds(s: float) -> str:
    return f"{s:.3g} s" if s >= 1 else f"{s * 1e3:.3g} ms" if s >= 1e-3 else f"{s * 1e6:.3g} us"


def _read() -> Dict[int, Dict[str, Any]]:
    """Return what each module with code for devices tells, by its key."""
    return {d["key"]: json.loads(d["profile"](), strict=False) for d in _devices()}


def _keep(spans: bool, kernels: bool, on: bool) -> None:
    for d in _devices():
        d["keep"](spans, kernels, on)


def _counted(rows: List[Dict[str, Any]], before: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """Return the rows that were counted since, with how often, and what numbers were added to theirs."""
    def key(row: Dict[str, Any]) -> Tuple:
        return row["nest"], row["file"], row["line"], row.get("why")
    had = {key(row): row for row in before}

    def since(row: Dict[str, Any]) -> Dict[str, Any]:
        old = had.get(key(row), {})
        return {name: value - old.get(name, 0) if name not in ("line", "file", "nest", "why") else value
                for name, value in row.items()}
    return [row for row in map(since, rows) if row["count"] > 0]


class Profile:
    """What devices did between the beginning and the end of a ``with`` block; inside of it, so far.

    Made by :func:`profile`.

    Attributes
    ----------
    device : str or None
        Name of the device; None when none was opened.
    launches, nests, tiles : int
        Kernels launched, nests that ran on the device, parts of nests that did not fit as a whole.
    builds, hits_memory, hits_disk : int
        Kernels built from source, found in memory, found on disk.
    bytes_up, bytes_down, bytes_moved : int
        Moved to the device, back, and both.
    needed_up, needed_down, bytes_needed : int
        The bytes of the elements that nests read and did not find there, wrote, and both.
    whole_up, whole_down, bytes_whole : int
        What it would have been if each nest took whole arrays with it and back.
    seconds : dict of str to float
        For each phase: ``bind``, ``build``, ``gather``, ``upload``, ``compute``, ``download``,
        ``scatter``, ``wait``. Phases overlap.
    fallbacks : tuple of Fallback
        Nests that stayed on the host, and why.
    forecasts : tuple of Forecast
        For nests that were free to run on either side.
    spans : tuple of Span
        The time line.
    """

    def __init__(self) -> None:
        self._before: Dict[int, Dict[str, Any]] = {}
        self._after: Optional[Dict[int, Dict[str, Any]]] = None
        self._start = time.monotonic_ns()

    def __enter__(self) -> "Profile":
        self._after = None
        state = _state()
        state.profiles = getattr(state, "profiles", 0) + 1  # type: ignore[attr-defined]
        _keep(True, False, True)
        self._before = _read()
        self._start = time.monotonic_ns()
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        self._after = _read()
        _state().profiles -= 1  # type: ignore[attr-defined]
        _keep(True, False, False)

    # ---- the difference of two readings

    def _readings(self) -> List[Tuple[Dict[str, Any], Dict[str, Any]]]:
        """Return (now or at the end, before) for each module."""
        nothing: Dict[str, Any] = {"counts": {}, "seconds": {}, "fallbacks": [], "forecasts": []}
        after = _read() if self._after is None else self._after
        return [(told, self._before.get(key, nothing)) for key, told in after.items()]

    def _difference(self, part: str, name: str) -> Any:
        return sum(told[part].get(name, 0) - before[part].get(name, 0) for told, before in self._readings())

    def __getattr__(self, name: str) -> int:
        if name in ("launches", "nests", "tiles", "builds", "hits_memory", "hits_disk", "bytes_up", "bytes_down",
                    "needed_up", "needed_down", "whole_up", "whole_down"):
            return self._difference("counts", name)
        raise AttributeError(f"'Profile' object has no attribute '{name}'")

    @property
    def bytes_moved(self) -> int:
        return self.bytes_up + self.bytes_down

    @property
    def bytes_needed(self) -> int:
        return self.needed_up + self.needed_down

    @property
    def bytes_whole(self) -> int:
        return self.whole_up + self.whole_down

    @property
    def device(self) -> Optional[str]:
        return next((told["device"] for told, _ in self._readings() if told["device"]), None)

    @property
    def seconds(self) -> Dict[str, float]:
        return {phase: float(self._difference("seconds", phase)) for phase in PHASES}

    @property
    def fallbacks(self) -> Tuple[Fallback, ...]:
        return tuple(Fallback(**row) for told, before in self._readings()
                     for row in _counted(told["fallbacks"], before["fallbacks"]))

    @property
    def forecasts(self) -> Tuple[Forecast, ...]:
        rows = (row for told, before in self._readings() for row in _counted(told["forecasts"], before["forecasts"]))
        return tuple(Forecast(**row) for row in rows)

    @property
    def spans(self) -> Tuple[Span, ...]:
        rows = sorted((row for told, _ in self._readings() for row in told["spans"]), key=lambda row: row[1])
        return tuple(Span(phase, (begin - self._start) * 1e-9, (end - self._start) * 1e-9, label, moved)
                     for phase, begin, end, label, moved in rows if begin >= self._start)

    # ---- words and pictures

    def __str__(self) -> str:
        lines = [f"device: {self.device or 'none'}",
                 f"launches: {self.launches} for {self.nests} nests" +
                 (f", {self.tiles} of them tiles" if self.tiles else ""),
                 f"kernels: {self.builds} built, {self.hits_memory} from memory, {self.hits_disk} from disk",
                 f"{'bytes':12}{'moved':>10}{'needed':>10}{'whole arrays':>14}"]
        for label, way in (("to the device", "up"), ("and back", "down")):
            moved, needed, whole = (_bytes(getattr(self, f"{kind}_{way}")) for kind in ("bytes", "needed", "whole"))
            lines.append(f"  {label:13}{moved:>7}{needed:>10}{whole:>14}")
        spent = [f"{phase} {_seconds(s)}" for phase, s in self.seconds.items() if s > 0]
        lines.append("time: " + (", ".join(spent) or "none"))
        for title, rows in (("on the host:", self.fallbacks), ("forecasts:", self.forecasts)):
            lines += [title, *(f"  {row}" for row in rows)] if rows else []
        return "\n".join(lines)

    __repr__ = object.__repr__

    def timeline(self, path: Union[str, "Path"]) -> None:
        """Write the time line as a web page with a picture (SVG): one row per phase, a box per span.

        Parameters
        ----------
        path : str or Path
            Of the HTML file.
        """
        template = string.Template((Path(__file__).parent / "timeline.html").read_text())
        spans = self.spans
        Path(path).write_text(template.substitute(
            device=html.escape(self.device or "no device"), report=html.escape(str(self)), picture=_picture(spans)))


def _picture(spans: Tuple[Span, ...]) -> str:
    """Draw spans as an SVG."""
    width, left, row = 1000, 90, 26
    first = min((s.begin for s in spans), default=0.0)
    length = max((s.end for s in spans), default=0.0) - first or 1e-6
    used = [phase for phase in PHASES if any(s.phase == phase for s in spans)]
    parts = [f'<text x="0" y="{row * i + 17}">{phase}</text>'
             f'<line x1="{left}" x2="{left + width}" y1="{row * (i + 1)}" y2="{row * (i + 1)}"/>'
             for i, phase in enumerate(used)]
    for s in spans:
        x, w = left + width * (s.begin - first) / length, max(width * (s.end - s.begin) / length, 0.5)
        about = f"{s.label} {s.phase}: {_seconds(s.end - s.begin)}" + (f", {_bytes(s.bytes)}" if s.bytes else "")
        parts.append(f'<rect x="{x:.2f}" y="{row * used.index(s.phase) + 3}" width="{w:.2f}" height="{row - 6}" '
                     f'fill="{_COLOURS[s.phase]}"><title>{html.escape(about)}</title></rect>')
    bottom = row * len(used)
    parts += [f'<text class="tick" x="{left + width * i / 5:.0f}" y="{bottom + 16}">{_seconds(length * i / 5)}</text>'
              for i in range(6)]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 60} {bottom + 24}">'
            f'{"".join(parts)}</svg>')


def profile() -> Profile:
    """Watch what devices do while compiled functions run.

    Returns
    -------
    Profile
        A context manager; it describes what happens inside of its block, and ``print`` shows it.

    Examples
    --------
    >>> with profile() as p:
    ...     pass
    >>> p.launches
    0
    """
    return Profile()


@dataclass(frozen=True)
class Kernel:
    """One launch.

    Attributes
    ----------
    nest, file : str
        Its name in generated code, and the source.
    line : int
        Of the source.
    global_size : tuple of int
        Work-items in each dimension.
    local_size : tuple of int or None
        Of a work-group; None: the driver chooses.
    text : str
        All that the device's compiler reads.
    """

    nest: str
    file: str
    line: int
    global_size: Tuple[int, ...]
    local_size: Optional[Tuple[int, ...]]
    text: str

    def __str__(self) -> str:
        groups = f" in groups of {self.local_size}" if self.local_size else ""
        return f"// {Path(self.file).name}:{self.line} {self.nest}: {self.global_size} work-items{groups}\n{self.text}"


class Kernels(Tuple[Kernel, ...]):
    """The launches of a call, in order; ``print`` shows them. ``fallbacks`` are the nests without one."""

    fallbacks: Tuple[Fallback, ...] = ()

    def __str__(self) -> str:
        return "\n\n".join([*map(str, self), *(f"// on the host: {f}" for f in self.fallbacks)]) or "// no nests"

    __repr__ = __str__


class Forecasts(Tuple[Forecast, ...]):
    """The forecasts of a call, nest by nest; ``print`` shows them. ``fallbacks`` are the nests that stay on the host."""

    fallbacks: Tuple[Fallback, ...] = ()

    def __str__(self) -> str:
        foreseen = {(f.nest, f.line) for f in self}
        others = (f for f in self.fallbacks if (f.nest, f.line) not in foreseen)
        return "\n".join([*map(str, self), *(f"{f}" for f in others)]) or "no nests"

    __repr__ = __str__


def forecasts_of(run: Any) -> Forecasts:
    """Return what ``run()`` is expected to cost on either side."""
    _keep(False, True, True)
    try:
        with profile() as p:
            run()
    finally:
        _keep(False, True, False)
    found = Forecasts(p.forecasts)
    found.fallbacks = p.fallbacks
    return found


def kernels_of(run: Any) -> Kernels:
    """Return what ``run()`` launches; the caller has made it run on the device."""
    _keep(False, True, True)
    try:
        before = {key: len(told["kernels"]) for key, told in _read().items()}
        with profile() as p:
            run()
        rows = [row for key, told in _read().items() for row in told["kernels"][before.get(key, 0):]]
    finally:
        _keep(False, True, False)
    found = Kernels(Kernel(row["nest"], row["file"], row["line"], tuple(row["global"]),
                           tuple(row["local"]) if row["local"] else None, row["text"]) for row in rows)
    found.fallbacks = p.fallbacks
    return found
