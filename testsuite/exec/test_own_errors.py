"""What pycc raises and the interpreter does not: no try statement of a program catches it. What NumPy raises is caught."""
from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from harness import compile_text

_U = np.uint64(2**63)
# name: parameters, expression, arguments
OWN = {
    "power": ("a: int, b: int", "a ** b", (2, -1)),
    "overflow": ("a: int", "a * a", (2**40,)),
    "complex_power": ("a: float, b: float", "a ** b", (-2.0, 0.5)),
    "to_int": ("x: float", "int(x)", (1e300,)),
    "floor": ("x: float", "math.floor(x)", (-1e300,)),
    "rounded": ("x: float", "round(x)", (1e300,)),
    "unsigned": ("u: u64", "int(u)", (_U,)),
    "unsigned_item": ("u: u64[:]", "u.tolist()[0]", (np.array([2**63], np.uint64),)),
    "unsigned_gcd": ("u: u64", "math.gcd(u, u)", (_U,)),
    "unsigned_range": ("u: u64", "[i for i in range(u, u)]", (_U,)),
    "unsigned_count": ("x: f64[:], u: u64", "[i for i, v in enumerate(x, u)]", (np.zeros(0), _U)),
    "unsigned_take": ("x: f64[:], u: u64", "np.take(x, u)", (np.ones(1), np.uint64(2**64 - 1))),
    "same_ints": ("a: int, b: int", "a is b", (1000, 1000)),
    "factorial": ("n: int", "math.factorial(n)", (21,)),
    "long_axis": ("n: int", "np.zeros((n, 0))", (2**49,)),
    "long_view": ("n: int", "np.broadcast_to(np.ones(1), (n,)).shape[0]", (2**49,)),
    "no_arrays": ("n: int", "np.array([np.zeros(3) for i in range(n)])", (0,)),
    "sum_of_no_arrays": ("n: int", "sum([np.zeros(3) for i in range(n)])", (0,)),
    "cross": ("x: f64[:]", "np.cross(x, x)", (np.ones(2),)),
    "along": ("x: f64[:, :], i: i64[:, :]", "np.put_along_axis(x, i, 5.0, 1)", (np.ones((2, 2)), np.array([[0, 1]]))),
}
REAL = {
    "too_large": ("n: int", "np.zeros(n)", (2**49,), "MemoryError"),
    "far_too_large": ("n: int", "np.zeros(n)", (2**62,), "ValueError"),
    "arange": ("x: float", "np.arange(x)", (1e300,), "ValueError"),
    "arange_nan": ("x: float", "np.arange(x)", (np.nan,), "ValueError"),
    "infinite": ("x: float", "int(x)", (np.inf,), "OverflowError"),
    "not_stored": ("x: i64[:], v: float", "x.fill(v)", (np.zeros(1, int), 1e300), "OverflowError"),
    "tuple_item": ("u: u64", "(1, 2)[u]", (_U,), "IndexError"),
    "domain": ("x: float", "math.log(x)", (-1.0,), "ValueError"),
}
LIBRARY = """
def cond(a: f64[:, :]) -> float:
    try:
        return float(np.linalg.cond(a))
    except TypeError:
        return -1.0
"""


def text_of(name: str, parameters: str, expression: str, args: tuple, catches: str = "Exception") -> str:
    return (f"def {name}({parameters}) -> int:\n    try:\n        {expression}\n    except {catches}:\n        return -1\n"
            "    finally:\n        pass\n    return 1\n")


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, dict]:
    """The functions compiled, and as the interpreter has them."""
    text = "import cmath\nimport math\nimport numpy as np\nfrom pycc import f64, i64, u64\n" + LIBRARY
    text += "".join(text_of(name, *case) for name, case in (OWN | REAL).items())
    scope: dict = {}
    exec(compile(text, "own", "exec", dont_inherit=True), scope)
    return compile_text(text, tmp_path_factory.mktemp("own"), "-O0", name="own"), scope


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", OWN)
def test_own_is_not_caught(tried: tuple[ModuleType, dict], name: str) -> None:
    """The interpreter goes on: compiled code says that it cannot, and does not take the handler's way."""
    args = OWN[name][2]
    with pytest.raises((ValueError, OverflowError)) as caught:
        getattr(tried[0], name)(*args)
    assert str(caught.value).isprintable()
    assert tried[1][name](*args) == 1


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", REAL)
def test_real_is_caught(tried: tuple[ModuleType, dict], name: str) -> None:
    """What both raise is caught by both, by its class too."""
    args = REAL[name][2]
    assert getattr(tried[0], name)(*args) == tried[1][name](*args) == -1


def test_wrong_result_is_not_caught(tried: tuple[ModuleType, dict], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a function of NumPy that gives another type than the compiler expects."""
    monkeypatch.setattr(np.linalg, "cond", lambda x: np.zeros((2, 2)))
    with pytest.raises(TypeError, match="gave another type"):
        tried[0].cond(np.eye(2))
    monkeypatch.undo()
    assert tried[0].cond(np.eye(2)) == 1.0
