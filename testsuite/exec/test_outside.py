"""Statements that call what only Python knows: logging, warnings, mocks."""
import types
import warnings
from types import ModuleType
from typing import Any, List

import pytest

from harness import O1, compile_text_once, shared_folder

SOURCE = '''
import time
import warnings
from unittest import mock
from warnings import warn

record = mock.Mock()
nested = mock.Mock()


def plain(n: int) -> int:
    record("start")
    for i in range(n):
        record.step(i, i * 0.5, i > 1, f"{i} of {n}")
    record.done()
    return n


def keywords(n: int) -> int:
    record.log("%d and %s", n, str(n), extra=None, level=n + 1, kind=ValueError, where=time.sleep)
    if n > 2:
        nested.inner.deep(n)
    return n


def own_import(n: int) -> int:
    import warnings as w
    from time import sleep
    w.warn("of an import here", UserWarning, stacklevel=1)
    sleep(n * 1e-6)
    return n


def warned(n: int) -> int:
    warn(f"{n} is too small", RuntimeWarning)
    warnings.warn("again")
    return n


def raised(n: int) -> int:
    try:
        time.sleep(-n)
    except ValueError as e:
        record(str(e))
        return -1
    return n


def uncaught(n: int) -> int:
    time.sleep("a" * n)
    return n


def hidden(record: int) -> int:
    time = record + 1
    return time
'''


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The compiled module."""
    folder = shared_folder(tmp_path_factory, "outside")
    return compile_text_once(SOURCE, folder, O1, name="outside")


def seen(module: Any, name: str, n: int) -> List[Any]:
    """What a call does: its result or exception, the calls of mocks, the warnings."""
    module.record.reset_mock()
    module.nested.reset_mock()
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            result = getattr(module, name)(n)
        except TypeError as e:
            result = str(e)
    kept = [tuple(c) for m in (module.record, module.nested) for c in m.mock_calls]
    return [result, kept, [(str(w.message), w.category) for w in given]]


@pytest.mark.parametrize("n", [0, 1, 3])
@pytest.mark.parametrize("name", ["plain", "keywords", "own_import", "warned", "raised", "uncaught", "hidden"])
def test_outside(compiled: ModuleType, name: str, n: int) -> None:
    """Python sees the calls that the interpreter makes."""
    module = types.ModuleType("interpreted")
    exec(SOURCE, vars(module))
    assert seen(compiled, name, n) == seen(module, name, n)
    assert type(getattr(compiled, name)).__module__ == "pycc"
