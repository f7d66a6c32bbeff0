"""Try statements: every kind of exception, every way out, in loops and parallel loops, through helpers."""
import contextlib
import math

import numpy as np
from numpy.linalg import LinAlgError as NoInverse

from pycc import f64, i64, prange


def helper(x: f64[:], i: int) -> float:
    if i == 7:
        raise ValueError("seven")
    return float(x[i]) + 1.0


def of_helper(x: f64[:], i: int) -> float:
    try:
        return helper(x, i)
    except ValueError:
        return -1.0
    except IndexError:
        return -2.0


def raised(n: int) -> int:
    if n == 0:
        raise ArithmeticError("0")
    if n == 1:
        raise AssertionError("1")
    if n == 2:
        raise AttributeError("2")
    if n == 3:
        raise Exception("3")
    if n == 4:
        raise FloatingPointError("4")
    if n == 5:
        raise IndexError("5")
    if n == 6:
        raise KeyError("6")
    if n == 7:
        raise LookupError("7")
    if n == 8:
        raise MemoryError("8")
    if n == 9:
        raise NotImplementedError("9")
    if n == 10:
        raise OverflowError("10")
    if n == 11:
        raise RuntimeError("11")
    if n == 12:
        raise StopIteration("12")
    if n == 13:
        raise TypeError("13")
    if n == 14:
        raise UnboundLocalError("14")
    if n == 15:
        raise ValueError("15")
    if n == 16:
        raise ZeroDivisionError("16")
    return n


def lookup(n: int) -> int:
    try:
        return raised(n)
    except LookupError:
        return -1


def arithmetic(n: int) -> int:
    try:
        return raised(n)
    except ArithmeticError:
        return -1


def everything(n: int) -> int:
    try:
        return raised(n)
    except:
        return -1


def exception(n: int) -> int:
    try:
        return raised(n)
    except Exception:
        return -1


def several(n: int) -> int:
    try:
        return raised(n)
    except (KeyError, ValueError):
        return -1
    except (ZeroDivisionError, OverflowError, TypeError):
        return -2
    except RuntimeError:
        return -3
    except NameError:
        return -4
    except (AssertionError, BaseException):
        return -5


def order_of_clauses(n: int) -> int:
    try:
        return raised(n)
    except Exception:
        return -1
    except ValueError:
        return -2


def never(n: int) -> int:
    try:
        return raised(n)
    except (OSError, EOFError, RecursionError, KeyboardInterrupt):
        return -1


def again(n: int) -> int:
    try:
        return raised(n)
    except LookupError:
        raise
    except ArithmeticError:
        return -1


def again_named(n: int) -> int:
    try:
        return raised(n)
    except LookupError as e:
        if n == 6:
            raise e
        return -2
    except ArithmeticError as error:
        try:
            raised(n - 5)
        except LookupError:
            raise error
        return -1


def another(n: int) -> int:
    try:
        return raised(n)
    except LookupError:
        raise ValueError(f"from {n}")


def from_caught(n: int) -> int:
    try:
        return raised(n)
    except LookupError as e:
        raise ValueError(f"from {n}") from e
    except ArithmeticError:
        raise RuntimeError from None


def nested(n: int, m: int) -> int:
    k = 0
    try:
        k += 1
        try:
            k += raised(n)
        except LookupError:
            k += 10
            k += raised(m)
        except ArithmeticError:
            k += 100
            raised(m)
        else:
            k += 1000
            raised(m)
        finally:
            k += 10000
    except ValueError:
        k += 100000
    except LookupError:
        k += 1000000
    finally:
        k += 10000000
    return k


def kept_values(x: f64[:], y: f64[:], n: int):
    s = 0.0
    last = -1
    try:
        for i in range(n):
            last = i
            y[i] = x[i] * 2.0
            s += y[i]
    except IndexError:
        return s, last, True
    return s, last, False


