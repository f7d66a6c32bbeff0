"""What generated programs are made of: operators, functions and parts of arrays as formats, kinds of values, samples."""
from __future__ import annotations

import signal
from typing import Any, Callable

import numpy as np

DTYPES = {"f64": np.float64, "f32": np.float32, "i64": np.int64, "i32": np.int32, "i16": np.int16, "i8": np.int8,
          "u64": np.uint64, "u32": np.uint32, "u16": np.uint16, "u8": np.uint8, "bool_": np.bool_,
          "c128": np.complex128, "c64": np.complex64}
NAMES = {np.dtype(t): n for n, t in DTYPES.items()}
COMMON = ["f64", "f64", "f64", "i64", "i64", "i64", "f32", "i32", *DTYPES]
HEAD = f"import math\n\nimport numpy as np\n\nfrom pycc import prange, {', '.join(DTYPES)}\n\n\n"

INTS = ["0", "1", "2", "3", "-1", "-2", "5", "7", "10", "127", "255", "-128", "65535", "2**31", "-2**31", "2**40", "2**62"]
FLOATS = ["0.0", "-0.0", "0.5", "1.0", "1.5", "-2.0", "3.0", "0.25", "-0.75", "100.0", "1e-3", "1e300"]
BINARY = ["{} + {}", "{} - {}", "{} * {}", "{} + {}", "{} - {}", "{} * {}", "{} / {}", "{} // {}", "{} % {}", "{} & {}",
          "{} | {}", "{} ^ {}", "{} ** 2", "{} >> ({} & 7)", "{} << ({} & 7)", "{} ** ({} % 4)"]
COMPARE = ["{} < {}", "{} <= {}", "{} == {}", "{} != {}", "{} > {}", "{} >= {}"]
UNARY = ["-{}", "+{}", "~{}", "abs({})", "{} ** 2"]
OF_SCALAR = ["int({})", "float({})", "bool({})", "(not {})", "round({})", "math.sqrt({})", "math.floor({})",
             "math.ceil({})", "math.trunc({})", "math.isnan({})", "math.gcd({}, {})", "min({}, {})", "max({}, {})",
             "divmod({}, {})[0]", "divmod({}, {})[1]", "math.copysign({}, {})", "math.fabs({})", "math.isinf({})", "math.fmod({}, {})",
             "math.isqrt({})", "math.ldexp({}, 3)", "pow({}, 3)", "({}).real", "({}).imag", "max({}, {}, {})", "math.hypot({}, {})", "complex({}, {})", "min({}, {}, {})", "abs({})",
             *(f"np.{t}({{}})" for t in ("float64", "float32", "int64", "int32", "int16", "int8", "uint64", "uint8", "bool_"))]
UFUNCS = ["np.abs({})", "np.sqrt({})", "np.square({})", "np.sign({})", "np.floor({})", "np.ceil({})", "np.isnan({})", "np.conj({})",
          "np.minimum({}, {})", "np.maximum({}, {})", "np.logical_and({}, {})", "np.logical_not({})", "np.isfinite({})",
          "np.fmin({}, {})", "np.floor_divide({}, {})", "np.remainder({}, {})", "np.trunc({})", "np.rint({})", "np.negative({})",
          "np.add({}, {})", "np.bitwise_and({}, {})", "np.left_shift({}, {} & 7)", "np.fmax({}, {})", "np.reciprocal({})",
          "np.real({})", "np.imag({})", "np.signbit({})", "np.logical_xor({}, {})", "np.absolute({})", "np.fabs({})"]
OF_ARRAY = ["np.where({} > 0, {}, {})", "np.clip({}, -3, 5)", "{}.astype(np.float64)", "{}.astype(np.int32)", "{}.astype(np.uint8)",
            "{}.astype(np.bool_)", "{}.astype(np.float32)", "{}.copy()", "{}.cumsum(0)", "np.cumsum({})", "np.sort({})", "np.zeros_like({})",
            "np.ones_like({})", "np.concatenate(({}, {}))", "np.stack(({}, {}))", "np.outer({}, {})", "np.flip({})", "np.diff({})",
            "np.roll({}, 1)", "np.repeat({}, 2)", "np.tile({}, 2)", "np.full_like({}, 3)", "np.where({} == {}, 1, 0)", "{} @ {}",
            "np.argsort({}, kind='stable')", "np.atleast_1d({})", "np.cumprod({})", "np.unique({})", "np.nonzero({})[0]",
            "np.array([{}, {}])", "np.vstack(({}, {}))", "np.triu({})", "np.append({}, {})", "np.dot({}, {})",
            "np.maximum.accumulate({})", "np.swapaxes({}, 0, -1)", "np.expand_dims({}, 0)", "np.broadcast_to({}, (2, 3))",
            "np.flatnonzero({})", "np.argwhere({})", "np.pad({}, 1)", "np.hstack(({}, {}))", "np.column_stack(({}, {}))", "np.diag({})",
            "np.rot90({})", "np.isin({}, {})", "np.searchsorted(np.sort({}), {})", "np.round({})", "np.power({}, 2)", "np.median({}, axis=0)",
            "np.add.reduce({})", "np.take_along_axis({0}, np.argsort({0}, -1, kind='stable'), -1)", "np.select([{0} > 1, {0} < 0], [{0}, {1}], 2)",
            "np.bincount({} % 4)", "np.nan_to_num({})", "np.delete({}, 0)", "np.insert({}, 1, {})", "np.moveaxis({}, 0, -1)",
            "np.minimum.reduce({})", "np.subtract.outer({}, {})", "np.split({}, 1)[0]", "np.meshgrid({}, {})[0]", "np.digitize({}, np.array([0, 2, 4]))",
            "np.where({} > {})[0]", "np.convolve({}, {})", "np.kron({}, {})", "np.trace({})", "np.einsum('i,i->i', {}, {})",
            "np.array_equal({}, {})", "{}.sum(where={} > 0)", "{}.max(initial=0)", "{}.std()", "{}.var(0)", "{}.swapaxes(0, 1)"]
