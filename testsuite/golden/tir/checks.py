"""Checks of Python's own numbers and of module math; NumPy's scalars have none."""
import math


def division(a: int, b: int, x: float, y: float):
    return a / b, a // 7, a % b, x / y, x // y, x % 2.0, divmod(a, b + 1)


def strong(x: 'f64[:]', k: 'i32[:]') -> 'f64':
    return x[0] / x[1] + k[0] // k[1] + x[2] % 0


def powers(a: int, n: int, x: float, y: float):
    return a ** 2, a ** n, a ** -1, x ** 2, x ** 0.5, x ** y


def strong_powers(k: 'i32[:]', n: int):
    return k[0] ** k[1], k[0] ** 2


def shifts(a: int, n: int):
    return a << n, a >> 3


def functions(x: float, y: float, v: 'f32[:]'):
    return (math.sqrt(x), math.log(x + y), math.exp(x), math.sin(y), math.acos(x), math.gamma(x),
            math.fmod(x, y), math.pow(x, y), math.floor(x), math.sqrt(v[0]))


def to_int(x: float, y: 'f32[:]'):
    return int(x), int(y[0]), round(x), int(3.9)


def asserted(n: int) -> int:
    assert n > 0, "n must be positive"
    assert n < 100
    if n == 50:
        raise ValueError("fifty")
    return n