def kept_arrays(x: f64[:], y: f64[:]) -> float:
    z = np.zeros(3)
    try:
        y[:] = x * 2.0
        z = x + y
        y[1] = 100.0
        w = z[:2] + x
        z = w
    except ValueError:
        z[0] += 0.5
    return float(z[0]) + float(len(z))


def fused(x: f64[:], y: f64[:], w: f64[:]) -> int:
    try:
        y[:] = x + 1.0
        y += w
        y[:] = x * w
    except ValueError:
        return -1
    return 1


def rebound(n: int) -> float:
    y = np.zeros(2)
    try:
        y = np.ones(n)
        y[0] = 5.0
        y = np.full(n + 1, 2.0)
        y[3] = 7.0
    except (IndexError, ValueError):
        pass
    return float(y.sum()) + float(len(y))


def rebound_type(x: f64[:], n: int) -> float:
    v = x
    try:
        v = x[n:]
        s = v[2]
    except IndexError:
        s = -1.0 * len(v)
    return float(s)


def lists(n: int, m: int) -> int:
    xs = [1, 2, 3]
    try:
        xs.append(n)
        xs.pop(m)
        xs.append(100)
        xs[m] = 7
        xs = [len(xs)]
        xs[n] = 5
    except IndexError:
        xs.append(1000)
    return sum(xs) * 10 + len(xs)


