"""Unpacking evaluates the whole right side first; temporaries only where a target gets in the way."""


def independent(a: int, b: int) -> int:
    x, y = a + 1, b
    return x * y


def swap(a: int, b: int) -> int:
    a, b = b, a
    return a - b


def swap_elements(x: 'f64[:]', i: int, j: int) -> None:
    x[i], x[j] = x[j], x[i]



def several(x: 'f64[:]', v: float) -> 'f64':
    a = x[0] = b = v * 2
    return a + b


def nested(a: int, b: float) -> float:
    (p, q), r = (a, b), a
    return p * q + r


def from_tuple(x: 'f64[:, :]') -> int:
    shape = x.shape
    n, m = shape
    return n * m + shape[1] - x.shape[-1]


def pair(x: 'f64[:]', i: int):
    return x[i], i


def of_call(x: 'f64[:]') -> 'f64':
    v, k = pair(x, 2)
    return v + k
