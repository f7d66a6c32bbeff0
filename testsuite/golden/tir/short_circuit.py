"""What is evaluated on a condition only: pure parts nest, parts with checks become an IF."""


def pure(a: int, b: int, c: float) -> bool:
    return a < b and not c > 1.0 or a == 3


def search(x: 'i64[:]', v: int) -> int:
    i = 0
    while i < len(x) and x[i] != v:
        i += 1
    return i


def chain(x: 'i64[:]', i: int) -> bool:
    return 0 <= i + 1 < len(x) and 3 < x[i] < 8


def middle_once(x: 'f64[:]', y: float) -> bool:
    return 0.0 < y * 2.0 <= x[0]


def value_of_or(a: int, b: int) -> int:
    return a or b or 7


def value_of_and(x: 'f64[:]', i: int) -> 'f64':
    return x[i] and x[i + 1]


def conditional(x: 'f64[:]', i: int) -> 'f64':
    return x[i] if i < len(x) else x[0] / 2


def divided(a: float, b: float) -> float:
    return a / b if b else 0.0


def guarded(x: 'f64[:]', i: int) -> int:
    if i >= 0 and x[i] > 0.0 or i == -7:
        return 1
    elif not x[0]:
        return 2
    return 3