VIEWS = ["{}[1:]", "{}[:-1]", "{}[::2]", "{}[::-1]", "{}[..., ::-1]", "{}[..., 1:]", "{}.T", "{}[None]", "{}[..., None]", "{}[:, None]",
         "{}[0]", "{}[-1]", "{}[:, 0]", "{}[..., -1]", "{}.reshape(-1)", "{}.ravel()", "{}[1:-1]", "{}[:, ::2]", "{}[-3:]",
         "{}[3:0:-1]", "{}[:n]", "{}[n:]", "{}[k::2]", "{}.real", "{}[:, 1:]", "{}.reshape(1, -1)", "{}[...]", "{}.flatten()", "{}[::k]"]
REDUCE = ["{}.sum({})", "{}.min({})", "{}.max({})", "{}.any({})", "{}.all({})", "{}.mean({})", "{}.prod({})", "np.sum({}, {})",
          "np.count_nonzero({}, {})", "{}.argmax({})", "{}.argmin({})", "np.max({}, {})", "np.ptp({}, {})"]
INEXACT = (".mean(", ".sum(", ".prod(", "np.sum", "cumsum", "cumprod", " @ ", "np.diff", ".var(", ".std(", "np.dot", "einsum", "convolve", "hypot", "np.trace", "add.reduce", "np.median")
NEVER = object()


def too_long(*_: Any) -> None:
    raise TimeoutError


def limited(run: Callable[..., Any], *args: Any) -> Any:
    """run(*args), or a TimeoutError after a second of this process's time."""
    signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, 1)
    try:
        return run(*args)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def kind(v: Any) -> str:
    """What pycc's inference distinguishes; '' for what a program must not hold."""
    if isinstance(v, np.ndarray):
        return f"{NAMES[v.dtype]}[{', '.join(':' * v.ndim) or '()'}]" if v.dtype in NAMES else ""
    if isinstance(v, np.generic):
        return NAMES.get(v.dtype, "")
    if type(v) in (int, float, bool, complex):
        return type(v).__name__
    if isinstance(v, dict):
        inner = [f"{k}: {kind(x)}" for k, x in v.items()]
        return f"dict{{{', '.join(inner)}}}" if all(map(kind, v.values())) else ""
    if isinstance(v, (list, tuple)):
        inner = [kind(x) for x in v[:1000]]
        if not inner or not all(inner) or isinstance(v, list) and len(set(inner)) > 1:
            return ""
        return f"list[{inner[0]}]" if isinstance(v, list) else f"tuple[{', '.join(inner)}]"
    return ""


def is_scalar(v: Any) -> bool:
    """Is it a number?"""
    return not isinstance(v, (np.ndarray, tuple, list, dict)) and np.ndim(v) == 0


def fits(v: Any) -> bool:
    """Small enough, and of 64 bits."""
    if isinstance(v, np.ndarray):
        return v.ndim <= 4 and v.size <= 600
    if isinstance(v, (list, tuple, dict)):
        return len(v) <= 200 and all(map(fits, v.values() if isinstance(v, dict) else v))
    return type(v) is not int or -2**63 <= v < 2**63


def size(v: Any) -> int:
    """How many numbers an array has, or items a list."""
    return v.size if isinstance(v, np.ndarray) else len(v) if isinstance(v, (list, tuple, dict)) else 1


def tame(make: np.random.Generator, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    """Small multiples of a quarter: their sums are exact in any order."""
    if dtype == "bool_":
        return np.asarray(make.random(shape) < 0.5)
    low = 0 if dtype[0] == "u" else -6
    values = np.asarray(make.integers(low, 9, shape))
    return (values / 4 if dtype[0] in "fc" else values).astype(DTYPES[dtype])


EDGES = {"f": [0.0, -0.0, np.inf, -np.inf, np.nan, 1e30, 5e-324, -1.0, 0.1], "c": [0, 1j, -1.5, complex(np.inf, 0), complex(0, np.nan), 0.1]}


def edged(make: np.random.Generator, a: Any) -> Any:
    """The same with some edge values in it."""
    if isinstance(a, bool) or not isinstance(a, (np.ndarray, np.generic)) or a.dtype == bool:
        return a
    info = None if a.dtype.kind in "fc" else np.iinfo(a.dtype)
    edges = EDGES[a.dtype.kind] if info is None else [info.min, info.max, 0, 1, info.max - 1, info.max // 2 + 1]
    with np.errstate(all="ignore"):
        values = np.array([edges[j] for j in make.integers(0, len(edges), max(a.size, 1))]).astype(a.dtype)
    if isinstance(a, np.generic):
        return values[0]
    keep = make.random(a.shape) < 0.6
    return np.where(keep, a, values.reshape(a.shape) if a.size else a)
