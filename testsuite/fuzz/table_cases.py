"""The cases of the operator table: each operator and function of one and of two arguments x types of its operands.

What there is comes from the compiler's own tables (ops.def, lib.def, the functions of the prelude), so that nothing
supported can be missing here. A case is a text with x and y and the types of these.
"""
from __future__ import annotations

import ast
import functools
import re
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Iterator

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
STRONG = {"bool_": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
          "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64,
          "f32": np.float32, "f64": np.float64, "c64": np.complex64, "c128": np.complex128}
WEAK = {"bool": bool, "int": int, "float": float, "complex": complex}
SCALARS = {**WEAK, **STRONG}
VECTORS = [f"{name}[:]" for name in STRONG]
MATRICES = [f"{name}[:, :]" for name in STRONG]
LITERALS = ["0", "1", "-1", "2", "3", "0.5", "2.0", "-0.0", "1j", "True", "300", "-129", "70000", "5000000000"]
LITERAL_TYPES = [*SCALARS, *VECTORS]
AUGMENTED = ["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>"]
MODULES = {"IN_NP": "np.", "IN_MATH": "math.", "IN_BUILTIN": "", "IN_CMATH": "cmath.", "IN_LINALG": "np.linalg.",
           "IN_FFT": "np.fft."}
PRELUDE = {"builtins": "", "math": "math.", "cmath": "cmath.", "linalg": "np.linalg.", "forms": "np."}
# Names of the tables that are no functions of one or two values: what they give is not defined, is drawn, is printed
# or built by syntax; or what they take is a type, a function or a heap; or they are complex as it comes out.
NOT_VALUES = {"empty", "empty_like", "ndarray", "print", "raise", "default_rng", "range", "prange", "xrange", "enumerate", "zip",
              "isinstance", "callable", "mgrid", "ogrid", "wrap", "is", "is not", "in", "not in", "ndindex", "ndenumerate", "nditer",
              "eig", "eigvals", "roots",
              "r_", "c_", "reversed", "except", "str", "fromfunction", "apply_along_axis", "piecewise", "einsum"}
SYMBOL = re.compile(r"[^\w ]+$")


@dataclass(frozen=True)
class Case:
    """text: an expression of x and y, or a statement on x; kind: "element" of an operation on each element, else "whole"."""
    text: str
    types: tuple[str, ...]
    kind: str
    loose: bool  # calls the C library's mathematical functions, or adds up in another order

    @property
    def key(self) -> str:
        return f"{self.text} of {', '.join(self.types)}"

    def source(self, name: str) -> str:
        parameters = ", ".join(f"{p}: '{t}'" for p, t in zip("xy", self.types))
        body = self.text if "return" in self.text else f"return {self.text}"
        return f"def {name}({parameters}):\n" + "".join(f"    {line}\n" for line in body.split("\n"))


@dataclass(frozen=True)
class Row:
    """A function of the tables: how it is called, with how many operands."""
    text: str
    operands: int
    kind: str
    loose: bool
    alias: bool = False


def _fields(text: str) -> list[str]:
    """What stands between the commas of a row."""
    return [f.strip() for f in re.findall(r'(?:"[^"]*"|\([^()]*\)|[^,"()])+', text)]


def _names(modules: str, name: str) -> Iterator[str]:
    for module, prefix in MODULES.items():
        if module in re.split(r"[ |]+", modules):
            yield prefix + name


def _syntax(name: str, operands: int) -> str:
    if operands == 1:
        return f"x.{name}" if name in ("real", "imag") else f"{name} x"
    return f"x {name} y"


def _operators() -> Iterator[Row]:
    text = (ROOT / "frontend/ops/ops.def").read_text()
    rows: dict[str, tuple[int, str, bool]] = {}
    for kind, inner in re.findall(r"^(OP|SPECIAL|ALIAS)\((.*)\)", text, re.M):
        fields = _fields(inner)
        alias = kind == "ALIAS"
        if alias:
            name, modules, of = fields[0].strip('"'), fields[1], fields[2]
            if of not in rows:
                continue  # of lib.def
        else:
            of, name, modules = fields[0], fields[1].strip('"'), fields[2]
            class_ = fields[3] if kind == "OP" else "OPC_SPECIAL"
            rows[of] = ({"OPC_UNARY": 1, "OPC_BINARY": 2, "OPC_TERNARY": 3}.get(class_, 0),
                        "element" if kind == "OP" or modules == "IN_BUILTIN" else "whole", "EXPENSIVE" in inner)
        operands, how, loose = rows[of]
        if name in NOT_VALUES or "IN_RANDOM" in modules or name.endswith(".at"):
            continue
        if modules == "IN_OPERATOR" and operands in (1, 2) and (SYMBOL.match(name) or name in ("not", "and", "or", "real", "imag")):
            yield Row(_syntax(name, operands), operands, how, loose)
        for n in [operands] if operands else [1, 2]:
            if n < 3:
                for call in _names(modules, name):
                    yield Row(f"{call}({', '.join('xy'[:n])})", n, how, loose or how == "whole", alias)
    yield Row("np.where(x, x, y)", 2, "element", False)
    yield Row("np.where(y, y, x)", 2, "element", False)
    for name in STRONG.values():
        yield Row(f"np.{np.dtype(name).name}(x)", 1, "element", False)
        yield Row(f"x.astype(np.{np.dtype(name).name})", 1, "element", False)


