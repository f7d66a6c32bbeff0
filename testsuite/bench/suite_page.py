"""The HTML page of the suite: bars with their spread, a roofline, the table, versions, reasons."""
from __future__ import annotations

import importlib.metadata
import io
import os
import platform
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
import matplotlib

import peers
from bench_suite import mean, reached

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from bench_suite import Suite

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of its backend)

COLOURS = {"numpy": "#4878a8", "C": "#555555", "numba": "#6aa84f", "pythran": "#c27c28", "pycc": "#b03060"}
REASONS = {
    # program -> why another is faster there
    "lu": "A product of two short vectors for each (i, j), one of them a column: as many loads as elements, for Pythran "
          "as for pycc. The lower half is a recurrence; the upper half is not yet seen to be one parallel loop per row, "
          "as the shapes of its vectors are compared inside.",
    "syrk": "One short statement on a part of a row for each (i, k), reading a column: as many loads as elements, for "
            "Pythran as for pycc, which does not exchange k with the statement's own loop past the questions before it.",
    "spmv": "On one thread: pycc looks at all indices of a row before it uses them (IndexError, negative indices); "
            "Pythran does not check.",
}


def svg(figure: Figure) -> str:
    """A figure as a piece of HTML."""
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight")
    plt.close(figure)
    return text.getvalue()[text.getvalue().index("<svg"):]


def bars(suite: Suite) -> str:
    """How many times pycc's time the others take; the lines reach from the lowest to the highest round."""
    names = [n for n in suite.given.program if suite.median(n, "pycc")]
    engines = [e for e in COLOURS if e != "pycc"]
    figure, axes = plt.subplots(figsize=(9, 0.42 * len(names) + 1))
    height = 0.8 / len(engines)
    for k, engine in enumerate(engines):
        for i, name in enumerate(names):
            own, times = suite.median(name, "pycc"), suite.seconds.get((name, engine))
            if times:
                y = i + (k - len(engines) / 2 + 0.5) * height
                ratio = suite.ratio(name, engine)
                axes.barh(y, ratio, height, color=COLOURS[engine], label=engine if i == 0 else None)
                axes.plot([min(times) / own, max(times) / own], [y, y], color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.axvline(1.0, color=COLOURS["pycc"])
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("times pycc's time (right of the line: pycc is faster)")
    handles = [plt.Rectangle((0, 0), 1, 1, color=COLOURS[e]) for e in engines]
    axes.legend(handles, engines, loc="lower right")
    return svg(figure)


def roofline(suite: Suite) -> str:
    """pycc's programs under this machine's measured bandwidth and multiply-add rate."""
    bandwidth, peak = suite.machine["bandwidth"], suite.machine["flops"]
    figure, axes = plt.subplots(figsize=(9, 5))
    knee = peak / bandwidth
    axes.plot([1e-2, knee, 1e3], [1e-2 * bandwidth / 1e9, peak / 1e9, peak / 1e9], color="black")
    for name in suite.given.program:
        if suite.median(name, "pycc"):
            flops, moved = reached(suite, name)
            axes.plot(flops / moved, flops / 1e9, "o", color=COLOURS["pycc"], markersize=4)
            axes.annotate(name, (flops / moved, flops / 1e9), fontsize=7, xytext=(3, 2), textcoords="offset points")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("operations per byte that must move")
    axes.set_ylabel("10^9 operations per second")
    return svg(figure)


def version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def processor() -> str:
    """What the kernel calls the processor."""
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def versions() -> dict[str, str]:
    """What was measured, on what."""
    first = lambda *command: subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]
    return {"Python": platform.python_version(), **{d: version(d) for d in ("numpy", "numba", "pythran", "scipy")},
            "pycc": first(str(peers.PYCC), "--version"), "C compiler": first("gcc", "--version"),
            "processor": f"{processor()}, {os.cpu_count()} cores"}


def write(suite: Suite, page: Path) -> None:
    """Writes the page whole or not at all."""
    names = suite.given.program
    engines = ("numpy", "C", "numba", "pythran")
    text = lambda x: "" if x is None else f"{x:.2f}"
    rows = [{"name": n, "ms": text(1e3 * (suite.median(n, "pycc") or float("nan"))),
             "ratios": [{"text": text(suite.ratio(n, e)), "slow": (suite.ratio(n, e) or 1) < 1} for e in engines],
             "reason": REASONS.get(n, "")} for n in names]
    ratios = [r for r in (suite.ratio(n, "numpy") for n in names) if r]
    behind = [r for r in (suite.behind(n) for n in names) if r]
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True)
    html = environment.get_template("suite_page.html.j2").render(
        bars=bars(suite), roofline=roofline(suite), rows=rows, engines=engines, given=suite.given,
        mean_numpy=f"{mean(ratios):.2f}", mean_best=f"{mean(behind):.2f}", failed=sorted(suite.failed.items()),
        wrong=suite.wrong, versions=versions(),
        bandwidth=f"{suite.machine['bandwidth'] / 1e9:.1f}", peak=f"{suite.machine['flops'] / 1e9:.1f}")
    page.parent.mkdir(parents=True, exist_ok=True)
    whole = page.with_name(page.name + ".new")
    whole.write_text(html)
    whole.replace(page)
