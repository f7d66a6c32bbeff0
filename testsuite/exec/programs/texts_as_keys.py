"""Keys that are texts, in a module that says nothing else of texts."""
import math


def named(x: float):
    out = {}
    for name in ("a", "b"):
        out[name] = x
    for name, y in [("a", 1.0), ("c", 2.0)]:
        out[name] = x + y
    return out


def by_function(x: float):
    out = {}
    for name, g in [("sin", math.sin), ("cos", math.cos)]:
        out[name] = g(x)
    return out


def variable(x: float):
    out = {}
    name = "sin"
    out[name] = 1.5
    out["cos"] = x
    return out


CASES = {
    "named": [(2.0,)],
    "by_function": [(0.5,)],
    "variable": [(2.0,)],
}
