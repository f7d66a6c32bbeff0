"""Result types of operators and functions against NumPy and Python.

One module holds a function per operation and operand types; `pycc --emit types` says what each gives,
and the interpreter says what it should be. What the compiler accepts must agree; what it refuses must
be refused by the interpreter too, or stand in ``refused_on_purpose``.
"""
import math
import operator
import re
import warnings
from itertools import product

import numpy as np
import pytest

from harness import run_pycc

STRONG = {
    "bool_": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64,
    "f16": np.float16, "f32": np.float32, "f64": np.float64, "c64": np.complex64, "c128": np.complex128,
}
WEAK = {"bool": bool, "int": int, "float": float, "complex": complex}
TYPES = {**STRONG, **WEAK}
COMPLEX = {"c64", "c128", "complex"}

BINARY = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "&": operator.and_,
    "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}
UNARY = {"-": operator.neg, "+": operator.pos, "~": operator.invert, "not ": operator.not_}
NP_UNARY = """sqrt exp exp2 expm1 log log2 log10 log1p cbrt sin cos tan arcsin arccos arctan sinh cosh
    tanh arcsinh arccosh arctanh degrees radians rint fabs floor ceil trunc abs absolute square
    reciprocal sign conjugate real imag isnan isinf isfinite signbit logical_not negative positive
    invert""".split()
NP_BINARY = """arctan2 hypot fmod copysign nextafter logaddexp minimum maximum fmin fmax gcd lcm
    logical_and logical_or logical_xor heaviside add subtract multiply divide floor_divide remainder
    power bitwise_and bitwise_or bitwise_xor left_shift right_shift equal less greater_equal""".split()
MATH_UNARY = """sqrt exp expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh
    acosh atanh degrees radians fabs erf erfc gamma lgamma floor ceil trunc isnan isinf
    isfinite""".split()
MATH_BINARY = "atan2 hypot fmod copysign nextafter pow gcd lcm".split()
BUILTIN = {"abs": abs, "round": round, "int": int, "float": float, "bool": bool, "complex": complex}


def operations():
    """(source with x and y, function, number of operands)."""
    for text, fn in BINARY.items():
        yield f"x {text} y", fn, 2
    for text, fn in UNARY.items():
        yield f"{text}x", fn, 1
    for name in NP_UNARY:
        yield f"np.{name}(x)", getattr(np, name), 1
    for name in NP_BINARY:
        yield f"np.{name}(x, y)", getattr(np, name), 2
    for name in MATH_UNARY:
        yield f"math.{name}(x)", getattr(math, name), 1
    for name in MATH_BINARY:
        yield f"math.{name}(x, y)", getattr(math, name), 2
    for name, fn in BUILTIN.items():
        yield f"{name}(x)", fn, 1
    yield "divmod(x, y)", divmod, 2
    yield "pow(x, y)", pow, 2
    yield "np.where(x, x, y)", lambda x, y: np.where(x, x, y)[()], 2


CASES = [
    (text, fn, types)
    for text, fn, n in operations()
    for types in product(TYPES, repeat=n)
]


def type_name(value):
    if isinstance(value, tuple):
        return f"tuple[{', '.join(type_name(v) for v in value)}]"
    for name, cls in {**WEAK, **STRONG}.items():
        if type(value) is cls:
            return name
    return type(value).__name__


def interpreted(fn, types):
    """The result's type; "refused" when there is a TypeError."""
    for number in (1, 0, 2):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return type_name(fn(*(TYPES[t](number) for t in types)))
        except TypeError:
            return "refused"
        except (ValueError, ArithmeticError):
            continue
    return "raises"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Inferred result types, in the order of CASES."""
    path = tmp_path_factory.mktemp("rules") / "rules.py"
    lines = ["import math", "import numpy as np"]
    for i, (text, _, types) in enumerate(CASES):
        params = ", ".join(f"{p}: '{t}'" for p, t in zip("xy", types))
        lines += [f"def f{i}({params}):", f"    return {text}"]
    path.write_text("\n".join(lines) + "\n")
    done = run_pycc("--fallback", "--emit", "types", path)
    assert done.returncode == 0, done.stderr[-2000:]
    found = dict(re.findall(r"^\s+f(\d+)\(.*\) -> (.*)$", done.stdout, re.M))
    return ["refused" if found[str(i)] == "?" else found[str(i)] for i in range(len(CASES))]


def refused_on_purpose(text, types, want):
    """Operations that NumPy has and the compiler does not."""
    if "np.nextafter" in text and not set(types) - {"f16", "i8", "u8", "bool_", *WEAK}:
        return True
    if COMPLEX & set(types):  # ordered, rounded, or real functions of complex numbers
        return True
    return False


@pytest.mark.parametrize("operation", sorted({case[0] for case in CASES}))
def test_result_type(operation, compiled):
    wrong = []
    for (text, fn, types), got in zip(CASES, compiled):
        if text != operation:
            continue
        want = interpreted(fn, types)
        if got == want or want == "raises":
            continue
        if got == "refused" and refused_on_purpose(text, types, want):
            continue
        wrong.append(f"{text} of {', '.join(types)}: pycc {got}, interpreter {want}")
    assert not wrong, "\n".join(wrong)
