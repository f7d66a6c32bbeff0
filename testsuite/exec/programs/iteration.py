"""for over arrays, enumerate and zip; the size is that of the moment, the elements those of the turn."""
import numpy as np

from pycc import bool_, c128, f32, f64, i8, i64, u8


def over_array(x: f64[:]):
    s = np.float64(0)
    for v in x:
        s = s * 0.5 + v
    return s


def over_small_ints(x: u8[:]):
    s = np.uint8(0)
    for v in x:
        s = s * 3 + v
    return s


def over_bools(x: bool_[:]) -> int:
    n = 0
    for v in x:
        if v:
            n += 1
    return n


def over_complex(x: c128[:]):
    s = np.complex128(0)
    for v in x:
        s += v * v
    return s


def over_rows(a: f64[:, :]):
    s = np.float64(0)
    for row in a:
        for v in row:
            s = s * 0.9 + v
    return s


def write_rows(a: f64[:, :]) -> None:
    for row in a:
        row[0] = len(row)


def over_transposed(a: f64[:, :], out: f64[:]) -> None:
    k = 0
    for column in a.T:
        for v in column:
            out[k] += v
        k += 1


def over_slice(x: i64[:], k: int) -> int:
    s = 0
    for v in x[k::2]:
        s = s * 10 + int(v)
    return s


def element_after(x: i64[:]):
    v = np.int64(-1)
    for v in x:
        pass
    return v


def sees_writes(x: i64[:]):
    """The loop reads each element when its turn comes."""
    s = np.int64(0)
    for v in x:
        x[-1] = 100
        s += v
    return s


def assigned_element(x: i64[:]):
    """Assigning the loop variable leaves the array alone."""
    s = np.int64(0)
    for v in x:
        v = v * 2
        s += v
    return s


def with_enumerate(x: f64[:]):
    s = np.float64(0)
    for i, v in enumerate(x):
        s += i * v
    return s


def enumerate_start(x: f64[:]):
    s = np.float64(0)
    for i, v in enumerate(x, 5):
        s += i * v
    return s


def enumerate_rows(a: f64[:, :], out: f64[:]) -> None:
    for i, row in enumerate(a):
        out[i] = row[0] + row[-1]


def with_zip(x: f64[:], y: f64[:]):
    s = np.float64(0)
    for a, b in zip(x, y):
        s += a * b
    return s


def zip_three(x: f64[:], y: i64[:], z: f32[:]):
    s = np.float64(0)
    for a, b, c in zip(x, y, z):
        s += a * b - c
    return s


def zip_rows(a: f64[:, :], x: f64[:], out: f64[:]) -> None:
    i = 0
    for row, v in zip(a, x):
        out[i] = row[1] * v
        i += 1


def with_break_else(x: i64[:], stop: i64) -> int:
    for v in x:
        if v == stop:
            found = 1
            break
    else:
        found = 0
    return found


def with_continue(x: i8[:]) -> int:
    n = 0
    for v in x:
        if v < 0:
            continue
        n += 1
    return n


def nested_same_array(x: i64[:]) -> int:
    n = 0
    for a in x:
        for b in x:
            if a < b:
                n += 1
    return n


def argmax(x: f64[:]) -> int:
    best = 0
    for i, v in enumerate(x):
        if v > x[best]:
            best = i
    return best


rng = np.random.default_rng(8)
FLOATS = [(rng.random(n),) for n in (0, 1, 7, 300)]
INTS = [(rng.integers(-9, 10, n),) for n in (0, 1, 8)]
CASES = {
    "over_array": FLOATS,
    "over_small_ints": [(rng.integers(0, 256, n).astype(np.uint8),) for n in (0, 1, 50)],
    "over_bools": [(rng.random(n) < 0.5,) for n in (0, 1, 50)],
    "over_complex": [(rng.random(n) + 1j * rng.random(n),) for n in (0, 1, 9)],
    "over_rows": [(rng.random(s),) for s in ((0, 3), (3, 0), (1, 1), (4, 5))],
    "write_rows": [(np.zeros(s),) for s in ((0, 3), (4, 5), (2, 0))],
    "over_transposed": [(rng.random((3, 4)), np.zeros(4)), (rng.random((3, 4)), np.zeros(3))],
    "over_slice": [(np.arange(1, 9), k) for k in (0, 1, 5, 8, -3)],
    "element_after": INTS,
    "sees_writes": INTS,
    "assigned_element": INTS,
    "with_enumerate": FLOATS,
    "enumerate_start": FLOATS,
    "enumerate_rows": [(rng.random((3, 4)), np.zeros(3)), (rng.random((3, 4)), np.zeros(2)), (rng.random((0, 4)), np.zeros(0))],
    "with_zip": [(rng.random(n), rng.random(m)) for n, m in ((0, 0), (5, 5), (3, 6), (6, 3), (0, 4))],
    "zip_three": [(rng.random(n), rng.integers(0, 9, m), rng.random(k).astype(np.float32))
                  for n, m, k in ((4, 4, 4), (4, 3, 2), (0, 1, 2))],
    "zip_rows": [(rng.random((3, 4)), rng.random(n), np.zeros(3)) for n in (3, 2, 0)],
    "with_break_else": [(np.array([1, 2, 3]), np.int64(v)) for v in (1, 3, 9)],
    "with_continue": [(np.array(v, np.int8),) for v in ([], [-1, 0, 1, -128, 127])],
    "nested_same_array": INTS,
    "argmax": FLOATS,
}
