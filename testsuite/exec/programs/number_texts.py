"""Numbers written in other bases."""
import numpy as np


def in_base(x: int, base: int):
    return np.base_repr(x, base), np.base_repr(x), np.base_repr(x, base, 3), len(np.base_repr(x, base=base, padding=1))


def in_two(x: int, width: int):
    return np.binary_repr(x, width), np.binary_repr(x, width=width)


def plain(x: int):
    return np.binary_repr(x)


def ones(n: int):
    """A text that goes on: how many bits are set?"""
    total = 0
    for k in range(n):
        for bit in np.binary_repr(k, 8):
            total += bit == "1"
    return total


XS = (0, 1, 5, -5, 255, -256, 2**62, -2**63, 2**63 - 1)

def as_complex(s: str) -> complex:
    return complex(s) + complex("1-2j")


def from_hex(s: str) -> float:
    return float.fromhex(s) + float.fromhex("0x1.8p3")


def ratio_of_int(n: int, b: bool) -> int:
    return n.numerator * 10 + n.denominator + b.numerator + True.denominator


def signs_first(x: float) -> str:
    return f"{x:=+10.1f}|{x:=8}|{(x):=10.2e}"


CASES = {
    "in_base": [(x, b) for x in XS for b in (2, 3, 16, 36)] + [(7, 1), (7, 37)],
    "in_two": [(0, 0), (0, 3), (5, 8), (5, 2), (-1, 1), (-2, 2), (-8, 4), (-9, 4), (-5, 70), (-2**63, 64), (9, 4)],
    "plain": [(x,) for x in XS],
    "ones": [(0,), (40,)],
    "as_complex": ["1+2j", "3", " (1-2j) ", "j", "x", "1 + 2j", "", "1_0+2j", "infj"],
    "from_hex": ["0x1.8p3", "1", "-0x1p-1074", "inf", "x", "0x1p2000", " 0xA "],
    "ratio_of_int": [(5, True), (-3, False)],
    "signs_first": [12345.678, -0.5],
}
