"""Functions without nests: helpers, tuples, while, errors, reserved names, arithmetic helpers."""


def divide(double: int, I: int) -> tuple[int, int]:
    return double // I, double % I


def collatz(n: int) -> int:
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def gamma(x: float, k: int) -> float:
    q, r = divide(k, 3)
    if x < 0.0:
        raise ValueError("x is negative")
    return -x * (q - r) / (1.0 + x) if k > 2 else x ** 2
