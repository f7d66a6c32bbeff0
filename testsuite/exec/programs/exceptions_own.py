"""Exceptions that Python makes: classes of the module, those that compiled code never raises itself, and what they say."""
import contextlib

import numpy as np

from pycc import f64, prange


class BadCell(ValueError):
    """A cell."""


class Worse(BadCell):
    def __init__(self, row, col):
        super().__init__(f"{row}:{col}")
        self.row = row


class Alone(Exception):
    pass


def raised(n: int) -> int:
    if n == 0:
        raise BadCell
    if n == 1:
        raise BadCell("one")
    if n == 2:
        raise Worse(n, 3)
    if n == 3:
        raise Alone(f"{n} is")
    if n == 4:
        raise OSError(2, "four")
    if n == 5:
        raise NameError
    if n == 6:
        raise BadCell()
    if n == 7:
        return 7 // (n - 7)
    if n == 8:
        raise KeyError("k")
    if n == 9:
        raise UnicodeError("u")
    if n == 10:
        return int(np.ones(3)[n])
    return n


def own(n: int) -> int:
    try:
        return raised(n)
    except BadCell:
        return -1
    except (Alone, OSError):
        return -2


def base(n: int) -> int:
    try:
        return raised(n)
    except ValueError:
        return -3


def again(n: int) -> int:
    try:
        return raised(n)
    except Worse as e:
        raise e
    except BadCell as e:
        raise Alone("again") from e


def texts(n: int) -> str:
    try:
        return str(raised(n))
    except BadCell as e:
        return "bad " + str(e)
    except Exception as e:
        return f"{e}, {e!s}" + str(len(str(e)))


def texts_in_loop(n: int) -> str:
    s = ""
    for i in range(n):
        try:
            s += str(raised(i))
        except ValueError as e:
            try:
                raised(4)
            except OSError as k:
                s += f"{e}<{k}>"
            if i == 9:
                raise e
        except (KeyError, ArithmeticError, OSError, NameError, Alone) as e:
            s += str(e)
        finally:
            s += ";"
    return s


def said_again(n: int) -> int:
    try:
        return raised(n)
    except Exception as e:
        raise RuntimeError(f"from {e}") from e


def parallel(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        try:
            if x[i] < -0.999:
                raise BadCell("far")
            y[i] = x[i]
        except BadCell:
            y[i] = -1.0


def contexts(x: f64[:]) -> f64[:]:
    with np.errstate(divide='ignore'), contextlib.nullcontext():
        return 1 / x


_kinds = [(n,) for n in range(12)]
CATCHES_INDEX = ("texts", "said_again", "base", "own", "again")
_v = np.linspace(-1.0, 1.0, 10001)
CASES = {
    "own": _kinds, "base": _kinds, "again": _kinds, "texts": _kinds, "texts_in_loop": [(4,), (9,), (11,)], "said_again": _kinds,
    "parallel": [(_v, np.zeros(10001))], "contexts": [(np.arange(4.0),)],
}
