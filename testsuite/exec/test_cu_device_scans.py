"""Scans, reductions and filters of pycc.copperhead on a device: in blocks where the function is proven to be associative, on the
host, in order, where it is not."""
from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from harness import compile_text_once, device_or_skip, failed, outcome, same, shared_folder

import pycc

TEXT = '''
import pycc
from pycc import c128, f32, f64, i32, i64, u8
from pycc.copperhead import *

@cu
def sums(x):
    return scan(op_add, x)

@cu
def back(x: f64[:]):
    return rscan(op_add, x)

@cu
def before(x):
    return exclusive_scan(op_xor, 1, x)

@cu
def behind(x: i64[:]):
    return exclusive_rscan(op_max, -7, map(lambda v: 3 * v, x))

@cu
def products(x: c128[:]):
    return scan(op_mul, x)

@cu
def linear(a: f64[:], b: f64[:]):
    x, y = unzip(scan(lambda p, q: (p[0] * q[0], p[1] * q[0] + q[1]), zip(a, b)))
    return y

@cu
def linear_of_two(a: i32[:], b: f64[:]):
    return unzip(scan(lambda p, q: (p[0] * q[0], p[1] * q[0] + q[1]), zip(a, b)))

@cu
def segments(flag: i64[:], x: f64[:]):
    def step(a, b):
        if b[0]:
            return a[0] | b[0], b[1]
        else:
            return a[0] | b[0], a[1] + b[1]
    return unzip(scan(step, zip(flag, x)))

@cu
def last_set(x: i64[:]):
    return scan(lambda a, b: b if b != 0 else a, x)

@cu
def shifted(x: f64[:], c: f64):
    def add(a, b):
        s = a + b
        return s + c
    return scan(add, x)

@cu
def matrices(a: i64[:], b: i64[:]):
    def product(p, q):
        p0, p1, p2, p3 = p
        q0, q1, q2, q3 = q
        return p0 * q0 + p1 * q2, p0 * q1 + p1 * q3, p2 * q0 + p3 * q2, p2 * q1 + p3 * q3
    return reduce(product, zip(a, b, map(op_neg, b), a), (1, 0, 0, 1))

@cu
def greatest(x: i64[:]):
    return reduce(lambda a, b: a if a[0] >= b[0] else b, zip(x, indices(x)), (-1000, -1))

@cu
def greatest_float(x: f64[:]):
    return reduce(lambda a, b: a if a[0] >= b[0] else b, zip(x, indices(x)), (-1000, -1))

@cu
def least_pair(x: i64[:], y: i64[:]):
    def least(a, b):
        if a[0] < b[0]:
            return a
        elif b[0] < a[0]:
            return b
        else:
            return a if a[1] <= b[1] else b
    return reduce(least, zip(x, y), (1000, 1000))

@cu
def last(x: i64[:]):
    return reduce(lambda a, b: b, x, 7)

@cu
def wider(x: i32[:]):
    return reduce(lambda a, b: a + b + a * b, x, int64(3))

@cu
def kept(x: f64[:]):
    return filter(lambda v: v > 0.5, x)

@cu
def kept_pairs(x: f64[:], j: i64[:]):
    return unzip(filter(lambda t: t[0] > 0.5 and t[1] < 40, zip(map(lambda v: v * v, x), j)))

@cu
def kept_rows(m: f64[:, :]):
    return filter(lambda r: r[0] > 0.5, m)

@cu
def permuted(x: f64[:], j: i64[:]):
    return permute(x, j)

@cu
def scattered(x: f64[:], j: i32[:], to: f64[:]):
    return scatter(x, j, to)

@cu
def updated(to: f64[:], j: i64[:], x: f64[:]):
    return update(to, zip(j, map(lambda v: v * 2, x)))

@cu
def permuted_rows(m: f64[:, :], j: i64[:]):
    return permute(m, j)

@cu
def radix_pass(x: i64[:], bit: i64):
    ones = map(lambda v: int64((v >> bit) & 1), x)
    n = exclusive_scan(op_add, 0, ones)
    zeros = len(x) - sum(ones)
    return permute(x, map(lambda i, one, b: zeros + b if one == 1 else i - b, indices(x), ones, n))

@cu
def differences(x: i64[:]):
    return scan(op_sub, x)

@cu
def decay(x: f64[:]):
    return scan(lambda a, b: a * 0.5 + b, x)

@cu
def means(x: f64[:]):
    return scan(lambda a, b: (a + b) / 2, x)

@cu
def saturated(x: i64[:]):
    return scan(lambda a, b: min(a + b, 100), x)

@cu
def horner(x: f64[:]):
    return reduce(lambda a, b: a * 0.5 + b, x, 0)

@cu
def powers(n: i64):
    def product(a, b):
        a0, a1, a2 = a
        b0, b1, b2 = b
        return a0 * b0 + a1 * b1, a0 * b1 + a1 * b2, a1 * b1 + a2 * b2
    return unzip(scan(product, replicate((1, 1, 0), n)))

pycc.instantiate(sums, "f32,i64,u8")
pycc.instantiate(before, "i32,u8")
'''
RNG = np.random.default_rng(15)
N = 1500


