import lab.other
import lab.tools.mean
import lab.tools.weights as w
import numpy as np

from . import SHIFT
from . import consts as c
from .consts import *
from .consts import FACTORS, INNER, STEP, TABLE, halves, tripled
from .consts import bounded
from .other import Row, nested, spread
from .plain import *
from .tools import mean
from .tools.mean import helper, picked, weighted
from lab.other import helper as other_helper
from pycc import f32, f64, i64, prange

BOTH = TURN + c.COUNT * 2
SCALE = 0.5


def own(x):
    return x + SCALE


def total(a: f64[:]) -> f64:
    s = 0.0
    for i in prange(len(a)):
        s += halved(a[i]) * own(a[i]) + helper(a[i]) - other_helper(a[i])
    return s


def folded(n: int):
    return TURN, ORDER, BOTH, TINY, n + len(ORDER) + c.COUNT, c._secret, c.TINY, SHIFT, OPEN, STEP


def written_out(x: float):
    s = 0.0
    for k in ORDER:
        s = s * x + k
    for k in c.ORDER:
        s += k
    return s, TABLE["low"] + x, c.TABLE["high"][1] * x


def arrays(a: f64[:]):
    return FACTORS + a[:3], c.FACTORS * FACTORS[1], a[INNER], a[c.INNER], w.weight(4)


def statistics(a: f64[:]):
    return spread(a), mean.spread(a), lab.tools.mean.spread(a), lab.other.spread(a), weighted(a), lab.SHIFT


def through(a: f64[:]):
    return lab.reexported(a) + lab.consts.COUNT


def several_types(a: f64[:], b: f32[:], n: int):
    return halved(a), halved(b), halved(n), halves(1), tripled(n), tripled(a), mean.helper(b)


def aliased(a: Row, b: "Row"):
    return bounded(a, 1.0) + b


def closures(a: f64[:]):
    return nested(a, 2.0), nested(a, 3), distance(a[0], 2)


def item(a: f64[:], at: int):
    return picked(a, at)


def item_by_name(a: f64[:], at: int):
    return mean.picked(at=at, a=a, fallback=a[0])


def inside(a: f64[:]) -> f64:
    from . import consts as here
    from .other import helper as helper_here
    import lab.tools.weights as weights_here
    return helper_here(a[0]) + here.COUNT + weights_here.weight(1)


def shadowed(a: f64[:], helper: float, TURN: int):
    c = a[0]
    return c + helper + TURN


def by_type(a: f64[:], out: f64[:]) -> None:
    for i in prange(len(a)):
        out[i] = distance(a[i], own(a[i]))


def scattered(y: f64[:], at: i64[:]) -> None:
    mean.scatter(y, at)


def joined(a: f64[:], b: f64[:]) -> f64:
    e = a + 1
    t = mean.stretched(e, b)
    return (t * b).sum()
