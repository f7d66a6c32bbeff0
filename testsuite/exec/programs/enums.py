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


class Shade(Enum):
    RED = 1
    GREEN = 2
    BLUE = auto()

    def warm(self) -> bool:
        return self is Shade.RED


class Way(IntEnum):
    N = 0
    E = 1
    S = 2


class Phase(Enum):
    IDLE = auto()
    RUN = auto()
    DONE = auto()


def shade_value(c) -> int:
    if c is Shade.RED:
        return 10
    if c == Shade.GREEN:
        return 20
    return c.value


def coloured(n: int) -> int:
    s = 0
    for c in Shade:
        s = s * 7 + shade_value(c) + c.value + (100 if c.warm() else 0)
    return s + sum(d for d in Way) + sum(1 for c in Shade if c is not Shade.BLUE)


class Machine:
    def __init__(self):
        self.state = Phase.IDLE
        self.ticks = 0

    def tick(self):
        if self.state == Phase.IDLE:
            self.state = Phase.RUN
        elif self.state is Phase.RUN:
            self.ticks += 1
            if self.ticks > 3:
                self.state = Phase.DONE


def ticked(n: int) -> int:
    m = Machine()
    for _ in range(n):
        m.tick()
    return m.ticks * 10 + m.state.value + (m.state != Phase.DONE)


def shades_kept(n: int) -> int:
    order = [Shade.RED, Shade.BLUE, Shade.GREEN]
    grid = [[Shade.RED] * 3 for _ in range(3)]
    grid[1][2] = order[n % 3]
    seen = {order[i * i % 3] for i in range(n)}
    flat = sum(1 for row in grid for c in row if c == Shade.GREEN or c is Shade.BLUE)
    return flat * 10 + len(seen) + (Shade.RED in seen)


def shade_matched(n: int) -> int:
    c = Shade.RED if n > 2 else Shade.GREEN
    match c:
        case Shade.RED:
            return 1
        case _:
            return 2


CASES = {
    "coloured": [(1,)],
    "ticked": [(0,), (2,), (9,)],
    "shades_kept": [(0,), (1,), (5,)],
    "shade_matched": [(0,), (5,)],
    "choose": [(3.0, 1), (3.0, 2), (3.0, 7), (3.0, Mode.MID)],
    "arithmetic": [(3.0, 1), (1.5, 2), (3.0, Mode.HIGH)],
    "values": [3.0],
    "sizes": [3],
    "indices": [(np.arange(6.0).reshape(3, 2) ** 2,), (np.zeros((0, 2)),)],
    "looked_up": [(1,), (Mode.HIGH,), (1, 4), (7,)],
    "machine": [(np.array([0, 1, 1, -1, 2, 3, 4]),), (np.zeros(0, np.int64),)],
    "types": [2],
}