def numbers(n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Floats, integers, integers of which most are 0."""
    j = RNG.integers(-50, 50, n)
    return RNG.random(n), j, np.where(j > 40, j, 0)


X, J, Z = numbers(N)
P = RNG.permutation(N)
# The last is how many nests are kernels.
CALLS: list[tuple[str, tuple, int]] = [
    ("sums", (X.astype(np.float32),), 3), ("sums", (J,), 3), ("sums", ((J + 50).astype(np.uint8),), 3), ("back", (X,), 3),
    ("before", (J.astype(np.int32),), 3), ("before", ((J + 50).astype(np.uint8),), 3), ("behind", (J,), 4),
    ("products", (np.exp(1j * X),), 3), ("linear", (X, X[::-1]), 3), ("segments", (Z, X), 3), ("last_set", (Z,), 3),
    ("shifted", (X, 0.25), 3), ("matrices", (J, J[::-1]), 3), ("greatest", (J,), 3), ("last", (J,), 2), ("least_pair", (J, Z), 2), ("wider", (J.astype(np.int32),), 2),
    ("kept", (X,), 3), ("kept_pairs", (X, J), 3), ("kept_rows", (X.reshape(-1, 3),), 2), ("radix_pass", (J + 50, 2), 10),
    ("permuted", (X, P), 4), ("permuted", (X, P - N), 4), ("scattered", (X[:70], P[:70].astype(np.int32), X), 4),
    ("updated", (X, P[:70], X[:70]), 5), ("permuted_rows", (X.reshape(-1, 3), P[P < N // 3]), 3)]
IN_ORDER: list[tuple[str, tuple, int]] = [
    ("differences", (J,), 0), ("decay", (X,), 0), ("means", (X,), 0), ("saturated", (J,), 0), ("horner", (X,), 0),
    ("powers", (60,), 0), ("greatest_float", (X,), 1), ("linear_of_two", (J.astype(np.int32), X), 0),
    ("permuted", (X, P // 2), 3), ("scattered", (X[:70], P[:70].astype(np.int32) // 50, X), 3), ("updated", (X, P[:70] // 50, X[:70]), 4)]
RAISES: list[tuple[str, tuple]] = [
    ("permuted", (X, P + 1)), ("permuted", (X, P[:5])), ("permuted", (X, P - N - 1)), ("scattered", (X[:70], P[:69].astype(np.int32), X)),
    ("scattered", (X[:70], P[:70].astype(np.int32), X[:9])), ("updated", (X, P[:70] * 99, X[:70]))]
LENGTHS = (0, 1, 2, 255, 256, 257, 512, 513, 256 * 256, 256 * 256 + 1, 70000)


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    folder: Path = shared_folder(tmp_path_factory, "cu_device_scans")
    return compile_text_once(TEXT, folder, "--gpu", name="cu_device_scans")


def compare(f: Any, args: tuple, launches: int | None) -> pycc.Profile:
    expected = outcome(f.__wrapped__, args)
    with pycc.profile() as p:
        got = outcome(f, args)
    assert same(expected, got, False) is None
    assert launches is None or p.launches == launches, p
    return p


@pytest.mark.parametrize("i", range(len(CALLS)), ids=lambda i: f"{CALLS[i][0]}-{i}")
def test_in_blocks(i: int, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    name, args, launches = CALLS[i]
    device_or_skip(monkeypatch)
    compare(getattr(module, name), args, launches)


@pytest.mark.parametrize("i", range(len(IN_ORDER)), ids=lambda i: f"{IN_ORDER[i][0]}-{i}")
def test_in_order(i: int, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not proven, or not of items of these types, is not in blocks."""
    name, args, launches = IN_ORDER[i]
    device_or_skip(monkeypatch)
    p = compare(getattr(module, name), args, launches)
    assert [f.why for f in p.fallbacks] == ["its iterations run in order"], p


@pytest.mark.parametrize("i", range(len(RAISES)), ids=lambda i: f"{RAISES[i][0]}-{i}")
def test_errors(i: int, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    name, args = RAISES[i]
    device_or_skip(monkeypatch)
    assert failed(outcome(getattr(module, name).__wrapped__, args))
    compare(getattr(module, name), args, None)


@pytest.mark.parametrize("n", LENGTHS)
def test_lengths(n: int, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Around those of a block, and of a block of blocks."""
    device_or_skip(monkeypatch)
    x, j, z = numbers(n)
    for name, args in (("sums", (j,)), ("before", (j.astype(np.int32),)), ("behind", (j,)), ("segments", (z, x)), ("greatest", (j,)),
                       ("kept", (x,))):
        compare(getattr(module, name), args, None)


def test_groups(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A work-group for each block."""
    device_or_skip(monkeypatch)
    monkeypatch.setenv("PYCC_ROWS", "group")
    for name, args in (("sums", (J,)), ("back", (X,)), ("before", (J.astype(np.int32),)), ("segments", (Z, X)), ("kept", (X,))):
        compare(getattr(module, name), args, None)
