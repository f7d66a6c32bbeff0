"""Members of enumerations of the module: constants, and their values."""
import enum
from enum import Enum, IntEnum, auto, unique

import numpy as np

from pycc import f64, i64


class Mode(IntEnum):
    LOW = 1
    MID = auto()
    HIGH = 10
    TOP = auto()
    ALSO = 3

    def label(self):
        return self.name.lower()


N = 5


class Sizes:
    A = N * 2
    N = 10
    B = N * 2


class Axis(enum.IntEnum):
    X = 0
    Y = X + 1


@unique
class State(IntEnum):
    IDLE = 0
    RUN = enum.auto()
    STOP = 2


@enum.unique
class Kind(Enum):
    A = 2.5
    B = "text"
    C = (1, 2)
    D = True


DEFAULT = Mode.HIGH
TABLE = (Mode.LOW, Mode.TOP)


def scaled(x, mode=Mode.MID):
    return x * mode


def choose(x: float, m: int) -> float:
    if m == Mode.LOW:
        return x
    elif m == Mode.MID:
        return 2 * x
    return x + Mode.HIGH


def arithmetic(x: float, m: int) -> float:
    s = scaled(x) + scaled(x, Mode.TOP) + DEFAULT + TABLE[1]
    if m in (Mode.LOW, Mode.HIGH):
        s += Mode.ALSO.value
    return s + (Mode.LOW | 6) + ~Mode.LOW + m // Mode.ALSO


def values(x: float) -> float:
    s = Kind.A.value * x + Kind.C.value[1]
    return s + 1 if Kind.B.value == "text" and Kind.D.value else s


def sizes(n: int) -> int:
    return Sizes.A * n + Sizes.B + Sizes.N


def indices(p: f64[:, :]) -> float:
    s = 0.0
    for i in range(p.shape[0]):
        s += p[i, Axis.X] - p[i, Axis.Y]
    a = np.zeros(Mode.HIGH)
    a[Mode.LOW:Mode.HIGH:2] = Mode.MID
    return float(s + a.sum())


def looked_up(m: int, mode: int = Mode.HIGH) -> int:
    d = {Mode.LOW: 5, Mode.HIGH: 6}
    return d[m] + mode


def machine(x: i64[:]) -> int:
    state = State.IDLE
    n = 0
    for v in x:
        if state == State.IDLE:
            if v > 0:
                state = State.RUN
        elif state == State.RUN:
            n += 1
            if v < 0:
                state = State.STOP
        else:
            n += 100
            state = State.IDLE
    return n


def types(m: int) -> f64[:]:
    """A member beside an element of float32 is a Python int."""
    a = np.ones(3, np.float32) * Mode.MID
    return (a + Mode.TOP * m).astype(np.float64)


CASES = {
    "choose": [(3.0, 1), (3.0, 2), (3.0, 7), (3.0, Mode.MID)],
    "arithmetic": [(3.0, 1), (1.5, 2), (3.0, Mode.HIGH)],
    "values": [3.0],
    "sizes": [3],
    "indices": [(np.arange(6.0).reshape(3, 2) ** 2,), (np.zeros((0, 2)),)],
    "looked_up": [(1,), (Mode.HIGH,), (1, 4), (7,)],
    "machine": [(np.array([0, 1, 1, -1, 2, 3, 4]),), (np.zeros(0, np.int64),)],
    "types": [2],
}
