"""match: constants, tuples, lists, captures, guards, alternatives."""
# needs Python 3.10: match statements
import numpy as np

from pycc import f64





def constants(n: int):
    match n:
        case 1 | 2:
            return 10
        case -3:
            return 20
        case 0x10 | 5 if n > 5:
            return 30
        case _:
            return 40


def nothing(n: int, x: float):
    y = 0
    match n + 1:
        case 1:
            y += 1
        case 2 if x > 0:
            y += 2
    match x:
        case 0.5:
            y += 10
        case 1.5e0 | 2:
            y += 20
    return y


def fizz(n: int):
    s = 0
    for i in range(n):
        match (i % 3, i % 5):
            case (0, 0):
                s = s * 3 + 15
            case (0, _):
                s = s * 3 + 3
            case (_, 0):
                s = s * 2 + 5
            case (a, b) if a == b:
                continue
            case (1, b) if b > 2:
                s += b
            case other:
                s += len(other) + other[1]
    return s


def swapped(x: float, y: float):
    match x, y:
        case (y, 0.0) if y > 3:
            return x, y, 1.0
        case (y, x):
            return x, y, 2.0


def late(n: int, m: int):
    k = -1
    match n, m:
        case 1, k if k > 5:
            return k, 0
        case (2, k) | (k, 2):
            return k, 1
        case [3, 4 as k]:
            return k, 2
    return k, 3


def nested(n: int, p: tuple[int, tuple[int, float]]):
    match p:
        case (0, (1, x)):
            return x
        case (a, (b, x)) if a == b and n:
            return x * 2
        case (a, (3 | 4 as b, _)):
            return a + b + 0.5
        case (a, b, c):
            return 1.0
        case (a, rest):
            return rest[1] + a


def lists(xs: list[int]):
    match xs:
        case []:
            return 0, xs
        case [x]:
            return x, [1]
        case [1, *rest]:
            return len(rest), rest
        case [x, *_, 9]:
            return -x, xs[1:]
        case [x, *rest, y] if x > y:
            return x - y, rest
        case _:
            return 100, xs


def stars(a: int, b: int, c: int):
    match a, b, c:
        case 1, *rest:
            return sum(rest), len(rest)
        case *_, 2:
            return a, b
        case first, *_:
            return first, 3


def pick(mode, x):
    match mode:
        case "sum":
            return np.sum(x)
        case "first" | "head":
            return x[0]
        case None:
            return x[1]
        case (lo, hi):
            return x[lo] - x[hi]
        case _:
            return x[mode]


def modes(x: f64[:]):
    return pick("sum", x), pick("head", x), pick(None, x), pick((0, 2), x), pick(2, x)


def flags(a: bool, n: int):
    s = 0
    match a:
        case True:
            s += 1
        case False:
            s += 2
    match n:
        case True:
            s += 10
        case 1:
            s += 20
        case None:
            s += 40
    return s


def ranks(x):
    match x.ndim:
        case 1:
            x = x[:, None]
        case _:
            pass
    return x.sum(axis=0)


def ranked(x: f64[:], y: f64[:, :]):
    return ranks(x), ranks(y)


def once(x: f64[:]):
    k = [0]

    def count():
        k.append(1)
        return len(k)
    match count(), x[0]:
        case 5, _:
            return 1
        case 2, v if v > 0:
            return len(k) * 10
        case n, _:
            return n
    return 0


def names(match: int, case: int):
    _ = match
    match match:
        case 1:
            case = 5
    match = case + 1
    return match, case, _


def unset(n: int):
    match n:
        case 1:
            y = 3
        case 2:
            y = 4
    return y


def complexes(z: complex):
    match z:
        case 1 + 2j:
            return 1
        case -1 - 2j | 3j:
            return 2
    return 3



V = np.array([3.0, -1.0, 2.5, 4.0])

CASES = {
    "constants": [1, 2, -3, 16, 5], "nothing": [(0, 0.5), (1, 2.0), (1, -1.0), (4, 1.5)], "fizz": [0, 40],
    "swapped": [(4.0, 0.0), (1.0, 0.0), (2.0, 3.0)], "late": [(1, 6), (1, 5), (2, 7), (7, 2), (3, 4), (3, 5)],
    "nested": [(1, (0, (1, 2.5))), (1, (4, (4, 1.5))), (0, (4, (4, 1.5))), (1, (1, (9, 2.0)))],
    "lists": [([],), ([5],), ([1],), ([1, 2, 3],), ([2, 9],), ([2, 3, 9],), ([5, 7, 8, 1],), ([1, 1],), ([2, 3],)],
    "stars": [(1, 2, 3), (3, 4, 2), (5, 6, 7)], "modes": [V], "flags": [(True, 1), (False, 0)], "ranked": [(V, np.ones((2, 3)))],
    "once": [V, -V], "names": [(1, 2), (3, 4)], "unset": [1, 2, 3], "complexes": [1 + 2j, -1 - 2j, 3j, 2j],
}
