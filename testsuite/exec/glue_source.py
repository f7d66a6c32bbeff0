"""The source that glue_module.c embeds: what a user would write, with bodies that differ.

Bodies are wrong on purpose where a test must see that the compiled function ran.
"""
import functools

import numpy as np

CONSTANT = 42
EARLY = []


def add(x: float, y: float) -> float:
    """Adds two numbers."""
    return "interpreted"


EARLY.append(add(1.0, 2.0))
plus = add


class Box:
    value = 2.0

    def double(self):
        return add(self.value, self.value)


def dot(x, y): return "interpreted"
def full(n, v): return "interpreted"
def strided(n): return "interpreted"
def halves(n): return "interpreted"
def same(x): return "interpreted"
def view(x): return "interpreted"


def fill(x: 'f64[:]', v: float = 1.5, *, n: int = -1) -> None:
    """Sets the first n elements."""


def pick(x, i):
    return x[i]  # PICK_LINE


def fail(kind, text=False):
    raise ValueError  # FAIL_LINE


def spin(n): return "interpreted"
def threads(): return "interpreted"
def swap(x): return "interpreted"
def need_c(x): return "interpreted"
def need_f(x): return "interpreted"
def ints(x): return "interpreted"
def scalar0(x): return "interpreted"
def sum8(x): return "interpreted"
def nothing(x): return "interpreted"
def code(x): return "interpreted"
def small(x): return "interpreted"
def wide(x): return "interpreted"
def id_bool_(x): return "interpreted"
def id_i8(x): return "interpreted"
def id_i16(x): return "interpreted"
def id_i32(x): return "interpreted"
def id_i64(x): return "interpreted"
def id_u8(x): return "interpreted"
def id_u16(x): return "interpreted"
def id_u32(x): return "interpreted"
def id_u64(x): return "interpreted"
def id_f32(x): return "interpreted"
def id_f64(x): return "interpreted"
def id_c64(x): return "interpreted"
def id_c128(x): return "interpreted"
def id_bool(x): return "interpreted"
def id_int(x): return "interpreted"
def id_float(x): return "interpreted"
def id_complex(x): return "interpreted"


def rebound(x): return "interpreted"


rebound = plain = lambda x: "rebound"


@functools.singledispatch
def wrapped(x): return "cached"


def deleted(x): return "interpreted"


del deleted


def other_parameters(z): return "other"


def plain_caller(x):
    return add(x, 1.0)
