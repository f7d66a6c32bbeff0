"""Notebooks in a real kernel, as Jupyter runs them: the magic, its completion, tracebacks with the cell's lines."""
from __future__ import annotations

import pathlib
import sys
from typing import Any, Iterator

import pytest

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="the pinned kernel runs on Python 3.11 and newer")

CELLS = {
    "load": "%load_ext pycc\nimport numpy as np, pycc",
    "jit": "@pycc.jit\ndef total(a):\n    s = 0.0\n    for x in a:\n        s += x\n    return s\ntotal(np.arange(4.0))",
    "magic": "%%pycc --explain\nfrom pycc import f64, prange\ndef twice(x: f64[:]):\n    for i in prange(len(x)):\n        x[i] = 2 * x[i]\n"
             "def at(x: f64[:], i: int):\n    y = 3 * x\n    return y[i]",
    "use": "a = np.arange(3.0)\ntwice(a)\nprint(a, at(a, 1))",
    "raises": "at(a, 7)",
    "refused": "%%pycc\nfrom pycc import f64\ndef f(x: f64[:]):\n    y = x\n    return y + 'a'",
    "option": "%%pycc --fp=fast -q\nfrom pycc import f64\ndef f(x: f64[:]):\n    return x.sum()",
    "after": "print(total(a), twice.signatures)",
}


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The notebook, run in a kernel that is still there."""
    import nbclient
    import nbformat
    from jupyter_client.kernelspec import KernelSpec
    place = tmp_path_factory.mktemp("notebook")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS.values()])
    client = nbclient.NotebookClient(notebook, allow_errors=True, timeout=120, resources={"metadata": {"path": str(place)}})
    manager = client.create_kernel_manager()
    manager._kernel_spec = KernelSpec(argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], display_name="Python", language="python")
    with client.setup_kernel(cwd=str(place)):
        for number, cell in enumerate(notebook.cells):
            client.execute_cell(cell, number)
        yield client


def output(kernel: Any, cell: str) -> str:
    """Everything that a cell printed, showed or raised."""
    import re
    texts = []
    for out in kernel.nb.cells[list(CELLS).index(cell)].outputs:
        texts.append(out.get("text", "") or out.get("data", {}).get("text/plain", "") or "\n".join(out.get("traceback", [])))
    return re.sub(r"\x1b\[[0-9;]*m", "", "".join(texts))


def test_values(kernel: Any) -> None:
    assert output(kernel, "load") == ""
    assert output(kernel, "jit") == "np.float64(6.0)"
    assert output(kernel, "use") == "[0. 2. 4.] 6.0\n"
    assert output(kernel, "after").startswith("6.0 ")


def test_explain(kernel: Any) -> None:
    assert "for i in prange(len(x)):" in output(kernel, "magic")


def test_traceback_shows_the_line_of_the_cell(kernel: Any) -> None:
    text = output(kernel, "raises")
    assert "IndexError" in text and "return y[i]" in text


def test_error_names_the_line_of_the_cell(kernel: Any) -> None:
    text = output(kernel, "refused")
    assert ":5:14: error:" in text and "return y + 'a'" in text


def test_options(kernel: Any) -> None:
    assert "error" not in output(kernel, "option").lower()


def complete(kernel: Any, text: str) -> list[str]:
    """What the kernel offers at the end of a text."""
    from jupyter_core.utils import run_sync

    async def ask() -> Any:
        return await kernel.kc.complete(text, reply=True, timeout=60)
    return run_sync(ask)()["content"]["matches"]


def test_completion(kernel: Any) -> None:
    assert "--explain" in complete(kernel, "%%pycc --ex")
    assert "--fallback" in complete(kernel, "%%pycc -q --fa")
    assert any(match.endswith("signatures") for match in complete(kernel, "twice.sig"))