def _library() -> Iterator[Row]:
    for inner in re.findall(r"^LIB\((.*)\)", (ROOT / "frontend/ops/lib.def").read_text(), re.M):
        _, name, modules, _, required, parameters, _ = _fields(inner)
        name, most = name.strip('"'), len(parameters.strip('"').split())
        if name == "@":
            yield Row("x @ y", 2, "whole", True)
        for n in range(int(required), min(2, most) + 1):
            for call in [] if name in NOT_VALUES else _names(modules, name):
                yield Row(f"{call}({', '.join('xy'[:n])})", n, "whole", True)


def _prelude() -> Iterator[Row]:
    for path in sorted((ROOT / "frontend/prelude").glob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if path.stem == "embed" or not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
                continue
            module, _, name = node.name.rpartition("__")
            if name in NOT_VALUES or module and module not in PRELUDE:
                continue
            most, required = len(node.args.args), len(node.args.args) - len(node.args.defaults)
            for n in range(max(1, required), min(2, most) + 1):
                how = "element" if module == "math" or isinstance(getattr(np, name, None), np.ufunc) else "whole"
                prefix = "math." if node.name == "forms__log" else PRELUDE[module] if module else "np."
                yield Row(f"{prefix}{name}({', '.join('xy'[:n])})", n, how, True)


def _methods(rows: list[Row]) -> Iterator[Row]:
    """Methods of ufuncs of two operands, and those of arrays that have a function's name."""
    seen = set()
    for row in rows:
        name = row.text.removeprefix("np.").partition("(")[0]
        function = getattr(np, name, None)
        if row.operands == 2 and isinstance(function, np.ufunc) and function.nin == 2 and function not in seen:
            seen.add(function)
            yield Row(f"np.{name}.reduce(x)", 1, "whole", True)
            yield Row(f"np.{name}.accumulate(x)", 1, "whole", True)
            yield Row(f"np.{name}.outer(x, y)", 2, "whole", row.loose, True)
        if row.text.startswith("np.") and callable(getattr(np.ndarray, name, None)):
            yield Row(f"x.{name}({'y' if row.operands == 2 else ''})", row.operands, "whole", True)


@functools.cache
def rows() -> list[Row]:
    """Every function of the tables, once."""
    found = [*_operators(), *_library(), *_prelude()]
    found += _methods(found)
    return list({row.text: row for row in reversed(found)}.values())[::-1]


def _binary(row: Row) -> Iterator[tuple[str, ...]]:
    if row.alias:
        yield from ((t, t) for t in [*SCALARS, *VECTORS])
    elif row.kind == "element":
        yield from product(SCALARS, SCALARS)
        yield from product(VECTORS, VECTORS)
        if row.text.startswith("x "):
            yield from product(VECTORS, SCALARS)
            yield from product(SCALARS, VECTORS)
        elif not row.text.startswith("math."):
            yield from ((v, s) for v in VECTORS for s in [*WEAK, v[:-3]])
            yield from ((s, v) for v in VECTORS for s in [*WEAK, v[:-3]])
    elif row.text.startswith("cmath."):
        yield from product(SCALARS, SCALARS)
    else:
        yield from ((v, w) for v in VECTORS for w in {v: 0, "i64[:]": 0, "f64[:]": 0, "bool_[:]": 0, "c128[:]": 0})
        yield from product(VECTORS, WEAK)
        yield from ((m, v) for m, v in zip(MATRICES, VECTORS))
        yield from ((m, m) for m in MATRICES)
        yield from ((m, "int") for m in MATRICES)
        yield from product(WEAK, WEAK)
        yield from ((t, t) for t in STRONG)


@functools.cache
def cases() -> list[Case]:
    """The whole table, in a fixed order."""
    found = []
    for row in rows():
        types: Iterator[tuple[str, ...]]
        if row.operands == 2:
            types = _binary(row)
        else:
            types = ((t,) for t in [*SCALARS, *VECTORS, *(MATRICES if row.kind == "whole" else [])])
        found += [Case(row.text, t, row.kind, row.loose) for t in types]
    symbols = [row for row in rows() if row.text.startswith("x ") and row.operands == 2 and row.kind == "element"]
    for row in symbols:
        grows = row.text in ("x ** y", "x << y")
        for literal, t in product(LITERALS[:-3] if grows else LITERALS, LITERAL_TYPES):
            found.append(Case(row.text.replace("y", literal), (t,), "element", row.loose))
            found.append(Case(row.text.replace("x", literal).replace("y", "x"), (t,), "element", row.loose))
    for name in AUGMENTED:
        text = f"x {name}= y\nreturn x"
        found += [Case(text, t, "element", name == "**") for t in product(VECTORS, [*SCALARS, *VECTORS])]
    return found


if __name__ == "__main__":
    for row in rows():
        print(row)
    print(len(cases()), "cases")