def tuples(n: int):
    t = (0, 1.5)
    try:
        t = (n, 2.5)
        t = (10 // n, 3.5)
        t = (7 // (n - 1), 4.5)
    except ZeroDivisionError:
        return t
    return t


def ways(n: int) -> int:
    k = 0
    for i in range(n):
        try:
            if i == 3:
                continue
            if i == 8:
                break
            k += 1
            k += 1 // (i - 5)
        except ZeroDivisionError:
            k += 100
            if n > 7:
                continue
        else:
            k += 1000
        finally:
            k += 10000
        k += 100000
    else:
        k += 1000000
    return k


def ways_while(n: int) -> int:
    i = k = 0
    while True:
        try:
            i += 1
            if i > 20:
                return -k
            k += 100 // (n - i)
            if i == 6:
                break
        except ZeroDivisionError:
            if n == 2:
                return k
            if n == 3:
                break
            continue
        finally:
            k += 1
        k += 2
    return k


def return_in_finally(n: int) -> int:
    try:
        return 10 // n
    finally:
        if n < 0:
            return -1


def break_in_finally(n: int) -> int:
    k = 0
    for i in range(5):
        try:
            k += 10 // (n - i)
        finally:
            if i == 2:
                break
    return k


def inner_loops(n: int) -> int:
    k = 0
    for i in range(4):
        try:
            for j in range(6):
                if j == n:
                    continue
                if j == 4:
                    break
                k += 60 // (n - j)
            else:
                k += 1000
            if i == 2:
                break
        except ZeroDivisionError:
            k -= 1
    return k


def falls_off(y: f64[:], n: int) -> None:
    try:
        y[0] = 1.0
        if n == 0:
            return
        y[n] = 2.0
    except IndexError:
        y[1] = 3.0
        return
    y[2] = 4.0


def parallel(x: f64[:], y: f64[:]) -> int:
    bad = 0
    for i in prange(len(x)):
        try:
            y[i] = math.sqrt(x[i])
        except ValueError:
            y[i] = -1.0
            bad += 1
    return bad


def parallel_sum(x: f64[:], idx: i64[:]) -> float:
    s = 0.0
    for i in prange(len(idx)):
        try:
            v = x[idx[i]]
        except IndexError:
            v = -1000.0
        s += v
    return float(s)


def parallel_deep(x: f64[:, :], y: f64[:]) -> int:
    n = 0
    for i in prange(len(x)):
        t = 0.0
        try:
            for j in range(x.shape[1]):
                t += math.log(x[i, j])
        except ValueError:
            t = -t
        finally:
            t += 0.5
        y[i] = t
        n += 1
    return n


def parallel_inside(x: f64[:], n: int) -> float:
    s = 0.0
    try:
        k = 10 // n
        for i in prange(len(x)):
            s += x[i]
        s += 60 // k
    except ZeroDivisionError:
        s = -s - 1.0
    return float(s)


def parallel_raises(x: f64[:], y: f64[:]) -> int:
    try:
        for i in prange(len(x)):
            y[i] = math.sqrt(x[i])
    except ValueError:
        return -1
    return 1


def parallel_again(x: f64[:], y: f64[:]) -> int:
    for i in prange(len(x)):
        try:
            y[i] = math.sqrt(x[i])
        except ValueError:
            if x[i] < -5.0:
                raise
            y[i] = -1.0
    return 1


def conversions(v: float) -> int:
    try:
        return int(v)
    except ValueError:
        return -1
    except OverflowError:
        return -2


def domains(x: float) -> float:
    try:
        return math.sqrt(x) + math.log(x - 1.0) + math.exp(x * 100.0) + 1.0 / (x - 3.0)
    except ValueError:
        return -1.0
    except OverflowError:
        return -2.0
    except ZeroDivisionError:
        return -3.0


def shapes(x: f64[:], y: f64[:]) -> float:
    try:
        return float((x + y).sum())
    except ValueError:
        return -1.0


def sizes(n: int) -> int:
    try:
        return len(np.zeros(n))
    except ValueError:
        return -1


def library(a: f64[:, :], b: f64[:]) -> float:
    try:
        return float(np.linalg.solve(a, b)[0])
    except ValueError:
        return -1.0


def library_again(a: f64[:, :], b: f64[:]) -> float:
    try:
        return float(np.linalg.solve(a, b)[0])
    except IndexError:
        return -1.0
    finally:
        b[0] = 77.0


def in_loop_library(a: f64[:, :], b: f64[:], n: int) -> int:
    bad = 0
    for i in range(n):
        try:
            a[0, 0] = i - 1.0
            b[i] = np.linalg.inv(a)[0, 0]
        except ValueError:
            bad += 1
    return bad


def asserts(n: int) -> int:
    try:
        assert n > 0, f"{n} is too small"
        assert n < 10
    except AssertionError:
        return -1
    return n


def recursive(n: int) -> int:
    try:
        if n == 0:
            raise ValueError("end")
        return recursive(n - 1) + 1
    except ValueError:
        if n < 3:
            raise
        return 100


def unbound(n: int) -> int:
    try:
        v = 10 // n
    except ZeroDivisionError:
        pass
    return v


def else_raises(n: int) -> int:
    try:
        k = n + 1
    except ValueError:
        return -1
    else:
        if k == 3:
            raise ValueError("three")
    return k


def empty(n: int) -> int:
    try:
        pass
    except ValueError:
        n = -1
    try:
        n += 1
    finally:
        pass
    return n


def aug_element(x: f64[:], n: int) -> int:
    try:
        x[n] += 10 // (n - 2)
    except ZeroDivisionError:
        return -1
    except IndexError:
        return -2
    return n


def cleanup(y: f64[:], n: int) -> float:
    try:
        t = np.ones(n)
        t[2] = 4.0
        return float(t.sum())
    finally:
        y[0] += 1.0


def while_retry(x: f64[:]) -> int:
    tries = 0
    while tries < 10:
        try:
            tries += 1
            return int(60 // (5 - tries) // int(x[tries]))
        except ZeroDivisionError:
            continue
        except IndexError:
            break
    return -tries


def comprehension(x: i64[:], n: int) -> int:
    try:
        return sum([10 // int(v) for v in x]) + n
    except ZeroDivisionError:
        return -1


def unpacked(x: f64[:]) -> float:
    a = b = -1.0
    try:
        a, b = x
    except ValueError:
        return float(a - b)
    return float(a + b)


def masks(x: f64[:], m: i64[:]) -> float:
    s = 0.0
    try:
        s = float(x[m].sum())
        x[m] = -1.0
        s += float(x[m[::-1] + 1][0])
    except IndexError:
        s -= 0.5
    return s


def of_linalg(a: f64[:, :]) -> float:
    try:
        return float(np.linalg.inv(a)[0, 0])
    except IndexError:
        return -2.0
    except np.linalg.LinAlgError as e:
        if a.shape[0] == 3:
            raise e
        return -1.0


def suppressed(a: f64[:, :], n: int) -> float:
    s = 1.0
    with contextlib.suppress(NoInverse, ZeroDivisionError):
        s += 10 // n
        s += float(np.linalg.inv(a)[0, 0])
        if s > 4.0:
            return 50.0
        s += float(a[0, n])
    return s


def suppressed_ways(n: int) -> int:
    k = 0
    for i in range(n):
        with contextlib.suppress(ZeroDivisionError):
            with contextlib.nullcontext():
                if i == 5:
                    break
                k += 10 // (i - 2)
        k += 100
    return k


def suppressed_in_parallel(x: f64[:], y: f64[:]) -> int:
    for i in prange(len(x)):
        with contextlib.suppress(ValueError):
            y[i] = math.sqrt(x[i])
    return 1


def null_context(n: int) -> int:
    with contextlib.nullcontext():
        n += 1
        if n == 3:
            return -1
    return n


def with_arguments(n: int, x: f64[:]) -> int:
    if n == 0:
        raise ValueError(n, 1.5)
    if n == 1:
        raise KeyError("a{}b{", x[0], "{}", n + 1)
    if n == 2:
        raise StopIteration(n)
    if n == 3:
        raise IndexError((n, x[1]))
    if n == 4:
        raise RuntimeError("", x, x[0] > 0.0)
    assert n > 5, n
    return n


def arguments_caught(n: int, x: f64[:]) -> int:
    try:
        return with_arguments(n, x)
    except (ValueError, StopIteration):
        return -1
    except KeyError as e:
        raise e
    except AssertionError:
        raise RuntimeError(n, "asserted")


def by_path(x: float) -> float:
    if x < 0:
        raise np.linalg.LinAlgError(f"{x} is negative")
    try:
        if x > 5:
            raise np.linalg.LinAlgError
        return math.sqrt(x)
    except np.linalg.LinAlgError:
        return -1.0


_x = np.arange(10.0) - 1
_a = np.array([[2.0, 1.0], [1.0, 3.0]])
_s = np.array([[1.0, 2.0], [2.0, 4.0]])
_v = np.array([4.0, 9.0, -1.0, 16.0, -9.0, 25.0])
_long = np.abs(np.sin(np.arange(60000.0)))
_bad = np.where(np.arange(60000) % 997 == 5, -3.0, _long)
_rows = np.where(np.arange(12.0).reshape(4, 3) == 7.0, -1.0, np.arange(1.0, 13.0).reshape(4, 3))
_kinds = [(n,) for n in range(18)]
CATCHES_INDEX = ("of_helper", "kept_values", "rebound", "rebound_type", "lists", "falls_off", "parallel_sum", "aug_element",
                 "cleanup", "while_retry", "masks")
CASES = {
    "by_path": [(4.0,), (9.0,), (-1.0,)],
    "of_helper": [(_x, i) for i in (0, 7, 30, -20)],
    "lookup": _kinds,
    "arithmetic": _kinds,
    "everything": _kinds,
    "exception": _kinds,
    "several": _kinds,
    "order_of_clauses": _kinds[::5],
    "never": _kinds[::4],
    "again": _kinds,
    "again_named": _kinds,
    "another": _kinds[4:8],
    "from_caught": _kinds[4:11],
    "nested": [(n, m) for n in (5, 0, 15, 11, 17) for m in (15, 6, 16, 17)],
    "kept_values": [(_x, np.zeros(8), n) for n in (5, 8, 9)],
    "kept_arrays": [(_x[:n].copy(), np.zeros(m)) for n, m in ((2, 2), (3, 3), (3, 2), (4, 4))],
    "fused": [(_x[:4].copy(), np.zeros(4), _x[:n].copy()) for n in (4, 3, 1)],
    "rebound": [(n,) for n in (0, 1, 2, 3, 8, -1)],
    "rebound_type": [(_x, n) for n in (0, 7, 8, 20)],
    "lists": [(n, m) for n in (0, 1) for m in (0, 3, 4, 9)],
    "tuples": [(0,), (1,), (2,)],
    "ways": [(n,) for n in (0, 3, 5, 7, 20)],
    "ways_while": [(n,) for n in (1, 2, 3, 4, 30)],
    "return_in_finally": [(5,), (0,), (-5,)],
    "break_in_finally": [(9,), (1,), (2,), (4,)],
    "inner_loops": [(0,), (2,), (5,), (9,)],
    "falls_off": [(np.zeros(4), n) for n in (0, 3, 4)],
    "parallel": [(_v, np.zeros(6)), (_v[:2].copy(), np.zeros(2)), (_long, np.zeros(60000)), (_bad, np.zeros(60000))],
    "parallel_sum": [(_x, np.array([1, 3, 99, -1, -11, 2])), (_long, np.arange(60000) % 60001)],
    "parallel_deep": [(_rows, np.zeros(4))],
    "parallel_inside": [(_v, n) for n in (0, 1, 20)],
    "parallel_raises": [(np.abs(_v), np.zeros(6))],
    "parallel_again": [(_v[:4].copy(), np.zeros(4)), (np.abs(_v), np.zeros(6))],
    "conversions": [(1.5,), (math.nan,), (math.inf,), (-2.9,)],
    "domains": [(2.0,), (-1.0,), (0.5,), (3.0,), (9.0,)],
    "shapes": [(_x, _x), (_x, _v), (_x, _v[:1].copy())],
    "sizes": [(3,), (0,), (-1,)],
    "library": [(_a, np.ones(2)), (_s, np.ones(2)), (_a, np.ones(3))],
    "library_again": [(_a, np.ones(2)), (_s, np.ones(2))],
    "in_loop_library": [(_a, np.zeros(3), 3), (np.array([[0.0, 1.0], [0.0, 1.0]]), np.zeros(3), 3)],
    "asserts": [(0,), (5,), (10,)],
    "recursive": [(0,), (2,), (3,), (6,)],
    "unbound": [(0,), (2,)],
    "else_raises": [(0,), (2,)],
    "empty": [(0,), (3,)],
    "aug_element": [(_x[:4].copy(), n) for n in (1, 2, 3, 4)],
    "cleanup": [(np.zeros(1), n) for n in (-1, 2, 3)],
    "while_retry": [(_x,), (np.zeros(4),), (np.ones(9),)],
    "comprehension": [(np.array([1, 2, 5]), 3), (np.array([1, 0, 5]), 3)],
    "unpacked": [(_x[:n].copy(),) for n in (1, 2, 3)],
    "of_linalg": [(_a,), (_s,), (_a[:1].copy(),), (np.zeros((3, 3)),)],
    "suppressed": [(_a, 1), (_a, 0), (_s, 1), (_a, 4), (_a, 10)],
    "suppressed_ways": [(n,) for n in (0, 2, 4, 9)],
    "suppressed_in_parallel": [(_v, np.zeros(6)), (_bad, np.zeros(60000))],
    "null_context": [(1,), (2,)],
    "with_arguments": [(n, np.ones(2)) for n in range(7)],
    "arguments_caught": [(n, np.ones(2)) for n in range(7)],
    "masks": [(_x[:5].copy(), np.array(m)) for m in ([1, 2], [4, 0], [9, 1])],
}
